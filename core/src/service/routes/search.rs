//! `/search`

use super::context::RequestContext;
use super::refusals::{no_such_path, wrong_method};
use super::reply::Reply;
use crate::error::{Error, ErrorKind, Result};
use crate::http::Method;
use crate::service::rendering::search_results;

/// Results of one search, as the interface has it.
const MOST: usize = 25;

const QUERY: &str = "query";

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => search(context),
        ([], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn search(context: &RequestContext<'_>) -> Result<Reply> {
    context.takes(&[&[QUERY]])?;
    let Some(text) = context.query.get(QUERY).filter(|text| !text.trim().is_empty()) else {
        return Err(Error::refused(ErrorKind::BadRequest, QUERY, format!("{QUERY} says what to look for")));
    };
    context.engine.store.reading(|tx| {
        let found = tx.search(context.account, text, MOST)?;
        let mut results = Vec::with_capacity(found.len());
        for finding in &found {
            results.extend(search_results::result(tx, context.account, finding)?);
        }
        Ok(Reply::whole_list(context, results, None))
    })
}
