//! Customers of accounts.

use serde::{Deserialize, Serialize};

use super::{Slice, sealed};
use crate::error::Result;
use crate::resources::{AccountId, Party, PartyId};

/// A customer of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartyRecord {
    /// Whose.
    pub account: AccountId,
    /// The customer.
    pub party: Party,
}

/// Customers of accounts.
pub trait Parties: sealed::Sealed {
    /// Adds or replaces a customer. A second one of its account with this name is refused as
    /// [`Conflict`](crate::error::ErrorKind::Conflict).
    fn put_party(&self, record: &PartyRecord) -> Result<()>;
    /// The account's customer with this id.
    fn party(&self, account: &AccountId, id: &PartyId) -> Result<Option<PartyRecord>>;
    /// The account's customer with this name.
    fn party_named(&self, account: &AccountId, name: &str) -> Result<Option<PartyRecord>>;
    /// The account's customers, newest first.
    fn parties(&self, account: &AccountId, slice: &Slice) -> Result<Vec<PartyRecord>>;
    /// How many customers the account has. Cheap.
    fn count_parties(&self, account: &AccountId) -> Result<u64>;
}
