//! Handlers of `/webhooks`.

use std::time::Duration;

use chrono::SubsecRound;
use serde_json::{Value, json};

use super::common_filters::period_start;
use super::context::RequestContext;
use super::family::{self, Family};
use super::payload::{Payload, pointer, wrong_type};
use super::problems::{Problems, combine};
use super::refusals::not_found;
use super::reply::{Handlers, Reply};
use super::{webhook_trigger, webhook_urls};
use crate::breaker::Breaker;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::jsonapi::Resource;
use crate::resources::{
    DeliveryHeader, EventName, LONGEST_SECRET_OVERLAP, Timestamp, Webhook, WebhookId, WebhookSecret,
};
use crate::service::engine::notify::secrets;
use crate::service::rendering::webhooks;
use crate::store::{Counterparty, Slice, Tx, WebhookRecord};
use crate::webhooks::{SigningSecret, validate_headers};

const OVERLAP: &str = "overlap_seconds";
const SINCE: &str = "since";
/// Deliveries that are deleted in one transaction.
const DELETED_AT_ONCE: usize = 1_000;

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, |_| Ok(Webhooks))),
    ("create", create),
    ("get", family::get::<Webhooks>),
    ("update", update),
    ("delete", delete),
    ("events", events),
    ("ips", ips),
    ("trigger", webhook_trigger::trigger),
    ("rotate_secret", rotate_secret),
    ("replay", replay),
];

fn events(context: &RequestContext<'_>) -> Result<Reply> {
    Ok(Reply::whole_list(context, webhooks::event_categories(), None))
}

fn ips(context: &RequestContext<'_>) -> Result<Reply> {
    let engine = context.engine;
    let updated = Timestamp::from(engine.opened_at.trunc_subsecs(0));
    let body = json!({ "webhook_notification_ips": engine.webhook_ips, "last_updated": updated });
    Ok(Reply::plain(context, 200, body))
}

struct Webhooks;

impl Family for Webhooks {
    type Record = WebhookRecord;
    type Resource = Webhook;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<WebhookRecord>, u64)> {
        Ok((tx.webhooks(context.account, slice)?, tx.count_webhooks(context.account)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &WebhookId) -> Result<Option<WebhookRecord>> {
        tx.webhook(context.account, id)
    }

    fn resources(_: &Tx<'_>, context: &RequestContext<'_>, records: &[WebhookRecord]) -> Result<Vec<Webhook>> {
        Ok(records.iter().map(|record| webhooks::resource(record, context.read_only)).collect())
    }
}

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    let payload = Payload::of_new::<Webhook>(context)?;
    let url = payload.required("url").map(|url| Some(url.to_owned()));
    let changes = Changes::of(context, &payload, url)?;
    changes.look_up(context)?;
    let webhook = Webhook {
        active: Some(true),
        events: EventName::ALL.iter().filter(|event| !event.is_extension()).cloned().collect(),
        secret: Some(new_secret(context)),
        headers: Some(Vec::new()),
        ..Default::default()
    };
    let mut record = WebhookRecord { account: context.account.clone(), webhook, ..WebhookRecord::default() };
    changes.apply(&mut record);
    context.engine.store.writing(|tx| {
        check_count(context, tx)?;
        // Set in the transaction, so that the order of creation is the order of commits: clients that register a URL
        // twice keep the oldest.
        let now = context.engine.now();
        record.webhook.id = context.engine.new_id(now);
        record.webhook.created_at = Some(now.into());
        tx.put_webhook(&record)
    })?;
    Ok(Reply::one(context, 201, webhooks::resource(&record, false)))
}

/// Fails if the account has as many webhooks as it may have: each of them receives a delivery of each event.
fn check_count(context: &RequestContext<'_>, tx: &Tx<'_>) -> Result<()> {
    let most = context.engine.policies.delivery.most_webhooks;
    if tx.count_webhooks(context.account)? < most as u64 {
        return Ok(());
    }
    let detail = format!(
        "the account has {most} webhooks or more, and `delivery.most_webhooks` allows no other one: delete one, or raise this setting"
    );
    Err(Error::new(ErrorKind::Invalid, detail))
}

fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let payload = family::change::<Webhooks>(context, &id)?;
    let url = payload.text("url").map(|url| url.map(|url| url.trim().to_owned()));
    let changes = Changes::of(context, &payload, url)?;
    context.engine.store.reading(|tx| family::existing::<Webhooks>(tx, context, &id))?;
    changes.look_up(context)?;
    // Read again, because the webhook may have changed while the host was looked up.
    let record = context.engine.store.writing(|tx| {
        let mut record = family::existing::<Webhooks>(tx, context, &id)?;
        changes.apply(&mut record);
        tx.put_webhook(&record)?;
        // The webhook was changed to fix it, so waiting deliveries need not wait for the end of a rest.
        tx.put_breaker(&Counterparty::Webhook(id.clone()), Breaker::default())?;
        Ok(record)
    })?;
    context.engine.wake.wake();
    Ok(Reply::one(context, 200, webhooks::resource(&record, false)))
}

/// Replaces the secret. Deliveries are also signed with the previous secret for some time. The hosted service does
/// not have this operation.
fn rotate_secret(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let overlap = match context.request.body.is_empty() {
        true => secrets::OVERLAP,
        false => {
            let payload = family::change::<Webhooks>(context, &id)?;
            let (_, overlap) = combine!(taken = payload.check_members(), overlap = overlap(&payload))?;
            overlap
        }
    };
    let (new, now) = (new_secret(context), context.engine.now());
    let record = context.engine.store.writing(|tx| {
        let mut record = family::existing::<Webhooks>(tx, context, &id)?;
        secrets::replace(&mut record, new.clone(), now, overlap)?;
        tx.put_webhook(&record)?;
        Ok(record)
    })?;
    Ok(Reply::one(context, 200, webhooks::resource(&record, false)))
}

/// Delivers what the webhook did not receive. The hosted service does not have this operation.
fn replay(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let missing =
        || Error::refused(ErrorKind::BadRequest, SINCE, "since is required, for example since=2026-05-01T12:00:00Z");
    let since = period_start(context, SINCE)?.ok_or_else(missing)?;
    let record = context.engine.store.reading(|tx| family::existing::<Webhooks>(tx, context, &id))?;
    if !record.webhook.is_active() {
        let detail = "the webhook is not active: set `active` to true first, then replay its notifications";
        return Err(Error::new(ErrorKind::Conflict, detail));
    }
    let replayed = context.engine.replay(context.account, &id, since)?;
    Ok(Reply::plain(context, 200, json!({ "replayed": replayed })))
}

fn overlap(payload: &Payload) -> Result<Duration> {
    let longest = LONGEST_SECRET_OVERLAP.as_secs();
    match payload.value(OVERLAP) {
        None | Some(Value::Null) => Ok(secrets::OVERLAP),
        Some(value) => match value.as_u64().filter(|seconds| *seconds <= longest) {
            Some(seconds) => Ok(Duration::from_secs(seconds)),
            None => Err(wrong_type(OVERLAP, &format!("a whole number of seconds from 0 to {longest}"), value)),
        },
    }
}

fn new_secret(context: &RequestContext<'_>) -> WebhookSecret {
    WebhookSecret::new(SigningSecret::generate(context.engine.entropy.as_ref()).reveal())
}

fn delete(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let store = &context.engine.store;
    // In several transactions, because many may wait. The last one deletes those that were added meanwhile.
    while store.writing(|tx| tx.remove_pending_deliveries(context.account, &id, DELETED_AT_ONCE))? == DELETED_AT_ONCE {}
    let removed = store.writing(|tx| tx.remove_webhook(context.account, &id))?;
    removed.then(|| Reply::nothing(context)).ok_or_else(|| not_found(Webhook::TYPE, &id))
}

struct Changes {
    url: Option<String>,
    active: Option<bool>,
    events: Option<Vec<EventName>>,
    headers: Option<Vec<DeliveryHeader>>,
}

impl Changes {
    fn of(context: &RequestContext<'_>, payload: &Payload, url: Result<Option<String>>) -> Result<Self> {
        let checked = url.and_then(|url| match url {
            Some(url) => webhook_urls::check_url(context, &pointer("url"), &url).map(|()| Some(url)),
            None => Ok(None),
        });
        let (_, url, active, events, headers) = combine!(
            taken = payload.check_members(),
            url = checked,
            active = payload.flag("active"),
            events = payload.texts("events").and_then(|texts| texts.map(|texts| event_names(&texts)).transpose()),
            headers = payload.value("headers").map(delivery_headers).transpose(),
        )?;
        Ok(Changes { url, active, events, headers })
    }

    /// Checks the host of the URL. It may ask a name server, so it is called after all other checks and outside of
    /// transactions.
    fn look_up(&self, context: &RequestContext<'_>) -> Result<()> {
        self.url.as_deref().map_or(Ok(()), |url| webhook_urls::look_up(context, &pointer("url"), url))
    }

    fn apply(&self, record: &mut WebhookRecord) {
        let is_switched_on = self.active == Some(true) && !record.webhook.is_active();
        let has_new_url = self.url.as_ref().is_some_and(|url| *url != record.webhook.url);
        // A new receiver, or one that is active again, has not failed yet.
        if is_switched_on || has_new_url {
            record.forget_failures();
        }
        let webhook = &mut record.webhook;
        if self.active == Some(true) {
            (webhook.disabled_at, webhook.disabled_reason) = (None, None);
        }
        webhook.url = self.url.clone().unwrap_or_else(|| std::mem::take(&mut webhook.url));
        webhook.active = self.active.or(webhook.active);
        webhook.events = self.events.clone().unwrap_or_else(|| std::mem::take(&mut webhook.events));
        webhook.headers = self.headers.clone().or_else(|| webhook.headers.take());
    }
}

fn event_names(texts: &[String]) -> Result<Vec<EventName>> {
    if texts.is_empty() {
        return Err(Error::invalid(&pointer("events"), "a webhook needs at least one event"));
    }
    let (mut events, mut problems) = (Vec::new(), Problems::default());
    for (at, text) in texts.iter().enumerate() {
        let event = EventName::parse(text);
        if !event.is_known() {
            problems.add(Error::invalid(
                &pointer(&format!("events/{at}")),
                format!("{} is not an event of the interface; omit events to receive all", Quoted(text)),
            ));
        } else if !events.contains(&event) {
            events.push(event);
        }
    }
    problems.end().map(|()| events)
}

fn delivery_headers(value: &Value) -> Result<Vec<DeliveryHeader>> {
    if value.is_null() {
        return Ok(Vec::new());
    }
    // Errors do not contain the headers, which may be credentials.
    let invalid = |place: String, is: &str| Error::invalid(&pointer(&format!("headers{place}")), is.to_owned());
    let items = value
        .as_array()
        .ok_or_else(|| invalid(String::new(), "headers must be a list of objects with name and value"))?;
    let text = |at: usize, member: &str| match items[at].get(member) {
        Some(Value::String(text)) => Ok(text.clone()),
        _ => Err(invalid(format!("/{at}/{member}"), "a header must be an object with name and value, both text")),
    };
    let header = |at| Ok(DeliveryHeader { name: text(at, "name")?, value: text(at, "value")? });
    let mut problems = Problems::default();
    let headers: Vec<_> = (0..items.len()).filter_map(|at| problems.note(header(at))).collect();
    problems.end()?;
    let pairs: Vec<(String, String)> = headers.iter().map(|h| (h.name.clone(), h.value.clone())).collect();
    validate_headers(&pairs)?;
    Ok(headers)
}
