//! A request before it is sent: what it is, kept apart from how it travels.

use serde_json::{Map, Value, json};

use super::Client;
use super::base_url::path_of;
use crate::error::Result;
use crate::http::{Method, Request};
use crate::jsonapi::{Query, media};
use crate::limits::{Bucket, bucket_of};
use crate::resources::Repeat;

/// What is to be asked. It can be turned into a request as often as it takes.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    request: Request,
}

impl Draft {
    /// A request to a URL that was joined to the base already.
    pub fn to(method: Method, url: String) -> Self {
        Draft { request: Request::new(method, url) }
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
        Repeat::of(self.method().as_str(), self.path())
    }

    /// A request to send.
    pub fn request(&self) -> Request {
        self.request.clone()
    }
}

impl Client {
    /// A request to the resource these segments lead to.
    pub(super) fn draft(&self, method: Method, segments: &[&str]) -> Result<Draft> {
        self.draft_with(method, segments, &Query::new())
    }

    /// A request to the resource these segments lead to, with a query.
    pub(super) fn draft_with(&self, method: Method, segments: &[&str], query: &Query) -> Result<Draft> {
        Ok(Draft::to(method, self.base().join(&path_of(segments), query)?))
    }
}

/// A query that asks for related resources: for none at all when there are no paths.
pub(super) fn including<I: AsRef<str>>(paths: impl IntoIterator<Item = I>) -> Query {
    Query::new().with("include", join(paths))
}

/// A comma-separated list.
pub(super) fn join<I: AsRef<str>>(items: impl IntoIterator<Item = I>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.as_ref().to_owned()).collect();
    items.join(",")
}

/// A document that holds one resource, or the changes to one.
pub(super) fn document(kind: &str, id: Option<&str>, attributes: Map<String, Value>) -> Value {
    let mut data = Map::new();
    if let Some(id) = id {
        data.insert("id".to_owned(), id.into());
    }
    data.insert("type".to_owned(), kind.into());
    if !attributes.is_empty() {
        data.insert("attributes".to_owned(), attributes.into());
    }
    json!({ "data": data })
}
