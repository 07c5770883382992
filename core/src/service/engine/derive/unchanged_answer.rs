//! The fingerprint of an answer. It identifies a repeated answer, which changes only the request: nothing is derived.

use chrono::{DateTime, Utc};

use super::answer_digest::{is_same, rules_digest};
use super::update::Update;
use crate::error::Result;
use crate::resources::RequestStatus;
use crate::service::engine::base::engine::Engine;
use crate::store::{AnswerFingerprint, Digest, RequestRecord, ShipmentRecord, Tx};
use crate::tracking::Stage;

/// Returns the fingerprint of the previous answer if it is the same answer. No digest means that the carrier reported
/// no change.
pub(in crate::service::engine) fn find_repeated(
    engine: &Engine,
    tx: &Tx<'_>,
    request: &RequestRecord,
    digest: Option<Digest>,
    now: DateTime<Utc>,
) -> Result<Option<AnswerFingerprint>> {
    let Some(shipment) = shipment_of(tx, request)? else { return Ok(None) };
    let fingerprint = valid_fingerprint(engine, tx, request, &shipment, now)?;
    Ok(fingerprint.filter(|fingerprint| is_same(fingerprint, digest)).cloned())
}

pub(in crate::service::engine) fn shipment_of(tx: &Tx<'_>, request: &RequestRecord) -> Result<Option<ShipmentRecord>> {
    request.shipment.as_ref().map_or(Ok(None), |id| tx.shipment(&request.tracked.account, id))
}

/// Returns the fingerprint of the previous answer. It is valid while the shipment is tracked, no other source added
/// facts, the rules have not changed, and the time at which tracking ends or the picture changes has not been reached.
pub(in crate::service::engine) fn valid_fingerprint<'s>(
    engine: &Engine,
    tx: &Tx<'_>,
    request: &RequestRecord,
    shipment: &'s ShipmentRecord,
    now: DateTime<Utc>,
) -> Result<Option<&'s AnswerFingerprint>> {
    let is_tracked = request.state.status == RequestStatus::Created && shipment.tracked == request.tracked;
    let fingerprint = shipment
        .last_answer
        .as_ref()
        .filter(|fingerprint| is_tracked && fingerprint.valid_until.is_none_or(|until| now < until));
    let Some(fingerprint) = fingerprint else { return Ok(None) };
    let is_valid = shipment.rules == rules_digest(&engine.following(tx, &shipment.tracked.account)?)
        && tx.last_fact(&shipment.tracked)? == fingerprint.last_fact;
    Ok(is_valid.then_some(fingerprint))
}

/// Stores the fingerprint of an answer that was derived.
pub(in crate::service::engine) fn write_fingerprint(
    tx: &Tx<'_>,
    request: &RequestRecord,
    digest: Option<Digest>,
    update: &Update,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some(record) = shipment_of(tx, request)? else { return Ok(()) };
    let digest = match (digest, &record.last_answer) {
        (Some(digest), _) => digest,
        (None, Some(fingerprint)) => fingerprint.digest,
        (None, None) => return Ok(()),
    };
    // A late answer rewrites nothing. When the carrier repeats it, it is the newest one and must be derived again.
    let expired = update.is_late.then_some(now);
    let until = update.after.concludes_at.into_iter().chain(update.after.changes_at).chain(expired).min();
    let stages = Stage::all_of(&update.after);
    let fingerprint = AnswerFingerprint {
        digest,
        last_fact: tx.last_fact(&record.tracked)?,
        valid_until: until,
        stages,
        received_at: now,
    };
    tx.put_shipment(&ShipmentRecord { last_answer: Some(fingerprint), ..record })
}
