//! `Reporter`: reports activities to the observer of the host program, and writes the log.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::activity_entries::entry_of;
use super::log_entry::{Detail, LogEntry};
use super::log_line::{LogLevel, LogLine};
use super::observer::{Activity, ActivityObserver};
use super::repeats::{Repeats, Topic};
use crate::clock::Clock;
use crate::error::{Error, ErrorKind};
use crate::spans;
use crate::threads::run_host_code;

/// Longest message of a line, in bytes.
const MAX_MESSAGE: usize = 2_000;

/// Calls the observer, with no lock held. The work is done already, so a panic of the observer is ignored.
pub(in crate::service) struct Reporter {
    observer: Option<Arc<dyn ActivityObserver>>,
    clock: Arc<dyn Clock>,
    repeats: Repeats,
}

impl Reporter {
    pub fn new(observer: Option<Arc<dyn ActivityObserver>>, clock: Arc<dyn Clock>) -> Self {
        Reporter { observer, clock, repeats: Repeats::default() }
    }

    /// Writes the line of an activity, and then reports the activity.
    pub fn report(&self, activity: &Activity<'_>) {
        self.log_again(activity);
        self.report_without_line(activity);
    }

    /// Writes the line of an activity that was reported before and lasts.
    pub fn log_again(&self, activity: &Activity<'_>) {
        if self.has_readers() {
            self.log(&entry_of(activity));
        }
    }

    pub fn report_without_line(&self, activity: &Activity<'_>) {
        if let Some(observer) = &self.observer {
            let _ = catch_unwind(AssertUnwindSafe(|| run_host_code(|| observer.activity(activity))));
        }
    }

    /// Whether a warning about the topic would be written.
    pub fn is_due(&self, topic: Topic<'_>) -> bool {
        self.has_readers() && self.repeats.is_due(topic, self.clock.monotonic())
    }

    /// Writes a line, unless it is a warning or an error that was written within the last hour.
    pub fn log(&self, entry: &LogEntry<'_>) {
        let Some((details, repeated)) = self.due_details(entry) else { return };
        let message = one_line(format!("{}{}", entry.start, details.join("; ")));
        let LogEntry { level, account, .. } = *entry;
        let line = LogLine {
            at: self.clock.now(),
            level,
            account,
            request: entry.request.as_deref(),
            message: &message,
            repeated,
        };
        spans::event(level.as_str(), account, line.request, line.message, repeated);
        if let Some(observer) = &self.observer {
            let _ = catch_unwind(AssertUnwindSafe(|| run_host_code(|| observer.log(&line))));
        }
    }

    fn has_readers(&self) -> bool {
        self.observer.is_some() || cfg!(feature = "tracing")
    }

    /// The details to write, and the number that were left out before. `None` if all are left out now.
    fn due_details<'e>(&self, entry: &'e LogEntry<'_>) -> Option<(Vec<&'e str>, u64)> {
        if entry.level < LogLevel::Warn {
            return Some((entry.details.iter().map(|detail| &*detail.text).collect(), 0));
        }
        let now = self.clock.monotonic();
        let due = |detail: &'e Detail| Some((&*detail.text, self.repeats.next((entry.kind, &detail.subject), now)?));
        let (texts, repeated): (Vec<_>, Vec<_>) = entry.details.iter().filter_map(due).unzip();
        (!texts.is_empty()).then(|| (texts, repeated.iter().sum()))
    }
}

/// Replaces control characters and line separators, because texts of carriers and senders must not be able to look like lines of the log.
fn one_line(message: String) -> String {
    let ends_line = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    let end = message.char_indices().map(|(at, _)| at).find(|at| *at >= MAX_MESSAGE);
    match end {
        Some(end) => message[..end].replace(ends_line, " ") + "…",
        None if message.contains(ends_line) => message.replace(ends_line, " "),
        None => message,
    }
}

pub(in crate::service::engine) fn panic_error(part: &str) -> Error {
    Error::new(ErrorKind::Internal, format!("{part} panicked"))
}

pub(in crate::service::engine) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match text {
        Some(text) => format!("the carrier panicked: {text}"),
        None => "the carrier panicked".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_one_line_and_a_limited_length() {
        assert_eq!(one_line("an answer".to_owned()), "an answer");
        assert_eq!(one_line("a\r\n2026-05-01 ERROR b\u{1b}[2J".to_owned()), "a  2026-05-01 ERROR b [2J");
        assert_eq!(one_line("a\u{2028}b\u{2029}c\u{85}d".to_owned()), "a b c d");
        let cut = one_line("ä".repeat(MAX_MESSAGE));
        assert!(cut.len() <= MAX_MESSAGE + '…'.len_utf8() + 1 && cut.ends_with("ä…"), "{}", cut.len());
    }
}
