// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `page.rs` that read a value of one, or free it.

use super::{Page, PageBody, Pages, PagesBody};
use crate::boundary::{Text, free, peek, value_or};
use crate::resource::warnings_json;
use shiptrack::serde_json;

/// Ends the walk. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_pages_free(pages: *mut Pages) {
    free::<PagesBody>(pages);
}

/// How many items the page has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_count(page: *const Page) -> usize {
    value_or(0, || Some(peek::<PageBody>(page)?.positions.len()))
}

/// How many items the whole listing has; -1 when the document does not say.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_total(page: *const Page) -> i64 {
    value_or(-1, || i64::try_from(peek::<PageBody>(page)?.page.total()?).ok())
}

/// The document of the page, byte for byte as it came (bytes that are no UTF-8 aside).
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

/// The `meta` of the document, as a JSON object; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_meta_json(page: *const Page) -> Text {
    value_or(Text::NONE, || Some(peek::<PageBody>(page)?.text(2, |page| serde_json::to_string(page.meta()?).ok())))
}

/// What the service passed over, or keeps for later, of the request that this page answers: the `meta.warnings` of the
/// document as a JSON array of objects with `code`, `detail` and `source`; no value when there are none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_warnings_json(page: *const Page) -> Text {
    value_or(Text::NONE, || Some(peek::<PageBody>(page)?.text(3, warnings_json)))
}

/// The link to the page after; no value when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_next_link(page: *const Page) -> Text {
    value_or(Text::NONE, || Some(peek::<PageBody>(page)?.text(4, |page| page.links().next.clone())))
}

/// How many included resources the document has, of every type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_included_count(page: *const Page) -> usize {
    value_or(0, || Some(peek::<PageBody>(page)?.page.all_included().count()))
}

/// Frees the page and its items. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_page_free(page: *mut Page) {
    free::<PageBody>(page);
}
