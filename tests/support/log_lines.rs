//! Collects the lines of a service's log.

use std::sync::{Arc, Mutex};

use shiptrack::service::{Activity, ActivityObserver, LogLevel, LogLine};

/// The lines that a service wrote. Clones share them.
#[derive(Clone, Default)]
pub struct LogLines(Arc<Mutex<Vec<(LogLevel, String)>>>);

impl ActivityObserver for LogLines {
    fn activity(&self, _: &Activity<'_>) {}

    fn log(&self, line: &LogLine<'_>) {
        self.0.lock().unwrap().push((line.level, line.to_string()));
    }
}

impl LogLines {
    /// Removes all lines, and returns those of at least this level.
    pub fn take(&self, level: LogLevel) -> Vec<String> {
        let lines = std::mem::take(&mut *self.0.lock().unwrap());
        lines.into_iter().filter(|(known, _)| *known >= level).map(|(_, line)| line).collect()
    }

    /// Removes all lines, and returns those that contain a text.
    pub fn take_with(&self, part: &str) -> Vec<String> {
        self.take(LogLevel::Debug).into_iter().filter(|line| line.contains(part)).collect()
    }
}
