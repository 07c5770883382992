//! Decides whether a request is retried. The functions are pure.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::http::{Failure, SendStatus, TransportError};
use crate::resources::Idempotency;

/// How often and after which pauses a failed request is retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// Maximum number of attempts, including the first. A 429 response does not count.
    pub attempts: u32,
    /// The first pause is a random fraction of this. It doubles with every further pause.
    pub base: Duration,
    /// The longest pause.
    pub cap: Duration,
}

impl RetryPolicy {
    /// A policy with at most `attempts` attempts (a 429 response does not count). The first pause is a random fraction of `base`, which
    /// doubles with every further pause up to `cap`.
    pub const fn new(attempts: u32, base: Duration, cap: Duration) -> Self {
        RetryPolicy { attempts, base, cap }
    }

    /// A policy without retries.
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
pub(super) enum FailureClass {
    /// Nothing was sent: no address, no connection or no TLS.
    NotSent,
    /// The connection broke or timed out after sending had begun.
    Lost,
    /// The response is broken.
    Unreadable,
    /// 429.
    RateLimited,
    /// 408, 502, 503, 504, 507.
    Unavailable {
        /// Nothing was done: a 503 with `Retry-After`, or 507.
        without_effect: bool,
    },
    /// 500, and similar statuses of other servers (520, 524 …).
    ServerError,
    /// Another status.
    Refused,
    /// Ended by the client: cancelled, or the response was too large.
    Aborted(SendStatus),
}

impl FailureClass {
    pub fn of_failure(failed: &TransportError) -> Self {
        match (failed.failure, failed.send_status()) {
            (Failure::Cancelled | Failure::TooLarge | Failure::Refused | Failure::Malformed, left) => {
                FailureClass::Aborted(left)
            }
            (_, SendStatus::NotSent) => FailureClass::NotSent,
            (Failure::Protocol, SendStatus::MaybeSent) => FailureClass::Unreadable,
            _ if failed.phase == crate::http::ExchangePhase::Body => FailureClass::Unreadable,
            (Failure::Timeout | Failure::Io | Failure::Local | Failure::Busy, SendStatus::MaybeSent) => {
                FailureClass::Lost
            }
        }
    }

    pub fn of_status(status: u16, has_retry_after: bool) -> Self {
        match status {
            429 => FailureClass::RateLimited,
            503 => FailureClass::Unavailable { without_effect: has_retry_after },
            // The disk was full, so nothing was done.
            507 => FailureClass::Unavailable { without_effect: true },
            408 | 502 | 504 => FailureClass::Unavailable { without_effect: false },
            // 501 and 505 are refusals: nothing was done.
            500 | 506 | 508..=599 => FailureClass::ServerError,
            _ => FailureClass::Refused,
        }
    }

    /// Whether a write may have had an effect, unless the response says otherwise.
    pub fn is_ambiguous(self) -> bool {
        match self {
            FailureClass::Lost | FailureClass::Unreadable | FailureClass::ServerError => true,
            FailureClass::Unavailable { without_effect } => !without_effect,
            FailureClass::Aborted(status) => status == SendStatus::MaybeSent,
            FailureClass::NotSent | FailureClass::RateLimited | FailureClass::Refused => false,
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

pub(super) fn decide(class: FailureClass, idempotency: Idempotency) -> Verdict {
    match (class, idempotency) {
        (FailureClass::NotSent, _) => Verdict::Retry,
        (FailureClass::Lost, Idempotency::Safe | Idempotency::Idempotent) => Verdict::Retry,
        (FailureClass::Unreadable, Idempotency::Safe) => Verdict::RetryOnce,
        (FailureClass::RateLimited, _) => Verdict::Wait,
        (FailureClass::Unavailable { .. }, Idempotency::Safe | Idempotency::Idempotent) => Verdict::Retry,
        (FailureClass::Unavailable { without_effect: true }, Idempotency::NotIdempotent) => Verdict::Retry,
        (FailureClass::ServerError, Idempotency::Safe) => Verdict::Retry,
        (FailureClass::Lost | FailureClass::Unavailable { without_effect: false }, Idempotency::NotIdempotent)
        | (FailureClass::Unreadable, Idempotency::Idempotent | Idempotency::NotIdempotent)
        | (FailureClass::ServerError, Idempotency::Idempotent | Idempotency::NotIdempotent)
        | (FailureClass::Refused | FailureClass::Aborted(_), _) => Verdict::GiveUp,
    }
}

/// Limits the retries. A retry costs ten tokens and a call earns one, so that a failing service gets at most 10 % more load.
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

    /// The columns of the matrix: reads (also the inference, which is a POST), idempotent writes, other writes.
    const READS: [(Method, &str); 3] = [
        (Method::Get, "/v2/ports/x"),
        (Method::Head, "/v2/ports"),
        (Method::Post, "/v2/tracking_requests/infer_number"),
    ];
    const IDEMPOTENT: [(Method, &str); 4] = [
        (Method::Patch, "/v2/shipments/x/stop_tracking"),
        (Method::Patch, "/v2/shipments/x/resume_tracking"),
        (Method::Delete, "/v2/webhooks/x"),
        (Method::Put, "/v2/anything"),
    ];
    const NOT_IDEMPOTENT: [(Method, &str); 3] = [
        (Method::Post, "/v2/tracking_requests"),
        (Method::Patch, "/v2/tracking_requests/x"),
        (Method::Post, "/v2/webhooks"),
    ];

    fn without_answer(failure: Failure, phase: ExchangePhase) -> FailureClass {
        FailureClass::of_failure(&TransportError::new(failure, phase, ""))
    }

    fn check(class: FailureClass, expected: [(Verdict, bool); 3]) {
        let columns: [&[(Method, &str)]; 3] = [&READS, &IDEMPOTENT, &NOT_IDEMPOTENT];
        for (column, (verdict, in_doubt)) in columns.into_iter().zip(expected) {
            for (method, path) in column {
                let idempotency = Idempotency::of(method.as_str(), path);
                assert_eq!(decide(class, idempotency), verdict, "{class:?} {method} {path}");
                let doubted = idempotency != Idempotency::Safe && class.is_ambiguous();
                assert_eq!(doubted, in_doubt, "{class:?} {method} {path}");
            }
        }
    }

    #[test]
    fn retry_matrix_is_as_specified() {
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
            FailureClass::Unreadable,
        ];
        for class in broken {
            check(class, [(RetryOnce, false), (GiveUp, true), (GiveUp, true)]);
        }
        for has_retry_after in [true, false] {
            check(FailureClass::of_status(429, has_retry_after), [(Wait, false), (Wait, false), (Wait, false)]);
            for status in [500, 520, 524, 599] {
                check(
                    FailureClass::of_status(status, has_retry_after),
                    [(Retry, false), (GiveUp, true), (GiveUp, true)],
                );
            }
            for status in [408, 502, 504] {
                check(
                    FailureClass::of_status(status, has_retry_after),
                    [(Retry, false), (Retry, true), (GiveUp, true)],
                );
            }
            for status in [301, 302, 307, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 451, 501, 505] {
                check(
                    FailureClass::of_status(status, has_retry_after),
                    [(GiveUp, false), (GiveUp, false), (GiveUp, false)],
                );
            }
        }
        check(FailureClass::of_status(503, false), [(Retry, false), (Retry, true), (GiveUp, true)]);
        for (status, has_retry_after) in [(503, true), (507, true), (507, false)] {
            check(FailureClass::of_status(status, has_retry_after), [(Retry, false), (Retry, false), (Retry, false)]);
        }
        for failure in [Failure::Cancelled, Failure::TooLarge, Failure::Refused, Failure::Malformed] {
            check(without_answer(failure, ExchangePhase::Connect), [(GiveUp, false), (GiveUp, false), (GiveUp, false)]);
            check(without_answer(failure, ExchangePhase::Receive), [(GiveUp, false), (GiveUp, true), (GiveUp, true)]);
        }
    }

    #[test]
    fn pauses_are_random_fractions_that_double_up_to_the_cap() {
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
    fn exhausted_budget_allows_one_retry_in_ten_calls() {
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
    fn budget_has_a_maximum() {
        let budget = RetryBudget::new();
        (0..10_000).for_each(|_| budget.deposit());
        assert_eq!((0..).take_while(|_| budget.withdraw()).count(), 50);
    }
}
