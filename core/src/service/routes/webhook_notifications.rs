//! `/webhook_notifications`

use super::context::{Includes, RequestContext};
use super::family::{self, Family};
use super::refusals::{no_such_path, wrong_method};
use super::reply::Reply;
use crate::error::Result;
use crate::http::Method;
use crate::resources::{WebhookNotification, WebhookNotificationId};
use crate::service::rendering::{Along, notifications};
use crate::store::{DeliveryRecord, Slice, Tx};

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(context, |_| Ok(Notifications)),
        ([id], Method::Get) => get(context, &WebhookNotificationId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn get(context: &RequestContext<'_>, id: &WebhookNotificationId) -> Result<Reply> {
    family::get::<Notifications>(context, id, |tx| tx.delivery(context.account, id))
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

    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<DeliveryRecord>, u64)> {
        Ok((tx.deliveries(context.account, slice)?, tx.count_deliveries(context.account)?))
    }

    fn resources(tx: &dyn Tx, _: &RequestContext<'_>, records: &[DeliveryRecord]) -> Result<Vec<WebhookNotification>> {
        records.iter().map(|record| notifications::resource(tx, record)).collect()
    }

    fn along(
        tx: &dyn Tx,
        context: &RequestContext<'_>,
        records: &[DeliveryRecord],
        _: &[WebhookNotification],
        include: &[&str],
    ) -> Result<Along> {
        notifications::along(tx, records, include, context.read_only)
    }
}
