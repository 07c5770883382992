//! `/webhook_notifications`

use std::cmp::Reverse;
use std::collections::HashSet;

use super::webhooks;
use crate::error::Result;
use crate::http::Method;
use crate::jsonapi::AnyResource;
use crate::resources::WebhookNotificationId;
use crate::service::asked::Includes;
use crate::service::notices;
use crate::service::problems::together;
use crate::service::reply::{Included, PAGING, Paging, Reply};
use crate::service::router::{Ask, no_such_path, not_found, wrong_method};
use crate::store::{DeliveryRecord, Tx};

const INCLUDES: Includes = Includes {
    served: &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"],
    unserved: &[],
};

pub(in crate::service) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
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
        let found = records.iter().map(|record| notices::delivered(tx, record)).collect::<Result<_>>()?;
        Reply::list(ask, &paging, found, total, |shown| included(tx, ask, &records[..shown.len()], &include))
    })
}

fn get(ask: &Ask<'_>, id: &WebhookNotificationId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = ask.include(&INCLUDES))?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let record = tx.delivery(ask.account, id)?.ok_or_else(|| not_found("webhook notification", id))?;
        let included = included(tx, ask, std::slice::from_ref(&record), &include)?;
        Ok(Reply::one(ask, 200, &notices::delivered(tx, &record)?, included))
    })
}

fn included(tx: &dyn Tx, ask: &Ask<'_>, records: &[DeliveryRecord], include: &[&str]) -> Result<Option<Vec<Included>>> {
    if include.is_empty() {
        return Ok(None);
    }
    let mut included = Vec::new();
    if include.contains(&"webhook") {
        let mut ids: Vec<_> = records.iter().map(|record| (&record.account, &record.webhook)).collect();
        ids.sort();
        ids.dedup();
        for (account, id) in ids {
            included
                .extend(tx.webhook(account, id)?.map(|record| Included::Webhook(webhooks::shown(ask, record.webhook))));
        }
    }
    if include.iter().any(|path| *path != "webhook") {
        // A resource that several notifications tell of is there once, as it was told last. That is the place in the
        // feed: a clock may have been set back since the notification with the highest id was made.
        let mut records: Vec<&DeliveryRecord> = records.iter().collect();
        records.sort_by_key(|record| Reverse(record.notice));
        let mut seen = HashSet::new();
        for record in records {
            let told: Vec<AnyResource> = match tx.notice(record.notice)? {
                Some(notice) => serde_json::from_str(&notice.included.array()).unwrap_or_default(),
                None => Vec::new(),
            };
            let first = told.into_iter().filter(|found| seen.insert((found.kind.clone(), found.id.clone())));
            included.extend(first.map(Included::Any));
        }
    }
    Ok(Some(included))
}
