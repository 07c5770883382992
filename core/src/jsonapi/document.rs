//! A document that holds one resource.

use std::fmt;
use std::ops::Deref;

use super::body::{Body, Data};
use super::document_methods::document_methods;
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
    fn a_list_read_as_one_resource_is_told_as_a_list() {
        let list = Document::<AnyResource>::parse(r#"{"data": []}"#).unwrap_err().to_string();
        assert!(list.starts_with("this is a list: read it with list()"), "{list}");
        let nothing = Document::<AnyResource>::parse(r#"{"data": null}"#).unwrap_err().to_string();
        assert!(nothing.starts_with("the document holds no "), "{nothing}");
    }
}
