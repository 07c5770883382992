//! The fingerprint of an answer, by which a repeated answer is recognised: then nothing is derived, and only the
//! request is written.

use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};

use super::update::Update;
use crate::carriers::Answer;
use crate::error::Result;
use crate::resources::RequestStatus;
use crate::service::engine::base::engine::Engine;
use crate::store::{AnswerFingerprint, Digest, RequestRecord, ShipmentRecord, Tx};
use crate::tracking::{Fact, Stage, Statement};
use crate::zones;

/// Includes the library's version, policies and time zone tables, which may change what is derived from the same
/// answer. Place tables are a part of the library.
pub(in crate::service::engine) fn digest(engine: &Engine, answer: &Answer) -> Digest {
    let mut facts: Vec<Digest> = answer.facts.iter().map(digest_of).collect();
    facts.sort_unstable();
    let mut whole = Sha256::new();
    let tables = (cfg!(feature = "places"), zones::edition());
    let version = (env!("CARGO_PKG_VERSION"), tables, &engine.policies.following);
    whole.update(format!("{version:?} {} {:?}", answer.complete, answer.references));
    facts.iter().for_each(|fact| whole.update(fact.0));
    Digest(first_half(whole))
}

fn digest_of(fact: &Fact) -> Digest {
    let Fact { container, source, codes, .. } = fact;
    let words = match &fact.statement {
        Statement::Event(event) => serde_json::to_vec(&(container, source, codes, event)),
        Statement::TerminalStatus(reading) => serde_json::to_vec(&(container, source, codes, reading)),
        Statement::Particulars(particulars) => serde_json::to_vec(&(container, source, codes, particulars)),
        Statement::Withdrawn(key) => serde_json::to_vec(&(container, source, codes, key)),
    };
    Digest(first_half(Sha256::new().chain_update(words.unwrap_or_default())))
}

fn first_half(digest: Sha256) -> [u8; 16] {
    *digest.finalize().first_chunk().expect("a digest of 32 bytes")
}

/// An answer without a digest declares itself to be unchanged.
pub(in crate::service::engine) fn known(
    tx: &Tx<'_>,
    request: &RequestRecord,
    digest: Option<Digest>,
    now: DateTime<Utc>,
) -> Result<Option<AnswerFingerprint>> {
    let Some(shipment) = shipment(tx, request)? else { return Ok(None) };
    let fingerprint = holding(tx, request, &shipment, now)?;
    Ok(fingerprint.filter(|fingerprint| says_the_same(fingerprint, digest)).cloned())
}

pub(in crate::service::engine) fn says_the_same(fingerprint: &AnswerFingerprint, digest: Option<Digest>) -> bool {
    digest.is_none_or(|digest| fingerprint.digest == digest)
}

pub(in crate::service::engine) fn shipment(tx: &Tx<'_>, request: &RequestRecord) -> Result<Option<ShipmentRecord>> {
    request.shipment.as_ref().map_or(Ok(None), |id| tx.shipment(&request.tracked.account, id))
}

/// Holds while the shipment is followed, no other source added anything, and no time has passed at which following
/// ends.
pub(in crate::service::engine) fn holding<'s>(
    tx: &Tx<'_>,
    request: &RequestRecord,
    shipment: &'s ShipmentRecord,
    now: DateTime<Utc>,
) -> Result<Option<&'s AnswerFingerprint>> {
    let is_followed = request.state.status == RequestStatus::Created && shipment.tracked == request.tracked;
    let fingerprint = shipment
        .last_answer
        .as_ref()
        .filter(|fingerprint| is_followed && fingerprint.valid_until.is_none_or(|until| now < until));
    Ok(match fingerprint {
        Some(fingerprint) if tx.last_fact(&shipment.tracked)? == fingerprint.last_fact => Some(fingerprint),
        _ => None,
    })
}

pub(in crate::service::engine) fn keep(
    tx: &Tx<'_>,
    request: &RequestRecord,
    digest: Option<Digest>,
    update: &Update,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some(record) = shipment(tx, request)? else { return Ok(()) };
    let digest = match (digest, &record.last_answer) {
        (Some(digest), _) => digest,
        (None, Some(fingerprint)) => fingerprint.digest,
        (None, None) => return Ok(()),
    };
    let (until, stages) = (update.after.concludes_at, Stage::all_of(&update.after));
    let fingerprint = AnswerFingerprint {
        digest,
        last_fact: tx.last_fact(&record.tracked)?,
        valid_until: until,
        stages,
        received_at: now,
    };
    tx.put_shipment(&ShipmentRecord { last_answer: Some(fingerprint), ..record })
}
