//! Handlers of `/shipping_lines`.

use super::context::RequestContext;
use super::problems::combine;
use super::refusals::not_found;
use super::reply::{Handlers, Reply};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::numbers::Scac;
use crate::resources::ShippingLine;
use crate::service::engine::base::engine::Engine;
use crate::service::rendering::shipping_lines::{self as rendering, resource};
use crate::shipping_lines;

pub(super) const HANDLERS: Handlers = &[("list", list), ("get", get)];

fn list(context: &RequestContext<'_>) -> Result<Reply> {
    let (_, page) = combine!(query = context.check_query(), page = context.query.page())?;
    let text = context.parameter("search").unwrap_or_default().to_lowercase();
    let found = all(context.engine).into_iter().filter(|line| {
        let codes = std::iter::once(&line.scac).chain(&line.alternative_scacs).map(String::as_str);
        contains(shipping_lines::names_of(line).chain(codes), &text)
    });
    // The first page has all lines.
    Ok(Reply::whole_list(context, if page.number == 1 { found.collect() } else { Vec::new() }, None))
}

fn get(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.argument(0);
    let line = find(context.engine, id).ok_or_else(|| not_found(ShippingLine::TYPE, id))?;
    Ok(Reply::one(context, 200, line))
}

/// The line of the table with this code, or the installed carrier.
pub(super) fn find(engine: &Engine, scac: &str) -> Option<ShippingLine> {
    let code = scac.to_ascii_uppercase();
    let found = shipping_lines::by_scac(scac).map(resource).or_else(|| unlisted(engine, &code))?;
    Some(with_mark(engine, found))
}

/// All lines: those of the table, and the installed carriers that the table does not have.
pub(super) fn all(engine: &Engine) -> Vec<ShippingLine> {
    let installed = engine.unlisted_carriers().into_iter().filter_map(|scac| unlisted(engine, scac));
    shipping_lines::all().iter().map(resource).chain(installed).map(|line| with_mark(engine, line)).collect()
}

/// Marks whether this service can ask the line.
fn with_mark(engine: &Engine, line: ShippingLine) -> ShippingLine {
    let can_be_asked = line.scac == Scac::SANDBOX || engine.carrier(&line.scac).is_some();
    ShippingLine { can_be_asked: Some(can_be_asked), ..line }
}

fn unlisted(engine: &Engine, scac: &str) -> Option<ShippingLine> {
    Some(rendering::unlisted(scac, engine.name_of_unlisted(scac)?))
}

fn contains<'a>(names: impl IntoIterator<Item = &'a str>, text: &str) -> bool {
    names.into_iter().any(|name| name.to_lowercase().contains(text))
}
