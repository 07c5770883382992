//! Responses: documents, listings with their links, errors.

use serde_json::{Value, json};
use uuid::Uuid;

use super::context::RequestContext;
use super::problems::combine;
use super::refusals::ALLOW;
use crate::error::{Error, ErrorKind, ErrorResponse, Result};
use crate::http::Response;
use crate::jsonapi::{Links, Members, OutgoingDocument, PageRequest, Query, Warning, media};
use crate::resources::DeclaredResource;
use crate::service::rendering::{IncludedSet, PREFIX};
use crate::store::{Position, RefreshPosition, Slice};

/// Answers an operation. The router has called [`check_query`](RequestContext::check_query), except for paged
/// operations.
pub(super) type Handler = fn(&RequestContext<'_>) -> Result<Reply>;

/// Handlers by the names of their operations in the table of the interface.
pub(super) type Handlers = &'static [(&'static str, Handler)];

pub(super) struct Reply {
    status: u16,
    body: Vec<u8>,
    media_type: &'static str,
    location: Option<String>,
}

impl Reply {
    fn document(status: u16, body: Vec<u8>, location: Option<String>) -> Self {
        Reply { status, body, media_type: media::JSON_API, location }
    }

    pub fn into_response(self) -> Response {
        let mut response = Response::new(self.status);
        if let Some(location) = self.location {
            response = response.header("Location", location);
        }
        if self.body.is_empty() { response } else { response.body(self.media_type, self.body) }
    }

    /// Status 200 without a body, or with a body that only has warnings.
    pub fn nothing(context: &RequestContext<'_>) -> Self {
        let body = meta(context, Members::new()).map(|meta| json!({ "meta": meta }).to_string().into_bytes());
        Reply::document(200, body.unwrap_or_default(), None)
    }

    /// Status 204, or 200 with a body if there are warnings. The interface answers like this under the paths of
    /// single resources.
    pub fn no_content(context: &RequestContext<'_>) -> Self {
        let reply = Reply::nothing(context);
        if reply.body.is_empty() { Reply { status: 204, ..reply } } else { reply }
    }

    /// A created resource, with a `Location` at this path.
    pub fn created<T: DeclaredResource>(context: &RequestContext<'_>, path: &str, data: T) -> Self {
        Reply::one_at_path(context, 201, &format!("{PREFIX}/{path}"), data, None, Members::new())
    }

    /// A single resource.
    pub fn one<T: DeclaredResource>(context: &RequestContext<'_>, status: u16, data: T) -> Self {
        Reply::one_with_meta(context, status, data, None, Members::new())
    }

    pub fn one_with_meta<T: DeclaredResource>(
        context: &RequestContext<'_>,
        status: u16,
        data: T,
        included: Option<IncludedSet>,
        extra_meta: Members,
    ) -> Self {
        let path = match status {
            201 => format!("{}/{}", context.request.path().trim_end_matches('/'), data.id()),
            _ => context.request.path().to_owned(),
        };
        Reply::one_at_path(context, status, &path, data, included, extra_meta)
    }

    fn one_at_path<T: DeclaredResource>(
        context: &RequestContext<'_>,
        status: u16,
        path: &str,
        mut data: T,
        included: Option<IncludedSet>,
        extra_meta: Members,
    ) -> Self {
        let link = format!("{}{path}", context.request.origin());
        let links = Links { this: Some(link.clone()), ..Default::default() };
        let included = included.map(IncludedSet::into_vec);
        data.drop_fractions();
        let body = OutgoingDocument { data, included, links, meta: meta(context, extra_meta) }.to_vec();
        Reply::document(status, body, (status == 201).then_some(link))
    }

    /// A listing without pages.
    pub fn whole_list<T: DeclaredResource>(
        context: &RequestContext<'_>,
        mut data: Vec<T>,
        included: Option<IncludedSet>,
    ) -> Self {
        data.iter_mut().for_each(T::drop_fractions);
        let mut this = format!("{}{}", context.request.origin(), context.request.path());
        if !context.query.is_empty() {
            this = format!("{this}?{}", context.query);
        }
        let links = Links { this: Some(this.clone()), current: Some(this), ..Default::default() };
        let meta = meta(context, Members::new());
        let body = OutgoingDocument { data, included: included.map(IncludedSet::into_vec), links, meta }.to_vec();
        Reply::document(200, body, None)
    }

    /// A JSON document that is not JSON:API.
    pub fn plain(context: &RequestContext<'_>, status: u16, mut body: Value) -> Self {
        if let Some(meta) = meta(context, Members::new()) {
            body["meta"] = meta.into();
        }
        Reply { media_type: media::JSON, ..Reply::document(status, body.to_string().into_bytes(), None) }
    }

    /// A page of a listing. `found` has one more item than the page if there is another page. The page ends early,
    /// but not before its first item, if its items have too many related resources. `next` returns the position of the
    /// next page from the last item, or from `None` if no item follows.
    pub fn list<T: DeclaredResource>(
        context: &RequestContext<'_>,
        paging: &Paging,
        mut found: Vec<T>,
        total: u64,
        related_counts: &RelatedCounts,
        include: impl FnOnce(&[T]) -> Result<Option<IncludedSet>>,
        next: impl FnOnce(Option<Uuid>) -> Result<Option<Position>>,
    ) -> Result<Self> {
        let requested = usize::try_from(paging.page.size).unwrap_or(usize::MAX);
        let shown = related_counts.fitting(found.len()).clamp(1, requested.max(1));
        let more = found.len() > shown;
        found.truncate(shown);
        let last = found.last().filter(|_| more).and_then(|item| item.id().uuid());
        let included = include(&found)?.map(IncludedSet::into_vec);
        found.iter_mut().for_each(T::drop_fractions);
        let counts = [("size".to_owned(), json!(found.len())), ("total".to_owned(), json!(total))];
        let meta = meta(context, Members::from_iter(counts));
        let links = paging.links(context, next(last)?, total);
        Ok(Reply::document(200, OutgoingDocument { data: found, included, links, meta }.to_vec(), None))
    }
}

/// How many related resources each item of a listing has, and how many there may be on a page.
#[derive(Default)]
pub(super) struct RelatedCounts {
    each: Vec<usize>,
    most: usize,
}

impl RelatedCounts {
    /// `are_included`: whether the related resources are included, or only linked.
    pub fn by<T>(items: &[T], are_included: bool, count: impl Fn(&T) -> usize) -> Self {
        let most = if are_included { MAX_INCLUDED } else { MAX_LINKED };
        RelatedCounts { each: items.iter().map(count).collect(), most }
    }

    fn fitting(&self, items: usize) -> usize {
        let sums = self.each.iter().scan(0, |sum: &mut usize, count| {
            *sum = sum.saturating_add(*count);
            Some(*sum)
        });
        if self.each.is_empty() { items } else { sums.take_while(|sum| *sum <= self.most).count() }
    }
}

/// Maximum number of links to related resources on a page.
const MAX_LINKED: usize = 10_000;

/// Maximum number of included resources on a page.
pub(super) const MAX_INCLUDED: usize = 1_000;

fn meta(context: &RequestContext<'_>, mut members: Members) -> Option<Members> {
    let warnings = context.warnings.borrow();
    if !warnings.is_empty() {
        members.insert(Warning::MEMBER.to_owned(), json!(*warnings));
    }
    (!members.is_empty()).then_some(members)
}

/// The response for an error.
pub(super) fn refusal(rendered: ErrorResponse) -> Response {
    let body = json!({ "errors": rendered.errors }).to_string();
    let mut response = Response::new(rendered.status).body(media::JSON_API, body);
    // Whole seconds, rounded up, so that a client that waits this long is not too early.
    if let Some(pause) = rendered.retry_after {
        response = response.header("Retry-After", pause.as_secs_f64().ceil().max(1.0).to_string());
    }
    if rendered.status == 401 {
        response = response.header("WWW-Authenticate", CHALLENGE);
    }
    let allowed = rendered.errors.iter().find_map(|object| object.meta.as_ref()?.get(ALLOW)?.as_str());
    match allowed {
        Some(methods) => response.header("Allow", methods),
        None => response,
    }
}

/// The value of `WWW-Authenticate`.
const CHALLENGE: &str = "Token realm=\"shiptrack\"";

/// The page of a request. Links to the next page have a cursor next to the page number, so that pages at any depth
/// are equally fast, and new rows do not shift them.
pub(super) struct Paging {
    page: PageRequest,
    cursor: Option<Position>,
}

const SIZE: &str = "page[size]";
const CURSOR: &str = "page[cursor]";

impl Paging {
    pub fn of(query: &Query, default_size: u64) -> Result<Self> {
        let cursor = query.get(CURSOR).map(|text| position(text).ok_or_else(invalid_cursor)).transpose();
        let (page, cursor) = combine!(page = query.page(), cursor = cursor)?;
        let size = if query.get(SIZE).is_some() { page.size } else { default_size };
        Ok(Paging { page: PageRequest { size, ..page }, cursor })
    }

    /// An error if the request has a cursor of another listing.
    pub fn check_cursor(&self, is_of_listing: impl FnOnce(&Position) -> bool) -> Result<()> {
        if self.cursor.as_ref().is_none_or(is_of_listing) { Ok(()) } else { Err(invalid_cursor()) }
    }

    /// The rows to fetch: one more than a page has, to find out whether there is another page.
    pub fn slice(&self) -> Slice {
        let skip = match self.cursor {
            Some(_) => 0,
            None => (self.page.number - 1).saturating_mul(self.page.size),
        };
        Slice { before: self.cursor, skip, limit: self.page.size + 1 }
    }

    fn links(&self, context: &RequestContext<'_>, next: Option<Position>, total: u64) -> Links {
        let at = |number: u64, cursor: Option<Position>| Some(self.link(context, number, cursor));
        // Items that were refreshed while the client followed the links have no page number.
        let is_repetition = matches!(self.cursor, Some(Position::Refresh(RefreshPosition { began: None, .. })));
        Links {
            this: at(self.page.number, self.cursor),
            current: at(self.page.number, self.cursor),
            first: at(1, None),
            prev: at(self.page.number - 1, None).filter(|_| self.page.number > 1 && !is_repetition),
            next: next.and_then(|next| at(self.page.number.saturating_add(1), Some(next))),
            last: at(total.div_ceil(self.page.size).max(1), None),
            ..Default::default()
        }
    }

    fn link(&self, context: &RequestContext<'_>, number: u64, cursor: Option<Position>) -> String {
        let mut query = context.query.clone().without(CURSOR).with("page[number]", number.to_string());
        query.set(SIZE, self.page.size.to_string());
        if let Some(cursor) = cursor {
            query.set(CURSOR, cursor_text(&cursor));
        }
        format!("{}{}?{query}", context.request.origin(), context.request.path())
    }
}

fn invalid_cursor() -> Error {
    Error::refused(ErrorKind::BadRequest, CURSOR, "page[cursor] is not valid: take it from a link of a page")
}

/// The text of a position: an id, or the values of a [`RefreshPosition`].
fn cursor_text(position: &Position) -> String {
    match position {
        Position::Item(id) => id.to_string(),
        Position::Refresh(RefreshPosition { refreshed, container, began }) => {
            let began = began.map(|began| format!(".{began}")).unwrap_or_default();
            format!("{refreshed}.{container}{began}")
        }
    }
}

fn position(text: &str) -> Option<Position> {
    let Some((refreshed, rest)) = text.split_once('.') else { return Uuid::try_parse(text).ok().map(Position::Item) };
    let (container, began) = match rest.split_once('.') {
        Some((container, began)) => (container, Some(began.parse().ok()?)),
        None => (rest, None),
    };
    let container = Uuid::try_parse(container).ok()?;
    Some(Position::Refresh(RefreshPosition { refreshed: refreshed.parse().ok()?, container, began }))
}
