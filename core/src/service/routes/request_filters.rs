//! Which tracking requests a listing is asked for.

use super::context::{OF_FIELDS, RequestContext};
use super::periods::{from, until};
use super::problems::together;
use super::traits::{self, scac};
use crate::error::Result;
use crate::numbers::NumberKind;
use crate::resources::{CustomFieldEntityType, RequestStatus, RequestType};
use crate::store::RequestFilter;

/// The parameters of the listing beside those of paging.
pub(super) const FILTERS: [&str; 15] = [
    "q",
    "include",
    "filter[request_number]",
    "filter[request_type]",
    "filter[status]",
    "filter[scac]",
    "filter[created_at][start]",
    "filter[created_at][end]",
    "filter[updated_at][start]",
    "filter[updated_at][end]",
    traits::REFERENCE,
    traits::TAG,
    traits::CUSTOMER,
    traits::CUSTOMER_NAME,
    OF_FIELDS,
];

/// Which requests are asked for.
pub(super) fn of(context: &RequestContext<'_>) -> Result<RequestFilter> {
    let query = &context.query;
    let (created_from, created_until, updated_from, updated_until, customer, fields) = together!(
        created_from = from(query, "filter[created_at][start]"),
        created_until = until(query, "filter[created_at][end]"),
        updated_from = from(query, "filter[updated_at][start]"),
        updated_until = until(query, "filter[updated_at][end]"),
        customer = traits::customer(context),
        fields = traits::fields(context, &CustomFieldEntityType::TrackingRequest),
    )?;
    Ok(RequestFilter {
        number: query.get("filter[request_number]").map(str::to_owned),
        search: query.get("q").map(str::to_owned),
        kind: query.get("filter[request_type]").map(|text| kind(context, text)),
        status: query.get("filter[status]").map(|text| status(context, text)),
        scac: scac(context, "filter[scac]"),
        created_from,
        created_until,
        updated_from,
        updated_until,
        reference: query.get(traits::REFERENCE).map(str::to_owned),
        tag: query.get(traits::TAG).map(str::to_owned),
        customer,
        fields,
    })
}

/// The kind of number a filter names. One that is none has no requests, as with the hosted service; the answer says so.
fn kind(context: &RequestContext<'_>, text: &str) -> RequestType {
    match NumberKind::parse(text) {
        Ok(kind) => RequestType::parse(kind.as_str()),
        Err(_) => {
            context.no_match("filter[request_type]", text, RequestType::ALL.iter().map(RequestType::as_str));
            RequestType::parse(text)
        }
    }
}

/// The same for a status.
fn status(context: &RequestContext<'_>, text: &str) -> RequestStatus {
    let status = RequestStatus::parse(text);
    if !status.is_known() {
        context.no_match("filter[status]", text, RequestStatus::ALL.iter().map(RequestStatus::as_str));
    }
    status
}
