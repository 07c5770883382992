//! What carriers said of numbers that nobody tracks yet, for a while: whoever infers a number tracks it next.

use std::collections::HashMap;
use std::time::Duration;

use crate::carriers::confirm::Heard;
use crate::resources::AccountId;
use crate::store::{Lane, RequestRecord};

/// How long it is remembered.
const KEPT: Duration = Duration::from_secs(600);
/// Of so many numbers.
const MOST: usize = 1_000;

/// What was heard of numbers, and which carriers asked to be left alone, in monotonic time.
#[derive(Default)]
pub struct Memory {
    heard: HashMap<(AccountId, String), (Duration, Vec<Heard>)>,
    pauses: HashMap<Lane, Duration>,
}

impl Memory {
    /// What was heard of the number of this request.
    pub fn recall(&self, record: &RequestRecord, now: Duration) -> Vec<Heard> {
        let found = self.heard.get(&key(record)).filter(|(at, _)| now.saturating_sub(*at) < KEPT);
        found.map(|(_, heard)| heard.clone()).unwrap_or_default()
    }

    /// Remembers what a carrier said of it.
    pub fn note(&mut self, record: &RequestRecord, heard: &Heard, now: Duration) {
        if self.heard.len() >= MOST {
            self.heard.retain(|_, (at, _)| now.saturating_sub(*at) < KEPT);
        }
        if self.heard.len() >= MOST {
            self.heard.clear();
        }
        let (at, all) = self.heard.entry(key(record)).or_default();
        if now.saturating_sub(*at) >= KEPT {
            all.clear();
        }
        *at = now;
        all.retain(|known| known.scac != heard.scac);
        all.push(heard.clone());
    }

    /// A carrier asked to be left alone for so long.
    pub fn pause(&mut self, lane: Lane, now: Duration, pause: Duration) {
        self.pauses.retain(|_, until| *until > now);
        self.pauses.insert(lane, now.saturating_add(pause));
    }

    /// How long it is to be left alone.
    pub fn pause_of(&self, lane: &Lane, now: Duration) -> Option<Duration> {
        self.pauses.get(lane)?.checked_sub(now).filter(|pause| !pause.is_zero())
    }
}

/// Numbers are told apart without regard to how they are written.
fn key(record: &RequestRecord) -> (AccountId, String) {
    let number = record.number.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_uppercase());
    (record.tracked.account.clone(), format!("{} {}", record.kind.as_str(), number.collect::<String>()))
}
