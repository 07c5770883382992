//! Documents going out.

use serde::Serialize;

use super::{Links, Members};

/// A document to be written: `data` is one resource, a list of them, or `None` for `null`.
#[derive(Debug, Serialize)]
pub struct OutgoingDocument<D, I> {
    /// The primary data.
    pub data: D,
    /// Resources the data points at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub included: Option<Vec<I>>,
    /// Links of the document.
    #[serde(skip_serializing_if = "Links::is_empty")]
    pub links: Links,
    /// Free-form members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<Members>,
}

impl<D: Serialize, I: Serialize> OutgoingDocument<D, I> {
    /// The text of the document.
    pub fn to_vec(&self) -> Vec<u8> {
        // Every resource of this crate writes to JSON: string keys, finite numbers.
        serde_json::to_vec(self).expect("a document of plain values is valid JSON")
    }
}
