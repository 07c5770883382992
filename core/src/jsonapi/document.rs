//! A document that holds one resource.

use std::fmt;
use std::ops::Deref;

use super::body::{Body, Data};
use super::{Links, Members, Page, Resource, View, Warning};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;

/// One `T` with the document it came in. It dereferences to the `T`.
pub struct Document<T> {
    data: T,
    body: Body,
}

impl<T: Resource> Document<T> {
    /// Reads a document. A list of one resource counts as that resource.
    pub fn parse(body: impl Into<Vec<u8>>) -> Result<Self> {
        let body = Body::parse_one(body.into())?;
        match body.only().map(View::read) {
            Some(data) => Ok(Document { data: data?, body }),
            None => {
                let problem = match body.data {
                    Data::Many(_) => {
                        "this is a list: read it with list() (in C shiptrack_client_list()), not as one resource"
                            .to_owned()
                    }
                    _ => format!("the document holds no {}", T::TYPE),
                };
                Err(Error::new(ErrorKind::UnexpectedResponse, problem).with_body(body.text.into()))
            }
        }
    }

    /// The resource alone.
    pub fn into_inner(self) -> T {
        self.data
    }

    /// The document as a page of one.
    pub fn into_page(self) -> Page<T> {
        Page::of(self.body)
    }

    /// The resource as text, to read single members of it.
    pub fn view(&self) -> View<'_> {
        self.body.only().unwrap_or(View::new("null"))
    }

    /// The included `U` with this id.
    pub fn included<U: Resource>(&self, id: &Id<U>) -> Option<Result<U>> {
        self.find_included(U::TYPE, &id.to_string()).map(View::read)
    }

    /// Every included `U`, in the document's order. One that cannot be read is an error in its place.
    pub fn included_of<U: Resource>(&self) -> impl Iterator<Item = Result<U>> {
        self.all_included().filter(|view| view.kind() == U::TYPE).map(View::read)
    }

    /// The first included `U`; `None` when there is none.
    pub fn first_included<U: Resource>(&self) -> Option<Result<U>> {
        self.included_of().next()
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

    /// What the service passed over, or keeps for later, of the request that this answers.
    pub fn warnings(&self) -> Vec<Warning> {
        Warning::all_of(self.meta())
    }

    /// The document as it came.
    pub fn text(&self) -> &str {
        &self.body.text
    }
}

impl<T> Deref for Document<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.data
    }
}

impl<T: fmt::Debug> fmt::Debug for Document<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.data, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonapi::AnyResource;

    #[test]
    fn a_list_read_as_one_resource_is_told_as_a_list() {
        let list = Document::<AnyResource>::parse(r#"{"data": []}"#).unwrap_err().to_string();
        assert!(list.starts_with("this is a list: read it with list()"), "{list}");
        let nothing = Document::<AnyResource>::parse(r#"{"data": null}"#).unwrap_err().to_string();
        assert!(nothing.starts_with("the document holds no "), "{nothing}");
    }
}
