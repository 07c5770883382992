//! Handlers of `/shipping_lines`.

use super::context::RequestContext;
use super::problems::combine;
use super::refusals::not_found;
use super::reply::{Handlers, Reply};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::resources::ShippingLine;
use crate::service::rendering::shipping_lines::resource;
use crate::shipping_lines::{self, Line};

pub(super) const HANDLERS: Handlers = &[("list", list), ("get", get)];

fn list(context: &RequestContext<'_>) -> Result<Reply> {
    let (_, page) = combine!(query = context.check_query(), page = context.query.page())?;
    let text = context.parameter("search").unwrap_or_default().to_lowercase();
    let found = shipping_lines::all().iter().filter(|line| matches(line, &text)).map(resource);
    // The first page has all lines.
    Ok(Reply::whole_list(context, if page.number == 1 { found.collect() } else { Vec::new() }, None))
}

fn get(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.argument(0);
    let line = shipping_lines::by_scac(id).ok_or_else(|| not_found(ShippingLine::TYPE, id))?;
    Ok(Reply::one(context, 200, &resource(line)))
}

fn matches(line: &Line, text: &str) -> bool {
    let names = [line.scac, line.name, line.short_name];
    names.iter().chain(line.alternative_scacs).any(|name| name.to_lowercase().contains(text))
}
