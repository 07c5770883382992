//! Handler of `/search`.

use super::context::RequestContext;
use super::reply::{Handlers, Reply};
use crate::error::{Error, ErrorKind, Result};
use crate::service::rendering::search_results;

/// Maximum number of results, as in the interface.
const MAX_RESULTS: usize = 25;

const QUERY: &str = "query";

pub(super) const HANDLERS: Handlers = &[("search", search)];

fn search(context: &RequestContext<'_>) -> Result<Reply> {
    let Some(text) = context.parameter(QUERY).filter(|text| !text.trim().is_empty()) else {
        return Err(Error::refused(
            ErrorKind::BadRequest,
            QUERY,
            format!("{QUERY} is required: the text to search for"),
        ));
    };
    context.engine.store.reading(|tx| {
        let found = tx.search(context.account, text, MAX_RESULTS)?;
        let mut results = Vec::with_capacity(found.len());
        for finding in &found {
            results.extend(search_results::result(tx, context.account, finding)?);
        }
        Ok(Reply::whole_list(context, results, None))
    })
}
