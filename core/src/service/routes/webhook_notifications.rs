//! Handlers of `/webhook_notifications`.

use super::context::RequestContext;
use super::family::{self, Family};
use super::reply::{Handlers, Reply};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::resources::{EventName, WebhookNotification, WebhookNotificationId};
use crate::service::rendering::{Related, examples as rendered, notifications};
use crate::store::{DeliveryRecord, LocationRecord, Slice, Tx};

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, |_| Ok(Notifications))),
    ("get", family::get::<Notifications>),
    ("examples", examples),
];

fn examples(context: &RequestContext<'_>) -> Result<Reply> {
    const EVENT: &str = "event";
    let refused = |detail: String| Error::refused(ErrorKind::BadRequest, EVENT, detail);
    let name = context.parameter(EVENT).map(str::trim).filter(|name| !name.is_empty());
    let name = name
        .ok_or_else(|| refused("event is required, for example event=container.transport.vessel_arrived".to_owned()))?;
    let event = EventName::parse(name);
    if !event.is_known() {
        return Err(refused(format!("{} is not an event of the interface", Quoted(name))));
    }
    let (id, now) = (LocationRecord::id_of(&format!("example/{event}")).into(), context.engine.now());
    let notification = rendered::notification(&event, context.account, id, now);
    let (data, included) = notifications::example(&notification);
    Ok(Reply::whole_list(context, vec![data], Some(included)))
}

struct Notifications;

impl Family for Notifications {
    type Record = DeliveryRecord;
    type Resource = WebhookNotification;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<DeliveryRecord>, u64)> {
        Ok((tx.deliveries(context.account, slice)?, tx.count_deliveries(context.account)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &WebhookNotificationId) -> Result<Option<DeliveryRecord>> {
        tx.delivery(context.account, id)
    }

    fn resources(tx: &Tx<'_>, _: &RequestContext<'_>, records: &[DeliveryRecord]) -> Result<Vec<WebhookNotification>> {
        records.iter().map(|record| notifications::resource(tx, record)).collect()
    }

    fn add_related(
        related: &mut Related<'_>,
        context: &RequestContext<'_>,
        records: &[DeliveryRecord],
        _: &[WebhookNotification],
        include: &[&str],
    ) -> Result<()> {
        notifications::add_related(related, records, include, context.read_only)
    }
}
