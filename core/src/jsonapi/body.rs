//! The text of a document, with the positions of its resources.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use serde_json::value::RawValue;

use super::envelope::Envelope;
use super::{Links, Members, View, repair};
use crate::error::{Error, ErrorKind, Result};

#[derive(Debug)]
pub(super) struct Body {
    pub text: String,
    pub data: Data,
    pub links: Links,
    pub meta: Option<Members>,
    included: Vec<Range<usize>>,
    index: OnceLock<Index>,
}

#[derive(Debug)]
pub(super) enum Data {
    Absent,
    Null,
    One(Range<usize>),
    Many(Vec<Range<usize>>),
}

/// By type, then by id.
type Index = HashMap<Box<str>, HashMap<Box<str>, usize>>;

impl Body {
    pub fn parse_list(bytes: Vec<u8>) -> Result<Self> {
        Self::parse(bytes, |text| read_list(text).or_else(|_| read_any(text)))
    }

    pub fn parse_one(bytes: Vec<u8>) -> Result<Self> {
        Self::parse(bytes, read_any)
    }

    fn parse(bytes: Vec<u8>, read: fn(&str) -> serde_json::Result<Parts>) -> Result<Self> {
        // A byte in a wrong encoding becomes U+FFFD, so that the rest of the page can be read.
        let text =
            String::from_utf8(bytes).unwrap_or_else(|problem| String::from_utf8_lossy(problem.as_bytes()).into_owned());
        match read(&text) {
            Ok(Parts { data, included, links, meta }) => {
                Ok(Body { data, included, links, meta, text, index: OnceLock::new() })
            }
            Err(problem) => Err(unreadable(&format!("this is not a JSON:API document: {problem}"), text.into())),
        }
    }

    pub fn view(&self, range: &Range<usize>) -> View<'_> {
        View::new(&self.text[range.clone()])
    }

    /// The only resource, or the only item of a list.
    pub fn only(&self) -> Option<View<'_>> {
        match &self.data {
            Data::One(item) => Some(self.view(item)),
            Data::Many(items) if items.len() == 1 => items.first().map(|item| self.view(item)),
            Data::Absent | Data::Null | Data::Many(_) => None,
        }
    }

    pub fn included(&self) -> impl Iterator<Item = View<'_>> {
        self.included.iter().map(|range| self.view(range))
    }

    pub fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
        let index = self.index.get_or_init(|| self.build_index());
        index.get(kind)?.get(id).map(|at| self.view(&self.included[*at]))
    }

    fn build_index(&self) -> Index {
        let mut index = Index::new();
        for (at, view) in self.included().enumerate() {
            let (kind, id) = view.key();
            if id.is_empty() {
                continue;
            }
            // JSON:API allows each type and id once. If there are several, the first one is used.
            match index.get_mut(&*kind) {
                Some(of_kind) => drop(of_kind.entry(id.into()).or_insert(at)),
                None => drop(index.insert(kind.into(), HashMap::from([(id.into(), at)]))),
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
    let envelope: Envelope<'_, Vec<&RawValue>> = serde_json::from_str(without_byte_order_mark(text))?;
    let data = envelope.data.map_or(Data::Absent, |items| Data::Many(ranges_in(text, &items)));
    let included = envelope.included.unwrap_or_default();
    Ok(Parts::new(text, data, &included, envelope.links, envelope.meta))
}

fn read_any(text: &str) -> serde_json::Result<Parts> {
    let envelope: Envelope<'_, &RawValue> = serde_json::from_str(without_byte_order_mark(text))?;
    let data = match envelope.data.map(RawValue::get) {
        None => Data::Absent,
        Some("null") => Data::Null,
        Some(data) => match items_of(data) {
            Some(items) => Data::Many(ranges_in(text, &items)),
            None => Data::One(range_in(text, data)),
        },
    };
    let included = envelope.included.and_then(|included| items_of(included.get())).unwrap_or_default();
    Ok(Parts::new(text, data, &included, envelope.links, envelope.meta))
}

fn items_of(text: &str) -> Option<Vec<&RawValue>> {
    serde_json::from_str(text).ok()
}

fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn ranges_in(text: &str, parts: &[&RawValue]) -> Vec<Range<usize>> {
    parts.iter().map(|part| range_in(text, part.get())).collect()
}

/// `part` must be a slice of `text`.
fn range_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

impl Parts {
    fn new(text: &str, data: Data, included: &[&RawValue], links: Option<&RawValue>, meta: Option<&RawValue>) -> Self {
        Parts {
            data,
            included: ranges_in(text, included),
            links: links.and_then(|links| repair::from_str(links.get()).ok()).unwrap_or_default(),
            meta: meta.and_then(|meta| repair::from_str(meta.get()).ok()),
        }
    }
}

fn unreadable(message: &str, body: Vec<u8>) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, message.to_owned()).with_body(body)
}
