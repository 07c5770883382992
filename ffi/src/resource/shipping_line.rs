//! Ocean carriers.

use shiptrack::resources::ShippingLine;

use super::family::family;

family! {
    ShippingLine(it) = 10;
    texts {
        /// Standard Carrier Alpha Code.
        shiptrack_shipping_line_scac = it.scac;
        /// Full name.
        shiptrack_shipping_line_name = it.name;
        /// Short name.
        shiptrack_shipping_line_short_name = it.short_name;
        /// What data the carrier supplies: booleans with notes: a JSON object.
        shiptrack_shipping_line_provided_data = it.provided_data;
        /// The carrier's own tracking page, a template.
        shiptrack_shipping_line_tracking_url = it.tracking_url;
        /// The carrier's contact page.
        shiptrack_shipping_line_contact_url = it.contact_url;
    }
    lists {
        /// Other codes that mean the same carrier. Item `index`, from 0.
        [
            /// How many items shiptrack_shipping_line_alternative_scacs_at() has.
            shiptrack_shipping_line_alternative_scacs_count
        ] shiptrack_shipping_line_alternative_scacs_at = it.alternative_scacs;
    }
    integers {}
    doubles {}
    flags {
        /// Whether bills of lading can be tracked: 1 yes, 0 no, -1 not told.
        shiptrack_shipping_line_bill_of_lading_tracking_support = it.bill_of_lading_tracking_support;
        /// Whether bookings can be tracked: 1 yes, 0 no, -1 not told.
        shiptrack_shipping_line_booking_number_tracking_support = it.booking_number_tracking_support;
        /// Whether containers can be tracked: 1 yes, 0 no, -1 not told.
        shiptrack_shipping_line_container_number_tracking_support = it.container_number_tracking_support;
    }
    codes {}
}
