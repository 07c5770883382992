//! Handlers of `/shipping_lines`.

use super::context::RequestContext;
use super::problems::combine;
use super::refusals::not_found;
use super::reply::{Handlers, Reply};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::resources::ShippingLine;
use crate::service::engine::base::engine::Engine;
use crate::service::rendering::shipping_lines::{self as rendering, resource};
use crate::shipping_lines;

pub(super) const HANDLERS: Handlers = &[("list", list), ("get", get)];

fn list(context: &RequestContext<'_>) -> Result<Reply> {
    let (_, page) = combine!(query = context.check_query(), page = context.query.page())?;
    let text = context.parameter("search").unwrap_or_default().to_lowercase();
    let listed = shipping_lines::all().iter().filter(|line| {
        let names = [line.scac, line.name, line.short_name].into_iter();
        let others = line.alternative_scacs.iter().chain(line.other_names).copied();
        contains(names.chain(others), &text)
    });
    let unlisted =
        context.engine.unlisted_carriers().into_iter().map(|scac| (scac, context.engine.name_of_unlisted(scac)));
    let unlisted = unlisted.filter(|(scac, name)| contains([*scac, *name], &text));
    let found = listed.map(resource).chain(unlisted.map(|(scac, name)| rendering::unlisted(scac, name)));
    // The first page has all lines.
    Ok(Reply::whole_list(context, if page.number == 1 { found.collect() } else { Vec::new() }, None))
}

fn get(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.argument(0);
    let line = find(context.engine, id).ok_or_else(|| not_found(ShippingLine::TYPE, id))?;
    Ok(Reply::one(context, 200, &line))
}

/// The line of the table with this code, or the installed carrier.
pub(super) fn find(engine: &Engine, scac: &str) -> Option<ShippingLine> {
    let code = scac.to_ascii_uppercase();
    let unlisted =
        || engine.carriers.contains_key(&code).then(|| rendering::unlisted(&code, engine.name_of_unlisted(&code)));
    shipping_lines::by_scac(scac).map(resource).or_else(unlisted)
}

fn contains<'a>(names: impl IntoIterator<Item = &'a str>, text: &str) -> bool {
    names.into_iter().any(|name| name.to_lowercase().contains(text))
}
