//! A listing that has not been fetched yet.

use std::fmt;
use std::marker::PhantomData;

use super::Client;
use super::fetched::FetchedPage;
use super::pages::{Items, Pages};
use super::request_draft::{Unfit, join};
use crate::error::{Error, Result};
use crate::jsonapi::{PageRequest, Query, Resource};

/// A listing: what to list, to be walked item by item (it is an iterator's beginning) or [page by page](List::pages).
///
/// Nothing is sent before the walk begins, and a page only when the walk gets there. Items that come twice, because
/// rows were added meanwhile, are given once. An item that cannot be read is an error in its place, and the walk goes
/// on; a page that cannot be fetched ends the walk with an error that says where to
/// [resume](Error::resume_from).
#[must_use = "a listing is fetched when it is walked"]
pub struct List<T> {
    client: Client,
    path: String,
    query: Query,
    start: Option<String>,
    most: usize,
    paged: bool,
    unfit: Option<Unfit>,
    of: PhantomData<fn() -> T>,
}

impl<T: Resource> List<T> {
    pub(super) fn new(client: &Client, path: String) -> Self {
        let client = client.clone();
        List {
            client,
            path,
            query: Query::new(),
            start: None,
            most: usize::MAX,
            paged: true,
            unfit: None,
            of: PhantomData,
        }
    }

    pub(super) fn unpaged(self) -> Self {
        List { paged: false, ..self }
    }

    pub(super) fn unfit(self, unfit: Option<Unfit>) -> Self {
        List { unfit, ..self }
    }

    pub(super) fn queried(self, query: &Query) -> Self {
        List { query: query.clone(), ..self }
    }

    /// Asks for pages of this many items. The service has 100 at most, which is what a walk asks for unless told otherwise:
    /// every page counts against the rate limit. A walk that begins at a [page](Self::page_number) has the service's own size,
    /// 30, in which that page is counted.
    pub fn page_size(self, items: u32) -> Self {
        self.query("page[size]", items.to_string())
    }

    /// Begins with this page, from 1.
    pub fn page_number(self, number: u32) -> Self {
        self.query("page[number]", number.to_string())
    }

    /// Ends after this many items, and asks for no larger pages than that (unless the walk begins at another page than the
    /// first, or at an endpoint of which it is not known whether it takes a size).
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

    /// Begins at this page, which [`Error::resume_from`], [`Items::resume_from`] or [`Pages::resume_from`] told. Filters
    /// and sizes are part of it; those set here are not added. Anything but a URL of this service, or the path of one,
    /// is refused by the name `resume_from` when the walk begins.
    ///
    /// The new walk knows nothing of the old one: what the old one read of this page already comes once more.
    pub fn resume_from(mut self, url: impl Into<String>) -> Self {
        self.start = Some(url.into());
        self
    }

    /// The same listing, its items read as another type: as [`AnyResource`](crate::jsonapi::AnyResource), to hold
    /// listings of every type in one place.
    pub fn cast<U: Resource>(self) -> List<U> {
        let List { client, path, query, start, most, paged, unfit, of: _ } = self;
        List { client, path, query, start, most, paged, unfit, of: PhantomData }
    }

    /// Walks page by page: for whoever wants the documents, with what is included in them, rather than the items alone.
    ///
    /// A page is given as it came, with the items that an earlier page had too (rows that were added meanwhile push others
    /// onto the next page). [`fresh`](FetchedPage::fresh) tells which of its items are new: go by it when an item that is
    /// counted twice would be wrong. The walk ends with the page on which [`max_items`](List::max_items) are reached.
    ///
    /// ```no_run
    /// # fn example(client: &shiptrack::Client) -> shiptrack::Result<()> {
    /// for page in client.containers().list().include(["shipment"]).pages() {
    ///     let page = page?;
    ///     for container in page.fresh().iter().filter_map(|at| page.get(*at)) {
    ///         println!("{}", container?.number);
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn pages(self) -> Pages<T> {
        let url = match (self.unfit, &self.start) {
            (Some(unfit), _) => Err(unfit.into()),
            (None, Some(place)) => self.resolve_place(place),
            (None, None) => self.first_url(),
        };
        Pages::new(self.client, url, self.most)
    }

    fn resolve_place(&self, place: &str) -> Result<String> {
        let refused = |detail: String| Error::invalid("resume_from", detail);
        if !place.starts_with('/') && !place.contains("://") {
            return Err(refused(
                "it must be a URL or the path of one: pass on the resume_from of a walk or of its error".to_owned(),
            ));
        }
        self.client.base().resolve(place, "").map_err(|problem| refused(problem.to_string()))
    }

    fn first_url(&self) -> Result<String> {
        let asked = self.query.page()?;
        let mut query = self.query.clone();
        // Pages are counted in their own size: page 3 of another size is another place.
        if self.paged && asked.number == 1 {
            let is_free = query.get("page[size]").is_none() && query.get("page[number]").is_none();
            let size = if is_free { PageRequest::MAX_SIZE } else { asked.size };
            let most = u64::try_from(self.most).unwrap_or(u64::MAX).max(1);
            if size != asked.size || most < size {
                query.set("page[size]", size.min(most).to_string());
            }
        }
        self.client.base().join(&self.path, &query)
    }

    /// Fetches the first page alone.
    pub fn first_page(self) -> Result<Option<FetchedPage<T>>> {
        self.pages().next().transpose()
    }

    /// Fetches the first item alone, asking for no more; `None` when the listing is empty.
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
            paged: self.paged,
            unfit: self.unfit,
            of: PhantomData,
        }
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List").field("path", &self.path).field("query", &self.query.to_string()).finish_non_exhaustive()
    }
}
