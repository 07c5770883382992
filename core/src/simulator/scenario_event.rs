//! Events of a scenario, each written in one line.

use chrono::TimeDelta;

use crate::error::{Error, Quoted, Result};
use crate::resources::EventName;
use crate::tracking::{Certainty, Mode, Motion, Movement};

/// The delay from an event to its report, unless the line has another time.
const USUAL_DELAY: TimeDelta = TimeDelta::hours(2);

/// An event of a shipment or one of its containers, and when the carrier reports it.
///
/// In a scenario an event is a line. All times are counted from the start of the journey:
///
/// ```text
/// [est | plan] TIME MOVEMENT [MODE] [empty] [PLACE] [on VESSEL] [container N] [for next] [reported TIME] [withdrawn TIME]
///     [omitted TIME] [= EVENT, …]
/// 9T14:00 arrived USLAX on voyager = vessel_arrived
/// est 8T14:00 arrived USLAX on voyager reported 0T06:00 = estimated.vessel_arrived, shipment.estimated.arrival
/// ```
///
/// A time is a day and a time of day, such as `-1T22:30`. The carrier reports an actual event two hours later, unless the line has another
/// time. An expected event must have a time of the report. After `=` are the expected events of the interface on this route, without
/// the prefix `container.transport.`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ScenarioEvent {
    /// Whether it happened, is expected, or is on the schedule.
    pub certainty: Certainty,
    /// When it happens.
    pub at: TimeDelta,
    /// The movement.
    pub motion: Motion,
    /// The UN/LOCODE of the place.
    pub place: Option<String>,
    /// The name of the vessel in its scenario.
    pub vessel: Option<String>,
    /// The container, counted from 1; `None` for the whole shipment.
    pub container: Option<usize>,
    /// Whether it belongs to the next booking of the container.
    pub is_for_next_booking: bool,
    /// When the carrier reports it.
    pub reported_at: TimeDelta,
    /// When the carrier withdraws it; `None` if it does not.
    pub withdrawn_at: Option<TimeDelta>,
    /// From when on the carrier's answers no longer contain it, because the carrier reports something else; `None` if they always do.
    pub omitted_at: Option<TimeDelta>,
    /// The expected events of the interface.
    pub expected_events: Vec<EventName>,
}

impl ScenarioEvent {
    /// Parses a line. An error quotes the line and says what is wrong.
    pub fn parse(line: &str) -> Result<Self> {
        let refused = |detail: String| Error::invalid("", format!("{}: {detail}", Quoted(line)));
        let (report, expected) = line.split_once('=').unwrap_or((line, ""));
        let mut words = report.split_whitespace().peekable();
        let certainty = match words.next_if(|word| ["est", "plan"].contains(word)) {
            Some("est") => Certainty::Estimated,
            Some(_) => Certainty::Planned,
            None => Certainty::Actual,
        };
        let time = |what: &str, word: Option<&str>| {
            word.and_then(read_time)
                .ok_or_else(|| refused(format!("{what} must be a day and a time of day, such as 12T06:30")))
        };
        let at = time("the time", words.next())?;
        let movement = words.next().ok_or_else(|| refused("the movement is missing".to_owned()))?;
        let mut event = ScenarioEvent {
            certainty,
            at,
            motion: motion(Movement::parse(movement)),
            place: None,
            vessel: None,
            container: None,
            is_for_next_booking: false,
            reported_at: at + USUAL_DELAY,
            withdrawn_at: None,
            omitted_at: None,
            expected_events: expected
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(event_name)
                .collect(),
        };
        let mut has_report_time = certainty == Certainty::Actual;
        while let Some(name) = words.next() {
            match name {
                "reported" => (event.reported_at, has_report_time) = (time("reported", words.next())?, true),
                "withdrawn" => event.withdrawn_at = Some(time("withdrawn", words.next())?),
                "omitted" => event.omitted_at = Some(time("omitted", words.next())?),
                "on" => event.vessel = words.next().map(str::to_owned),
                "container" => {
                    let number = words.next().and_then(|word| word.parse().ok()).filter(|number| *number > 0);
                    event.container = Some(number.ok_or_else(|| refused("containers are counted from 1".to_owned()))?);
                }
                "for" => event.is_for_next_booking = words.next() == Some("next"),
                "empty" => event.motion.empty = Some(true),
                "vessel" | "barge" | "rail" | "truck" => event.motion.mode = Some(Mode::parse(name)),
                place if place.len() == 5 && event.place.is_none() => event.place = Some(place.to_owned()),
                other => return Err(refused(format!("{} is not known here", Quoted(other)))),
            }
        }
        if !has_report_time {
            return Err(refused("an expected event must say when it is reported, such as reported 0T06:00".to_owned()));
        }
        Ok(event)
    }

    /// Whether `later` repeats or corrects this expected event, or reports it as actual.
    pub(super) fn is_replaced_by(&self, later: &ScenarioEvent) -> bool {
        let same_containers =
            self.container.is_none() || later.container.is_none() || self.container == later.container;
        let same_movement = (&self.motion.movement, &self.motion.mode, &self.place)
            == (&later.motion.movement, &later.motion.mode, &later.place);
        self.certainty != Certainty::Actual && same_containers && same_movement
    }
}

/// Parses a day and a time of day, such as `12T06:30` or `-1T22:30`.
pub(super) fn read_time(text: &str) -> Option<TimeDelta> {
    let (day, clock) = text.split_once('T')?;
    let (hours, minutes) = clock.split_once(':')?;
    let hours = hours.parse::<i64>().ok().filter(|hours| (0..24).contains(hours))?;
    let minutes = minutes.parse::<i64>().ok().filter(|minutes| (0..60).contains(minutes))?;
    let day = day.parse::<i64>().ok().filter(|day| day.abs() < 10_000)?;
    Some(TimeDelta::minutes(day * 24 * 60 + hours * 60 + minutes))
}

fn event_name(name: &str) -> EventName {
    let is_whole = name.starts_with("container.") || name.starts_with("shipment.");
    EventName::parse(&if is_whole { name.to_owned() } else { format!("container.transport.{name}") })
}

fn motion(movement: Movement) -> Motion {
    use Movement::*;
    let (mode, empty) = match movement {
        Departed | Arrived | Berthed => (Some(Mode::Vessel), None),
        Loaded | Discharged => (Some(Mode::Vessel), Some(false)),
        GateIn | GateOut | PickedUp | Dropped => (Some(Mode::Truck), Some(false)),
        Available | NotAvailable => (None, Some(false)),
        _ => (None, None),
    };
    Motion { mode, empty, ..Motion::from(movement) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_parsed() {
        let event =
            ScenarioEvent::parse("est 8T14:30 arrived USLAX on voyager reported 0T06:00 = estimated.vessel_arrived")
                .unwrap();
        assert_eq!(event.at, TimeDelta::minutes(8 * 24 * 60 + 14 * 60 + 30));
        assert_eq!((event.certainty, event.reported_at), (Certainty::Estimated, TimeDelta::hours(6)));
        assert_eq!(event.motion, Motion { mode: Some(Mode::Vessel), ..Motion::from(Movement::Arrived) });
        assert_eq!((event.place.as_deref(), event.vessel.as_deref()), (Some("USLAX"), Some("voyager")));
        assert_eq!(event.expected_events, [EventName::EstimatedVesselArrived]);
        let event = ScenarioEvent::parse("-1T22:00 gate_out empty CNSHA container 2 withdrawn 1T00:00 omitted 2T00:00")
            .unwrap();
        assert_eq!((event.at, event.reported_at), (TimeDelta::hours(-2), TimeDelta::zero()));
        assert_eq!((event.container, event.withdrawn_at), (Some(2), Some(TimeDelta::days(1))));
        assert_eq!((event.omitted_at, event.motion.empty), (Some(TimeDelta::days(2)), Some(true)));
    }

    #[test]
    fn an_invalid_line_is_rejected_with_a_reason() {
        for (line, words) in [
            ("", "the time"),
            ("soon arrived", "the time"),
            ("1T25:00 arrived", "the time"),
            ("1T00:00", "the movement"),
            ("1T00:00 loaded container 0", "counted from 1"),
            ("1T00:00 loaded hovercraft", "hovercraft"),
            ("est 1T00:00 arrived USLAX", "must say when it is reported"),
            ("1T00:00 arrived reported never", "reported must be a day"),
        ] {
            let error = ScenarioEvent::parse(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
