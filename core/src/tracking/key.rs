//! Keys: the identity of an event, which does not depend on its time. Also finds the event that a withdrawal names.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use foldhash::HashMap;

use super::{Certainty, Event, Fact, Source, Statement};
use crate::places::port_area;

impl Fact {
    /// The key of an event. It stays the same when the source reports the event again with another time. `None` for facts that are
    /// not events.
    ///
    /// The key has the source, the container (`*` for the whole shipment), the movement, whether it happened or is expected, whether
    /// the container was empty, the place (for a call of a vessel the main code of its port area), and the occurrence there. It does not use the source's own identifier, which may change
    /// with every estimate, or the milestone, which depends on the route.
    pub fn key(&self) -> Option<String> {
        Key::of(self).map(|key| key.to_string())
    }

    /// What the fact is about: facts with different topics do not repeat, replace or withdraw each other. The fact must be normalized.
    pub(crate) fn topic(&self) -> String {
        let of_event = |key: Key<'_>| key.identity.in_port_area().with_occurrence(0).to_string();
        let of_statement = |kind: &str| {
            let container = self.container.as_deref().unwrap_or("*");
            [kind, "|", &part(self.source.text()), "|", &part(container.into())].concat()
        };
        match &self.statement {
            Statement::Event(event) => of_event(Key::of_event(self, event)),
            Statement::Withdrawn(name) => Key::parse(name).map_or_else(|| name.clone(), of_event),
            Statement::TerminalStatus(_) => of_statement("terminal status"),
            Statement::Particulars(_) => of_statement("particulars"),
        }
    }
}

/// A [`Key`] without the occurrence.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity<'a> {
    source: Cow<'a, str>,
    container: Cow<'a, str>,
    movement: Cow<'a, str>,
    is_actual: bool,
    is_empty: bool,
    place: Cow<'a, str>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key<'a> {
    pub(super) identity: Identity<'a>,
    pub(super) occurrence: u32,
}

impl<'a> Identity<'a> {
    pub(super) fn of(fact: &'a Fact, event: &'a Event) -> Self {
        Identity {
            source: part(fact.source.text()),
            container: part(fact.container.as_deref().unwrap_or("*").into()),
            movement: part(event.motion.movement.as_str().into()),
            is_actual: event.certainty == Certainty::Actual,
            is_empty: event.motion.is_empty(),
            place: part(event.place_of_identity()),
        }
    }

    pub(super) fn into_owned(self) -> Identity<'static> {
        let owned = |part: Cow<'_, str>| Cow::Owned(part.into_owned());
        Identity {
            source: owned(self.source),
            container: owned(self.container),
            movement: owned(self.movement),
            is_actual: self.is_actual,
            is_empty: self.is_empty,
            place: owned(self.place),
        }
    }

    fn parts(&self) -> [&str; 7] {
        let certainty = if self.is_actual { "actual" } else { "expected" };
        let load = if self.is_empty { "empty" } else { "laden" };
        [VERSION, &self.source, &self.container, &self.movement, certainty, load, &self.place]
    }

    /// The identity with the main code of the port area.
    pub(super) fn in_port_area(&self) -> Self {
        Identity { place: port_area(&self.place).to_owned().into(), ..self.clone() }
    }

    pub(super) fn is_from(&self, source: &Source) -> bool {
        self.source == part(source.text())
    }

    pub(super) fn with_occurrence(&self, occurrence: u32) -> Key<'a> {
        Key { identity: self.clone(), occurrence }
    }
}

impl Hash for Identity<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        [&self.container, &self.movement, &self.place].into_iter().for_each(|part| hasher.write(part.as_bytes()));
    }
}

impl<'a> Key<'a> {
    /// The key with the main code of the port area: a withdrawal may name another code of it.
    pub(super) fn in_port_area(&self) -> Self {
        self.identity.in_port_area().with_occurrence(self.occurrence)
    }

    pub(super) fn of(fact: &'a Fact) -> Option<Self> {
        match &fact.statement {
            Statement::Event(event) => Some(Key::of_event(fact, event)),
            _ => None,
        }
    }

    pub(super) fn of_event(fact: &'a Fact, event: &'a Event) -> Self {
        Key { identity: Identity::of(fact, event), occurrence: event.occurrence }
    }

    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.split('|');
        let mut next = || parts.next();
        if next()? != VERSION {
            return None;
        }
        let identity = Identity {
            source: next()?.into(),
            container: next()?.into(),
            movement: next()?.into(),
            is_actual: parse_flag(next()?, "actual", "expected")?,
            is_empty: parse_flag(next()?, "empty", "laden")?,
            place: next()?.into(),
        };
        let occurrence = next()?.parse().ok()?;
        next().is_none().then_some(Key { identity, occurrence })
    }

    /// The FNV-1a hash of the text of the key. Databases store it, so it must never change.
    pub(super) fn digest(&self) -> u32 {
        let identity = self.identity.parts().into_iter().fold(FNV_BASIS, add_part);
        match u8::try_from(self.occurrence) {
            Ok(digit @ 0..=9) => fnv(identity, b'0' + digit),
            _ => self.occurrence.to_string().bytes().fold(identity, fnv),
        }
    }
}

const FNV_BASIS: u32 = 0x811c_9dc5;

/// The FNV-1a hash of a text.
pub(super) fn fnv_of(text: &str) -> u32 {
    add_part(FNV_BASIS, text)
}

fn add_part(digest: u32, part: &str) -> u32 {
    fnv(part.bytes().fold(digest, fnv), b'|')
}

fn fnv(digest: u32, byte: u8) -> u32 {
    (digest ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

fn parse_flag(text: &str, yes: &str, no: &str) -> Option<bool> {
    (text == yes || text == no).then_some(text == yes)
}

const VERSION: &str = "2";

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.identity.parts().into_iter().try_for_each(|part| write!(f, "{part}|"))?;
        write!(f, "{}", self.occurrence)
    }
}

/// `|` separates the parts of a key.
pub(super) fn part(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.as_bytes().contains(&b'|') { text.replace('|', "/").into() } else { text }
}

impl Fact {
    /// A withdrawal of the event to which the source gave this id: the member `eventID` of its codes, or of the DCSA event in them.
    /// It applies only to an event that was recorded before.
    pub fn withdrawn_by_id(source: Source, id: &str) -> Self {
        let name = name_by_id(&source, id);
        Fact::new(None, Statement::Withdrawn(name)).with_source(source)
    }

    /// The same withdrawal of an event, to which the source gave this id. It also applies to an event that is recorded later.
    pub(crate) fn retracting(mut self, id: &str) -> Self {
        self.codes.insert(RETRACTED.to_owned(), name_by_id(&self.source, id).into());
        self
    }

    /// The name by which its source can retract the event; `None` without an id.
    pub(super) fn name_by_id(&self) -> Option<String> {
        if !matches!(self.statement, Statement::Event(_)) {
            return None;
        }
        id_of(self).map(|id| name_by_id(&self.source, id))
    }

    /// The name by which this withdrawal retracts an event; `None` if it names a key.
    pub(super) fn retracted_name(&self, name: &str) -> Option<String> {
        let written = self.codes.get(RETRACTED).and_then(|name| name.as_str()).unwrap_or(name);
        is_id(written).then(|| written.to_owned())
    }
}

const BY_ID: &str = "id|";

/// The member of the codes of a withdrawal that has the name by which the source retracted the event, if that was an id.
pub(super) const RETRACTED: &str = "retracted";

/// The member of the codes of a reading that only repeats what other sources report, because its document is withdrawn.
pub(crate) const WITHOUT_DOCUMENT: &str = "without_document";

/// Whether the name of a withdrawn event is an id.
pub(super) fn is_id(name: &str) -> bool {
    name.starts_with(BY_ID)
}

fn name_by_id(source: &Source, id: &str) -> String {
    [BY_ID, &part(source.text()), "|", &part(id.into())].concat()
}

/// Whether a text names a withdrawn event: by its id, in three parts, or by its key.
pub(super) fn is_name(text: &str) -> bool {
    if is_id(text) { text.split('|').count() == 3 } else { Key::parse(text).is_some() }
}

fn id_of(fact: &Fact) -> Option<&str> {
    fact.codes.get("eventID").or_else(|| fact.of_dcsa("eventID"))?.as_str()
}

/// Finds the keys of events that are withdrawn by their id.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys {
    /// `None` if no fact needs it.
    by_name: Option<HashMap<String, String>>,
}

impl Keys {
    pub(super) fn for_all<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Self {
        let is_by_id = |fact: &Fact| match &fact.statement {
            Statement::Withdrawn(name) => fact.retracted_name(name).is_some(),
            _ => false,
        };
        let needed = facts.into_iter().any(is_by_id);
        Keys { by_name: needed.then(HashMap::default) }
    }

    /// If several events have one id, the last counts.
    pub(super) fn add(&mut self, fact: &Fact) {
        if let Some(known) = &mut self.by_name
            && let Some(name) = fact.name_by_id()
        {
            known.extend(fact.key().map(|key| (name, key)));
        }
    }

    /// The key of a withdrawn event.
    pub(super) fn resolve<'k>(&'k self, name: &'k str) -> &'k str {
        self.by_name.as_ref().and_then(|known| known.get(name)).map_or(name, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::Milestone;

    #[test]
    fn digests_never_change() {
        let key = "2|shipping_line|MSKU0308961|loaded|actual|laden|CNSHA|0";
        assert_eq!(Key::parse(key).map(|key| key.digest()), Some(2_306_437_563));
    }

    #[test]
    fn a_parsed_key_equals_the_written_key() {
        let event = Event::estimated(Milestone::VesselLoaded, "2026-05-02").at_place("a|b");
        for event in [Event { occurrence: 12, ..event.clone() }, event] {
            let fact = Fact::shipment_event(event);
            let text = fact.key().unwrap();
            assert_eq!(Key::parse(&text), Key::of(&fact), "{text}");
        }
        for text in ["", "1|a|b|c|d|e|f|0", "2|a|b|c|d|e|f", "2|a|b|c|d|e|f|x", "2|a|b|c|d|e|f|0|0"] {
            assert_eq!(Key::parse(text), None, "{text}");
        }
    }
}
