//! What is asked of a listing: filters, related resources, how much of it.

use std::ffi::c_char;

use shiptrack::client::List;
use shiptrack::jsonapi::{Query as CoreQuery, Resource};

use crate::boundary::{Error, Failure, LockCell, change, copied, count, free, make, object, required_text};

/// Parameters of a listing or a request. The functions that take one take NULL for none; they copy what they need,
/// so it may be changed, used again and freed afterwards.
///
/// Ownership: yours; free it with shiptrack_query_free().
/// Threads: any number may use it at a time.
pub struct Query(());

object!(Query, "shiptrack_query", 0x06, LockCell<Parameters>);

#[derive(Default, Clone)]
pub(crate) struct Parameters {
    pub query: CoreQuery,
    pub include: Option<Vec<String>>,
    pub max_items: Option<usize>,
    pub resume_from: Option<String>,
}

impl Parameters {
    /// NULL has no parameters.
    pub fn of(query: *const Query) -> Result<Self, Failure> {
        copied(query)
    }

    pub fn apply<T: Resource>(&self, mut list: List<T>) -> List<T> {
        for name in self.query.names() {
            list = list.query(name, self.query.get(name).unwrap_or_default());
        }
        if let Some(paths) = &self.include {
            list = list.include(paths);
        }
        if let Some(url) = &self.resume_from {
            list = list.resume_from(url.clone());
        }
        match self.max_items {
            Some(items) => list.max_items(items),
            None => list,
        }
    }

    pub fn into_query(self) -> CoreQuery {
        match self.include {
            Some(paths) => self.query.with("include", paths.join(",")),
            None => self.query,
        }
    }
}

/// Makes one without parameters.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_new(query: *mut *mut Query, error: *mut *mut Error) -> i32 {
    make::<Parameters>(query, "query", error)
}

/// Sets a parameter by its name on the wire, in place of an earlier value: `page[size]`, `page[number]`,
/// `filter[status]`, `filter[scac]`, `filter[request_number]`, `filter[created_at][start]`, …
/// `include` also replaces the paths of shiptrack_query_include(), which adds to it. `page[size]` and `page[number]` are whole
/// numbers from 1: any other value is rejected here. A page has 100 items at most; a larger `page[size]` makes pages of 100.
///
/// The comment of each operation names its parameters. A service in this process rejects a parameter of other operations, with
/// SHIPTRACK_ERROR_BAD_REQUEST and its name as the pointer. It ignores a name that is not a parameter of the interface, and one
/// that has no effect on the operation; shiptrack_page_warnings_json() reports both.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_set(
    query: *const Query,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(query, error, |parameters: &mut Parameters| {
        let (name, value) = (required_text(name, "name")?, required_text(value, "value")?);
        if name.is_empty() {
            return Err(Failure::argument("name", "the name of the parameter is empty"));
        }
        // What is no page and no size, no service takes.
        CoreQuery::new().with(name, value).page().map_err(|refusal| Failure::renamed(name, &refusal))?;
        match name {
            "include" => {
                let paths = value.split(',').map(str::trim).filter(|path| !path.is_empty());
                parameters.include = Some(paths.map(str::to_owned).collect());
            }
            _ => parameters.query.set(name, value),
        }
        Ok(())
    })
}

/// Includes related resources, in addition to those that were asked for before. Dots lead further:
/// `documents.last_document_representation`. An empty text alone asks for none at all.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_include(query: *const Query, path: *const c_char, error: *mut *mut Error) -> i32 {
    change(query, error, |parameters: &mut Parameters| {
        let path = required_text(path, "path")?;
        let paths = parameters.include.get_or_insert_default();
        if !path.is_empty() {
            paths.push(path.to_owned());
        }
        Ok(())
    })
}

/// Ends a listing after this many items; 0 gives none. Without it a listing has all there are.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_max_items(query: *const Query, items: usize, error: *mut *mut Error) -> i32 {
    change(query, error, |parameters: &mut Parameters| Ok(parameters.max_items.replace(count(items, "items")?)))
}

/// Begins a listing at the page that shiptrack_error_resume_from() or shiptrack_pages_resume_from() told. A text that is
/// neither a URL nor its path is refused here, one of another service when the walk begins.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_resume_from(query: *const Query, url: *const c_char, error: *mut *mut Error) -> i32 {
    change(query, error, |parameters: &mut Parameters| {
        let url = required_text(url, "url")?;
        // Of which service it is, is seen when the walk begins.
        if !url.starts_with('/') && !url.contains("://") {
            let detail = "it must be a URL or the path of one: pass on what shiptrack_error_resume_from() gave";
            return Err(Failure::argument("url", detail));
        }
        Ok(parameters.resume_from.replace(url.to_owned()))
    })
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_free(query: *mut Query) {
    free::<LockCell<Parameters>>(query);
}
