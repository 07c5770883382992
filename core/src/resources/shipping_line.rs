//! Ocean carriers.

use super::macros::resource;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`ShippingLine`].
pub type ShippingLineId = Id<ShippingLine>;

resource! {
    /// A shipping line: an ocean carrier whose numbers can be tracked.
    pub struct ShippingLine = "shipping_line" {
        /// Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that name it in tracking requests.
        required scac: String,
        /// Full name of the shipping line.
        required name: String,
        /// Other codes that mean the same shipping line; tracking requests take them, too.
        list alternative_scacs: String,
        /// Short name of the shipping line, as people in the trade use it.
        required short_name: String,
        /// Whether its bills of lading can be tracked.
        nullable bill_of_lading_tracking_support: bool,
        /// Whether its bookings can be tracked.
        nullable booking_number_tracking_support: bool,
        /// Whether containers can be tracked at it by their number alone.
        nullable container_number_tracking_support: bool,
        /// Which data the shipping line supplies: a boolean a kind, each with notes under a name ending in `_notes`.
        optional provided_data: Members,
        /// URL of the shipping line's own tracking page, with `${BLNUM}` where the number goes; `None` when there is
        /// none.
        optional tracking_url: String,
        /// URL of the shipping line's contact page; `None` when there is none.
        optional contact_url: String,
    }
    relationships {}
}
