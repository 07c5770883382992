//! A listing to be fetched.

use std::fmt;
use std::marker::PhantomData;

use super::Client;
use super::fetched::FetchedPage;
use super::pages::{Items, Pages};
use super::request_draft::{InvalidArgument, join};
use crate::error::{Error, Result};
use crate::jsonapi::{PageRequest, Query, Resource};

/// A listing, to be read item by item (it is iterable) or [page by page](List::pages).
///
/// Pages are fetched when they are needed. An item that appears twice, because rows were added or containers were refreshed during the
/// iteration, is returned once, as it was read first. An item that cannot be read is returned as an error, and the iteration continues. A
/// page that cannot be fetched ends the iteration with an error that contains the URL to [resume from](Error::resume_from).
#[must_use = "a listing is fetched when it is iterated"]
pub struct List<T> {
    client: Client,
    path: String,
    query: Query,
    start: Option<String>,
    most: usize,
    paged: bool,
    problem: Option<InvalidArgument>,
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
            problem: None,
            of: PhantomData,
        }
    }

    pub(super) fn unpaged(self) -> Self {
        List { paged: false, ..self }
    }

    /// Sets an invalid argument, which becomes the error of the iteration.
    pub(super) fn with_problem(self, problem: Option<InvalidArgument>) -> Self {
        List { problem, ..self }
    }

    pub(super) fn with_query(self, query: &Query) -> Self {
        List { query: query.clone(), ..self }
    }

    /// Sets the number of items on a page, at most 100. Default: 100, because every page counts against the rate limit, or 30 if the iteration
    /// begins at a [page number](Self::page_number), which refers to the default size of the service.
    pub fn page_size(self, items: u32) -> Self {
        self.query("page[size]", items.to_string())
    }

    /// Begins with this page. The first page is 1.
    pub fn page_number(self, number: u32) -> Self {
        self.query("page[number]", number.to_string())
    }

    /// Ends the iteration after this number of items. No page is larger than that, unless the iteration begins at a later page or the
    /// endpoint may not support a page size.
    pub fn max_items(mut self, items: usize) -> Self {
        self.most = items;
        self
    }

    /// Includes related resources in the pages, and no others. Paths can have several parts:
    /// `documents.last_document_representation`.
    pub fn include<I: AsRef<str>>(self, paths: impl IntoIterator<Item = I>) -> Self {
        self.query("include", join(paths))
    }

    /// Sets any query parameter, for filters that this version does not know. The embedded service ignores a parameter that no operation has,
    /// and reports it as a [warning](crate::jsonapi::Page::warnings) of each page.
    pub fn query(mut self, name: &str, value: impl Into<String>) -> Self {
        self.query.set(name, value);
        self
    }

    /// Begins at a page that [`Error::resume_from`], [`Items::resume_from`] or [`Pages::resume_from`] returned. The URL contains filters
    /// and sizes, so those set here are ignored. The iteration fails (`resume_from`) if this is not a URL of this service, or the path of one.
    ///
    /// Items of this page that the earlier iteration returned are returned again.
    pub fn resume_from(mut self, url: impl Into<String>) -> Self {
        self.start = Some(url.into());
        self
    }

    /// The same listing with items of another type, for example [`AnyResource`](crate::jsonapi::AnyResource).
    pub fn cast<U: Resource>(self) -> List<U> {
        let List { client, path, query, start, most, paged, problem, of: _ } = self;
        List { client, path, query, start, most, paged, problem, of: PhantomData }
    }

    /// Reads the listing page by page, to get the documents with their included resources.
    ///
    /// A page contains all items that the service returned, including items of earlier pages: rows that are added during the iteration move
    /// others to the next page, and refreshed containers appear again. [`fresh`](FetchedPage::fresh) returns the positions of the new
    /// items, and [`repeated`](FetchedPage::repeated) those of the others. The iteration ends with the page on which
    /// [`max_items`](List::max_items) are reached.
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
        let url = match (self.problem, &self.start) {
            (Some(problem), _) => Err(problem.into()),
            (None, Some(place)) => self.resolve_place(place),
            (None, None) => self.first_url(),
        };
        Pages::new(self.client, url, self.most)
    }

    fn resolve_place(&self, place: &str) -> Result<String> {
        let refused = |detail: String| Error::invalid("resume_from", detail);
        if !place.starts_with('/') && !place.contains("://") {
            return Err(refused(
                "`resume_from` is not a URL or the path of one. Use the value from an iteration or from its error"
                    .to_owned(),
            ));
        }
        self.client.base().resolve(place, "").map_err(|problem| refused(problem.to_string()))
    }

    fn first_url(&self) -> Result<String> {
        let requested = self.query.page()?;
        let mut query = self.query.clone();
        // Only the first page is the same place in all sizes.
        if self.paged && requested.number == 1 {
            let is_default = query.get("page[size]").is_none() && query.get("page[number]").is_none();
            let size = if is_default { PageRequest::MAX_SIZE } else { requested.size };
            let most = u64::try_from(self.most).unwrap_or(u64::MAX).max(1);
            if size != requested.size || most < size {
                query.set("page[size]", size.min(most).to_string());
            }
        }
        self.client.base().join(&self.path, &query)
    }

    /// Fetches only the first page.
    pub fn first_page(self) -> Result<Option<FetchedPage<T>>> {
        self.pages().next().transpose()
    }

    /// Fetches only the first item; `None` if the listing is empty.
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
            problem: self.problem,
            of: PhantomData,
        }
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List").field("path", &self.path).field("query", &self.query.to_string()).finish_non_exhaustive()
    }
}
