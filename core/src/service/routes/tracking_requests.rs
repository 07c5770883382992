//! `/tracking_requests`

use chrono::{DateTime, NaiveDate, NaiveTime, SubsecRound, TimeDelta, Utc};
use serde_json::{Value, json};

use super::payload::{self, Payload, pointer};
use super::shipments;
use crate::carriers::{Sandbox, detect, lines};
use crate::error::{Error, ErrorKind, Result};
use crate::http::Method;
use crate::jsonapi::{Extra, Query, ToOne};
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{RequestStatus, RequestType, TrackingRequest, TrackingRequestId};
use crate::service::look_ups;
use crate::service::reply::{Included, PAGING, Paging, Reply, own_links};
use crate::service::router::{Ask, no_such_path, not_found, wrong_method};
use crate::store::{RequestFilter, RequestRecord, TrackedNumber, Tx};
use crate::tracking::lifecycle::State;

const INCLUDES: [&str; 1] = ["tracked_object"];

const FILTERS: [&str; 9] = [
    "q",
    "include",
    "filter[request_number]",
    "filter[status]",
    "filter[scac]",
    "filter[created_at][start]",
    "filter[created_at][end]",
    "filter[updated_at][start]",
    "filter[updated_at][end]",
];

pub(in crate::service) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(ask),
        ([], Method::Post) => create(ask),
        ([], other) => Err(wrong_method(other, &[Method::Get, Method::Post])),
        (["infer_number"], Method::Post) => infer_number(ask),
        (["infer_number"], other) => Err(wrong_method(other, &[Method::Post])),
        ([id], Method::Get) => get(ask, &TrackingRequestId::new(id)),
        ([id], Method::Patch) => update(ask, &TrackingRequestId::new(id)),
        ([_], other) => Err(wrong_method(other, &[Method::Get, Method::Patch])),
        _ => Err(no_such_path()),
    }
}

fn list(ask: &Ask<'_>) -> Result<Reply> {
    ask.query.only(&[&FILTERS[..], &PAGING[..]].concat())?;
    let wanted = wants_shipment(&ask.query)?;
    let filter = filter(&ask.query)?;
    let paging = Paging::of(&ask.query)?;
    ask.engine.store.reading(|tx| {
        let found = tx.requests(ask.account, &filter, &paging.slice())?;
        let total = tx.count_requests(ask.account, &filter)?;
        let found = found.iter().map(resource).collect();
        Reply::list(ask, &paging, found, total, |shown| wanted.then(|| shipments_of(tx, ask, shown)).transpose())
    })
}

fn get(ask: &Ask<'_>, id: &TrackingRequestId) -> Result<Reply> {
    ask.query.only(&["include"])?;
    let wanted = wants_shipment(&ask.query)?;
    ask.engine.store.reading(|tx| {
        let record = tx.request(ask.account, id)?.ok_or_else(|| not_found("tracking request"))?;
        reply(tx, ask, 200, &record, wanted)
    })
}

fn create(ask: &Ask<'_>) -> Result<Reply> {
    ask.query.only(&["include"])?;
    let wanted = wants_shipment(&ask.query)?;
    let payload = Payload::of::<TrackingRequest>(ask.request)?;
    let now = ask.engine.now();
    let record = new_record(ask, &payload, now)?;
    let reply = ask.engine.store.writing(|tx| {
        if tx.live_request(&record.tracked)?.is_some() {
            return Err(duplicate(&record));
        }
        // A number that was tracked before has its facts still: the shipment is linked at once, and the first look-up
        // confirms it.
        let shipment = tx.shipment_of(&record.tracked)?.map(|known| known.shipment.id);
        let record = RequestRecord { shipment, ..record.clone() };
        tx.put_request(&record)?;
        reply(tx, ask, 201, &record, wanted)
    })?;
    ask.engine.wake.wake();
    Ok(reply)
}

fn new_record(ask: &Ask<'_>, payload: &Payload, now: DateTime<Utc>) -> Result<RequestRecord> {
    let kind = NumberKind::parse(payload.required("request_type")?)?;
    let number = TrackingNumber::parse(kind, payload.required("request_number")?)?;
    let detecting = payload.flag("auto_detect_vocc_scac")?.unwrap_or(false);
    let scac = match payload.text("scac")?.map(str::trim).filter(|scac| !scac.is_empty()) {
        Some(scac) => Some(carrier_code(ask, scac)?),
        None if detecting => None,
        None => {
            return Err(Error::invalid(&pointer("scac"), "scac can't be blank unless auto_detect_vocc_scac is true"));
        }
    };
    let normalised = match &scac {
        Some(scac) => number.normalised_for(scac).to_owned(),
        None => number.normalised().to_owned(),
    };
    let record = RequestRecord {
        id: ask.engine.new_id(now),
        tracked: TrackedNumber {
            account: ask.account.clone(),
            scac: scac.map(|scac| scac.as_str().to_owned()),
            number: normalised,
        },
        inferred: None,
        kind: RequestType::parse(kind.as_str()),
        number: number.text().to_owned(),
        ref_numbers: payload.references("ref_numbers")?.unwrap_or_default(),
        shipment_tags: payload.labels("shipment_tags")?.unwrap_or_default(),
        customer: customer_of(payload)?,
        user: None,
        state: State::new(now),
        shipment: None,
        revision: 0,
        created_at: now,
        updated_at: now,
    };
    let inferred = if record.tracked.scac.is_none() { look_ups::inferred(&record) } else { None };
    Ok(RequestRecord { inferred, ..record })
}

/// The customer a request is made for. An id that cannot be one is refused, or the request would go to nobody.
fn customer_of(payload: &Payload) -> Result<Option<uuid::Uuid>> {
    let customer = payload.to_one("customer")?;
    let Some(named) = customer.get() else { return Ok(None) };
    match named.id.uuid() {
        Some(id) => Ok(Some(id)),
        None => {
            Err(Error::invalid("/data/relationships/customer/data/id", format!("{} is no id of a party", named.id)))
        }
    }
}

/// The carrier's own code for `scac`, if anybody in this service can answer for it.
fn carrier_code(ask: &Ask<'_>, scac: &str) -> Result<Scac> {
    let given = Scac::for_request(scac)?;
    let line = lines::by_scac(given.as_str());
    let own = match line {
        Some(line) => Scac::parse(line.scac)?,
        None => given,
    };
    let known = [own.as_str(), scac].iter().any(|code| ask.engine.carrier(code).is_some());
    if known || own.as_str() == Sandbox::SCAC {
        return Ok(own);
    }
    let detail = match line {
        Some(line) => format!("no source of tracking data is plugged into this service for {} ({})", own, line.name),
        None => format!("{own} is no carrier this service knows"),
    };
    Err(Error::invalid(&pointer("scac"), detail))
}

/// Status 422 with code `duplicate`, as interface and hosted service have it.
fn duplicate(record: &RequestRecord) -> Error {
    let scac = record.tracked.scac.as_deref().unwrap_or("(to be detected)");
    let detail =
        format!("a tracking request for number {} and scac {scac} is already pending or created", record.number);
    Error::refused(ErrorKind::Duplicate, &pointer("request_number"), detail)
}

fn update(ask: &Ask<'_>, id: &TrackingRequestId) -> Result<Reply> {
    ask.query.only(&[])?;
    let payload = Payload::of::<TrackingRequest>(ask.request)?;
    // The documented body has the singular `ref_number`; reads and everybody else have the plural.
    let references = match payload.references("ref_numbers")? {
        Some(list) => Some(list),
        None => payload.reference("ref_number")?.map(|one| vec![one.to_owned()]),
    };
    let tags = payload.labels("shipment_tags")?;
    let now = ask.engine.now();
    ask.engine.store.writing(|tx| {
        let mut record = tx.request(ask.account, id)?.ok_or_else(|| not_found("tracking request"))?;
        record.ref_numbers = references.clone().unwrap_or(record.ref_numbers);
        record.shipment_tags = tags.clone().unwrap_or(record.shipment_tags);
        record.updated_at = now;
        record.revision += 1;
        tx.put_request(&record)?;
        reply(tx, ask, 200, &record, true)
    })
}

fn infer_number(ask: &Ask<'_>) -> Result<Reply> {
    ask.query.only(&[])?;
    let body = payload::document(ask.request)?;
    let number = match body.get("number") {
        Some(Value::String(number)) => number,
        _ => return Err(Error::invalid("/number", "number is the text to look at")),
    };
    let detection = detect::detect(number)?;
    let id = format!("req_{}", ask.engine.entropy.uuid(ask.engine.now()).simple());
    Ok(Reply::plain(200, &json!({ "data": { "id": id, "type": "infer_number_results", "attributes": detection } })))
}

/// The tracked shipment is included unless the client asks for something else.
fn wants_shipment(query: &Query) -> Result<bool> {
    Ok(query.include(&INCLUDES)?.is_none_or(|paths| !paths.is_empty()))
}

fn reply(tx: &dyn Tx, ask: &Ask<'_>, status: u16, record: &RequestRecord, wanted: bool) -> Result<Reply> {
    let resource = resource(record);
    let included = wanted.then(|| shipments_of(tx, ask, std::slice::from_ref(&resource))).transpose()?;
    Ok(Reply::one(ask, status, &resource, included))
}

fn shipments_of(tx: &dyn Tx, ask: &Ask<'_>, requests: &[TrackingRequest]) -> Result<Vec<Included>> {
    shipments::included(tx, ask, requests.iter().filter_map(TrackingRequest::shipment))
}

/// The resource a record is told as.
pub(in crate::service) fn resource(record: &RequestRecord) -> TrackingRequest {
    TrackingRequest {
        id: record.id.clone(),
        request_type: record.kind.clone(),
        request_number: record.number.clone(),
        scac: record.tracked.scac.clone(),
        status: record.state.status.clone(),
        failed_reason: record.state.failed_reason.clone(),
        is_retrying: record.state.is_retrying(),
        retry_count: record.state.retry_count(),
        ref_numbers: record.ref_numbers.clone(),
        shipment_tags: record.shipment_tags.clone(),
        created_at: Some(record.created_at.into()),
        updated_at: Some(record.updated_at.into()),
        tracked_object: ToOne::to_or_empty(record.shipment.as_ref()),
        customer: record.customer.map_or(ToOne::Empty, |id| ToOne::Linked(customer(id))),
        user: ToOne::to_or_empty(record.user.as_ref()),
        extra: Extra { links: own_links("tracking_requests", &record.id), ..Default::default() },
        ..Default::default()
    }
}

fn customer(id: uuid::Uuid) -> crate::jsonapi::ResourceId {
    crate::jsonapi::ResourceId { kind: "party".to_owned(), id: id.into() }
}

fn filter(query: &Query) -> Result<RequestFilter> {
    Ok(RequestFilter {
        number: query.get("filter[request_number]").or_else(|| query.get("q")).map(str::to_owned),
        status: status(query)?,
        scac: query.get("filter[scac]").map(own_code),
        created_from: from(query, "filter[created_at][start]")?,
        created_until: until(query, "filter[created_at][end]")?,
        updated_from: from(query, "filter[updated_at][start]")?,
        updated_until: until(query, "filter[updated_at][end]")?,
    })
}

fn status(query: &Query) -> Result<Option<RequestStatus>> {
    let Some(text) = query.get("filter[status]") else { return Ok(None) };
    let status = RequestStatus::parse(text);
    if status.is_known() {
        return Ok(Some(status));
    }
    let known: Vec<&str> = RequestStatus::ALL.iter().map(RequestStatus::as_str).collect();
    let detail = format!("{text} is no status; statuses are {}", known.join(", "));
    Err(Error::refused(ErrorKind::BadRequest, "filter[status]", detail))
}

/// A carrier's own code for one of its codes.
fn own_code(scac: &str) -> String {
    let scac = scac.trim().to_ascii_uppercase();
    lines::by_scac(&scac).map_or(scac, |line| line.scac.to_owned())
}

/// Where a period begins.
fn from(query: &Query, name: &str) -> Result<Option<DateTime<Utc>>> {
    Ok(span(query, name)?.map(|(first, _)| first))
}

/// Where a period has ended: what is asked for as its end is the last of it.
fn until(query: &Query, name: &str) -> Result<Option<DateTime<Utc>>> {
    Ok(span(query, name)?.map(|(first, length)| first.checked_add_signed(length).unwrap_or(first)))
}

/// What a filter names: a moment, as exact as the interface tells moments, or a whole day in UTC.
fn span(query: &Query, name: &str) -> Result<Option<(DateTime<Utc>, TimeDelta)>> {
    let Some(text) = query.get(name) else { return Ok(None) };
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Ok(Some((moment.to_utc().trunc_subsecs(3), TimeDelta::milliseconds(1))));
    }
    match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(day) => Ok(Some((day.and_time(NaiveTime::MIN).and_utc(), TimeDelta::days(1)))),
        Err(_) => {
            let detail = format!("{name} is a moment (2026-01-31T12:00:00Z) or a day (2026-01-31), not {text:?}");
            Err(Error::refused(ErrorKind::BadRequest, name, detail))
        }
    }
}
