//! Reads a listing, each item once. The iteration ends even if the paging of the service is broken.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;

use super::Client;
use super::fetched::FetchedPage;
use super::request_draft::RequestDraft;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Method, Request};
use crate::ids::Id;
use crate::jsonapi::{Query, Resource};

/// Maximum number of pages. A longer listing fails with an error.
const MAX_PAGES: usize = 10_000;

/// Maximum number of pages in a row without a new item.
const MAX_STALE: usize = 10;

/// The pages of a listing, fetched when they are needed.
///
/// The iteration follows `links.next` within the origin of the service. It ends at a page without this link, at a page whose link leads to an
/// earlier page, or, if the total of the listing is reached, at a page that has only earlier items; if its link has a cursor, at the tenth such
/// page in a row. An empty page with a new link does not end the iteration, but ten in a row are an error. An error ends it.
pub struct Pages<T> {
    client: Client,
    next: Option<Next>,
    refused: Option<Error>,
    seen_pages: HashSet<String>,
    /// Every item is inserted, and the hasher of the standard library would take half of the time.
    seen_items: HashSet<Id<()>, foldhash::fast::RandomState>,
    stale: usize,
    most: usize,
    of: PhantomData<fn() -> T>,
}

#[derive(Clone)]
struct Next {
    url: String,
    place: String,
}

impl Next {
    fn at(url: String) -> Self {
        Next { place: place(&url), url }
    }

    fn has_cursor(&self) -> bool {
        Query::parse(Request::new(Method::Get, &*self.url).query()).get("page[cursor]").is_some()
    }
}

/// The items of a listing, each once.
pub struct Items<T> {
    pages: Pages<T>,
    page: Option<FetchedPage<T>>,
    at: usize,
    left: usize,
}

impl<T: Resource> Pages<T> {
    pub(super) fn new(client: Client, url: Result<String>, most: usize) -> Self {
        let (next, refused) = match url {
            _ if most == 0 => (None, None),
            Ok(url) => (Some(Next::at(url)), None),
            Err(error) => (None, Some(error)),
        };
        let (seen_pages, seen_items) = (HashSet::new(), HashSet::default());
        Pages { client, next, refused, seen_pages, seen_items, stale: 0, most, of: PhantomData }
    }

    /// The URL with which a later iteration can [resume](super::List::resume_from): of the next page, or of the page that failed. `None` at the end of
    /// the listing.
    pub fn resume_from(&self) -> Option<&str> {
        self.next.as_ref().map(|next| next.url.as_str())
    }

    fn advance(&mut self, url: &str) -> Result<FetchedPage<T>> {
        let mut page: FetchedPage<T> = self.client.fetch_page(&RequestDraft::new(Method::Get, url.to_owned()), url)?;
        let mut fresh = Vec::with_capacity(page.len());
        self.seen_items.reserve(page.len());
        for (index, item) in page.views().enumerate() {
            let id = item.id();
            if id.is_empty() || self.seen_items.insert(Id::new(&id)) {
                fresh.push(index);
            }
        }
        page.fresh = fresh;
        Ok(page)
    }

    fn follow(&mut self, page: &FetchedPage<T>) -> Result<Option<Next>> {
        let Some(link) = page.links().next.as_deref().filter(|link| !link.is_empty()) else { return Ok(None) };
        if self.seen_items.len() >= self.most {
            return Ok(None);
        }
        let base = self.client.base();
        let link = base.without_public_origin(link, page.links().this.as_deref(), page.url());
        let next = Next::at(base.resolve(link, page.url())?);
        if self.seen_pages.contains(&next.place) {
            return Ok(None);
        }
        if page.fresh().is_empty() {
            self.stale += 1;
            let more_to_come = page.total().is_some_and(|total| (self.seen_items.len() as u64) < total);
            // A page after a cursor may repeat items that have changed, and others follow.
            let repeats_changed = !page.is_empty() && next.has_cursor();
            if !page.is_empty() && !more_to_come && (!repeats_changed || self.stale >= MAX_STALE) {
                return Ok(None);
            }
            if self.stale >= MAX_STALE && !repeats_changed {
                let problem = if page.is_empty() { "has ten empty pages in a row" } else { "repeats the same items" };
                return Err(endless(format!("the listing {problem}")).with_resume_from(next.url));
            }
        } else {
            self.stale = 0;
        }
        if self.seen_pages.len() >= MAX_PAGES {
            return Err(endless("the listing has more than 10,000 pages").with_resume_from(next.url));
        }
        Ok(Some(next))
    }
}

impl<T: Resource> Iterator for Pages<T> {
    type Item = Result<FetchedPage<T>>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.refused.take() {
            return Some(Err(error));
        }
        let Next { url, place } = self.next.clone()?;
        // After an error, this is the page that failed, which stays for `resume_from`.
        if !self.seen_pages.insert(place) {
            return None;
        }
        let page = match self.advance(&url) {
            Ok(page) => page,
            Err(error) => return Some(Err(error.with_resume_from(url))),
        };
        match self.follow(&page) {
            Ok(next) => self.next = next,
            // This page is returned now, and the error by the next call.
            Err(error) => {
                self.next = None;
                self.refused = Some(error);
            }
        }
        Some(Ok(page))
    }
}

impl<T: Resource> FusedIterator for Pages<T> {}

impl<T: Resource> Items<T> {
    pub(super) fn new(pages: Pages<T>) -> Self {
        Items { left: pages.most, pages, page: None, at: 0 }
    }

    /// The URL with which a later iteration can [resume](super::List::resume_from): of the current page while it has unread items, otherwise of
    /// the next page, or of the page that failed. `None` at the end of the listing.
    ///
    /// The URL identifies a page, not an item. After a stop in the middle of a page, a later iteration returns the items of this page again.
    pub fn resume_from(&self) -> Option<&str> {
        let unread = self.page.as_ref().filter(|page| self.at < page.fresh().len());
        unread.map(FetchedPage::url).or_else(|| self.pages.resume_from())
    }
}

impl<T: Resource> Iterator for Items<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.left > 0 {
            let page = self.page.as_ref();
            if let Some(item) = page.and_then(|page| page.get(*page.fresh().get(self.at)?)) {
                self.at += 1;
                self.left -= 1;
                return Some(item);
            }
            match self.pages.next()? {
                Ok(page) => (self.page, self.at) = (Some(page), 0),
                Err(error) => {
                    self.left = 0;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl<T: Resource> FusedIterator for Items<T> {}

fn endless(problem: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, problem)
}

fn place(url: &str) -> String {
    let request = Request::new(Method::Get, url);
    let query = Query::parse(request.query());
    let mut names: Vec<&str> = query.names().collect();
    names.sort_unstable();
    names.dedup();
    let mut place = request.path().to_owned();
    for name in names {
        place.push_str(&format!("\n{name}\n{}", query.get(name).unwrap_or_default()));
    }
    place
}

impl<T> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages")
            .field("next", &self.next.as_ref().map(|next| &next.url))
            .field("seen", &self.seen_items.len())
            .finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items").field("pages", &self.pages).finish_non_exhaustive()
    }
}
