//! Ids in the order they are made.

use std::sync::Mutex;

use uuid::Uuid;

use crate::ids::Entropy;
use crate::threads::locked;

/// Makes version 7 UUIDs that sort in the order they were made, also those of one millisecond.
#[derive(Debug, Default)]
pub(super) struct Sequence(Mutex<Uuid>);

impl Sequence {
    /// The next id of the moment `now`. A clock that goes back takes the ids back with it.
    pub(super) fn next(&self, entropy: &dyn Entropy, now: chrono::DateTime<chrono::Utc>) -> Uuid {
        let fresh = entropy.uuid(now);
        let mut last = locked(&self.0);
        let same_moment = !last.is_nil() && fresh.as_u128() >> 80 == last.as_u128() >> 80;
        *last = match same_moment {
            // The step is random too, so that nobody guesses an id from the one before.
            true => Uuid::from_u128(last.as_u128() + 1 + (fresh.as_u128() & u128::from(u32::MAX))),
            // Room for two thousand million steps before the variant bits above are reached.
            false => Uuid::from_u128(fresh.as_u128() & !(1 << 61)),
        };
        *last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SystemEntropy;

    #[test]
    fn ids_of_one_moment_sort_in_the_order_they_were_made() {
        let (ids, now) = (Sequence::default(), chrono::DateTime::UNIX_EPOCH);
        let made: Vec<Uuid> = (0..10_000).map(|_| ids.next(&SystemEntropy, now)).collect();
        assert!(made.is_sorted() && made.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(made.iter().all(|id| id.get_version_num() == 7 && id.get_variant() == uuid::Variant::RFC4122));
    }
}
