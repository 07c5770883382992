//! Queries of the credentials of accounts at carriers.

use rusqlite::params;

use super::columns::{key, to_record};
use super::listing::family;
use super::session::Tx;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::credentials::refused;
use crate::store::{CredentialRecord, Rows};

impl Tx<'_> {
    /// Adds or replaces a credential; an account has one of each name at a carrier. Fails with
    /// [`Configuration`](crate::ErrorKind::Configuration) if the store has no key.
    pub fn put_credential(&self, record: &CredentialRecord) -> Result<()> {
        if !self.sealing.has_key() {
            return Err(refused(
                "credentials are stored encrypted, and the service was opened without a key: open it with a key of 32 bytes",
            ));
        }
        let id = record.id.as_bytes();
        self.change(
            "DELETE FROM credentials WHERE account = ?1 AND scac = ?2 AND name = ?3 AND id <> ?4",
            (key(&record.account), &record.scac, &record.name, id),
        )?;
        let body = self.sealed("credentials", &record.account, record.id, to_record(record)?)?;
        self.run(
            "INSERT INTO credentials (id, account, scac, name, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET account = ?2, scac = ?3, name = ?4, body = ?5",
            params![id, key(&record.account), record.scac, record.name, body],
        )
    }

    /// The credentials of an account, or of all accounts, sorted by carrier and name.
    pub fn credentials(&self, account: Option<&AccountId>) -> Result<Rows<CredentialRecord>> {
        let sql =
            "SELECT account, id, body FROM credentials WHERE ?1 IS NULL OR account = ?1 ORDER BY account, scac, name";
        self.whole_rows(family("credentials"), sql, [account.map(key)])
    }

    /// Deletes a credential. False if it does not exist.
    pub fn remove_credential(&self, account: &AccountId, scac: &str, name: &str) -> Result<bool> {
        let sql = "DELETE FROM credentials WHERE account = ?1 AND scac = ?2 AND name = ?3";
        Ok(self.change(sql, (key(account), scac, name))? > 0)
    }
}
