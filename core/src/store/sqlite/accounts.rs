//! Accounts and their keys.

use rusqlite::params;

use super::columns::{key, micros, to_record};
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::AccountId;
use crate::store::{AccountRecord, KeyRecord};

impl Tx<'_> {
    /// Adds an account. Fails with [`Conflict`](crate::error::ErrorKind::Conflict) if the name or id is in use.
    pub fn add_account(&self, account: &AccountRecord) -> Result<()> {
        self.change_or(
            "INSERT INTO accounts (id, name, created, body) VALUES (?1, ?2, ?3, ?4)",
            params![key(&account.id), account.name, micros(account.created_at), to_record(account)?],
            || Error::new(ErrorKind::Conflict, "an account with this name or id already exists"),
        )
    }

    /// Changes the record of an account, except its name. Does nothing if the account does not exist.
    pub fn set_account(&self, account: &AccountRecord) -> Result<()> {
        self.run("UPDATE accounts SET body = ?2 WHERE id = ?1", (key(&account.id), to_record(account)?))
    }

    /// The account with this id.
    pub fn account(&self, id: &AccountId) -> Result<Option<AccountRecord>> {
        self.record("SELECT body FROM accounts WHERE id = ?1", [key(id)])
    }

    /// The account with this name.
    pub fn account_by_name(&self, name: &str) -> Result<Option<AccountRecord>> {
        self.record("SELECT body FROM accounts WHERE name = ?1", [name])
    }

    /// All accounts, oldest first.
    pub fn accounts(&self) -> Result<Vec<AccountRecord>> {
        self.records("SELECT body FROM accounts ORDER BY created, id", [])
    }

    /// Adds or replaces a key.
    pub fn put_key(&self, record: &KeyRecord) -> Result<()> {
        self.change_or(
            "INSERT INTO api_keys (id, account, hash, created, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET account = ?2, hash = ?3, created = ?4, body = ?5",
            params![
                record.id.as_bytes(),
                key(&record.account),
                record.hash,
                micros(record.created_at),
                to_record(record)?
            ],
            || Error::new(ErrorKind::Conflict, "another key with this hash already exists"),
        )
    }

    /// The key whose secret has this SHA-256.
    pub fn key_by_hash(&self, hash: &[u8; 32]) -> Result<Option<KeyRecord>> {
        self.record("SELECT body FROM api_keys WHERE hash = ?1", [hash])
    }

    /// The keys of an account, including revoked ones, oldest first.
    pub fn keys(&self, account: &AccountId) -> Result<Vec<KeyRecord>> {
        self.records("SELECT body FROM api_keys WHERE account = ?1 ORDER BY created, id", [key(account)])
    }
}
