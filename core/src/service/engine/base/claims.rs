//! Work in hand: no item is done twice, and no slow party takes up all threads.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use uuid::Uuid;

use super::policies::{Pace, Policies};
use crate::breaker::FAILURES;
use crate::limits::Window;
use crate::store::{Party, Queue};
use crate::threads::locked;

fn queue_of(party: &Party) -> Queue {
    match party {
        Party::Carrier(_) => Queue::LookUps,
        Party::Webhook(_) => Queue::Deliveries,
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Shares {
    all: usize,
    troubled: usize,
}

impl Shares {
    pub const NO_LIMIT: Shares = Shares { all: usize::MAX, troubled: usize::MAX };

    /// A quarter of the threads is reserved for look-ups and a quarter for deliveries. Parties whose last attempt
    /// failed take up at most a quarter with either.
    pub fn of(threads: usize) -> Self {
        let quarter = threads / 4;
        Shares { all: threads - quarter, troubled: quarter.max(1) }
    }
}

/// Kept in memory: one process holds the store, and a crash frees everything.
#[derive(Default)]
pub(crate) struct Claims {
    policies: Policies,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    items: HashMap<Uuid, Item>,
    /// Carriers with a limit only; monotonic time.
    begun: HashMap<String, Window>,
    /// Calls in a row that an origin left without an answer. Origins that answered are absent.
    silent: HashMap<String, u32>,
    let_go: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glance {
    pub in_hand: usize,
    let_go: u64,
}

struct Item {
    party: Party,
    troubled: bool,
    origin: Option<String>,
}

pub(crate) struct Load {
    sound: usize,
    troubled: usize,
}

impl Load {
    pub fn leaves_room(&self, troubled: bool, shares: &Shares) -> bool {
        self.sound + self.troubled < shares.all && (!troubled || self.troubled < shares.troubled)
    }
}

impl Claims {
    pub fn new(policies: Policies) -> Self {
        Claims { policies, held: Mutex::default() }
    }

    /// False if the item is in hand already, or its party has enough to do.
    pub fn take(&self, id: Uuid, party: &Party, troubled: bool) -> bool {
        let mut held = self.held();
        let free = !held.items.contains_key(&id) && held.count(party) < self.most(party, troubled);
        if free {
            held.items.insert(id, Item { party: party.clone(), troubled, origin: None });
        }
        free
    }

    /// False if the carrier has reached its limit.
    pub fn begin(&self, scac: &str, now: Duration) -> bool {
        let Pace { look_ups: Some(limit), per, .. } = *self.policies.pace_of(scac) else { return true };
        let mut held = self.held();
        let window = held.begun.entry(scac.to_owned()).or_insert_with(|| Window::new(limit.max(1), per));
        window.admit(now).is_ok()
    }

    pub fn pause_of(&self, scac: &str, now: Duration) -> Option<Duration> {
        self.held().begun.get(scac)?.room_in(now)
    }

    /// False if the origin left the last calls without an answer, as many as let a party rest, and a call to it is
    /// under way: many receivers at one dead host take up one thread.
    pub fn send_to(&self, id: Uuid, origin: &str) -> bool {
        let mut held = self.held();
        let free = held.is_sound(origin) || !held.is_sent_to(origin);
        if let Some(item) = held.items.get_mut(&id).filter(|_| free) {
            item.origin = Some(origin.to_owned());
        }
        free
    }

    pub fn heard_from(&self, origin: &str, answered: bool) {
        let mut held = self.held();
        if answered {
            held.silent.remove(origin);
        } else {
            let calls = held.silent.entry(origin.to_owned()).or_default();
            *calls = calls.saturating_add(1);
        }
    }

    pub fn done(&self, id: Uuid) {
        let mut held = self.held();
        held.items.remove(&id);
        held.let_go += 1;
    }

    /// Two equal glances that see nothing in hand prove that nothing was in hand in between.
    pub fn glance(&self) -> Glance {
        let held = self.held();
        Glance { in_hand: held.items.len(), let_go: held.let_go }
    }

    pub fn items(&self) -> Vec<Uuid> {
        self.held().items.keys().copied().collect()
    }

    pub fn load(&self, queue: Queue) -> Load {
        let held = self.held();
        let count = |troubled| {
            let of_kind = |item: &&Item| queue_of(&item.party) == queue && item.troubled == troubled;
            held.items.values().filter(of_kind).count()
        };
        Load { sound: count(false), troubled: count(true) }
    }

    pub fn busy(&self, troubled: bool, now: Duration) -> Vec<Party> {
        let held = self.held();
        let full = held.begun.iter().filter(|(_, begun)| begun.room_in(now).is_some());
        let mut busy: Vec<Party> = full.map(|(scac, _)| Party::Carrier(scac.clone())).collect();
        for Item { party, .. } in held.items.values() {
            if !busy.contains(party) && held.count(party) >= self.most(party, troubled) {
                busy.push(party.clone());
            }
        }
        busy
    }

    pub fn busy_origins(&self) -> Vec<String> {
        let held = self.held();
        let silent = held.silent.keys().filter(|origin| !held.is_sound(origin) && held.is_sent_to(origin));
        silent.cloned().collect()
    }

    /// A webhook has one at a time, which also keeps its deliveries in order.
    fn most(&self, party: &Party, troubled: bool) -> usize {
        match party {
            Party::Carrier(scac) if !troubled => {
                usize::try_from(self.policies.pace_of(scac).at_once.max(1)).unwrap_or(usize::MAX)
            }
            _ => 1,
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        locked(&self.held)
    }
}

impl Held {
    fn count(&self, party: &Party) -> usize {
        self.items.values().filter(|item| item.party == *party).count()
    }

    fn is_sound(&self, origin: &str) -> bool {
        self.silent.get(origin).is_none_or(|calls| *calls < FAILURES)
    }

    fn is_sent_to(&self, origin: &str) -> bool {
        self.items.values().any(|item| item.origin.as_deref() == Some(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    fn webhook(number: u128) -> Party {
        Party::Webhook(id(number).into())
    }

    fn carrier(scac: &str) -> Party {
        Party::Carrier(scac.to_owned())
    }

    #[test]
    fn an_item_is_in_one_hand_and_a_party_in_as_many_as_it_may_be() {
        let claims = Claims::default();
        assert!(claims.take(id(1), &webhook(9), false) && !claims.take(id(1), &webhook(9), false));
        assert!(!claims.take(id(2), &webhook(9), false), "a webhook is sent one at a time");
        assert!(claims.take(id(3), &carrier("MAEU"), false) && claims.take(id(4), &carrier("MAEU"), false));
        assert!(!claims.take(id(5), &carrier("MAEU"), false));
        assert!(claims.take(id(6), &carrier("CMDU"), true) && !claims.take(id(7), &carrier("CMDU"), true));
        let busy = |troubled| claims.busy(troubled, Duration::ZERO).len();
        assert_eq!((busy(false), busy(true)), (2, 3));
        claims.done(id(1));
        assert!(claims.take(id(2), &webhook(9), false));
    }

    #[test]
    fn a_carrier_gets_as_many_look_ups_in_any_window_as_it_may_and_nobody_else_waits_for_that() {
        let own = Pace { at_once: 3, look_ups: Some(2), per: Duration::from_secs(10) };
        let claims = Claims::new(Policies { paces: [("MAEU".to_owned(), own)].into(), ..Policies::default() });
        let at = Duration::from_secs;
        assert!(
            (1..=3).all(|n| claims.take(id(n), &carrier("MAEU"), false))
                && !claims.take(id(4), &carrier("MAEU"), false)
        );
        (1..=3).for_each(|n| claims.done(id(n)));
        assert!(claims.begin("MAEU", at(0)) && claims.begin("MAEU", at(4)) && !claims.begin("MAEU", at(9)));
        assert_eq!((claims.busy(false, at(9)), claims.pause_of("MAEU", at(9))), (vec![carrier("MAEU")], Some(at(1))));
        assert_eq!((claims.busy(false, at(10)), claims.pause_of("MAEU", at(10))), (vec![], None));
        assert!(claims.begin("MAEU", at(10)) && !claims.begin("MAEU", at(13)));
        assert!((0..100).all(|_| claims.begin("CMDU", at(10))));
    }

    #[test]
    fn a_quarter_of_a_workers_threads_is_kept_for_each_kind_and_trouble_gets_a_quarter() {
        for (threads, all, troubled) in [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 3, 1), (8, 6, 2), (32, 24, 8)] {
            let shares = Shares::of(threads);
            let room = |sound, failing, trouble| Load { sound, troubled: failing }.leaves_room(trouble, &shares);
            assert!(room(all - 1, 0, false) && !room(all, 0, false), "{threads}");
            assert!(room(0, troubled - 1, true) && !room(0, troubled, true), "{threads}");
            assert!(troubled == all || room(0, troubled, false), "{threads}");
        }
    }

    #[test]
    fn an_origin_that_never_answers_is_sent_one_call_at_a_time_until_it_does() {
        let claims = Claims::default();
        let (dead, well) = ("https://dead.example", "https://well.example");
        for n in 1..=5 {
            assert!(claims.take(id(n), &webhook(n), false) && claims.send_to(id(n), dead));
        }
        (1..=5).for_each(|n| {
            claims.heard_from(dead, false);
            claims.done(id(n));
        });
        assert_eq!(claims.busy_origins(), [""; 0]);
        assert!(claims.take(id(6), &webhook(6), false) && claims.send_to(id(6), dead));
        assert_eq!(claims.busy_origins(), [dead]);
        assert!(claims.take(id(7), &webhook(7), false) && !claims.send_to(id(7), dead));
        assert!(claims.send_to(id(7), well));
        claims.heard_from(dead, true);
        assert_eq!(claims.busy_origins(), [""; 0]);
    }
}
