//! Reading what a client sent: every refusal names the member.

use serde_json::Value;

use crate::error::{Error, ErrorKind, Result};
use crate::http::Request;
use crate::jsonapi::{Members, Relationship, Resource, ToOne};

/// References or labels of one resource.
const MOST_REFERENCES: usize = 100;

/// Characters of a reference or a label.
const LONGEST_REFERENCE: usize = 255;

/// The resource object of a request body.
pub(super) struct Payload {
    attributes: Members,
    relationships: Members,
}

impl Payload {
    /// Reads `{"data": {"type": …, "attributes": {…}}}`.
    pub fn of<T: Resource>(request: &Request) -> Result<Self> {
        let Value::Object(mut data) = document(request)?.remove("data").unwrap_or_default() else {
            return Err(unreadable("/data", "the body has no resource object in `data`"));
        };
        match data.get("type") {
            // The documented bodies of some updates leave the type out.
            None | Some(Value::Null) => {}
            Some(Value::String(kind)) if kind == T::TYPE => {}
            Some(other) => {
                return Err(Error::invalid("/data/type", format!("type is {:?} here, not {other}", T::TYPE)));
            }
        }
        Ok(Payload { attributes: object(&mut data, "attributes")?, relationships: object(&mut data, "relationships")? })
    }

    /// An attribute that is text; `null` counts as none.
    pub fn text(&self, name: &str) -> Result<Option<&str>> {
        match self.attributes.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(name, "text", other)),
        }
    }

    /// An attribute that is text and must be there.
    pub fn required(&self, name: &str) -> Result<&str> {
        match self.text(name)?.map(str::trim) {
            Some(text) if !text.is_empty() => Ok(text),
            _ => Err(Error::invalid(&pointer(name), format!("{name} can't be blank"))),
        }
    }

    /// An attribute that is true or false.
    pub fn flag(&self, name: &str) -> Result<Option<bool>> {
        match self.attributes.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(wrong(name, "true or false", other)),
        }
    }

    /// An attribute that is a list of texts. `null` elements, which the wire has, are passed over.
    pub fn texts(&self, name: &str) -> Result<Option<Vec<String>>> {
        self.list(name, |_, _| Ok(()))
    }

    /// An attribute that is a list of a customer's own words: not too many, each with something in it and not too long.
    pub fn references(&self, name: &str) -> Result<Option<Vec<String>>> {
        let references = self.list(name, |place, text| check_reference(&format!("{name}/{place}"), text))?;
        match &references {
            Some(list) if list.len() > MOST_REFERENCES => {
                Err(Error::invalid(&pointer(name), format!("{name} has {MOST_REFERENCES} entries at most")))
            }
            _ => Ok(references),
        }
    }

    /// An attribute that is one such word.
    pub fn reference(&self, name: &str) -> Result<Option<&str>> {
        let text = self.text(name)?;
        text.map_or(Ok(()), |text| check_reference(name, text)).map(|()| text)
    }

    fn list(&self, name: &str, check: impl Fn(usize, &str) -> Result<()>) -> Result<Option<Vec<String>>> {
        let items = match self.attributes.get(name) {
            None => return Ok(None),
            Some(Value::Null) => return Ok(Some(Vec::new())),
            Some(Value::Array(items)) => items,
            Some(other) => return Err(wrong(name, "a list of texts", other)),
        };
        let texts = items.iter().enumerate().filter(|(_, item)| !item.is_null()).map(|(at, item)| {
            let text = item.as_str().ok_or_else(|| wrong(&format!("{name}/{at}"), "text", item))?;
            check(at, text).map(|()| text.to_owned())
        });
        texts.collect::<Result<_>>().map(Some)
    }

    /// An attribute that is a list of labels: nothing around them, each once, in the order they came.
    pub fn labels(&self, name: &str) -> Result<Option<Vec<String>>> {
        let Some(texts) = self.references(name)? else { return Ok(None) };
        let mut labels: Vec<String> = Vec::new();
        for label in texts.iter().map(|text| text.trim()) {
            if !labels.iter().any(|known| known == label) {
                labels.push(label.to_owned());
            }
        }
        Ok(Some(labels))
    }

    /// An attribute as it came.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.attributes.get(name)
    }

    /// A relationship to one resource.
    pub fn to_one(&self, name: &str) -> Result<ToOne> {
        match self.relationships.get(name) {
            None => Ok(ToOne::Untold),
            Some(found) => ToOne::read(found).ok_or_else(|| {
                let place = format!("/data/relationships/{name}");
                Error::invalid(
                    &place,
                    format!("{name} is a relationship to one resource: {{\"data\": {{\"type\", \"id\"}}}}"),
                )
            }),
        }
    }
}

/// The body as a JSON object.
pub(super) fn document(request: &Request) -> Result<Members> {
    match serde_json::from_slice(&request.body) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Err(unreadable("/", "the body is no JSON object")),
        Err(_) if request.body.is_empty() => Err(unreadable("/", "the body is missing")),
        Err(problem) => Err(unreadable("/", format!("the body is no JSON: {problem}"))),
    }
}

/// The pointer to an attribute.
pub(super) fn pointer(name: &str) -> String {
    format!("/data/attributes/{name}")
}

fn check_reference(place: &str, text: &str) -> Result<()> {
    if text.trim().is_empty() {
        return Err(Error::invalid(&pointer(place), "an entry can't be blank"));
    }
    if text.chars().count() > LONGEST_REFERENCE {
        return Err(Error::invalid(&pointer(place), format!("an entry has {LONGEST_REFERENCE} characters at most")));
    }
    Ok(())
}

fn object(data: &mut Members, name: &str) -> Result<Members> {
    match data.remove(name) {
        None | Some(Value::Null) => Ok(Members::new()),
        Some(Value::Object(members)) => Ok(members),
        Some(_) => Err(unreadable(&format!("/data/{name}"), format!("{name} is an object"))),
    }
}

/// Status 400: the body cannot be read.
fn unreadable(place: &str, detail: impl Into<String>) -> Error {
    Error::refused(ErrorKind::BadRequest, place, detail)
}

/// Status 422: the body can be read, but an attribute is of the wrong type.
pub(super) fn wrong(name: &str, expected: &str, found: &Value) -> Error {
    let shown: String = found.to_string().chars().take(60).collect();
    Error::invalid(&pointer(name), format!("{name} is {expected}, not {shown}"))
}
