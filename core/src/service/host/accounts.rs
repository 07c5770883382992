//! Accounts and keys, as the host manages them.

use uuid::Uuid;

use super::service::Service;
use crate::carrier_http::Credentials;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::ids::Secret;
use crate::resources::AccountId;
use crate::service::engine::base::accounts::{ApiKey, NewKey};
use crate::service::engine::base::accounts::{add_account, require_account};
use crate::service::engine::credentials::carrier_credentials::StoredCredential;
use crate::store::{AccountRecord, AccountSettings, KeyRecord, StoreKey};

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
        self.engine().store.writing(|tx| match tx.account_by_name(name)? {
            Some(_) => Err(Error::refused(ErrorKind::Conflict, "name", format!("there is an account {name} already"))),
            None => add_account(self.engine(), tx, name, company_name),
        })
    }

    /// The account with this name.
    pub fn account(&self, name: &str) -> Result<AccountRecord> {
        match self.engine().store.reading(|tx| tx.account_by_name(name))? {
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
            let mut record = require_account(tx, account)?;
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
        self.engine().reading_for(account, |tx| tx.keys(account))
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
            require_account(tx, account)?;
            tx.put_key(&record)
        })?;
        Ok(NewKey { key, record })
    }

    /// Keeps a credential of an account at a carrier, in place of the one of that name there is. It stands in the store under the host's
    /// [key](super::ServiceBuilder::store_key); without one, nothing is kept, and this is refused as
    /// [`Configuration`](crate::ErrorKind::Configuration) by the name `store_key`.
    ///
    /// A name that the profile of the carrier does not ask for is refused, where the service has one.
    ///
    /// The carriers of [profiles](super::ServiceBuilder::carrier_access) are asked with what is kept first, for this account alone, and
    /// with what else was given where nothing of that name is kept. What waits because the credentials before it were refused is
    /// looked up at once.
    ///
    /// ```
    /// use shiptrack::Service;
    /// use shiptrack::carrier_http::Secret;
    /// use shiptrack::service::StoreKey;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// // In earnest it comes from where the host keeps its secrets: StoreKey::from_file("/run/secrets/store.key")?
    /// let key = StoreKey::parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")?;
    /// let service = Service::builder().store_key(key).in_memory()?;
    /// let account = service.default_account();
    /// service.store_credential(account, "MAEU", "client_id", &Secret::new("8f14e45f"))?;
    /// let kept = service.stored_credentials(account)?;
    /// assert_eq!((kept[0].scac.as_str(), kept[0].name.as_str()), ("MAEU", "client_id"));
    /// service.forget_credential(account, "MAEU", "client_id")?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn store_credential(&self, account: &AccountId, scac: &str, name: &str, secret: &Secret) -> Result<()> {
        self.engine().store_credential(account, scac, name, secret)
    }

    /// Which credentials are kept of an account, in the order of carriers and names. What they are is told nowhere.
    pub fn stored_credentials(&self, account: &AccountId) -> Result<Vec<StoredCredential>> {
        self.engine().stored_credentials(account)
    }

    /// The credentials that are kept of an account, to be asked with beside the service: a [check](crate::carrier_http::CarrierAccess::check)
    /// under the account's name, with what else there is behind them. What is kept or forgotten later counts at once.
    ///
    /// ```no_run
    /// # fn main() -> shiptrack::Result<()> {
    /// use shiptrack::Service;
    /// use shiptrack::carrier_http::{CarrierAccess, Credentials};
    /// use shiptrack::carrier_http::profiles::Profiles;
    ///
    /// # let service = Service::in_memory()?;
    /// let kept = service.credentials_of(service.default_account())?;
    /// let access = CarrierAccess::new(Profiles::shipped(), kept.and(Credentials::of_account("default").from_environment()));
    /// println!("{}", access.check("MAEU", "MAEU123456789", None, "default")?.advice());
    /// # Ok(())
    /// # }
    /// ```
    pub fn credentials_of(&self, account: &AccountId) -> Result<Credentials> {
        self.engine().credentials_of(account)
    }

    /// Keeps a credential no more. One that is not kept is [`NotFound`](crate::ErrorKind::NotFound).
    pub fn forget_credential(&self, account: &AccountId, scac: &str, name: &str) -> Result<()> {
        self.engine().forget_credential(account, scac, name)
    }

    /// Keeps all secrets in the store under this key instead of the present one, in one transaction. From then on the file is opened with
    /// this one. A copy of the file from before is still under the one before.
    pub fn rekey(&self, key: &StoreKey) -> Result<()> {
        self.engine().store.rekey(key)
    }
}
