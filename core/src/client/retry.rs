//! Decides whether a request is sent again: the retry matrix, as pure functions.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::http::{Failure, SendStatus, TransportError};
use crate::resources::Idempotency;

/// How often, and at what distance, a failed request is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// How often a request is sent at most, the first time included. An answer 429 does not count.
    pub attempts: u32,
    /// The first pause is a random share of this; every further one of twice as much.
    pub base: Duration,
    /// The longest pause.
    pub cap: Duration,
}

impl RetryPolicy {
    /// Requests are sent `attempts` times at most (an answer 429 does not count). The first pause is a random share of `base`,
    /// every further one of twice as much, none longer than `cap`.
    pub const fn new(attempts: u32, base: Duration, cap: Duration) -> Self {
        RetryPolicy { attempts, base, cap }
    }

    /// Requests are sent once.
    pub const fn never() -> Self {
        RetryPolicy { attempts: 1, base: Duration::ZERO, cap: Duration::ZERO }
    }

    /// `retry` counts from 1; `fraction` is random, from 0 to 1.
    pub(super) fn pause(&self, retry: u32, fraction: f64) -> Duration {
        let doubled = self.base.saturating_mul(2_u32.saturating_pow(retry.saturating_sub(1)));
        doubled.min(self.cap).mul_f64(fraction.clamp(0.0, 1.0))
    }
}

impl Default for RetryPolicy {
    fn default() -> Self {
        RetryPolicy { attempts: 3, base: Duration::from_millis(500), cap: Duration::from_secs(20) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Nothing was sent: no address, no connection, no TLS.
    NeverLeft,
    /// The connection broke or fell silent after sending had begun.
    Lost,
    Unreadable,
    TooMany,
    /// 408, 502, 503, 504, 507. `told` if nothing was done: a 503 with `Retry-After`, or 507.
    Away {
        told: bool,
    },
    /// 500, and what other servers send in its place (520, 524 …).
    Failed,
    Refused,
    /// Ended by this side: cancelled, or the answer was too large.
    Stopped(SendStatus),
}

impl Trouble {
    pub fn of_failure(failed: &TransportError) -> Self {
        match (failed.failure, failed.send_status()) {
            (Failure::Cancelled | Failure::TooLarge | Failure::Refused | Failure::Malformed, left) => {
                Trouble::Stopped(left)
            }
            (_, SendStatus::NotSent) => Trouble::NeverLeft,
            (Failure::Protocol, SendStatus::MaybeSent) => Trouble::Unreadable,
            _ if failed.phase == crate::http::ExchangePhase::Body => Trouble::Unreadable,
            (Failure::Timeout | Failure::Io | Failure::Busy, SendStatus::MaybeSent) => Trouble::Lost,
        }
    }

    pub fn of_status(status: u16, told: bool) -> Self {
        match status {
            429 => Trouble::TooMany,
            503 => Trouble::Away { told },
            // The disk was full, so nothing was done.
            507 => Trouble::Away { told: true },
            408 | 502 | 504 => Trouble::Away { told: false },
            // 501 and 505: nothing was done.
            500 | 506 | 508..=599 => Trouble::Failed,
            _ => Trouble::Refused,
        }
    }

    /// A write may have taken effect. A service that knows better says so in its answer.
    pub fn is_ambiguous(self) -> bool {
        match self {
            Trouble::Lost | Trouble::Unreadable | Trouble::Failed => true,
            Trouble::Away { told } => !told,
            Trouble::Stopped(left) => left == SendStatus::MaybeSent,
            Trouble::NeverLeft | Trouble::TooMany | Trouble::Refused => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Retry,
    RetryOnce,
    Wait,
    GiveUp,
}

pub(super) fn judge(trouble: Trouble, idempotency: Idempotency) -> Verdict {
    match (trouble, idempotency) {
        (Trouble::NeverLeft, _) => Verdict::Retry,
        (Trouble::Lost, Idempotency::Safe | Idempotency::Idempotent) => Verdict::Retry,
        (Trouble::Unreadable, Idempotency::Safe) => Verdict::RetryOnce,
        (Trouble::TooMany, _) => Verdict::Wait,
        (Trouble::Away { .. }, Idempotency::Safe | Idempotency::Idempotent) => Verdict::Retry,
        (Trouble::Away { told: true }, Idempotency::NotIdempotent) => Verdict::Retry,
        (Trouble::Failed, Idempotency::Safe) => Verdict::Retry,
        (Trouble::Lost | Trouble::Away { told: false }, Idempotency::NotIdempotent)
        | (Trouble::Unreadable, Idempotency::Idempotent | Idempotency::NotIdempotent)
        | (Trouble::Failed, Idempotency::Idempotent | Idempotency::NotIdempotent)
        | (Trouble::Refused | Trouble::Stopped(_), _) => Verdict::GiveUp,
    }
}

/// A retry costs ten tokens and a call earns one, so that a failing service gets at most a tenth of load on top.
#[derive(Debug)]
pub(super) struct RetryBudget(Mutex<u32>);

impl RetryBudget {
    const CAPACITY: u32 = 500;
    const COST: u32 = 10;

    pub fn new() -> Self {
        RetryBudget(Mutex::new(Self::CAPACITY))
    }

    pub fn deposit(&self) {
        self.change(|tokens| Some((tokens + 1).min(Self::CAPACITY)));
    }

    pub fn withdraw(&self) -> bool {
        self.change(|tokens| tokens.checked_sub(Self::COST))
    }

    fn change(&self, change: impl FnOnce(u32) -> Option<u32>) -> bool {
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = change(*tokens);
        *tokens = changed.unwrap_or(*tokens);
        changed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::ExchangePhase;
    use crate::http::Method;

    /// The columns of the matrix: a read, the inference that reads by POST, writes with one end state, other writes.
    const READS: [(Method, &str); 3] = [
        (Method::Get, "/v2/ports/x"),
        (Method::Head, "/v2/ports"),
        (Method::Post, "/v2/tracking_requests/infer_number"),
    ];
    const CONVERGING: [(Method, &str); 4] = [
        (Method::Patch, "/v2/shipments/x/stop_tracking"),
        (Method::Patch, "/v2/shipments/x/resume_tracking"),
        (Method::Delete, "/v2/webhooks/x"),
        (Method::Put, "/v2/anything"),
    ];
    const ONCE: [(Method, &str); 3] = [
        (Method::Post, "/v2/tracking_requests"),
        (Method::Patch, "/v2/tracking_requests/x"),
        (Method::Post, "/v2/webhooks"),
    ];

    fn without_answer(failure: Failure, phase: ExchangePhase) -> Trouble {
        Trouble::of_failure(&TransportError::new(failure, phase, ""))
    }

    fn check(trouble: Trouble, expected: [(Verdict, bool); 3]) {
        let columns: [&[(Method, &str)]; 3] = [&READS, &CONVERGING, &ONCE];
        for (column, (verdict, in_doubt)) in columns.into_iter().zip(expected) {
            for (method, path) in column {
                let repeat = Idempotency::of(method.as_str(), path);
                assert_eq!(judge(trouble, repeat), verdict, "{trouble:?} {method} {path}");
                let doubted = repeat != Idempotency::Safe && trouble.is_ambiguous();
                assert_eq!(doubted, in_doubt, "{trouble:?} {method} {path}");
            }
        }
    }

    #[test]
    fn every_row_and_column_of_the_retry_matrix_is_as_specified() {
        use Verdict::*;
        for phase in [ExchangePhase::Prepare, ExchangePhase::Resolve, ExchangePhase::Connect, ExchangePhase::Handshake]
        {
            for failure in [Failure::Io, Failure::Timeout, Failure::Protocol] {
                check(without_answer(failure, phase), [(Retry, false), (Retry, false), (Retry, false)]);
            }
        }
        for phase in [ExchangePhase::Send, ExchangePhase::Receive] {
            for failure in [Failure::Io, Failure::Timeout] {
                check(without_answer(failure, phase), [(Retry, false), (Retry, true), (GiveUp, true)]);
            }
        }
        let broken = [
            without_answer(Failure::Io, ExchangePhase::Body),
            without_answer(Failure::Timeout, ExchangePhase::Body),
            without_answer(Failure::Protocol, ExchangePhase::Body),
            without_answer(Failure::Protocol, ExchangePhase::Receive),
            Trouble::Unreadable,
        ];
        for trouble in broken {
            check(trouble, [(RetryOnce, false), (GiveUp, true), (GiveUp, true)]);
        }
        for told in [true, false] {
            check(Trouble::of_status(429, told), [(Wait, false), (Wait, false), (Wait, false)]);
            for status in [500, 520, 524, 599] {
                check(Trouble::of_status(status, told), [(Retry, false), (GiveUp, true), (GiveUp, true)]);
            }
            for status in [408, 502, 504] {
                check(Trouble::of_status(status, told), [(Retry, false), (Retry, true), (GiveUp, true)]);
            }
            for status in [301, 302, 307, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 451, 501, 505] {
                check(Trouble::of_status(status, told), [(GiveUp, false), (GiveUp, false), (GiveUp, false)]);
            }
        }
        check(Trouble::of_status(503, false), [(Retry, false), (Retry, true), (GiveUp, true)]);
        for (status, told) in [(503, true), (507, true), (507, false)] {
            check(Trouble::of_status(status, told), [(Retry, false), (Retry, false), (Retry, false)]);
        }
        for failure in [Failure::Cancelled, Failure::TooLarge, Failure::Refused, Failure::Malformed] {
            check(without_answer(failure, ExchangePhase::Connect), [(GiveUp, false), (GiveUp, false), (GiveUp, false)]);
            check(without_answer(failure, ExchangePhase::Receive), [(GiveUp, false), (GiveUp, true), (GiveUp, true)]);
        }
    }

    #[test]
    fn pauses_double_up_to_the_cap_and_are_a_random_share_of_that() {
        let policy = RetryPolicy::default();
        let longest: Vec<u64> = (1..=8).map(|retry| policy.pause(retry, 1.0).as_millis() as u64).collect();
        assert_eq!(longest, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
        assert_eq!(policy.pause(3, 0.25), Duration::from_millis(500));
        assert_eq!(policy.pause(u32::MAX, 0.0), Duration::ZERO);
        assert_eq!(policy.pause(1, f64::NAN.max(2.0)), Duration::from_millis(500));
    }
}

#[cfg(test)]
mod budget_tests {
    use super::*;

    #[test]
    fn once_it_is_drained_one_call_in_ten_may_retry() {
        let budget = RetryBudget::new();
        let drained = (0..).take_while(|_| budget.withdraw()).count();
        assert_eq!(drained, 50);
        let retries = (0..1_000).filter(|_| {
            budget.deposit();
            budget.withdraw()
        });
        assert_eq!(retries.count(), 100);
    }

    #[test]
    fn it_never_holds_more_than_at_the_start() {
        let budget = RetryBudget::new();
        (0..10_000).for_each(|_| budget.deposit());
        assert_eq!((0..).take_while(|_| budget.withdraw()).count(), 50);
    }
}
