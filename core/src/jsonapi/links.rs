//! The `links` member of documents and resources.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::Members;

/// Links of a document or resource. Each can be missing. Do not parse ids from them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Links {
    /// The document or resource itself (`self`).
    pub this: Option<String>,
    /// The first page.
    pub first: Option<String>,
    /// The previous page.
    pub prev: Option<String>,
    /// The next page.
    pub next: Option<String>,
    /// The last page.
    pub last: Option<String>,
    /// The current page, which the hosted service adds to `self`.
    pub current: Option<String>,
    /// All other links, and links that are not text, unchanged.
    pub other: Members,
}

const NAMES: [&str; 6] = ["self", "first", "prev", "next", "last", "current"];

impl Links {
    /// Whether there are no links.
    pub fn is_empty(&self) -> bool {
        *self == Links::default()
    }

    pub(crate) fn put(&mut self, name: &str, value: Value) {
        match (self.field(name), value) {
            (Some(field), Value::String(link)) => {
                *field = Some(link);
                self.other.remove(name);
            }
            (field, value) => {
                if let Some(field) = field {
                    *field = target(&value).map(str::to_owned);
                }
                self.other.insert(name.to_owned(), value);
            }
        }
    }

    fn named(&self) -> impl Iterator<Item = (&'static str, &Option<String>)> {
        NAMES.into_iter().zip([&self.this, &self.first, &self.prev, &self.next, &self.last, &self.current])
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
            // A link that is not text is written unchanged unless its field was changed.
            match (self.other.get(name), link) {
                (Some(preserved), link) if target(preserved) == link.as_deref() => {
                    map.serialize_entry(name, preserved)?
                }
                (_, Some(link)) => map.serialize_entry(name, link)?,
                (_, None) => {}
            }
        }
        for (name, link) in &self.other {
            if !NAMES.contains(&name.as_str()) {
                map.serialize_entry(name, link)?;
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Links {
    /// A value that is not an object has no links.
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(input)? {
            Value::Object(members) => Links::from(members),
            _ => Links::default(),
        })
    }
}

impl From<Members> for Links {
    fn from(members: Members) -> Self {
        let mut links = Links::default();
        members.into_iter().for_each(|(name, value)| links.put(&name, value));
        links
    }
}

/// A link that is not text can be an object with an `href`.
fn target(link: &Value) -> Option<&str> {
    link.get("href")?.as_str()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn links_of_every_form_are_written_unchanged() {
        let json = json!({
            "self": "/v2/a", "current": "/v2/a", "next": null, "download": "/d", "odd": 7,
            "last": { "href": "/v2/z", "meta": { "count": 9 } },
        });
        let links: Links = serde_json::from_value(json.clone()).unwrap();
        assert_eq!((links.this.as_deref(), links.current.as_deref()), (Some("/v2/a"), Some("/v2/a")));
        assert_eq!((links.last.as_deref(), links.next.as_deref()), (Some("/v2/z"), None));
        assert_eq!(serde_json::to_value(&links).unwrap(), json);
    }

    #[test]
    fn a_changed_link_is_written() {
        let mut links: Links = serde_json::from_value(json!({ "next": null, "last": { "href": "/z" } })).unwrap();
        links.next = Some("/b".into());
        links.last = Some("/y".into());
        assert_eq!(serde_json::to_value(&links).unwrap(), json!({ "next": "/b", "last": "/y" }));
    }

    #[test]
    fn a_value_that_is_not_an_object_has_no_links() {
        for odd in [json!(null), json!([]), json!("https://example.com"), json!(1)] {
            assert!(serde_json::from_value::<Links>(odd).unwrap().is_empty());
        }
    }
}
