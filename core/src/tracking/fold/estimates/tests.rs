use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::super::{Confirmations, TripSelection, UnusedReason, fold_trips};
use crate::resources::{DataSource, Timestamp};
use crate::tracking::key::Key;
use crate::tracking::{Event, Fact, FactMark, FoldPolicy, Milestone, Picture, fold};

use DataSource::{Ais, Pierpass, Rail, ShippingLine, Terminal, UserInput};

const CONTAINER: &str = "MSKU0308961";

fn moment(text: &str) -> DateTime<Utc> {
    let text = if text.len() == 5 { format!("2026-{text}T12:00:00Z") } else { text.to_owned() };
    text.parse().unwrap()
}

/// An estimated arrival at Los Angeles. A day such as `05-20` is noon of that day.
fn expects(source: DataSource, arrival: &str, received: &str) -> Fact {
    let at = if arrival.len() == 5 { Timestamp::from(moment(arrival)) } else { Timestamp::new(arrival) };
    let event = Event::estimated(Milestone::VesselArrived, at).at_place("USLAX");
    Fact::event(CONTAINER, event).with_source(source).received(moment(received))
}

fn did(milestone: Milestone, at: &str, place: &str) -> Fact {
    Fact::event(CONTAINER, Event::actual(milestone, moment(at)).at_place(place)).received(moment(at))
}

fn at(now: &str, facts: &[Fact]) -> Picture {
    fold(facts, moment(now), &FoldPolicy::default())
}

/// Where the estimate is from, and its month and day.
fn eta(picture: &Picture) -> Option<(DataSource, String)> {
    let found = picture.containers[0].events.iter().find(|event| event.event.event.is_estimate());
    assert_eq!(found.map(|found| found.event.timestamp.clone()), picture.shipment.pod_eta_at.clone().map(Some));
    let found = &found?.event;
    assert_eq!(found.data_source, picture.pod_eta_source);
    Some((found.data_source.clone()?, found.timestamp.as_ref()?.as_str()[5..10].to_owned()))
}

fn chosen(now: &str, facts: &[Fact]) -> Option<(DataSource, String)> {
    eta(&at(now, facts))
}

fn of(source: DataSource, day: &str) -> Option<(DataSource, String)> {
    Some((source, day.to_owned()))
}

fn reasons(picture: &Picture) -> Vec<UnusedReason> {
    picture.unused.iter().map(|unused| unused.reason).collect()
}

/// Confirms the facts at these times.
fn confirmed(now: &str, facts: &[(Fact, &str)]) -> Picture {
    let (trips, mut confirmations) = (BTreeMap::new(), Confirmations::default());
    for (fact, at) in facts {
        let mark = FactMark { key: Key::of(fact).unwrap().digest(), received_at: fact.received_at };
        confirmations.add(mark, moment(at));
    }
    let selection = TripSelection::of_all_containers(&trips, &confirmations);
    fold_trips(facts.iter().map(|(fact, _)| fact), &selection, moment(now), &FoldPolicy::default()).picture
}

#[test]
fn users_are_preferred_to_the_line_then_terminals_then_others_then_ais() {
    let all = [
        expects(ShippingLine, "05-20", "05-01"),
        expects(Terminal, "05-21", "05-02"),
        expects(Pierpass, "05-22", "05-02"),
        expects(Ais, "05-23", "05-03"),
    ];
    assert_eq!(chosen("05-03", &all), of(ShippingLine, "05-20"));
    assert_eq!(chosen("05-03", &all[1..]), of(Terminal, "05-21"));
    assert_eq!(chosen("05-03", &all[2..]), of(Pierpass, "05-22"));
    assert_eq!(chosen("05-03", &all[3..]), of(Ais, "05-23"));
    let by_user = [&all[..], &[expects(UserInput, "05-24", "05-02")]].concat();
    assert_eq!(chosen("05-03", &by_user), of(UserInput, "05-24"));
    let railway = [expects(Rail, "05-24", "05-03"), expects(Terminal, "05-21", "05-02")];
    assert_eq!(chosen("05-03", &railway), of(Rail, "05-24"), "of equal sources, the one that was confirmed last");
    let policy = FoldPolicy { estimates_of_ais: 9, ..FoldPolicy::default() };
    assert_eq!(eta(&fold(&all, moment("05-03"), &policy)), of(Ais, "05-23"));
}

#[test]
fn an_estimate_that_was_not_confirmed_for_72_hours_yields_to_others() {
    let (line, ais) = (expects(ShippingLine, "05-20", "05-01"), expects(Ais, "05-23", "05-03"));
    let both = [line.clone(), ais.clone()];
    assert_eq!(chosen("2026-05-04T11:59:59Z", &both), of(ShippingLine, "05-20"));
    assert_eq!(chosen("2026-05-04T12:00:00Z", &both), of(Ais, "05-23"));
    assert_eq!(chosen("05-06", &both), of(ShippingLine, "05-20"), "neither was confirmed");
    let later = confirmed("05-05", &[(line, "05-04"), (ais, "05-05")]);
    assert_eq!(eta(&later), of(ShippingLine, "05-20"), "the line repeated its estimate");
}

#[test]
fn a_passed_estimate_is_used_only_if_none_is_ahead() {
    let facts = [expects(ShippingLine, "05-10", "05-09"), expects(Terminal, "05-12", "05-09")];
    assert_eq!(chosen("05-10", &facts), of(Terminal, "05-12"), "it passes at its time");
    assert_eq!(chosen("05-11", &facts), of(Terminal, "05-12"));
    assert_eq!(chosen("05-11", &facts[..1]), of(ShippingLine, "05-10"));
    assert_eq!(chosen("05-12", &facts), of(ShippingLine, "05-10"), "both have passed");
    let mut plan = expects(Terminal, "05-12", "05-09");
    if let crate::tracking::Statement::Event(event) = &mut plan.statement {
        event.certainty = crate::tracking::Certainty::Planned;
    }
    assert_eq!(chosen("05-11", &[facts[0].clone(), plan]), of(Terminal, "05-12"), "a plan that is ahead");
}

#[test]
fn a_date_passes_when_its_day_is_over_at_the_place() {
    let zone = Fact::particulars(crate::tracking::Particulars {
        port_of_discharge: Some(crate::tracking::Place::new("USLAX", "Los Angeles").in_zone("America/Los_Angeles")),
        ..Default::default()
    });
    let facts = [
        zone.received(moment("05-09")),
        expects(ShippingLine, "2026-05-10", "05-09"),
        expects(Ais, "2026-05-13T00:00:00Z", "05-09"),
    ];
    assert_eq!(chosen("2026-05-11T06:59:59Z", &facts).map(|(source, _)| source), Some(ShippingLine));
    assert_eq!(chosen("2026-05-11T07:00:00Z", &facts).map(|(source, _)| source), Some(Ais));
}

#[test]
fn a_lower_source_is_not_used_if_it_is_more_than_30_days_from_all_better_ones() {
    let line = expects(ShippingLine, "05-20", "05-01");
    let far = [line.clone(), expects(Terminal, "2026-06-19T12:00:01Z", "05-05")];
    assert_eq!(chosen("05-05", &far), of(ShippingLine, "05-20"), "although the line is silent");
    assert_eq!(reasons(&at("05-05", &far)), [UnusedReason::FarFromPreferred]);
    assert_eq!(chosen("05-21", &far), of(Terminal, "06-19"), "the estimate of the line has passed");
    let near = [line, expects(Terminal, "06-19", "05-05")];
    assert_eq!(chosen("05-05", &near), of(Terminal, "06-19"));
    assert_eq!(reasons(&at("05-05", &near)), []);
}

#[test]
fn an_ais_estimate_that_had_passed_or_is_60_days_ahead_is_never_used() {
    for (arrival, reason) in [
        ("2026-05-02T11:59:59Z", Some(UnusedReason::PassedAtReceipt)),
        ("2026-05-02T12:00:00Z", None),
        ("2026-04-30", Some(UnusedReason::PassedAtReceipt)),
        ("2026-05-02", None),
        ("2026-07-01T12:00:00Z", None),
        ("2026-07-01T12:00:01Z", Some(UnusedReason::TooFarAhead)),
        ("2027-05-02", Some(UnusedReason::TooFarAhead)),
    ] {
        let picture = at("05-02", &[expects(Ais, arrival, "05-02")]);
        assert_eq!(reasons(&picture), reason.into_iter().collect::<Vec<_>>(), "{arrival}");
        assert_eq!(picture.shipment.pod_eta_at.is_some(), reason.is_none(), "{arrival}");
    }
    let stale = confirmed("05-06", &[(expects(Ais, "05-04", "05-02"), "05-05")]);
    assert_eq!(reasons(&stale), [UnusedReason::PassedAtReceipt], "the newest answer that contains it counts");
}

#[test]
fn an_estimate_before_the_last_movement_is_not_used() {
    let departed = did(Milestone::VesselDeparted, "05-04", "CNSHA");
    let after = |arrival: &str| at("05-05", &[departed.clone(), expects(ShippingLine, arrival, "05-05")]);
    let early = after("2026-05-03T21:59:59Z");
    assert_eq!((eta(&early), reasons(&early)), (None, vec![UnusedReason::BeforeLastEvent]));
    assert!(eta(&after("2026-05-03T22:00:00Z")).is_some(), "14 hours are allowed");
    let released = did(Milestone::CustomsRelease, "05-04", "USLAX");
    let facts = [expects(ShippingLine, "05-03", "05-02"), released];
    assert_eq!(chosen("05-05", &facts), of(ShippingLine, "05-03"), "customs release is no movement");
}

#[test]
fn an_arrival_of_ais_is_not_used_while_the_line_expects_it_later() {
    let by_ais = did(Milestone::VesselArrived, "05-10", "USLAX").with_source(Ais);
    let sailed = did(Milestone::VesselDeparted, "05-01", "CNSHA");
    let facts = [sailed, by_ais.clone(), expects(ShippingLine, "05-20", "05-11")];
    let picture = at("05-11", &facts);
    assert_eq!((picture.shipment.pod_ata_at.clone(), eta(&picture)), (None, of(ShippingLine, "05-20")));
    assert_eq!(reasons(&picture), [UnusedReason::LineExpectsLater]);
    assert_eq!(picture.changes_at, Some(moment("05-18")));
    assert_eq!(at("05-18", &facts).shipment.pod_ata_at, Some(moment("05-10").into()));
    let earlier = [by_ais.clone(), expects(ShippingLine, "05-20", "05-09")];
    assert!(at("05-11", &earlier).shipment.pod_ata_at.is_some(), "the line reported its estimate before the arrival");
    let discharged = did(Milestone::VesselDischarged, "05-11", "USLAX").with_source(Terminal);
    let proved = [by_ais, discharged, expects(ShippingLine, "05-20", "05-12")];
    assert!(at("05-12", &proved).shipment.pod_ata_at.is_some(), "the terminal discharged the container");
}

#[test]
fn the_picture_changes_when_an_estimate_passes_or_was_not_confirmed_for_72_hours() {
    let (line, terminal) = (expects(ShippingLine, "05-20", "05-03"), expects(Terminal, "05-05", "05-03"));
    assert_eq!(at("05-04", &[line.clone(), terminal.clone()]).changes_at, Some(moment("05-05")));
    assert_eq!(at("05-05", &[line.clone(), terminal]).changes_at, Some(moment("05-06")));
    assert_eq!(at("05-05", &[line]).changes_at, None, "there is nothing to choose");
}

#[test]
fn the_picture_changes_when_an_estimate_of_ais_is_60_days_ahead_and_when_it_passes() {
    let expected = [expects(Ais, "05-20", "03-01")];
    let changes_at = |now: &str| at(now, &expected).changes_at;
    assert_eq!(changes_at("03-10"), Some(moment("03-21")));
    assert_eq!(changes_at("03-21"), Some(moment("05-20")));
    assert_eq!(changes_at("05-20"), Some(moment("05-20")), "an answer received later finds that it has passed");
    assert_eq!(changes_at("2026-05-20T12:00:01Z"), None);
    let arrived = [expects(Ais, "05-20", "05-01"), did(Milestone::VesselArrived, "05-02", "USLAX")];
    assert_eq!(at("05-03", &arrived).changes_at, None, "the vessel has arrived");
}

#[test]
fn an_actual_event_in_the_future_is_an_estimate_until_it_enters_its_window() {
    let arrived = did(Milestone::VesselArrived, "05-20", "USLAX").received(moment("05-10"));
    let picture = at("05-10", std::slice::from_ref(&arrived));
    assert_eq!((eta(&picture), &picture.shipment.pod_ata_at), (of(ShippingLine, "05-20"), &None));
    assert_eq!(reasons(&picture), [UnusedReason::InFuture]);
    assert_eq!(picture.changes_at, Some(moment("2026-05-19T22:00:00Z")));
    let picture = at("2026-05-19T22:00:00Z", &[arrived]);
    assert_eq!((eta(&picture), &picture.shipment.pod_ata_at), (None, &Some(moment("05-20").into())));
    assert_eq!((reasons(&picture), picture.changes_at), (vec![], None));
}

#[test]
fn an_actual_event_without_a_plausible_time_is_not_used() {
    let mut untimed = did(Milestone::VesselArrived, "05-09", "USLAX");
    if let crate::tracking::Statement::Event(event) = &mut untimed.statement {
        event.at = None;
    }
    let impossible =
        Fact::event(CONTAINER, Event::actual(Milestone::VesselDischarged, "1970-01-01T00:00:00Z").at_place("USLAX"));
    let picture =
        at("05-10", &[untimed, impossible.received(moment("05-09")), expects(ShippingLine, "05-11", "05-09")]);
    assert_eq!(eta(&picture), of(ShippingLine, "05-11"));
    assert_eq!(picture.containers[0].events.len(), 1);
    let mut found = reasons(&picture);
    found.sort();
    assert_eq!(found, [UnusedReason::NoTime, UnusedReason::ImplausibleTime]);
}

#[test]
fn the_choice_does_not_depend_on_earlier_answers() {
    let answers = [("05-18", "05-01"), ("05-25", "05-02"), ("05-20", "05-03")];
    let all: Vec<Fact> = answers.iter().map(|(arrival, received)| expects(ShippingLine, arrival, received)).collect();
    let (whole, last) = (at("05-04", &all), at("05-04", &all[2..]));
    assert_eq!((eta(&whole), whole.changes_at), (eta(&last), last.changes_at));
}
