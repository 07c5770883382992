//! Decides which request runs next, so that no account takes all handler threads or most of the processors.
//!
//! Accounts with waiting requests take turns. An account uses at most half of the handlers. While an account with far fewer requests is
//! active, it also uses at most half of the processors: it starts a request only if fewer of its requests are running, or if the ones that
//! run have been running for a while and so are probably waiting for another server. An account whose clients do not read their responses
//! waits, too.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// How long an account is active after the last arrival, start or end of one of its requests.
const ACTIVE: Duration = Duration::from_millis(100);

/// How long an account is active because of a request that is running.
const LONGEST_ACTIVE: Duration = Duration::from_secs(1);

/// An account has far more requests than another one if it has more than twice as many and this number.
const FAR_MORE: usize = 4;

/// After this time, running requests no longer prevent the start of one more.
const RAMP: Duration = Duration::from_millis(250);

/// While other accounts are active, an account may have this many brief requests in each [`BRIEF_PERIOD`]; others wait for their turn.
const MAX_BRIEF: usize = 100;
const BRIEF_PERIOD: Duration = Duration::from_millis(100);

/// An account waits while its clients have not read this many bytes of responses.
const MAX_UNREAD: usize = 16 * 1024 * 1024;

/// Number of accounts above which the state of inactive accounts is removed.
const MAX_ACCOUNTS: usize = 256;

/// The running and waiting requests of all accounts. `J` is the work of a request.
pub(super) struct Turns<J> {
    handlers: usize,
    most_waiting: usize,
    /// How many requests an account may run while an account with far fewer requests is active.
    shared_handlers: usize,
    running: usize,
    waiting: usize,
    accounts: HashMap<u128, AccountTurns<J>>,
    /// Accounts with waiting requests, in the order of their turns.
    order: VecDeque<u128>,
}

struct AccountTurns<J> {
    running: usize,
    waiting: VecDeque<Waiting<J>>,
    /// Bytes of responses that its clients have not read yet.
    unread: usize,
    /// When its latest request started.
    started: Option<Duration>,
    /// When a request of it last arrived, started or ended.
    active: Duration,
    /// The number of brief requests since `brief_since`.
    brief: usize,
    brief_since: Duration,
}

struct Waiting<J> {
    job: J,
    /// Whether it continues a request in progress. Such work is never refused.
    is_continuation: bool,
}

/// A request to run now.
pub(super) struct Turn<J> {
    pub(super) account: u128,
    pub(super) job: J,
}

/// The result of [`Turns::submit`].
pub(super) struct Submitted<J> {
    pub(super) starting: Vec<Turn<J>>,
    /// A request that is refused because too many are waiting: of the account that has most.
    pub(super) refused: Option<J>,
}

impl<J> Turns<J> {
    pub(super) fn new(handlers: usize, most_waiting: usize, processors: usize) -> Self {
        Turns {
            handlers,
            most_waiting,
            shared_handlers: (processors / 2).max(1),
            running: 0,
            waiting: 0,
            accounts: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// Adds a request, or with `is_continuation` the next part of a request in progress.
    pub(super) fn submit(&mut self, account: u128, job: J, is_continuation: bool, now: Duration) -> Submitted<J> {
        let turns = self.account(account);
        turns.active = now;
        // A request in progress holds memory, so it goes before new requests.
        let place = match is_continuation {
            true => turns.waiting.iter().take_while(|earlier| earlier.is_continuation).count(),
            false => turns.waiting.len(),
        };
        turns.waiting.insert(place, Waiting { job, is_continuation });
        if turns.waiting.len() == 1 {
            self.order.push_back(account);
        }
        self.waiting += 1;
        let starting = self.start(now);
        let refused = if self.waiting > self.most_waiting { self.refuse() } else { None };
        Submitted { starting, refused }
    }

    /// Called when a request has ended. Returns the requests that start now.
    pub(super) fn finish(&mut self, account: u128, now: Duration) -> Vec<Turn<J>> {
        self.running -= 1;
        let turns = self.account(account);
        turns.running -= 1;
        turns.active = now;
        if self.accounts.len() > MAX_ACCOUNTS {
            self.accounts.retain(|_, turns| turns.is_in_use() || turns.is_active(now));
        }
        self.start(now)
    }

    /// Takes from the queue all requests that can start now.
    pub(super) fn start(&mut self, now: Duration) -> Vec<Turn<J>> {
        let (mut starting, mut skipped) = (Vec::new(), 0);
        while self.running < self.handlers && skipped < self.order.len() {
            let Some(account) = self.order.pop_front() else { break };
            let may_start = self.may_start(account, now);
            let turns = self.account(account);
            let next = if may_start { turns.waiting.pop_front() } else { None };
            if let Some(next) = next {
                turns.running += 1;
                (turns.started, turns.active) = (Some(now), now);
                let has_more = !turns.waiting.is_empty();
                self.running += 1;
                self.waiting -= 1;
                starting.push(Turn { account, job: next.job });
                skipped = 0;
                if !has_more {
                    continue;
                }
            } else {
                skipped += 1;
            }
            self.order.push_back(account);
        }
        starting
    }

    /// Adds bytes of a response that the client has not read yet.
    pub(super) fn hold(&mut self, account: u128, bytes: usize) {
        self.account(account).unread += bytes;
    }

    /// Called when the bytes of a response were sent. Returns the requests that start now.
    pub(super) fn release(&mut self, account: u128, bytes: usize, now: Duration) -> Vec<Turn<J>> {
        self.account(account).unread -= bytes;
        self.start(now)
    }

    /// Whether a brief request may be answered at once, without a handler.
    pub(super) fn allows_brief(&mut self, account: u128, now: Duration) -> bool {
        let is_alone = !self.has_active(now, |other, _| other != account);
        let turns = self.account(account);
        turns.active = now;
        if now.saturating_sub(turns.brief_since) >= BRIEF_PERIOD {
            (turns.brief, turns.brief_since) = (0, now);
        }
        turns.brief += 1;
        is_alone || turns.brief <= MAX_BRIEF
    }

    /// Removes all waiting requests.
    pub(super) fn drain(&mut self) -> Vec<J> {
        (self.waiting, self.order) = (0, VecDeque::new());
        let waiting = self.accounts.values_mut().flat_map(|turns| turns.waiting.drain(..));
        waiting.map(|waiting| waiting.job).collect()
    }

    pub(super) fn has_waiting(&self) -> bool {
        self.waiting > 0
    }

    /// Whether requests of the account are waiting.
    pub(super) fn is_waiting(&self, account: u128) -> bool {
        self.accounts.get(&account).is_some_and(|turns| !turns.waiting.is_empty())
    }

    fn may_start(&self, account: u128, now: Duration) -> bool {
        let Some(turns) = self.accounts.get(&account) else { return false };
        turns.running < self.handlers.div_ceil(2)
            && turns.unread < MAX_UNREAD
            && (turns.running < self.shared_handlers
                || turns.started.is_none_or(|started| now.saturating_sub(started) >= RAMP)
                || !self.has_active(now, |_, other| turns.has_far_more_than(other)))
    }

    fn has_active(&self, now: Duration, matches: impl Fn(u128, &AccountTurns<J>) -> bool) -> bool {
        self.accounts.iter().any(|(other, turns)| matches(*other, turns) && turns.is_active(now))
    }

    /// Removes the newest waiting request of the account that has most of them.
    fn refuse(&mut self) -> Option<J> {
        let (account, turns) = self.accounts.iter_mut().max_by_key(|(_, turns)| turns.waiting.len())?;
        let refused = if turns.waiting.back()?.is_continuation { None } else { turns.waiting.pop_back() }?;
        if turns.waiting.is_empty() {
            self.order.retain(|waiting| waiting != account);
        }
        self.waiting -= 1;
        Some(refused.job)
    }

    fn account(&mut self, account: u128) -> &mut AccountTurns<J> {
        self.accounts.entry(account).or_insert_with(|| AccountTurns {
            running: 0,
            waiting: VecDeque::new(),
            unread: 0,
            started: None,
            active: Duration::ZERO,
            brief: 0,
            brief_since: Duration::ZERO,
        })
    }
}

impl<J> AccountTurns<J> {
    fn is_active(&self, now: Duration) -> bool {
        now.saturating_sub(self.active) < if self.running > 0 { LONGEST_ACTIVE } else { ACTIVE }
    }

    fn is_in_use(&self) -> bool {
        self.running > 0 || !self.waiting.is_empty() || self.unread > 0
    }

    fn has_far_more_than(&self, other: &Self) -> bool {
        self.unfinished() > FAR_MORE + 2 * other.unfinished()
    }

    fn unfinished(&self) -> usize {
        self.running + self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u128 = 1;
    const B: u128 = 2;

    /// A time at which nothing is active yet.
    const START: Duration = Duration::from_secs(60);

    fn turns() -> Turns<u32> {
        Turns::new(8, 16, 4)
    }

    fn submit(turns: &mut Turns<u32>, account: u128, job: u32, now: Duration) -> Vec<u32> {
        let submitted = turns.submit(account, job, false, now);
        assert_eq!(submitted.refused, None);
        jobs(submitted.starting)
    }

    fn jobs(starting: Vec<Turn<u32>>) -> Vec<u32> {
        starting.into_iter().map(|turn| turn.job).collect()
    }

    #[test]
    fn an_account_uses_at_most_half_of_the_handlers() {
        let mut turns = turns();
        let started: Vec<_> = (0..10).flat_map(|job| submit(&mut turns, A, job, START)).collect();
        assert_eq!(started, [0, 1, 2, 3]);
        assert_eq!(submit(&mut turns, B, 10, START), [10]);
        assert_eq!(submit(&mut turns, B, 11, START), [11]);
        let later = START + LONGEST_ACTIVE;
        assert_eq!(jobs(turns.finish(A, later)), [4]);
    }

    #[test]
    fn an_account_uses_half_of_the_processors_while_one_with_far_fewer_requests_is_active() {
        let mut turns = Turns::new(8, 64, 4);
        (0..40).for_each(|job| drop(submit(&mut turns, A, job, START)));
        assert_eq!(submit(&mut turns, B, 50, START), [50]);
        assert_eq!(jobs(turns.finish(A, START)), [0; 0]);
        assert_eq!(jobs(turns.finish(A, START)), [0; 0]);
        assert_eq!(jobs(turns.finish(A, START)), [4], "one is running, and two may");
        assert_eq!(jobs(turns.start(START + RAMP)), [5], "the others have been running for a while");
        assert_eq!(jobs(turns.start(START + RAMP)), [0; 0]);
        assert_eq!(submit(&mut turns, B, 51, START + RAMP), [51], "the account with fewer requests is not limited");
        assert_eq!(submit(&mut turns, B, 52, START + RAMP), [52]);
        (0..3).for_each(|_| assert_eq!(jobs(turns.finish(B, START + RAMP)), [0; 0]));
        assert_eq!(jobs(turns.start(START + RAMP + ACTIVE)), [6], "the other account is no longer active");
    }

    #[test]
    fn an_account_waits_until_its_clients_read_their_responses() {
        let mut turns = turns();
        turns.hold(A, MAX_UNREAD);
        assert_eq!(submit(&mut turns, A, 0, START), [0; 0]);
        assert_eq!(submit(&mut turns, B, 10, START), [10]);
        assert_eq!(jobs(turns.release(A, 1, START)), [0]);
    }

    #[test]
    fn accounts_take_turns() {
        let mut turns = Turns::new(1, 16, 4);
        let mut order = submit(&mut turns, A, 0, START);
        for job in 1..4 {
            assert_eq!(submit(&mut turns, A, job, START), [0; 0]);
        }
        assert_eq!(submit(&mut turns, B, 10, START), [0; 0]);
        assert_eq!(submit(&mut turns, B, 11, START), [0; 0]);
        for account in [A, A, B, A, B] {
            order.extend(jobs(turns.finish(account, START)));
        }
        assert_eq!(order, [0, 1, 10, 2, 11, 3]);
        assert!(!turns.has_waiting());
    }

    #[test]
    fn a_full_queue_refuses_the_account_with_most_waiting_requests() {
        let mut turns = Turns::new(1, 3, 4);
        (0..4).for_each(|job| drop(submit(&mut turns, A, job, START)));
        let submitted = turns.submit(B, 10, false, START);
        assert_eq!((submitted.starting.len(), submitted.refused), (0, Some(3)));
        assert_eq!(turns.submit(A, 4, false, START).refused, Some(4));
        assert_eq!(jobs(turns.finish(A, START)), [1]);
        assert_eq!(jobs(turns.finish(A, START)), [10]);
    }

    #[test]
    fn a_continuation_goes_first_and_is_not_refused() {
        let mut turns = Turns::new(1, 1, 4);
        assert_eq!(submit(&mut turns, A, 0, START), [0]);
        assert_eq!(submit(&mut turns, A, 1, START), [0; 0]);
        assert_eq!(turns.submit(A, 2, true, START).refused, Some(1));
        assert_eq!(turns.submit(A, 3, true, START).refused, None);
        assert_eq!(jobs(turns.finish(A, START)), [2]);
        assert_eq!(jobs(turns.finish(A, START)), [3]);
    }

    #[test]
    fn without_a_queue_a_request_is_refused_if_it_cannot_start() {
        let mut turns = Turns::new(1, 0, 4);
        assert_eq!(submit(&mut turns, A, 0, START), [0]);
        assert_eq!(turns.submit(A, 1, false, START).refused, Some(1));
        assert_eq!(jobs(turns.finish(A, START)), [0; 0]);
        assert_eq!(submit(&mut turns, A, 2, START), [2]);
    }

    #[test]
    fn brief_requests_are_limited_while_another_account_is_active() {
        let mut turns = turns();
        assert!((0..1_000).all(|_| turns.allows_brief(A, START)));
        submit(&mut turns, B, 0, START);
        assert!(!turns.allows_brief(A, START));
        assert!(turns.allows_brief(A, START + BRIEF_PERIOD));
    }
}
