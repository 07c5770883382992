//! Faults of a simulated carrier. The caller chooses them by a list, a seed or a function; nothing is random.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::decoders::Form;

/// A fault of one call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// An answer with this status, such as 401, 429 or 500, and an error document.
    Status(u16),
    /// The same, with `Retry-After`.
    RetryAfter(u16, Duration),
    /// The answer comes after this delay.
    Slow(Duration),
    /// The connection is closed in the middle of the body.
    BrokenOff,
    /// The JSON document is cut in the middle, in a valid HTTP response.
    CutShort,
    /// An HTML login page with status 200 instead of the answer.
    LoginPage,
    /// The answer in another form.
    InForm(Form),
    /// All issued tokens become invalid.
    ExpiredTokens,
}

/// A call of a simulated carrier, for which a fault can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarrierCall {
    /// Index of the call, from 0.
    pub index: u64,
    /// The requested number; empty for a call about subscriptions.
    pub number: String,
    /// Time of the call.
    pub now: DateTime<Utc>,
}

type Decide = dyn Fn(&CarrierCall) -> Option<Fault> + Send + Sync;

/// The faults of a simulated carrier.
#[derive(Clone, Default)]
pub struct Faults(pub(super) Option<Arc<Decide>>);

impl Faults {
    /// No faults.
    pub fn none() -> Self {
        Faults(None)
    }

    /// The fault of the first call, of the second call, and so on. Later calls have no faults.
    pub fn script(faults: impl IntoIterator<Item = Option<Fault>>) -> Self {
        let script: Vec<Option<Fault>> = faults.into_iter().collect();
        Faults::by(move |asked| script.get(usize::try_from(asked.index).ok()?).cloned().flatten())
    }

    /// About `per_thousand` of a thousand calls have one of these faults. The same seed gives the same faults.
    pub fn seeded(seed: u64, per_thousand: u32, kinds: impl IntoIterator<Item = Fault>) -> Self {
        let kinds: Vec<Fault> = kinds.into_iter().collect();
        Faults::by(move |asked| {
            let drawn = mixed(seed ^ mixed(asked.index));
            let kind = usize::try_from(drawn >> 32).ok()?.checked_rem(kinds.len())?;
            (drawn % 1_000 < u64::from(per_thousand)).then(|| kinds[kind].clone())
        })
    }

    /// A function chooses the fault of each call.
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
    fn a_script_and_a_seed_are_reproducible() {
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
