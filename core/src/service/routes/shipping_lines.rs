//! `/shipping_lines`

use super::context::RequestContext;
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::Reply;
use crate::carriers::lines::{self, Line};
use crate::error::Result;
use crate::http::Method;
use crate::service::rendering::shipping_lines::resource;

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => {
            let (_, page) = together!(
                taken = context.takes_or_ignores(&[&["search", NUMBER]], &[SIZE]),
                page = context.query.page()
            )?;
            let wanted = context.query.get("search").unwrap_or_default().to_lowercase();
            let found = lines::all().iter().filter(|line| matches(line, &wanted)).map(resource);
            // One page has them all: there is nothing on the next.
            Ok(Reply::whole_list(context, if page.number == 1 { found.collect() } else { Vec::new() }, None))
        }
        ([id], Method::Get) => {
            context.takes(&[])?;
            let line = lines::by_scac(id).ok_or_else(|| not_found("shipping line", id))?;
            Ok(Reply::one(context, 200, &resource(line), None))
        }
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

const NUMBER: &str = "page[number]";
const SIZE: &str = "page[size]";

fn matches(line: &Line, wanted: &str) -> bool {
    let texts = [line.scac, line.name, line.short_name];
    texts.iter().chain(line.alternative_scacs).any(|text| text.to_lowercase().contains(wanted))
}
