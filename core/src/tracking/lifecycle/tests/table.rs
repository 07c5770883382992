//! The table in `docs/lifecycle.md` and the code, row by row, in both directions.

use super::cases::{self, Case};
use super::*;

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lifecycle.md"));

/// A row of the table, its cells as written.
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
            panic!("eight cells are wanted: {line}")
        };
        let (from, inputs) = (names(from), names(input));
        Row { from, inputs, conditions: names(condition), to, reason, retry_count, effects: names(effects), due }
    });
    rows.collect()
}

impl Row {
    fn is_met(&self, case: &Case) -> bool {
        self.from.contains(&from(case))
            && self.inputs.contains(&input(case))
            && self.conditions.iter().all(|condition| holds(condition, case))
    }

    /// What the row says about `case`, in the words of [`done`].
    fn said(&self, case: &Case) -> String {
        if self.to.starts_with("refused: ") {
            return self.to.to_owned();
        }
        let reason = match self.reason {
            "the trouble" => trouble_told(case),
            // Cases in trouble have no reason kept.
            "as before" if case.state.failed_tries > 0 => "internal_processing_error",
            "as before" => "null",
            other => other,
        };
        let retry_count = match self.retry_count {
            "as before" if case.state.failed_tries > 0 => case.state.failed_tries.min(14).to_string(),
            "as before" => "null".to_owned(),
            "one more" => case.state.failed_tries.saturating_add(1).min(14).to_string(),
            other => other.to_owned(),
        };
        let stop = stop_reason(case).map(|reason| format!("stop {reason}")).unwrap_or_default();
        let effects: Vec<_> = self
            .effects
            .iter()
            .map(|effect| if matches!(*effect, "stop as concluded" | "stop as asked") { &stop } else { *effect })
            .collect();
        let to = if self.to == "as it was" { from(case) } else { self.to };
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
            _ => "trouble",
        },
    }
}

/// The conditions, told from the case alone.
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
        "tries left" => case.state.failed_tries < 13,
        "last try" => !holds("tries left", case),
        "between trips" => case.state.awaits_next_trip(),
        "not between trips" => !holds("between trips", case),
        "window open" => holds("between trips", case) || age(case.state.awaiting_since) < days(7),
        "window over" => !holds("window open", case),
        "number known" => case.state.known_to_carrier,
        "number never known" => !holds("number known", case),
        "heard of lately" => age(case.state.last_found) < days(56),
        "silent too long" => !holds("heard of lately", case),
        "retrying" => case.state.failed_tries > 0,
        "not retrying" => !holds("retrying", case),
        other => panic!("unknown condition: {other}"),
    }
}

/// The reason that came with the input.
fn stop_reason(case: &Case) -> Option<&str> {
    match &case.input {
        Input::Stop(reason) | Input::LookUp(LookUpOutcome::Found { concluded: Some(reason), .. }) => {
            Some(reason.as_str())
        }
        _ => None,
    }
}

fn trouble_told(case: &Case) -> &str {
    match &case.input {
        Input::LookUp(LookUpOutcome::Failed(LookUpFailure::Unreachable { .. })) => "shipping_line_unreachable",
        Input::LookUp(LookUpOutcome::Failed(LookUpFailure::Unreadable)) => "unrecognized_response",
        Input::LookUp(LookUpOutcome::Failed(LookUpFailure::Panicked)) => "internal_processing_error",
        _ => panic!("the row speaks of trouble where there is none"),
    }
}

fn says_between_trips(case: &Case) -> bool {
    case.state.awaits_next_trip() || case.input == Input::LookUp(LookUpOutcome::NextTripAwaited)
}

fn due(name: &str, case: &Case) -> Option<DateTime<Utc>> {
    let window_end = || case.state.awaiting_since.map_or(NOW + days(7), |since| since + days(7));
    let pause = match name {
        "never" => return None,
        "now" => TimeDelta::zero(),
        "as before" => case.state.due? - NOW,
        "an hour" => TimeDelta::hours(1),
        "refresh" => refresh(case),
        "check" if says_between_trips(case) => days(1),
        "check" => days(1).min(window_end() - NOW),
        "back-off" => back_off(case, TimeDelta::MAX),
        "back-off within a check" => back_off(case, days(1)),
        "back-off within a refresh" => back_off(case, refresh(case)),
        "pause asked for" => pause_asked_for(case, TimeDelta::MAX),
        "pause asked for within a check" => pause_asked_for(case, days(1)),
        "pause asked for within a refresh" => pause_asked_for(case, refresh(case)),
        other => panic!("unknown due moment: {other}"),
    };
    Some(NOW + pause)
}

fn back_off(case: &Case, longest: TimeDelta) -> TimeDelta {
    scheduled(case, longest).max(asked_for(case))
}

fn pause_asked_for(case: &Case, longest: TimeDelta) -> TimeDelta {
    Some(asked_for(case)).filter(|asked| !asked.is_zero()).unwrap_or_else(|| scheduled(case, longest))
}

fn scheduled(case: &Case, longest: TimeDelta) -> TimeDelta {
    let scheduled = 45_000.0 * 1.75_f64.powi(case.state.failed_tries.min(13) as i32);
    TimeDelta::milliseconds(scheduled as i64).min(longest)
}

fn asked_for(case: &Case) -> TimeDelta {
    let Input::LookUp(outcome) = &case.input else { panic!("a pause is asked for without a look-up") };
    let asked = outcome.retry_after().map_or(0, |pause| pause.as_secs().min(12 * 3600) as i64);
    TimeDelta::seconds(asked)
}

/// What the page says of the stages, and of a carrier that names the pause itself.
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

/// What the code does in `case`.
fn done(case: &Case) -> String {
    let Transition { next, effects } = match apply(&case.state, &case.input, &case.kind, NOW, &Policy::default(), 0.5) {
        Ok(transition) => transition,
        Err(refusal) => return format!("refused: {}", refused(refusal)),
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

fn refused(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Ended => "ended",
        Refusal::NoShipment => "no shipment",
        Refusal::NotStopped => "not stopped",
        Refusal::AlreadyStopped => "already stopped",
        Refusal::UnknownStatus => "unknown status",
    }
}

/// The case in words, for a failing test.
fn told(case: &Case) -> String {
    format!("{} {:?} at {NOW}: {:?}", case.kind, case.input, case.state)
}

#[test]
fn every_case_meets_exactly_one_row_and_does_what_it_says() {
    let rows = rows();
    for case in cases::all() {
        let met: Vec<_> = rows.iter().filter(|row| row.is_met(&case)).collect();
        assert_eq!(met.len(), 1, "rows met by {}", told(&case));
        assert_eq!(done(&case), met[0].said(&case), "{}", told(&case));
    }
}

#[test]
fn every_row_is_met_by_some_case_under_each_of_its_names() {
    let cases = cases::all();
    for row in rows() {
        for from_name in &row.from {
            for input_name in &row.inputs {
                let met =
                    cases.iter().any(|case| from(case) == *from_name && input(case) == *input_name && row.is_met(case));
                assert!(met, "no case is {from_name}, {input_name}, {:?}", row.conditions);
            }
        }
    }
}

#[test]
fn every_condition_and_due_moment_of_the_table_is_explained_below_it() {
    let explained = |name: &str| PAGE.contains(&format!("\n| {name} |")) || PAGE.contains(&format!("`{name}`"));
    for row in rows() {
        let negation = |name: &&str| !name.starts_with("not") && *name != "nothing concluded";
        for condition in row.conditions.iter().copied().filter(negation) {
            assert!(explained(condition), "{condition}");
        }
        assert!(row.due.is_empty() || explained(row.due), "{}", row.due);
    }
}
