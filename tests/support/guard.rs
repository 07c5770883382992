//! A guard against tests that hang.

use std::panic;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::depth::depth;

/// Runs `test`, and fails when it does not end.
pub fn must_end<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    // Long enough for any machine; only a test that hangs gets there.
    let limit = Duration::from_secs(depth(60, 60, 1_500));
    let (ended, end) = mpsc::channel();
    let running = thread::spawn(move || {
        let result = test();
        // Nobody listens any more when the time is over.
        let _ = ended.send(());
        result
    });
    if let Err(mpsc::RecvTimeoutError::Timeout) = end.recv_timeout(limit) {
        panic!("the test hangs");
    }
    running.join().unwrap_or_else(|cause| panic::resume_unwind(cause))
}
