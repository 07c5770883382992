//! Tests of the lifecycle: its table, random sequences of inputs, and every state that it can reach.

mod cases;
mod idle_time;
mod invariants;
mod model;
mod properties;
mod scenarios;
mod schedule;
mod table;

use chrono::{DateTime, TimeDelta, Utc};

use super::failure::LookUpFailure;
use super::{Effect, Input, LookUpOutcome, Outlook, Policy, Refusal, State, Transition, apply};
use crate::resources::{EventName, FailedReason, RequestStatus, RequestType, StopReason};
use crate::tracking::Stage;

/// The current time in tests, if not said otherwise.
const NOW: DateTime<Utc> = DateTime::from_timestamp(1_700_000_000, 0).unwrap();

fn days(count: i64) -> TimeDelta {
    TimeDelta::days(count)
}

fn outage() -> Input {
    outage_with(None)
}

fn outage_with(retry_after: Option<std::time::Duration>) -> Input {
    failed_with(LookUpFailure::Unreachable { retry_after })
}

const fn failed_with(failure: LookUpFailure) -> Input {
    Input::LookUp(LookUpOutcome::Failed(failure))
}

fn found() -> Input {
    Input::LookUp(LookUpOutcome::Found { duplicate: false, concluded: None, outlook: Outlook::default() })
}

fn concluded(reason: StopReason) -> Input {
    let outlook = Outlook::default();
    Input::LookUp(LookUpOutcome::Found { duplicate: false, concluded: Some(reason), outlook })
}

/// The transition of a bill of lading under the default policy, without random variation.
fn step(state: &State, input: &Input, now: DateTime<Utc>) -> Transition {
    apply(state, input, &RequestType::BillOfLading, now, &Policy::default(), 0.5).unwrap()
}

fn notified(transition: &Transition) -> Vec<EventName> {
    let event = |effect: &Effect| match effect {
        Effect::Notify(event) => Some(event.clone()),
        _ => None,
    };
    transition.effects.iter().filter_map(event).collect()
}
