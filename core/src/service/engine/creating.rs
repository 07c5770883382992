//! Beginning to track a number.

use chrono::{DateTime, Utc};

use super::parts::Engine;
use super::{custom_fields, follow, trips, whose};
use crate::error::Result;
use crate::jsonapi::ResourceId;
use crate::numbers::{Scac, TrackingNumber};
use crate::resources::{AccountId, CustomFieldEntityType, RequestType, ShipmentId};
use crate::store::{RequestRecord, TrackedNumber, Tx};

/// What came of it.
pub(in crate::service) enum Begun {
    /// The number is tracked from now on.
    Made(Box<RequestRecord>),
    /// It was tracked already; its carrier is asked anew.
    Known,
    /// It is another number of a shipment that this request follows: a booking beside its bill.
    Meets(Box<RequestRecord>, ShipmentId),
}

/// The request for a number, whose carrier is to be found out where it is not given.
pub(in crate::service) fn draft(
    engine: &Engine,
    account: &AccountId,
    number: &TrackingNumber,
    scac: Option<&Scac>,
    now: DateTime<Utc>,
) -> RequestRecord {
    let normalised = scac.map_or(number.normalised(), |scac| number.normalised_for(scac));
    let tracked = TrackedNumber {
        account: account.clone(),
        scac: scac.map(|scac| scac.as_str().to_owned()),
        number: normalised.to_owned(),
    };
    let kind = RequestType::parse(number.kind().as_str());
    let record = RequestRecord::new(engine.new_id(now), tracked, kind, number.text().to_owned(), now);
    let inferred = if scac.is_none() { whose::inferred(&record) } else { None };
    RequestRecord { inferred_scac: inferred, ..record }
}

/// Keeps a new request, unless its number is tracked.
pub(in crate::service) fn begin(
    engine: &Engine,
    tx: &Tx<'_>,
    record: RequestRecord,
    now: DateTime<Utc>,
) -> Result<Begun> {
    if let Some(live) = tx.live_request(&record.tracked)? {
        // A container may be on its next voyage by now: then its request ends with this look-up.
        follow::hasten(engine, tx, live, now)?;
        return Ok(Begun::Known);
    }
    if let Some((live, shipment)) = request_that_meets(tx, &record)? {
        return Ok(Begun::Meets(Box::new(live), shipment));
    }
    // A number that was tracked before has its facts still: the shipment is linked at once, and the first look-up
    // confirms it.
    let known = tx.shipment_of(&record.tracked)?.map(|known| known.shipment);
    let shipment = known.filter(|known| trips::is_taken_over(&record.kind, known)).map(|known| known.id);
    let record = RequestRecord { shipment, ..record };
    pass_on(tx, &record, &record.ref_numbers)?;
    tx.put_request(&record)?;
    begin_fields(engine, tx, &record, now)?;
    Ok(Begun::Made(Box::new(record)))
}

/// The request that follows a shipment of which the number is known to be another one: a booking beside its bill. While each names
/// only the other they are one shipment.
fn request_that_meets(tx: &Tx<'_>, record: &RequestRecord) -> Result<Option<(RequestRecord, ShipmentId)>> {
    if record.kind == RequestType::Container {
        return Ok(None);
    }
    let known = tx.shipment_spelled(&record.tracked)?;
    let Some(known) = known.filter(|known| known.names_none_but(&record.tracked.number)) else { return Ok(None) };
    Ok(tx.live_request(&known.tracked)?.map(|live| (live, known.shipment.id)))
}

/// References of a request reach its shipment, beside those it has: there they are looked for. None is taken from it, for others
/// may have given it.
pub(in crate::service) fn pass_on(tx: &Tx<'_>, record: &RequestRecord, references: &[String]) -> Result<()> {
    let Some(id) = record.shipment.as_ref().filter(|_| !references.is_empty()) else { return Ok(()) };
    let Some(mut known) = tx.shipment(&record.tracked.account, id)? else { return Ok(()) };
    let there = &mut known.shipment.ref_numbers;
    let before = there.len();
    for reference in references {
        if !there.contains(reference) {
            there.push(reference.clone());
        }
    }
    if there.len() == before { Ok(()) } else { tx.put_shipment(&known) }
}

/// Gives a new request the fields that have a default, and a shipment it takes over those that were sent with it.
fn begin_fields(engine: &Engine, tx: &Tx<'_>, record: &RequestRecord, now: DateTime<Utc>) -> Result<()> {
    let (account, own) = (&record.tracked.account, ResourceId::of(&record.id));
    custom_fields::give_defaults(engine, tx, account, &CustomFieldEntityType::TrackingRequest, &own, now)?;
    record.shipment.as_ref().map_or(Ok(()), |shipment| custom_fields::give_all(engine, tx, record, shipment, now))
}
