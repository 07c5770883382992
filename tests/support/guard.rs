//! A guard against tests that hang.

use std::panic;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Long enough for any machine; only a test that hangs gets there.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs `test`, and fails when it does not end.
pub fn must_end<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    let (ended, end) = mpsc::channel();
    let running = thread::spawn(move || {
        let result = test();
        // Nobody listens any more when the patience is over.
        let _ = ended.send(());
        result
    });
    if let Err(mpsc::RecvTimeoutError::Timeout) = end.recv_timeout(PATIENCE) {
        panic!("the test hangs");
    }
    running.join().unwrap_or_else(|cause| panic::resume_unwind(cause))
}
