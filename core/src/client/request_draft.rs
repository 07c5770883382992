//! A request before it gets the headers of the client.

use serde_json::Value;

use crate::error::Error;
use crate::http::{Method, Request};
use crate::jsonapi::media;
use crate::limits::{Bucket, bucket_of};
use crate::resources::Idempotency;

#[derive(Debug, Clone)]
pub(super) struct RequestDraft {
    request: Request,
    idempotency: Idempotency,
}

impl RequestDraft {
    pub fn new(method: Method, url: String) -> Self {
        let request = Request::new(method, url);
        RequestDraft { idempotency: Idempotency::of(method.as_str(), request.path()), request }
    }

    /// Overrides the idempotency that follows from the method and the path.
    pub fn with_idempotency(self, idempotency: Idempotency) -> Self {
        RequestDraft { idempotency, ..self }
    }

    pub fn body(mut self, body: &Value) -> Self {
        let media_type = if body.get("data").is_some() { media::JSON_API } else { media::JSON };
        self.request = self.request.body(media_type, body.to_string());
        self
    }

    pub fn method(&self) -> Method {
        self.request.method
    }

    pub fn path(&self) -> &str {
        self.request.path()
    }

    pub fn bucket(&self) -> Bucket {
        bucket_of(self.method().as_str(), self.path())
    }

    pub fn idempotency(&self) -> Idempotency {
        self.idempotency
    }

    pub fn request(&self) -> Request {
        self.request.clone()
    }
}

pub(super) fn join<I: AsRef<str>>(items: impl IntoIterator<Item = I>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.as_ref().to_owned()).collect();
    items.join(",")
}

#[derive(Debug, Clone, Copy)]
pub(super) struct InvalidArgument {
    name: &'static str,
    problem: &'static str,
}

impl InvalidArgument {
    pub(super) fn missing(name: &'static str) -> Self {
        InvalidArgument { name, problem: "is missing" }
    }

    pub(super) fn dots(name: &'static str) -> Self {
        InvalidArgument { name, problem: "can't be \".\" or \"..\", which are not allowed in a path" }
    }
}

impl From<InvalidArgument> for Error {
    fn from(InvalidArgument { name, problem }: InvalidArgument) -> Self {
        Error::invalid(name, format!("{name} {problem}"))
    }
}
