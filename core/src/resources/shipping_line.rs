//! Shipping lines (ocean carriers).

use super::macros::resource;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`ShippingLine`].
pub type ShippingLineId = Id<ShippingLine>;

resource! {
    /// A shipping line: an ocean carrier at which numbers can be tracked.
    pub struct ShippingLine = "shipping_line" {
        /// Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that identify it in tracking requests.
        required scac: String,
        /// Full name of the shipping line.
        required name: String,
        /// Other SCACs of the shipping line, which tracking requests also accept.
        list alternative_scacs: String,
        /// Common short name of the shipping line.
        required short_name: String,
        /// Whether bills of lading of the shipping line can be tracked; `null` if unknown.
        nullable bill_of_lading_tracking_support: bool,
        /// Whether bookings of the shipping line can be tracked; `null` if unknown.
        nullable booking_number_tracking_support: bool,
        /// Whether containers can be tracked by container number at the shipping line; `null` if unknown.
        nullable container_number_tracking_support: bool,
        /// Which data the shipping line supplies: a boolean for each kind of data, and a text with the same name and the suffix `_notes`;
        /// `null` if unknown.
        nullable provided_data: Members,
        /// URL of the tracking page of the shipping line; `null` if unknown. The number replaces `${BLNUM}`; if the URL does not contain
        /// it, the number is entered on the page.
        nullable tracking_url: String,
        /// URL of the contact page of the shipping line; `null` if unknown.
        nullable contact_url: String,
        /// Whether this service can ask the shipping line about numbers. Only the embedded service has this attribute.
        nullable can_be_asked: bool,
    }
    relationships {}
}
