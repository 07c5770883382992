//! Custom fields: which definitions there may be, which values fit them, and how a value is shown. All of it is decided
//! from what is given; nothing is looked up.

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

pub(crate) const ENTITY_NAMES: [&str; 3] = ["Shipment", "Container", "TrackingRequest"];

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
