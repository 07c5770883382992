//! The built-in carrier `TEST`, which gives fixed answers for its numbers.
//!
//! With these numbers a program can try every path of a tracking request, at the pace of its clock. The hosted service has only the
//! first two of them.
//!
//! | Number | Answer |
//! |---|---|
//! | `TEST-TR-SUCCEEDED` | a voyage from Shanghai to Los Angeles, see below |
//! | `TEST-TR-FAILED` | the number is invalid |
//! | `TEST-TR-AWAITING` | no data yet for two days, then the voyage |
//! | `TEST-TR-EXPIRED` | no data yet, forever |
//! | `TEST-TR-RETRYING` | unreachable for the first two attempts, then the voyage |
//! | `TEST-TR-UNREACHABLE` | always unreachable |
//! | `TEST-TR-UNREADABLE` | an answer that cannot be parsed |
//! | `TEST-TR-REFUSED` | the credentials are refused: the request waits, and other numbers do not |
//! | `TEST-TR-CANCELLED` | the booking was cancelled |
//! | `TEST-TR-WITHHELD` | there is data, but it is withheld |
//! | any other | the number is unknown |
//!
//! Spaces, dashes and case are ignored.
//!
//! The days of the voyage are counted from the first look-up of the number. At that time the vessel has been at sea for six days. It
//! arrives on day 9, a day later than first estimated. Its two containers are discharged on day 10, held by customs until day 11 with a
//! fee for the examination, picked up on days 12 and 13, and returned empty on days 16 and 17. Then tracking stops. An answer depends only
//! on the number, the time of the first look-up, the current time and the attempt.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

use crate::carriers::{Answer, Carrier, CredentialId, LookUp, LookUpFailure};
use crate::http::Call;
use crate::resources::{AccountId, DataSource, TerminalFee, TerminalHold, Timestamp};
use crate::tracking::{Event, Fact, Milestone, Particulars, Place, TerminalStatus, Vessel};

/// The sandbox carrier.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sandbox;

impl Sandbox {
    /// Its carrier code.
    pub const SCAC: &'static str = "TEST";
}

impl Carrier for Sandbox {
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        let number: String = look_up.normalized_number.chars().filter(char::is_ascii_alphanumeric).collect();
        let waited = look_up.now - look_up.first_asked_at;
        // When the shipment exists, attempts are counted from 1 again, and must not fail.
        let retrying = look_up.attempt <= 2 && waited < TimeDelta::hours(1);
        match number.to_ascii_uppercase().as_str() {
            "TESTTRSUCCEEDED" => Ok(voyage(look_up)),
            "TESTTRAWAITING" if waited >= TimeDelta::days(2) => Ok(voyage(look_up)),
            "TESTTRRETRYING" if !retrying => Ok(voyage(look_up)),
            "TESTTRAWAITING" | "TESTTREXPIRED" => Err(LookUpFailure::NoDataYet),
            "TESTTRRETRYING" | "TESTTRUNREACHABLE" => Err(LookUpFailure::Unreachable { retry_after: None }),
            "TESTTRUNREADABLE" => Err(LookUpFailure::Unreadable),
            "TESTTRREFUSED" => Err(LookUpFailure::Refused),
            "TESTTRCANCELLED" => Err(LookUpFailure::Cancelled),
            "TESTTRWITHHELD" => Err(LookUpFailure::Withheld),
            "TESTTRFAILED" => Err(LookUpFailure::InvalidNumber),
            _ => Err(LookUpFailure::NotFound),
        }
    }

    /// The carrier needs no credentials.
    fn credential(&self, _: &AccountId, _: &str) -> Option<CredentialId> {
        Some(CredentialId::NONE)
    }
}

const CONTAINERS: [(&str, i64, i64); 2] = [("TSTU1000019", 12, 16), ("TSTU1000024", 13, 17)];

fn voyage(look_up: &LookUp) -> Answer {
    let voyage = SandboxVoyage { start: look_up.first_asked_at, now: look_up.now };
    let mut facts = vec![Fact::particulars(Particulars {
        port_of_lading: Some(shanghai()),
        port_of_discharge: Some(los_angeles()),
        containers: CONTAINERS.iter().map(|(number, ..)| (*number).to_owned()).collect(),
        ..Particulars::default()
    })];
    facts.extend(voyage.vessel_facts());
    for (number, picked_up, returned) in CONTAINERS {
        facts.extend(voyage.container_facts(number, picked_up, returned));
        facts.extend(voyage.terminal_facts(number));
    }
    let received = facts.into_iter().map(|fact| fact.received(look_up.now)).collect();
    Answer::complete(received)
}

struct SandboxVoyage {
    start: DateTime<Utc>,
    now: DateTime<Utc>,
}

impl SandboxVoyage {
    fn vessel_facts(&self) -> Vec<Fact> {
        let expected = self.at(if self.has_reached(3) { 9 } else { 8 }, 14);
        [
            self.happened(Milestone::VesselDeparted, -6, 20, shanghai()).map(|event| event.on_voyage("042E")),
            self.happened(Milestone::VesselArrived, 9, 14, los_angeles())
                .or(Some(Event::estimated(Milestone::VesselArrived, expected).at_place(los_angeles())))
                .map(|event| event.on_voyage("042W")),
            self.happened(Milestone::VesselBerthed, 9, 17, los_angeles()),
        ]
        .into_iter()
        .flatten()
        .map(|event| Fact::shipment_event(event.on_vessel(vessel())))
        .collect()
    }

    fn container_facts(&self, number: &str, picked_up: i64, returned: i64) -> Vec<Fact> {
        [
            self.happened(Milestone::EmptyOut, -12, 2, shanghai()),
            self.happened(Milestone::FullIn, -9, 7, shanghai()),
            self.happened(Milestone::VesselLoaded, -7, 11, shanghai()).map(|event| event.on_vessel(vessel())),
            self.happened(Milestone::VesselDischarged, 10, 5, los_angeles()).map(|event| event.on_vessel(vessel())),
            self.happened(Milestone::FullOut, picked_up, 18, los_angeles()),
            self.happened(Milestone::EmptyIn, returned, 21, los_angeles()),
        ]
        .into_iter()
        .flatten()
        .map(|event| Fact::event(number, event))
        .collect()
    }

    fn terminal_facts(&self, number: &str) -> Vec<Fact> {
        let from_carrier = TerminalStatus {
            size_type: Some("45G1".into()),
            seal_number: Some("TS042117".into()),
            ..TerminalStatus::default()
        };
        let mut facts = vec![Fact::terminal_status(number, from_carrier)];
        if self.has_reached(10) {
            let held = !self.has_reached(11);
            let hold = TerminalHold {
                name: "customs".into(),
                status: "hold".into(),
                description: None,
                detail: None,
                unconfirmed_since: None,
            };
            let fee = TerminalFee { kind: "exam".into(), amount: 150.into(), currency_code: Some("USD".into()) };
            let reading = TerminalStatus {
                terminal: Some("Test Terminal".into()),
                available_for_pickup: Some(!held),
                holds: Some(held.then_some(hold).into_iter().collect()),
                fees: Some(vec![fee]),
                pickup_lfd_terminal: Some(Timestamp::from(self.at(14, 0).date_naive())),
                ..TerminalStatus::default()
            };
            facts.push(Fact::terminal_status(number, reading).with_source(DataSource::Terminal));
        }
        facts
    }

    fn happened(&self, milestone: Milestone, day: i64, hour: i64, place: Place) -> Option<Event> {
        let at = self.at(day, hour);
        (at <= self.now).then(|| Event::actual(milestone, at).at_place(place))
    }

    fn has_reached(&self, day: i64) -> bool {
        self.at(day, 12) <= self.now
    }

    fn at(&self, day: i64, hour: i64) -> DateTime<Utc> {
        let midnight = self.start.date_naive().and_time(NaiveTime::MIN).and_utc();
        midnight.checked_add_signed(TimeDelta::hours(day * 24 + hour)).unwrap_or(self.start)
    }
}

fn shanghai() -> Place {
    Place::new("CNSHA", "Shanghai").in_zone("Asia/Shanghai")
}

fn los_angeles() -> Place {
    Place::new("USLAX", "Los Angeles").in_zone("America/Los_Angeles")
}

fn vessel() -> Vessel {
    Vessel::new("Test Voyager", "9321483")
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;
    use crate::resources::{RequestType, StopReason};
    use crate::tracking::{FoldPolicy, Picture, Published, Statement, absorb, changes, fold};

    fn start() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, 2, 15, 0, 0).unwrap()
    }

    fn ask(number: &str, attempt: u32, waited: TimeDelta) -> Result<Answer, LookUpFailure> {
        let asked = LookUp::about(Sandbox::SCAC, RequestType::BillOfLading, number, start());
        let look_up = LookUp { attempt, now: start() + waited, ..asked };
        Sandbox.look_up(&look_up, &Call::default())
    }

    fn at_once(number: &str) -> Result<Answer, LookUpFailure> {
        ask(number, 1, TimeDelta::zero())
    }

    #[test]
    fn every_number_has_its_answer() {
        let unreachable = LookUpFailure::Unreachable { retry_after: None };
        for (number, failure) in [
            ("TEST-TR-FAILED", LookUpFailure::InvalidNumber),
            ("TEST-TR-AWAITING", LookUpFailure::NoDataYet),
            ("TEST-TR-EXPIRED", LookUpFailure::NoDataYet),
            ("TEST-TR-RETRYING", unreachable.clone()),
            ("TEST-TR-UNREACHABLE", unreachable),
            ("TEST-TR-UNREADABLE", LookUpFailure::Unreadable),
            ("TEST-TR-REFUSED", LookUpFailure::Refused),
            ("TEST-TR-CANCELLED", LookUpFailure::Cancelled),
            ("TEST-TR-WITHHELD", LookUpFailure::Withheld),
            ("MAEU123456789", LookUpFailure::NotFound),
        ] {
            assert_eq!(at_once(number), Err(failure), "{number}");
        }
        for spelling in ["TEST-TR-SUCCEEDED", "TESTTRSUCCEEDED", "test tr succeeded"] {
            assert!(at_once(spelling).is_ok(), "{spelling}");
        }
    }

    #[test]
    fn the_awaiting_number_is_found_after_two_days() {
        assert!(ask("TEST-TR-AWAITING", 2, TimeDelta::hours(47)).is_err());
        assert!(ask("TEST-TR-AWAITING", 3, TimeDelta::days(2)).is_ok());
        assert_eq!(ask("TEST-TR-EXPIRED", 9, TimeDelta::days(30)), Err(LookUpFailure::NoDataYet));
    }

    #[test]
    fn the_retrying_number_is_found_from_the_third_attempt_on() {
        assert!(ask("TEST-TR-RETRYING", 2, TimeDelta::minutes(1)).is_err());
        assert!(ask("TEST-TR-RETRYING", 3, TimeDelta::minutes(3)).is_ok());
        assert!(ask("TEST-TR-RETRYING", 1, TimeDelta::hours(6)).is_ok());
        assert!(ask("TEST-TR-UNREACHABLE", 14, TimeDelta::days(1)).is_err());
    }

    #[test]
    fn the_container_numbers_have_valid_check_digits() {
        for (number, ..) in CONTAINERS {
            let value = |c: char| match c.to_digit(36) {
                // Letters count from 10, without 11, 22 and 33.
                Some(v) if v >= 10 => u64::from(v + (v - 1) / 10),
                v => u64::from(v.unwrap()),
            };
            let sum: u64 = number[..10].chars().zip(0..).map(|(c, at): (char, u32)| value(c) << at).sum();
            assert_eq!(number[10..].parse::<u64>().unwrap(), sum % 11 % 10, "{number}");
        }
    }

    /// Looks up every six hours, as the service does. Returns the last picture and the names of all published events.
    fn play(days: i64) -> (Picture, Vec<String>) {
        let (mut facts, mut events) = (Vec::new(), Vec::new());
        let mut picture: Option<Picture> = None;
        for hours in (0..=days * 24).step_by(6) {
            let waited = TimeDelta::hours(hours);
            let answer = ask("TEST-TR-SUCCEEDED", 1, waited).unwrap();
            let new = absorb(&facts, answer.facts, answer.complete, start() + waited);
            facts.extend(new);
            let next = fold(&facts, start() + waited, &FoldPolicy::default());
            let published = picture.as_ref().map(Published::from);
            let all = changes(published.as_ref(), &next, &FoldPolicy::default());
            events.extend(all.into_iter().map(|change| change.event.to_string()));
            picture = Some(next);
        }
        (picture.unwrap(), events)
    }

    #[test]
    fn the_voyage_progresses_to_the_return_of_the_containers() {
        let status = |days| play(days).0.containers[0].container.current_status.to_string();
        for (days, expected) in
            [(0, "on_ship"), (9, "on_ship"), (10, "not_available"), (11, "available"), (13, "picked_up")]
        {
            assert_eq!(status(days), expected, "on day {days}");
        }
        let (picture, events) = play(18);
        assert_eq!(picture.concluded, Some(StopReason::AllContainersTerminated));
        assert_eq!(play(15).0.concluded, None);
        let count = |event: &str| events.iter().filter(|name| *name == event).count();
        for (event, times) in [
            ("container.created", 2),
            ("container.transport.vessel_departed", 0),
            ("container.transport.estimated.vessel_arrived", 2),
            ("shipment.estimated.arrival", 1),
            ("container.transport.vessel_arrived", 2),
            ("container.transport.vessel_berthed", 2),
            ("container.transport.vessel_discharged", 2),
            ("container.transport.not_available", 2),
            ("container.transport.available", 2),
            ("container.pickup_lfd.changed", 2),
            ("container.pickup_lfd_terminal.changed", 2),
            ("container.transport.full_out", 2),
            ("container.transport.empty_in", 2),
            ("container.updated", 4),
        ] {
            assert_eq!(count(event), times, "{event}");
        }
        assert_eq!(picture.shipment.pod_original_eta_at.unwrap().as_str(), "2026-05-10T14:00:00Z");
        assert_eq!(picture.shipment.pod_ata_at.unwrap().as_str(), "2026-05-11T14:00:00Z");
    }

    #[test]
    fn a_second_look_up_at_once_adds_nothing() {
        let answer = || at_once("TEST-TR-SUCCEEDED").unwrap();
        let known = absorb(&[], answer().facts, true, start());
        assert!(known.iter().any(|fact| matches!(fact.statement, Statement::Event(_))));
        assert_eq!(absorb(&known, answer().facts, true, start() + TimeDelta::hours(1)), Vec::new());
    }
}
