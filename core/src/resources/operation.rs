//! The operations of the interface as data: parameters, includes, body, answer.
//!
//! [`INTERFACE`](super::INTERFACE) lists all operations. The service dispatches and checks requests by that list; clients,
//! bindings, documents and `openapi.json` are generated from it.

use std::iter;

use super::Shape;
use crate::limits::{Bucket, bucket_of};

/// A family of operations: the first segment of their paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Family {
    /// The segment, which is the name of the family in every language: `tracking_requests`.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// What can be asked of it.
    pub operations: &'static [Operation],
}

/// One operation of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// Its verb, which is its name in every language: `list`, `create`, `stop_tracking`.
    pub name: &'static str,
    /// The method of its requests: `GET`, `POST`, `PATCH`, `DELETE`.
    pub method: &'static str,
    /// Its path below the base URL; what stands in braces is an argument: `/shipments/{id}`.
    pub path: &'static str,
    /// What it does, with what is worth knowing about it.
    pub about: &'static str,
    /// Its query parameters, apart from `include` and those of paging.
    pub parameters: &'static [Parameter],
    /// The related resources that `include` can ask for; empty if it takes no `include`.
    pub includes: &'static [&'static str],
    /// The related resources that an answer includes if the request has no `include`.
    pub included_by_default: &'static [&'static str],
    /// The parameters of paging that it takes.
    pub paging: &'static [&'static str],
    /// Parameters that clients of the hosted service send although they have no effect: the service ignores them with a
    /// warning.
    pub ignored: &'static [&'static str],
    /// What its requests carry.
    pub body: Body,
    /// What it answers with.
    pub answer: Answer,
    /// Which service carries it out.
    pub served_by: ServedBy,
}

/// A query parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name in the query: `filter[request_number]`.
    pub name: &'static str,
    /// Its name as an argument: `number`.
    pub argument: &'static str,
    /// What its values are. The items of a list are parted by commas.
    pub shape: Shape,
    /// Whether the operation cannot do without it.
    pub required: bool,
    /// What it asks for.
    pub about: &'static str,
    /// Why the embedded service refuses it (403, `not_served`); `None` where it does not.
    pub not_served: Option<&'static str>,
}

/// A member of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// Its name on the wire.
    pub name: &'static str,
    /// Other names that the service accepts for it.
    pub aliases: &'static [&'static str],
    /// What its values are.
    pub shape: Shape,
    /// Whether the operation cannot do without it.
    pub required: bool,
    /// What it says.
    pub about: &'static str,
}

/// A resource that a body links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The name of the relationship.
    pub name: &'static str,
    /// The types it may lead to.
    pub targets: &'static [&'static str],
    /// Whether the operation cannot do without it.
    pub required: bool,
    /// What it says.
    pub about: &'static str,
}

/// What the requests of an operation carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// Nothing.
    Empty,
    /// A JSON:API document with a resource of this type: its attributes, and the resources it links.
    Document(&'static str, &'static [Field], &'static [Link]),
    /// Plain JSON with these members.
    Members(&'static [Field]),
}

/// What an operation answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A resource of this type.
    One(&'static str),
    /// Resources of this type, page by page.
    Pages(&'static str),
    /// Resources of this type, all at once.
    All(&'static str),
    /// Plain JSON; the text says which members it has.
    Json(&'static str),
    /// Nothing but that it was done.
    Done,
}

/// Which service carries an operation out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServedBy {
    /// The hosted one and the embedded one.
    Both,
    /// The hosted one. The embedded one answers 403 with the code `not_served` and this, which says why.
    HostedOnly(&'static str),
    /// The embedded one alone.
    EmbeddedOnly,
}

/// What happens when the service carries a request out more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idempotency {
    /// Nothing: it only reads.
    Safe,
    /// The same as once: the end state is the same.
    Idempotent,
    /// It counts every time.
    NotIdempotent,
}

impl Idempotency {
    /// What repeating a request of this method to this path does.
    pub fn of(method: &str, path: &str) -> Self {
        let action = path.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        match method {
            "GET" | "HEAD" | "OPTIONS" => Idempotency::Safe,
            "DELETE" | "PUT" => Idempotency::Idempotent,
            "PATCH" if matches!(action, "stop_tracking" | "resume_tracking") => Idempotency::Idempotent,
            "POST" if bucket_of(method, path) == Bucket::Infer => Idempotency::Safe,
            _ => Idempotency::NotIdempotent,
        }
    }
}

impl Operation {
    /// Which allowance its requests are counted against.
    pub fn bucket(&self) -> Bucket {
        bucket_of(self.method, self.path)
    }

    /// What happens when the service carries it out more than once.
    pub fn idempotency(&self) -> Idempotency {
        Idempotency::of(self.method, self.path)
    }

    /// Why the embedded service does not serve it; `None` where it does.
    pub fn not_served(&self) -> Option<&'static str> {
        match self.served_by {
            ServedBy::HostedOnly(why) => Some(why),
            ServedBy::Both | ServedBy::EmbeddedOnly => None,
        }
    }

    /// The names of the arguments in its path, in their order.
    pub fn path_arguments(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
    }

    fn is_at(&self, segments: &[&str]) -> bool {
        self.pattern().count() == segments.len()
            && self.pattern().zip(segments).all(|(own, asked)| own.starts_with('{') || own == *asked)
    }

    fn pattern(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').skip(2)
    }

    /// The arguments in a path of this operation, in their order. The path is given as its segments behind the name of the
    /// family.
    pub fn arguments_in<'p>(&self, segments: &[&'p str]) -> Vec<&'p str> {
        let at_argument = self.pattern().zip(segments).filter(|(own, _)| own.starts_with('{'));
        at_argument.map(|(_, argument)| *argument).collect()
    }

    /// The names of all query parameters that the embedded service takes with it, `include` and those of paging among them.
    pub fn query_names(&self) -> impl Iterator<Item = &'static str> {
        let include = (!self.includes.is_empty()).then_some("include");
        let own = self.parameters.iter().filter(|known| known.not_served.is_none()).map(|known| known.name);
        include.into_iter().chain(own).chain(self.paging.iter().copied())
    }

    /// The includes that clients have an argument for: those of an operation that reads. The service accepts `include`
    /// with some writes, too.
    pub fn client_includes(&self) -> &'static [&'static str] {
        if self.method == "GET" { self.includes } else { &[] }
    }

    /// The members of its body: attributes of a document, or members of plain JSON.
    pub fn fields(&self) -> &'static [Field] {
        match self.body {
            Body::Empty => &[],
            Body::Document(_, fields, _) | Body::Members(fields) => fields,
        }
    }

    /// The resources its body links.
    pub fn links(&self) -> &'static [Link] {
        match self.body {
            Body::Document(_, _, links) => links,
            Body::Empty | Body::Members(_) => &[],
        }
    }
}

impl Family {
    /// The operations at a path, given as its segments behind the name of the family; none if the interface has no such path.
    /// A word that is in a path of the interface is not taken for an id: `/webhooks/events` reads no webhook.
    pub fn operations_at(&self, segments: &[&str]) -> impl Iterator<Item = &'static Operation> {
        let fitting = self.operations.iter().filter(|known| known.is_at(segments));
        let path = fitting.min_by_key(|known| known.path_arguments().count()).map(|known| known.path);
        self.operations.iter().filter(move |known| Some(known.path) == path)
    }
}

impl Field {
    /// Its name, then its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

pub(super) mod words {
    use super::{Answer, Body, Family, Field, Link, Operation, Parameter, ServedBy, Shape};

    /// The shape of a list of texts.
    pub const TEXTS: Shape = Shape::List(&Shape::Text);

    pub const fn family(name: &'static str, about: &'static str, operations: &'static [Operation]) -> Family {
        Family { name, about, operations }
    }

    const fn operation(name: &'static str, method: &'static str, path: &'static str, answer: Answer) -> Operation {
        let served_by = ServedBy::HostedOnly("The embedded service does not serve it.");
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
        operation(name, "DELETE", path, Answer::Done)
    }

    impl Operation {
        pub(in super::super) const fn about(self, about: &'static str) -> Self {
            Operation { about, ..self }
        }

        pub(in super::super) const fn takes(self, parameters: &'static [Parameter]) -> Self {
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

        pub(in super::super) const fn everywhere(self) -> Self {
            Operation { served_by: ServedBy::Both, ..self }
        }

        pub(in super::super) const fn embedded(self) -> Self {
            Operation { served_by: ServedBy::EmbeddedOnly, ..self }
        }

        pub(in super::super) const fn hosted(self, why: &'static str) -> Self {
            Operation { served_by: ServedBy::HostedOnly(why), ..self }
        }
    }

    impl Parameter {
        pub(in super::super) const fn hosted(self, why: &'static str) -> Self {
            Parameter { not_served: Some(why), ..self }
        }
    }

    impl Field {
        pub(in super::super) const fn or(self, aliases: &'static [&'static str]) -> Self {
            Field { aliases, ..self }
        }
    }

    /// A parameter the operation can do without.
    pub const fn may(name: &'static str, argument: &'static str, shape: Shape, about: &'static str) -> Parameter {
        Parameter { name, argument, shape, required: false, about, not_served: None }
    }

    /// A parameter it cannot do without.
    pub const fn must(name: &'static str, shape: Shape, about: &'static str) -> Parameter {
        Parameter { name, argument: name, shape, required: true, about, not_served: None }
    }

    /// A member that may be left out.
    pub const fn optional(name: &'static str, shape: Shape, about: &'static str) -> Field {
        Field { name, aliases: &[], shape, required: false, about }
    }

    /// A member that must be there.
    pub const fn required(name: &'static str, shape: Shape, about: &'static str) -> Field {
        Field { name, aliases: &[], shape, required: true, about }
    }

    pub const fn link(name: &'static str, targets: &'static [&'static str], about: &'static str) -> Link {
        Link { name, targets, required: false, about }
    }

    pub const fn required_link(name: &'static str, targets: &'static [&'static str], about: &'static str) -> Link {
        Link { name, targets, required: true, about }
    }
}
