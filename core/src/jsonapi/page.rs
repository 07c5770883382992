//! A page of a listing.

use std::marker::PhantomData;

use super::body::{Body, Data};
use super::{Links, Members, Resource, View};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;

/// A page of `T`s. It keeps the text it was read from; a `T` is built when it is asked for, so one item that cannot
/// be read spoils no other, and nothing of the page is lost.
#[derive(Debug)]
pub struct Page<T> {
    body: Body,
    of: PhantomData<fn() -> T>,
}

impl<T: Resource> Page<T> {
    /// Reads a document. A single resource is a page of one, `null` an empty page.
    pub fn parse(body: impl Into<Vec<u8>>) -> Result<Self> {
        let body = Body::parse_list(body.into())?;
        if matches!(body.data, Data::Absent) {
            return Err(
                Error::new(ErrorKind::UnexpectedResponse, "the answer has no `data`").with_body(body.text.into())
            );
        }
        Ok(Page { body, of: PhantomData })
    }

    /// How many items it has.
    pub fn len(&self) -> usize {
        match &self.body.data {
            Data::Absent | Data::Null => 0,
            Data::One(_) => 1,
            Data::Many(items) => items.len(),
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Builds the item at `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<Result<T>> {
        self.view(index).map(decode)
    }

    /// Builds every item in turn.
    pub fn iter(&self) -> impl Iterator<Item = Result<T>> {
        self.views().map(decode)
    }

    /// The item at `index` as text, to read single members of it.
    pub fn view(&self, index: usize) -> Option<View<'_>> {
        match &self.body.data {
            Data::Absent | Data::Null => None,
            Data::One(item) => (index == 0).then(|| self.body.view(item)),
            Data::Many(items) => items.get(index).map(|item| self.body.view(item)),
        }
    }

    /// Every item as text.
    pub fn views(&self) -> impl Iterator<Item = View<'_>> {
        (0..self.len()).filter_map(|index| self.view(index))
    }

    /// The included `U` with this id.
    pub fn included<U: Resource>(&self, id: &Id<U>) -> Option<Result<U>> {
        self.find_included(U::TYPE, &id.to_string()).map(decode)
    }

    /// The included resource of this type and id, as text.
    pub fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
        self.body.find_included(kind, id)
    }

    /// Every included resource, as text.
    pub fn all_included(&self) -> impl Iterator<Item = View<'_>> {
        self.body.included()
    }

    /// The links of the document.
    pub fn links(&self) -> &Links {
        &self.body.links
    }

    /// The `meta` of the document.
    pub fn meta(&self) -> Option<&Members> {
        self.body.meta.as_ref()
    }

    /// How many items the whole listing has, when the document says so.
    pub fn total(&self) -> Option<u64> {
        let meta = self.meta()?;
        meta.get("total").or_else(|| meta.get("pagination")?.get("records"))?.as_u64()
    }

    /// The document as it came.
    pub fn text(&self) -> &str {
        &self.body.text
    }
}

/// Builds a `T` from its text, refusing a resource of another type.
pub(super) fn decode<T: Resource>(view: View<'_>) -> Result<T> {
    serde_json::from_str(view.text()).map_err(|problem| {
        Error::new(ErrorKind::UnexpectedResponse, format!("no {} can be read: {problem}", T::TYPE))
            .with_body(view.text().into())
    })
}
