//! Renders shipping lines.

use crate::ids::Id;
use crate::numbers::NumberKind;
use crate::resources::ShippingLine;
use crate::shipping_lines::Line;

/// The resource of an installed carrier that the table of shipping lines does not have. It is unknown which kinds of numbers it supports.
pub(in crate::service) fn unlisted(scac: &str, name: &str) -> ShippingLine {
    ShippingLine {
        id: Id::new(scac),
        scac: scac.to_owned(),
        name: name.to_owned(),
        short_name: name.to_owned(),
        ..Default::default()
    }
}

/// The resource of a line. Its id is its code.
pub(in crate::service) fn resource(line: &Line) -> ShippingLine {
    ShippingLine {
        id: Id::new(line.scac),
        scac: line.scac.to_owned(),
        name: line.name.to_owned(),
        alternative_scacs: line.alternative_scacs.iter().map(|scac| (*scac).to_owned()).collect(),
        short_name: line.short_name.to_owned(),
        bill_of_lading_tracking_support: Some(line.supports(NumberKind::BillOfLading)),
        booking_number_tracking_support: Some(line.supports(NumberKind::BookingNumber)),
        container_number_tracking_support: Some(line.supports(NumberKind::Container)),
        tracking_url: line.tracking_url.map(str::to_owned),
        contact_url: line.contact_url.map(str::to_owned),
        ..Default::default()
    }
}
