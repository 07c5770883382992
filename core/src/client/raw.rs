//! Calls any endpoint, with any resource type.

use serde_json::Value;

use super::request_draft::RequestDraft;
use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::{Method, Response};
use crate::jsonapi::{Query, Resource};

/// Any endpoint. Paths are relative to the base URL. A path that begins with the path of the base URL, and an absolute URL of the same
/// origin, are used unchanged. A URL of another origin is an error.
impl Client {
    /// Sends any request, with the key, rate limit and retries of the client. A body with a `data` member is sent as JSON:API, any other
    /// body as plain JSON. A response without success or JSON is an error.
    pub fn send(&self, method: Method, path: &str, query: &Query, body: Option<&Value>) -> Result<Response> {
        let draft = RequestDraft::new(method, self.base().join(path, query)?);
        self.perform(&match body {
            Some(body) => draft.body(body),
            None => draft,
        })
    }

    /// Reads one resource, as [`AnyResource`](crate::jsonapi::AnyResource) or as its type.
    ///
    /// ```no_run
    /// # fn example(client: &shiptrack::client::Client) -> shiptrack::error::Result<()> {
    /// use shiptrack::jsonapi::AnyResource;
    ///
    /// let port = client.get::<AnyResource>("ports/USLAX")?;
    /// println!("{:?}", port.attribute("name"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn get<T: Resource>(&self, path: &str) -> Result<Fetched<T>> {
        self.fetch(&RequestDraft::new(Method::Get, self.base().join(path, &Query::new())?))
    }

    /// Lists resources, as [`AnyResource`](crate::jsonapi::AnyResource) or as their type. No page size is requested by default, because the
    /// endpoint may not support it.
    pub fn list<T: Resource>(&self, path: &str) -> List<T> {
        List::new(self, path.to_owned()).unpaged()
    }
}
