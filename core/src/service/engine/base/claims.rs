//! Claims of work items. A thread claims an item before it processes it, so that no item is processed twice, and no slow
//! carrier or webhook occupies all threads.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use uuid::Uuid;

use super::policies::{Pace, Policies};
use crate::breaker::FAILURES;
use crate::documents::max_readers_of_account;
use crate::limits::Window;
use crate::resources::AccountId;
use crate::store::{Counterparty, Lane, Queue};
use crate::threads::lock;

/// Maximum number of origins without a response that are remembered.
const MAX_FAILING_ORIGINS: usize = 10_000;

/// A worker makes at least this many deliveries at once, so that receivers of one account that do not answer leave threads for others.
const LEAST_DELIVERIES: usize = 4;

/// How many items of one queue may be claimed at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    all: usize,
    /// Items of counterparties whose last call failed.
    troubled: usize,
    /// Look-ups at one source that answers for several carriers.
    one_source: usize,
}

/// How many items of each queue may be claimed at once. The queues share no threads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shares {
    look_ups: Share,
    deliveries: Share,
    documents: Share,
}

impl Share {
    const NO_LIMIT: Share = Share { all: usize::MAX, troubled: usize::MAX, one_source: usize::MAX };

    /// Items of counterparties whose last call failed get at most a quarter.
    fn of(threads: usize) -> Self {
        Share { all: threads, troubled: (threads / 4).max(1), one_source: (threads / 4).max(1) }
    }
}

impl Shares {
    pub const NO_LIMIT: Shares =
        Shares { look_ups: Share::NO_LIMIT, deliveries: Share::NO_LIMIT, documents: Share::NO_LIMIT };

    /// So many look-ups of one account, which gets half of all look-ups if it is alone, so many deliveries, and a document for each reader.
    pub fn of(threads: usize, readers: usize) -> Self {
        Shares {
            look_ups: Share::of(threads.saturating_mul(2)),
            deliveries: Share::of(threads.max(LEAST_DELIVERIES)),
            // Without readers, EDI and plain text are still read.
            documents: Share::of(readers.max(1)),
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

/// The [origin](crate::store::origin) of a URL to which an account sends deliveries. Accounts have separate circuits, so that none affects
/// the receivers of others.
pub(crate) type AccountOrigin = (AccountId, String);

/// A source of look-ups. It may answer for several carriers, as a hosted account does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// A carrier that was installed for one or more codes.
    Installed(usize),
    /// The carrier for all other codes.
    AnyCarrier,
}

/// The source of each carrier code.
#[derive(Debug, Default)]
pub(crate) struct Sources(HashMap<String, usize>);

impl Sources {
    /// Codes with the same number have the same source.
    pub fn new(installed: HashMap<String, usize>) -> Self {
        Sources(installed)
    }

    /// `None` for requests whose carrier is unknown: they wait for a search, which asks several sources.
    fn of(&self, counterparty: &Counterparty) -> Option<Source> {
        match counterparty {
            Counterparty::Carrier(scac) if scac.is_empty() => None,
            Counterparty::Carrier(scac) => {
                Some(self.0.get(scac).map_or(Source::AnyCarrier, |number| Source::Installed(*number)))
            }
            Counterparty::Webhook(_) => None,
        }
    }

    /// The codes for which a carrier was installed.
    pub fn installed_codes(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }
}

/// The claims of a service. They are only in memory, because only one process has the store open, and a crash must release them.
#[derive(Default)]
pub(crate) struct Claims {
    policies: Policies,
    sources: Sources,
    state: Mutex<ClaimState>,
}

#[derive(Default)]
struct ClaimState {
    items: HashMap<Uuid, Item>,
    /// Calls in the current window of each carrier that has a limit; monotonic time.
    started: HashMap<String, Window>,
    /// Consecutive calls to an origin that got no response. Origins that responded to the last call are absent.
    failing: HashMap<AccountOrigin, u32>,
    /// The account whose document was claimed last.
    last_reader: Option<AccountId>,
    /// The turns of the accounts at each carrier.
    turns: HashMap<String, Turns>,
    released: u64,
}

/// A round in which each account with due look-ups at a carrier gets one.
#[derive(Default)]
struct Turns {
    /// The accounts that have had theirs.
    served: HashSet<AccountId>,
    /// Look-ups that are not counted, because only one account had some in the last round.
    uncounted: u32,
}

/// The other accounts wait for at most so many look-ups of an account that was alone at a carrier. Rounds cost a search for work.
const UNCOUNTED: u32 = 16;

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
    origin: Option<String>,
    /// Whether a caller of the service reads the document. Such documents do not count against limits.
    is_reserved: bool,
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
    pub fn new(policies: Policies, sources: Sources) -> Self {
        Claims { policies, sources, state: Mutex::default() }
    }

    /// Claims an item; `counterparty` is `None` for a document. Returns false if the item is claimed already, its counterparty has reached
    /// its limit, or the account has its share of the readers.
    pub fn claim(&self, id: Uuid, counterparty: Option<&Counterparty>, account: &AccountId, troubled: bool) -> bool {
        let mut state = self.state();
        let has_room = match counterparty {
            Some(counterparty) => state.count(counterparty) < self.limit_for(counterparty, troubled),
            None => self.may_read(&state, account),
        };
        let free = has_room && !state.items.contains_key(&id);
        if free {
            match counterparty {
                None => state.last_reader = Some(account.clone()),
                Some(Counterparty::Carrier(scac)) => state.count_turn(scac, account, troubled),
                Some(Counterparty::Webhook(_)) => {}
            }
            let (counterparty, account) = (counterparty.cloned(), account.clone());
            state.items.insert(id, Item { counterparty, account, troubled, origin: None, is_reserved: false });
        }
        free
    }

    /// Claims a document for a caller of the service, who reads it without regard to the limits of workers. Returns false if it is claimed
    /// already.
    pub fn reserve_document(&self, id: Uuid, account: &AccountId) -> bool {
        let mut state = self.state();
        let is_free = !state.items.contains_key(&id);
        if is_free {
            let account = account.clone();
            state
                .items
                .insert(id, Item { counterparty: None, account, troubled: false, origin: None, is_reserved: true });
        }
        is_free
    }

    /// Returns the accounts of which a document may be claimed, in the order of their turns: beginning after the account whose document was
    /// claimed last.
    pub fn turns_of_readers(&self, mut accounts: Vec<AccountId>) -> Vec<AccountId> {
        let state = self.state();
        accounts.retain(|account| self.may_read(&state, account));
        accounts.sort();
        let next = state.last_reader.as_ref().map_or(0, |last| accounts.partition_point(|account| account <= last));
        accounts.rotate_left(next);
        accounts
    }

    /// Whether a further document of the account may be read: if there are several readers, one account has at most half of them.
    fn may_read(&self, state: &ClaimState, account: &AccountId) -> bool {
        let share = max_readers_of_account(self.policies.documents.readers.max(1));
        state.load(Queue::Documents, Some(account)).all < share
    }

    /// The lanes that have had their turn: other accounts come first at these carriers.
    pub fn served_lanes(&self) -> Vec<Lane> {
        let mut lanes = Vec::new();
        for (scac, turns) in &self.state().turns {
            lanes.extend(turns.served.iter().map(|account| Lane { scac: scac.clone(), account: account.clone() }));
        }
        lanes
    }

    /// Begins a new round at a carrier, because only accounts that have had their turn have due look-ups there.
    pub fn begin_round(&self, scac: &str) {
        if let Some(turns) = self.state().turns.get_mut(scac) {
            turns.uncounted = if turns.served.len() == 1 { UNCOUNTED } else { 0 };
            turns.served.clear();
        }
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

    /// Assigns an origin to a claimed delivery. Returns false if the last call of its webhook failed, the last calls of the account to the
    /// origin got no response, and another such call is in progress. This way, many webhooks at one dead origin occupy only one thread,
    /// and those whose last call succeeded do not wait for them.
    pub fn claim_origin(&self, id: Uuid, to: &AccountOrigin) -> bool {
        let mut state = self.state();
        let is_troubled = state.items.get(&id).is_some_and(|item| item.troubled);
        let free = !is_troubled || state.is_healthy(to) || !state.has_troubled_call_to(to);
        if let Some(item) = state.items.get_mut(&id).filter(|_| free) {
            item.origin = Some(to.1.clone());
        }
        free
    }

    pub fn record_response(&self, to: &AccountOrigin, responded: bool) {
        let mut state = self.state();
        if responded {
            state.failing.remove(to);
            return;
        }
        if state.failing.len() >= MAX_FAILING_ORIGINS {
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

    /// The codes of the carriers that are being called; an empty one if the carrier of a request is unknown.
    pub fn called_carriers(&self) -> BTreeSet<String> {
        let state = self.state();
        let carrier = |item: &Item| match &item.counterparty {
            Some(Counterparty::Carrier(scac)) => Some(scac.clone()),
            _ => None,
        };
        state.items.values().filter_map(carrier).collect()
    }

    /// Whether a further item of the queue may be claimed.
    pub fn has_room(&self, queue: Queue, troubled: bool, shares: &Shares) -> bool {
        self.state().load(queue, None).room(troubled, shares.of_queue(queue)) > 0
    }

    /// Accounts for which no further item of the queue may be claimed. An account gets at most as many threads as are left for others:
    /// one account alone gets half of them, and there is always one for an account that has none.
    pub fn busy_accounts(&self, queue: Queue, troubled: bool, shares: &Shares) -> Vec<AccountId> {
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

    /// The sources at which no further look-up may begin: a source that answers for several carriers gets at most a quarter of the threads
    /// for look-ups, or what one carrier may have.
    pub fn full_sources(&self, shares: &Shares) -> Vec<Source> {
        let state = self.state();
        let mut look_ups: HashMap<Source, (usize, u32)> = HashMap::new();
        for counterparty in state.items.values().filter_map(|item| item.counterparty.as_ref()) {
            if let (Some(source), Counterparty::Carrier(scac)) = (self.sources.of(counterparty), counterparty) {
                let (count, at_once) = look_ups.entry(source).or_default();
                (*count, *at_once) = (*count + 1, (*at_once).max(self.policies.pace_for(scac).at_once));
            }
        }
        let is_full = |count: usize, at_once: u32| {
            count >= shares.look_ups.one_source.max(usize::try_from(at_once).unwrap_or(usize::MAX))
        };
        look_ups
            .into_iter()
            .filter(|(_, (count, at_once))| is_full(*count, *at_once))
            .map(|(source, _)| source)
            .collect()
    }

    /// The installed codes of these sources.
    pub fn codes_of(&self, sources: &[Source]) -> Vec<String> {
        let is_in = |scac: &&String| {
            self.sources.of(&Counterparty::Carrier((*scac).clone())).is_some_and(|source| sources.contains(&source))
        };
        self.sources.installed_codes().filter(is_in).cloned().collect()
    }

    /// Origins to which [`claim_origin`](Claims::claim_origin) allows no further call of a webhook whose last call failed.
    pub fn busy_origins(&self) -> Vec<AccountOrigin> {
        let state = self.state();
        state.failing.keys().filter(|to| !state.is_healthy(to) && state.has_troubled_call_to(to)).cloned().collect()
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
    /// At a carrier that fails, calls are rare, so that each one counts.
    fn count_turn(&mut self, scac: &str, account: &AccountId, troubled: bool) {
        let turns = self.turns.entry(scac.to_owned()).or_default();
        if turns.uncounted > 0 && !troubled {
            turns.uncounted -= 1;
        } else {
            turns.served.insert(account.clone());
        }
    }

    fn count(&self, counterparty: &Counterparty) -> usize {
        self.items.values().filter(|item| item.counterparty.as_ref() == Some(counterparty)).count()
    }

    fn load(&self, queue: Queue, account: Option<&AccountId>) -> Load {
        let included = |item: &&Item| {
            item.queue() == queue && !item.is_reserved && account.is_none_or(|account| item.account == *account)
        };
        self.items.values().filter(included).fold(Load::default(), |load, item| Load {
            all: load.all + 1,
            troubled: load.troubled + usize::from(item.troubled),
        })
    }

    fn is_healthy(&self, to: &AccountOrigin) -> bool {
        self.failing.get(to).is_none_or(|calls| *calls < FAILURES)
    }

    fn has_troubled_call_to(&self, (account, origin): &AccountOrigin) -> bool {
        let is_to = |item: &Item| item.account == *account && item.origin.as_ref() == Some(origin);
        self.items.values().any(|item| item.troubled && is_to(item))
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
        let claims = Claims::new(
            Policies { paces: [("MAEU".to_owned(), own)].into(), ..Policies::default() },
            Sources::default(),
        );
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
            [(1, (2, 1), (4, 1)), (2, (4, 1), (4, 1)), (8, (16, 4), (8, 2)), (32, (64, 16), (32, 8))]
        {
            let shares = Shares::of(threads, 2);
            assert_eq!(shares.threads(), look_ups.0 + deliveries.0 + 2);
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
    fn an_account_alone_gets_as_many_look_ups_as_the_worker_was_started_with() {
        for threads in [1, 2, 3, 8, 32] {
            let (claims, shares) = (Claims::default(), Shares::of(threads, 2));
            let mut count = 0;
            while claims.busy_accounts(Queue::LookUps, false, &shares).is_empty() {
                count += 1;
                assert!(claims.claim(id(count), Some(&carrier(&count.to_string())), &"a".into(), false));
            }
            assert_eq!(count, threads as u128);
            assert!(claims.has_room(Queue::LookUps, false, &shares));
        }
    }

    #[test]
    fn a_source_of_several_carriers_gets_a_quarter_of_the_look_ups() {
        let installed = [("MAEU", 0), ("SEAU", 0), ("CMDU", 1)].map(|(scac, number)| (scac.to_owned(), number));
        let (claims, shares) = (Claims::new(Policies::default(), Sources::new(installed.into())), Shares::of(8, 2));
        let mut next = 0;
        let mut claim = |scac: &str| {
            next += 1;
            assert!(claims.claim(id(next), Some(&carrier(scac)), &"a".into(), false));
        };
        ["ONEY", "HLCU", "MSCU"].into_iter().for_each(&mut claim);
        ["MAEU", "MAEU", "SEAU", "CMDU", ""].into_iter().for_each(&mut claim);
        assert_eq!(claims.full_sources(&shares), []);
        claim("EGLV");
        assert_eq!(claims.full_sources(&shares), [Source::AnyCarrier]);
        assert_eq!(claims.codes_of(&[Source::AnyCarrier]), [""; 0]);
        claim("SEAU");
        let full = claims.full_sources(&shares);
        let mut codes = claims.codes_of(&full);
        codes.sort();
        assert_eq!((full.len(), codes), (2, vec!["MAEU".to_owned(), "SEAU".to_owned()]));
        assert_eq!(claims.full_sources(&Shares::NO_LIMIT), []);
    }

    #[test]
    fn an_account_gets_at_most_as_many_threads_as_it_leaves_to_others() {
        let (claims, shares) = (Claims::default(), Shares::of(32, 2));
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
        // A document that a caller reads is not claimed, and does not count.
        assert!(claims.reserve_document(id(9), &"b".into()) && !claims.reserve_document(id(9), &"b".into()));
        assert!(!claim(9, "b") && turns() == ["b", "c", "a"]);
        assert!(claim(3, "b") && claim(4, "c"));
        assert!(!claims.has_room(Queue::Documents, false, &Shares::of(8, 2)));
        assert!(claims.has_room(Queue::LookUps, false, &Shares::of(1, 2)), "look-ups have other threads");
    }

    #[test]
    fn failing_webhooks_at_an_unresponsive_origin_get_one_call_at_a_time() {
        let claims = Claims::default();
        let origin = |account: &str, origin: &str| (AccountId::from(account), origin.to_owned());
        let (dead, well) = (origin("a", "https://dead.example"), origin("a", "https://well.example"));
        let claim = |n, to: &AccountOrigin, troubled| {
            claims.claim(id(n), Some(&webhook(n)), &to.0, troubled) && claims.claim_origin(id(n), to)
        };
        for n in 1..=5 {
            assert!(claim(n, &dead, true));
        }
        (1..=5).for_each(|n| {
            claims.record_response(&dead, false);
            claims.release(id(n));
        });
        assert_eq!(claims.busy_origins(), []);
        assert!(claim(6, &dead, true));
        assert_eq!(claims.busy_origins(), std::slice::from_ref(&dead));
        assert!(!claim(7, &dead, true) && claims.claim_origin(id(7), &well));
        assert!(claim(8, &dead, false), "the last call of this webhook succeeded");
        assert!(claim(9, &origin("b", "https://dead.example"), true), "another account is not affected");
        claims.record_response(&dead, true);
        assert_eq!(claims.busy_origins(), []);
    }

    #[test]
    fn number_of_remembered_origins_is_limited() {
        let claims = Claims::default();
        (0..MAX_FAILING_ORIGINS + 1).for_each(|n| claims.record_response(&("a".into(), n.to_string()), false));
        assert_eq!(claims.state().failing.len(), 1);
    }
}
