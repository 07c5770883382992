//! A document with one resource.

use std::fmt;
use std::ops::Deref;

use super::body::{Body, Data};
use super::document_methods::document_methods;
use super::{Links, Members, Page, Resource, View, Warning};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;

/// One resource with its document. It dereferences to the resource.
pub struct Document<T> {
    data: T,
    body: Body,
}

impl<T: Resource> Document<T> {
    /// Reads a document. A list with one resource is accepted.
    ///
    /// Fails with [`ErrorKind::UnexpectedResponse`] if the text is not a JSON:API document with one resource of type `T`.
    pub fn parse(body: impl Into<Vec<u8>>) -> Result<Self> {
        let body = Body::parse_one(body.into())?;
        match body.only().map(View::read) {
            Some(data) => Ok(Document { data: data?, body }),
            None => {
                let problem = match body.data {
                    Data::Many(_) => {
                        "the document contains a list of resources: read it with list() (in C shiptrack_client_list()), not as one resource"
                            .to_owned()
                    }
                    _ => format!("the document contains no {}", T::TYPE),
                };
                Err(Error::new(ErrorKind::UnexpectedResponse, problem).with_body(body.text.into()))
            }
        }
    }

    /// The resource, without its document.
    pub fn into_inner(self) -> T {
        self.data
    }

    /// The document as a page with one item.
    pub fn into_page(self) -> Page<T> {
        Page::of(self.body)
    }

    /// The text of the resource, to read single members.
    pub fn view(&self) -> View<'_> {
        self.body.only().unwrap_or(View::new("null"))
    }

    document_methods!();
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
    fn a_list_that_is_read_as_one_resource_is_rejected() {
        let list = Document::<AnyResource>::parse(r#"{"data": []}"#).unwrap_err().to_string();
        assert!(list.starts_with("the document contains a list of resources: read it with list()"), "{list}");
        let nothing = Document::<AnyResource>::parse(r#"{"data": null}"#).unwrap_err().to_string();
        assert!(nothing.starts_with("the document contains no "), "{nothing}");
    }
}
