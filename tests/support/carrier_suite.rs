//! Tests that every implementation of [`Carrier`] must pass.
//!
//! An adapter runs them with `carrier_suite!(run)`. `run` calls a test with a [`CarrierCase`]: a carrier that has data for one number and
//! none for another.

use std::sync::Barrier;
use std::thread;

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::clock::CancelToken;
use shiptrack::http::Call;
use shiptrack::resources::{AccountId, RequestType};
use shiptrack::tracking::{Certainty, Fact, FoldPolicy, Statement, absorb, fold};

use crate::guard::must_end;

/// A carrier under test, with a number that it knows and one that it does not know.
pub struct CarrierCase {
    pub carrier: Box<dyn Carrier>,
    /// The SCAC of the carrier.
    pub scac: &'static str,
    /// A normalized bill of lading number for which the carrier has data, at `now` and a day later.
    pub known: &'static str,
    /// A bill of lading number that the carrier does not know.
    pub unknown: &'static str,
    pub now: DateTime<Utc>,
}

/// Defines a `#[test]` for every case. `$run` is a `fn(fn(CarrierCase))`.
#[macro_export]
macro_rules! carrier_suite {
    ($run:path) => {
        $crate::carrier_suite!($run:
            a_known_number_returns_facts_of_a_shipment,
            an_unknown_number_is_not_found,
            every_fact_survives_serialization,
            no_actual_event_is_in_the_future,
            a_second_look_up_adds_nothing,
            actual_events_are_still_reported_a_day_later,
            concurrent_look_ups_return_the_same_answer,
            odd_numbers_kinds_and_times_cause_no_panic_and_no_hang,
            a_cancelled_or_expired_call_returns,
            a_bookmark_can_be_stored_and_sent_back,
            an_unknown_bookmark_hides_no_facts,
            an_incremental_answer_withdraws_nothing,
            references_and_containers_of_a_look_up_do_not_change_the_answer
        );
    };
    ($run:path: $($case:ident),+) => {
        $(#[test]
        fn $case() {
            $run($crate::carrier_suite::$case);
        })+
    };
}

pub fn a_known_number_returns_facts_of_a_shipment(case: CarrierCase) {
    let answer = case.answer(case.now);
    let picture = fold(&absorb(&[], answer.facts, answer.complete, case.now), case.now, &FoldPolicy::default());
    assert!(!picture.containers.is_empty(), "no container is named");
    assert!(picture.containers.iter().any(|container| !container.events.is_empty()), "the container has no events");
}

pub fn an_unknown_number_is_not_found(case: CarrierCase) {
    let look_up = case.look_up(case.unknown, case.now);
    let answer = case.carrier.look_up(&look_up, &Call::default());
    assert_eq!(answer.map_err(|failure| failure.name()), Err(LookUpFailure::NotFound.name()));
}

pub fn every_fact_survives_serialization(case: CarrierCase) {
    for fact in case.answer(case.now).facts {
        let json = serde_json::to_string(&fact).expect("a fact is serialized");
        assert_eq!(Fact::parse_all(&json).expect("a serialized fact is parsed"), [fact]);
    }
}

pub fn no_actual_event_is_in_the_future(case: CarrierCase) {
    // A date without a time zone may be one day ahead of UTC.
    let latest = case.now + TimeDelta::days(1);
    for fact in case.answer(case.now).facts {
        let Statement::Event(event) = &fact.statement else { continue };
        let Some(at) = event.at.as_ref().filter(|_| event.certainty == Certainty::Actual) else { continue };
        let moment = at.instant().map(|at| at.to_utc());
        let day = at.date().map(|day| day.and_time(chrono::NaiveTime::MIN).and_utc());
        assert!(moment.or(day).is_some_and(|at| at <= latest), "{fact:?}");
    }
}

pub fn a_second_look_up_adds_nothing(case: CarrierCase) {
    let (first, second) = (case.answer(case.now), case.answer(case.now));
    let known = absorb(&[], first.facts, first.complete, case.now);
    let later = case.now + TimeDelta::seconds(1);
    assert_eq!(absorb(&known, second.facts, second.complete, later), []);
}

pub fn actual_events_are_still_reported_a_day_later(case: CarrierCase) {
    let happened = |answer: Answer| -> Vec<String> {
        let events = absorb(&[], answer.facts, answer.complete, case.now).into_iter();
        let actual = events
            .filter(|fact| matches!(&fact.statement, Statement::Event(event) if event.certainty == Certainty::Actual));
        actual.filter_map(|fact| fact.key()).collect()
    };
    let (before, after) = (happened(case.answer(case.now)), happened(case.answer(case.now + TimeDelta::days(1))));
    assert!(!before.is_empty());
    assert!(before.iter().all(|key| after.contains(key)), "{before:?} became {after:?}");
}

pub fn concurrent_look_ups_return_the_same_answer(case: CarrierCase) {
    let (all, expected) = (Barrier::new(8), case.answer(case.now));
    thread::scope(|scope| {
        let threads = (0..8).map(|_| {
            scope.spawn(|| {
                all.wait();
                case.answer(case.now)
            })
        });
        for answer in threads.collect::<Vec<_>>() {
            assert_eq!(answer.join().expect("no thread panics"), expected);
        }
    });
}

pub fn odd_numbers_kinds_and_times_cause_no_panic_and_no_hang(case: CarrierCase) {
    must_end(move || {
        let long = "9".repeat(10_000);
        for number in ["", " ", "\0", "%00../..", "'; --", "MAEU\u{1f6a2}1", "１２３", &long] {
            let look_up = case.look_up(number, case.now);
            assert!(case.carrier.look_up(&look_up, &Call::default()).is_err(), "{number:.20} is known");
        }
        for kind in [RequestType::Container, RequestType::BookingNumber, RequestType::Other("pallet".into())] {
            let mut look_up = case.look_up(case.known, case.now);
            (look_up.kind, look_up.attempt) = (kind, u32::MAX);
            let _ = case.carrier.look_up(&look_up, &Call::default());
        }
        let ends = [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC];
        for (first_asked_at, now) in ends.into_iter().flat_map(|first| [(first, ends[0]), (first, ends[1])]) {
            let mut look_up = case.look_up(case.known, now);
            look_up.first_asked_at = first_asked_at;
            let _ = case.carrier.look_up(&look_up, &Call::default());
        }
    });
}

pub fn a_cancelled_or_expired_call_returns(case: CarrierCase) {
    must_end(move || {
        let cancel = CancelToken::new();
        cancel.cancel();
        let cancelled = Call::default().with_cancel(cancel);
        let late = Call::default().with_deadline(std::time::Duration::ZERO);
        for call in [cancelled, late] {
            // A carrier that needs no network may answer; every other one reports that it is unreachable.
            match case.carrier.look_up(&case.look_up(case.known, case.now), &call) {
                Ok(answer) => assert!(!answer.facts.is_empty()),
                Err(failure) => assert_eq!(failure.name(), "unreachable", "{failure:?}"),
            }
        }
    });
}

pub fn a_bookmark_can_be_stored_and_sent_back(case: CarrierCase) {
    let first = case.answer(case.now);
    assert!(!first.unchanged, "the first look-up has no bookmark");
    let Some(bookmark) = first.bookmark else { return };
    assert!(bookmark.len() <= Answer::MAX_BOOKMARK_BYTES, "{} bytes", bookmark.len());
    let known = absorb(&[], first.facts, first.complete, case.now);
    let mut look_up = case.look_up(case.known, case.now);
    look_up.bookmark = Some(bookmark);
    let second = case.carrier.look_up(&look_up, &Call::default()).expect("the carrier has data for the number");
    assert!(!second.unchanged || second.facts.is_empty());
    let complete = second.complete && !second.unchanged;
    assert_eq!(absorb(&known, second.facts, complete, case.now + TimeDelta::seconds(1)), [], "nothing is withdrawn");
}

pub fn an_unknown_bookmark_hides_no_facts(case: CarrierCase) {
    let mut look_up = case.look_up(case.known, case.now);
    for odd in ["", "\0", "of another carrier", "\u{1f6a2}\r\nX-Other: 1", &"9".repeat(Answer::MAX_BOOKMARK_BYTES)] {
        look_up.bookmark = Some(odd.to_owned());
        let answer = case.carrier.look_up(&look_up, &Call::default()).expect("the carrier has data for the number");
        assert!(!answer.unchanged && !answer.facts.is_empty(), "{odd:.20}");
    }
}

pub fn an_incremental_answer_withdraws_nothing(case: CarrierCase) {
    let first = case.answer(case.now);
    let Some(until) = first.until else { return };
    assert!(until <= case.now, "`until` is not in the future");
    let known = absorb(&[], first.facts.clone(), first.complete, case.now);
    let mut look_up = case.look_up(case.known, case.now);
    look_up.since = Some(until);
    let update = case.carrier.look_up(&look_up, &Call::default()).expect("an update without news is an answer");
    assert!(!update.complete && !update.unchanged && update.facts.len() <= first.facts.len());
    assert_eq!(absorb(&known, update.facts, update.complete, case.now + TimeDelta::seconds(1)), []);
    look_up.since = Some(DateTime::UNIX_EPOCH);
    let all = case.carrier.look_up(&look_up, &Call::default()).expect("the carrier has data for the number");
    assert_eq!(absorb(&known, all.facts, all.complete, case.now + TimeDelta::seconds(1)), []);
}

pub fn references_and_containers_of_a_look_up_do_not_change_the_answer(case: CarrierCase) {
    let plain = case.answer(case.now);
    let mut look_up = case.look_up(case.known, case.now);
    look_up.references = vec![case.unknown.to_owned(), "\u{1f6a2}".to_owned()];
    look_up.containers = vec!["MSKU0308961".to_owned(), String::new()];
    let answer = case.carrier.look_up(&look_up, &Call::default()).expect("the carrier has data for the number");
    let known = absorb(&[], plain.facts, plain.complete, case.now);
    assert_eq!(absorb(&known, answer.facts, false, case.now + TimeDelta::seconds(1)), []);
}

impl CarrierCase {
    fn look_up(&self, number: &str, now: DateTime<Utc>) -> LookUp {
        let mut look_up = LookUp::about(self.scac, RequestType::BillOfLading, number, self.now);
        (look_up.account, look_up.account_name) = (AccountId::from("acme"), "acme".to_owned());
        look_up.now = now;
        look_up
    }

    fn answer(&self, now: DateTime<Utc>) -> Answer {
        let look_up = self.look_up(self.known, now);
        self.carrier.look_up(&look_up, &Call::default()).expect("the carrier has data for the number")
    }
}
