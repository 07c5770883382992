//! The `links` member of documents and resources.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::Members;

/// Links: any may be missing, and none should be taken apart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Links {
    /// This document or resource.
    pub this: Option<String>,
    /// The first page.
    pub first: Option<String>,
    /// The page before.
    pub prev: Option<String>,
    /// The page after.
    pub next: Option<String>,
    /// The last page.
    pub last: Option<String>,
    /// The current page, as the hosted service names it beside `self`.
    pub current: Option<String>,
    /// Every other link, and every one that is no text, as it came.
    pub other: Members,
}

impl Links {
    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        *self == Links::default()
    }

    fn named(&self) -> [(&'static str, &Option<String>); 6] {
        [
            ("self", &self.this),
            ("first", &self.first),
            ("prev", &self.prev),
            ("next", &self.next),
            ("last", &self.last),
            ("current", &self.current),
        ]
    }

    fn field(&mut self, name: &str) -> Option<&mut Option<String>> {
        Some(match name {
            "self" => &mut self.this,
            "first" => &mut self.first,
            "prev" => &mut self.prev,
            "next" => &mut self.next,
            "last" => &mut self.last,
            "current" => &mut self.current,
            _ => return None,
        })
    }
}

impl Serialize for Links {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        for (name, link) in self.named() {
            if let Some(link) = link.as_ref().filter(|_| !self.other.contains_key(name)) {
                map.serialize_entry(name, link)?;
            }
        }
        for (name, link) in &self.other {
            map.serialize_entry(name, link)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Links {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let mut links = Links::default();
        let Value::Object(members) = Value::deserialize(input)? else { return Ok(links) };
        for (name, value) in members {
            match (links.field(&name), value) {
                (Some(field), Value::String(link)) => *field = Some(link),
                (_, value) => {
                    links.other.insert(name, value);
                }
            }
        }
        // A link may be an object with an `href`: the short field shows it, `other` keeps the whole.
        for name in ["self", "first", "prev", "next", "last", "current"] {
            let href =
                links.other.get(name).and_then(|link| link.get("href")).and_then(Value::as_str).map(str::to_owned);
            if let (Some(href), Some(field)) = (href, links.field(name)) {
                *field = Some(href);
            }
        }
        Ok(links)
    }
}
