//! Compares statements of messages by the dates of the messages, because messages may arrive in any order.
//!
//! Only statements of one source about the same event are compared. A message that arrives late is not skipped: its statements about events
//! that no newer message reports are used.

use std::cmp::Ordering;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::Fact;
use crate::time::saturating_add;

/// The name in the codes of a fact under which its message is stored: sender, date or null, and control numbers of interchange and message. An
/// array, because a message may have 49,000 facts, and an object would take 0.8 kB more for each.
const MESSAGE: &str = "message";

/// Messages state local times of their senders, so that a message and a look-up are only compared beyond this difference.
const ANY_ZONE: TimeDelta = TimeDelta::hours(14);

/// A message that states an earlier date was not sent then, or its clock is wrong.
const MAX_AGE: TimeDelta = TimeDelta::days(90);

/// The message that a fact comes from.
pub(crate) struct MessageOrigin<'m> {
    pub sender: &'m str,
    /// When it was written, by the clock of the sender; `None` if it does not state it.
    pub sent_at: Option<DateTime<Utc>>,
    /// Control numbers of interchange and message.
    pub control_numbers: [&'m str; 2],
}

impl Fact {
    /// Stores the message that the fact comes from.
    pub(crate) fn with_message(mut self, message: &MessageOrigin<'_>) -> Self {
        let MessageOrigin { sender, sent_at, control_numbers: [interchange, number] } = message;
        let stored = json!([sender, sent_at.map(|at| at.to_rfc3339()), interchange, number]);
        self.codes.insert(MESSAGE.to_owned(), stored);
        self
    }
}

/// The position of a message among those of its sender.
struct Position<'f> {
    sender: &'f str,
    at: DateTime<Utc>,
    control_numbers: [&'f str; 2],
}

impl<'f> Position<'f> {
    /// `None` if the fact does not come from a message.
    fn of(fact: &'f Fact) -> Option<Self> {
        let message = fact.codes.get(MESSAGE)?;
        let text = |index: usize| message.get(index).and_then(Value::as_str);
        let sender = text(0)?;
        let received_at = fact.received_at;
        let is_possible = |at: &DateTime<Utc>| {
            *at <= saturating_add(received_at, ANY_ZONE) && *at >= saturating_add(received_at, -MAX_AGE)
        };
        let sent_at = text(1).and_then(|at| at.parse().ok());
        let control_numbers = [2, 3].map(|index| text(index).unwrap_or_default());
        Some(Position { sender, at: sent_at.filter(is_possible).unwrap_or(received_at), control_numbers })
    }

    fn is_before(&self, other: &Position<'_>) -> bool {
        let pairs = self.control_numbers.iter().zip(&other.control_numbers);
        let by_number = || pairs.map(|(own, other)| compare_numbers(own, other)).find(|order| order.is_ne());
        self.at.cmp(&other.at).then_with(|| by_number().unwrap_or(Ordering::Equal)).is_lt()
    }
}

fn compare_numbers(one: &str, other: &str) -> Ordering {
    match (one.parse::<u64>(), other.parse::<u64>()) {
        (Ok(one), Ok(other)) => one.cmp(&other),
        _ => Ordering::Equal,
    }
}

/// Whether `fact`, which was received after `known`, comes from a message that was written before it. Both are statements of one source about
/// one event.
pub(super) fn is_older(fact: &Fact, known: &Fact) -> bool {
    let Some(own) = Position::of(fact) else { return false };
    match Position::of(known) {
        Some(known) => own.sender == known.sender && own.is_before(&known),
        None => saturating_add(own.at, ANY_ZONE) < known.received_at,
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;
    use crate::tracking::{Event, Milestone};

    fn day(day: u32, hour: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, hour, 0, 0).unwrap()
    }

    fn eta() -> Fact {
        Fact::shipment_event(Event::estimated(Milestone::VesselArrived, day(20, 0)).at_place("USLAX"))
    }

    fn of_message(sender: &str, sent_at: Option<DateTime<Utc>>, number: &str) -> Fact {
        eta().with_message(&MessageOrigin { sender, sent_at, control_numbers: [number, "1"] }).received(day(10, 12))
    }

    #[test]
    fn messages_of_one_sender_are_compared_by_their_dates_then_by_their_numbers() {
        let at = |on, number| of_message("LINE", Some(day(on, 0)), number);
        assert!(is_older(&at(8, "2"), &at(9, "1")) && !is_older(&at(9, "1"), &at(8, "2")));
        assert!(is_older(&at(9, "000000009"), &at(9, "10")) && !is_older(&at(9, "10"), &at(9, "10")));
        assert!(!is_older(&at(8, "1"), &of_message("HUB", Some(day(9, 0)), "2")), "another sender");
    }

    #[test]
    fn the_receipt_counts_instead_of_an_impossible_date() {
        let at = |at| of_message("LINE", at, "1");
        let known = of_message("LINE", Some(day(9, 0)), "2");
        assert!(!is_older(&at(None), &known) && !is_older(&at(Some(day(12, 0))), &known));
        let long_ago = Utc.with_ymd_and_hms(2025, 12, 1, 0, 0, 0).unwrap();
        assert!(!is_older(&at(Some(long_ago)), &known));
    }

    #[test]
    fn a_look_up_is_newer_than_a_message_only_beyond_fourteen_hours() {
        let message = of_message("LINE", Some(day(9, 0)), "1");
        assert!(is_older(&message, &eta().received(day(9, 15))) && !is_older(&message, &eta().received(day(9, 13))));
        assert!(!is_older(&eta().received(day(12, 0)), &message));
    }
}
