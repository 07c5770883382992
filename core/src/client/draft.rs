//! A request before it is sent: what it is, kept apart from how it travels.

use serde_json::Value;

use crate::error::Error;
use crate::http::{Method, Request};
use crate::jsonapi::media;
use crate::limits::{Bucket, bucket_of};
use crate::resources::Repeat;

/// What is to be asked. It can be turned into a request as often as it takes.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    request: Request,
    repeat: Repeat,
}

impl Draft {
    /// A request to a URL that was joined to the base already.
    pub fn to(method: Method, url: String) -> Self {
        let request = Request::new(method, url);
        Draft { repeat: Repeat::of(method.as_str(), request.path()), request }
    }

    /// The same request, for which it is known better than by its path what carrying it out twice does.
    pub fn repeated(self, repeat: Repeat) -> Self {
        Draft { repeat, ..self }
    }

    /// The same request with a body: a JSON:API document, or plain JSON where the value is no document.
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

    pub fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// A request to send.
    pub fn request(&self) -> Request {
        self.request.clone()
    }
}

/// A comma-separated list.
pub(super) fn join<I: AsRef<str>>(items: impl IntoIterator<Item = I>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.as_ref().to_owned()).collect();
    items.join(",")
}

/// An argument that a call cannot be made with, and why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unfit {
    name: &'static str,
    why: &'static str,
}

impl Unfit {
    /// It was not given, or is empty where a path without it would be another one.
    pub(super) fn missing(name: &'static str) -> Self {
        Unfit { name, why: "is missing" }
    }

    /// It is a word by which paths go up, or stay where they are.
    pub(super) fn dots(name: &'static str) -> Self {
        Unfit { name, why: "can't be \".\" or \"..\": in a path these lead elsewhere" }
    }
}

impl From<Unfit> for Error {
    fn from(unfit: Unfit) -> Self {
        Error::invalid(unfit.name, format!("{} {}", unfit.name, unfit.why))
    }
}
