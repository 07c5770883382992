//! Handlers of `/tracking_requests`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::common_filters::{self, period_end, period_start, scac_filter};
use super::context::RequestContext;
use super::custom_fields;
use super::family::{self, Family};
use super::initial_fields;
use super::payload::{self, Payload, pointer};
use super::problems::combine;
use super::reply::{Handlers, RelatedCounts, Reply};
use super::shipping_lines;
use crate::error::{Error, ErrorKind, ErrorObject, ErrorSource, Quoted, Result};
use crate::jsonapi::{Resource, ToOne};
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{
    Account, CustomFieldEntityType, Party, RequestStatus, RequestType, ShipmentId, TrackingRequest, TrackingRequestId,
};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::derive::new_requests::{self, CreatedRequest};
use crate::service::engine::derive::{delete_request, request_lifecycle};
use crate::service::engine::look_up::detect_carrier;
use crate::service::rendering::{IncludedResource, Related, accounts, parties, tracking_requests};
use crate::shipping_lines::{
    by_scac, confirm, detect, has_exchanged_letters, is_lessor_prefix, line_named, may_be_name, nearest_code,
};
use crate::store::{RequestFilter, RequestRecord, Slice, Tx};

const TRACKING_REQUEST_ID: &str = "tracking_request_id";
const SHIPMENT_ID: &str = "shipment_id";

/// The paths that include the containers of the shipment.
const WITH_CONTAINERS: [&str; 3] = ["tracked_object.containers", "container", "containers"];

const CUSTOMER: &str = "customer";

const CUSTOM_FIELDS: &str = "initial_custom_fields";

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, filter)),
    ("create", create),
    ("infer_number", infer_number),
    ("get", family::get::<RequestFilter>),
    ("update", update),
    ("delete", delete),
    ("custom_fields", custom_fields::list_of::<TrackingRequest>),
    ("create_custom_field", custom_fields::create_of::<TrackingRequest>),
    ("update_custom_field", custom_fields::update_of::<TrackingRequest>),
    ("delete_custom_field", custom_fields::delete_of::<TrackingRequest>),
];

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    let now = context.engine.now();
    let record = new_record(context, &Payload::of_new::<TrackingRequest>(context)?, now)?;
    let created =
        context.engine.store.writing(|tx| new_requests::create(context.engine.within(tx, now), record.clone()))?;
    context.engine.wake.wake();
    match created {
        CreatedRequest::New(record) => family::written::<RequestFilter>(context, 201, &record),
        CreatedRequest::AlreadyTracked => Err(duplicate(&record)),
        CreatedRequest::SharesShipment(live, shipment) => Err(shares_shipment(&record, &live, &shipment)),
    }
}

fn new_record(context: &RequestContext<'_>, payload: &Payload, now: DateTime<Utc>) -> Result<RequestRecord> {
    let (_, number, carrier, ref_numbers, shipment_tags, customer, initial_custom_fields) = combine!(
        taken = payload.check_members(),
        number = number_of(payload),
        carrier = carrier_of(context, payload),
        references = payload.reference_numbers(),
        tags = payload.tags(),
        customer = customer_change(context, payload),
        fields = initial_fields::read(context, payload.value(CUSTOM_FIELDS)),
    )?;
    if let Some(doubt) = number.container_doubt() {
        context.warn("container_number", &pointer("request_number"), doubt);
    }
    Ok(RequestRecord {
        ref_numbers: ref_numbers.unwrap_or_default(),
        shipment_tags: shipment_tags.unwrap_or_default(),
        customer: customer.flatten(),
        initial_custom_fields,
        requested_scac: carrier.as_ref().and_then(|carrier| carrier.requested_scac.clone()),
        ..new_requests::draft(
            context.engine,
            context.account,
            &number,
            carrier.as_ref().map(|carrier| &carrier.scac),
            now,
        )
    })
}

fn number_of(payload: &Payload) -> Result<TrackingNumber> {
    let kind = payload.required("request_type").and_then(NumberKind::parse);
    let (kind, text, allowed) = combine!(
        kind = kind,
        text = payload.required("request_number"),
        allowed = payload.flag("allow_wrong_check_digit")
    )?;
    match allowed {
        Some(true) => TrackingNumber::parse_with_any_check_digit(kind, text),
        _ => TrackingNumber::parse(kind, text),
    }
}

/// The carrier that the body names.
struct NamedCarrier {
    /// The code under which the request is stored.
    scac: Scac,
    /// The code in the body, if it is another code of a line.
    requested_scac: Option<String>,
}

/// The carrier in the body; `None` if it is to be detected.
fn carrier_of(context: &RequestContext<'_>, payload: &Payload) -> Result<Option<NamedCarrier>> {
    let (detecting, scac) = combine!(detecting = payload.flag("auto_detect_vocc_scac"), scac = payload.text("scac"))?;
    match scac.map(str::trim).filter(|scac| !scac.is_empty()) {
        Some(scac) => named_carrier(context, scac).map(Some),
        None if detecting == Some(true) => Ok(None),
        None => Err(Error::blank(&pointer("scac"), "scac can't be blank unless auto_detect_vocc_scac is true")),
    }
}

/// The customer in the body: a party of the account, or the account itself. `Some(None)` if the body removes the customer with `null`,
/// `None` if it does not have the relationship.
pub(super) fn customer_change(context: &RequestContext<'_>, payload: &Payload) -> Result<Option<Option<uuid::Uuid>>> {
    let customer = payload.to_one(CUSTOMER)?;
    let Some(named) = customer.get() else { return Ok((customer == ToOne::Empty).then_some(None)) };
    if ![Party::TYPE, Account::TYPE].contains(&named.kind.as_str()) {
        let detail = format!("customer must be a {}, not a {}", Party::TYPE, Quoted(&named.kind));
        return Err(Error::invalid("/data/relationships/customer/data/type", detail));
    }
    let find = |id| context.engine.store.reading(|tx| parties::find(tx, context.account, id));
    match named.id.uuid().map(|id| find(id).map(|found| found.map(|_| id))).transpose()?.flatten() {
        Some(id) => Ok(Some(Some(id))),
        None => Err(Error::invalid(
            "/data/relationships/customer/data/id",
            format!("there is no party with the id {}", Quoted(&named.id.to_string())),
        )),
    }
}

/// An error if no carrier of this service answers for the carrier that `scac` names.
fn named_carrier(context: &RequestContext<'_>, scac: &str) -> Result<NamedCarrier> {
    let (code, main) = code_of(context.engine, scac)?;
    let is_known = context.engine.knows_carrier(main.as_str());
    let lines = if is_known { Vec::new() } else { shipping_lines::all(context.engine) };
    let meant = nearest_code(code.as_str(), lines.iter().map(|line| line.scac.as_str()));
    // A carrier for all codes would be asked about a code that does not exist.
    let is_typing_error = meant.is_some_and(|meant| has_exchanged_letters(meant, code.as_str()));
    if !is_typing_error && context.engine.carrier(main.as_str()).is_some() || main.is_sandbox() {
        let is_other_code = main != code && by_scac(code.as_str()).is_some();
        return Ok(NamedCarrier { scac: main, requested_scac: is_other_code.then(|| code.as_str().to_owned()) });
    }
    let detail = match by_scac(main.as_str()) {
        Some(line) => format!(
            "this service cannot ask the carrier {} ({}): the program that opens the service must add the carrier",
            main, line.name
        ),
        None if is_lessor_prefix(code.as_str()) => format!(
            "containers with the prefix {code} belong to a lessor, and any carrier may carry them: pass the code of the carrier, or \
             auto_detect_vocc_scac"
        ),
        None => match lines.iter().find(|line| Some(line.scac.as_str()) == meant) {
            Some(line) => {
                format!("{main} is not a known carrier code. Did you mean {} ({})?", line.scac, line.short_name)
            }
            None => format!("{main} is not a known carrier code"),
        },
    };
    // As in the interface, an unknown code is an error of the kind "blank".
    Err(Error::blank(&pointer("scac"), detail))
}

/// The code that the text is, or that of the only line with this name, and the code under which its requests are stored.
fn code_of(engine: &Engine, text: &str) -> Result<(Scac, Scac)> {
    let with_main = |code: Scac| Ok((code.clone(), Scac::parse(&engine.code_of_requests(&code))?));
    let named = || Scac::parse(&line_named(text, &shipping_lines::all(engine))?.scac);
    match Scac::for_request(text) {
        Ok(code) => match with_main(code)? {
            // Some names have four letters, too.
            (code, main) if !engine.knows_carrier(main.as_str()) => named().map_or(Ok((code, main)), with_main),
            found => Ok(found),
        },
        Err(_) if may_be_name(text) => with_main(named()?),
        Err(refused) => Err(refused),
    }
}

/// The error if the number belongs to a shipment that is tracked by another number.
fn shares_shipment(record: &RequestRecord, live: &RequestRecord, shipment: &ShipmentId) -> Error {
    let (scac, request) = (record.shown_scac().unwrap_or_default(), &live.id);
    let detail = format!(
        "number {} with scac {scac} belongs to the shipment {shipment}, which tracking request {request} tracks by number {}",
        record.number, live.number
    );
    let kind = ErrorKind::Duplicate;
    let object = ErrorObject::new(kind.title()).with_code(kind.code()).with_detail(&detail);
    let mut object = object.with_source(ErrorSource::naming(&pointer("request_number")));
    let names = [(TRACKING_REQUEST_ID, request.to_string()), (SHIPMENT_ID, shipment.to_string())];
    object.meta = Some(names.into_iter().map(|(name, id)| (name.to_owned(), id.into())).collect());
    Error::new(kind, detail).with_objects(vec![object])
}

/// The error if the number is already tracked: 422 with code `duplicate`, as in the interface.
fn duplicate(record: &RequestRecord) -> Error {
    let scac = record.shown_scac().unwrap_or("(to be detected)");
    let detail =
        format!("a tracking request for number {} and scac {scac} is already pending or created", record.number);
    Error::refused(ErrorKind::Duplicate, &pointer("request_number"), detail)
}

fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let payload = family::change::<RequestFilter>(context, &id)?;
    let (_, references, tags, customer) = combine!(
        taken = payload.check_members(),
        references = payload.reference_numbers(),
        tags = payload.tags(),
        customer = customer_change(context, &payload),
    )?;
    let now = context.engine.now();
    let record = context.engine.store.writing(|tx| {
        let mut record = family::existing::<RequestFilter>(tx, context, &id)?;
        let before = std::mem::take(&mut record.ref_numbers);
        record.ref_numbers = references.clone().unwrap_or_else(|| before.clone());
        let added: Vec<String> =
            record.ref_numbers.iter().filter(|reference| !before.contains(reference)).cloned().collect();
        request_lifecycle::add_references(tx, &record, &added)?;
        if let Some(tags) = &tags {
            request_lifecycle::replace_tags(tx, &record, tags)?;
            record.shipment_tags.clone_from(tags);
        }
        let customer_before = record.customer;
        record.customer = customer.unwrap_or(customer_before);
        record.updated_at = now;
        record.revision += 1;
        tx.put_request(&record)?;
        if record.customer != customer_before {
            request_lifecycle::replace_customer(tx, &record)?;
        }
        Ok(record)
    })?;
    family::written::<RequestFilter>(context, 200, &record)
}

/// The hosted service does not have this operation.
fn delete(context: &RequestContext<'_>) -> Result<Reply> {
    let record = context.engine.store.reading(|tx| family::existing::<RequestFilter>(tx, context, &context.id()))?;
    delete_request::delete(context.engine, &record)?;
    context.engine.wake.wake();
    Ok(Reply::nothing(context))
}

fn infer_number(context: &RequestContext<'_>) -> Result<Reply> {
    let body = payload::members(context)?;
    let number = match body.get("number") {
        Some(Value::String(number)) => number,
        None | Some(Value::Null) => return Err(Error::blank("/number", "number can't be blank")),
        Some(_) => return Err(Error::invalid("/number", "number must be text")),
    };
    let detection = detect::detect(number)?;
    let claims = detect_carrier::ask_for_claims(context.engine, context.account, &detection, context.call)?;
    let detection = confirm::inference_attributes(&detection, &claims);
    let id = format!("req_{}", context.engine.entropy.uuid(context.engine.now()).simple());
    let data = json!({ "id": id, "type": "infer_number_results", "attributes": detection });
    Ok(Reply::plain(context, 200, json!({ "data": data })))
}

fn filter(context: &RequestContext<'_>) -> Result<RequestFilter> {
    let (created_from, created_until, updated_from, updated_until, customers, fields) = combine!(
        created_from = period_start(context, "filter[created_at][start]"),
        created_until = period_end(context, "filter[created_at][end]"),
        updated_from = period_start(context, "filter[updated_at][start]"),
        updated_until = period_end(context, "filter[updated_at][end]"),
        customers = common_filters::customer_filter(context),
        fields = common_filters::custom_field_filters(context, &CustomFieldEntityType::TrackingRequest),
    )?;
    let kind = |text: &str| RequestType::parse(NumberKind::parse(text).map_or(text, |kind| kind.as_str()));
    Ok(RequestFilter {
        number: context.parameter("filter[request_number]").map(str::to_owned),
        search: context.parameter("q").map(str::to_owned),
        kind: context.one_of("filter[request_type]", RequestType::ALL, kind, RequestType::as_str),
        status: context.one_of("filter[status]", RequestStatus::ALL, RequestStatus::parse, RequestStatus::as_str),
        scac: scac_filter(context, "filter[scac]"),
        created_from,
        created_until,
        updated_from,
        updated_until,
        reference: context.parameter(common_filters::REFERENCE).map(str::to_owned),
        tag: context.parameter(common_filters::TAG).map(str::to_owned),
        customers,
        fields,
    })
}

impl Family for RequestFilter {
    type Record = RequestRecord;
    type Resource = TrackingRequest;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<RequestRecord>, u64)> {
        Ok((tx.requests(context.account, self, slice)?, tx.count_requests(context.account, self)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &TrackingRequestId) -> Result<Option<RequestRecord>> {
        tx.request(context.account, id)
    }

    fn resources(_: &Tx<'_>, _: &RequestContext<'_>, records: &[RequestRecord]) -> Result<Vec<TrackingRequest>> {
        Ok(records.iter().map(tracking_requests::resource).collect())
    }

    fn related_counts(
        tx: &Tx<'_>,
        context: &RequestContext<'_>,
        found: &[TrackingRequest],
        include: &[&str],
    ) -> Result<RelatedCounts> {
        let shown = if with_shipments(include) { found } else { &[] };
        let count = |id: ShipmentId| Ok((id.clone(), tx.container_ids_of(context.account, &id)?.len()));
        let counted: HashMap<ShipmentId, usize> =
            tracking_requests::shipments_of(shown).into_iter().map(count).collect::<Result<_>>()?;
        Ok(RelatedCounts::by(found, with_containers(include), |request| {
            request.shipment().map_or(0, |id| counted.get(&id).copied().unwrap_or(0))
        }))
    }

    fn add_related(
        related: &mut Related<'_>,
        context: &RequestContext<'_>,
        records: &[RequestRecord],
        shown: &[TrackingRequest],
        include: &[&str],
    ) -> Result<()> {
        if with_shipments(include) {
            tracking_requests::add_related(related, shown, with_containers(include), include)?;
        }
        if include.contains(&USER) {
            accounts::add_users(related, records.iter().filter_map(|record| record.user.clone()))?;
        }
        if include.contains(&ACCOUNT) {
            accounts::add(related)?;
        }
        if include.contains(&SHIPPING_LINE) {
            let lines = records.iter().filter_map(|record| shipping_lines::find(context.engine, record.shown_scac()?));
            related.set.extend(lines.map(IncludedResource::of));
        }
        if include.contains(&CUSTOMER) {
            parties::add(related, records.iter().filter_map(|record| record.customer))?;
        }
        Ok(())
    }
}

const USER: &str = "user";
const ACCOUNT: &str = "account";
const SHIPPING_LINE: &str = "shipping_line";

/// The paths that do not go through the shipment.
const NOT_OF_SHIPMENT: [&str; 4] = [CUSTOMER, USER, ACCOUNT, SHIPPING_LINE];

fn with_shipments(include: &[&str]) -> bool {
    include.iter().any(|path| !NOT_OF_SHIPMENT.contains(path))
}

fn with_containers(include: &[&str]) -> bool {
    include.iter().any(|path| WITH_CONTAINERS.contains(path))
}
