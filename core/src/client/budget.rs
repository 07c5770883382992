//! How many retries a client may spend.

use std::sync::{Mutex, PoisonError};

/// A retry costs ten tokens, and every call brings one in: when everything fails, only every tenth call is repeated,
/// and a service in trouble gets no more than a tenth of load on top.
#[derive(Debug)]
pub(super) struct RetryBudget(Mutex<u32>);

impl RetryBudget {
    /// Enough for fifty retries: a short trouble is bridged at full strength.
    const CAPACITY: u32 = 500;
    const COST: u32 = 10;

    pub fn new() -> Self {
        RetryBudget(Mutex::new(Self::CAPACITY))
    }

    /// A call begins.
    pub fn deposit(&self) {
        self.change(|tokens| Some((tokens + 1).min(Self::CAPACITY)));
    }

    /// Whether a retry may be made; if so, it is paid.
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
