//! Parses the filters that listings of shipments, containers and tracking requests have in common.

use chrono::{DateTime, NaiveDate, NaiveTime, SubsecRound, TimeDelta, Utc};
use uuid::Uuid;

use super::context::{OF_FIELDS, RequestContext, shortened};
use super::problems::{Problems, combine};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::fields;
use crate::numbers::{Scac, UnLocode};
use crate::resources::CustomFieldEntityType;
use crate::store::{CommonFilter, FieldCondition, FieldOptionRecord};
use crate::time::saturating_add;

pub(super) const REFERENCE: &str = "filter[reference]";
pub(super) const TAG: &str = "filter[tag]";
pub(super) const CUSTOMER: &str = "filter[customer_id]";
pub(super) const CUSTOMER_NAME: &str = "filter[customer_name]";

const MAX_FIELDS: usize = 20;

pub(super) fn parse(context: &RequestContext<'_>, kind: &CustomFieldEntityType) -> Result<CommonFilter> {
    let text = |name: &str| context.parameter(name).map(str::to_owned);
    let (customers, eta_from, eta_until, updated_from, fields) = combine!(
        customers = customer_filter(context),
        eta_from = period_start(context, "filter[pod_eta_at][start]"),
        eta_until = period_end(context, "filter[pod_eta_at][end]"),
        updated_from = period_start(context, "filter[updated_at][start]"),
        fields = custom_field_filters(context, kind),
    )?;
    Ok(CommonFilter {
        reference: text(REFERENCE),
        tag: text(TAG),
        customers,
        scac: scac_filter(context, "filter[shipping_line_scac]"),
        vessel: text("filter[vessel_name]"),
        port_of_lading: place_filter(context, "filter[pol_code]"),
        port_of_discharge: place_filter(context, "filter[pod_code]"),
        destination: place_filter(context, "filter[destination_code]"),
        eta_from,
        eta_until,
        updated_from,
        fields,
    })
}

pub(super) fn period_start(context: &RequestContext<'_>, name: &str) -> Result<Option<DateTime<Utc>>> {
    Ok(parse_period(context, name)?.map(|(first, _)| first))
}

/// The end of a period, exclusive. The parameter names its last moment or last day.
pub(super) fn period_end(context: &RequestContext<'_>, name: &str) -> Result<Option<DateTime<Utc>>> {
    Ok(parse_period(context, name)?.map(|(first, length)| saturating_add(first, length)))
}

/// Parses a moment, or a day in UTC. Returns its start and its length. Responses have whole seconds, so a moment without a fraction is
/// the whole second.
fn parse_period(context: &RequestContext<'_>, name: &str) -> Result<Option<(DateTime<Utc>, TimeDelta)>> {
    context.read(name, "must be a moment (2026-01-31T12:00:00Z) or a day (2026-01-31)", |text| {
        if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
            let is_whole = moment.timestamp_subsec_nanos() == 0;
            let length = if is_whole { TimeDelta::seconds(1) } else { TimeDelta::milliseconds(1) };
            return Some((moment.to_utc().trunc_subsecs(3), length));
        }
        let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
        Some((day.and_time(NaiveTime::MIN).and_utc(), TimeDelta::days(1)))
    })
}

pub(super) fn scac_filter(context: &RequestContext<'_>, parameter: &str) -> Option<String> {
    let requested = context.parameter(parameter)?.trim().to_ascii_uppercase();
    let Ok(scac) = Scac::for_request(&requested) else {
        let detail = format!(
            "nothing matches {parameter} {}: a carrier code has four letters, such as MAEU",
            Quoted(&requested)
        );
        context.warn("no_match", parameter, detail);
        return Some(requested);
    };
    Some(context.engine.code_of_requests(&scac))
}

/// Places without a code are found by their name.
fn place_filter(context: &RequestContext<'_>, parameter: &str) -> Option<String> {
    let requested = context.parameter(parameter)?;
    if UnLocode::parse(requested).is_err() {
        let detail = format!(
            "{parameter} {} matches only places without a code: a UN/LOCODE has five characters, such as USLAX",
            Quoted(requested)
        );
        context.warn("no_match", parameter, detail);
    }
    Some(requested.to_owned())
}

/// The customers that match both filters. An unknown customer matches nothing; the response carries a `no_match` warning.
pub(super) fn customer_filter(context: &RequestContext<'_>) -> Result<Option<Vec<Uuid>>> {
    let (id, name) = (context.parameter(CUSTOMER), context.parameter(CUSTOMER_NAME).map(str::trim));
    let by_id = id.and_then(|text| Uuid::try_parse(text.trim()).ok());
    let (is_known, by_name) = context.engine.store.reading(|tx| {
        let is_known = by_id.map_or(Ok(false), |id| tx.is_customer(context.account, id))?;
        let named = name.map(|name| tx.customers_named(context.account, name)).transpose()?;
        Ok((is_known, named.unwrap_or_default()))
    })?;
    let by_id = id.map(|text| match by_id.filter(|_| is_known) {
        Some(id) => vec![id],
        None => unknown_customer(context, CUSTOMER, text),
    });
    let by_name =
        name.map(|name| if by_name.is_empty() { unknown_customer(context, CUSTOMER_NAME, name) } else { by_name });
    Ok(match (by_id, by_name) {
        (Some(by_id), Some(by_name)) if !by_name.contains(&by_id[0]) => Some(vec![Uuid::nil()]),
        (by_id, by_name) => by_id.or(by_name),
    })
}

fn unknown_customer(context: &RequestContext<'_>, parameter: &str, text: &str) -> Vec<Uuid> {
    context.warn("no_match", parameter, format!("no customer has the {parameter} {}", Quoted(text)));
    vec![Uuid::nil()]
}

/// Parses filters by custom fields: `filter[custom_fields][slug]=value`, or several as
/// `filter[custom_fields]=slug=value,slug=value`.
pub(super) fn custom_field_filters(
    context: &RequestContext<'_>,
    kind: &CustomFieldEntityType,
) -> Result<Vec<FieldCondition>> {
    let (mut requested, mut problems) = (Vec::new(), Problems::default());
    for name in context.query.names() {
        let Some(rest) = name.strip_prefix(OF_FIELDS) else { continue };
        let value = context.query.get(name).unwrap_or_default();
        match rest.strip_prefix('[').and_then(|slug| slug.strip_suffix(']')) {
            Some(slug) => requested.push((name.to_owned(), slug, value)),
            // `check_query` has warned about this unknown parameter.
            None if !rest.is_empty() => {}
            None => {
                for item in split_items(value) {
                    match item.split_once('=') {
                        Some((slug, value)) => requested.push((name.to_owned(), slug, value)),
                        None => {
                            problems.add(refused(name, format!("{} does not have the form slug=value", Quoted(item))))
                        }
                    }
                }
            }
        }
    }
    if requested.len() > MAX_FIELDS {
        problems.add(refused(OF_FIELDS, format!("a listing can be filtered by at most {MAX_FIELDS} custom fields")));
    }
    requested.truncate(MAX_FIELDS);
    if requested.is_empty() {
        return problems.end().map(|()| Vec::new());
    }
    let found = context.engine.store.reading(|tx| {
        let known = requested.iter().map(|(_, slug, _)| {
            let Some(known) = tx.field_definition_by_slug(context.account, kind, slug.trim())? else { return Ok(None) };
            let options = tx.field_options(context.account, &known.definition.id)?;
            Ok(Some((known.definition, options)))
        });
        known.collect::<Result<Vec<_>>>()
    })?;
    let mut conditions = Vec::new();
    for ((name, slug, value), known) in requested.into_iter().zip(found) {
        let name = shortened(&name);
        let Some((definition, options)) = known else {
            problems.add(refused(&name, format!("no custom field {} is defined for a {kind}", Quoted(slug))));
            continue;
        };
        let value = if options.is_empty() { value } else { option_value(context, &name, value, &options) };
        match fields::search_value(&definition.data_type, value) {
            Some(text) => conditions.push(FieldCondition { definition: definition.id, text }),
            None => {
                let data_type = definition.data_type.as_str();
                problems.add(refused(&name, format!("{} is not a value of type {data_type}", Quoted(value))));
            }
        }
    }
    problems.end().map(|()| conditions)
}

/// Finds the value of the option that `text` names by value or label. Warns if there is no such option.
fn option_value<'t>(
    context: &RequestContext<'_>,
    parameter: &str,
    text: &'t str,
    options: &'t [FieldOptionRecord],
) -> &'t str {
    let options = || options.iter().map(|record| &record.option);
    let is = |known: &str| known.trim().to_lowercase() == text.trim().to_lowercase();
    let option = options().find(|option| is(&option.value)).or_else(|| options().find(|option| is(&option.label)));
    if option.is_none() {
        context.no_match(parameter, text, options().map(|option| option.value.as_str()));
    }
    option.map_or(text, |option| &option.value)
}

/// Splits a list at commas. A comma that is not followed by `slug=` is part of the value before it.
fn split_items(text: &str) -> Vec<&str> {
    let text = text.trim_end_matches([',', ' ']);
    let is_slug = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let begins = |rest: &str| rest.trim_start().split_once('=').is_some_and(|(slug, _)| is_slug(slug));
    let (mut items, mut begin) = (Vec::new(), 0);
    for (comma, _) in text.match_indices(',').filter(|(comma, _)| begins(&text[comma + 1..])) {
        items.push(&text[begin..comma]);
        begin = comma + 1;
    }
    items.push(&text[begin..]);
    items.into_iter().map(str::trim).filter(|item| !item.is_empty()).collect()
}

fn refused(parameter: &str, detail: String) -> Error {
    Error::refused(ErrorKind::BadRequest, parameter, detail)
}

#[cfg(test)]
mod tests {
    use super::split_items;

    #[test]
    fn values_may_contain_commas() {
        assert_eq!(split_items("a=A, B"), ["a=A, B"]);
        assert_eq!(split_items("a=A, B,desk=3, c-d = x=y,z"), ["a=A, B", "desk=3, c-d = x=y,z"]);
        assert_eq!(split_items(",a=1,b=2, c=3,"), ["a=1", "b=2", "c=3"]);
        assert_eq!(split_items("hot, a=1"), ["hot", "a=1"]);
        assert_eq!(split_items(" , "), [""; 0]);
    }
}
