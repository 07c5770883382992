//! The lines of the log about activities.

use super::log_entry::{Detail, LogEntry};
use super::log_line::LogLevel;
use super::observer::Activity;
use crate::error::ErrorKind;
use crate::store::Counterparty;
use crate::tracking::lifecycle::LookUpOutcome;

const TIME: &str = "%FT%TZ";

impl Activity<'_> {
    /// Returns a sentence for people, as in the log. The account and the tracking request are left out.
    pub fn description(&self) -> String {
        let LogEntry { start, details, .. } = entry_of(self);
        start + &details.into_iter().map(|detail| detail.text).collect::<Vec<_>>().join("; ")
    }
}

pub(super) fn entry_of<'a>(activity: &Activity<'a>) -> LogEntry<'a> {
    use LogLevel::{Debug, Error, Warn};
    match activity {
        Activity::LookUp { account, request, scac, number, attempt, outcome, why } => {
            let text = format!("look-up of {number} at {}", scac.unwrap_or("no carrier"));
            let entry = of_look_up(scac.unwrap_or_default(), outcome, *why, |outcome| {
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                format!("{text}: {outcome}, try {attempt}{why}")
            });
            entry.about(Some(account), Some(request.to_string()))
        }
        Activity::DoubtfulFacts { account, request, scac, number, doubts } => {
            let scac = scac.unwrap_or("no carrier");
            let start = format!("facts for {number} at {scac} look wrong: ");
            let entry = LogEntry { start, ..LogEntry::new(Warn, ("doubtful facts", ""), "") };
            let detail = |doubt: &String| Detail { subject: format!("{scac} {doubt}"), text: doubt.clone() };
            let entry = LogEntry { details: doubts.iter().map(detail).collect(), ..entry };
            entry.about(Some(account), Some(request.to_string()))
        }
        Activity::Delivery { account, webhook, url, notification, attempt, status, failure } => {
            let (level, outcome) = match (status, failure) {
                (Some(200..300), _) => (Debug, "delivered".to_owned()),
                (Some(status), _) => (Warn, format!("status {status}")),
                (None, failure) => (Warn, failure.map(ToString::to_string).unwrap_or_default()),
            };
            let text = format!("delivery of {notification} to webhook {url} ({webhook}): {outcome}, attempt {attempt}");
            LogEntry::new(level, ("delivery", &webhook.to_string()), text).about(Some(account), None)
        }
        Activity::ExtractionFailed { account, document, error } => {
            let text = format!("document {document} was not extracted: {error}");
            LogEntry::new(Warn, ("extraction", &document.to_string()), text).about(Some(account), None)
        }
        Activity::WritesRefused { error } => {
            LogEntry::new(Error, ("store", "refused"), format!("the store accepts no writes: {error}"))
        }
        Activity::WritesResumed {} => LogEntry::new(Warn, ("store", "resumed"), "the store accepts writes again"),
        Activity::RecordLeftOut { account, id, error } => {
            let text = format!("a record was left out of a listing: {error}");
            LogEntry::new(Error, ("record", &id.to_string()), text).about(Some(account), None)
        }
        Activity::Migrated { from, to, copy } => {
            let copy = copy.display();
            let text = format!("the file was migrated from version {from} to {to}; a copy of version {from} is {copy}");
            LogEntry::new(Warn, ("store", "migrated"), text)
        }
        Activity::Resting { counterparty, account, url, until } => {
            let name = match counterparty {
                Counterparty::Carrier(scac) => scac.clone(),
                Counterparty::Webhook(id) => format!("webhook {} ({id})", url.unwrap_or_default()),
            };
            let text = format!("{name} is paused until {} after repeated failures", until.format(TIME));
            LogEntry::new(Warn, ("pause", &name), text).about(*account, None)
        }
        Activity::WebhookDisabled { account, webhook, url, reason, failing_since } => {
            let since = failing_since.map(|since| format!(" since {}", since.format(TIME))).unwrap_or_default();
            let text = format!(
                "webhook {url} ({webhook}) was disabled ({reason}): no delivery succeeded{since}; activate it, then replay what it missed"
            );
            LogEntry::new(Error, ("disabled webhook", &webhook.to_string()), text).about(Some(account), None)
        }
        Activity::Trouble { account, error } => {
            let what = match error.kind() {
                ErrorKind::Configuration => "the configuration must be corrected",
                _ => "due work failed and will be retried",
            };
            LogEntry::new(Error, ("trouble", &error.to_string()), format!("{what}: {error}")).about(*account, None)
        }
    }
}

/// A carrier that fails for a reason is one problem, whatever the number of containers.
fn of_look_up<'a>(
    scac: &str,
    outcome: &LookUpOutcome,
    why: Option<&str>,
    text: impl Fn(&str) -> String,
) -> LogEntry<'a> {
    let reason = outcome.reason().map(|reason| format!(" ({reason})")).unwrap_or_default();
    let level = match outcome.as_str() {
        "trouble" | "rate_limited" | "refused" => LogLevel::Warn,
        "found" | "next_trip_awaited" | "no_data_yet" => LogLevel::Debug,
        _ => LogLevel::Info,
    };
    let outcome = format!("{}{reason}", outcome.as_str());
    let subject = format!("{scac} {outcome} {}", without_numbers(why.unwrap_or_default()));
    LogEntry::new(level, ("look-up", &subject), text(&outcome))
}

/// Words with digits, such as container numbers and times, do not make a reason different.
fn without_numbers(why: &str) -> String {
    let words = why.split_whitespace().filter(|word| !word.contains(|letter: char| letter.is_ascii_digit()));
    words.collect::<Vec<_>>().join(" ")
}
