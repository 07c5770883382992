//! Statements that cannot be used. They are stored as facts without a meaning, so that they are listed as doubts.

use super::key::fnv_of;
use super::{Certainty, Event, Fact, Motion, Movement, Source, Statement};

/// The name in the codes of a fact under which the reason is stored why the statement cannot be used.
const UNUSED: &str = "/event";

/// Longest text of a statement that is stored although it cannot be read, in characters.
const MAX_UNREAD_TEXT: usize = 1_000;

/// The prefix of the movement of a statement that cannot be read.
const UNREAD: &str = "unread_";

/// A part of an answer or a message that cannot be read.
#[derive(Clone, Copy)]
pub(crate) struct UnreadPart<'p> {
    /// The reason without anything that may change from answer to answer, such as the text. It identifies the statement, together with the
    /// container and the number of such statements before it in the answer.
    pub reason: &'p str,
    /// The reason as a sentence.
    pub why: &'p str,
    pub text: &'p str,
}

impl Fact {
    /// A statement that cannot be read, with the reason. It has no meaning, and is stored so that it is listed as a doubt. It counts as planned,
    /// so that it ends when a complete answer no longer contains it.
    pub(crate) fn unread(container: Option<&str>, source: Source, part: UnreadPart<'_>) -> Self {
        let UnreadPart { reason, why, text } = part;
        let movement = Movement::parse(&format!("{UNREAD}{:08x}", fnv_of(reason)));
        let event = Event { certainty: Certainty::Planned, motion: movement.into(), ..Event::default() };
        let mut fact = Fact::new(container, Statement::Event(event)).with_source(source);
        fact.codes.insert(UNUSED.to_owned(), why.into());
        if !text.is_empty() {
            fact.codes.insert("text".to_owned(), text.chars().take(MAX_UNREAD_TEXT).collect::<String>().into());
        }
        fact
    }

    /// Turns a second report of an event into a statement without meaning, because the answer also reports the event with the time that is used.
    /// `number` counts such statements. Their description is the time, so that another time is another statement.
    pub(crate) fn into_repeated(mut self, number: u32) -> Self {
        let Statement::Event(event) = &mut self.statement else { return self };
        let at = event.at.take().map(|at| at.to_string()).unwrap_or_default();
        let place = event.place.code_or_name().into_owned();
        let (movement, place) =
            (event.motion.movement.clone(), if place.is_empty() { place } else { format!(" at {place}") });
        let used = match event.motion.is_vessel(&Movement::Departed) {
            true => "the first departure with the container is used",
            false => "the earliest time is used",
        };
        self.codes.insert(
            UNUSED.to_owned(),
            format!("{movement} of {at}{place} is reported with another time, too, in the same answer: {used}").into(),
        );
        let motion = Motion { empty: event.motion.empty, ..Movement::parse(&format!("repeated_{movement}")).into() };
        *event = Event {
            certainty: Certainty::Planned,
            place: event.place.clone(),
            description: Some(at),
            occurrence: number,
            motion,
            ..Event::default()
        };
        self
    }

    /// Whether the statement is one that could not be read.
    pub(super) fn is_unread(&self) -> bool {
        let is_unread = |event: &Event| event.motion.movement.as_str().starts_with(UNREAD);
        self.why_unused().is_some() && matches!(&self.statement, Statement::Event(event) if is_unread(event))
    }

    /// Why the statement cannot be used; `None` if it can be.
    pub(crate) fn why_unused(&self) -> Option<&str> {
        self.codes.get(UNUSED)?.as_str()
    }
}
