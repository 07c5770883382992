//! Parses the body of a request.
//!
//! A resource that was read can be sent back. A read-only attribute or relationship is ignored with a warning if a
//! resource is created. An update ignores it if it has its present value; otherwise it is an error. A name that the
//! interface does not have is ignored with a warning. All problems are reported together.

use std::cell::Cell;
use std::{mem, slice};

use serde_json::Value;

use super::context::{RequestContext, shortened};
use super::duplicate_members::repeated_member;
use super::problems::{Problems, combine};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::Request;
use crate::ids::Id;
use crate::jsonapi::{Members, Relationship, ToOne};
use crate::resources::{Field, Schema, WRITE_ONLY_ATTRIBUTES};

const MAX_REFERENCES: usize = 100;

const LONGEST_REFERENCE: usize = 255;

/// Members that JSON:API allows and that writes ignore.
const STANDARD: [&str; 7] = ["type", "id", "lid", "meta", "links", "jsonapi", "included"];

const ATTRIBUTES: &str = "attributes";
const RELATIONSHIPS: &str = "relationships";

/// The resource object in the body of a request.
pub(super) struct Payload {
    attributes: Members,
    relationships: Members,
    /// Members that the operation does not accept, until [`check_members`](Payload::check_members) reports them.
    rejected: Cell<Problems>,
}

impl Payload {
    /// Parses the body of a request that creates a resource: `{"data": {"type": …, "attributes": {…}}}`.
    pub fn of_new<T: Schema>(context: &RequestContext<'_>) -> Result<Self> {
        let payload = Payload::read::<T>(context, |id| {
            let detail = format!("the service assigns ids: a new resource cannot have the id {id}");
            Err(Error::refused(ErrorKind::Forbidden, "/data/id", detail))
        })?;
        payload.check_read_only::<T>(context, |group, name, _| {
            context.warn("ignored", &place(group, name), format!("{name} is read-only; it was ignored"));
            Ok(true)
        })?;
        Ok(payload)
    }

    /// Parses the body of a request that changes a resource: `{"data": {"type": …, "id": …, "attributes": {…}}}`.
    /// `present` returns the resource as it is now. It is called only if the body has read-only attributes.
    pub fn of_change<T: Schema>(
        context: &RequestContext<'_>,
        at: &Id<T>,
        present: impl FnOnce() -> Result<T>,
    ) -> Result<Self> {
        let payload = Payload::read::<T>(context, |id| {
            if Id::new(&id) == *at {
                return Ok(());
            }
            let detail = format!("the id in the body is {id}, but the id in the path is {at}");
            Err(Error::refused(ErrorKind::Conflict, "/data/id", detail))
        })?;
        let (mut present, mut shown) = (Some(present), Value::Null);
        payload.check_read_only::<T>(context, |group, name, sent| {
            if let Some(present) = present.take() {
                shown = serde_json::to_value(present()?).map_err(|_| ErrorKind::Internal)?;
            }
            Ok(is_unchanged(group, sent, &shown[group][name]))
        })?;
        Ok(payload)
    }

    fn read<T: Schema>(context: &RequestContext<'_>, check_id: impl FnOnce(String) -> Result<()>) -> Result<Self> {
        let mut document = document(context.request)?;
        let mut data = match document.remove("data") {
            Some(Value::Object(data)) => data,
            // The command line of the hosted service sends attributes without a resource object.
            None if accepted_attributes(context).any(|name| document.contains_key(name)) => {
                let attributes = mem::take(&mut document);
                Members::from_iter([(ATTRIBUTES.to_owned(), attributes.into())])
            }
            _ => return Err(unreadable("/data", "`data` must be a resource object")),
        };
        let payload = Payload {
            attributes: object(&mut data, ATTRIBUTES)?,
            relationships: object(&mut data, RELATIONSHIPS)?,
            rejected: Cell::default(),
        };
        match data.get("type") {
            // Some documented bodies of updates have no type.
            None | Some(Value::Null) => {}
            Some(Value::String(kind)) if kind == T::TYPE => {}
            Some(other) => {
                let detail = format!("type must be {:?} here, not {}", T::TYPE, short(other));
                return Err(Error::refused(ErrorKind::Conflict, "/data/type", detail));
            }
        }
        match data.get("id") {
            None | Some(Value::Null) => {}
            Some(Value::String(id)) if id.is_empty() => {}
            Some(Value::String(id)) => check_id(shortened(id))?,
            Some(other) => check_id(short(other))?,
        }
        for (place, members) in [("", &document), ("/data", &data)] {
            warn_of_unknown_members(context, place, members.keys(), &STANDARD);
        }
        Ok(payload)
    }

    /// Checks the members that the operation does not accept. `ignores` returns whether the read-only attribute or
    /// relationship with this name and value is ignored; otherwise [`check_members`](Self::check_members) reports it.
    fn check_read_only<T: Schema>(
        &self,
        context: &RequestContext<'_>,
        mut ignores: impl FnMut(&str, &str, &Value) -> Result<bool>,
    ) -> Result<()> {
        let attributes = T::ATTRIBUTES.iter().map(|known| known.name).collect();
        let relationships = T::RELATIONSHIPS.iter().map(|known| known.name).collect();
        let links = context.operation.links().iter().map(|known| known.name).collect();
        let groups: [(_, _, Vec<&str>, Vec<&str>); 2] = [
            (ATTRIBUTES, &self.attributes, attributes, accepted_attributes(context).collect()),
            (RELATIONSHIPS, &self.relationships, relationships, links),
        ];
        let mut problems = Problems::default();
        for (group, members, known, accepted) in groups {
            for (name, sent) in members.iter().filter(|(name, _)| !accepted.contains(&name.as_str())) {
                let shown = shortened(name);
                let place = place(group, &shown);
                if known.contains(&name.as_str()) {
                    if !ignores(group, name, sent)? {
                        problems.add(Error::invalid(&place, read_only(name, &accepted)));
                    }
                } else if group == ATTRIBUTES && WRITE_ONLY_ATTRIBUTES.contains(&name.as_str()) {
                    problems.add(Error::invalid(&place, not_settable(&shown, &accepted)));
                } else {
                    let detail = format!("{shown} is not one of the {group} of a {}; it was ignored", T::TYPE);
                    context.warn("unknown", &place, detail);
                }
            }
        }
        self.rejected.set(problems);
        Ok(())
    }

    /// Reports the members that the operation does not accept.
    pub fn check_members(&self) -> Result<()> {
        self.rejected.take().end()
    }

    /// Whether the attribute is in the body, even with the value `null`.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.contains_key(name)
    }

    /// Reads an attribute if it is in the body; `None` otherwise.
    pub fn change<T>(&self, name: &str, read: impl FnOnce(&str) -> Result<T>) -> Result<Option<T>> {
        self.has_attribute(name).then(|| read(name)).transpose()
    }

    /// The text of an attribute; `None` if it is missing or `null`.
    pub fn text(&self, name: &str) -> Result<Option<&str>> {
        match self.attributes.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong_type(name, "text", other)),
        }
    }

    /// The trimmed text of an attribute that must not be missing or blank.
    pub fn required(&self, name: &str) -> Result<&str> {
        match self.text(name)?.map(str::trim) {
            Some(text) if !text.is_empty() => Ok(text),
            _ => Err(Error::blank(&pointer(name), format!("{name} can't be blank"))),
        }
    }

    /// Like [`required`](Self::required), with at most `most` characters.
    pub fn short_text(&self, name: &str, most: usize) -> Result<String> {
        let text = self.required(name)?;
        check_length(name, text, most).map(|()| text.to_owned())
    }

    pub fn optional_text(&self, name: &str, most: usize) -> Result<Option<String>> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        check_length(name, text, most).map(|()| Some(text.to_owned()))
    }

    pub fn flag(&self, name: &str) -> Result<Option<bool>> {
        match self.attributes.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(wrong_type(name, "true or false", other)),
        }
    }

    pub fn texts(&self, name: &str) -> Result<Option<Vec<String>>> {
        self.list(name, |_, _| Ok(()))
    }

    /// A list of reference numbers, limited in number and length.
    pub fn references(&self, name: &str) -> Result<Option<Vec<String>>> {
        if let Some(Value::Array(items)) = self.attributes.get(name)
            && items.len() > MAX_REFERENCES
        {
            return Err(Error::invalid(&pointer(name), format!("{name} can have at most {MAX_REFERENCES} entries")));
        }
        self.list(name, |place, text| check_reference(&format!("{name}/{place}"), text))
    }

    /// A single reference number as a list; `null` is an empty list.
    pub fn reference(&self, name: &str) -> Result<Option<Vec<String>>> {
        match self.text(name)? {
            Some(text) => check_reference(name, text).map(|()| Some(vec![text.to_owned()])),
            None => Ok(self.has_attribute(name).then(Vec::new)),
        }
    }

    fn list(&self, name: &str, check: impl Fn(usize, &str) -> Result<()>) -> Result<Option<Vec<String>>> {
        let items = match self.attributes.get(name) {
            None => return Ok(None),
            Some(Value::Null) => return Ok(Some(Vec::new())),
            Some(Value::Array(items)) => items.as_slice(),
            // The command line of the hosted service sends a list of one text as text.
            Some(text @ Value::String(_)) => slice::from_ref(text),
            Some(other) => return Err(wrong_type(name, "a list of texts", other)),
        };
        let mut problems = Problems::default();
        let texts = items.iter().enumerate().filter_map(|(at, item)| {
            let place = format!("{name}/{at}");
            let text = match item {
                Value::String(text) => Ok(text),
                Value::Null => Err(Error::blank(&pointer(&place), "an entry can't be blank")),
                other => Err(wrong_type(&place, "text", other)),
            };
            problems.note(text.and_then(|text| check(at, text).map(|()| text.to_owned())))
        });
        let texts = texts.collect();
        problems.end().map(|()| Some(texts))
    }

    /// A list of labels, trimmed and without duplicates, in their order.
    pub fn labels(&self, name: &str) -> Result<Option<Vec<String>>> {
        let Some(texts) = self.references(name)? else { return Ok(None) };
        let mut labels: Vec<String> = Vec::new();
        for label in texts.iter().map(|text| text.trim()) {
            if !labels.iter().any(|other| other == label) {
                labels.push(label.to_owned());
            }
        }
        Ok(Some(labels))
    }

    /// The tags, from either of two attributes: `tags` of a shipment, `shipment_tags` of a tracking request.
    pub fn tags(&self) -> Result<Option<Vec<String>>> {
        let (tags, shipment_tags) = combine!(tags = self.labels("tags"), other = self.labels("shipment_tags"))?;
        merge_aliases(("shipment_tags", shipment_tags), ("tags", tags))
    }

    /// The reference numbers, from either of two attributes: `ref_numbers`, which the interface returns, or
    /// `ref_number`, which its documentation sends.
    pub fn reference_numbers(&self) -> Result<Option<Vec<String>>> {
        let (all, single) = combine!(all = self.references("ref_numbers"), single = self.reference("ref_number"))?;
        merge_aliases(("ref_numbers", all), ("ref_number", single))
    }

    pub fn value(&self, name: &str) -> Option<&Value> {
        self.attributes.get(name)
    }

    pub fn to_one(&self, name: &str) -> Result<ToOne> {
        match self.relationships.get(name) {
            None => Ok(ToOne::Absent),
            Some(found) => ToOne::read(found).ok_or_else(|| {
                Error::invalid(
                    &place(RELATIONSHIPS, name),
                    format!("{name} must be a relationship to one resource: {{\"data\": {{\"type\", \"id\"}}}}"),
                )
            }),
        }
    }
}

/// The names of the attributes that the operation accepts.
fn accepted_attributes(context: &RequestContext<'_>) -> impl Iterator<Item = &'static str> {
    context.operation.fields().iter().flat_map(Field::names)
}

fn place(group: &str, name: &str) -> String {
    format!("/data/{group}/{name}")
}

/// Whether a read-only attribute or relationship that was sent has its present value. A relationship that responses do
/// not contain cannot be compared.
fn is_unchanged(group: &str, sent: &Value, present: &Value) -> bool {
    if group == RELATIONSHIPS {
        return present.is_null() || sent.get("data").is_none_or(|target| *target == present["data"]);
    }
    // Some programs write a number with a fraction that is zero.
    let number = |value: &Value| value.as_f64();
    sent == present || number(sent).is_some_and(|sent| number(present) == Some(sent))
}

/// The JSON pointer to the whole document (RFC 6901).
const WHOLE: &str = "";

/// Warns of members that are not in `known`. They are ignored.
pub(super) fn warn_of_unknown_members<'n>(
    context: &RequestContext<'_>,
    place: &str,
    names: impl Iterator<Item = &'n String>,
    known: &[&str],
) {
    for name in names.filter(|name| !known.contains(&name.as_str())) {
        let name = shortened(name);
        let detail = format!("{name} is not a known member; it was ignored");
        context.warn("unknown", &format!("{place}/{name}"), detail);
    }
}

/// The members of a body that is not a resource object.
pub(super) fn members(context: &RequestContext<'_>) -> Result<Members> {
    let body = document(context.request)?;
    let known: Vec<&str> = context.operation.fields().iter().map(|known| known.name).collect();
    warn_of_unknown_members(context, "", body.keys(), &known);
    Ok(body)
}

/// Parses the body as a JSON object.
pub(super) fn document(request: &Request) -> Result<Members> {
    match serde_json::from_slice(&request.body) {
        Ok(Value::Object(members)) => match repeated_member(&request.body) {
            Some(name) => {
                let detail = format!("the member {} occurs twice in one object", Quoted(&name));
                Err(unreadable(WHOLE, detail))
            }
            None => Ok(members),
        },
        Ok(_) => Err(unreadable(WHOLE, "the body must be a JSON object")),
        Err(_) if request.body.is_empty() => Err(unreadable(WHOLE, "the body is missing")),
        Err(problem) if problem.to_string().contains("recursion limit") => {
            Err(unreadable(WHOLE, "the body is nested more than 127 levels deep"))
        }
        Err(problem) => Err(unreadable(WHOLE, format!("the body is not valid JSON: {problem}"))),
    }
}

/// The JSON pointer to an attribute.
pub(super) fn pointer(name: &str) -> String {
    format!("/data/attributes/{name}")
}

/// The value of an attribute with two names. An error if both are in the body with different values.
pub(super) fn merge_aliases<T: PartialEq>(
    (name, value): (&str, Option<T>),
    (alias, other): (&str, Option<T>),
) -> Result<Option<T>> {
    match (value, other) {
        (Some(value), Some(other)) if value != other => Err(Error::invalid(
            &pointer(alias),
            format!("{alias} is another name of {name}, but has a different value"),
        )),
        (value, other) => Ok(value.or(other)),
    }
}

fn check_length(name: &str, text: &str, most: usize) -> Result<()> {
    match text.chars().count() > most {
        true => Err(Error::invalid(&pointer(name), format!("{name} can have at most {most} characters"))),
        false => Ok(()),
    }
}

fn check_reference(place: &str, text: &str) -> Result<()> {
    if text.trim().is_empty() {
        return Err(Error::blank(&pointer(place), "an entry can't be blank"));
    }
    if text.chars().count() > LONGEST_REFERENCE {
        return Err(Error::invalid(
            &pointer(place),
            format!("an entry can have at most {LONGEST_REFERENCE} characters"),
        ));
    }
    Ok(())
}

fn object(data: &mut Members, name: &str) -> Result<Members> {
    match data.remove(name) {
        None | Some(Value::Null) => Ok(Members::new()),
        Some(Value::Object(members)) => Ok(members),
        Some(_) => Err(unreadable(&format!("/data/{name}"), format!("{name} must be an object"))),
    }
}

fn unreadable(place: &str, detail: impl Into<String>) -> Error {
    Error::refused(ErrorKind::BadRequest, place, detail)
}

pub(super) fn wrong_type(name: &str, expected: &str, found: &Value) -> Error {
    let is = match found {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Error::invalid(&pointer(name), format!("{name} must be {expected}; {} is {is}", short(found)))
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}

fn read_only(name: &str, accepted: &[&str]) -> String {
    format!("{}; it is read-only: omit it, or send its present value", not_settable(name, accepted))
}

fn not_settable(name: &str, accepted: &[&str]) -> String {
    match accepted {
        [] => format!("{name} cannot be set here"),
        _ => format!("{name} cannot be set here; these can: {}", accepted.join(", ")),
    }
}
