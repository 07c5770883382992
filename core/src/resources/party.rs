//! Customers of an account.

use super::macros::resource;
use crate::ids::Id;

/// The id of a [`Party`].
pub type PartyId = Id<Party>;

resource! {
    /// A customer of an account: a company for which shipments are tracked.
    pub struct Party = "party" {
        /// Name of the company. It is unique in the account.
        plain company_name: String,
    }
    relationships {}
}
