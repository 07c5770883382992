//! Compares the table in `core/docs/lifecycle.md` with the code, in both directions.

use super::cases::{self, Case};
use super::*;

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lifecycle.md"));

/// A row of the table.
struct Row {
    from: Vec<&'static str>,
    inputs: Vec<&'static str>,
    conditions: Vec<&'static str>,
    to: &'static str,
    reason: &'static str,
    retry_count: &'static str,
    effects: Vec<&'static str>,
    due: &'static str,
}

/// The names in a cell.
fn names(cell: &'static str) -> Vec<&'static str> {
    cell.split(", ").filter(|name| !name.is_empty()).collect()
}

fn rows() -> Vec<Row> {
    let lines = PAGE.lines().skip_while(|line| !line.starts_with("| From |")).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [from, input, condition, to, reason, retry_count, effects, due] = cells[..] else {
            panic!("a row has eight cells: {line}")
        };
        let (from, inputs) = (names(from), names(input));
        Row { from, inputs, conditions: names(condition), to, reason, retry_count, effects: names(effects), due }
    });
    rows.collect()
}

impl Row {
    fn matches(&self, case: &Case) -> bool {
        self.from.contains(&from(case))
            && self.inputs.contains(&input(case))
            && self.conditions.iter().all(|condition| holds(condition, case))
    }

    /// What the row says about `case`, in the form of [`actual`].
    fn expected(&self, case: &Case) -> String {
        if self.to.starts_with("refused: ") {
            return self.to.to_owned();
        }
        let reason = match self.reason {
            "the outage" => outage_reason(case),
            // The states of `cases` have no reason.
            "as before" if case.state.failed_attempts > 0 => "internal_processing_error",
            "as before" => "null",
            other => other,
        };
        let retry_count = match self.retry_count {
            "as before" if case.state.failed_attempts > 0 => case.state.failed_attempts.min(14).to_string(),
            "as before" => "null".to_owned(),
            "one more" => case.state.failed_attempts.saturating_add(1).min(14).to_string(),
            other => other.to_owned(),
        };
        let stop = stop_reason(case).map(|reason| format!("stop {reason}")).unwrap_or_default();
        let effects: Vec<_> = self
            .effects
            .iter()
            .map(|effect| if matches!(*effect, "stop as concluded" | "stop as asked") { &stop } else { *effect })
            .collect();
        let to = if self.to == "unchanged" { from(case) } else { self.to };
        format!("{to} | {reason} | {retry_count} | {} | {:?}", effects.join(", "), due(self.due, case))
    }
}

fn from(case: &Case) -> &str {
    if case.state.status.is_known() { case.state.status.as_str() } else { "(unknown)" }
}

fn input(case: &Case) -> &'static str {
    match &case.input {
        Input::Stop(_) => "stop",
        Input::Resume => "resume",
        Input::AskNow => "ask now",
        Input::LookUp(LookUpOutcome::Found { .. }) => "found",
        Input::LookUp(LookUpOutcome::NextTripAwaited) => "next trip awaited",
        Input::LookUp(LookUpOutcome::Failed(failure)) => match failure.kind() {
            LookUpFailure::NoDataYet => "no data yet",
            LookUpFailure::NotFound => "not found",
            LookUpFailure::InvalidNumber => "invalid number",
            LookUpFailure::Cancelled => "booking cancelled",
            LookUpFailure::Withheld => "withheld",
            LookUpFailure::NoCarrier => "no carrier",
            LookUpFailure::RateLimited { .. } => "rate limited",
            LookUpFailure::Refused | LookUpFailure::Forbidden => "refused",
            _ => "outage",
        },
    }
}

/// Whether a condition of the table holds.
fn holds(condition: &str, case: &Case) -> bool {
    let age = |moment: Option<DateTime<Utc>>| NOW - moment.unwrap();
    match condition {
        "container" => case.kind == RequestType::Container,
        "not container" => !holds("container", case),
        "duplicate" => matches!(case.input, Input::LookUp(LookUpOutcome::Found { duplicate: true, .. })),
        "not duplicate" => !holds("duplicate", case),
        "concluded" => stop_reason(case).is_some(),
        "nothing concluded" => !holds("concluded", case),
        "waived" => {
            let windows = ["past_arrival_window", "past_full_out_window", "no_updates_at_line"];
            let by_window = stop_reason(case).is_some_and(|reason| windows.contains(&reason));
            by_window && case.state.resumed.is_some_and(|at| NOW - at < days(56))
        }
        "not waived" => !holds("waived", case),
        "final check" => case.state.awaits_final_check(),
        "no final check" => !holds("final check", case),
        "tries left" => case.state.failed_attempts < 13,
        "last try" => !holds("tries left", case),
        "between trips" => case.state.awaits_next_trip(),
        "not between trips" => !holds("between trips", case),
        "window open" => holds("between trips", case) || age(case.state.awaiting_since) < days(7),
        "window over" => !holds("window open", case),
        "number known" => case.state.known_to_carrier,
        "number not known" => !holds("number known", case),
        "not silent" => !holds("silent too long", case),
        "silent too long" => age(case.state.last_found) >= days(56),
        "retrying" => case.state.failed_attempts > 0,
        "not retrying" => !holds("retrying", case),
        other => panic!("unknown condition: {other}"),
    }
}

/// The stop reason in the input.
fn stop_reason(case: &Case) -> Option<&str> {
    match &case.input {
        Input::Stop(reason) | Input::LookUp(LookUpOutcome::Found { concluded: Some(reason), .. }) => {
            Some(reason.as_str())
        }
        _ => None,
    }
}

fn outage_reason(case: &Case) -> &str {
    match &case.input {
        Input::LookUp(LookUpOutcome::Failed(LookUpFailure::Unreachable { .. })) => "shipping_line_unreachable",
        Input::LookUp(LookUpOutcome::Failed(LookUpFailure::Unreadable)) => "unrecognized_response",
        Input::LookUp(LookUpOutcome::Failed(LookUpFailure::Panicked)) => "internal_processing_error",
        _ => panic!("the row has the reason of an outage, but the input is not an outage"),
    }
}

fn is_between_trips(case: &Case) -> bool {
    case.state.awaits_next_trip() || case.input == Input::LookUp(LookUpOutcome::NextTripAwaited)
}

fn due(name: &str, case: &Case) -> Option<DateTime<Utc>> {
    let window_end = || case.state.awaiting_since.map_or(NOW + days(7), |since| since + days(7));
    let pause = match name {
        "never" => return None,
        "now" => TimeDelta::zero(),
        "as before" => case.state.due? - NOW,
        "an hour" => TimeDelta::hours(1),
        "a day" => days(1),
        "final check" => match stop_reason(case) {
            Some("all_containers_terminated" | "booking_cancelled") => days(1),
            _ => return None,
        },
        "refresh" => refresh(case),
        "check" if is_between_trips(case) => days(1),
        "check" => days(1).min(window_end() - NOW),
        "back-off" => back_off(case, TimeDelta::MAX),
        "back-off within a check" => back_off(case, days(1)),
        "back-off within a refresh" => back_off(case, refresh(case)),
        "requested pause" => requested_or_scheduled(case, TimeDelta::MAX),
        "requested pause within a check" => requested_or_scheduled(case, days(1)),
        "requested pause within a refresh" => requested_or_scheduled(case, refresh(case)),
        other => panic!("unknown due time: {other}"),
    };
    Some(NOW + pause)
}

fn back_off(case: &Case, longest: TimeDelta) -> TimeDelta {
    scheduled(case, longest).max(requested(case))
}

fn requested_or_scheduled(case: &Case, longest: TimeDelta) -> TimeDelta {
    Some(requested(case)).filter(|pause| !pause.is_zero()).unwrap_or_else(|| scheduled(case, longest))
}

fn scheduled(case: &Case, longest: TimeDelta) -> TimeDelta {
    let scheduled = 45_000.0 * 1.75_f64.powi(case.state.failed_attempts.min(13) as i32);
    TimeDelta::milliseconds(scheduled as i64).min(longest)
}

fn requested(case: &Case) -> TimeDelta {
    let Input::LookUp(outcome) = &case.input else { panic!("only a look-up has a requested pause") };
    let asked = outcome.retry_after().map_or(0, |pause| pause.as_secs().min(12 * 3600) as i64);
    TimeDelta::seconds(asked)
}

/// The pause for the stages, or the pause that the answer requests.
fn refresh(case: &Case) -> TimeDelta {
    let (stages, asked) = match &case.input {
        Input::LookUp(LookUpOutcome::Found { outlook, .. }) => (&outlook.stages, outlook.next_look),
        _ => (&case.state.stages, None),
    };
    let hours = stages.iter().map(|stage| match stage {
        Stage::BeforeLoading | Stage::Inland => 6,
        Stage::InPort | Stage::FreeUntil { .. } => 3,
        Stage::AtSea { arrives: Some(at) } if *at - NOW <= days(3) => 3,
        _ => 12,
    });
    let pause = TimeDelta::hours(hours.min().unwrap_or(6));
    asked.map_or(pause, |asked| TimeDelta::seconds(asked.as_secs().clamp(300, 24 * 3600) as i64))
}

/// What the code does.
fn actual(case: &Case) -> String {
    let Transition { next, effects } = match apply(&case.state, &case.input, &case.kind, NOW, &Policy::default(), 0.5) {
        Ok(transition) => transition,
        Err(refusal) => return format!("refused: {}", refusal_name(refusal)),
    };
    let effects: Vec<_> = effects.iter().map(effect).collect();
    let reason = next.failed_reason.as_ref().map_or("null", FailedReason::as_str);
    let retry_count = next.retry_count().map_or("null".to_owned(), |count| count.to_string());
    format!("{} | {reason} | {retry_count} | {} | {:?}", next.status, effects.join(", "), next.due)
}

fn effect(effect: &Effect) -> String {
    match effect {
        Effect::RecordShipment => "record".into(),
        Effect::StopShipment(reason) => format!("stop {reason}"),
        Effect::ResumeShipment => "resume".into(),
        Effect::Notify(event) => event.as_str().replace("tracking_request.", "notify "),
    }
}

fn refusal_name(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Ended => "ended",
        Refusal::NoShipment => "no shipment",
        Refusal::NotStopped => "not stopped",
        Refusal::AlreadyStopped => "already stopped",
        Refusal::UnknownStatus => "unknown status",
    }
}

/// Describes the case in a failing test.
fn description(case: &Case) -> String {
    format!("{} {:?} at {NOW}: {:?}", case.kind, case.input, case.state)
}

#[test]
fn every_case_matches_exactly_one_row_and_its_result() {
    let rows = rows();
    for case in cases::all() {
        let matching: Vec<_> = rows.iter().filter(|row| row.matches(&case)).collect();
        assert_eq!(matching.len(), 1, "rows that match {}", description(&case));
        assert_eq!(actual(&case), matching[0].expected(&case), "{}", description(&case));
    }
}

#[test]
fn every_row_matches_some_case_for_each_of_its_values() {
    let cases = cases::all();
    for row in rows() {
        for from_name in &row.from {
            for input_name in &row.inputs {
                let met = cases
                    .iter()
                    .any(|case| from(case) == *from_name && input(case) == *input_name && row.matches(case));
                assert!(met, "no case is {from_name}, {input_name}, {:?}", row.conditions);
            }
        }
    }
}

#[test]
fn every_condition_and_due_time_is_explained_below_the_table() {
    let explained = |name: &str| PAGE.contains(&format!("\n| {name} |")) || PAGE.contains(&format!("`{name}`"));
    for row in rows() {
        let negation =
            |name: &&str| !name.starts_with("not") && !name.starts_with("no ") && *name != "nothing concluded";
        for condition in row.conditions.iter().copied().filter(negation) {
            assert!(explained(condition), "{condition}");
        }
        assert!(row.due.is_empty() || explained(row.due), "{}", row.due);
    }
}
