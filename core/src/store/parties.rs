//! Customers of accounts.

use serde::{Deserialize, Serialize};

use crate::resources::{AccountId, Party};

/// A customer of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartyRecord {
    /// Whose.
    pub account: AccountId,
    /// The customer.
    pub party: Party,
}
