// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `page.rs`, or free them.

use super::{Page, PageBody, Pages, PagesBody};
use crate::boundary::{Text, free, peek, value_or};
use crate::resource::warnings_json;
use shiptrack::serde_json;

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
