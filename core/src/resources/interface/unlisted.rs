//! Parts of the interface that are not in the table of operations: the announcement of files, and write-only attributes.

use crate::resources::DIRECT_UPLOADS;
use crate::resources::Operation;
use crate::resources::Shape::Object;
use crate::resources::operation::Answer::Json;
use crate::resources::operation::Body::Members;
use crate::resources::operation::builders::{post, required_field};

/// Announces a file before it is uploaded; see [`DIRECT_UPLOADS`].
pub(crate) const ANNOUNCE_FILE: &Operation = &post(
    "announce_file",
    DIRECT_UPLOADS,
    Members(&[required_field("blob", Object, "The file: `filename`, `byte_size`, `checksum` and `content_type`.")]),
    Json("The file: `filename`, `byte_size`, `checksum` and `content_type`."),
);

/// Attributes of tracking requests and shipments that some writes accept, but that are not in the resource. A write that does not
/// accept them rejects them. Unknown attributes are ignored.
pub(crate) const WRITE_ONLY_ATTRIBUTES: [&str; 6] = [
    "allow_wrong_check_digit",
    "auto_detect_vocc_scac",
    "initial_custom_fields",
    "ref_number",
    "shipment_tags",
    "tags",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::resources::{Body, INTERFACE, Schema, Shipment, TrackingRequest};

    #[test]
    fn write_only_attributes_are_listed() {
        let mut hidden = BTreeSet::new();
        for operation in INTERFACE.iter().flat_map(|family| family.operations) {
            let (fields, shown) = match operation.body {
                Body::Document("tracking_request", fields, _) => (fields, TrackingRequest::ATTRIBUTES),
                Body::Document("shipment", fields, _) => (fields, Shipment::ATTRIBUTES),
                _ => continue,
            };
            let is_hidden = |name: &&str| shown.iter().all(|attribute| attribute.name != *name);
            hidden.extend(fields.iter().flat_map(|field| field.names()).filter(is_hidden));
        }
        assert_eq!(hidden.into_iter().collect::<Vec<_>>(), WRITE_ONLY_ATTRIBUTES);
    }
}
