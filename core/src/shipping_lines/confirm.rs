//! Decides which carriers are asked whose a number is, and evaluates their answers. Asks nobody itself.

use std::collections::HashSet;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Value, json};

use super::detect::{Candidate, Decision, Detection};
use super::lines;
use crate::carriers::{Answer, Confirms, LookUpFailure};
use crate::numbers::ContainerNumber;
use crate::resources::{RequestType, Timestamp};
use crate::tracking::{Statement, container_number};

/// Carriers that are asked about one number at most.
pub const MOST_ASKED: usize = 6;

/// Older last events prove nothing: containers change hands, and a previous carrier still knows them.
const FRESH: TimeDelta = TimeDelta::days(60);

/// What a carrier said to the question whether a number is its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// It told of events, or knows the number and has none yet.
    Confirmed,
    /// It shows all of its numbers, and knows no such one.
    Denied,
    /// It shows its customer's own shipments alone, and this is none of them: it may be its number all the same.
    NotVisible,
    /// Nothing: it refuses the credentials, was asked too often, or cannot be reached. It may be asked again.
    Nothing,
}

/// The answer of a carrier.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The carrier's code.
    pub scac: String,
    /// What it said.
    pub word: Word,
    /// When the last event was that it knows of.
    pub last_event: Option<DateTime<Utc>>,
    /// Why, in its words.
    pub why: Option<String>,
}

/// A carrier that may be asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Willing {
    /// Its code.
    pub scac: String,
    /// What it can say.
    pub confirms: Confirms,
}

/// The carriers to ask about a number, the likeliest first. Of those that are willing the ones that the number points to come first.
/// The others follow where it points to nobody for sure: any line may carry a box, and a bare number may be anybody's.
pub fn to_ask(detection: &Detection, kind: &RequestType, willing: &[Willing]) -> Vec<Willing> {
    let line = &detection.shipping_line;
    if line.decision == Decision::AutoSelect || detection.validation.is_valid == Some(false) {
        return Vec::new();
    }
    let likely = line.candidates.iter().filter_map(|one| willing.iter().find(|known| known.scac == one.scac));
    let points_nowhere = *kind == RequestType::Container || line.decision == Decision::NoPrediction;
    let others = willing.iter().filter(|_| points_nowhere);
    let mut seen = HashSet::new();
    let mut asked: Vec<Willing> = likely.chain(others).filter(|one| seen.insert(&one.scac)).cloned().collect();
    asked.truncate(MOST_ASKED);
    asked
}

/// What an answer says about whose the number is.
pub fn word(
    said: &Result<Answer, LookUpFailure>,
    confirms: Confirms,
    number: &str,
    now: DateTime<Utc>,
) -> (Word, Option<DateTime<Utc>>) {
    let unknown = match confirms {
        Confirms::Everything => Word::Denied,
        Confirms::OwnShipments | Confirms::Nothing => Word::NotVisible,
    };
    match said.as_ref().map_err(LookUpFailure::kind) {
        Ok(answer) => match events(answer, number) {
            (0, _) => (unknown, None),
            (_, last) => (Word::Confirmed, last),
        },
        Err(LookUpFailure::NoDataYet | LookUpFailure::Cancelled) => (Word::Confirmed, Some(now)),
        Err(LookUpFailure::NotFound | LookUpFailure::InvalidNumber) => (unknown, None),
        Err(LookUpFailure::Withheld) => (Word::NotVisible, None),
        Err(_) => (Word::Nothing, None),
    }
}

/// Number of events of this number, expected ones included, and time of the last.
fn events(answer: &Answer, number: &str) -> (usize, Option<DateTime<Utc>>) {
    let is_box = ContainerNumber::has_shape(number);
    let is_about = |named: &Option<String>| {
        !is_box || named.as_deref().is_none_or(|named| container_number(named) == container_number(number))
    };
    let events = answer.facts.iter().filter(|fact| is_about(&fact.container));
    let times = events.filter_map(|fact| match &fact.statement {
        Statement::Event(event) => Some(event.at.as_ref().and_then(moment)),
        _ => None,
    });
    times.fold((0, None), |(count, last), at| (count + 1, last.max(at)))
}

fn moment(at: &Timestamp) -> Option<DateTime<Utc>> {
    at.utc().or_else(|| Some(at.date()?.and_time(NaiveTime::MIN).and_utc()))
}

/// Whether this answer ends the asking: the number is this carrier's.
pub fn settles(heard: &Heard, kind: &RequestType, now: DateTime<Utc>) -> bool {
    heard.word == Word::Confirmed
        && (*kind != RequestType::Container || heard.last_event.is_some_and(|at| now - at <= FRESH))
}

/// The carrier whose number it is by all that was heard: of several that know a container the one that told of it last.
pub fn owner(heard: &[Heard]) -> Option<&Heard> {
    // Of equal ones the first, which is likelier.
    heard.iter().filter(|one| one.word == Word::Confirmed).rev().max_by_key(|one| one.last_event)
}

/// The attributes of the inference answer: those of the detection, and what was heard beside them. Candidates say whether they are
/// confirmed, else they are evidence alone; a carrier that denied the number is none.
pub fn told(detection: &Detection, heard: &[Heard]) -> Value {
    let mut told = serde_json::to_value(detection).unwrap_or_default();
    if heard.is_empty() {
        return told;
    }
    let owner = owner(heard);
    let named = |scac: &str| lines::by_scac(scac).map_or(scac, |line| line.name).to_owned();
    let confirmed = owner
        .map(|owner| json!({ "scac": owner.scac, "name": named(&owner.scac), "confidence": 1.0, "confirmed": true }));
    let is_out = |one: &&Candidate| {
        owner.is_some_and(|owner| owner.scac == one.scac)
            || heard.iter().any(|heard| heard.word == Word::Denied && heard.scac == one.scac)
    };
    let evidence = detection
        .shipping_line
        .candidates
        .iter()
        .filter(|one| !is_out(one))
        .map(|one| json!({ "scac": one.scac, "name": one.name, "confidence": one.confidence, "confirmed": false }));
    let candidates: Vec<Value> = confirmed.clone().into_iter().chain(evidence).collect();
    let best = candidates.first().and_then(|best| best["confidence"].as_f64()).unwrap_or(0.0);
    let line = &mut told["shipping_line"];
    line["decision"] = serde_json::to_value(Decision::at(best)).unwrap_or_default();
    line["selected"] = confirmed.unwrap_or_default();
    line["candidates"] = candidates.into();
    line["asked"] = heard
        .iter()
        .map(|one| json!({ "scac": one.scac, "name": named(&one.scac), "answer": one.word, "reason": one.why }))
        .collect();
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipping_lines::detect::detect;
    use crate::tracking::{Event, Fact, Movement};

    fn willing(codes: &[&str]) -> Vec<Willing> {
        codes.iter().map(|scac| Willing { scac: (*scac).to_owned(), confirms: Confirms::Everything }).collect()
    }

    fn asked(text: &str, kind: RequestType, codes: &[&str]) -> Vec<String> {
        to_ask(&detect(text).unwrap(), &kind, &willing(codes)).into_iter().map(|one| one.scac).collect()
    }

    fn now() -> DateTime<Utc> {
        "2026-05-01T00:00:00Z".parse().unwrap()
    }

    fn heard(scac: &str, word: Word, days_ago: Option<i64>) -> Heard {
        let last_event = days_ago.map(|days| now() - TimeDelta::days(days));
        Heard { scac: scac.to_owned(), word, last_event, why: None }
    }

    #[test]
    fn those_that_the_number_points_to_are_asked_first_and_others_only_where_it_may_be_anybodys() {
        let all = ["MAEU", "MSCU", "HLCU", "COSU", "OOLU"];
        assert_eq!(asked("MEDUF5399896", RequestType::BillOfLading, &all), [""; 0], "as good as certain");
        assert_eq!(asked("MAEU12345678", RequestType::BillOfLading, &all), ["MAEU"]);
        assert_eq!(asked("MSCU5956818", RequestType::Container, &all), ["MSCU", "MAEU", "HLCU", "COSU", "OOLU"]);
        assert_eq!(asked("TGHU1643396", RequestType::Container, &all), all, "a lessor's box");
        assert_eq!(asked("TGHU1643397", RequestType::Container, &all), [""; 0], "a wrong check digit");
        let bare = asked("6123456789", RequestType::BillOfLading, &all);
        assert_eq!(bare[..2], ["COSU", "OOLU"]);
        assert_eq!(bare.len(), 5);
        let many: Vec<String> = (0..20).map(|n| format!("XX{n:02}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(asked("TGHU1643396", RequestType::Container, &many).len(), MOST_ASKED);
    }

    #[test]
    fn an_answer_says_whose_the_number_is_or_nothing() {
        use LookUpFailure::{InvalidNumber, NoDataYet, NotFound, RateLimited, Refused, Withheld};
        let at = now() - TimeDelta::days(2);
        let event = |number: &str| Answer {
            facts: vec![Fact::event(number, Event::actual(Movement::GateIn, at))],
            ..Answer::default()
        };
        let of = |said, confirms| word(&said, confirms, "TGHU1643396", now());
        let all = Confirms::Everything;
        assert_eq!(of(Ok(event("TGHU1643396")), all), (Word::Confirmed, Some(at)));
        assert_eq!(of(Ok(event("MSKU0308961")), all), (Word::Denied, None), "that is another box");
        assert_eq!(of(Ok(Answer::default()), Confirms::OwnShipments).0, Word::NotVisible);
        for (said, confirms, expected) in [
            (NotFound, all, Word::Denied),
            (InvalidNumber, all, Word::Denied),
            (NotFound, Confirms::OwnShipments, Word::NotVisible),
            (Withheld, all, Word::NotVisible),
            (NoDataYet, all, Word::Confirmed),
            (Refused, all, Word::Nothing),
            (RateLimited { retry_after: None }, all, Word::Nothing),
        ] {
            assert_eq!(of(Err(said.clone()), confirms).0, expected, "{said:?}");
        }
    }

    #[test]
    fn of_several_that_know_a_container_it_is_the_one_that_told_of_it_last() {
        let old = heard("MAEU", Word::Confirmed, Some(400));
        assert!(!settles(&old, &RequestType::Container, now()) && settles(&old, &RequestType::BillOfLading, now()));
        assert!(settles(&heard("HLCU", Word::Confirmed, Some(-20)), &RequestType::Container, now()));
        let all = [old.clone(), heard("HLCU", Word::Confirmed, Some(100)), heard("MSCU", Word::Denied, None)];
        assert_eq!(owner(&all).unwrap().scac, "HLCU");
        assert_eq!(owner(&all[2..]), None);
    }

    #[test]
    fn the_answer_tells_evidence_from_what_was_confirmed() {
        let detection = detect("MSCU5956818").unwrap();
        assert_eq!(told(&detection, &[]), serde_json::to_value(&detection).unwrap());
        let said = told(&detection, &[heard("MSCU", Word::NotVisible, None), heard("MAEU", Word::Confirmed, Some(1))]);
        let maersk = json!({ "scac": "MAEU", "name": "Maersk Line", "confidence": 1.0, "confirmed": true });
        let line = &said["shipping_line"];
        assert_eq!((&line["decision"], &line["selected"]), (&json!("auto_select"), &maersk));
        assert_eq!(line["candidates"][1]["confirmed"], false);
        assert_eq!(line["asked"][0]["answer"], "not_visible");
        let denied = told(&detection, &[heard("MSCU", Word::Denied, None)]);
        assert_eq!(denied["shipping_line"]["decision"], "no_prediction");
        assert_eq!(denied["shipping_line"]["candidates"], json!([]));
    }
}
