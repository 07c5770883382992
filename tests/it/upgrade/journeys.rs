//! A carrier whose answers follow from the number and the time alone.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::http::Call;
use shiptrack::numbers::ContainerNumber;
use shiptrack::tracking::Fact;

/// The bill with many containers.
pub(super) const CONVOY: u32 = 100;
/// The bill whose one container has many events.
pub(super) const LONG: u32 = 101;

/// What happens on a voyage: hours after the first look-up, milestone, place.
const VOYAGE: [(i64, &str, usize); 14] = [
    (-90, "empty_out", 0),
    (-60, "full_in", 0),
    (-30, "vessel_loaded", 0),
    (-20, "vessel_departed", 0),
    (20, "transshipment_arrived", 1),
    (26, "transshipment_discharged", 1),
    (50, "transshipment_loaded", 1),
    (52, "transshipment_departed", 1),
    (120, "vessel_arrived", 2),
    (122, "vessel_berthed", 2),
    (130, "vessel_discharged", 2),
    (150, "available", 2),
    (170, "full_out", 2),
    (200, "empty_in", 2),
];

pub(super) struct Journeys;

impl Carrier for Journeys {
    fn look_up(&self, asked: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        let digits: String = asked.normalised_number.chars().filter(char::is_ascii_digit).collect();
        let number = digits.parse::<u32>().unwrap_or_default() % 1_000;
        let age = (asked.now - asked.first_asked_at).num_hours();
        match number {
            CONVOY | LONG => {}
            _ => match number % 10 {
                6 => return Err(LookUpFailure::NotFound),
                7 if number % 20 == 7 => return Err(LookUpFailure::NoDataYet),
                7 if age < 48 => return Err(LookUpFailure::NoDataYet),
                8 if asked.attempt < 4 => {
                    return Err(LookUpFailure::Unreachable { retry_after: Some(Duration::from_secs(90)) });
                }
                9 if number % 30 == 9 => return Err(LookUpFailure::InvalidNumber),
                9 if number % 30 == 19 => return Err(LookUpFailure::Withheld),
                9 if age > 100 => return Err(LookUpFailure::Cancelled),
                _ => {}
            },
        }
        let facts = Fact::parse_all(&facts(number, asked.first_asked_at, asked.now).to_string()).expect("facts");
        Ok(Answer { facts, complete: true, ..Answer::default() })
    }
}

fn facts(number: u32, begun: DateTime<Utc>, now: DateTime<Utc>) -> Value {
    let boxes: Vec<String> = (0..boxes(number)).map(|at| container(number * 100 + at)).collect();
    let places = places();
    let vessel = |leg: usize| {
        let number = if leg == 0 { "9321483" } else { "9074729" };
        json!({ "name": format!("Test Voyager {leg}"), "imo": number })
    };
    let mut facts = vec![json!({ "particulars": {
        "port_of_lading": places[0], "port_of_discharge": places[2], "containers": boxes,
    } })];
    for (hours, milestone, place) in VOYAGE {
        let at = begun + TimeDelta::hours(hours);
        for (index, container) in boxes.iter().enumerate() {
            let at = at + TimeDelta::minutes(index as i64 * 7);
            if at <= now {
                facts.push(json!({ "container": container, "source": "shipping_line", "event": {
                    "milestone": milestone, "at": at.to_rfc3339(), "place": places[place],
                    "vessel": vessel(place.min(1)), "voyage": format!("{:03}E", number % 500),
                }, "codes": { "transportEventTypeCode": milestone, "row": index } }));
            }
        }
    }
    if begun + TimeDelta::hours(120) > now {
        let days = (now - begun).num_days();
        let at = begun + TimeDelta::hours(120 + days * 3);
        facts.push(json!({ "event": { "milestone": "vessel_arrived", "certainty": "estimated",
            "at": at.to_rfc3339(), "place": places[2], "vessel": vessel(1), "voyage": "042W" } }));
    } else {
        let day = (begun + TimeDelta::hours(260)).date_naive().to_string();
        facts.push(json!({ "container": boxes[0], "source": "terminal", "reading": {
            "terminal": "Pier 400", "available_for_pickup": true, "pickup_lfd_terminal": day,
            "holds": [{ "name": "customs", "description": "exam" }],
            "fees": [{ "type": "demurrage", "amount": 150.25, "currency_code": "USD" }],
        } }));
    }
    if number == LONG {
        facts.extend((0..60).map(|n| {
            let milestone = ["rail_loaded", "rail_departed", "rail_arrived", "rail_unloaded"][n % 4];
            json!({ "container": boxes[0], "source": "rail", "event": {
                "milestone": milestone,
                "at": (begun - TimeDelta::hours(400 - n as i64)).to_rfc3339(), "place": { "name": format!("Ramp {n}") },
            } })
        }));
    }
    Value::Array(facts)
}

fn boxes(number: u32) -> u32 {
    if number == CONVOY { 12 } else { 1 + number % 2 }
}

fn places() -> [Value; 3] {
    [
        json!({ "locode": "CNSHA", "name": "Shanghai", "timezone": "Asia/Shanghai" }),
        json!({ "locode": "KRPUS", "name": "Busan", "timezone": "Asia/Seoul", "facility": "PNC" }),
        json!({ "locode": "USLAX", "name": "Los Angeles", "timezone": "America/Los_Angeles" }),
    ]
}

/// A container number with its check digit.
pub(super) fn container(serial: u32) -> String {
    let ten = format!("MSKU{serial:06}");
    let digit = ContainerNumber::check_digit_of(&ten).expect("ten characters");
    format!("{ten}{digit}")
}
