//! Checks, formats and normalizes custom fields: their definitions and values. The functions are pure: they read nothing from the store.

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

/// The types of resources that can have custom fields, by the names in definitions.
pub(crate) const ENTITY_NAMES: [&str; 3] = ["Shipment", "Container", "TrackingRequest"];

/// The type of resource with this name. Accepts the names of definitions and of JSON:API types.
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
