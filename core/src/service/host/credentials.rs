//! Credentials of accounts at carriers, as the host has them kept.

use super::service::Service;
use crate::carriers::api::Credentials;
use crate::error::Result;
use crate::ids::Secret;
use crate::resources::AccountId;
use crate::service::engine::KeptCredential;
use crate::store::StoreKey;

impl Service {
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
    /// use shiptrack::carriers::api::Secret;
    /// use shiptrack::store::StoreKey;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// // In earnest it comes from where the host keeps its secrets: StoreKey::from_file("/run/secrets/store.key")?
    /// let key = StoreKey::parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")?;
    /// let service = Service::builder().store_key(key).in_memory()?;
    /// let account = service.default_account();
    /// service.keep_credential(account, "MAEU", "client_id", &Secret::new("8f14e45f"))?;
    /// let kept = service.kept_credentials(account)?;
    /// assert_eq!((kept[0].scac.as_str(), kept[0].name.as_str()), ("MAEU", "client_id"));
    /// service.forget_credential(account, "MAEU", "client_id")?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn keep_credential(&self, account: &AccountId, scac: &str, name: &str, secret: &Secret) -> Result<()> {
        self.engine().keep_credential(account, scac, name, secret)
    }

    /// Which credentials are kept of an account, in the order of carriers and names. What they are is told nowhere.
    pub fn kept_credentials(&self, account: &AccountId) -> Result<Vec<KeptCredential>> {
        self.engine().kept_credentials(account)
    }

    /// The credentials that are kept of an account, to be asked with beside the service: a [check](crate::carriers::api::CarrierAccess::check)
    /// under the account's name, with what else there is behind them. What is kept or forgotten later counts at once.
    ///
    /// ```no_run
    /// # fn main() -> shiptrack::Result<()> {
    /// use shiptrack::Service;
    /// use shiptrack::carriers::api::{CarrierAccess, Credentials};
    /// use shiptrack::carriers::profiles::Profiles;
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
