//! Listings, page by page.

use std::ffi::c_char;
use std::sync::{Arc, OnceLock};

use shiptrack::client::{Client, List, Pages as CorePages};
use shiptrack::jsonapi::{AnyResource, Page as CorePage};
use shiptrack::resources::Type;
use shiptrack::serde_json;

use crate::boundary::{
    Closable, DONE, Error, Failure, LockCell, OwnedObject, OwnedText, ProcessBound, Text, bytes, free, lend, object,
    optional_text, peek, required_text, value_or, write, write_object,
};
use crate::buffer::{self, Buffer};
use crate::query::Parameters;
use crate::resource::{Included, Resource, ResourceBody, Shared, type_named, warnings_json};

/// A listing that is fetched page by page. shiptrack_pages_next() fetches a page; nothing is fetched before it is
/// called.
///
/// Ownership: yours; free it with shiptrack_pages_free(). Its pages stay valid.
/// Lifetime: it keeps its client alive, and the service that the client was made from. After either is closed, calls
/// return SHIPTRACK_ERROR_CLOSED.
/// Threads: any number of threads may use it; concurrent calls run one after the other.
pub struct Pages(());

object!(Pages, "shiptrack_pages", 0x08, PagesBody);

/// One page of a listing. An item is parsed when it is first read, so an item that cannot be parsed does not affect the
/// others.
///
/// Ownership: yours; free it with shiptrack_page_free(), which also frees its items.
/// Threads: any number of threads may read it at the same time. It may be read after a fork().
pub struct Page(());

object!(Page, "shiptrack_page", 0x09, PageBody);

pub(crate) struct PagesBody {
    client: Arc<Closable<Client>>,
    walk: ProcessBound<LockCell<Walk>>,
}

struct Walk {
    pages: CorePages<AnyResource>,
    /// `None` accepts any type.
    expected: Option<&'static Type>,
    left: usize,
}

/// A page, with the items that were parsed already.
pub(crate) struct PageBody {
    page: Shared,
    expected: Option<&'static Type>,
    positions: Vec<usize>,
    items: Box<[OnceLock<OwnedObject<ResourceBody>>]>,
    included: Included,
    texts: [OnceLock<OwnedText>; 5],
}

impl PageBody {
    fn new(page: CorePage<AnyResource>, expected: Option<&'static Type>, positions: Vec<usize>) -> Self {
        PageBody {
            items: positions.iter().map(|_| OnceLock::new()).collect(),
            page: Arc::new(page),
            expected,
            positions,
            included: Included::default(),
            texts: Default::default(),
        }
    }

    fn parsed(json: &[u8], expected: Option<&'static Type>) -> Result<Self, Failure> {
        let page = CorePage::parse(json)?;
        let positions = (0..page.len()).collect();
        Ok(PageBody::new(page, expected, positions))
    }

    pub(crate) fn from_records(records: Vec<serde_json::Value>) -> Result<Self, Failure> {
        PageBody::parsed(serde_json::json!({ "data": records }).to_string().as_bytes(), None)
    }

    /// Created on first use.
    fn text(&self, slot: usize, read: impl FnOnce(&Shared) -> Option<String>) -> Text {
        self.texts[slot].get_or_init(|| OwnedText::optional(read(&self.page))).get()
    }

    fn item(&self, index: usize) -> Result<Option<*const Resource>, Failure> {
        let (Some(position), Some(slot)) = (self.positions.get(index), self.items.get(index)) else { return Ok(None) };
        if let Some(known) = slot.get() {
            return Ok(Some(known.lend()));
        }
        let Some(view) = self.page.view(*position) else { return Ok(None) };
        let read = ResourceBody::at(&self.page, view, self.expected)?;
        Ok(Some(slot.get_or_init(|| read.keep()).lend()))
    }
}

impl PagesBody {
    /// `None` accepts any type.
    pub(crate) fn new(
        client: &Arc<Closable<Client>>,
        list: List<AnyResource>,
        expected: Option<&'static Type>,
        parameters: &Parameters,
    ) -> Self {
        let pages = parameters.apply(list).pages();
        let left = parameters.max_items.unwrap_or(usize::MAX);
        PagesBody { client: client.clone(), walk: ProcessBound::new(LockCell::new(Walk { pages, expected, left })) }
    }
}

/// Fetches the next page. Returns SHIPTRACK_DONE at the end of the listing.
///
/// An item that was on an earlier page is omitted, so a page may be empty although more pages follow. After an error
/// the listing has ended; shiptrack_error_resume_from() returns the URL at which another listing can continue.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_pages_next(pages: *const Pages, page: *mut *mut Page, error: *mut *mut Error) -> i32 {
    write_object(page, "page", error, || {
        let pages = lend::<PagesBody>(pages)?;
        // Only to reject a closed client.
        pages.client.get()?;
        let mut walk = pages.walk.get()?.lock();
        let page = walk.pages.next().ok_or(DONE)??;
        let mut positions = page.fresh().to_vec();
        positions.truncate(walk.left);
        walk.left -= positions.len();
        Ok(PageBody::new(page.into_inner(), walk.expected, positions))
    })
}

/// Writes the URL at which another listing can continue, for shiptrack_query_resume_from(): the page that
/// shiptrack_pages_next() would fetch now or, after an error, the page that failed. Returns SHIPTRACK_DONE at the end
/// of the listing. Items of the last page that were omitted because of shiptrack_query_max_items() are not on that
/// page.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_pages_resume_from(
    pages: *const Pages,
    url: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(url, "url", error, || {
        let pages = lend::<PagesBody>(pages)?;
        let walk = pages.walk.get()?.lock();
        walk.pages.resume_from().map(str::to_owned).ok_or(DONE)
    })
}

/// The item at `index`, from 0. NULL past the end, and if the item cannot be parsed; shiptrack_page_read() reports why.
/// The resource is borrowed from the page.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_at(page: *const Page, index: usize) -> *const Resource {
    value_or(std::ptr::null(), || peek::<PageBody>(page)?.item(index).ok()?)
}

/// Writes the item at `index`, from 0, to `item`. The resource is borrowed from the page. Returns SHIPTRACK_DONE past
/// the end, and an error if the item cannot be parsed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_read(
    page: *const Page,
    index: usize,
    item: *mut *const Resource,
    error: *mut *mut Error,
) -> i32 {
    write(item, "item", error, || lend::<PageBody>(page)?.item(index)?.ok_or(DONE))
}

/// An included resource by its type and id; NULL if the page does not include it. It is borrowed from the page.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_included(
    page: *const Page,
    r#type: *const c_char,
    id: *const c_char,
) -> *const Resource {
    value_or(std::ptr::null(), || {
        let page = peek::<PageBody>(page)?;
        page.included.find(&page.page, required_text(r#type, "type").ok()?, required_text(id, "id").ok()?)
    })
}

/// The included resource at `index`, from 0, in the order of the document. NULL past the end, and if the resource
/// cannot be parsed; shiptrack_page_included_read() reports why. It is borrowed from the page, and every call returns
/// the same object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_included_at(page: *const Page, index: usize) -> *const Resource {
    value_or(std::ptr::null(), || {
        let page = peek::<PageBody>(page)?;
        page.included.at(&page.page, index).ok()?
    })
}

/// Writes the included resource at `index`, from 0, to `resource`. It is borrowed from the page. Returns SHIPTRACK_DONE
/// past the end, and an error if the resource cannot be parsed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_included_read(
    page: *const Page,
    index: usize,
    resource: *mut *const Resource,
    error: *mut *mut Error,
) -> i32 {
    write(resource, "resource", error, || {
        let page = lend::<PageBody>(page)?;
        page.included.at(&page.page, index)?.ok_or(DONE)
    })
}

/// Parses a JSON:API document as a page of resources of the type `type`, or of any type if `type` is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_parse(
    r#type: *const c_char,
    json: *const u8,
    json_length: usize,
    page: *mut *mut Page,
    error: *mut *mut Error,
) -> i32 {
    write_object(page, "page", error, || {
        let json = bytes(json, json_length, "json")?;
        PageBody::parsed(json, type_named(optional_text(r#type, "type")?)?)
    })
}

/// Ends the listing and frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_pages_free(pages: *mut Pages) {
    free::<PagesBody>(pages);
}

/// The number of items on the page.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_count(page: *const Page) -> usize {
    value_or(0, || Some(peek::<PageBody>(page)?.positions.len()))
}

/// The number of items of the whole listing; -1 if the document does not contain it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_total(page: *const Page) -> i64 {
    value_or(-1, || i64::try_from(peek::<PageBody>(page)?.page.total()?).ok())
}

/// The document of the page, byte for byte; bytes that are not UTF-8 are replaced.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_json(page: *const Page) -> Text {
    value_or(Text::NONE, || Some(peek::<PageBody>(page)?.text(0, |page| Some(page.text().to_owned()))))
}

/// The links of the document, as a JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_links_json(page: *const Page) -> Text {
    value_or(Text::NONE, || {
        Some(peek::<PageBody>(page)?.text(1, |page| Some(serde_json::to_string(page.links()).unwrap_or_default())))
    })
}

/// The `meta` of the document, as a JSON object; no value if it has no `meta`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_meta_json(page: *const Page) -> Text {
    value_or(Text::NONE, || Some(peek::<PageBody>(page)?.text(2, |page| serde_json::to_string(page.meta()?).ok())))
}

/// The warnings of the response: what the service ignored in the request, or stores for later. It is `meta.warnings`
/// of the document: a JSON array of objects with `code`, `detail` and `source`; no value if there is no warning.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_warnings_json(page: *const Page) -> Text {
    value_or(Text::NONE, || Some(peek::<PageBody>(page)?.text(3, warnings_json)))
}

/// The link to the next page; no value on the last page.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_next_link(page: *const Page) -> Text {
    value_or(Text::NONE, || Some(peek::<PageBody>(page)?.text(4, |page| page.links().next.clone())))
}

/// The number of included resources of all types.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_included_count(page: *const Page) -> usize {
    value_or(0, || Some(peek::<PageBody>(page)?.page.all_included().count()))
}

/// Frees the page and its items. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_free(page: *mut Page) {
    free::<PageBody>(page);
}
