//! Checks definitions.

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

pub(crate) fn check_slug(place: &str, entity: &CustomFieldEntityType, slug: &str) -> Result<()> {
    let is_word = slug.len() <= LONGEST_SLUG
        && slug.starts_with(|first: char| first.is_ascii_alphabetic())
        && slug.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if !is_word {
        let detail = format!(
            "{} is not a slug: {LONGEST_SLUG} letters, digits, _ and - at most, the first of them a letter",
            Quoted(slug)
        );
        return Err(Error::invalid(place, detail));
    }
    let small = slug.to_ascii_lowercase();
    if RESERVED.contains(&small.as_str()) || is_member(entity, &small) {
        return Err(Error::invalid(place, format!("{slug} is reserved: every {entity} has something of that name")));
    }
    Ok(())
}

fn is_member(entity: &CustomFieldEntityType, name: &str) -> bool {
    fn of<T: Schema>(name: &str) -> bool {
        T::ATTRIBUTES.iter().any(|known| known.name == name) || T::RELATIONSHIPS.iter().any(|known| known.name == name)
    }
    match entity {
        CustomFieldEntityType::Shipment => of::<Shipment>(name),
        CustomFieldEntityType::TrackingRequest => of::<TrackingRequest>(name),
        _ => of::<Container>(name),
    }
}

pub(crate) fn check_reference_type(place: &str, data_type: &CustomFieldDataType, told: Option<&str>) -> Result<()> {
    match (data_type, told) {
        (CustomFieldDataType::Reference, None) => {
            Err(Error::blank(place, "a field of references has a reference_type"))
        }
        (CustomFieldDataType::Reference, Some(told)) if referred_type(told).is_none() => {
            let known = ENTITY_NAMES.join(", ");
            Err(Error::invalid(place, format!("nothing can lead to {}; there are {known}, Party", Quoted(told))))
        }
        (CustomFieldDataType::Reference, Some(_)) | (_, None) => Ok(()),
        (_, Some(_)) => Err(Error::invalid(place, format!("a field of the type {data_type} leads to nothing"))),
    }
}

/// Without options any text is accepted: it may become one.
pub(crate) fn check_default(place: &str, definition: &CustomFieldDefinition, options: Options<'_>) -> Result<()> {
    let Some(default) = definition.default_value.as_ref().filter(|default| !default.is_null()) else { return Ok(()) };
    let options = options.filter(|options| !options.is_empty());
    value::check_value(definition, options, place, default).map(drop)
}

pub(crate) fn is_format(data_type: &CustomFieldDataType, format: &str) -> bool {
    let is_short = format.chars().count() <= LONGEST_FORMAT;
    match data_type {
        CustomFieldDataType::Number => places(format).is_some(),
        CustomFieldDataType::Date | CustomFieldDataType::Datetime => is_short && is_of_moments(format),
        _ => false,
    }
}

fn is_of_moments(format: &str) -> bool {
    let mut names_any = false;
    let is_sound = StrftimeItems::new(format).all(|item| {
        names_any |= matches!(item, Item::Numeric(..) | Item::Fixed(_));
        !matches!(item, Item::Error)
    });
    is_sound && names_any
}

pub(super) fn places(format: &str) -> Option<(bool, usize)> {
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
