//! Caches tokens of carriers until shortly before they expire; one thread fetches for all.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, TryLockError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::carriers::{CredentialId, LookUpFailure};
use crate::threads::lock;

/// Lifetime of a token that states none.
const UNSAID: TimeDelta = TimeDelta::minutes(5);

/// Tokens are replaced at most this long before they expire.
const MARGIN: TimeDelta = TimeDelta::seconds(60);

/// How often a thread that waits for another one's token checks its own deadline.
const SLICE: Duration = Duration::from_millis(20);

pub(super) struct Got {
    pub value: String,
    pub lasts: Option<TimeDelta>,
}

#[derive(Default)]
pub(super) struct Tokens(Mutex<HashMap<CredentialId, Arc<Slot>>>);

#[derive(Default)]
struct Slot {
    state: Mutex<State>,
    changed: Condvar,
    fetching: Mutex<()>,
}

#[derive(Default)]
struct State {
    token: Option<Token>,
    round: u64,
    failure: Option<LookUpFailure>,
}

#[derive(Clone)]
struct Token {
    value: Arc<str>,
    renew_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
}

impl Tokens {
    /// One thread calls `fetch` and others wait for the result while `go_on` allows it. Nobody waits while the old
    /// token is valid.
    pub fn get(
        &self,
        credential: &CredentialId,
        now: DateTime<Utc>,
        go_on: impl Fn() -> Result<(), LookUpFailure>,
        fetch: impl FnOnce() -> Result<Got, LookUpFailure>,
    ) -> Result<Arc<str>, LookUpFailure> {
        let slot = Arc::clone(lock(&self.0).entry(*credential).or_default());
        let begun = lock(&slot.state).round;
        let (good, _fetching) = loop {
            let state = lock(&slot.state);
            let good = state.token.clone().filter(|token| now < token.ends_at);
            if let Some(failure) = state.failure.as_ref().filter(|_| good.is_none() && state.round != begun) {
                return Err(failure.clone());
            }
            match (good, slot.fetching.try_lock()) {
                (Some(token), _) if now < token.renew_at => return Ok(token.value),
                (Some(token), Err(TryLockError::WouldBlock)) => return Ok(token.value),
                (None, Err(TryLockError::WouldBlock)) => {}
                (good, Ok(fetching)) => break (good, fetching),
                // The fetching thread panicked.
                (good, Err(TryLockError::Poisoned(fetching))) => break (good, fetching.into_inner()),
            }
            let _ = slot.changed.wait_timeout(state, SLICE);
            go_on()?;
        };
        let fetched = fetch();
        let mut state = lock(&slot.state);
        state.round += 1;
        state.failure = fetched.as_ref().err().cloned();
        slot.changed.notify_all();
        match fetched {
            Ok(got) => {
                let token = Token::of(got, now);
                state.token = Some(token.clone());
                Ok(token.value)
            }
            Err(failure) => good.map(|token| token.value).ok_or(failure),
        }
    }

    pub fn forget(&self, credential: &CredentialId, refused: &str) {
        let Some(slot) = lock(&self.0).get(credential).map(Arc::clone) else { return };
        let mut state = lock(&slot.state);
        if state.token.as_ref().is_some_and(|token| &*token.value == refused) {
            state.token = None;
        }
    }
}

impl Token {
    fn of(got: Got, now: DateTime<Utc>) -> Self {
        let lasts = got.lasts.unwrap_or(UNSAID).max(TimeDelta::zero());
        let after = |span| now.checked_add_signed(span).unwrap_or(DateTime::<Utc>::MAX_UTC);
        Token { value: got.value.into(), renew_at: after(lasts - MARGIN.min(lasts / 5)), ends_at: after(lasts) }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    const IDENTITY: CredentialId = CredentialId([7; 32]);

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn got(value: &str, lasts: i64) -> Result<Got, LookUpFailure> {
        Ok(Got { value: value.to_owned(), lasts: Some(TimeDelta::seconds(lasts)) })
    }

    fn get(tokens: &Tokens, second: i64, next: Result<Got, LookUpFailure>) -> Result<String, LookUpFailure> {
        tokens.get(&IDENTITY, at(second), || Ok(()), || next).map(|token| token.to_string())
    }

    #[test]
    fn a_token_is_used_until_shortly_before_it_ends() {
        let tokens = Tokens::default();
        let fetched = |second, value| get(&tokens, second, got(value, 3_600)).unwrap();
        assert_eq!(fetched(0, "one"), "one");
        assert_eq!(fetched(3_539, "two"), "one");
        assert_eq!(fetched(3_540, "two"), "two");
        assert_eq!(fetched(10_000, "three"), "three");
        let brief = Tokens::default();
        let fetched = |second, value| get(&brief, second, got(value, 10)).unwrap();
        assert_eq!([fetched(0, "one"), fetched(7, "two"), fetched(8, "two")], ["one", "one", "two"]);
    }

    #[test]
    fn a_token_that_is_still_good_outlasts_a_failure_to_get_the_next() {
        let tokens = Tokens::default();
        get(&tokens, 0, got("one", 100)).unwrap();
        let failed = || Err(LookUpFailure::Unreachable { retry_after: None });
        assert_eq!(get(&tokens, 90, failed()).as_deref(), Ok("one"));
        assert_eq!(get(&tokens, 100, failed()), failed().map(|_: Got| String::new()));
        assert_eq!(get(&tokens, 101, got("two", 100)).as_deref(), Ok("two"));
    }

    #[test]
    fn a_token_that_was_refused_is_forgotten_unless_it_was_replaced() {
        let tokens = Tokens::default();
        get(&tokens, 0, got("one", 100)).unwrap();
        tokens.forget(&IDENTITY, "another");
        assert_eq!(get(&tokens, 1, got("two", 100)).as_deref(), Ok("one"));
        tokens.forget(&IDENTITY, "one");
        assert_eq!(get(&tokens, 1, got("two", 100)).as_deref(), Ok("two"));
    }

    /// Sixteen threads want a token at once; the one that gets it is held until the other fifteen are there.
    fn sixteen(next: impl Fn() -> Result<Got, LookUpFailure> + Sync) -> (usize, Vec<Result<String, LookUpFailure>>) {
        let (tokens, calls, waiting, begun) =
            (Tokens::default(), AtomicUsize::new(0), AtomicUsize::new(0), Barrier::new(16));
        let told = thread::scope(|scope| {
            let asking: Vec<_> = (0..16)
                .map(|_| {
                    scope.spawn(|| {
                        begun.wait();
                        let counted = Cell::new(false);
                        let go_on = || {
                            waiting.fetch_add(usize::from(!counted.replace(true)), Ordering::SeqCst);
                            Ok(())
                        };
                        let fetch = || {
                            calls.fetch_add(1, Ordering::SeqCst);
                            while waiting.load(Ordering::SeqCst) < 15 {
                                thread::yield_now();
                            }
                            next()
                        };
                        tokens.get(&IDENTITY, at(0), go_on, fetch).map(|token| token.to_string())
                    })
                })
                .collect();
            asking.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        (calls.load(Ordering::SeqCst), told)
    }

    #[test]
    fn sixteen_threads_make_one_call() {
        let (calls, told) = sixteen(|| got("one", 100));
        assert_eq!(calls, 1);
        assert!(told.iter().all(|token| token.as_deref() == Ok("one")), "{told:?}");
    }

    #[test]
    fn whoever_waited_for_a_call_that_failed_makes_none_of_its_own() {
        let (calls, told) = sixteen(|| Err(LookUpFailure::Refused));
        assert_eq!(calls, 1);
        assert!(told.iter().all(|told| *told == Err(LookUpFailure::Refused)), "{told:?}");
    }

    #[test]
    fn whoever_has_no_time_left_waits_for_nobody_and_a_panic_keeps_nobody_waiting() {
        let tokens = Tokens::default();
        let panicked = thread::scope(|scope| {
            scope.spawn(|| tokens.get(&IDENTITY, at(0), || Ok(()), || panic!("on purpose")).map(|_| ())).join()
        });
        assert!(panicked.is_err());
        assert_eq!(get(&tokens, 0, got("one", 10)).as_deref(), Ok("one"));
        let (held, let_go) = (Barrier::new(2), Barrier::new(2));
        thread::scope(|scope| {
            scope.spawn(|| {
                let fetch = || {
                    held.wait();
                    let_go.wait();
                    got("two", 10)
                };
                tokens.get(&IDENTITY, at(20), || Ok(()), fetch).map(|_| ())
            });
            held.wait();
            let over = tokens.get(&IDENTITY, at(20), || Err(LookUpFailure::Unreadable), || got("three", 10));
            assert_eq!(over.map(|_| ()), Err(LookUpFailure::Unreadable));
            let_go.wait();
        });
    }
}
