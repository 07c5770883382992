//! `LogLine`: a line of the service's log.

use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};

use crate::resources::AccountId;

/// How important a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LogLevel {
    /// Work that was done as expected.
    Debug,
    /// A result that ends something, such as a number that the carrier does not know.
    Info,
    /// A problem that may end by itself.
    Warn,
    /// A problem that a person must solve, or that left something out.
    Error,
}

impl LogLevel {
    /// `DEBUG`, `INFO`, `WARN` or `ERROR`.
    pub fn as_str(self) -> &'static str {
        match self {
            LogLevel::Debug => "DEBUG",
            LogLevel::Info => "INFO",
            LogLevel::Warn => "WARN",
            LogLevel::Error => "ERROR",
        }
    }
}

/// A line of the service's log. It contains no secrets and no line breaks.
///
/// `{line}` prints all of it, such as `2026-05-01T08:00:00.000Z WARN account=… request=… look-up of MSKU0308961 at MAEU: trouble`.
/// [`text`](Self::text) leaves time and level out, for logging systems that add their own.
///
/// A warning or an error about the same thing is written at most once an hour; [`repeated`](Self::repeated) counts the others. Other
/// lines are all written.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct LogLine<'a> {
    /// The time of the service's clock.
    pub at: DateTime<Utc>,
    /// How important the line is.
    pub level: LogLevel,
    /// The account; `None` if the line is about none or several.
    pub account: Option<&'a AccountId>,
    /// The id of the tracking request, or of the HTTP request that failed, as in its header `X-Request-Id`.
    pub request: Option<&'a str>,
    /// The message, without the other members.
    pub message: &'a str,
    /// The number of warnings about the same thing that were left out since the previous line about it.
    pub repeated: u64,
}

impl LogLine<'_> {
    /// Account, request, message and repetitions.
    pub fn text(&self) -> String {
        let account = self.account.map(|account| format!("account={account} ")).unwrap_or_default();
        let request = self.request.map(|request| format!("request={request} ")).unwrap_or_default();
        let repeated = match self.repeated {
            0 => String::new(),
            1 => " (once more since the previous line)".to_owned(),
            more => format!(" ({more} more since the previous line)"),
        };
        format!("{account}{request}{}{repeated}", self.message)
    }
}

impl fmt::Display for LogLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Millis, true);
        write!(f, "{at} {} {}", self.level.as_str(), self.text())
    }
}
