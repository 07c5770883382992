//! Customers of accounts.

use rusqlite::params;
use uuid::Uuid;

use super::columns::{key, to_json, word};
use super::listing::Listing;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, PartyId};
use crate::store::{PartyRecord, Slice};

impl Tx<'_> {
    /// Adds or replaces a customer. A second one of its account with this name is refused as
    /// [`Conflict`](crate::error::ErrorKind::Conflict).
    pub fn put_party(&self, record: &PartyRecord) -> Result<()> {
        self.change_or(
            "INSERT INTO parties (account, id, name, search_name, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (account, id) DO UPDATE SET name = ?3, search_name = ?4, body = ?5",
            params![
                key(&record.account),
                key(&record.party.id),
                record.party.company_name,
                word(&record.party.company_name),
                to_json(record)?
            ],
            || Error::new(ErrorKind::Conflict, "the account has another customer with this name"),
        )
    }

    /// The account's customer with this id.
    pub fn party(&self, account: &AccountId, id: &PartyId) -> Result<Option<PartyRecord>> {
        self.by_id("parties", account, id)
    }

    /// The account's customer with this name.
    pub fn party_by_name(&self, account: &AccountId, name: &str) -> Result<Option<PartyRecord>> {
        self.record("SELECT body FROM parties WHERE account = ?1 AND name = ?2", (key(account), name))
    }

    /// Whether this is a customer of the account: a party, the account itself, or whom one of its requests is for.
    pub fn is_customer(&self, account: &AccountId, id: Uuid) -> Result<bool> {
        Ok(account.uuid() == Some(id) || self.number(IS_CUSTOMER, (key(account), id.into_bytes()))? > 0)
    }

    /// The customer of the account that is called so, whatever the case and the marks of its letters: a party, or the account
    /// itself. Of several it is the one that is written so, else the oldest.
    pub fn customer_by_name(&self, account: &AccountId, name: &str) -> Result<Option<Uuid>> {
        let called = self
            .first(BY_NAME, (key(account), word(name), name), |row| Ok((Uuid::from_bytes(row.get(0)?), row.get(1)?)))?;
        let own = self.account(account)?.filter(|own| word(&own.company_name) == word(name));
        let own = own.and_then(|own| Some((own.id.uuid()?, own.company_name == name)));
        let best = [called, own].into_iter().flatten().min_by_key(|(_, is_written_so)| !is_written_so);
        Ok(best.map(|(id, _)| id))
    }

    /// The account's customers, newest first.
    pub fn parties(&self, account: &AccountId, slice: &Slice) -> Result<Vec<PartyRecord>> {
        self.page(Listing::of("parties", account), slice)
    }

    /// How many customers the account has. Cheap.
    pub fn count_parties(&self, account: &AccountId) -> Result<u64> {
        self.stored_count("parties", account)
    }
}

/// Requests were created for customers before there were parties.
const IS_CUSTOMER: &str = "SELECT EXISTS (SELECT 1 FROM parties WHERE account = ?1 AND id = ?2)
     OR EXISTS (SELECT 1 FROM key_counts
        WHERE account = ?1 AND kind = 'requests' AND facet = 'customer' AND value = ?2)";
pub(super) const BY_NAME: &str = "SELECT id, name = ?3 AS so FROM parties WHERE account = ?1 AND search_name = ?2
     ORDER BY so DESC, id LIMIT 1";
