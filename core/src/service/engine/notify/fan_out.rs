//! Writes the deliveries of notifications: in the transaction of the event, or, if it would become long, later in slices.
//!
//! A transaction that stores a fan-out instead of deliveries names the webhooks that were active then. Each slice writes deliveries and
//! shortens the fan-out in one transaction, so that a killed process neither loses nor repeats a delivery.

use std::sync::atomic::Ordering;

use uuid::Uuid;

use crate::error::Result;
use crate::ids::Entropy;
use crate::resources::{AccountId, DeliveryStatus, WebhookId};
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::store::{DeliveryRecord, FanOut, Tx};
use crate::threads::lock;

/// Maximum number of deliveries that the transaction of their events writes. The others are written in slices.
const MAX_IN_TRANSACTION: usize = 1_000;

/// Maximum number of deliveries of a slice.
const SLICE: usize = 250;

/// Writes the deliveries of a notification, or a fan-out if this transaction has many. The deliveries of an account are written in the
/// order of its notifications, so while it has a fan-out, others follow it.
pub(super) fn add_deliveries(cx: WriteContext<'_>, fan_out: FanOut) -> Result<()> {
    let WriteContext { engine, tx, .. } = cx;
    let is_behind = engine.may_have_fan_outs.load(Ordering::Acquire) && tx.has_fan_outs(&fan_out.account)?;
    if is_behind || tx.added_deliveries() + fan_out.webhooks.len() > MAX_IN_TRANSACTION {
        // Set before the commit: a slice that finds nothing now waits for the end of this transaction first.
        engine.may_have_fan_outs.store(true, Ordering::Release);
        return tx.put_fan_out(&fan_out);
    }
    fan_out.webhooks.iter().try_for_each(|webhook| add_delivery(cx, cx.engine.new_uuid(cx.now), &fan_out, webhook))
}

/// Returns the id of a delivery that is written later. It has the time of the event, like other deliveries, so that a replay finds it. Within a
/// millisecond, it sorts after the ids of [`IdSequence`](crate::service::engine::base::engine::IdSequence), and by notification, so that the
/// webhook receives the events in their order.
fn later_id(entropy: &dyn Entropy, fan_out: &FanOut) -> Uuid {
    const FIRST_RANDOM_BITS: u128 = 0xFFF << 64;
    const HIGHEST_RANDOM_BIT: u128 = 1 << 61;
    const SEQUENCE: u128 = 0xF_FFFF;
    let sequence = u128::from(fan_out.notification) & SEQUENCE;
    let random = entropy.uuid(fan_out.created_at).as_u128() & !(SEQUENCE << 41);
    Uuid::from_u128(random | FIRST_RANDOM_BITS | HIGHEST_RANDOM_BIT | (sequence << 41))
}

fn add_delivery(cx: WriteContext<'_>, id: Uuid, fan_out: &FanOut, webhook: &WebhookId) -> Result<()> {
    cx.tx.add_delivery(&DeliveryRecord {
        id: id.into(),
        account: fan_out.account.clone(),
        webhook: webhook.clone(),
        notification: fan_out.notification,
        event: fan_out.event.clone(),
        status: DeliveryStatus::Pending,
        attempts: 0,
        last_status: None,
        due: Some(fan_out.created_at),
        created_at: fan_out.created_at,
    })
}

impl Engine {
    /// Writes a slice of the deliveries that are still to be written. The accounts take turns. Returns whether there was one.
    pub(in crate::service::engine) fn write_slice(&self) -> Result<bool> {
        if !self.may_have_fan_outs.swap(false, Ordering::AcqRel) {
            return Ok(false);
        }
        let after = lock(&self.last_sliced).clone();
        let sliced = self.store.writing(|tx| {
            let next = tx.next_account_with_fan_outs(after.as_ref())?;
            let next = if next.is_none() && after.is_some() { tx.next_account_with_fan_outs(None)? } else { next };
            next.map(|account| self.write_slice_of(tx, &account).map(|()| account)).transpose()
        });
        if !matches!(sliced, Ok(None)) {
            self.may_have_fan_outs.store(true, Ordering::Release);
        }
        let Some(account) = sliced? else { return Ok(false) };
        *lock(&self.last_sliced) = Some(account);
        self.wake.wake();
        Ok(true)
    }

    /// Runs a transaction after all deliveries of the account were written.
    pub(in crate::service::engine) fn writing_after_fan_outs<T>(
        &self,
        account: &AccountId,
        mut work: impl FnMut(&Tx<'_>) -> Result<T>,
    ) -> Result<T> {
        loop {
            let result = self.store.writing(|tx| match tx.has_fan_outs(account)? {
                true => self.write_slice_of(tx, account).map(|()| None),
                false => work(tx).map(Some),
            })?;
            if let Some(result) = result {
                return Ok(result);
            }
        }
    }

    fn write_slice_of(&self, tx: &Tx<'_>, account: &AccountId) -> Result<()> {
        let (cx, mut left) = (self.within(tx, self.now()), SLICE);
        while left > 0
            && let Some(mut fan_out) = tx.first_fan_out(account)?
        {
            let later = fan_out.webhooks.split_off(left.min(fan_out.webhooks.len()));
            for webhook in &fan_out.webhooks {
                // The webhook may have been deleted since, with its deliveries.
                if !tx.has_webhook(account, webhook)? {
                    continue;
                }
                let mut id = later_id(self.entropy.as_ref(), &fan_out);
                while tx.delivery(account, &id.into())?.is_some() {
                    id = later_id(self.entropy.as_ref(), &fan_out);
                }
                add_delivery(cx, id, &fan_out, webhook)?;
            }
            left -= fan_out.webhooks.len();
            tx.put_fan_out(&FanOut { webhooks: later, ..fan_out })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    use super::*;
    use crate::ids::SystemEntropy;
    use crate::resources::EventName;
    use crate::service::engine::base::engine::IdSequence;

    #[test]
    fn ids_of_later_deliveries_sort_by_time_and_notification_and_after_others_of_the_millisecond() {
        let at = |milliseconds| DateTime::<Utc>::from_timestamp_millis(milliseconds).unwrap();
        let fan_out = |notification, milliseconds| FanOut {
            account: AccountId::from(""),
            notification,
            event: EventName::ContainerCreated,
            created_at: at(milliseconds),
            webhooks: Vec::new(),
        };
        let ids = IdSequence::default();
        let direct: Vec<Uuid> = (0..1_000).map(|_| ids.next(&SystemEntropy, at(7))).collect();
        let mut later: Vec<Uuid> = (1..1_000).map(|number| later_id(&SystemEntropy, &fan_out(number, 7))).collect();
        later.push(later_id(&SystemEntropy, &fan_out(1, 8)));
        let all = [direct, later].concat();
        assert!(all.is_sorted());
        assert!(all.iter().all(|id| id.get_version_num() == 7 && id.get_variant() == uuid::Variant::RFC4122));
    }
}
