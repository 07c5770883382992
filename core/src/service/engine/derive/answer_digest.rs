//! Digests of answers and of the rules, by which a repeated answer and a shipment that must be derived again are recognized.

use sha2::{Digest as _, Sha256};

use super::fact_digest::{fact_digest, first_half};
use crate::carriers::Answer;
use crate::store::{AnswerFingerprint, Digest};
use crate::tracking::FoldPolicy;
use crate::zones;

/// The version of the rules by which shipments are derived from facts. A change of the rules that changes what is derived from stored facts
/// increases it.
const RULES_VERSION: u32 = 1;

/// Returns the digest of everything other than facts that affects the derivation: the rules, the policy for the account (see
/// `Engine::following`) and the built-in tables. A shipment with another digest is derived again at its next look-up, and what changes for
/// that reason is not notified.
///
/// A change of the place tables changes the version of the library.
pub(in crate::service::engine) fn rules_digest(policy: &FoldPolicy) -> Digest {
    let tables = (cfg!(feature = "places"), zones::table_version());
    let version = (RULES_VERSION, env!("CARGO_PKG_VERSION"), tables, policy);
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

/// Whether the answer is that of the fingerprint. No digest means that the carrier reported no change.
pub(in crate::service::engine) fn is_same(fingerprint: &AnswerFingerprint, digest: Option<Digest>) -> bool {
    digest.is_none_or(|digest| fingerprint.digest == digest)
}
