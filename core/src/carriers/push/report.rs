//! What a source of the host's own sends: a terminal, a trucker.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::PushRefusal;
use crate::error::Error;
use crate::resources::DataSource;
use crate::tracking::{Fact, Source};

/// Facts that a source of the host's own sends, about one number or about what they name themselves.
///
/// On the wire it is `{"number": "MSKU0308961", "facts": [ … ]}`, or the facts alone, each naming its container. The facts are in
/// their JSON form (`core/docs/facts.md`), and may leave out who says them: the source does, whatever they say.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The bill of lading, booking or container that they are about.
    pub number: Option<String>,
    /// The facts.
    pub facts: Vec<Fact>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'t> {
    number: Option<String>,
    #[serde(borrow)]
    facts: &'t RawValue,
}

impl Report {
    /// Reads one, as the words of this source. Verify the bytes first.
    pub fn read(body: &[u8], source: &Source) -> Result<Self, PushRefusal> {
        let unreadable = |problem: String| PushRefusal::NotReadable(problem);
        let text = std::str::from_utf8(body).map_err(|_| unreadable("it is not UTF-8".to_owned()))?;
        // Facts are told from what they come in by the member that only that has.
        let envelope: Option<Envelope<'_>> = serde_json::from_str(text).ok();
        let (number, facts) = match &envelope {
            Some(envelope) => (envelope.number.clone(), envelope.facts.get()),
            None => (None, text),
        };
        let facts = Fact::parse_all(facts).map_err(|refused| unreadable(told(&refused)))?;
        let facts: Vec<Fact> = facts.into_iter().map(|fact| fact.said_by(source.clone())).collect();
        let nameless = facts.iter().position(|fact| number.is_none() && fact.container.is_none());
        match nameless {
            Some(at) => Err(unreadable(format!("/{at}: it says neither which number nor which container it is about"))),
            None => Ok(Report { number, facts }),
        }
    }
}

fn told(refused: &Error) -> String {
    match refused.pointer() {
        Some(place) => format!("{place}: {refused}"),
        None => refused.to_string(),
    }
}

/// Whether somebody may speak as this kind of source without being a carrier.
pub(crate) fn is_own_source(kind: &DataSource) -> bool {
    kind.is_known() && *kind != DataSource::ShippingLine
}
