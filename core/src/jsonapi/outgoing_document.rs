//! Documents that are written.

use serde::Serialize;

use super::{Links, Members};

/// A document to write. `data` is one resource, a list of resources, or `None` for `null`.
#[derive(Debug, Serialize)]
pub struct OutgoingDocument<D, I> {
    /// The primary data.
    pub data: D,
    /// Resources to which the data refers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub included: Option<Vec<I>>,
    /// The links of the document.
    #[serde(skip_serializing_if = "Links::is_empty")]
    pub links: Links,
    /// The `meta` of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<Members>,
}

impl<D: Serialize, I: Serialize> OutgoingDocument<D, I> {
    /// The text of the document.
    pub fn to_vec(&self) -> Vec<u8> {
        // All resources of this crate can be written as JSON: they have string keys and finite numbers.
        serde_json::to_vec(self).expect("a document of plain values is valid JSON")
    }
}
