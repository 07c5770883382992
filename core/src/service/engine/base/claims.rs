//! Claims of work items. A thread claims an item before it processes it, so that no item is processed twice, and no slow
//! carrier or webhook occupies all threads.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use uuid::Uuid;

use super::policies::{Pace, Policies};
use crate::breaker::FAILURES;
use crate::limits::Window;
use crate::resources::AccountId;
use crate::store::{Counterparty, Queue};
use crate::threads::lock;

/// Maximum number of hosts without a response that are remembered.
const MOST_FAILING_HOSTS: usize = 10_000;

/// Maximum number of documents that a worker reads at once. More would not be faster, because reading EDI mostly waits for the store.
const MAX_DOCUMENTS: usize = 2;

/// A worker makes at least this many deliveries at once, so that receivers of one account that do not answer leave threads for others.
const LEAST_DELIVERIES: usize = 4;

/// How many items of one queue may be claimed at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    all: usize,
    /// Items of counterparties whose last call failed.
    troubled: usize,
}

/// How many items of each queue may be claimed at once. The queues share no threads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shares {
    look_ups: Share,
    deliveries: Share,
    documents: Share,
}

impl Share {
    const NO_LIMIT: Share = Share { all: usize::MAX, troubled: usize::MAX };

    /// Items of counterparties whose last call failed get at most a quarter.
    fn of(threads: usize) -> Self {
        Share { all: threads, troubled: (threads / 4).max(1) }
    }
}

impl Shares {
    pub const NO_LIMIT: Shares =
        Shares { look_ups: Share::NO_LIMIT, deliveries: Share::NO_LIMIT, documents: Share::NO_LIMIT };

    /// So many look-ups and so many deliveries.
    pub fn of(threads: usize) -> Self {
        Shares {
            look_ups: Share::of(threads),
            deliveries: Share::of(threads.max(LEAST_DELIVERIES)),
            documents: Share::of(MAX_DOCUMENTS),
        }
    }

    /// The number of threads that can be busy at once.
    pub fn threads(&self) -> usize {
        self.look_ups.all.saturating_add(self.deliveries.all).saturating_add(self.documents.all)
    }

    fn of_queue(&self, queue: Queue) -> &Share {
        match queue {
            Queue::Deliveries => &self.deliveries,
            Queue::Documents => &self.documents,
            Queue::LookUps | Queue::Subscriptions => &self.look_ups,
        }
    }
}

/// A host to which an account sends deliveries. Accounts have separate circuits, so that none affects the receivers of others.
pub(crate) type AccountHost = (AccountId, String);

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
    /// Consecutive calls to a host that got no response. Hosts that responded to the last call are absent.
    failing: HashMap<AccountHost, u32>,
    /// The account whose document was claimed last.
    last_reader: Option<AccountId>,
    released: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClaimCount {
    pub active: usize,
    /// Number of claims that were released since the start.
    released: u64,
}

struct Item {
    /// `None` if the item is a document.
    counterparty: Option<Counterparty>,
    account: AccountId,
    troubled: bool,
    host: Option<String>,
}

impl Item {
    fn queue(&self) -> Queue {
        match self.counterparty {
            None => Queue::Documents,
            Some(Counterparty::Carrier(_)) => Queue::LookUps,
            Some(Counterparty::Webhook(_)) => Queue::Deliveries,
        }
    }
}

/// How many items are claimed.
#[derive(Debug, Clone, Copy, Default)]
struct Load {
    all: usize,
    troubled: usize,
}

impl Load {
    /// How many more items may be claimed.
    fn room(self, troubled: bool, share: &Share) -> usize {
        let room = share.all.saturating_sub(self.all);
        if troubled { room.min(share.troubled.saturating_sub(self.troubled)) } else { room }
    }
}

impl Claims {
    pub fn new(policies: Policies) -> Self {
        Claims { policies, state: Mutex::default() }
    }

    /// Claims an item; `counterparty` is `None` for a document. Returns false if the item is claimed already, its counterparty has reached
    /// its limit, or another document of the account is claimed.
    pub fn claim(&self, id: Uuid, counterparty: Option<&Counterparty>, account: &AccountId, troubled: bool) -> bool {
        let mut state = self.state();
        let has_room = match counterparty {
            Some(counterparty) => state.count(counterparty) < self.limit_for(counterparty, troubled),
            None => state.load(Queue::Documents, Some(account)).all == 0,
        };
        let free = has_room && !state.items.contains_key(&id);
        if free {
            if counterparty.is_none() {
                state.last_reader = Some(account.clone());
            }
            let (counterparty, account) = (counterparty.cloned(), account.clone());
            state.items.insert(id, Item { counterparty, account, troubled, host: None });
        }
        free
    }

    /// Returns the accounts of which a document may be claimed, in the order of their turns: beginning after the account whose document was
    /// claimed last.
    pub fn turns_of_readers(&self, mut accounts: Vec<AccountId>) -> Vec<AccountId> {
        let state = self.state();
        accounts.retain(|account| state.load(Queue::Documents, Some(account)).all == 0);
        accounts.sort();
        let next = state.last_reader.as_ref().map_or(0, |last| accounts.partition_point(|account| account <= last));
        accounts.rotate_left(next);
        accounts
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

    /// Assigns a host to a claimed delivery. Returns false if the last calls of the account to the host got no response, and another
    /// call is in progress. This way, many receivers at one dead host occupy only one thread.
    pub fn claim_host(&self, id: Uuid, to: &AccountHost) -> bool {
        let mut state = self.state();
        let free = state.is_healthy(to) || !state.has_call_to(to);
        if let Some(item) = state.items.get_mut(&id).filter(|_| free) {
            item.host = Some(to.1.clone());
        }
        free
    }

    pub fn record_response(&self, to: &AccountHost, responded: bool) {
        let mut state = self.state();
        if responded {
            state.failing.remove(to);
            return;
        }
        if state.failing.len() >= MOST_FAILING_HOSTS {
            state.failing.clear();
        }
        let calls = state.failing.entry(to.clone()).or_default();
        *calls = calls.saturating_add(1);
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

    /// Whether a further item of the queue may be claimed.
    pub fn has_room(&self, queue: Queue, troubled: bool, shares: &Shares) -> bool {
        self.state().load(queue, None).room(troubled, shares.of_queue(queue)) > 0
    }

    /// Accounts for which no further item of the queue may be claimed. An account gets at most as many threads as are left for others:
    /// one account alone gets half of them, and there is always one for an account that has none.
    pub fn busy_accounts(&self, queue: Queue, troubled: bool, shares: &Shares) -> Vec<AccountId> {
        // A carrier has a limit for all accounts, and its lanes take turns.
        if queue != Queue::Deliveries {
            return Vec::new();
        }
        let (state, share) = (self.state(), shares.of_queue(queue));
        let all = state.load(queue, None);
        let is_busy = |account: &AccountId| {
            let own = state.load(queue, Some(account));
            own.all >= all.room(false, share) || (troubled && own.troubled >= all.room(true, share))
        };
        let accounts: HashSet<&AccountId> = state.items.values().map(|item| &item.account).collect();
        accounts.into_iter().filter(|account| is_busy(account)).cloned().collect()
    }

    /// Counterparties from which no further item can be claimed now.
    pub fn busy_counterparties(&self, troubled: bool, now: Duration) -> Vec<Counterparty> {
        let state = self.state();
        let full = state.started.iter().filter(|(_, started)| started.room_in(now).is_some());
        let mut busy: Vec<Counterparty> = full.map(|(scac, _)| Counterparty::Carrier(scac.clone())).collect();
        for counterparty in state.items.values().filter_map(|item| item.counterparty.as_ref()) {
            if !busy.contains(counterparty) && state.count(counterparty) >= self.limit_for(counterparty, troubled) {
                busy.push(counterparty.clone());
            }
        }
        busy
    }

    /// Hosts to which [`claim_host`](Claims::claim_host) allows no further call now.
    pub fn busy_hosts(&self) -> Vec<AccountHost> {
        let state = self.state();
        state.failing.keys().filter(|to| !state.is_healthy(to) && state.has_call_to(to)).cloned().collect()
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
        self.items.values().filter(|item| item.counterparty.as_ref() == Some(counterparty)).count()
    }

    fn load(&self, queue: Queue, account: Option<&AccountId>) -> Load {
        let included = |item: &&Item| item.queue() == queue && account.is_none_or(|account| item.account == *account);
        self.items.values().filter(included).fold(Load::default(), |load, item| Load {
            all: load.all + 1,
            troubled: load.troubled + usize::from(item.troubled),
        })
    }

    fn is_healthy(&self, to: &AccountHost) -> bool {
        self.failing.get(to).is_none_or(|calls| *calls < FAILURES)
    }

    fn has_call_to(&self, (account, host): &AccountHost) -> bool {
        self.items.values().any(|item| item.account == *account && item.host.as_ref() == Some(host))
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
        let claim = |number, to: &Counterparty, troubled| claims.claim(id(number), Some(to), &"a".into(), troubled);
        assert!(claim(1, &webhook(9), false) && !claim(1, &webhook(9), false));
        assert!(!claim(2, &webhook(9), false), "a webhook has a limit of one");
        assert!(claim(3, &carrier("MAEU"), false) && claim(4, &carrier("MAEU"), false));
        assert!(!claim(5, &carrier("MAEU"), false));
        assert!(claim(6, &carrier("CMDU"), true) && !claim(7, &carrier("CMDU"), true));
        let busy = |troubled| claims.busy_counterparties(troubled, Duration::ZERO).len();
        assert_eq!((busy(false), busy(true)), (2, 3));
        claims.release(id(1));
        assert!(claim(2, &webhook(9), false));
    }

    #[test]
    fn look_ups_in_a_window_are_limited_for_each_carrier() {
        let own = Pace { at_once: 3, look_ups: Some(2), per: Duration::from_secs(10) };
        let claims = Claims::new(Policies { paces: [("MAEU".to_owned(), own)].into(), ..Policies::default() });
        let at = Duration::from_secs;
        assert!(
            (1..=3).all(|n| claims.claim(id(n), Some(&carrier("MAEU")), &"a".into(), false))
                && !claims.claim(id(4), Some(&carrier("MAEU")), &"a".into(), false)
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
    fn look_ups_and_deliveries_share_no_threads_and_failing_counterparties_get_a_quarter() {
        for (threads, look_ups, deliveries) in
            [(1, (1, 1), (4, 1)), (2, (2, 1), (4, 1)), (8, (8, 2), (8, 2)), (32, (32, 8), (32, 8))]
        {
            let shares = Shares::of(threads);
            assert_eq!(shares.threads(), look_ups.0 + deliveries.0 + MAX_DOCUMENTS);
            for (queue, (all, troubled)) in [(Queue::LookUps, look_ups), (Queue::Deliveries, deliveries)] {
                let share = shares.of_queue(queue);
                assert_eq!((share.all, share.troubled), (all, troubled), "{threads} {queue:?}");
                assert_eq!(Load { all: all - 1, troubled: 0 }.room(false, share), 1);
                assert_eq!(Load { all, troubled: 0 }.room(true, share), 0);
                assert_eq!(Load { all: troubled, troubled }.room(true, share), 0);
            }
        }
        assert!(Claims::default().has_room(Queue::Deliveries, true, &Shares::NO_LIMIT));
    }

    #[test]
    fn an_account_gets_at_most_as_many_threads_as_it_leaves_to_others() {
        let (claims, shares) = (Claims::default(), Shares::of(32));
        let mut next = 0;
        let mut claimed = |account: &str, troubled| {
            let account: AccountId = account.into();
            let mut count = 0;
            while claims.has_room(Queue::Deliveries, troubled, &shares)
                && !claims.busy_accounts(Queue::Deliveries, troubled, &shares).contains(&account)
            {
                next += 1;
                assert!(claims.claim(id(next), Some(&webhook(next)), &account, troubled));
                count += 1;
            }
            count
        };
        assert_eq!([claimed("a", true), claimed("a", false), claimed("a", true)], [4, 12, 0]);
        assert_eq!([claimed("b", true), claimed("b", false)], [2, 6]);
        assert_eq!([claimed("c", true), claimed("d", false), claimed("e", false), claimed("f", false)], [1, 4, 2, 1]);
        assert!(claims.has_room(Queue::LookUps, false, &shares));
    }

    #[test]
    fn accounts_take_turns_in_reading_documents_and_have_one_at_a_time() {
        let claims = Claims::default();
        let accounts = || ["c", "a", "b"].map(AccountId::from).to_vec();
        let turns = || -> Vec<String> { claims.turns_of_readers(accounts()).iter().map(ToString::to_string).collect() };
        let claim = |number, account: &str| claims.claim(id(number), None, &account.into(), false);
        assert_eq!(turns(), ["a", "b", "c"]);
        assert!(claim(1, "a") && !claim(2, "a"));
        assert_eq!(turns(), ["b", "c"]);
        claims.release(id(1));
        assert_eq!(turns(), ["b", "c", "a"]);
        assert!(claim(3, "b") && claim(4, "c"));
        assert!(!claims.has_room(Queue::Documents, false, &Shares::of(8)));
        assert!(claims.has_room(Queue::LookUps, false, &Shares::of(1)), "look-ups have other threads");
    }

    #[test]
    fn unresponsive_host_gets_one_call_at_a_time() {
        let claims = Claims::default();
        let host = |account: &str, host: &str| (AccountId::from(account), host.to_owned());
        let (dead, well) = (host("a", "https://dead.example"), host("a", "https://well.example"));
        let claim =
            |n, to: &AccountHost| claims.claim(id(n), Some(&webhook(n)), &to.0, false) && claims.claim_host(id(n), to);
        for n in 1..=5 {
            assert!(claim(n, &dead));
        }
        (1..=5).for_each(|n| {
            claims.record_response(&dead, false);
            claims.release(id(n));
        });
        assert_eq!(claims.busy_hosts(), []);
        assert!(claim(6, &dead));
        assert_eq!(claims.busy_hosts(), std::slice::from_ref(&dead));
        assert!(!claim(7, &dead) && claims.claim_host(id(7), &well));
        assert!(claim(8, &host("b", "https://dead.example")), "another account is not affected");
        claims.record_response(&dead, true);
        assert_eq!(claims.busy_hosts(), []);
    }

    #[test]
    fn number_of_remembered_hosts_is_limited() {
        let claims = Claims::default();
        (0..MOST_FAILING_HOSTS + 1).for_each(|n| claims.record_response(&("a".into(), n.to_string()), false));
        assert_eq!(claims.state().failing.len(), 1);
    }
}
