//! `/webhooks`

use serde_json::Value;

use super::payload::{Payload, Takes, pointer, wrong};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Egress, Method};
use crate::resources::{DeliveryHeader, EventName, Webhook, WebhookId, WebhookSecret};
use crate::service::problems::together;
use crate::service::reply::{PAGING, Paging, Reply};
use crate::service::router::{Ask, no_such_path, not_found, wrong_method};
use crate::store::WebhookRecord;
use crate::webhooks::{Secret, is_plain, validate_headers, validate_url};

const TAKES: Takes = Takes { attributes: &["url", "active", "events", "headers"], kept: &[], relationships: &[] };

pub(in crate::service) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(ask),
        ([], Method::Post) => create(ask),
        ([], other) => Err(wrong_method(other, &[Method::Get, Method::Post])),
        ([id], Method::Get) => get(ask, &WebhookId::new(id)),
        ([id], Method::Patch) => update(ask, &WebhookId::new(id)),
        ([id], Method::Delete) => delete(ask, &WebhookId::new(id)),
        ([_], other) => Err(wrong_method(other, &[Method::Get, Method::Patch, Method::Delete])),
        _ => Err(no_such_path()),
    }
}

fn list(ask: &Ask<'_>) -> Result<Reply> {
    let (_, paging) = together!(taken = ask.takes(&[&PAGING]), paging = Paging::of(&ask.query))?;
    ask.engine.store.reading(|tx| {
        let found = tx.webhooks(ask.account, &paging.slice())?;
        let total = tx.count_webhooks(ask.account)?;
        let found = found.into_iter().map(|record| shown(ask, record.webhook)).collect();
        Reply::list(ask, &paging, found, total, |_| Ok(None))
    })
}

fn get(ask: &Ask<'_>, id: &WebhookId) -> Result<Reply> {
    ask.takes(&[])?;
    let found = ask.engine.store.reading(|tx| tx.webhook(ask.account, id))?;
    let found = found.ok_or_else(|| not_found("webhook"))?;
    Ok(Reply::one(ask, 200, &shown(ask, found.webhook), None))
}

/// The webhook as whoever asks may see it: who knows its secret can sign in the service's name, and header fields sent
/// to a receiver are often credentials there.
pub(super) fn shown(ask: &Ask<'_>, webhook: Webhook) -> Webhook {
    if ask.read_only { Webhook { secret: None, headers: None, ..webhook } } else { webhook }
}

fn create(ask: &Ask<'_>) -> Result<Reply> {
    ask.takes(&[])?;
    let mut payload = Payload::of_new::<Webhook>(ask, &TAKES)?;
    let now = ask.engine.now();
    let mut webhook = Webhook {
        id: ask.engine.new_id(now),
        url: payload.required("url")?.to_owned(),
        active: Some(true),
        events: EventName::ALL.to_vec(),
        secret: Some(WebhookSecret::new(Secret::generate(ask.engine.entropy.as_ref()).reveal())),
        headers: Some(Vec::new()),
        created_at: Some(now.into()),
        ..Default::default()
    };
    change(ask, &mut payload, &mut webhook)?;
    let record = WebhookRecord { account: ask.account.clone(), webhook, failing_since: None };
    ask.engine.store.writing(|tx| tx.put_webhook(&record))?;
    Ok(Reply::one(ask, 201, &record.webhook, None))
}

fn update(ask: &Ask<'_>, id: &WebhookId) -> Result<Reply> {
    ask.takes(&[])?;
    let mut payload = Payload::of_change(ask, id, &TAKES)?;
    let found = || ask.engine.store.reading(|tx| tx.webhook(ask.account, id));
    // The target is looked up outside of any transaction: a name server may take its time.
    let mut changed = found()?.ok_or_else(|| not_found("webhook"))?.webhook;
    change(ask, &mut payload, &mut changed)?;
    let record = ask.engine.store.writing(|tx| {
        let mut record = tx.webhook(ask.account, id)?.ok_or_else(|| not_found("webhook"))?;
        if record.webhook.active != Some(true) && changed.active == Some(true) {
            record.failing_since = None;
        }
        record.webhook = changed.clone();
        tx.put_webhook(&record)?;
        Ok(record)
    })?;
    ask.engine.wake.wake();
    Ok(Reply::one(ask, 200, &record.webhook, None))
}

fn delete(ask: &Ask<'_>, id: &WebhookId) -> Result<Reply> {
    ask.takes(&[])?;
    match ask.engine.store.writing(|tx| tx.remove_webhook(ask.account, id))? {
        true => Ok(Reply::nothing(ask)),
        false => Err(not_found("webhook")),
    }
}

/// Takes over the attributes that were sent, checking each.
fn change(ask: &Ask<'_>, payload: &mut Payload, webhook: &mut Webhook) -> Result<()> {
    payload.taken().end()?;
    if let Some(url) = payload.text("url")? {
        webhook.url = url.trim().to_owned();
        check_target(ask, &webhook.url)?;
    }
    if let Some(active) = payload.flag("active")? {
        webhook.active = Some(active);
    }
    if let Some(events) = payload.texts("events")? {
        webhook.events = event_names(&events)?;
    }
    if let Some(headers) = payload.value("headers") {
        webhook.headers = Some(delivery_headers(headers)?);
    }
    Ok(())
}

/// Refuses a URL that could not be delivered to under the service's egress rule.
fn check_target(ask: &Ask<'_>, url: &str) -> Result<()> {
    validate_url(url, true)?;
    let plain = is_plain(url);
    // Public receivers must speak TLS; inside the networks a host opened it can be done without.
    if plain && ask.engine.egress == Egress::PublicOnly {
        let detail = "the URL must begin with https://; plain http goes only to loopback addresses and networks that the \
                      host of this service has allowed when it was opened";
        return Err(Error::invalid(&pointer("url"), detail));
    }
    let call = ask.engine.delivery_call(url, 0, &ask.call.cancel);
    ask.engine.outbound.check(url, &call).map_err(|refused| {
        let way = if plain { "use https, or " } else { "" };
        let options = "the host of this service can allow loopback addresses, or a network, when it opens the service";
        let detail = format!("{}; {way}{options}", refused.message);
        Error::refused(ErrorKind::EgressRefused, &pointer("url"), detail)
    })
}

fn event_names(texts: &[String]) -> Result<Vec<EventName>> {
    let mut events = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let event = EventName::parse(text);
        if !event.is_known() {
            return Err(Error::invalid(&pointer(&format!("events/{at}")), format!("{text} is no event")));
        }
        if !events.contains(&event) {
            events.push(event);
        }
    }
    if events.is_empty() {
        return Err(Error::invalid(&pointer("events"), "a webhook needs at least one event"));
    }
    Ok(events)
}

fn delivery_headers(value: &Value) -> Result<Vec<DeliveryHeader>> {
    if value.is_null() {
        return Ok(Vec::new());
    }
    let headers: Vec<DeliveryHeader> =
        serde_json::from_value(value.clone()).map_err(|_| wrong("headers", "a list of {name, value}", value))?;
    let pairs: Vec<(String, String)> = headers.iter().map(|h| (h.name.clone(), h.value.clone())).collect();
    validate_headers(&pairs)?;
    Ok(headers)
}
