//! Customers of accounts.

use rusqlite::params;
use uuid::Uuid;

use super::columns::{key, to_record, word};
use super::listing::Listing;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, PartyId};
use crate::store::{PartyRecord, Slice};

impl Tx<'_> {
    /// Adds or replaces a customer. Fails with [`Conflict`](crate::error::ErrorKind::Conflict) if the account has another customer with
    /// this name.
    pub fn put_party(&self, record: &PartyRecord) -> Result<()> {
        self.change_or(
            "INSERT INTO parties (account, id, name, search_name, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (account, id) DO UPDATE SET name = ?3, search_name = ?4, body = ?5",
            params![
                key(&record.account),
                key(&record.party.id),
                record.party.company_name,
                word(&record.party.company_name),
                to_record(record)?
            ],
            || Error::new(ErrorKind::Conflict, "the account has another customer with this name"),
        )
    }

    /// The customer of the account with this id.
    pub fn party(&self, account: &AccountId, id: &PartyId) -> Result<Option<PartyRecord>> {
        self.by_id("parties", account, id)
    }

    /// The customer of the account with exactly this name.
    pub fn party_by_name(&self, account: &AccountId, name: &str) -> Result<Option<PartyRecord>> {
        self.record("SELECT body FROM parties WHERE account = ?1 AND name = ?2", (key(account), name))
    }

    /// Whether this is the id of a customer of the account: of a party, of the account itself, or of the customer of a tracking request.
    pub fn is_customer(&self, account: &AccountId, id: Uuid) -> Result<bool> {
        Ok(account.uuid() == Some(id) || self.number(IS_CUSTOMER, (key(account), id.into_bytes()))? > 0)
    }

    /// The customers of the account whose name contains all words of a text, without regard to case and diacritical marks: parties, and the
    /// account itself. At most [`MAX_NAMED`].
    pub fn customers_named(&self, account: &AccountId, text: &str) -> Result<Vec<Uuid>> {
        let text = word(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let json = serde_json::to_string(&words).unwrap_or_default();
        let mut found = self.rows(NAMED, (key(account), json, MAX_NAMED), |row| Ok(Uuid::from_bytes(row.get(0)?)))?;
        let own = self.account(account)?.map(|own| word(&own.company_name));
        if own.is_some_and(|own| !words.is_empty() && words.iter().all(|word| own.contains(word))) {
            found.extend(account.uuid());
        }
        Ok(found)
    }

    /// The customers of the account, newest first.
    pub fn parties(&self, account: &AccountId, slice: &Slice) -> Result<Vec<PartyRecord>> {
        self.page(Listing::of("parties", account), slice)
    }

    /// The number of customers of the account. Cheap.
    pub fn count_parties(&self, account: &AccountId) -> Result<u64> {
        self.stored_count("parties", account)
    }
}

/// A tracking request can have the id of a customer that is not a party.
const IS_CUSTOMER: &str = "SELECT EXISTS (SELECT 1 FROM parties WHERE account = ?1 AND id = ?2)
     OR EXISTS (SELECT 1 FROM key_counts
        WHERE account = ?1 AND kind = 'requests' AND facet = 'customer' AND value = ?2)";
/// `?2` is a JSON list of words.
pub(super) const NAMED: &str = "SELECT id FROM parties INDEXED BY parties_by_search_name
     WHERE account = ?1 AND (SELECT min(instr(search_name, word.value)) FROM json_each(?2) AS word) > 0 LIMIT ?3";
const MAX_NAMED: i64 = 500;
