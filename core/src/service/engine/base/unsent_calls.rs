//! `UnsentCalls`: pauses of carriers and webhooks after calls that could not be sent from this computer.

use std::collections::HashMap;
use std::sync::Mutex;

use chrono::TimeDelta;

use crate::store::Counterparty;
use crate::threads::lock;

/// Length of the first pause. Each further pause is twice as long, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(5);
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(5);
/// Counterparties that are remembered. If there are more, all are forgotten, and their next pause is the first one.
const MAX_COUNTERPARTIES: usize = 10_000;

/// The number of calls in a row that could not be sent, by counterparty.
#[derive(Default)]
pub(super) struct UnsentCalls(Mutex<HashMap<Counterparty, u32>>);

impl UnsentCalls {
    /// Counts a call that could not be sent. Returns the pause before the next one.
    pub fn next_pause(&self, counterparty: &Counterparty) -> TimeDelta {
        let mut calls = lock(&self.0);
        if calls.len() >= MAX_COUNTERPARTIES && !calls.contains_key(counterparty) {
            calls.clear();
        }
        let count = calls.entry(counterparty.clone()).or_default();
        let pause = FIRST_PAUSE * 2_i32.pow((*count).min(10));
        *count = count.saturating_add(1);
        pause.min(LONGEST_PAUSE)
    }

    /// Forgets the count after a call that was sent.
    pub fn forget(&self, counterparty: &Counterparty) {
        lock(&self.0).remove(counterparty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_from_five_seconds_to_five_minutes_until_a_call_is_sent() {
        let (calls, carrier) = (UnsentCalls::default(), Counterparty::Carrier("MAEU".into()));
        let pauses: Vec<i64> = (0..12).map(|_| calls.next_pause(&carrier).num_seconds()).collect();
        assert_eq!(pauses, [5, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300, 300]);
        assert_eq!(calls.next_pause(&Counterparty::Carrier("CMDU".into())), FIRST_PAUSE);
        calls.forget(&carrier);
        assert_eq!(calls.next_pause(&carrier), FIRST_PAUSE);
    }

    #[test]
    fn number_of_remembered_counterparties_is_limited() {
        let calls = UnsentCalls::default();
        for number in 0..=MAX_COUNTERPARTIES {
            calls.next_pause(&Counterparty::Carrier(number.to_string()));
        }
        assert_eq!(lock(&calls.0).len(), 1);
    }
}
