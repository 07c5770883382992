//! What is kept of an answer, so that the next one that says the same is known at once: nothing is read of what the sources
//! said, nothing worked out, and the request alone is written.

use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};

use super::learning::Update;
use super::parts::Engine;
use crate::carriers::Answer;
use crate::error::Result;
use crate::resources::RequestStatus;
use crate::store::{AnswerFingerprint, Digest, RequestRecord, ShipmentRecord, Tx};
use crate::tracking::{Fact, Stage, Statement};
use crate::zones;

/// What an answer says, whenever it says so and in whatever order, to this version of the library with these policies. Another
/// version may make something else of the same words, and so may tables of time zones and of places: those of places are a
/// part of the library.
pub(super) fn digest(engine: &Engine, answer: &Answer) -> Digest {
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
    // When it was received says nothing.
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

/// What the last answer taught, where this one says the same, and it still holds. One without a digest says itself that it says
/// the same.
pub(super) fn known(
    tx: &Tx<'_>,
    request: &RequestRecord,
    digest: Option<Digest>,
    now: DateTime<Utc>,
) -> Result<Option<AnswerFingerprint>> {
    let Some(shipment) = shipment(tx, request)? else { return Ok(None) };
    let fingerprint = holding(tx, request, &shipment, now)?;
    Ok(fingerprint.filter(|fingerprint| says_the_same(fingerprint, digest)).cloned())
}

pub(super) fn says_the_same(fingerprint: &AnswerFingerprint, digest: Option<Digest>) -> bool {
    digest.is_none_or(|digest| fingerprint.digest == digest)
}

/// The shipment of a request.
pub(super) fn shipment(tx: &Tx<'_>, request: &RequestRecord) -> Result<Option<ShipmentRecord>> {
    request.shipment.as_ref().map_or(Ok(None), |id| tx.shipment(&request.tracked.account, id))
}

/// What the last answer taught of a shipment, as long as it is followed, nobody else said anything since, and no time has come
/// at which there is nothing left to follow.
pub(super) fn holding<'s>(
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

/// Keeps what an answer taught about the shipment of a request, when all that followed from it is written down.
pub(super) fn keep(
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
