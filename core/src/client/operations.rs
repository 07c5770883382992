//! Performs an operation that is described by an [`Operation`]. The client methods for each resource type, and the bindings, use it.

use serde_json::{Map, Value, json};

use super::base_url::path_of;
use super::request_draft::{InvalidArgument, RequestDraft, join};
use super::{Client, Fetched, List};
use crate::error::{Error, ErrorKind, Result};
use crate::http::Method;
use crate::jsonapi::{Query, Resource, ResourceId};
use crate::resources::{Answer, Body, INTERFACE, Operation};

/// The arguments of an operation, in path, query and body.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "arguments are passed to the client together with their operation"]
pub struct Arguments {
    path: Vec<String>,
    query: Query,
    fields: Map<String, Value>,
    links: Map<String, Value>,
}

impl Arguments {
    /// No arguments.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the value of the next placeholder in the path, for example an id.
    pub fn path(mut self, value: impl ToString) -> Self {
        self.path.push(value.to_string());
        self
    }

    /// Sets a query parameter.
    pub fn query(mut self, name: &str, value: impl Into<String>) -> Self {
        self.query.set(name, value);
        self
    }

    /// Sets query parameters.
    pub fn queries(mut self, query: &Query) -> Self {
        for name in query.names() {
            self.query.set(name, query.get(name).unwrap_or_default());
        }
        self
    }

    /// Includes related resources. Includes no resources if `paths` is empty.
    pub fn include<I: AsRef<str>>(self, paths: impl IntoIterator<Item = I>) -> Self {
        self.query("include", join(paths))
    }

    /// Sets a member of the body: an attribute of a document, or a member of plain JSON.
    pub fn field(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.fields.insert(name.into(), value.into());
        self
    }

    /// Sets members of the body.
    pub fn fields(mut self, fields: Map<String, Value>) -> Self {
        self.fields.extend(fields);
        self
    }

    /// Sets a relationship of the body.
    pub fn link(mut self, name: impl Into<String>, kind: &str, id: impl ToString) -> Self {
        self.links.insert(name.into(), json!({ "data": { "type": kind, "id": id.to_string() } }));
        self
    }

    /// Removes the target of a relationship: its `data` in the body is `null`.
    pub fn unlink(mut self, name: impl Into<String>) -> Self {
        self.links.insert(name.into(), json!({ "data": null }));
        self
    }

    /// Sets relationships of the body. Those without a target are removed.
    pub(super) fn links(self, links: impl IntoIterator<Item = (&'static str, Option<ResourceId>)>) -> Self {
        links.into_iter().fold(self, |arguments, (name, target)| match target {
            Some(target) => arguments.link(name, &target.kind, target.id),
            None => arguments.unlink(name),
        })
    }

    /// The first missing or invalid argument.
    fn problem(&self, operation: &Operation) -> Option<InvalidArgument> {
        let path =
            operation.path_arguments().enumerate().find_map(|(at, name)| match self.path.get(at).map(String::as_str) {
                // With an empty id, the path would be that of the listing.
                None | Some("") => Some(InvalidArgument::missing(name)),
                Some("." | "..") => Some(InvalidArgument::dots(name)),
                Some(_) => None,
            });
        let parameters = operation
            .parameters
            .iter()
            .filter(|parameter| parameter.required && self.query.get(parameter.name).is_none());
        let fields = operation.fields().iter().filter(|field| field.required && !self.fields.contains_key(field.name));
        let links = operation.links().iter().filter(|link| link.required && !self.links.contains_key(link.name));
        let parameters = parameters.map(|parameter| parameter.argument);
        let mut missing = parameters.chain(fields.map(|field| field.name)).chain(links.map(|link| link.name));
        path.or_else(|| missing.next().map(InvalidArgument::missing))
    }

    fn check(&self, operation: &Operation) -> Result<()> {
        if let Some(problem) = self.problem(operation) {
            return Err(problem.into());
        }
        match self.path.get(operation.path_arguments().count()) {
            Some(extra) => Err(Error::invalid(
                "path",
                format!("the path {} has fewer arguments; remove `{extra}`", operation.path),
            )),
            None => Ok(()),
        }
    }

    fn path_of(&self, operation: &Operation) -> String {
        let mut values = self.path.iter();
        let segments = operation.path.split('/').filter(|segment| !segment.is_empty());
        let segments = segments.map(|segment| match segment.starts_with('{') {
            true => values.next().map_or("", String::as_str),
            false => segment,
        });
        path_of(&segments.collect::<Vec<_>>())
    }

    pub(super) fn body_of(&self, operation: &Operation) -> Option<Value> {
        let kind = match operation.body {
            Body::Empty => return None,
            Body::Members(_) => return Some(Value::Object(self.fields.clone())),
            Body::Document(kind, ..) => kind,
        };
        let mut data = Map::from_iter([("type".to_owned(), Value::from(kind))]);
        let has_id = operation.path_arguments().last().is_some_and(|name| name == "id" || name.ends_with("_id"));
        if operation.method == "PATCH" && has_id {
            data.extend(self.path.last().map(|id| ("id".to_owned(), Value::from(id.as_str()))));
        }
        let parts = [("attributes", &self.fields), ("relationships", &self.links)];
        let members = parts.into_iter().filter(|(_, members)| !members.is_empty());
        data.extend(members.map(|(name, members)| (name.to_owned(), Value::Object(members.clone()))));
        Some(json!({ "data": data }))
    }
}

/// Operations that are described in [`INTERFACE`]. If an argument is missing, the methods fail with [`ErrorKind::Invalid`] before anything is
/// sent; the error names the argument.
impl Client {
    /// Performs an operation that returns one resource.
    #[doc(hidden)]
    pub fn call_for_one<T: Resource>(&self, operation: &Operation, arguments: &Arguments) -> Result<Fetched<T>> {
        self.fetch(&self.draft_of(operation, arguments)?)
    }

    /// Performs an operation that lists resources. Pages are fetched when the listing is read.
    #[doc(hidden)]
    pub fn call_for_list<T: Resource>(&self, operation: &Operation, arguments: &Arguments) -> Result<List<T>> {
        arguments.check(operation)?;
        Ok(self.list_as(operation, arguments))
    }

    fn list_as<T: Resource>(&self, operation: &Operation, arguments: &Arguments) -> List<T> {
        let list = List::new(self, arguments.path_of(operation)).with_query(&arguments.query);
        match operation.answer {
            Answer::Pages(_) => list,
            _ => list.unpaged(),
        }
    }

    /// Performs an operation that returns plain JSON, or nothing (`null`).
    #[doc(hidden)]
    pub fn call_for_json(&self, operation: &Operation, arguments: &Arguments) -> Result<Value> {
        let answer = self.perform(&self.draft_of(operation, arguments)?)?;
        match answer.body.is_empty() {
            true => Ok(Value::Null),
            false => serde_json::from_slice(&answer.body).map_err(|problem| {
                Error::new(ErrorKind::UnexpectedResponse, problem.to_string()).with_body(answer.body)
            }),
        }
    }

    /// A listing. An invalid argument becomes the error of its first item.
    pub(super) fn list_of<T: Resource>(&self, operation: &'static Operation, arguments: &Arguments) -> List<T> {
        self.list_as(operation, arguments).with_problem(arguments.problem(operation))
    }

    fn draft_of(&self, operation: &Operation, arguments: &Arguments) -> Result<RequestDraft> {
        arguments.check(operation)?;
        let method = Method::parse(operation.method).unwrap_or(Method::Get);
        let draft = RequestDraft::new(method, self.base().join(&arguments.path_of(operation), &arguments.query)?);
        Ok(match arguments.body_of(operation) {
            Some(body) => draft.body(&body),
            None => draft,
        })
    }
}

/// Returns the operation with this name. Panics if it does not exist, which fails the build when the call is in a constant.
pub(super) const fn named(family: &str, name: &str) -> &'static Operation {
    let mut families = INTERFACE;
    while let [first, rest @ ..] = families {
        let mut operations = first.operations;
        while let [operation, others @ ..] = operations {
            if is_same(first.name, family) && is_same(operation.name, name) {
                return operation;
            }
            operations = others;
        }
        families = rest;
    }
    panic!("the interface does not have this operation")
}

const fn is_same(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
        if *first != *second {
            return false;
        }
        (one, other) = (rest, others);
    }
    one.is_empty() && other.is_empty()
}
