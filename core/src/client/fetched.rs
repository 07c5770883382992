//! Responses with their status, headers and included resources.

use std::fmt;
use std::ops::Deref;

use super::Client;
use super::request_draft::RequestDraft;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Headers, Response};
use crate::jsonapi::{Document, Page, Resource};

/// A resource with its document, status and headers. It dereferences to the `T`.
pub struct Fetched<T> {
    document: Document<T>,
    status: u16,
    headers: Headers,
}

impl<T: Resource> Fetched<T> {
    /// Returns the resource.
    pub fn into_inner(self) -> T {
        self.document.into_inner()
    }

    /// Returns the document.
    pub fn into_document(self) -> Document<T> {
        self.document
    }
}

impl<T> Fetched<T> {
    /// The document with included resources, links, `meta` and its original text.
    pub fn document(&self) -> &Document<T> {
        &self.document
    }

    /// The HTTP status of the answer.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The header fields of the answer.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }
}

impl<T> Deref for Fetched<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.document
    }
}

impl<T: fmt::Debug> fmt::Debug for Fetched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.document, f)
    }
}

/// One page of a listing with its status and headers. It dereferences to the [`Page`].
pub struct FetchedPage<T> {
    page: Page<T>,
    status: u16,
    headers: Headers,
    url: String,
    pub(super) fresh: Vec<usize>,
}

impl<T> FetchedPage<T> {
    /// The HTTP status of the answer.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The header fields of the answer.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The URL of the page.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The indexes of the items that were not on earlier pages of the iteration. Rows that are added during an iteration move others to the next
    /// page, where they appear again.
    pub fn fresh(&self) -> &[usize] {
        &self.fresh
    }

    /// Returns the page.
    pub fn into_inner(self) -> Page<T> {
        self.page
    }
}

impl<T: Resource> FetchedPage<T> {
    /// The indexes of the items that were on earlier pages of the iteration, in ascending order. Their data here is newer.
    pub fn repeated(&self) -> Vec<usize> {
        (0..self.page.len()).filter(|at| self.fresh.binary_search(at).is_err()).collect()
    }
}

impl<T> Deref for FetchedPage<T> {
    type Target = Page<T>;

    fn deref(&self) -> &Page<T> {
        &self.page
    }
}

impl Client {
    pub(super) fn fetch<T: Resource>(&self, draft: &RequestDraft) -> Result<Fetched<T>> {
        self.exchange(draft, |Response { status, headers, body }| {
            Ok(Fetched { document: Document::parse(body)?, status, headers })
        })
    }

    pub(super) fn fetch_page<T: Resource>(&self, draft: &RequestDraft, url: &str) -> Result<FetchedPage<T>> {
        self.exchange(draft, |Response { status, headers, body }| {
            let page = Page::parse(body)?;
            Ok(FetchedPage { fresh: (0..page.len()).collect(), page, status, headers, url: url.to_owned() })
        })
    }

    pub(super) fn perform(&self, draft: &RequestDraft) -> Result<Response> {
        self.exchange(draft, |response| {
            let readable =
                response.body.is_empty() || serde_json::from_slice::<serde::de::IgnoredAny>(&response.body).is_ok();
            if readable {
                Ok(response)
            } else {
                let problem = "the answer is not complete JSON";
                Err(Error::new(ErrorKind::UnexpectedResponse, problem).with_body(response.body))
            }
        })
    }
}

impl<T: Resource> fmt::Debug for FetchedPage<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.page, f)
    }
}
