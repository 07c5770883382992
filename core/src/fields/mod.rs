//! Custom fields: checks definitions and values, formats values for people, and normalizes values for filters. The functions are pure.

mod decimal;
mod definition;
mod display;
mod rules;
mod search_values;
mod value;

pub(crate) use definition::{check_default, check_reference_type, check_slug, is_format};
pub(crate) use display::display_value;
pub(crate) use rules::Rules;
pub(crate) use search_values::{search_value, search_values};
pub(crate) use value::{check_value, has_options, referenced_resource};

use crate::jsonapi::Resource;
use crate::resources::{Container, CustomFieldEntityType, Shipment, TrackingRequest};

/// The names of the resource types that can have custom fields, as `entity_type` of a definition has them.
pub(crate) const ENTITY_NAMES: [&str; 3] = ["Shipment", "Container", "TrackingRequest"];

/// Parses the name of a resource type: a name in [`ENTITY_NAMES`], a JSON:API type, or `Cargo`, an alias of `Container`.
pub(crate) fn entity_named(name: &str) -> Option<CustomFieldEntityType> {
    match name {
        "Shipment" | "shipment" => Some(CustomFieldEntityType::Shipment),
        "Container" | "container" | "Cargo" | "cargo" => Some(CustomFieldEntityType::Container),
        "TrackingRequest" | "tracking_request" => Some(CustomFieldEntityType::TrackingRequest),
        _ => None,
    }
}

fn resource_type(entity: &CustomFieldEntityType) -> &'static str {
    match entity {
        CustomFieldEntityType::Shipment => Shipment::TYPE,
        CustomFieldEntityType::TrackingRequest => TrackingRequest::TYPE,
        _ => Container::TYPE,
    }
}

#[cfg(test)]
mod tests;
