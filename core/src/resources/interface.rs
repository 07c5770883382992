//! The table of all operations of the API, by family. The attributes and relationships of resources are in the files of the
//! resources.
//!
//! This table is the only description of the API. The service dispatches requests by it, and checks paths, methods, parameters,
//! includes and the members of bodies against it.

mod custom_fields;
mod directory;
mod documents;
mod tracking;
#[cfg(feature = "embedded")]
pub(super) mod unlisted;
mod webhooks;

use custom_fields::{CUSTOM_FIELD_DEFINITIONS, CUSTOM_FIELDS};
use directory::{METRO_AREAS, PARTIES, PORTS, SHIPPING_LINES, TERMINALS, VESSELS};
use documents::{DOCUMENT_SCHEMAS, DOCUMENTS, EMAIL_SUBMISSIONS};
use tracking::{CONTAINERS, SEARCH, SHIPMENTS, TRACKING_REQUESTS};
use webhooks::{WEBHOOK_NOTIFICATIONS, WEBHOOKS};

use super::operation::builders::family;
use super::operation::{Family, Operation};

/// All families of the API, sorted by name.
pub const INTERFACE: &[Family] = &[
    family("containers", "Containers of tracked shipments.", CONTAINERS),
    family(
        "custom_field_definitions",
        "Definitions of the custom fields that an account adds to its resources, and their options.",
        CUSTOM_FIELD_DEFINITIONS,
    ),
    family("custom_fields", "Values of the custom fields of resources.", CUSTOM_FIELDS),
    family("document_schemas", "Schemas of the data that is extracted from documents.", DOCUMENT_SCHEMAS),
    family("documents", "Freight documents, their files, and the data that was extracted from them.", DOCUMENTS),
    family("email_submissions", "Email messages that the account received.", EMAIL_SUBMISSIONS),
    family("metro_areas", "Cities and regions inland that are destinations of containers.", METRO_AREAS),
    family("parties", "Customers of the account.", PARTIES),
    family("ports", "Ports where vessels call.", PORTS),
    family(
        "search",
        "Search for shipments, containers and tracking requests by number, reference, tag or name.",
        SEARCH,
    ),
    family("shipments", "Shipments that were found under tracked numbers.", SHIPMENTS),
    family("shipping_lines", "Ocean carriers, and what can be tracked at each.", SHIPPING_LINES),
    family("terminals", "Terminals of ports and of railways.", TERMINALS),
    family("tracking_requests", "Requests to track a number at a carrier.", TRACKING_REQUESTS),
    family("vessels", "Vessels that carry containers.", VESSELS),
    family(
        "webhook_notifications",
        "Notifications for webhooks, and the status of their delivery.",
        WEBHOOK_NOTIFICATIONS,
    ),
    family("webhooks", "URLs that receive notifications of events.", WEBHOOKS),
];

/// The path to which a file is announced before it is uploaded (`POST`, plain JSON). It is relative to the origin of the service,
/// not to the base URL of the API. A document is then created with the `signed_id` of the response.
pub const DIRECT_UPLOADS: &str = "/rails/active_storage/direct_uploads";

/// The beginning of the paths of signed links to files that the service itself stores.
pub const STORED_FILES: &str = "/rails/active_storage/disk/";

/// The operation with this name in this family: `parties`, `create`.
pub fn operation(family: &str, name: &str) -> Option<&'static Operation> {
    family_named(family)?.operations.iter().find(|operation| operation.name == name)
}

/// The family with this name.
pub fn family_named(name: &str) -> Option<&'static Family> {
    INTERFACE.iter().find(|family| family.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Bucket;
    use crate::resources::{Idempotency, ServedBy};

    fn all() -> impl Iterator<Item = (&'static Family, &'static Operation)> {
        INTERFACE.iter().flat_map(|family| family.operations.iter().map(move |operation| (family, operation)))
    }

    fn found(method: &str, path: &str) -> Option<&'static Operation> {
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        family_named(segments[0])?.operations_at(&segments[1..]).find(|operation| operation.method == method)
    }

    #[test]
    fn a_path_is_dispatched_to_its_operation() {
        for (family, operation) in all() {
            let path = operation.path.split('/').map(|segment| if segment.starts_with('{') { "x" } else { segment });
            let path: Vec<&str> = path.collect();
            let found = found(operation.method, &path.join("/"));
            assert_eq!(found, Some(operation), "{} {}", family.name, operation.name);
            assert_eq!(super::operation(family.name, operation.name), Some(operation));
            let arguments = operation.arguments_in(&path[2..]);
            assert_eq!(arguments, vec!["x"; operation.path_arguments().count()], "{}", operation.path);
        }
        assert_eq!(found("GET", "/webhooks/events").unwrap().name, "events");
        assert_eq!(found("GET", "/webhooks/0b1").unwrap().name, "get");
        assert_eq!(found("DELETE", "/webhooks/events"), None);
        assert_eq!(found("DELETE", "/shipments/0b1"), None);
        assert_eq!(found("GET", "/containers/0b1/legs"), None);
    }

    #[test]
    fn default_includes_are_valid_includes() {
        for (family, operation) in all().filter(|(_, operation)| !operation.includes.is_empty()) {
            let served = operation.included_by_default.iter().all(|path| operation.includes.contains(path));
            assert!(served, "{}.{}", family.name, operation.name);
        }
    }

    #[test]
    fn families_are_sorted_and_everything_is_documented() {
        assert!(INTERFACE.is_sorted_by_key(|family| family.name));
        for (family, operation) in all() {
            let texts = operation
                .parameters
                .iter()
                .map(|parameter| parameter.about)
                .chain(operation.fields().iter().map(|field| field.about));
            for about in
                texts.chain(operation.links().iter().map(|link| link.about)).chain([family.about, operation.about])
            {
                assert!(about.ends_with('.') && about.len() > 5, "{}.{}: {about:?}", family.name, operation.name);
            }
            assert_eq!(operation.path.split('/').nth(1), Some(family.name));
        }
        // The published description of the hosted API has 83 operations. One of them, reading a vessel by its IMO number, is the same
        // operation here as reading it by id.
        assert_eq!(all().filter(|(_, operation)| operation.served_by != ServedBy::EmbeddedOnly).count() + 1, 83);
    }

    #[test]
    fn only_vessel_positions_are_not_served_and_the_reason_is_given() {
        for (family, operation) in all() {
            let parts = operation.parameters.iter().filter_map(|parameter| parameter.not_served);
            for why in operation.not_served().into_iter().chain(parts) {
                assert_eq!(family.name, "vessels", "{}.{}", family.name, operation.name);
                assert!(why.ends_with('.') && why.len() > 20, "{}.{}: {why:?}", family.name, operation.name);
            }
        }
    }

    #[test]
    fn operations_have_a_rate_limit_and_an_idempotency() {
        let properties = |family, name| {
            operation(family, name).map(|operation| (operation.bucket(), operation.idempotency())).unwrap()
        };
        assert_eq!(properties("tracking_requests", "create"), (Bucket::Create, Idempotency::NotIdempotent));
        assert_eq!(properties("tracking_requests", "infer_number"), (Bucket::Infer, Idempotency::Safe));
        assert_eq!(properties("containers", "refresh"), (Bucket::Refresh, Idempotency::NotIdempotent));
        assert_eq!(properties("shipments", "stop_tracking"), (Bucket::Default, Idempotency::Idempotent));
        assert_eq!(properties("parties", "create"), (Bucket::Default, Idempotency::NotIdempotent));
        assert_eq!(properties("documents", "delete"), (Bucket::Default, Idempotency::Idempotent));
    }
}
