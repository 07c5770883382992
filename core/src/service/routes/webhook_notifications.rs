//! `/webhook_notifications`

use super::context::{Includes, RequestContext};
use super::family::{self, Family};
use super::refusals::{no_such_path, wrong_method};
use super::reply::Reply;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::Method;
use crate::resources::{EventName, WebhookNotification, WebhookNotificationId};
use crate::service::rendering::{Along, examples as rendered, notifications};
use crate::store::{DeliveryRecord, Slice, Tx, Whereabouts};

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(context, |_| Ok(Notifications)),
        (["examples"], Method::Get) => examples(context),
        ([id], Method::Get) => get(context, &WebhookNotificationId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn get(context: &RequestContext<'_>, id: &WebhookNotificationId) -> Result<Reply> {
    family::get::<Notifications>(context, id, |tx| tx.delivery(context.account, id))
}

/// What webhooks are told of one event, had it happened to a made-up shipment just now.
fn examples(context: &RequestContext<'_>) -> Result<Reply> {
    const EVENT: &str = "event";
    let refused = |detail: String| Error::refused(ErrorKind::BadRequest, EVENT, detail);
    context.takes(&[&[EVENT]])?;
    let name = context.query.get(EVENT).map(str::trim).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| refused("say which event: event=container.transport.vessel_arrived".to_owned()))?;
    let event = EventName::parse(name);
    if !event.is_known() {
        return Err(refused(format!("{} is not an event of the interface", Quoted(name))));
    }
    let (id, now) = (Whereabouts::id_of(&format!("example/{event}")).into(), context.engine.now());
    let notification = rendered::notification(&event, context.account, id, now);
    let (data, along) = notifications::example(&notification);
    Ok(Reply::whole_list(context, vec![data], Some(along)))
}

struct Notifications;

impl Family for Notifications {
    const NAME: &'static str = "webhook notification";
    const INCLUDES: Includes = Includes {
        served: &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"],
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
