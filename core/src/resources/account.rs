//! Accounts and their users.

use super::macros::resource;
use crate::ids::Id;

/// The id of an [`Account`].
pub type AccountId = Id<Account>;

/// The id of a [`User`].
pub type UserId = Id<User>;

resource! {
    /// An account of the service: the owner of requests, shipments, webhooks and mail.
    pub struct Account = "account" {
        /// Name of the company that has the account.
        plain company_name: String,
    }
    relationships {}
}

resource! {
    /// A user of an account. The service documents no attributes of users: what it sends of them is kept as it came.
    pub struct User = "user" {}
    relationships {}
}
