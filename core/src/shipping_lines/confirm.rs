//! Decides which carriers to ask about a number without a carrier, and evaluates their answers. Calls no carrier.

use std::collections::HashSet;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Value, json};

use super::detect::{Candidate, Decision, Detection};
use super::lines;
use crate::carriers::{Answer, ConfirmationScope, LookUpFailure};
use crate::numbers::ContainerNumber;
use crate::resources::{RequestType, Timestamp};
use crate::tracking::{Statement, normalize_container_number};

/// Maximum number of carriers to ask about one number.
pub const MAX_CARRIERS: usize = 6;

/// Maximum age of the last event of a container with which the carrier's answer ends the search. Containers change between carriers, and
/// previous carriers still return their old events.
const MAX_EVENT_AGE: TimeDelta = TimeDelta::days(60);

/// What the answer of a carrier shows about the owner of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ownership {
    /// The carrier has events, or knows the number and has none yet.
    Confirmed,
    /// The carrier shows all of its numbers, and does not know this one.
    Denied,
    /// The carrier shows only shipments of the account's customer, and not this one. It may still be the carrier's number.
    NotVisible,
    /// The answer shows nothing: the carrier refused the credentials, its rate limit was exceeded, or it could not be reached. It may be asked
    /// again.
    Nothing,
}

/// What a carrier reports about a number.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CarrierReport {
    /// The carrier's code.
    pub scac: String,
    /// Whether the number belongs to the carrier.
    pub ownership: Ownership,
    /// Time of the last event; `None` if it has none.
    pub last_event: Option<DateTime<Utc>>,
    /// The reason that the carrier gave; `None` if it gave no reason.
    pub why: Option<String>,
}

/// A carrier that may be asked.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CandidateCarrier {
    /// The code of the carrier.
    pub scac: String,
    /// What the answers of the carrier can confirm.
    pub confirms: ConfirmationScope,
    /// Whether an earlier candidate is asked at the same place: the code is that of a brand.
    pub is_brand: bool,
}

/// Returns the carriers to ask about a number, the most likely first: the `candidates` that the number points to. The others follow if this
/// is unreliable: for a container, because any line may carry it, and for a number without a prefix, because it may be of any line. A brand
/// is not asked in addition to its carrier.
pub fn carriers_to_ask(
    detection: &Detection,
    kind: &RequestType,
    candidates: &[CandidateCarrier],
) -> Vec<CandidateCarrier> {
    let line = &detection.shipping_line;
    if line.decision == Decision::AutoSelect || detection.validation.is_valid == Some(false) {
        return Vec::new();
    }
    let likely = line.candidates.iter().filter_map(|likely| candidates.iter().find(|known| known.scac == likely.scac));
    let is_unreliable = *kind == RequestType::Container || line.decision == Decision::NoPrediction;
    let others = candidates.iter().filter(|candidate| is_unreliable && !candidate.is_brand);
    let mut seen = HashSet::new();
    let mut asked: Vec<CandidateCarrier> =
        likely.chain(others).filter(|carrier| seen.insert(&carrier.scac)).cloned().collect();
    asked.truncate(MAX_CARRIERS);
    asked
}

/// Returns whether the answer shows that the number belongs to the carrier, and the time of its last event.
pub fn ownership(
    result: &Result<Answer, LookUpFailure>,
    confirms: ConfirmationScope,
    number: &str,
    now: DateTime<Utc>,
) -> (Ownership, Option<DateTime<Utc>>) {
    let unknown = match confirms {
        ConfirmationScope::Everything => Ownership::Denied,
        ConfirmationScope::OwnShipments | ConfirmationScope::Nothing => Ownership::NotVisible,
    };
    match result.as_ref().map_err(LookUpFailure::kind) {
        Ok(answer) => match events(answer, number) {
            (0, _) => (unknown, None),
            (_, last) => (Ownership::Confirmed, last),
        },
        Err(LookUpFailure::NoDataYet | LookUpFailure::Cancelled) => (Ownership::Confirmed, Some(now)),
        Err(LookUpFailure::NotFound | LookUpFailure::InvalidNumber) => (unknown, None),
        Err(LookUpFailure::Withheld) => (Ownership::NotVisible, None),
        Err(_) => (Ownership::Nothing, None),
    }
}

/// Number of events of this number, including estimates, and the time of the last one.
fn events(answer: &Answer, number: &str) -> (usize, Option<DateTime<Utc>>) {
    let is_container = ContainerNumber::has_shape(number);
    let is_about = |named: &Option<String>| {
        !is_container
            || named
                .as_deref()
                .is_none_or(|named| normalize_container_number(named) == normalize_container_number(number))
    };
    let events = answer.facts.iter().filter(|fact| is_about(&fact.container));
    let times = events.filter_map(|fact| match &fact.statement {
        Statement::Event(event) => Some(event.at.as_ref().and_then(instant_or_midnight)),
        _ => None,
    });
    times.fold((0, None), |(count, last), at| (count + 1, last.max(at)))
}

fn instant_or_midnight(at: &Timestamp) -> Option<DateTime<Utc>> {
    at.utc().or_else(|| Some(at.date()?.and_time(NaiveTime::MIN).and_utc()))
}

/// Whether this report ends the search: the number belongs to this carrier.
pub fn is_decisive(report: &CarrierReport, kind: &RequestType, now: DateTime<Utc>) -> bool {
    report.ownership == Ownership::Confirmed
        && (*kind != RequestType::Container || report.last_event.is_some_and(|at| now - at <= MAX_EVENT_AGE))
}

/// Returns the report of the carrier to which the number belongs. If several carriers confirmed it, returns the one with the latest event.
pub fn owner(reports: &[CarrierReport]) -> Option<&CarrierReport> {
    // If events are equally late, the first carrier is returned, because it is more likely.
    reports
        .iter()
        .filter(|report| report.ownership == Ownership::Confirmed)
        .rev()
        .max_by_key(|report| report.last_event)
}

/// Returns the attributes of the inference response: those of the detection, with the reports of carriers. A candidate is confirmed by
/// its carrier or only detected. A carrier that denied the number is not a candidate.
pub fn inference_attributes(detection: &Detection, reports: &[CarrierReport]) -> Value {
    let mut attributes = serde_json::to_value(detection).unwrap_or_default();
    if reports.is_empty() {
        return attributes;
    }
    let owner = owner(reports);
    let named = |scac: &str| lines::by_scac(scac).map_or(scac, |line| line.name).to_owned();
    let confirmed = owner
        .map(|owner| json!({ "scac": owner.scac, "name": named(&owner.scac), "confidence": 1.0, "confirmed": true }));
    let is_settled = |candidate: &&Candidate| {
        owner.is_some_and(|owner| owner.scac == candidate.scac)
            || reports.iter().any(|report| report.ownership == Ownership::Denied && report.scac == candidate.scac)
    };
    let detected = detection
        .shipping_line
        .candidates
        .iter()
        .filter(|candidate| !is_settled(candidate))
        .map(|one| json!({ "scac": one.scac, "name": one.name, "confidence": one.confidence, "confirmed": false }));
    let candidates: Vec<Value> = confirmed.into_iter().chain(detected).collect();
    let best = candidates.first().and_then(|best| best["confidence"].as_f64()).unwrap_or(0.0);
    let decision = Decision::at(best);
    let line = &mut attributes["shipping_line"];
    line["decision"] = serde_json::to_value(decision).unwrap_or_default();
    line["selected"] = candidates.first().filter(|_| decision != Decision::NoPrediction).cloned().unwrap_or_default();
    line["candidates"] = candidates.into();
    line["asked"] = reports
        .iter()
        .map(|one| json!({ "scac": one.scac, "name": named(&one.scac), "answer": one.ownership, "reason": one.why }))
        .collect();
    attributes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipping_lines::detect::detect;
    use crate::tracking::{Event, Fact, Movement};

    fn candidates(codes: &[&str]) -> Vec<CandidateCarrier> {
        codes
            .iter()
            .map(|scac| CandidateCarrier {
                scac: (*scac).to_owned(),
                confirms: ConfirmationScope::Everything,
                is_brand: *scac == "APLU",
            })
            .collect()
    }

    fn asked(text: &str, kind: RequestType, codes: &[&str]) -> Vec<String> {
        let asked = carriers_to_ask(&detect(text).unwrap(), &kind, &candidates(codes));
        asked.into_iter().map(|carrier| carrier.scac).collect()
    }

    fn now() -> DateTime<Utc> {
        "2026-05-01T00:00:00Z".parse().unwrap()
    }

    fn report(scac: &str, ownership: Ownership, days_ago: Option<i64>) -> CarrierReport {
        let last_event = days_ago.map(|days| now() - TimeDelta::days(days));
        CarrierReport { scac: scac.to_owned(), ownership, last_event, why: None }
    }

    #[test]
    fn detected_carriers_are_asked_first_and_others_only_if_the_number_is_ambiguous() {
        let all = ["MAEU", "MSCU", "HLCU", "COSU", "OOLU"];
        assert_eq!(asked("MEDUF5399896", RequestType::BillOfLading, &all), [""; 0], "the detection is reliable");
        assert_eq!(asked("MAEU12345678", RequestType::BillOfLading, &all), ["MAEU"]);
        assert_eq!(asked("MSCU5956818", RequestType::Container, &all), ["MSCU", "MAEU", "HLCU", "COSU", "OOLU"]);
        assert_eq!(asked("TGHU1643396", RequestType::Container, &all), all, "a container of a lessor");
        assert_eq!(asked("TGHU1643396", RequestType::Container, &["CMDU", "APLU"]), ["CMDU"], "APL is a brand");
        assert_eq!(
            asked("APLU1234567890", RequestType::BillOfLading, &["CMDU", "APLU"]),
            [""; 0],
            "the format is known"
        );
        assert_eq!(asked("APLU12345", RequestType::BillOfLading, &["CMDU", "APLU"]), ["APLU"]);
        assert_eq!(asked("TGHU1643397", RequestType::Container, &all), [""; 0], "a wrong check digit");
        let bare = asked("6123456789", RequestType::BillOfLading, &all);
        assert_eq!(bare[..2], ["COSU", "OOLU"]);
        assert_eq!(bare.len(), 5);
        let many: Vec<String> = (0..20).map(|n| format!("XX{n:02}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(asked("TGHU1643396", RequestType::Container, &many).len(), MAX_CARRIERS);
    }

    #[test]
    fn ownership_follows_from_answer_and_scope() {
        use LookUpFailure::{InvalidNumber, NoDataYet, NotFound, RateLimited, Refused, Withheld};
        let at = now() - TimeDelta::days(2);
        let event = |number: &str| Answer {
            facts: vec![Fact::event(number, Event::actual(Movement::GateIn, at))],
            ..Answer::default()
        };
        let of = |result, confirms| ownership(&result, confirms, "TGHU1643396", now());
        let all = ConfirmationScope::Everything;
        assert_eq!(of(Ok(event("TGHU1643396")), all), (Ownership::Confirmed, Some(at)));
        assert_eq!(of(Ok(event("MSKU0308961")), all), (Ownership::Denied, None), "the events are of another container");
        assert_eq!(of(Ok(Answer::default()), ConfirmationScope::OwnShipments).0, Ownership::NotVisible);
        for (failure, confirms, expected) in [
            (NotFound, all, Ownership::Denied),
            (InvalidNumber, all, Ownership::Denied),
            (NotFound, ConfirmationScope::OwnShipments, Ownership::NotVisible),
            (Withheld, all, Ownership::NotVisible),
            (NoDataYet, all, Ownership::Confirmed),
            (Refused, all, Ownership::Nothing),
            (RateLimited { retry_after: None }, all, Ownership::Nothing),
        ] {
            assert_eq!(of(Err(failure.clone()), confirms).0, expected, "{failure:?}");
        }
    }

    #[test]
    fn container_belongs_to_the_carrier_with_the_latest_event() {
        let old = report("MAEU", Ownership::Confirmed, Some(400));
        assert!(
            !is_decisive(&old, &RequestType::Container, now()) && is_decisive(&old, &RequestType::BillOfLading, now())
        );
        assert!(is_decisive(&report("HLCU", Ownership::Confirmed, Some(-20)), &RequestType::Container, now()));
        let all =
            [old.clone(), report("HLCU", Ownership::Confirmed, Some(100)), report("MSCU", Ownership::Denied, None)];
        assert_eq!(owner(&all).unwrap().scac, "HLCU");
        assert_eq!(owner(&all[2..]), None);
    }

    #[test]
    fn inference_marks_confirmed_candidates() {
        let detection = detect("MSCU5956818").unwrap();
        assert_eq!(inference_attributes(&detection, &[]), serde_json::to_value(&detection).unwrap());
        let attributes = inference_attributes(
            &detection,
            &[report("MSCU", Ownership::NotVisible, None), report("MAEU", Ownership::Confirmed, Some(1))],
        );
        let maersk = json!({ "scac": "MAEU", "name": "Maersk", "confidence": 1.0, "confirmed": true });
        let line = &attributes["shipping_line"];
        assert_eq!((&line["decision"], &line["selected"]), (&json!("auto_select"), &maersk));
        assert_eq!(line["candidates"][1]["confirmed"], false);
        assert_eq!(line["asked"][0]["answer"], "not_visible");
        let unconfirmed = inference_attributes(&detection, &[report("MSCU", Ownership::NotVisible, None)]);
        let line = &unconfirmed["shipping_line"];
        assert_eq!((&line["decision"], &line["selected"]["scac"]), (&json!("needs_confirmation"), &json!("MSCU")));
        let denied = inference_attributes(&detection, &[report("MSCU", Ownership::Denied, None)]);
        assert_eq!(denied["shipping_line"]["decision"], "no_prediction");
        assert_eq!(denied["shipping_line"]["candidates"], json!([]));
    }
}
