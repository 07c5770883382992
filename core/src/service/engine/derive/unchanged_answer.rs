//! The fingerprint of an answer. It identifies a repeated answer, which changes only the request: nothing is derived.

use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};

use super::fact_digest::{fact_digest, first_half};
use super::update::Update;
use crate::carriers::Answer;
use crate::error::Result;
use crate::resources::RequestStatus;
use crate::service::engine::base::engine::Engine;
use crate::store::{AnswerFingerprint, Digest, RequestRecord, ShipmentRecord, Tx};
use crate::tracking::Stage;
use crate::zones;

/// The version of the rules by which shipments are derived from facts. A change of the rules that changes what is derived from stored facts
/// increases it.
const RULES_VERSION: u32 = 1;

/// Returns the digest of everything other than facts that affects the derivation: the rules, the policies and the built-in tables. A
/// shipment with another digest is derived again at its next look-up, and what changes for that reason is not notified.
///
/// A change of the place tables changes the version of the library.
pub(in crate::service::engine) fn rules_digest(engine: &Engine) -> Digest {
    let tables = (cfg!(feature = "places"), zones::table_version());
    let version = (RULES_VERSION, env!("CARGO_PKG_VERSION"), tables, &engine.policies.following);
    Digest(first_half(Sha256::new().chain_update(format!("{version:?}"))))
}

/// Returns the digest of an answer; `None` if the carrier reported that nothing has changed.
pub(in crate::service::engine) fn answer_digest(answer: &Answer) -> Option<Digest> {
    if answer.unchanged {
        return None;
    }
    let mut facts: Vec<Digest> = answer.facts.iter().map(fact_digest).collect();
    facts.sort_unstable();
    let mut hash = Sha256::new();
    hash.update(format!("{} {:?}", answer.complete, answer.references));
    facts.iter().for_each(|fact| hash.update(fact.0));
    Some(Digest(first_half(hash)))
}

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

pub(in crate::service::engine) fn is_same(fingerprint: &AnswerFingerprint, digest: Option<Digest>) -> bool {
    digest.is_none_or(|digest| fingerprint.digest == digest)
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
    let is_tracked = request.state.status == RequestStatus::Created
        && shipment.tracked == request.tracked
        && shipment.rules == Some(rules_digest(engine));
    let fingerprint = shipment
        .last_answer
        .as_ref()
        .filter(|fingerprint| is_tracked && fingerprint.valid_until.is_none_or(|until| now < until));
    Ok(match fingerprint {
        Some(fingerprint) if tx.last_fact(&shipment.tracked)? == fingerprint.last_fact => Some(fingerprint),
        _ => None,
    })
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
    let until = update.after.concludes_at.into_iter().chain(update.after.changes_at).min();
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
