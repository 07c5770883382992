//! Limits how many test notifications are sent at once.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};
use crate::resources::AccountId;
use crate::threads::lock;

/// Limits of one account and of all accounts: each test notification occupies a server thread.
const MAX_PER_ACCOUNT: usize = 4;
const MAX_IN_TOTAL: usize = 8;
const PAUSE: Duration = Duration::from_secs(5);

#[derive(Default)]
pub(in crate::service) struct TestNotificationLimit {
    active: Mutex<HashMap<AccountId, usize>>,
}

impl TestNotificationLimit {
    /// Reserves a slot, which is released on drop.
    pub fn acquire(&self, account: &AccountId) -> Result<TestNotificationSlot<'_>> {
        let mut active = lock(&self.active);
        let of_account = active.get(account).copied().unwrap_or_default();
        if of_account >= MAX_PER_ACCOUNT || active.values().sum::<usize>() >= MAX_IN_TOTAL {
            let refusal =
                Error::new(ErrorKind::Unavailable, "too many test notifications are being sent: try again later");
            return Err(refusal.with_retry_after(Some(PAUSE)));
        }
        active.insert(account.clone(), of_account + 1);
        Ok(TestNotificationSlot { limit: self, account: account.clone() })
    }
}

pub(in crate::service) struct TestNotificationSlot<'t> {
    limit: &'t TestNotificationLimit,
    account: AccountId,
}

impl Drop for TestNotificationSlot<'_> {
    fn drop(&mut self) {
        let mut active = lock(&self.limit.active);
        match active.get_mut(&self.account) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(active.remove(&self.account)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_limited_for_each_account_and_in_total() {
        let limit = TestNotificationLimit::default();
        let acquire =
            |account: &str| limit.acquire(&account.into()).map_err(|refusal| (refusal.kind(), refusal.retry_after()));
        let mut first: Vec<_> = (0..MAX_PER_ACCOUNT).map(|_| acquire("a").unwrap()).collect();
        let refused = Some((ErrorKind::Unavailable, Some(PAUSE)));
        assert_eq!(acquire("a").err(), refused, "limit of one account");
        let others: Vec<_> = (MAX_PER_ACCOUNT..MAX_IN_TOTAL).map(|at| acquire(&at.to_string()).unwrap()).collect();
        assert_eq!(acquire("b").err(), refused, "limit of all accounts");
        first.pop();
        assert!(acquire("b").is_ok());
        drop((first, others));
        assert!(lock(&limit.active).is_empty());
    }
}
