//! Customers of accounts.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

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
    /// Whether this is a customer of the account: a party, the account itself, or whom one of its requests is for.
    fn is_customer(&self, account: &AccountId, id: Uuid) -> Result<bool>;
    /// The customer of the account that is called so, whatever the case and the marks of its letters: a party, or the account
    /// itself. Of several it is the one that is written so, else the oldest.
    fn customer_called(&self, account: &AccountId, name: &str) -> Result<Option<Uuid>>;
    /// The account's customers, newest first.
    fn parties(&self, account: &AccountId, slice: &Slice) -> Result<Vec<PartyRecord>>;
    /// How many customers the account has. Cheap.
    fn count_parties(&self, account: &AccountId) -> Result<u64>;
}
