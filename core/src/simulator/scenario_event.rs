//! One word of a carrier, as a line that can be read at a glance.

use chrono::TimeDelta;

use crate::error::{Error, Quoted, Result};
use crate::resources::EventName;
use crate::tracking::{Certainty, Mode, Motion, Movement};

/// Delay from an event to its report, unless a word has another one.
const USUAL_DELAY: TimeDelta = TimeDelta::hours(2);

/// Something that happens to a shipment or one of its boxes, or is expected to, and when the carrier says so.
///
/// All times are counted from the beginning of the journey. In a scenario a word is a line:
///
/// ```text
/// [est | plan] TIME MOVEMENT [MODE] [empty] [PLACE] [on VESSEL] [container N] [for next] [reported TIME] [withdrawn TIME] [= EVENT, …]
/// 9T14:00 arrived USLAX on voyager = vessel_arrived
/// est 8T14:00 arrived USLAX on voyager reported 0T06:00 = estimated.vessel_arrived, shipment.estimated.arrival
/// ```
///
/// A time is a day and a clock (`-1T22:30`). What happened is told two hours later where nothing else is said, what is expected when the
/// word says. Behind `=` stands what the word comes to on the route: the events of the interface, without `container.transport.`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ScenarioEvent {
    /// Whether it happened, is expected, or is on the schedule.
    pub certainty: Certainty,
    /// When it happens.
    pub at: TimeDelta,
    /// What is seen.
    pub motion: Motion,
    /// The UN/LOCODE of the place.
    pub place: Option<String>,
    /// The name of the vessel in its scenario.
    pub vessel: Option<String>,
    /// Which of the boxes, from 1; `None` for all of them.
    pub container: Option<usize>,
    /// Whether it belongs to the next booking of the box.
    pub is_for_next_booking: bool,
    /// When the carrier comes to know it.
    pub reported_at: TimeDelta,
    /// When the carrier takes it back.
    pub withdrawn_at: Option<TimeDelta>,
    /// What it comes to.
    pub expected_events: Vec<EventName>,
}

impl ScenarioEvent {
    /// Reads a line.
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
            word.and_then(read_time).ok_or_else(|| refused(format!("{what} is a day and a clock, as in 12T06:30")))
        };
        let at = time("the time", words.next())?;
        let movement = words.next().ok_or_else(|| refused("the movement is missing".to_owned()))?;
        let mut word = ScenarioEvent {
            certainty,
            at,
            motion: motion(Movement::parse(movement)),
            place: None,
            vessel: None,
            container: None,
            is_for_next_booking: false,
            reported_at: at + USUAL_DELAY,
            withdrawn_at: None,
            expected_events: expected.split(',').map(str::trim).filter(|name| !name.is_empty()).map(event).collect(),
        };
        let mut has_report_time = certainty == Certainty::Actual;
        while let Some(name) = words.next() {
            match name {
                "reported" => (word.reported_at, has_report_time) = (time("reported", words.next())?, true),
                "withdrawn" => word.withdrawn_at = Some(time("withdrawn", words.next())?),
                "on" => word.vessel = words.next().map(str::to_owned),
                "container" => {
                    let number = words.next().and_then(|word| word.parse().ok()).filter(|number| *number > 0);
                    word.container = Some(number.ok_or_else(|| refused("containers are counted from 1".to_owned()))?);
                }
                "for" => word.is_for_next_booking = words.next() == Some("next"),
                "empty" => word.motion.empty = Some(true),
                "vessel" | "barge" | "rail" | "truck" => word.motion.mode = Some(Mode::parse(name)),
                place if place.len() == 5 && word.place.is_none() => word.place = Some(place.to_owned()),
                other => return Err(refused(format!("{} is not understood", Quoted(other)))),
            }
        }
        if !has_report_time {
            return Err(refused("it does not say when it is reported".to_owned()));
        }
        Ok(word)
    }

    /// Whether `later` repeats or corrects what this one expects.
    pub(super) fn is_replaced_by(&self, later: &ScenarioEvent) -> bool {
        let same_boxes = self.container.is_none() || later.container.is_none() || self.container == later.container;
        let same_thing = (&self.motion.movement, &self.motion.mode, &self.place)
            == (&later.motion.movement, &later.motion.mode, &later.place);
        self.certainty != Certainty::Actual && same_boxes && same_thing
    }
}

/// `12T06:30`, `-1T22:30`: a day and a time.
pub(super) fn read_time(text: &str) -> Option<TimeDelta> {
    let (day, clock) = text.split_once('T')?;
    let (hours, minutes) = clock.split_once(':')?;
    let hours = hours.parse::<i64>().ok().filter(|hours| (0..24).contains(hours))?;
    let minutes = minutes.parse::<i64>().ok().filter(|minutes| (0..60).contains(minutes))?;
    let day = day.parse::<i64>().ok().filter(|day| day.abs() < 10_000)?;
    Some(TimeDelta::minutes(day * 24 * 60 + hours * 60 + minutes))
}

fn event(name: &str) -> EventName {
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
    fn a_line_is_read_as_it_stands() {
        let word =
            ScenarioEvent::parse("est 8T14:30 arrived USLAX on voyager reported 0T06:00 = estimated.vessel_arrived")
                .unwrap();
        assert_eq!(word.at, TimeDelta::minutes(8 * 24 * 60 + 14 * 60 + 30));
        assert_eq!((word.certainty, word.reported_at), (Certainty::Estimated, TimeDelta::hours(6)));
        assert_eq!(word.motion, Motion { mode: Some(Mode::Vessel), ..Motion::from(Movement::Arrived) });
        assert_eq!((word.place.as_deref(), word.vessel.as_deref()), (Some("USLAX"), Some("voyager")));
        assert_eq!(word.expected_events, [EventName::EstimatedVesselArrived]);
        let word = ScenarioEvent::parse("-1T22:00 gate_out empty CNSHA container 2 withdrawn 1T00:00").unwrap();
        assert_eq!((word.at, word.reported_at), (TimeDelta::hours(-2), TimeDelta::zero()));
        assert_eq!((word.container, word.withdrawn_at), (Some(2), Some(TimeDelta::days(1))));
        assert_eq!(word.motion.empty, Some(true));
    }

    #[test]
    fn what_is_not_right_in_a_line_is_refused_in_words() {
        for (line, words) in [
            ("", "the time"),
            ("soon arrived", "the time"),
            ("1T25:00 arrived", "the time"),
            ("1T00:00", "the movement"),
            ("1T00:00 loaded container 0", "counted from 1"),
            ("1T00:00 loaded hovercraft", "hovercraft"),
            ("est 1T00:00 arrived USLAX", "when it is reported"),
            ("1T00:00 arrived reported never", "reported is a day"),
        ] {
            let error = ScenarioEvent::parse(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
