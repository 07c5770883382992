//! Calls any endpoint, with any resource type.

use serde_json::Value;

use super::request_draft::Draft;
use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::{Method, Response};
use crate::jsonapi::{Query, Resource};

/// Every other endpoint. Paths are relative to the base URL; one that begins with the base's own path, and an absolute
/// URL of the same origin, are taken as links have them. Another origin is refused.
impl Client {
    /// Sends any request, with the same key, allowance and retries as every other. A body with a `data` member goes as
    /// JSON:API, any other as plain JSON. An answer that is no success is an error; so is one that is not JSON.
    pub fn send(&self, method: Method, path: &str, query: &Query, body: Option<&Value>) -> Result<Response> {
        let draft = Draft::to(method, self.base().join(path, query)?);
        self.perform(&match body {
            Some(body) => draft.body(body),
            None => draft,
        })
    }

    /// Reads one resource, as [`AnyResource`](crate::jsonapi::AnyResource) or a type of its own.
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
        self.fetch(&Draft::to(Method::Get, self.base().join(path, &Query::new())?))
    }

    /// Lists resources, as [`AnyResource`](crate::jsonapi::AnyResource) or a type of their own. Nothing is asked for
    /// but what the path and the listing's own settings say: an endpoint may take no page size.
    pub fn list<T: Resource>(&self, path: &str) -> List<T> {
        List::new(self, path.to_owned()).unpaged()
    }
}
