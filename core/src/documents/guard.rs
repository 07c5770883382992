//! Runs a reader on its own thread with a large stack and a time limit: parsers are recursive, and can be kept busy.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::Builder;
use std::time::Duration;

use super::file_format::Problem;
use super::text::Text;
use crate::threads;

/// Bytes; committed only when used.
const STACK: usize = 64 << 20;

const MOST_STUCK: usize = 4;

/// Counts the readings that are late.
#[derive(Debug, Default)]
pub struct Guard {
    stuck: Arc<AtomicUsize>,
}

#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The error is not reported to anyone.
    pub fn check(&self) -> Result<(), Problem> {
        if self.is_set() { Err(Problem::TooSlow(Duration::ZERO)) } else { Ok(()) }
    }
}

impl Guard {
    /// Runs a reading. One that panics is damaged; one that is late is left behind, told to end, and counted until it does.
    pub fn run(
        &self,
        time: Duration,
        work: impl FnOnce(&Stop) -> Result<Text, Problem> + Send + 'static,
    ) -> Result<Text, Problem> {
        if self.stuck.load(Ordering::Relaxed) >= MOST_STUCK {
            return Err(Problem::Stuck);
        }
        let (stop, done) = (Stop::default(), Arc::new(AtomicBool::new(false)));
        let (answer, answered) = mpsc::sync_channel(1);
        let (told, ended, stuck) = (stop.clone(), Arc::clone(&done), Arc::clone(&self.stuck));
        let started =
            threads::start_with(Builder::new().name("shiptrack-reader".to_owned()).stack_size(STACK), move || {
                let read = catch_unwind(AssertUnwindSafe(|| work(&told)));
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
    Problem::Damaged("a document", "what reads it panicked".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_that_panics_or_is_late_is_told_and_those_that_never_end_are_counted() {
        let guard = Guard::default();
        let time = Duration::from_secs(10);
        assert_eq!(guard.run(time, |_| Ok(Text::default())), Ok(Text::default()));
        let panicked = guard.run(time, |_| std::panic::resume_unwind(Box::new(())));
        assert!(matches!(panicked, Err(Problem::Damaged(..))));
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        for _ in 0..MOST_STUCK {
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
