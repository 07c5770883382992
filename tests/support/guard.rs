//! Fails tests that hang.

use std::panic;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::depth::depth;

/// Runs `test` and panics if it does not end in time.
pub fn must_end<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    // Long enough for slow machines.
    let limit = Duration::from_secs(depth(60, 1_500));
    let (ended, end) = mpsc::channel();
    let running = thread::spawn(move || {
        let result = test();
        // The receiver is gone if the time is over.
        let _ = ended.send(());
        result
    });
    if let Err(mpsc::RecvTimeoutError::Timeout) = end.recv_timeout(limit) {
        panic!("the test hangs");
    }
    running.join().unwrap_or_else(|cause| panic::resume_unwind(cause))
}
