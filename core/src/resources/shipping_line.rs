//! Ocean carriers.

use super::macros::resource;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`ShippingLine`].
pub type ShippingLineId = Id<ShippingLine>;

resource! {
    /// An ocean carrier whose numbers can be tracked.
    pub struct ShippingLine = "shipping_line" {
        /// Standard Carrier Alpha Code.
        required scac: String,
        /// Full name.
        required name: String,
        /// Other codes that mean the same carrier.
        list alternative_scacs: String,
        /// Short name.
        required short_name: String,
        /// Whether bills of lading can be tracked.
        nullable bill_of_lading_tracking_support: bool,
        /// Whether bookings can be tracked.
        nullable booking_number_tracking_support: bool,
        /// Whether containers can be tracked.
        nullable container_number_tracking_support: bool,
        /// What data the carrier supplies: booleans with notes.
        optional provided_data: Members,
        /// The carrier's own tracking page, a template.
        optional tracking_url: String,
        /// The carrier's contact page.
        optional contact_url: String,
    }
    relationships {}
}
