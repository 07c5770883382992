//! The types that describe an operation of the API as data: its parameters, includes, request body and response.
//!
//! [`INTERFACE`](super::INTERFACE) lists all operations. The service dispatches and checks requests by that list. Clients,
//! bindings, documentation and `openapi.json` are generated from it.

use std::iter;

use super::Shape;
use crate::limits::{Bucket, bucket_of};

/// A family of operations: the first segment of their paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Family {
    /// The name of the family in every language, which is also the path segment: `tracking_requests`.
    pub name: &'static str,
    /// The documentation of the family.
    pub about: &'static str,
    /// The operations of the family.
    pub operations: &'static [Operation],
}

/// One operation of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// The name of the operation in every language: `list`, `create`, `stop_tracking`.
    pub name: &'static str,
    /// The HTTP method: `GET`, `POST`, `PATCH` or `DELETE`.
    pub method: &'static str,
    /// The path below the base URL. Segments in braces are arguments: `/shipments/{id}`.
    pub path: &'static str,
    /// The documentation of the operation.
    pub about: &'static str,
    /// The query parameters, except `include` and the parameters of paging.
    pub parameters: &'static [Parameter],
    /// The paths that `include` accepts; empty if the operation has no `include`.
    pub includes: &'static [&'static str],
    /// The paths that are included if the request has no `include`.
    pub included_by_default: &'static [&'static str],
    /// The parameters of paging.
    pub paging: &'static [&'static str],
    /// Parameters without effect that clients of the hosted service send. The service ignores them with a warning.
    pub ignored: &'static [&'static str],
    /// The request body.
    pub body: Body,
    /// The response.
    pub answer: Answer,
    /// The services that serve the operation.
    pub served_by: ServedBy,
}

/// A query parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// The name in the query: `filter[request_number]`.
    pub name: &'static str,
    /// The name of the argument in clients: `number`.
    pub argument: &'static str,
    /// Other names that the embedded service accepts: older clients of the hosted service send them.
    pub aliases: &'static [&'static str],
    /// The kind of the value. The items of a list are separated by commas.
    pub shape: Shape,
    /// Whether it is required.
    pub required: bool,
    /// The documentation of the parameter.
    pub about: &'static str,
    /// The reason why the embedded service rejects the parameter (403, `not_served`); `None` if it accepts it.
    pub not_served: Option<&'static str>,
}

/// A member of a request body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name in JSON.
    pub name: &'static str,
    /// Other names that the service accepts.
    pub aliases: &'static [&'static str],
    /// The kind of the value.
    pub shape: Shape,
    /// Whether it is required.
    pub required: bool,
    /// Its documentation.
    pub about: &'static str,
}

/// A relationship in a request body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The name of the relationship.
    pub name: &'static str,
    /// The accepted types of the target.
    pub targets: &'static [&'static str],
    /// Whether it is required.
    pub required: bool,
    /// Its documentation.
    pub about: &'static str,
}

/// The request body of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// No body.
    Empty,
    /// A JSON:API document with a resource of this type: its attributes and relationships.
    Document(&'static str, &'static [Field], &'static [Link]),
    /// A JSON object with these members.
    Members(&'static [Field]),
}

/// The response of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A document with one resource of this type.
    One(&'static str),
    /// A page of resources of this type.
    Pages(&'static str),
    /// All resources of this type, on one page.
    All(&'static str),
    /// JSON; the text describes its members.
    Json(&'static str),
    /// A status without a body.
    Empty,
}

/// The services that serve an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServedBy {
    /// The hosted and the embedded service.
    Both,
    /// Only the hosted service. The embedded service responds with 403, the code `not_served` and this reason.
    HostedOnly(&'static str),
    /// Only the embedded service.
    EmbeddedOnly,
}

/// The effect of sending a request more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idempotency {
    /// No effect: the request only reads.
    Safe,
    /// The same effect as sending it once.
    Idempotent,
    /// A new effect each time.
    NotIdempotent,
}

impl Idempotency {
    /// The idempotency of requests with this method and path.
    pub fn of(method: &str, path: &str) -> Self {
        let action = path.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        match method {
            "GET" | "HEAD" | "OPTIONS" => Idempotency::Safe,
            "DELETE" | "PUT" => Idempotency::Idempotent,
            "PATCH" if matches!(action, "stop_tracking" | "resume_tracking" | "replay") => Idempotency::Idempotent,
            "POST" if bucket_of(method, path) == Bucket::Infer => Idempotency::Safe,
            _ => Idempotency::NotIdempotent,
        }
    }
}

impl Operation {
    /// The rate limit that applies to its requests.
    pub fn bucket(&self) -> Bucket {
        bucket_of(self.method, self.path)
    }

    /// The effect of sending its requests more than once.
    pub fn idempotency(&self) -> Idempotency {
        Idempotency::of(self.method, self.path)
    }

    /// The reason why the embedded service does not serve the operation; `None` if it does.
    pub fn not_served(&self) -> Option<&'static str> {
        match self.served_by {
            ServedBy::HostedOnly(why) => Some(why),
            ServedBy::Both | ServedBy::EmbeddedOnly => None,
        }
    }

    /// The names of the arguments in the path, in order.
    pub fn path_arguments(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
    }

    fn is_at(&self, segments: &[&str]) -> bool {
        self.pattern().count() == segments.len()
            && self.pattern().zip(segments).all(|(pattern, segment)| pattern.starts_with('{') || pattern == *segment)
    }

    fn pattern(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').skip(2)
    }

    /// The values of the arguments in a path of this operation, in order. The path is given as its segments after the name of the
    /// family.
    pub fn arguments_in<'p>(&self, segments: &[&'p str]) -> Vec<&'p str> {
        let at_argument = self.pattern().zip(segments).filter(|(pattern, _)| pattern.starts_with('{'));
        at_argument.map(|(_, argument)| *argument).collect()
    }

    /// The names of all query parameters that the embedded service accepts, including `include` and the parameters of paging.
    pub fn query_names(&self) -> impl Iterator<Item = &'static str> {
        let include = (!self.includes.is_empty()).then_some("include");
        let names =
            self.parameters.iter().filter(|parameter| parameter.not_served.is_none()).map(|parameter| parameter.name);
        include.into_iter().chain(names).chain(self.paging.iter().copied())
    }

    /// The parameter that has this name as another name.
    pub fn parameter_with_alias(&self, alias: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|parameter| parameter.aliases.contains(&alias))
    }

    /// The include paths that clients offer as an argument: those of operations that read. The service also accepts `include` in some
    /// writes.
    pub fn client_includes(&self) -> &'static [&'static str] {
        if self.method == "GET" { self.includes } else { &[] }
    }

    /// The members of the request body: attributes of a document, or members of a JSON object.
    pub fn fields(&self) -> &'static [Field] {
        match self.body {
            Body::Empty => &[],
            Body::Document(_, fields, _) | Body::Members(fields) => fields,
        }
    }

    /// The relationships in the request body.
    pub fn links(&self) -> &'static [Link] {
        match self.body {
            Body::Document(_, _, links) => links,
            Body::Empty | Body::Members(_) => &[],
        }
    }
}

impl Family {
    /// The operations at a path, which is given as its segments after the name of the family; empty if the API has no such path.
    /// A fixed segment takes precedence over an argument: `/webhooks/events` is not a webhook with the id `events`.
    pub fn operations_at(&self, segments: &[&str]) -> impl Iterator<Item = &'static Operation> {
        let matching = self.operations.iter().filter(|operation| operation.is_at(segments));
        let path = matching.min_by_key(|operation| operation.path_arguments().count()).map(|operation| operation.path);
        self.operations.iter().filter(move |operation| Some(operation.path) == path)
    }
}

impl Field {
    /// The name, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// Builds the table of operations.
pub(super) mod builders {
    use super::{Answer, Body, Family, Field, Link, Operation, Parameter, ServedBy, Shape};

    /// A list of texts.
    pub const TEXTS: Shape = Shape::List(&Shape::Text);

    pub const fn family(name: &'static str, about: &'static str, operations: &'static [Operation]) -> Family {
        Family { name, about, operations }
    }

    const fn operation(name: &'static str, method: &'static str, path: &'static str, answer: Answer) -> Operation {
        let served_by = ServedBy::HostedOnly("The embedded service does not serve this operation.");
        let paging: &[&str] = match answer {
            Answer::Pages(_) => &["page[number]", "page[size]", "page[cursor]"],
            _ => &[],
        };
        Operation {
            name,
            method,
            path,
            about: "",
            parameters: &[],
            includes: &[],
            included_by_default: &[],
            paging,
            ignored: &[],
            body: Body::Empty,
            answer,
            served_by,
        }
    }

    pub const fn get(name: &'static str, path: &'static str, answer: Answer) -> Operation {
        operation(name, "GET", path, answer)
    }

    pub const fn post(name: &'static str, path: &'static str, body: Body, answer: Answer) -> Operation {
        Operation { body, ..operation(name, "POST", path, answer) }
    }

    pub const fn patch(name: &'static str, path: &'static str, body: Body, answer: Answer) -> Operation {
        Operation { body, ..operation(name, "PATCH", path, answer) }
    }

    pub const fn delete(name: &'static str, path: &'static str) -> Operation {
        operation(name, "DELETE", path, Answer::Empty)
    }

    impl Operation {
        pub(in super::super) const fn about(self, about: &'static str) -> Self {
            Operation { about, ..self }
        }

        pub(in super::super) const fn with_parameters(self, parameters: &'static [Parameter]) -> Self {
            Operation { parameters, ..self }
        }

        pub(in super::super) const fn includes(self, includes: &'static [&'static str]) -> Self {
            Operation { includes, ..self }
        }

        pub(in super::super) const fn includes_by_default(self, included_by_default: &'static [&'static str]) -> Self {
            Operation { included_by_default, ..self }
        }

        pub(in super::super) const fn paged_by(self, paging: &'static [&'static str]) -> Self {
            Operation { paging, ..self }
        }

        pub(in super::super) const fn ignores(self, ignored: &'static [&'static str]) -> Self {
            Operation { ignored, ..self }
        }

        pub(in super::super) const fn served_by_both(self) -> Self {
            Operation { served_by: ServedBy::Both, ..self }
        }

        pub(in super::super) const fn embedded_only(self) -> Self {
            Operation { served_by: ServedBy::EmbeddedOnly, ..self }
        }

        pub(in super::super) const fn hosted_only(self, why: &'static str) -> Self {
            Operation { served_by: ServedBy::HostedOnly(why), ..self }
        }
    }

    impl Parameter {
        pub(in super::super) const fn with_aliases(self, aliases: &'static [&'static str]) -> Self {
            Parameter { aliases, ..self }
        }

        pub(in super::super) const fn hosted_only(self, why: &'static str) -> Self {
            Parameter { not_served: Some(why), ..self }
        }
    }

    impl Field {
        pub(in super::super) const fn with_aliases(self, aliases: &'static [&'static str]) -> Self {
            Field { aliases, ..self }
        }
    }

    /// An optional parameter.
    pub const fn parameter(name: &'static str, argument: &'static str, shape: Shape, about: &'static str) -> Parameter {
        Parameter { name, argument, aliases: &[], shape, required: false, about, not_served: None }
    }

    /// A required parameter.
    pub const fn required_parameter(name: &'static str, shape: Shape, about: &'static str) -> Parameter {
        Parameter { name, argument: name, aliases: &[], shape, required: true, about, not_served: None }
    }

    /// An optional member.
    pub const fn field(name: &'static str, shape: Shape, about: &'static str) -> Field {
        Field { name, aliases: &[], shape, required: false, about }
    }

    /// A required member.
    pub const fn required_field(name: &'static str, shape: Shape, about: &'static str) -> Field {
        Field { name, aliases: &[], shape, required: true, about }
    }

    pub const fn link(name: &'static str, targets: &'static [&'static str], about: &'static str) -> Link {
        Link { name, targets, required: false, about }
    }

    pub const fn required_link(name: &'static str, targets: &'static [&'static str], about: &'static str) -> Link {
        Link { name, targets, required: true, about }
    }
}
