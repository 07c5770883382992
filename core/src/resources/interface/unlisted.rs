//! Parts of the interface that are not in the table of operations: the announcement of files, unsupported parameters, write-only attributes.

use super::INTERFACE;
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

pub(crate) fn is_parameter(name: &str) -> bool {
    let mut listed = INTERFACE.iter().flat_map(|family| family.operations).flat_map(|operation| operation.parameters);
    name == "include"
        || name.starts_with("page[")
        || name.starts_with("fields[")
        || UNSUPPORTED_PARAMETERS.split_whitespace().any(|parameter| parameter == name)
        || listed.any(|parameter| parameter.name == name)
}

/// Parameters that are in the documentation of the hosted service, but that no operation takes. The embedded service rejects them
/// like the parameters of another operation. It ignores parameters with unknown names.
const UNSUPPORTED_PARAMETERS: &str = "filter[created_at] filter[updated_at] filter[actively_tracked] filter[voyage_status] filter[arriving_today] \
    filter[pod_ata_at] filter[pod_arrival] filter[pod_eta_changed_at] filter[pod_terminal_id] filter[owner_id] \
    filter[creator_id] filter[product] filter[party_id] filter[parties] filter[tags] filter[tags_and] filter[pol] \
    filter[pod] filter[destination] filter[has_fees] filter[has_demurrage_fees] filter[has_fees_or_holds] \
    filter[has_holds] filter[requires_attention] filter[eta_changed_in_last_24h] \
    filter[eta_changed_in_past_3_days] filter[search_by_ids] filter[search_by_number] \
    filter[search_by_shipment_number] filter[search_by_shipment_ref_numbers] filter[search_by_ref_numbers] \
    filter[search_by_owner_id] filter[delivered_at] filter[pod_discharged_at] filter[pod_arrived_at] \
    filter[pol_etd_at] filter[pol_atd_at] filter[empty_out_at] filter[pol_full_in_at] filter[pol_vessel_loaded_at] \
    filter[pol_vessel_departed_at] filter[arrival] filter[picked_up_at] filter[empty_returned_at] \
    filter[last_free_day_on] filter[final_destination_full_out_at] filter[inland_destination_rail_unloaded_at] \
    filter[inland_destination_eta_at] filter[inland_destination_ata_at] filter[pod_rail_departed_at] \
    filter[pickup_lfd] filter[pickup_lfd_rail_on] filter[pickup_lfd_terminal_on] filter[pickup_lfd_line_on] \
    filter[pickup_lfd_terminal_effective_on] filter[pickup_lfd_line_effective_on]";

/// Attributes of tracking requests and shipments that some writes accept, but that are not in the resource. A write that does not
/// accept them rejects them. Unknown attributes are ignored.
pub(crate) const WRITE_ONLY_ATTRIBUTES: [&str; 5] =
    ["auto_detect_vocc_scac", "initial_custom_fields", "ref_number", "shipment_tags", "tags"];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::resources::{Body, Schema, Shipment, TrackingRequest};

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
