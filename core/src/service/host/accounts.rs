//! Accounts and keys, as the host manages them.

use uuid::Uuid;

use super::service::Service;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::resources::AccountId;
use crate::service::engine::accounts::{add_account, known_account};
use crate::service::engine::{ApiKey, NewKey};
use crate::store::{AccountRecord, AccountSettings, KeyRecord};

impl Service {
    /// Makes an account. `name` is what the host calls it; it must be new.
    pub fn create_account(&self, name: &str, company_name: &str) -> Result<AccountRecord> {
        let name = name.trim();
        if name.is_empty() || name.len() > 100 || name.chars().any(char::is_control) {
            return Err(Error::invalid(
                "name",
                "the name of an account must have 1 to 100 characters, and no control characters",
            ));
        }
        if Uuid::try_parse(name).is_ok() {
            let problem = "the name of an account must not be a UUID: it would be taken for another account's id";
            return Err(Error::invalid("name", problem));
        }
        self.engine().store.writing(|tx| match tx.account_named(name)? {
            Some(_) => Err(Error::refused(ErrorKind::Conflict, "name", format!("there is an account {name} already"))),
            None => add_account(self.engine(), tx, name, company_name),
        })
    }

    /// The account with this name.
    pub fn account(&self, name: &str) -> Result<AccountRecord> {
        match self.engine().store.reading(|tx| tx.account_named(name))? {
            Some(known) => Ok(known),
            None => Err(Error::refused(
                ErrorKind::NotFound,
                "account",
                format!("there is no account named {}", Quoted(name)),
            )),
        }
    }

    /// All accounts, oldest first.
    pub fn accounts(&self) -> Result<Vec<AccountRecord>> {
        self.engine().store.reading(|tx| tx.accounts())
    }

    /// Changes what an account wants done by itself.
    ///
    /// ```
    /// use shiptrack::Service;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let account = service.change_account(service.default_account(), |wants| wants.track_numbers_in_mail = true)?;
    /// assert!(account.settings.track_numbers_in_mail);
    /// # Ok(())
    /// # }
    /// ```
    pub fn change_account(&self, account: &AccountId, change: impl Fn(&mut AccountSettings)) -> Result<AccountRecord> {
        self.engine().store.writing(|tx| {
            let mut record = known_account(tx, account)?;
            change(&mut record.settings);
            tx.set_account(&record)?;
            Ok(record)
        })
    }

    /// Makes a key for an account. The key is seen here and never again.
    pub fn create_key(&self, account: &AccountId, name: &str) -> Result<NewKey> {
        self.add_key(account, name, false)
    }

    /// Makes a key that may only read.
    pub fn create_read_only_key(&self, account: &AccountId, name: &str) -> Result<NewKey> {
        self.add_key(account, name, true)
    }

    /// The keys of an account, oldest first, revoked ones too.
    pub fn keys(&self, account: &AccountId) -> Result<Vec<KeyRecord>> {
        self.engine().store.reading(|tx| {
            known_account(tx, account)?;
            tx.keys(account)
        })
    }

    /// Revokes a key at once. Revoking it again changes nothing.
    pub fn revoke_key(&self, account: &AccountId, id: Uuid) -> Result<KeyRecord> {
        let now = self.engine().now();
        self.engine().store.writing(|tx| {
            let found = tx.keys(account)?.into_iter().find(|key| key.id == id);
            let unknown = || format!("the account has no key with the id \"{id}\"");
            let mut key = found.ok_or_else(|| Error::refused(ErrorKind::NotFound, "key", unknown()))?;
            if key.revoked_at.is_none() {
                key.revoked_at = Some(now);
                tx.put_key(&key)?;
            }
            Ok(key)
        })
    }

    fn add_key(&self, account: &AccountId, name: &str, read_only: bool) -> Result<NewKey> {
        let now = self.engine().now();
        let key = ApiKey::generate(self.engine().entropy.as_ref());
        let record = KeyRecord {
            id: self.engine().entropy.uuid(now),
            account: account.clone(),
            name: name.to_owned(),
            hash: ApiKey::hash(key.reveal()),
            hint: key.hint(),
            read_only,
            created_at: now,
            revoked_at: None,
        };
        self.engine().store.writing(|tx| {
            known_account(tx, account)?;
            tx.put_key(&record)
        })?;
        Ok(NewKey { key, record })
    }
}
