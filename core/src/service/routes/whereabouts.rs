//! `/ports`, `/metro_areas`, `/terminals`, `/vessels`: places, terminals and vessels, one at a time.

use super::context::RequestContext;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::Reply;
use crate::error::Result;
use crate::http::Method;
use crate::jsonapi::Resource;
use crate::resources::{MetroArea, Port, RailTerminal, Terminal, Vessel};
use crate::service::rendering::whereabouts as rendering;
use crate::store::Whereabouts;

/// `/ports/{id}`, where a UN/LOCODE is as good as an id.
pub(super) fn ports(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    one(context, method, rest, "port", &[Port::TYPE])
}

/// `/metro_areas/{id}`, where a UN/LOCODE is as good as an id.
pub(super) fn metro_areas(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    one(context, method, rest, "metro area", &[MetroArea::TYPE])
}

/// `/terminals/{id}`; those of railways answer here, too.
pub(super) fn terminals(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    one(context, method, rest, "terminal", &[Terminal::TYPE, RailTerminal::TYPE])
}

/// `/vessels/{id}`, where an IMO number is as good as an id. Where vessels are nobody tells, and whoever asks for it is refused
/// before it comes here.
pub(super) fn vessels(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    one(context, method, rest, "vessel", &[Vessel::TYPE])
}

/// The one of these types with this id.
fn one(context: &RequestContext<'_>, method: Method, rest: &[&str], name: &str, kinds: &[&str]) -> Result<Reply> {
    let id = match (rest, method) {
        ([id], Method::Get) => *id,
        ([_], other) => return Err(wrong_method(other, &[Method::Get])),
        _ => return Err(no_such_path()),
    };
    context.takes(&[])?;
    let named = context.engine.store.reading(|tx| {
        let named = kinds.iter().map(|kind| rendering::named(tx, context.account, kind, id));
        Ok(named.collect::<Result<Vec<_>>>()?.into_iter().flatten().next())
    })?;
    // The tables are no part of the store, and looking through all of them takes a while.
    let found = named.or_else(|| kinds.iter().find_map(|kind| rendering::known(kind, id)));
    Ok(match found.ok_or_else(|| not_found(name, id))? {
        Whereabouts::Port(site) => Reply::one(context, 200, &rendering::port_with_terminals(&site), None),
        Whereabouts::MetroArea(site) => Reply::one(context, 200, &rendering::metro_area(&site), None),
        Whereabouts::Terminal(facility) => Reply::one(context, 200, &rendering::terminal(&facility), None),
        Whereabouts::RailTerminal(facility) => Reply::one(context, 200, &rendering::rail_terminal(&facility), None),
        Whereabouts::Vessel(ship) => Reply::one(context, 200, &rendering::vessel(&ship), None),
    })
}
