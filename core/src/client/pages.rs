//! Walks a listing: every item once, to the end or an error, even if the paging is broken.

use std::collections::HashSet;
use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;

use super::Client;
use super::fetched::FetchedPage;
use super::request_draft::Draft;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Method, Request};
use crate::ids::Id;
use crate::jsonapi::{Query, Resource};

/// Bound on a walk; reaching it is an error.
const MOST_PAGES: usize = 10_000;

/// Full pages in a row without a new item while the listing's total promises more.
const MOST_STALE: usize = 10;

/// The pages of a listing, fetched as the walk gets to them.
///
/// The walk follows `links.next` within the origin of the service. It ends when there is no such link, when the link
/// leads back to a page it has seen, and when a page has only items it has seen, unless the listing's total says
/// otherwise. An empty page with a new link does not end it. After an error it is over.
pub struct Pages<T> {
    client: Client,
    next: Option<Next>,
    refused: Option<Error>,
    seen_pages: HashSet<String>,
    /// Every item is inserted: the standard library's hasher takes as long as the rest.
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

    /// Where a later walk goes on ([`List::resume_from`](super::List::resume_from)): the page this one would fetch next.
    /// `None` at the end of the listing. After an error, the page it could not get past. Pages are given whole, so nothing
    /// of the last one is left behind.
    pub fn resume_from(&self) -> Option<&str> {
        self.next.as_ref().map(|next| next.url.as_str())
    }

    fn advance(&mut self, url: &str) -> Result<FetchedPage<T>> {
        let mut page: FetchedPage<T> = self.client.fetch_page(&Draft::to(Method::Get, url.to_owned()), url)?;
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
        let next = Next::at(self.client.base().resolve(link, page.url())?);
        if self.seen_pages.contains(&next.place) {
            return Ok(None);
        }
        if !page.is_empty() && page.fresh().is_empty() {
            self.stale += 1;
            let more_to_come = page.total().is_some_and(|total| (self.seen_items.len() as u64) < total);
            if !more_to_come {
                return Ok(None);
            }
            if self.stale >= MOST_STALE {
                return Err(endless("the listing repeats the same items over and over").with_resume_from(next.url));
            }
        } else {
            self.stale = 0;
        }
        if self.seen_pages.len() >= MOST_PAGES {
            return Err(endless("the listing has more pages than any listing should").with_resume_from(next.url));
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
        // After an error this is the page that failed: kept for `resume_from`.
        if !self.seen_pages.insert(place) {
            return None;
        }
        let page = match self.advance(&url) {
            Ok(page) => page,
            Err(error) => return Some(Err(error.with_resume_from(url))),
        };
        match self.follow(&page) {
            Ok(next) => self.next = next,
            // The page itself is returned; the error follows it.
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

    /// Where a later walk goes on ([`List::resume_from`](super::List::resume_from)): the page in hand while items of it
    /// are unread, else the page this walk would fetch next. `None` at the end of the listing. After an error, the page
    /// it could not get past.
    ///
    /// A place is a page, not an item: after a stop in the middle of a page, the items already read of that page come
    /// once more. Items come twice rather than not at all; know them by their ids.
    pub fn resume_from(&self) -> Option<&str> {
        let in_hand = self.page.as_ref().filter(|page| self.at < page.fresh().len());
        in_hand.map(FetchedPage::url).or_else(|| self.pages.resume_from())
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

fn endless(problem: &'static str) -> Error {
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
