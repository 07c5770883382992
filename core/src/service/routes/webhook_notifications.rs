//! `/webhook_notifications`

use super::ask::{Ask, Includes};
use super::family::{self, Family};
use super::refusals::{no_such_path, wrong_method};
use super::reply::Reply;
use crate::error::Result;
use crate::http::Method;
use crate::resources::{WebhookNotification, WebhookNotificationId};
use crate::service::rendering::{Along, notifications};
use crate::store::{DeliveryRecord, Slice, Tx};

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(ask, |_| Ok(Notifications)),
        ([id], Method::Get) => get(ask, &WebhookNotificationId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn get(ask: &Ask<'_>, id: &WebhookNotificationId) -> Result<Reply> {
    family::get::<Notifications>(ask, id, |tx| tx.delivery(ask.account, id))
}

struct Notifications;

impl Family for Notifications {
    const NAME: &'static str = "webhook notification";
    const INCLUDES: Includes = Includes {
        served: &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"],
        unserved: &[],
        by_default: &[],
    };

    type Record = DeliveryRecord;
    type Resource = WebhookNotification;

    fn page(&self, tx: &dyn Tx, ask: &Ask<'_>, slice: &Slice) -> Result<(Vec<DeliveryRecord>, u64)> {
        Ok((tx.deliveries(ask.account, slice)?, tx.count_deliveries(ask.account)?))
    }

    fn resources(tx: &dyn Tx, _: &Ask<'_>, records: &[DeliveryRecord]) -> Result<Vec<WebhookNotification>> {
        records.iter().map(|record| notifications::resource(tx, record)).collect()
    }

    fn along(
        tx: &dyn Tx,
        ask: &Ask<'_>,
        records: &[DeliveryRecord],
        _: &[WebhookNotification],
        include: &[&str],
    ) -> Result<Along> {
        notifications::along(tx, records, include, ask.read_only)
    }
}
