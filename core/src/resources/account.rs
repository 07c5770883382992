//! Accounts and their users.

use super::macros::resource;
use crate::ids::Id;

/// The id of an [`Account`].
pub type AccountId = Id<Account>;

/// The id of a [`User`].
pub type UserId = Id<User>;

resource! {
    /// An account of the service. It owns tracking requests, shipments, webhooks and email submissions.
    pub struct Account = "account" {
        /// Name of the company that owns the account.
        plain company_name: String,
    }
    relationships {}
}

resource! {
    /// A user of an account. The hosted service documents no attributes of users; unknown attributes are preserved.
    pub struct User = "user" {}
    relationships {}
}
