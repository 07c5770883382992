//! The digest of a fact, by which repeated facts are recognised.

use std::hash::{Hash, Hasher};

use sha2::{Digest as _, Sha256};

use crate::store::Digest;
use crate::tracking::Fact;

/// Without the time of the receipt. May differ between builds: then the next answer is derived once more.
pub(super) fn fact_digest(fact: &Fact) -> Digest {
    let mut hasher = DigestHasher(Sha256::new());
    (&fact.container, &fact.source, &fact.codes, &fact.statement).hash(&mut hasher);
    Digest(first_half(hasher.0))
}

struct DigestHasher(Sha256);

impl Hasher for DigestHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Not used: the digest is longer.
    fn finish(&self) -> u64 {
        0
    }
}

pub(super) fn first_half(digest: Sha256) -> [u8; 16] {
    *digest.finalize().first_chunk().expect("a digest of 32 bytes")
}
