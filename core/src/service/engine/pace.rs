//! How many look-ups a carrier gets.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::settings::settings;

settings! {
    /// How many look-ups a carrier gets: those of one carrier wait for each other, and for nobody else's.
    ///
    /// Any values are safe: nothing at once is taken for one at once.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Pace {
        /// Look-ups of one carrier that may be under way at once; after one that failed, one alone until the next succeeds.
        count at_once: u32,
        /// Look-ups of one carrier that may begin in any window of time.
        count look_ups: Option<u32>,
        /// The length of that window.
        timeout per: Duration,
    }
}

impl Default for Pace {
    /// Two at once, as many as there are.
    fn default() -> Self {
        Pace { at_once: 2, look_ups: None, per: Duration::from_secs(60) }
    }
}

/// The pace of every carrier.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Paces {
    /// Of those that have none of their own.
    pub usual: Pace,
    /// By code.
    pub own: BTreeMap<String, Pace>,
}

impl Paces {
    pub fn of(&self, scac: &str) -> &Pace {
        self.own.get(scac).unwrap_or(&self.usual)
    }

    /// The longest time a carrier is left alone because it got what it may.
    pub fn longest_window(&self) -> Duration {
        self.own.values().chain([&self.usual]).map(|pace| pace.per).max().unwrap_or_default()
    }
}
