//! Customers that shipments are tracked for.

use super::macros::resource;
use crate::ids::Id;

/// The id of a [`Party`].
pub type PartyId = Id<Party>;

resource! {
    /// A company that an account tracks shipments for: its customer.
    pub struct Party = "party" {
        /// Name of the company; an account has each name once.
        plain company_name: String,
    }
    relationships {}
}
