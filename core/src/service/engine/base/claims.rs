//! Claims of work items. A thread claims an item before it processes it, so that no item is processed twice, and no slow
//! carrier or webhook occupies all threads.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use uuid::Uuid;

use super::policies::{Pace, Policies};
use crate::breaker::FAILURES;
use crate::limits::Window;
use crate::store::{Counterparty, Queue};
use crate::threads::lock;

fn queue_of(counterparty: &Counterparty) -> Queue {
    match counterparty {
        Counterparty::Carrier(_) => Queue::LookUps,
        Counterparty::Webhook(_) => Queue::Deliveries,
    }
}

/// How many items of one queue may be claimed at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shares {
    all: usize,
    /// Items of counterparties whose last call failed.
    troubled: usize,
}

impl Shares {
    pub const NO_LIMIT: Shares = Shares { all: usize::MAX, troubled: usize::MAX };

    /// Reserves a quarter of the threads for look-ups and a quarter for deliveries. In each queue, items of counterparties
    /// whose last call failed get at most a quarter.
    pub fn of(threads: usize) -> Self {
        let quarter = threads / 4;
        Shares { all: threads - quarter, troubled: quarter.max(1) }
    }
}

/// The claims of a service. They are only in memory, because only one process has the store open, and a crash must release them.
#[derive(Default)]
pub(crate) struct Claims {
    policies: Policies,
    state: Mutex<ClaimState>,
}

#[derive(Default)]
struct ClaimState {
    items: HashMap<Uuid, Item>,
    /// Calls in the current window of each carrier that has a limit; monotonic time.
    started: HashMap<String, Window>,
    /// Consecutive calls to an origin that got no response. Origins that responded to the last call are absent.
    failing: HashMap<String, u32>,
    released: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClaimCount {
    pub active: usize,
    /// Number of claims that were released since the start.
    released: u64,
}

struct Item {
    counterparty: Counterparty,
    troubled: bool,
    origin: Option<String>,
}

/// How many items of a queue are claimed.
pub(crate) struct Load {
    healthy: usize,
    troubled: usize,
}

impl Load {
    pub fn leaves_room(&self, troubled: bool, shares: &Shares) -> bool {
        self.healthy + self.troubled < shares.all && (!troubled || self.troubled < shares.troubled)
    }
}

impl Claims {
    pub fn new(policies: Policies) -> Self {
        Claims { policies, state: Mutex::default() }
    }

    /// Claims an item. Returns false if the item is claimed already, or its counterparty has reached its limit.
    pub fn claim(&self, id: Uuid, counterparty: &Counterparty, troubled: bool) -> bool {
        let mut state = self.state();
        let free = !state.items.contains_key(&id) && state.count(counterparty) < self.limit_for(counterparty, troubled);
        if free {
            state.items.insert(id, Item { counterparty: counterparty.clone(), troubled, origin: None });
        }
        free
    }

    /// Counts a call to the carrier. Returns false if the carrier has reached its limit of calls in the current window.
    pub fn start_call(&self, scac: &str, now: Duration) -> bool {
        let Pace { look_ups: Some(limit), per, .. } = *self.policies.pace_for(scac) else { return true };
        let mut state = self.state();
        let window = state.started.entry(scac.to_owned()).or_insert_with(|| Window::new(limit.max(1), per));
        window.admit(now).is_ok()
    }

    /// Returns the time until the limit of the carrier permits a call; `None` if it permits one now.
    pub fn pause_of(&self, scac: &str, now: Duration) -> Option<Duration> {
        self.state().started.get(scac)?.room_in(now)
    }

    /// Assigns an origin to a claimed item. Returns false if the last calls to the origin got no response, and another
    /// call to it is in progress. This way, many receivers at one dead host occupy only one thread.
    pub fn claim_origin(&self, id: Uuid, origin: &str) -> bool {
        let mut state = self.state();
        let free = state.is_healthy(origin) || !state.has_call_to(origin);
        if let Some(item) = state.items.get_mut(&id).filter(|_| free) {
            item.origin = Some(origin.to_owned());
        }
        free
    }

    pub fn record_response(&self, origin: &str, responded: bool) {
        let mut state = self.state();
        if responded {
            state.failing.remove(origin);
        } else {
            let calls = state.failing.entry(origin.to_owned()).or_default();
            *calls = calls.saturating_add(1);
        }
    }

    pub fn release(&self, id: Uuid) {
        let mut state = self.state();
        state.items.remove(&id);
        state.released += 1;
    }

    /// If two results are equal and have no active claims, then no item was claimed in between.
    pub fn count_claims(&self) -> ClaimCount {
        let state = self.state();
        ClaimCount { active: state.items.len(), released: state.released }
    }

    pub fn items(&self) -> Vec<Uuid> {
        self.state().items.keys().copied().collect()
    }

    pub fn load(&self, queue: Queue) -> Load {
        let state = self.state();
        let count = |troubled| {
            let of_kind = |item: &&Item| queue_of(&item.counterparty) == queue && item.troubled == troubled;
            state.items.values().filter(of_kind).count()
        };
        Load { healthy: count(false), troubled: count(true) }
    }

    /// Counterparties from which no further item can be claimed now.
    pub fn busy_counterparties(&self, troubled: bool, now: Duration) -> Vec<Counterparty> {
        let state = self.state();
        let full = state.started.iter().filter(|(_, started)| started.room_in(now).is_some());
        let mut busy: Vec<Counterparty> = full.map(|(scac, _)| Counterparty::Carrier(scac.clone())).collect();
        for Item { counterparty, .. } in state.items.values() {
            if !busy.contains(counterparty) && state.count(counterparty) >= self.limit_for(counterparty, troubled) {
                busy.push(counterparty.clone());
            }
        }
        busy
    }

    /// Origins to which [`claim_origin`](Claims::claim_origin) allows no further call now.
    pub fn busy_origins(&self) -> Vec<String> {
        let state = self.state();
        let failing = state.failing.keys().filter(|origin| !state.is_healthy(origin) && state.has_call_to(origin));
        failing.cloned().collect()
    }

    /// A webhook has a limit of one, so that its deliveries stay in order.
    fn limit_for(&self, counterparty: &Counterparty, troubled: bool) -> usize {
        match counterparty {
            Counterparty::Carrier(scac) if !troubled => {
                usize::try_from(self.policies.pace_for(scac).at_once.max(1)).unwrap_or(usize::MAX)
            }
            _ => 1,
        }
    }

    fn state(&self) -> MutexGuard<'_, ClaimState> {
        lock(&self.state)
    }
}

impl ClaimState {
    fn count(&self, counterparty: &Counterparty) -> usize {
        self.items.values().filter(|item| item.counterparty == *counterparty).count()
    }

    fn is_healthy(&self, origin: &str) -> bool {
        self.failing.get(origin).is_none_or(|calls| *calls < FAILURES)
    }

    fn has_call_to(&self, origin: &str) -> bool {
        self.items.values().any(|item| item.origin.as_deref() == Some(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    fn webhook(number: u128) -> Counterparty {
        Counterparty::Webhook(id(number).into())
    }

    fn carrier(scac: &str) -> Counterparty {
        Counterparty::Carrier(scac.to_owned())
    }

    #[test]
    fn items_are_claimed_once_and_counterparties_have_limits() {
        let claims = Claims::default();
        assert!(claims.claim(id(1), &webhook(9), false) && !claims.claim(id(1), &webhook(9), false));
        assert!(!claims.claim(id(2), &webhook(9), false), "a webhook has a limit of one");
        assert!(claims.claim(id(3), &carrier("MAEU"), false) && claims.claim(id(4), &carrier("MAEU"), false));
        assert!(!claims.claim(id(5), &carrier("MAEU"), false));
        assert!(claims.claim(id(6), &carrier("CMDU"), true) && !claims.claim(id(7), &carrier("CMDU"), true));
        let busy = |troubled| claims.busy_counterparties(troubled, Duration::ZERO).len();
        assert_eq!((busy(false), busy(true)), (2, 3));
        claims.release(id(1));
        assert!(claims.claim(id(2), &webhook(9), false));
    }

    #[test]
    fn look_ups_in_a_window_are_limited_for_each_carrier() {
        let own = Pace { at_once: 3, look_ups: Some(2), per: Duration::from_secs(10) };
        let claims = Claims::new(Policies { paces: [("MAEU".to_owned(), own)].into(), ..Policies::default() });
        let at = Duration::from_secs;
        assert!(
            (1..=3).all(|n| claims.claim(id(n), &carrier("MAEU"), false))
                && !claims.claim(id(4), &carrier("MAEU"), false)
        );
        (1..=3).for_each(|n| claims.release(id(n)));
        assert!(
            claims.start_call("MAEU", at(0)) && claims.start_call("MAEU", at(4)) && !claims.start_call("MAEU", at(9))
        );
        assert_eq!(
            (claims.busy_counterparties(false, at(9)), claims.pause_of("MAEU", at(9))),
            (vec![carrier("MAEU")], Some(at(1)))
        );
        assert_eq!((claims.busy_counterparties(false, at(10)), claims.pause_of("MAEU", at(10))), (vec![], None));
        assert!(claims.start_call("MAEU", at(10)) && !claims.start_call("MAEU", at(13)));
        assert!((0..100).all(|_| claims.start_call("CMDU", at(10))));
    }

    #[test]
    fn each_queue_leaves_a_quarter_of_the_threads_and_failing_counterparties_get_a_quarter() {
        for (threads, all, troubled) in [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 3, 1), (8, 6, 2), (32, 24, 8)] {
            let shares = Shares::of(threads);
            let room = |healthy, failing, trouble| Load { healthy, troubled: failing }.leaves_room(trouble, &shares);
            assert!(room(all - 1, 0, false) && !room(all, 0, false), "{threads}");
            assert!(room(0, troubled - 1, true) && !room(0, troubled, true), "{threads}");
            assert!(troubled == all || room(0, troubled, false), "{threads}");
        }
    }

    #[test]
    fn unresponsive_origin_gets_one_call_at_a_time() {
        let claims = Claims::default();
        let (dead, well) = ("https://dead.example", "https://well.example");
        for n in 1..=5 {
            assert!(claims.claim(id(n), &webhook(n), false) && claims.claim_origin(id(n), dead));
        }
        (1..=5).for_each(|n| {
            claims.record_response(dead, false);
            claims.release(id(n));
        });
        assert_eq!(claims.busy_origins(), [""; 0]);
        assert!(claims.claim(id(6), &webhook(6), false) && claims.claim_origin(id(6), dead));
        assert_eq!(claims.busy_origins(), [dead]);
        assert!(claims.claim(id(7), &webhook(7), false) && !claims.claim_origin(id(7), dead));
        assert!(claims.claim_origin(id(7), well));
        claims.record_response(dead, true);
        assert_eq!(claims.busy_origins(), [""; 0]);
    }
}
