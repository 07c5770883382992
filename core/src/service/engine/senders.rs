//! Who may have sent something: the subscriptions that its head names, or that it may be of while nobody knows what their carrier calls
//! them.

use uuid::Uuid;

use super::parts::Engine;
use crate::carriers::push::{PushRefusal, SUBSCRIPTION_ID};
use crate::error::Result;
use crate::http::Headers;
use crate::store::{SubscriptionRecord, SubscriptionState};

/// Subscriptions that are read at once.
const AT_ONCE: usize = 128;

/// Subscriptions that are tried for one callback, at most.
const MOST_TRIED: usize = 10_000;

/// Bytes whose signatures are worked out for one callback: whoever has no secret must not keep the service busy.
const MOST_SIGNED: usize = 64 * 1024 * 1024;

/// How many subscriptions are tried for a callback of so many bytes.
pub(super) fn most_tried(bytes: usize) -> usize {
    (MOST_SIGNED / bytes.max(1)).min(MOST_TRIED)
}

impl Engine {
    /// Refuses something with this head that is of no subscription.
    pub fn check_sender(&self, headers: &Headers) -> Result<()> {
        self.sender(headers, MOST_TRIED, |_| Ok(Some(()))).map(drop)
    }

    /// What `pick` makes of the first subscription that is the one: of those that something with this head can be of, the likeliest first,
    /// at most so many. `None` where it is none of them; refused where there is not one to pick from.
    pub(super) fn sender<T>(
        &self,
        headers: &Headers,
        most: usize,
        pick: impl Fn(SubscriptionRecord) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let id = headers.get(SUBSCRIPTION_ID).map(str::trim).filter(|id| !id.is_empty());
        let id = id.ok_or(PushRefusal::NoSubscription)?;
        let is_open = |found: &SubscriptionRecord| found.state != SubscriptionState::Ending;
        let own = Uuid::try_parse(id).map_or(Ok(None), |id| self.store.reading(|tx| tx.subscription(id)))?;
        if let Some(own) = own {
            return if is_open(&own) { pick(own) } else { Err(PushRefusal::UnknownSubscription.into()) };
        }
        let mut any = false;
        for skip in (0..most).step_by(AT_ONCE) {
            let rows = self.store.reading(|tx| tx.subscriptions_called(id, skip, AT_ONCE.min(most - skip)))?;
            let is_last = rows.len() < AT_ONCE;
            for found in rows.readable.into_iter().filter(is_open) {
                any = true;
                if let Some(picked) = pick(found)? {
                    return Ok(Some(picked));
                }
            }
            if is_last {
                break;
            }
        }
        if any { Ok(None) } else { Err(PushRefusal::UnknownSubscription.into()) }
    }
}
