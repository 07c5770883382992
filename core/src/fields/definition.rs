//! Checks definitions of custom fields.

use chrono::format::{Item, StrftimeItems};

use super::ENTITY_NAMES;
use super::value::{self, Options, referred_type};
use crate::error::{Error, Quoted, Result};
use crate::resources::{
    Container, CustomFieldDataType, CustomFieldDefinition, CustomFieldEntityType, Schema, Shipment, TrackingRequest,
};

const LONGEST_SLUG: usize = 100;

const LONGEST_FORMAT: usize = 100;

const RESERVED: [&str; 8] =
    ["id", "type", "attributes", "relationships", "links", "meta", "custom_field", "custom_fields"];

/// Checks that a slug is well-formed and is not the name of a member of the resource.
pub(crate) fn check_slug(place: &str, entity: &CustomFieldEntityType, slug: &str) -> Result<()> {
    let is_word = slug.len() <= LONGEST_SLUG
        && slug.starts_with(|first: char| first.is_ascii_alphabetic())
        && slug.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if !is_word {
        let detail = format!(
            "{} is not a valid slug. Use at most {LONGEST_SLUG} letters, digits, `_` and `-`, starting with a letter",
            Quoted(slug)
        );
        return Err(Error::invalid(place, detail));
    }
    let small = slug.to_ascii_lowercase();
    if RESERVED.contains(&small.as_str()) || is_member(entity, &small) {
        return Err(Error::invalid(place, format!("{slug} is reserved: it is the name of a member of every {entity}")));
    }
    Ok(())
}

fn is_member(entity: &CustomFieldEntityType, name: &str) -> bool {
    fn of<T: Schema>(name: &str) -> bool {
        T::ATTRIBUTES.iter().any(|member| member.name == name)
            || T::RELATIONSHIPS.iter().any(|member| member.name == name)
    }
    match entity {
        CustomFieldEntityType::Shipment => of::<Shipment>(name),
        CustomFieldEntityType::TrackingRequest => of::<TrackingRequest>(name),
        _ => of::<Container>(name),
    }
}

/// Checks that a definition has a valid `reference_type` if its data type is `reference`, and no `reference_type` otherwise.
pub(crate) fn check_reference_type(
    place: &str,
    data_type: &CustomFieldDataType,
    reference_type: Option<&str>,
) -> Result<()> {
    match (data_type, reference_type) {
        (CustomFieldDataType::Reference, None) => {
            Err(Error::blank(place, "a field with the data type `reference` needs a `reference_type`"))
        }
        (CustomFieldDataType::Reference, Some(name)) if referred_type(name).is_none() => {
            let names = ENTITY_NAMES.join(", ");
            Err(Error::invalid(place, format!("{} is not a `reference_type`. Use one of {names}, Party", Quoted(name))))
        }
        (CustomFieldDataType::Reference, Some(_)) | (_, None) => Ok(()),
        (_, Some(_)) => {
            Err(Error::invalid(place, format!("a field with the data type {data_type} cannot have a `reference_type`")))
        }
    }
}

/// If there are no options yet, any text is accepted, because an option with this value can be added later.
pub(crate) fn check_default(place: &str, definition: &CustomFieldDefinition, options: Options<'_>) -> Result<()> {
    let Some(default) = definition.default_value.as_ref().filter(|default| !default.is_null()) else { return Ok(()) };
    let options = options.filter(|options| !options.is_empty());
    value::check_value(definition, options, place, default).map(drop)
}

/// Whether the text is a valid format for the data type.
pub(crate) fn is_format(data_type: &CustomFieldDataType, format: &str) -> bool {
    let is_short = format.chars().count() <= LONGEST_FORMAT;
    match data_type {
        CustomFieldDataType::Number => parse_number_format(format).is_some(),
        CustomFieldDataType::Date | CustomFieldDataType::Datetime => is_short && is_time_format(format),
        _ => false,
    }
}

fn is_time_format(format: &str) -> bool {
    let mut names_any = false;
    let is_sound = StrftimeItems::new(format).all(|item| {
        names_any |= matches!(item, Item::Numeric(..) | Item::Fixed(_));
        !matches!(item, Item::Error)
    });
    is_sound && names_any
}

/// Parses a number format: whether it has thousands separators, and the number of decimal places. The hosted service documents the number of
/// decimal places, `2` for `0.00`.
pub(super) fn parse_number_format(format: &str) -> Option<(bool, usize)> {
    if let [places @ b'0'..=b'6'] = format.as_bytes() {
        return Some((false, usize::from(places - b'0')));
    }
    let (with_commas, rest) = match format.strip_prefix("#,##") {
        Some(rest) => (true, rest),
        None => (false, format),
    };
    match rest.strip_prefix('0')? {
        "" => Some((with_commas, 0)),
        zeros => {
            let zeros = zeros.strip_prefix('.')?;
            let is_sound = (1..=6).contains(&zeros.len()) && zeros.bytes().all(|byte| byte == b'0');
            is_sound.then_some((with_commas, zeros.len()))
        }
    }
}
