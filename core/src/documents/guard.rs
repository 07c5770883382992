//! Runs a reader on a thread with a large stack and a time limit, because parsers are recursive and hostile files can keep them busy.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::Builder;
use std::time::Duration;

use super::file_format::Problem;
use super::text::Text;
use crate::threads;

/// Size of the stack of a reader thread, in bytes. Memory is only committed when it is used.
const STACK_SIZE: usize = 64 << 20;

/// Maximum number of reads that run beyond their time limit. If it is reached, no file is read.
const MAX_STUCK: usize = 4;

/// Runs readers and counts those that exceed their time limit.
#[derive(Debug, Default)]
pub struct Guard {
    stuck: Arc<AtomicUsize>,
}

/// Signals a reader to end. Readers check it regularly.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error if the reader must end. It is not reported: the caller of the reader has already returned.
    pub fn check(&self) -> Result<(), Problem> {
        if self.is_set() { Err(Problem::TooSlow(Duration::ZERO)) } else { Ok(()) }
    }
}

impl Guard {
    /// Runs a reader. A panic is reported as a damaged document. A reader that exceeds the time limit is signaled to stop, and
    /// counted as stuck until it ends.
    pub fn run(
        &self,
        time: Duration,
        work: impl FnOnce(&Stop) -> Result<Text, Problem> + Send + 'static,
    ) -> Result<Text, Problem> {
        if self.stuck.load(Ordering::Relaxed) >= MAX_STUCK {
            return Err(Problem::Stuck);
        }
        let (stop, done) = (Stop::default(), Arc::new(AtomicBool::new(false)));
        let (answer, answered) = mpsc::sync_channel(1);
        let (stop_flag, ended, stuck) = (stop.clone(), Arc::clone(&done), Arc::clone(&self.stuck));
        let started =
            threads::start_with(Builder::new().name("shiptrack-reader".to_owned()).stack_size(STACK_SIZE), move || {
                let read = catch_unwind(AssertUnwindSafe(|| work(&stop_flag)));
                let _ = answer.send(read.unwrap_or_else(|_| Err(panicked())));
                if ended.swap(true, Ordering::SeqCst) {
                    stuck.fetch_sub(1, Ordering::SeqCst);
                }
            });
        let thread = started.map_err(|problem| Problem::Damaged("a document", problem.to_string()))?;
        match answered.recv_timeout(time) {
            Ok(read) => {
                let _ = thread.join();
                read
            }
            Err(_) => {
                stop.0.store(true, Ordering::Relaxed);
                self.stuck.fetch_add(1, Ordering::SeqCst);
                if done.swap(true, Ordering::SeqCst) {
                    self.stuck.fetch_sub(1, Ordering::SeqCst);
                }
                Err(Problem::TooSlow(time))
            }
        }
    }
}

fn panicked() -> Problem {
    Problem::Damaged("a document", "the reader panicked".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_and_exceeded_time_limits_are_reported_and_stuck_readers_are_counted() {
        let guard = Guard::default();
        let time = Duration::from_secs(10);
        assert_eq!(guard.run(time, |_| Ok(Text::default())), Ok(Text::default()));
        let panicked = guard.run(time, |_| std::panic::resume_unwind(Box::new(())));
        assert!(matches!(panicked, Err(Problem::Damaged(..))));
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        for _ in 0..MAX_STUCK {
            let held = Arc::clone(&held);
            let late = guard.run(Duration::from_millis(1), move |_| {
                let _ = held.lock().map(|held| held.recv());
                Ok(Text::default())
            });
            assert_eq!(late, Err(Problem::TooSlow(Duration::from_millis(1))));
        }
        assert_eq!(guard.run(time, |_| Ok(Text::default())), Err(Problem::Stuck));
        drop(release);
        while guard.run(time, |_| Ok(Text::default())).is_err() {
            std::thread::yield_now();
        }
    }
}
