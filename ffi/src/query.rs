//! Parameters of listings and requests.

use std::ffi::c_char;

use shiptrack::client::List;
use shiptrack::jsonapi::{Query as CoreQuery, Resource};

use crate::boundary::{Error, Failure, LockCell, change, copied, count, free, make, object, required_text};

/// Parameters of a listing or a request: filters, included resources, page size. The functions that take a query accept
/// NULL for no parameters. They copy it, so you may change, reuse and free it.
///
/// Ownership: yours; free it with shiptrack_query_free().
/// Threads: any number of threads may use it at the same time.
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
    /// A copy of the parameters of `query`; no parameters if it is NULL.
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

/// Creates a query without parameters.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_new(query: *mut *mut Query, error: *mut *mut Error) -> i32 {
    make::<Parameters>(query, "query", error)
}

/// Sets the parameter `name` to `value`, and replaces an earlier value: `page[size]`, `page[number]`, `filter[status]`,
/// `filter[scac]`, `filter[request_number]`, `filter[created_at][start]`, … The name `include` replaces the paths of
/// shiptrack_query_include(). `page[size]` and `page[number]` are whole numbers from 1; any other value is rejected
/// here. A page has at most 100 items; a larger `page[size]` has the effect of 100.
///
/// The comment of each operation lists its parameters. A service in this process rejects a parameter that belongs only
/// to other operations, with SHIPTRACK_ERROR_BAD_REQUEST; shiptrack_error_pointer() returns its name. The service
/// ignores names that are not parameters of any operation, and parameters that have no effect on the operation;
/// shiptrack_page_warnings_json() reports both.
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
        // Rejects page numbers and page sizes that no service accepts.
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

/// Adds a path of related resources that the response is to include. Dots lead to resources of those resources:
/// `documents.last_document_representation`. If the only path is empty, nothing is included, even if the
/// listing includes resources by default.
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

/// Ends the listing after `items` items; 0 means no items. Without this call, the listing returns all items.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_max_items(query: *const Query, items: usize, error: *mut *mut Error) -> i32 {
    change(query, error, |parameters: &mut Parameters| Ok(parameters.max_items.replace(count(items, "items")?)))
}

/// Starts the listing at a URL that shiptrack_error_resume_from() or shiptrack_pages_resume_from() returned. A text
/// that is neither a URL nor the path of one is rejected here; a URL of another service is rejected when the listing
/// starts.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_resume_from(query: *const Query, url: *const c_char, error: *mut *mut Error) -> i32 {
    change(query, error, |parameters: &mut Parameters| {
        let url = required_text(url, "url")?;
        // The listing checks which service it belongs to.
        if !url.starts_with('/') && !url.contains("://") {
            let detail = "it must be a URL or the path of one: pass the result of shiptrack_error_resume_from()";
            return Err(Failure::argument("url", detail));
        }
        Ok(parameters.resume_from.replace(url.to_owned()))
    })
}

/// Frees the query. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_query_free(query: *mut Query) {
    free::<LockCell<Parameters>>(query);
}
