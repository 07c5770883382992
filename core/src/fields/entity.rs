//! What has custom fields.

use crate::jsonapi::Resource;
use crate::resources::{Container, CustomFieldEntityType, Shipment, TrackingRequest};

/// What can have custom fields, as a definition names it.
pub(crate) const ENTITY_NAMES: [&str; 3] = ["Shipment", "Container", "TrackingRequest"];

/// What is called so, by a definition or by its type of resource. Containers have two names, and one here.
pub(crate) fn entity_named(name: &str) -> Option<CustomFieldEntityType> {
    match name {
        "Shipment" | "shipment" => Some(CustomFieldEntityType::Shipment),
        "Container" | "container" | "Cargo" | "cargo" => Some(CustomFieldEntityType::Container),
        "TrackingRequest" | "tracking_request" => Some(CustomFieldEntityType::TrackingRequest),
        _ => None,
    }
}

/// The type of the resources that have the field.
pub(crate) fn resource_type(entity: &CustomFieldEntityType) -> &'static str {
    match entity {
        CustomFieldEntityType::Shipment => Shipment::TYPE,
        CustomFieldEntityType::TrackingRequest => TrackingRequest::TYPE,
        _ => Container::TYPE,
    }
}
