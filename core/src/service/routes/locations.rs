//! Handlers of `/ports`, `/metro_areas`, `/terminals` and `/vessels`.

use super::context::RequestContext;
use super::refusals::not_found;
use super::reply::{Handlers, Reply};
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::resources::{MetroArea, Port, RailTerminal, Terminal, Vessel};
use crate::service::rendering::locations as rendering;
use crate::store::LocationRecord;

pub(super) const PORT_HANDLERS: Handlers = &[("get", |context| get(context, &[Port::TYPE]))];
pub(super) const METRO_AREA_HANDLERS: Handlers = &[("get", |context| get(context, &[MetroArea::TYPE]))];
pub(super) const TERMINAL_HANDLERS: Handlers =
    &[("get", |context| get(context, &[Terminal::TYPE, RailTerminal::TYPE]))];
pub(super) const VESSEL_HANDLERS: Handlers = &[("get", |context| get(context, &[Vessel::TYPE]))];

/// Finds a location by id, UN/LOCODE or IMO number.
fn get(context: &RequestContext<'_>, kinds: &[&str]) -> Result<Reply> {
    let id = context.argument(0);
    let named = context.engine.store.reading(|tx| {
        let named = kinds.iter().map(|kind| rendering::find_in_store(tx, context.account, kind, id));
        Ok(named.collect::<Result<Vec<_>>>()?.into_iter().flatten().next())
    })?;
    // The tables are not in the store, and searching them takes some milliseconds, so not within the transaction.
    let found = named.or_else(|| kinds.iter().find_map(|kind| rendering::find_in_tables(kind, id)));
    Ok(match found.ok_or_else(|| not_found(kinds[0], id))? {
        LocationRecord::Port(site) => Reply::one(context, 200, rendering::port_with_terminals(&site)),
        LocationRecord::MetroArea(site) => Reply::one(context, 200, rendering::metro_area(&site)),
        LocationRecord::Terminal(facility) => Reply::one(context, 200, rendering::terminal(&facility)),
        LocationRecord::RailTerminal(facility) => Reply::one(context, 200, rendering::rail_terminal(&facility)),
        LocationRecord::Vessel(ship) => Reply::one(context, 200, rendering::vessel(&ship)),
    })
}
