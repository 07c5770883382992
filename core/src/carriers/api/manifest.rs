//! What stands in a bundle: a look-up without anything that is secret. Pure.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};

use super::check::Check;
use super::redaction;
use super::way::CallMade;
use crate::carriers::hiding::{HIDDEN, hide_in, lengthy};
use crate::carriers::profiles::{Profile, Template};
use crate::error::Result;
use crate::http::Failure;
use crate::numbers::NumberKind;

/// What a bundle is called inside, so that a later form of it is told from this one.
pub(super) const FORMAT: &str = "shiptrack-check-1";

/// What stands in the file.
#[derive(Serialize, Deserialize)]
pub(super) struct Manifest {
    pub format: String,
    /// The version of this library that wrote it.
    library: String,
    /// When the carrier was asked.
    pub now: DateTime<Utc>,
    pub scac: String,
    pub request_type: String,
    pub number: String,
    #[serde(serialize_with = "as_a_table")]
    pub profile: Profile,
    pub calls: Vec<Call>,
    /// What came of it.
    pub outcome: String,
    pub why: Option<String>,
    /// Whether it comes to something else than what the carrier said, because of what is left out.
    pub is_altered: bool,
}

/// A call that was made.
#[derive(Serialize, Deserialize)]
pub(super) struct Call {
    pub purpose: String,
    method: String,
    url: String,
    headers: Vec<(String, String)>,
    pub status: Option<u16>,
    pub answer_headers: Vec<(String, String)>,
    /// The file its body is in.
    pub body: Option<String>,
    #[serde(skip)]
    pub content: Vec<u8>,
    pub problem: Option<String>,
    /// Whether the problem was with what the carrier sent, and not with the way.
    pub is_unreadable: bool,
    milliseconds: u64,
}

impl Manifest {
    pub fn of(check: &Check) -> Self {
        let literals = literals(&check.profile);
        let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
        let literals = lengthy(&literals);
        let known = Known::of(&check.profile);
        let mut pages = Vec::new();
        let calls = (1..).zip(&check.calls).map(|(number, call)| Call::of(number, call, &known, &literals, &mut pages));
        Manifest {
            format: FORMAT.to_owned(),
            library: env!("CARGO_PKG_VERSION").to_owned(),
            now: check.asked.now,
            scac: check.profile.scac.clone(),
            request_type: check.asked.kind.as_str().to_owned(),
            number: check.asked.number.clone(),
            calls: calls.collect(),
            profile: plain(&check.profile),
            outcome: String::new(),
            why: None,
            is_altered: false,
        }
    }

    pub fn kind(&self) -> Result<NumberKind> {
        NumberKind::parse(&self.request_type)
    }
}

impl Call {
    fn of(number: usize, made: &CallMade, known: &Known<'_>, literals: &[&str], pages: &mut Vec<String>) -> Self {
        let is_refusal = !made.status.is_some_and(|status| (200..300).contains(&status));
        let clean = |bytes: &[u8], is_refusal| redaction::without_keys(&hide_in(bytes, literals), is_refusal);
        let cleaned =
            |text: &str, is_refusal| String::from_utf8_lossy(&clean(text.as_bytes(), is_refusal)).into_owned();
        let text = |text: &str| cleaned(text, is_refusal);
        // What was asked is ours, and no refusal: only what it names is in it.
        let url = cleaned(&redaction::url(&made.url, |name, value| known.shown(name, value, pages)), false);
        let shown = |(name, value): &(String, String)| {
            let value = if redaction::is_plain(name) { text(value) } else { HIDDEN.to_owned() };
            (name.clone(), value)
        };
        let mut answered = |(name, value): &(String, String)| match name.starts_with("Next-Page") {
            true => (name.clone(), page(value, pages)),
            false => (name.clone(), text(value)),
        };
        let content = clean(&made.whole, is_refusal);
        Call {
            purpose: made.purpose.to_owned(),
            method: made.method.clone(),
            url,
            headers: made.headers.iter().map(shown).collect(),
            status: made.status,
            answer_headers: made.answer_headers.iter().map(&mut answered).collect(),
            body: (!content.is_empty()).then(|| format!("call-{number}.body")),
            content,
            problem: made.problem.as_deref().map(text),
            is_unreadable: matches!(made.failure, Some(Failure::TooLarge | Failure::Protocol | Failure::Malformed)),
            milliseconds: made.milliseconds,
        }
    }
}

/// A profile as a file of profiles has it: its code stands before the table.
fn as_a_table<S: Serializer>(profile: &Profile, out: S) -> std::result::Result<S::Ok, S::Error> {
    let mut table = serde_json::to_value(profile).map_err(serde::ser::Error::custom)?;
    if let Some(members) = table.as_object_mut() {
        members.remove("scac");
    }
    table.serialize(out)
}

/// Where the next page is, without what a cursor may hold: the same place is called the same.
fn page(place: &str, pages: &mut Vec<String>) -> String {
    let number = pages.iter().position(|known| known == place).unwrap_or_else(|| {
        pages.push(place.to_owned());
        pages.len() - 1
    });
    match place.split_once('?') {
        Some((before, _)) => format!("{before}?page={}", number + 2),
        None if place.contains("://") => format!("{place}?page={}", number + 2),
        None => format!("page-{}", number + 2),
    }
}

/// The parameters of a question that say nothing of whoever asks.
struct Known<'p> {
    plain: [&'p str; 4],
    cursor: &'p str,
}

impl<'p> Known<'p> {
    fn of(profile: &'p Profile) -> Self {
        let parameters = &profile.parameters;
        let plain = [&parameters.bill_of_lading, &parameters.booking_number, &parameters.container, &parameters.limit];
        Known { plain: plain.map(String::as_str), cursor: parameters.cursor.as_deref().unwrap_or("cursor") }
    }

    /// The value of a parameter as it may be shown; nothing for one that is not known.
    fn shown(&self, name: &str, value: &str, pages: &mut Vec<String>) -> Option<String> {
        match name {
            "" => None,
            name if self.plain.contains(&name) => Some(value.to_owned()),
            name if name == self.cursor => Some(page(value, pages)),
            _ => None,
        }
    }
}

/// What stands in the profile for header fields and parameters and may be a credential that was put there in clear.
fn literals(profile: &Profile) -> Vec<String> {
    let of_token = profile.token_headers().into_iter().flat_map(|(_, headers)| headers);
    let fields = profile.headers.iter().chain(of_token).filter(|(name, _)| !redaction::is_plain(name));
    let texts = fields.chain(&profile.query).map(|(_, value)| value);
    texts.filter(|value| Template(value).names().next().is_none()).cloned().collect()
}

/// The profile without what may be a credential: of its texts only those that name one stay.
fn plain(profile: &Profile) -> Profile {
    let mut profile = profile.clone();
    let hide = |(name, value): (&String, &mut String)| {
        let names_only = Template(value).filled(|_| None).is_empty();
        if !names_only && !redaction::is_plain(name) {
            *value = HIDDEN.to_owned();
        }
    };
    profile.headers.iter_mut().chain(&mut profile.query).for_each(hide);
    profile.token_headers_mut().into_iter().flatten().for_each(hide);
    // No look-up needs them.
    profile.subscriptions = None;
    profile
}
