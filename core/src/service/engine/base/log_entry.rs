//! `LogEntry`: what a line of the log contains, before repeated warnings are left out.

use super::log_line::LogLevel;
use super::repeats::Topic;
use crate::resources::AccountId;

/// The content of a line: a start, and the details that follow it. A detail that was written within the last hour is left out, and so is
/// a line without details.
pub(in crate::service) struct LogEntry<'a> {
    pub level: LogLevel,
    pub account: Option<&'a AccountId>,
    /// The id of the tracking request or of the HTTP request.
    pub request: Option<String>,
    /// The kind of problem.
    pub kind: &'static str,
    pub start: String,
    pub details: Vec<Detail>,
}

pub(in crate::service) struct Detail {
    /// The thing that has the problem.
    pub subject: String,
    pub text: String,
}

impl<'a> LogEntry<'a> {
    pub fn new(level: LogLevel, (kind, subject): Topic<'_>, text: impl Into<String>) -> Self {
        let detail = Detail { subject: subject.to_owned(), text: text.into() };
        LogEntry { level, account: None, request: None, kind, start: String::new(), details: vec![detail] }
    }

    pub fn about(self, account: Option<&'a AccountId>, request: Option<String>) -> Self {
        LogEntry { account, request, ..self }
    }
}
