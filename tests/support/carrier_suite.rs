//! How every carrier behaves. Each adapter runs the same cases, unchanged: `carrier_suite!(run)`, where `run` sets the
//! [`Stage`] for a case: a carrier that knows one number, and does not know another.

use std::sync::Barrier;
use std::thread;

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::clock::CancelToken;
use shiptrack::http::Call;
use shiptrack::resources::{AccountId, RequestType};
use shiptrack::tracking::{Certainty, Fact, FoldPolicy, Statement, absorb, fold};

use crate::guard::must_end;

/// A carrier, and what a case may take for granted of it.
pub struct Stage {
    pub carrier: Box<dyn Carrier>,
    /// Its code.
    pub scac: &'static str,
    /// A bill of lading it has data for, at `now` and a day later; in its normal form.
    pub known: &'static str,
    /// A bill of lading it does not know.
    pub unknown: &'static str,
    pub now: DateTime<Utc>,
}

/// Makes a test of every case. `$run` is a `fn(fn(Stage))`.
#[macro_export]
macro_rules! carrier_suite {
    ($run:path) => {
        $crate::carrier_suite!($run:
            a_known_number_is_answered_with_facts_a_shipment_can_be_made_of,
            an_unknown_number_is_not_found,
            every_fact_survives_its_written_form,
            nothing_is_said_to_have_happened_in_the_future,
            asking_again_adds_nothing,
            what_happened_is_still_said_to_have_happened_a_day_later,
            it_is_asked_from_many_threads_at_once,
            odd_numbers_kinds_and_times_make_it_neither_panic_nor_hang,
            a_call_that_is_cancelled_or_out_of_time_comes_back,
            what_it_wants_to_be_reminded_of_can_be_kept_and_given_back,
            a_bookmark_that_it_never_gave_hides_nothing,
            whoever_is_asked_for_what_is_new_takes_nothing_back_that_is_not,
            what_else_is_known_of_the_shipment_adds_nothing_to_the_question
        );
    };
    ($run:path: $($case:ident),+) => {
        $(#[test]
        fn $case() {
            $run($crate::carrier_suite::$case);
        })+
    };
}

pub fn a_known_number_is_answered_with_facts_a_shipment_can_be_made_of(stage: Stage) {
    let answer = stage.answer(stage.now);
    let picture = fold(&absorb(&[], answer.facts, answer.complete, stage.now), stage.now, &FoldPolicy::default());
    assert!(!picture.containers.is_empty(), "no container is named");
    assert!(picture.containers.iter().any(|seen| !seen.events.is_empty()), "no event is told");
}

pub fn an_unknown_number_is_not_found(stage: Stage) {
    let asked = stage.look_up(stage.unknown, stage.now);
    let told = stage.carrier.look_up(&asked, &Call::default());
    assert_eq!(told.map_err(|failure| failure.name()), Err(LookUpFailure::NotFound.name()));
}

pub fn every_fact_survives_its_written_form(stage: Stage) {
    for fact in stage.answer(stage.now).facts {
        let written = serde_json::to_string(&fact).expect("a fact is written");
        assert_eq!(Fact::parse_all(&written).expect("a written fact is read"), [fact]);
    }
}

pub fn nothing_is_said_to_have_happened_in_the_future(stage: Stage) {
    // A date without a zone may be a day ahead of ours.
    let latest = stage.now + TimeDelta::days(1);
    for fact in stage.answer(stage.now).facts {
        let Statement::Event(event) = &fact.statement else { continue };
        let Some(at) = event.at.as_ref().filter(|_| event.certainty == Certainty::Actual) else { continue };
        let moment = at.instant().map(|at| at.to_utc());
        let day = at.date().map(|day| day.and_time(chrono::NaiveTime::MIN).and_utc());
        assert!(moment.or(day).is_some_and(|at| at <= latest), "{fact:?}");
    }
}

pub fn asking_again_adds_nothing(stage: Stage) {
    let (first, second) = (stage.answer(stage.now), stage.answer(stage.now));
    let known = absorb(&[], first.facts, first.complete, stage.now);
    let later = stage.now + TimeDelta::seconds(1);
    assert_eq!(absorb(&known, second.facts, second.complete, later), []);
}

pub fn what_happened_is_still_said_to_have_happened_a_day_later(stage: Stage) {
    let happened = |answer: Answer| -> Vec<String> {
        let events = absorb(&[], answer.facts, answer.complete, stage.now).into_iter();
        let actual = events
            .filter(|fact| matches!(&fact.statement, Statement::Event(event) if event.certainty == Certainty::Actual));
        actual.filter_map(|fact| fact.key()).collect()
    };
    let (before, after) = (happened(stage.answer(stage.now)), happened(stage.answer(stage.now + TimeDelta::days(1))));
    assert!(!before.is_empty());
    assert!(before.iter().all(|key| after.contains(key)), "{before:?} became {after:?}");
}

pub fn it_is_asked_from_many_threads_at_once(stage: Stage) {
    let (all, expected) = (Barrier::new(8), stage.answer(stage.now));
    thread::scope(|scope| {
        let asking = (0..8).map(|_| {
            scope.spawn(|| {
                all.wait();
                stage.answer(stage.now)
            })
        });
        for answer in asking.collect::<Vec<_>>() {
            assert_eq!(answer.join().expect("no thread panics"), expected);
        }
    });
}

pub fn odd_numbers_kinds_and_times_make_it_neither_panic_nor_hang(stage: Stage) {
    must_end(move || {
        let long = "9".repeat(10_000);
        for number in ["", " ", "\0", "%00../..", "'; --", "MAEU\u{1f6a2}1", "１２３", &long] {
            let asked = stage.look_up(number, stage.now);
            assert!(stage.carrier.look_up(&asked, &Call::default()).is_err(), "{number:.20} is known");
        }
        for kind in [RequestType::Container, RequestType::BookingNumber, RequestType::Other("pallet".into())] {
            let mut asked = stage.look_up(stage.known, stage.now);
            (asked.kind, asked.attempt) = (kind, u32::MAX);
            let _ = stage.carrier.look_up(&asked, &Call::default());
        }
        let ends = [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC];
        for (first_asked_at, now) in ends.into_iter().flat_map(|first| [(first, ends[0]), (first, ends[1])]) {
            let mut asked = stage.look_up(stage.known, now);
            asked.first_asked_at = first_asked_at;
            let _ = stage.carrier.look_up(&asked, &Call::default());
        }
    });
}

pub fn a_call_that_is_cancelled_or_out_of_time_comes_back(stage: Stage) {
    must_end(move || {
        let cancel = CancelToken::new();
        cancel.cancel();
        let cancelled = Call::default().with_cancel(cancel);
        let late = Call::default().with_deadline(std::time::Duration::ZERO);
        for call in [cancelled, late] {
            // A carrier that has the answer at hand may give it; another says that it was not reached.
            match stage.carrier.look_up(&stage.look_up(stage.known, stage.now), &call) {
                Ok(answer) => assert!(!answer.facts.is_empty()),
                Err(failure) => assert_eq!(failure.name(), "unreachable", "{failure:?}"),
            }
        }
    });
}

pub fn what_it_wants_to_be_reminded_of_can_be_kept_and_given_back(stage: Stage) {
    let first = stage.answer(stage.now);
    assert!(!first.unchanged, "nobody reminded it of anything");
    let Some(bookmark) = first.bookmark else { return };
    assert!(bookmark.len() <= Answer::MAX_BOOKMARK_BYTES, "{} bytes", bookmark.len());
    let known = absorb(&[], first.facts, first.complete, stage.now);
    let mut asked = stage.look_up(stage.known, stage.now);
    asked.bookmark = Some(bookmark);
    let again = stage.carrier.look_up(&asked, &Call::default()).expect("it has data for the number");
    assert!(!again.unchanged || again.facts.is_empty());
    let complete = again.complete && !again.unchanged;
    assert_eq!(absorb(&known, again.facts, complete, stage.now + TimeDelta::seconds(1)), [], "nothing is withdrawn");
}

pub fn a_bookmark_that_it_never_gave_hides_nothing(stage: Stage) {
    let mut asked = stage.look_up(stage.known, stage.now);
    for odd in ["", "\0", "of another carrier", "\u{1f6a2}\r\nX-Other: 1", &"9".repeat(Answer::MAX_BOOKMARK_BYTES)] {
        asked.bookmark = Some(odd.to_owned());
        let answer = stage.carrier.look_up(&asked, &Call::default()).expect("it has data for the number");
        assert!(!answer.unchanged && !answer.facts.is_empty(), "{odd:.20}");
    }
}

pub fn whoever_is_asked_for_what_is_new_takes_nothing_back_that_is_not(stage: Stage) {
    let first = stage.answer(stage.now);
    let Some(until) = first.until else { return };
    assert!(until <= stage.now, "nobody tells what is still to be written");
    let known = absorb(&[], first.facts.clone(), first.complete, stage.now);
    let mut asked = stage.look_up(stage.known, stage.now);
    asked.since = Some(until);
    let again = stage.carrier.look_up(&asked, &Call::default()).expect("that nothing is new is an answer");
    assert!(!again.complete && !again.unchanged && again.facts.len() <= first.facts.len());
    assert_eq!(absorb(&known, again.facts, again.complete, stage.now + TimeDelta::seconds(1)), []);
    asked.since = Some(DateTime::UNIX_EPOCH);
    let all = stage.carrier.look_up(&asked, &Call::default()).expect("it has data for the number");
    assert_eq!(absorb(&known, all.facts, all.complete, stage.now + TimeDelta::seconds(1)), []);
}

pub fn what_else_is_known_of_the_shipment_adds_nothing_to_the_question(stage: Stage) {
    let plain = stage.answer(stage.now);
    let mut asked = stage.look_up(stage.known, stage.now);
    asked.references = vec![stage.unknown.to_owned(), "\u{1f6a2}".to_owned()];
    asked.containers = vec!["MSKU0308961".to_owned(), String::new()];
    let told = stage.carrier.look_up(&asked, &Call::default()).expect("it has data for the number");
    let known = absorb(&[], plain.facts, plain.complete, stage.now);
    assert_eq!(absorb(&known, told.facts, false, stage.now + TimeDelta::seconds(1)), []);
}

impl Stage {
    fn look_up(&self, number: &str, now: DateTime<Utc>) -> LookUp {
        let mut asked = LookUp::about(self.scac, RequestType::BillOfLading, number, self.now);
        (asked.account, asked.account_name) = (AccountId::from("acme"), "acme".to_owned());
        asked.now = now;
        asked
    }

    fn answer(&self, now: DateTime<Utc>) -> Answer {
        let asked = self.look_up(self.known, now);
        self.carrier.look_up(&asked, &Call::default()).expect("the carrier has data for the number")
    }
}
