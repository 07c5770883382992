//! What was put off because of credentials that were refused, and is asked for at once when they are taken or replaced. A lane is held
//! as a whole; what met the refusal itself, and each subscription, was put off beside it.

use chrono::{DateTime, Utc};

use crate::error::Result;
use crate::store::{Lane, SubscriptionRecord, Tx};
use crate::time::later;
use crate::tracking::lifecycle::CREDENTIALS_PROBE;

/// Has all of a lane asked for at once that was put off because of credentials.
pub(super) fn go_on(tx: &dyn Tx, lane: &Lane, now: DateTime<Utc>) -> Result<()> {
    let until = later(now, CREDENTIALS_PROBE);
    let requests = tx.requests_due_within(lane, now, until)?.readable.into_iter();
    for mut request in requests.filter(|request| request.refused_at.is_some()) {
        request.state.due = Some(now);
        tx.put_request(&request)?;
    }
    // One that failed otherwise, and those that are to be renewed, keep their time.
    let is_put_off = |record: &SubscriptionRecord| {
        record.carrier().is_some_and(|own| own.scac == lane.scac)
            && record.due.is_some_and(|due| due > now && due <= until)
            && record.problem.is_some()
            && record.failures == 0
    };
    let mut subscriptions = tx.subscriptions(&lane.account)?.into_iter().filter(is_put_off);
    let go_on = |record| tx.put_subscription(&SubscriptionRecord { due: Some(now), ..record });
    subscriptions.try_for_each(go_on)
}
