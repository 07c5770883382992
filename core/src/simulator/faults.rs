//! What goes wrong at a carrier, decided by its caller: by a list, a seed or a function, never by chance.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::decoders::Form;

/// Something that goes wrong with one call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// An answer with this status, and words that such a status comes with: 401, 403, 404, 429, 500 …
    Status(u16),
    /// The same, with `Retry-After`.
    RetryAfter(u16, Duration),
    /// The answer comes only after so long.
    Slow(Duration),
    /// The connection ends in the middle of the body.
    BrokenOff,
    /// The document ends in its middle; as far as HTTP goes, all is well.
    CutShort,
    /// A page for people, with status 200, in place of the answer.
    LoginPage,
    /// The answer in this form, whatever form the carrier has otherwise.
    InForm(Form),
    /// No token that was given out so far is good any more, whatever was promised.
    ExpiredTokens,
}

/// A call for something to go wrong with.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarrierCall {
    /// Which call for events it is, from 0.
    pub index: u64,
    /// The number that is asked for.
    pub number: String,
    /// When.
    pub now: DateTime<Utc>,
}

type Decide = dyn Fn(&CarrierCall) -> Option<Fault> + Send + Sync;

/// Which calls something goes wrong with.
#[derive(Clone, Default)]
pub struct Faults(pub(super) Option<Arc<Decide>>);

impl Faults {
    /// Nothing goes wrong.
    pub fn none() -> Self {
        Faults(None)
    }

    /// What goes wrong with the first call, the second … and with none after the last.
    pub fn script(faults: impl IntoIterator<Item = Option<Fault>>) -> Self {
        let script: Vec<Option<Fault>> = faults.into_iter().collect();
        Faults::by(move |asked| script.get(usize::try_from(asked.index).ok()?).cloned().flatten())
    }

    /// Of a thousand calls about so many go wrong, in one of these ways: the same calls in the same ways for the same seed.
    pub fn seeded(seed: u64, per_thousand: u32, kinds: impl IntoIterator<Item = Fault>) -> Self {
        let kinds: Vec<Fault> = kinds.into_iter().collect();
        Faults::by(move |asked| {
            let drawn = mixed(seed ^ mixed(asked.index));
            let kind = usize::try_from(drawn >> 32).ok()?.checked_rem(kinds.len())?;
            (drawn % 1_000 < u64::from(per_thousand)).then(|| kinds[kind].clone())
        })
    }

    /// What a function says of each call.
    pub fn by(decide: impl Fn(&CarrierCall) -> Option<Fault> + Send + Sync + 'static) -> Self {
        Faults(Some(Arc::new(decide)))
    }

    pub(super) fn of(&self, asked: &CarrierCall) -> Option<Fault> {
        self.0.as_ref().and_then(|decide| decide(asked))
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Faults" } else { "Faults::none" })
    }
}

/// SplitMix64: every bit depends on every bit of `number`.
pub(super) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(call: u64) -> CarrierCall {
        CarrierCall { index: call, number: "B1".into(), now: DateTime::UNIX_EPOCH }
    }

    #[test]
    fn a_script_and_a_seed_say_the_same_every_time() {
        let script = Faults::script([None, Some(Fault::Status(503))]);
        assert_eq!([0, 1, 2].map(|call| script.of(&asked(call))), [None, Some(Fault::Status(503)), None]);
        let kinds = [Fault::Status(500), Fault::BrokenOff];
        let drawn = |seed| {
            let faults = Faults::seeded(seed, 100, kinds.clone());
            (0..10_000).map(|call| faults.of(&asked(call))).collect::<Vec<_>>()
        };
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        let count = drawn(7).iter().flatten().count();
        assert!((900..1_100).contains(&count), "{count} of 10,000");
        assert!(kinds.iter().all(|kind| drawn(7).contains(&Some(kind.clone()))));
        assert_eq!(Faults::seeded(1, 1_000, []).of(&asked(0)), None);
    }
}
