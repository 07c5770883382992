//! The digest of a fact, which identifies repeated facts.

use std::hash::{Hash, Hasher};

use sha2::{Digest as _, Sha256};

use crate::store::Digest;
use crate::tracking::Fact;

/// Computes the digest. The time of receipt is not included. Digests may differ between builds of the library; then the next
/// answer is derived again.
pub(super) fn fact_digest(fact: &Fact) -> Digest {
    let mut hasher = Bytes(Vec::with_capacity(1_024));
    (&fact.container, &fact.source, &fact.codes, &fact.statement).hash(&mut hasher);
    Digest(first_half(Sha256::new().chain_update(hasher.0)))
}

/// Collects the bytes of a fact, which are then hashed at once.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Not used, because the digest is longer than 64 bits.
    fn finish(&self) -> u64 {
        0
    }
}

pub(super) fn first_half(digest: Sha256) -> [u8; 16] {
    *digest.finalize().first_chunk().expect("a digest of 32 bytes")
}
