//! Manages accounts, API keys and credentials at carriers.

use uuid::Uuid;

use super::service::Service;
use crate::carrier_http::Credentials;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::ids::Secret;
use crate::resources::AccountId;
use crate::service::engine::base::accounts::{ApiKey, KeyOptions, NewKey};
use crate::service::engine::base::accounts::{add_account, require_account};
use crate::service::engine::credentials::carrier_credentials::StoredCredential;
use crate::store::{AccountRecord, AccountSettings, KeyRecord, StoreKey};

impl Service {
    /// Creates an account. `name` identifies it for the host program, and must be unique.
    pub fn create_account(&self, name: &str, company_name: &str) -> Result<AccountRecord> {
        let name = name.trim();
        if name.is_empty() || name.len() > 100 || name.chars().any(char::is_control) {
            return Err(Error::invalid(
                "name",
                "the name of an account must have 1 to 100 characters and no control characters",
            ));
        }
        if Uuid::try_parse(name).is_ok() {
            let problem = "the name of an account must not be a UUID: it could be confused with the id of an account";
            return Err(Error::invalid("name", problem));
        }
        self.engine().store.writing(|tx| match tx.account_by_name(name)? {
            Some(_) => Err(Error::refused(
                ErrorKind::Conflict,
                "name",
                format!("an account named {} exists already", Quoted(name)),
            )),
            None => add_account(self.engine(), tx, name, company_name),
        })
    }

    /// The account with this name. An unknown name is [`NotFound`](crate::ErrorKind::NotFound).
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

    /// Changes the settings of an account.
    ///
    /// ```
    /// use shiptrack::Service;
    /// use shiptrack::tracking::EstimateOrder;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let account = service.change_account(service.default_account(), |settings| settings.track_numbers_in_mail = true)?;
    /// assert!(account.settings.track_numbers_in_mail);
    ///
    /// // Prefers the estimates of terminals to those of shipping lines.
    /// let order = EstimateOrder::new(&["terminal", "shipping_line"])?;
    /// service.change_account(service.default_account(), |settings| settings.estimate_order = order.clone())?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn change_account(&self, account: &AccountId, change: impl Fn(&mut AccountSettings)) -> Result<AccountRecord> {
        self.engine().store.writing(|tx| {
            let mut record = require_account(tx, account)?;
            change(&mut record.settings);
            record.settings.check()?;
            tx.set_account(&record)?;
            Ok(record)
        })
    }

    /// Creates an API key for an account. The key is only returned here: the service stores its hash.
    pub fn create_key(&self, account: &AccountId, name: &str) -> Result<NewKey> {
        self.create_key_with(account, name, KeyOptions::default())
    }

    /// Creates an API key that can only read.
    pub fn create_read_only_key(&self, account: &AccountId, name: &str) -> Result<NewKey> {
        self.create_key_with(account, name, KeyOptions::default().read_only())
    }

    /// The API keys of an account, oldest first, including revoked ones.
    pub fn keys(&self, account: &AccountId) -> Result<Vec<KeyRecord>> {
        self.engine().reading_for(account, |tx| tx.keys(account))
    }

    /// Revokes an API key at once. Revoking it again changes nothing.
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

    /// Creates an API key with these options.
    pub fn create_key_with(&self, account: &AccountId, name: &str, options: KeyOptions) -> Result<NewKey> {
        let now = self.engine().now();
        let key = ApiKey::generate(self.engine().entropy.as_ref());
        let record = KeyRecord {
            id: self.engine().entropy.uuid(now),
            account: account.clone(),
            name: name.to_owned(),
            hash: ApiKey::hash(key.reveal()),
            hint: key.hint(),
            read_only: options.read_only,
            unlimited: options.unlimited,
            created_at: now,
            revoked_at: None,
        };
        self.engine().store.writing(|tx| {
            require_account(tx, account)?;
            tx.put_key(&record)
        })?;
        Ok(NewKey { key, record })
    }

    /// Stores a credential of an account for a carrier. It replaces the stored credential with the same name.
    ///
    /// The value is encrypted with the [store key](super::ServiceBuilder::store_key). Without a store key this is a
    /// [`Configuration`](crate::ErrorKind::Configuration) error that names `store_key`. If the service has a profile
    /// of the carrier, the name must be one that the profile uses.
    ///
    /// Carriers of [profiles](super::ServiceBuilder::carrier_access) are asked for this account with its stored
    /// credentials first, and with other configured credentials for names that are not stored. Look-ups that wait
    /// because the previous credentials were rejected are done at once.
    ///
    /// ```
    /// use shiptrack::Service;
    /// use shiptrack::carrier_http::Secret;
    /// use shiptrack::service::StoreKey;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// // In production, read it from where you keep secrets: StoreKey::from_file("/run/secrets/store.key")?
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

    /// The stored credentials of an account, without their values, sorted by carrier and name.
    pub fn stored_credentials(&self, account: &AccountId) -> Result<Vec<StoredCredential>> {
        self.engine().stored_credentials(account)
    }

    /// The stored credentials of an account, for a [check](crate::carrier_http::CarrierAccess::check) outside of the
    /// service. Later changes take effect at once.
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

    /// Deletes a stored credential. An unknown one is [`NotFound`](crate::ErrorKind::NotFound).
    pub fn forget_credential(&self, account: &AccountId, scac: &str, name: &str) -> Result<()> {
        self.engine().forget_credential(account, scac, name)
    }

    /// Encrypts all secrets in the store with this key instead of the present one, in one transaction. From then on
    /// the file can only be opened with the new key. Older copies of the file still need the previous key.
    pub fn rekey(&self, key: &StoreKey) -> Result<()> {
        self.engine().store.rekey(key)
    }
}
