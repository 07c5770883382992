//! A listing that has not been fetched yet.

use std::fmt;
use std::marker::PhantomData;

use super::Client;
use super::draft::join;
use super::fetched::FetchedPage;
use super::pages::{Items, Pages};
use crate::error::Result;
use crate::jsonapi::{Query, Resource};

/// A listing: what to list, to be walked item by item (it is an iterator's beginning) or [page by page](List::pages).
///
/// Nothing is sent before the walk begins, and a page only when the walk gets there. Items that come twice, because
/// rows were added meanwhile, are given once. An item that cannot be read is an error in its place, and the walk goes
/// on; a page that cannot be fetched ends the walk with an error that says where to
/// [resume](crate::error::Error::resume_from).
#[must_use = "a listing is fetched when it is walked"]
pub struct List<T> {
    client: Client,
    path: String,
    query: Query,
    start: Option<String>,
    most: usize,
    of: PhantomData<fn() -> T>,
}

impl<T: Resource> List<T> {
    pub(super) fn new(client: &Client, path: String) -> Self {
        let client = client.clone();
        List { client, path, query: Query::new(), start: None, most: usize::MAX, of: PhantomData }
    }

    /// Asks for pages of this many items. The service has 100 at most.
    pub fn page_size(self, items: u32) -> Self {
        self.query("page[size]", items.to_string())
    }

    /// Begins with this page, from 1.
    pub fn page_number(self, number: u32) -> Self {
        self.query("page[number]", number.to_string())
    }

    /// Ends after this many items.
    pub fn max_items(mut self, items: usize) -> Self {
        self.most = items;
        self
    }

    /// Asks for related resources in the pages' documents, and for no others. Dots lead further: `documents.last_document_representation`.
    pub fn include<I: AsRef<str>>(self, paths: impl IntoIterator<Item = I>) -> Self {
        self.query("include", join(paths))
    }

    /// Sets a query parameter of any name: for filters this version does not know.
    pub fn query(mut self, name: &str, value: impl Into<String>) -> Self {
        self.query.set(name, value);
        self
    }

    /// Begins at this page, which [`Error::resume_from`](crate::error::Error::resume_from) or
    /// [`Pages::resume_from`] told. Filters are part of it; those set here are not added.
    pub fn resume_from(mut self, url: impl Into<String>) -> Self {
        self.start = Some(url.into());
        self
    }

    /// The same listing, its items read as another type: as [`AnyResource`](crate::jsonapi::AnyResource), to hold
    /// listings of every type in one place.
    pub fn cast<U: Resource>(self) -> List<U> {
        let List { client, path, query, start, most, of: _ } = self;
        List { client, path, query, start, most, of: PhantomData }
    }

    /// Walks page by page.
    pub fn pages(self) -> Pages<T> {
        let url = match &self.start {
            Some(url) => self.client.base().resolve(url, ""),
            None => self.query.page().and_then(|_| self.client.base().join(&self.path, &self.query)),
        };
        Pages::new(self.client, url, self.most)
    }

    /// Fetches the first page alone.
    pub fn first_page(self) -> Result<Option<FetchedPage<T>>> {
        self.pages().next().transpose()
    }

    /// Fetches the first item alone; `None` when the listing is empty.
    pub fn first(self) -> Result<Option<T>> {
        self.max_items(1).into_iter().next().transpose()
    }
}

impl<T: Resource> IntoIterator for List<T> {
    type Item = Result<T>;
    type IntoIter = Items<T>;

    fn into_iter(self) -> Items<T> {
        Items::new(self.pages())
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List {
            client: self.client.clone(),
            path: self.path.clone(),
            query: self.query.clone(),
            start: self.start.clone(),
            most: self.most,
            of: PhantomData,
        }
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List").field("path", &self.path).field("query", &self.query.to_string()).finish_non_exhaustive()
    }
}
