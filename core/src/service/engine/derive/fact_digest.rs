//! The digest of a fact, which identifies repeated facts.

use std::hash::{Hash, Hasher};

use sha2::{Digest as _, Sha256};

use crate::store::Digest;
use crate::tracking::{Fact, WITHOUT_DOCUMENT};

/// Computes the digest. The time of receipt is not included. Digests may differ between builds of the library; then the next
/// answer is derived again.
pub(super) fn fact_digest(fact: &Fact) -> Digest {
    digest_of(&(&fact.container, &fact.source, &fact.codes, &fact.statement))
}

/// Computes the digest of a statement with its source. Of the codes, only the names of unknown members are included, because they are
/// reported as doubts, and [`WITHOUT_DOCUMENT`].
pub(super) fn statement_digest(fact: &Fact) -> Digest {
    let is_compared = |name: &&String| name.starts_with('/') || *name == WITHOUT_DOCUMENT;
    let compared: Vec<&String> = fact.codes.keys().filter(is_compared).collect();
    digest_of(&(&fact.container, &fact.source, compared, &fact.statement))
}

pub(super) fn topic_digest(fact: &Fact) -> Digest {
    digest_of(&fact.topic())
}

fn digest_of(content: &impl Hash) -> Digest {
    let mut hasher = Bytes(Vec::with_capacity(1_024));
    content.hash(&mut hasher);
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
