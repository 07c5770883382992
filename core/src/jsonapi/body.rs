//! The text of a document and where its resources stand in it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Links, Members, View};
use crate::error::{Error, ErrorKind, Result};

/// A whole document: its text, and the ranges of its resources.
#[derive(Debug)]
pub(super) struct Body {
    pub text: String,
    pub data: Data,
    pub links: Links,
    pub meta: Option<Members>,
    included: Vec<Range<usize>>,
    index: OnceLock<Index>,
}

/// What `data` is.
#[derive(Debug)]
pub(super) enum Data {
    Absent,
    Null,
    One(Range<usize>),
    Many(Vec<Range<usize>>),
}

/// Where each included resource stands, by type and id.
type Index = HashMap<Box<str>, HashMap<Box<str>, usize>>;

/// A document whose `data` is a `D`. Pages are read with `D` a list, so that the text is walked once.
#[derive(Deserialize)]
struct Envelope<'a, D> {
    data: D,
    #[serde(borrow, default)]
    included: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    links: Option<Links>,
    #[serde(borrow, default)]
    meta: Option<&'a RawValue>,
}

/// A member that may be missing, which is not the same as `null`.
#[derive(Default)]
struct Told<'a>(Option<&'a RawValue>);

impl Body {
    /// Reads a document that should hold a list.
    pub fn parse_list(bytes: Vec<u8>) -> Result<Self> {
        Self::parse(bytes, |text| read_list(text).or_else(|_| read_any(text)))
    }

    /// Reads a document that should hold one resource.
    pub fn parse_one(bytes: Vec<u8>) -> Result<Self> {
        Self::parse(bytes, read_any)
    }

    fn parse(bytes: Vec<u8>, read: fn(&str) -> serde_json::Result<Parts>) -> Result<Self> {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(bad) => return Err(unreadable("the answer is not UTF-8", bad.into_bytes())),
        };
        match read(&text) {
            Ok(Parts { data, included, links, meta }) => {
                Ok(Body { data, included, links, meta, text, index: OnceLock::new() })
            }
            Err(problem) => Err(unreadable(&format!("the answer is no JSON:API document: {problem}"), text.into())),
        }
    }

    pub fn view(&self, range: &Range<usize>) -> View<'_> {
        View::new(&self.text[range.clone()])
    }

    pub fn included(&self) -> impl Iterator<Item = View<'_>> {
        self.included.iter().map(|range| self.view(range))
    }

    pub fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
        let index = self.index.get_or_init(|| self.build_index());
        index.get(kind)?.get(id).map(|at| self.view(&self.included[*at]))
    }

    fn build_index(&self) -> Index {
        #[derive(Deserialize)]
        struct Key<'a> {
            #[serde(rename = "type", borrow)]
            kind: Cow<'a, str>,
            #[serde(borrow)]
            id: Cow<'a, str>,
        }
        let mut index = Index::new();
        for (at, range) in self.included.iter().enumerate() {
            if let Ok(key) = serde_json::from_str::<Key<'_>>(&self.text[range.clone()]) {
                // The first of several resources with one key wins, as in every document that keeps to the standard.
                index.entry(key.kind.into()).or_default().entry(key.id.into()).or_insert(at);
            }
        }
        index
    }
}

struct Parts {
    data: Data,
    included: Vec<Range<usize>>,
    links: Links,
    meta: Option<Members>,
}

fn read_list(text: &str) -> serde_json::Result<Parts> {
    let envelope: Envelope<'_, Vec<&RawValue>> = serde_json::from_str(without_mark(text))?;
    let data = Data::Many(ranges_in(text, &envelope.data));
    Ok(Parts::new(text, data, envelope))
}

fn read_any(text: &str) -> serde_json::Result<Parts> {
    let envelope: Envelope<'_, Told<'_>> = serde_json::from_str(without_mark(text))?;
    let data = match envelope.data.0.map(RawValue::get) {
        None => Data::Absent,
        Some("null") => Data::Null,
        Some(list) if list.starts_with('[') => Data::Many(ranges_in(text, &serde_json::from_str::<Vec<_>>(list)?)),
        Some(item) => Data::One(range_in(text, item)),
    };
    Ok(Parts::new(text, data, envelope))
}

impl Parts {
    fn new<D>(text: &str, data: Data, envelope: Envelope<'_, D>) -> Self {
        Parts {
            data,
            included: ranges_in(text, envelope.included.as_deref().unwrap_or_default()),
            links: envelope.links.unwrap_or_default(),
            meta: envelope.meta.and_then(|meta| serde_json::from_str(meta.get()).ok()),
        }
    }
}

/// The text behind a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn ranges_in(text: &str, parts: &[&RawValue]) -> Vec<Range<usize>> {
    parts.iter().map(|part| range_in(text, part.get())).collect()
}

/// Where `part` stands in `text`, of which it is a slice.
fn range_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

fn unreadable(message: &str, body: Vec<u8>) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, message.to_owned()).with_body(body)
}

impl<'de: 'a, 'a> Deserialize<'de> for Told<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(input).map(|text| Told(Some(text)))
    }
}
