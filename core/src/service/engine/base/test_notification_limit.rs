//! Limits how many notifications are tried at once.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::error::{Error, ErrorKind, Result};
use crate::resources::AccountId;
use crate::threads::locked;

/// At once, of one account and of all: each occupies a server thread.
const MOST_OF_ONE: usize = 4;
const MOST: usize = 8;
const PAUSE: Duration = Duration::from_secs(5);

#[derive(Default)]
pub(in crate::service) struct TestNotificationLimit {
    under_way: Mutex<HashMap<AccountId, usize>>,
}

impl TestNotificationLimit {
    pub fn acquire(&self, account: &AccountId) -> Result<UnderWay<'_>> {
        let mut under_way = locked(&self.under_way);
        let own = under_way.get(account).copied().unwrap_or_default();
        if own >= MOST_OF_ONE || under_way.values().sum::<usize>() >= MOST {
            let refusal = Error::new(ErrorKind::Unavailable, "too many notifications are being tried just now");
            return Err(refusal.with_retry_after(Some(PAUSE)));
        }
        under_way.insert(account.clone(), own + 1);
        Ok(UnderWay { trials: self, account: account.clone() })
    }
}

pub(in crate::service) struct UnderWay<'t> {
    trials: &'t TestNotificationLimit,
    account: AccountId,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut under_way = locked(&self.trials.under_way);
        match under_way.get_mut(&self.account) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(under_way.remove(&self.account)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_trials_are_under_way_at_once_and_no_more() {
        let trials = TestNotificationLimit::default();
        let begun =
            |account: &str| trials.acquire(&account.into()).map_err(|refusal| (refusal.kind(), refusal.retry_after()));
        let mut first: Vec<_> = (0..MOST_OF_ONE).map(|_| begun("a").unwrap()).collect();
        let refused = Some((ErrorKind::Unavailable, Some(PAUSE)));
        assert_eq!(begun("a").err(), refused, "so many of one account");
        let others: Vec<_> = (MOST_OF_ONE..MOST).map(|at| begun(&at.to_string()).unwrap()).collect();
        assert_eq!(begun("b").err(), refused, "so many of all");
        first.pop();
        assert!(begun("b").is_ok());
        drop((first, others));
        assert!(locked(&trials.under_way).is_empty());
    }
}
