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

/// The refusal of a call that lacks something.
pub(super) fn is_missing(name: &str) -> Error {
    Error::invalid(name, format!("{name} is missing"))
}
