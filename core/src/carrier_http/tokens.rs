//! Caches tokens until shortly before they expire. One thread fetches a token for all.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, TryLockError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::carriers::{CredentialId, LookUpFailure};
use crate::threads::lock;

/// Lifetime of a token if the token service does not state one.
const DEFAULT_LIFETIME: TimeDelta = TimeDelta::minutes(5);

/// Maximum time before its expiry at which a token is replaced.
const MARGIN: TimeDelta = TimeDelta::seconds(60);

/// How often a thread that waits for the token of another thread checks its deadline.
const SLICE: Duration = Duration::from_millis(20);

pub(super) struct FetchedToken {
    pub value: String,
    /// `None` if the token service did not return it.
    pub lifetime: Option<TimeDelta>,
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
    expires_at: DateTime<Utc>,
}

impl Tokens {
    /// Returns a valid token. One thread calls `fetch`; the others wait for the result until `check` fails. No thread waits while the old
    /// token is valid.
    pub fn get(
        &self,
        credential: &CredentialId,
        now: DateTime<Utc>,
        check: impl Fn() -> Result<(), LookUpFailure>,
        fetch: impl FnOnce() -> Result<FetchedToken, LookUpFailure>,
    ) -> Result<Arc<str>, LookUpFailure> {
        let slot = Arc::clone(lock(&self.0).entry(*credential).or_default());
        let begun = lock(&slot.state).round;
        let (valid, _fetching) = loop {
            let state = lock(&slot.state);
            let valid = state.token.clone().filter(|token| now < token.expires_at);
            if let Some(failure) = state.failure.as_ref().filter(|_| valid.is_none() && state.round != begun) {
                return Err(failure.clone());
            }
            match (valid, slot.fetching.try_lock()) {
                (Some(token), _) if now < token.renew_at => return Ok(token.value),
                (Some(token), Err(TryLockError::WouldBlock)) => return Ok(token.value),
                (None, Err(TryLockError::WouldBlock)) => {}
                (valid, Ok(fetching)) => break (valid, fetching),
                // The fetching thread panicked.
                (valid, Err(TryLockError::Poisoned(fetching))) => break (valid, fetching.into_inner()),
            }
            let _ = slot.changed.wait_timeout(state, SLICE);
            check()?;
        };
        let fetched = fetch();
        let mut state = lock(&slot.state);
        state.round += 1;
        state.failure = fetched.as_ref().err().cloned();
        slot.changed.notify_all();
        match fetched {
            Ok(fetched) => {
                let token = Token::new(fetched, now);
                state.token = Some(token.clone());
                Ok(token.value)
            }
            Err(failure) => valid.map(|token| token.value).ok_or(failure),
        }
    }

    /// Removes a token that the carrier rejected, unless it was replaced already.
    pub fn forget(&self, credential: &CredentialId, rejected: &str) {
        let Some(slot) = lock(&self.0).get(credential).map(Arc::clone) else { return };
        let mut state = lock(&slot.state);
        if state.token.as_ref().is_some_and(|token| &*token.value == rejected) {
            state.token = None;
        }
    }
}

impl Token {
    fn new(fetched: FetchedToken, now: DateTime<Utc>) -> Self {
        let lifetime = fetched.lifetime.unwrap_or(DEFAULT_LIFETIME).max(TimeDelta::zero());
        let after = |span| now.checked_add_signed(span).unwrap_or(DateTime::<Utc>::MAX_UTC);
        Token {
            value: fetched.value.into(),
            renew_at: after(lifetime - MARGIN.min(lifetime / 5)),
            expires_at: after(lifetime),
        }
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

    fn token(value: &str, seconds: i64) -> Result<FetchedToken, LookUpFailure> {
        Ok(FetchedToken { value: value.to_owned(), lifetime: Some(TimeDelta::seconds(seconds)) })
    }

    fn get(tokens: &Tokens, second: i64, next: Result<FetchedToken, LookUpFailure>) -> Result<String, LookUpFailure> {
        tokens.get(&IDENTITY, at(second), || Ok(()), || next).map(|token| token.to_string())
    }

    #[test]
    fn token_is_used_until_shortly_before_it_expires() {
        let tokens = Tokens::default();
        let fetched = |second, value| get(&tokens, second, token(value, 3_600)).unwrap();
        assert_eq!(fetched(0, "one"), "one");
        assert_eq!(fetched(3_539, "two"), "one");
        assert_eq!(fetched(3_540, "two"), "two");
        assert_eq!(fetched(10_000, "three"), "three");
        let brief = Tokens::default();
        let fetched = |second, value| get(&brief, second, token(value, 10)).unwrap();
        assert_eq!([fetched(0, "one"), fetched(7, "two"), fetched(8, "two")], ["one", "one", "two"]);
    }

    #[test]
    fn valid_token_is_used_when_the_next_cannot_be_fetched() {
        let tokens = Tokens::default();
        get(&tokens, 0, token("one", 100)).unwrap();
        let failed = || Err(LookUpFailure::Unreachable { retry_after: None });
        assert_eq!(get(&tokens, 90, failed()).as_deref(), Ok("one"));
        assert_eq!(get(&tokens, 100, failed()), failed().map(|_: FetchedToken| String::new()));
        assert_eq!(get(&tokens, 101, token("two", 100)).as_deref(), Ok("two"));
    }

    #[test]
    fn rejected_token_is_forgotten_unless_it_was_replaced() {
        let tokens = Tokens::default();
        get(&tokens, 0, token("one", 100)).unwrap();
        tokens.forget(&IDENTITY, "another");
        assert_eq!(get(&tokens, 1, token("two", 100)).as_deref(), Ok("one"));
        tokens.forget(&IDENTITY, "one");
        assert_eq!(get(&tokens, 1, token("two", 100)).as_deref(), Ok("two"));
    }

    /// Sixteen threads request a token at once. The fetching thread is held until the other fifteen wait.
    fn sixteen(
        next: impl Fn() -> Result<FetchedToken, LookUpFailure> + Sync,
    ) -> (usize, Vec<Result<String, LookUpFailure>>) {
        let (tokens, calls, waiting, begun) =
            (Tokens::default(), AtomicUsize::new(0), AtomicUsize::new(0), Barrier::new(16));
        let results = thread::scope(|scope| {
            let asking: Vec<_> = (0..16)
                .map(|_| {
                    scope.spawn(|| {
                        begun.wait();
                        let counted = Cell::new(false);
                        let check = || {
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
                        tokens.get(&IDENTITY, at(0), check, fetch).map(|token| token.to_string())
                    })
                })
                .collect();
            asking.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        (calls.load(Ordering::SeqCst), results)
    }

    #[test]
    fn sixteen_threads_make_one_call() {
        let (calls, results) = sixteen(|| token("one", 100));
        assert_eq!(calls, 1);
        assert!(results.iter().all(|token| token.as_deref() == Ok("one")), "{results:?}");
    }

    #[test]
    fn waiting_threads_share_a_failure() {
        let (calls, results) = sixteen(|| Err(LookUpFailure::Refused));
        assert_eq!(calls, 1);
        assert!(results.iter().all(|result| *result == Err(LookUpFailure::Refused)), "{results:?}");
    }

    #[test]
    fn waiting_ends_with_the_deadline_and_after_a_panic() {
        let tokens = Tokens::default();
        let panicked = thread::scope(|scope| {
            scope.spawn(|| tokens.get(&IDENTITY, at(0), || Ok(()), || panic!("on purpose")).map(|_| ())).join()
        });
        assert!(panicked.is_err());
        assert_eq!(get(&tokens, 0, token("one", 10)).as_deref(), Ok("one"));
        let (held, let_go) = (Barrier::new(2), Barrier::new(2));
        thread::scope(|scope| {
            scope.spawn(|| {
                let fetch = || {
                    held.wait();
                    let_go.wait();
                    token("two", 10)
                };
                tokens.get(&IDENTITY, at(20), || Ok(()), fetch).map(|_| ())
            });
            held.wait();
            let over = tokens.get(&IDENTITY, at(20), || Err(LookUpFailure::Unreadable), || token("three", 10));
            assert_eq!(over.map(|_| ()), Err(LookUpFailure::Unreadable));
            let_go.wait();
        });
    }
}
