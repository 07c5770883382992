//! Accounts and their users.

use super::macros::resource;
use crate::ids::Id;

/// The id of an [`Account`].
pub type AccountId = Id<Account>;

/// The id of a [`User`].
pub type UserId = Id<User>;

resource! {
    /// An account: the owner of requests, shipments, webhooks and mail.
    pub struct Account = "account" {
        /// Name of the company.
        plain company_name: String,
    }
    relationships {}
}

resource! {
    /// A user of an account. The service documents no attributes: what it sends is in `other`.
    pub struct User = "user" {}
    relationships {}
}
