//! A request before it is sent, independent of how it is sent.

use serde_json::Value;

use crate::error::Error;
use crate::http::{Method, Request};
use crate::jsonapi::media;
use crate::limits::{Bucket, bucket_of};
use crate::resources::Idempotency;

#[derive(Debug, Clone)]
pub(super) struct Draft {
    request: Request,
    idempotency: Idempotency,
}

impl Draft {
    pub fn to(method: Method, url: String) -> Self {
        let request = Request::new(method, url);
        Draft { idempotency: Idempotency::of(method.as_str(), request.path()), request }
    }

    /// Overrides what the path says about repeating it.
    pub fn repeated(self, idempotency: Idempotency) -> Self {
        Draft { idempotency, ..self }
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
pub(super) struct Unfit {
    name: &'static str,
    why: &'static str,
}

impl Unfit {
    pub(super) fn missing(name: &'static str) -> Self {
        Unfit { name, why: "is missing" }
    }

    pub(super) fn dots(name: &'static str) -> Self {
        Unfit { name, why: "can't be \".\" or \"..\": in a path these lead elsewhere" }
    }
}

impl From<Unfit> for Error {
    fn from(unfit: Unfit) -> Self {
        Error::invalid(unfit.name, format!("{} {}", unfit.name, unfit.why))
    }
}
