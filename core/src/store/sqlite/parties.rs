//! Customers of accounts.

use rusqlite::params;

use super::columns::{key, to_json};
use super::listing::Listing;
use super::session::Session;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, PartyId};
use crate::store::{Parties, PartyRecord, Slice};

impl Parties for Session<'_> {
    fn put_party(&self, record: &PartyRecord) -> Result<()> {
        self.change_or(
            "INSERT INTO parties (account, id, name, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (account, id) DO UPDATE SET name = ?3, body = ?4",
            params![key(&record.account), key(&record.party.id), record.party.company_name, to_json(record)?],
            || Error::new(ErrorKind::Conflict, "the account has another customer with this name"),
        )?;
        Ok(())
    }

    fn party(&self, account: &AccountId, id: &PartyId) -> Result<Option<PartyRecord>> {
        self.by_id("parties", account, id)
    }

    fn party_named(&self, account: &AccountId, name: &str) -> Result<Option<PartyRecord>> {
        self.record("SELECT body FROM parties WHERE account = ?1 AND name = ?2", (key(account), name))
    }

    fn parties(&self, account: &AccountId, slice: &Slice) -> Result<Vec<PartyRecord>> {
        self.page(Listing::of("parties", account), slice)
    }

    fn count_parties(&self, account: &AccountId) -> Result<u64> {
        self.counted("parties", account)
    }
}
