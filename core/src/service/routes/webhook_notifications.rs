//! `/webhook_notifications`

use super::ask::{Ask, Includes};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::{PAGING, Paging, Reply};
use crate::error::Result;
use crate::http::Method;
use crate::resources::WebhookNotificationId;
use crate::service::rendering::{Along, notifications};
use crate::store::{DeliveryRecord, Tx};

const INCLUDES: Includes = Includes {
    served: &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"],
    unserved: &[],
};

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(ask),
        ([id], Method::Get) => get(ask, &WebhookNotificationId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn list(ask: &Ask<'_>) -> Result<Reply> {
    let (_, include, paging) = together!(
        taken = ask.takes(&[&["include"], &PAGING]),
        include = ask.include(&INCLUDES),
        paging = Paging::of(&ask.query),
    )?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let records = tx.deliveries(ask.account, &paging.slice())?;
        let total = tx.count_deliveries(ask.account)?;
        let found = records.iter().map(|record| notifications::resource(tx, record)).collect::<Result<_>>()?;
        Reply::list(ask, &paging, found, total, |shown| along(tx, ask, &records[..shown.len()], &include))
    })
}

fn get(ask: &Ask<'_>, id: &WebhookNotificationId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = ask.include(&INCLUDES))?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let record = tx.delivery(ask.account, id)?.ok_or_else(|| not_found("webhook notification", id))?;
        let along = along(tx, ask, std::slice::from_ref(&record), &include)?;
        Ok(Reply::one(ask, 200, &notifications::resource(tx, &record)?, along))
    })
}

fn along(tx: &dyn Tx, ask: &Ask<'_>, shown: &[DeliveryRecord], include: &[&str]) -> Result<Option<Along>> {
    (!include.is_empty()).then(|| notifications::along(tx, shown, include, ask.read_only)).transpose()
}
