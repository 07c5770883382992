//! Sources of credentials for carriers, by account.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use chrono::{DateTime, Utc};

use crate::carrier_http::profiles::{Profiles, document, in_file};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Secret;
use crate::resources::AccountId;

/// Names the credential that a source must return.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CredentialRequest<'a> {
    /// The account that asks the carrier.
    pub account: &'a AccountId,
    /// The name of that account in the host program.
    pub account_name: &'a str,
    /// The code of the carrier in its profile.
    pub scac: &'a str,
    /// The name of the credential, for example `client_id`.
    pub name: &'a str,
}

impl CredentialRequest<'_> {
    /// The environment variable of the credential, for example `SHIPTRACK_MAEU_CLIENT_ID`.
    pub fn variable(&self) -> String {
        format!("SHIPTRACK_{}_{}", self.scac, self.name).to_ascii_uppercase()
    }
}

type Lookup = dyn Fn(&CredentialRequest<'_>) -> Result<Option<Secret>, String> + Send + Sync;

/// Sources of credentials. Credentials belong to an account, and are never used for another one, unless they are
/// [for every account](Credentials::of_every_account).
#[derive(Clone, Default)]
pub struct Credentials {
    /// `None` for all accounts.
    account_name: Option<String>,
    sources: Vec<Source>,
}

#[derive(Clone)]
struct Source {
    account_name: Option<String>,
    look_up: Arc<Lookup>,
}

impl Credentials {
    /// Credentials of the account with this name. The first account of a service is called `default`.
    pub fn of_account(name: impl Into<String>) -> Self {
        Credentials { account_name: Some(name.into()), sources: Vec::new() }
    }

    /// Credentials that every account of the service uses. All accounts see the shipments of these credentials.
    pub fn of_every_account() -> Self {
        Credentials { account_name: None, sources: Vec::new() }
    }

    /// Adds the environment variables as a source. They are read when a credential is needed: `client_id` of MAEU is
    /// `SHIPTRACK_MAEU_CLIENT_ID`.
    pub fn from_environment(self) -> Self {
        self.from_variables(|name| std::env::var(name).ok())
    }

    /// Adds variables of the host program as a source, with the names of the environment variables.
    pub fn from_variables(self, variable: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        self.from_function(move |request: &CredentialRequest<'_>| {
            Ok(variable(&request.variable()).filter(|value| !value.is_empty()).map(Secret::new))
        })
    }

    /// Adds a file as a source: TOML or JSON, with a table for each carrier (`[MAEU]`, `client_id = "…"`). The file is read now. Fails if
    /// it cannot be read, or is not valid.
    pub fn from_file(self, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let text =
            std::fs::read_to_string(path).map_err(|problem| refused(format!("{}: {problem}", path.display())))?;
        self.from_text(&text).map_err(|problem| in_file(path, &problem))
    }

    /// Adds the text of such a file as a source.
    pub fn from_text(self, text: &str) -> Result<Self> {
        let mut known: BTreeMap<(String, String), Secret> = BTreeMap::new();
        // The error must not contain the file's content.
        let tables =
            document("credentials", text).map_err(|_| refused("the text is neither TOML nor JSON".to_owned()))?;
        for (scac, table) in tables {
            let table = table.as_object().ok_or_else(|| refused(format!("`{scac}` is not a table")))?;
            for (name, value) in table {
                let value = value.as_str().ok_or_else(|| refused(format!("`{scac}.{name}` is not a text")))?;
                known.insert((scac.to_ascii_uppercase(), name.clone()), Secret::new(value));
            }
        }
        Ok(self.from_function(move |request: &CredentialRequest<'_>| {
            Ok(known.get(&(request.scac.to_owned(), request.name.to_owned())).cloned())
        }))
    }

    /// Adds a function as a source. It returns `None` if it does not have the credential, or an error message. It is called from several
    /// threads, without a lock.
    pub fn from_function(
        mut self,
        look_up: impl Fn(&CredentialRequest<'_>) -> Result<Option<Secret>, String> + Send + Sync + 'static,
    ) -> Self {
        self.sources.push(Source { account_name: self.account_name.clone(), look_up: Arc::new(look_up) });
        self
    }

    /// Adds the sources of `other`, which are used for credentials that these sources do not have.
    pub fn and(mut self, other: Credentials) -> Self {
        self.sources.extend(other.sources);
        self
    }

    pub(super) fn get(&self, request: &CredentialRequest<'_>) -> Result<Secret, String> {
        let is_own = |source: &&Source| source.account_name.as_deref().is_none_or(|name| name == request.account_name);
        for source in self.sources.iter().filter(is_own) {
            match (source.look_up)(request)? {
                Some(secret) if secret.reveal().is_empty() => {
                    return Err(format!("the credential `{}` of {} is empty", request.name, request.scac));
                }
                Some(secret) => return Ok(secret),
                None => {}
            }
        }
        let of_account = match request.account_name {
            "" | "default" => String::new(),
            name => format!(" for the account {name}"),
        };
        let (scac, name, variable) = (request.scac, request.name, request.variable());
        Err(format!(
            "the credential `{name}` of {scac}{of_account} is missing. Set {variable}, or `{name}` in the table `{scac}` of a file of \
             credentials, or store it in the service (store_credential)"
        ))
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let accounts: Vec<&str> =
            self.sources.iter().map(|source| source.account_name.as_deref().unwrap_or("*")).collect();
        f.debug_struct("Credentials").field("accounts", &accounts).finish_non_exhaustive()
    }
}

fn refused(detail: String) -> Error {
    Error::refused(ErrorKind::Configuration, "credentials", detail)
}

/// The credentials in the store of an open service, in clear text. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct StoredCredentials(Arc<RwLock<Cache>>, Arc<Mutex<()>>);

#[derive(Default)]
struct Cache {
    /// By account, code and name.
    secrets: HashMap<(AccountId, String, String), (DateTime<Utc>, Secret)>,
    /// The profile of each code.
    codes: BTreeMap<String, String>,
    /// The names of the credentials that a profile needs.
    names: BTreeMap<String, BTreeSet<String>>,
}

impl StoredCredentials {
    pub fn add_profiles(&self, profiles: &Profiles) {
        self.change(|cache| {
            for profile in profiles.iter() {
                cache.names.entry(profile.scac.clone()).or_default().extend(profile.credentials());
                for code in profile.all_codes() {
                    cache.codes.entry(code).or_insert_with(|| profile.scac.clone());
                }
            }
            cache.codes.extend(profiles.iter().map(|profile| (profile.scac.clone(), profile.scac.clone())));
        });
    }

    /// The names of the credentials that the profile for this code needs. `None` without a profile.
    pub fn names_at(&self, scac: &str) -> Option<BTreeSet<String>> {
        let cache = self.0.read().unwrap_or_else(PoisonError::into_inner);
        cache.codes.get(scac).and_then(|profile| cache.names.get(profile)).cloned()
    }

    /// Held while the store and this cache are changed, so that both end with the same value.
    pub fn lock_changes(&self) -> MutexGuard<'_, ()> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn put(&self, account: AccountId, scac: String, name: String, secret: Secret, stored_at: DateTime<Utc>) {
        self.change(|cache| cache.secrets.insert((account, scac, name), (stored_at, secret)));
    }

    pub fn remove(&self, account: &AccountId, scac: &str, name: &str) {
        self.change(|cache| cache.secrets.remove(&(account.clone(), scac.to_owned(), name.to_owned())));
    }

    pub fn source(&self) -> Credentials {
        let stored = self.clone();
        Credentials::of_every_account().from_function(move |request| Ok(stored.get(request)))
    }

    /// The credentials of one account, for requests with this name of an account.
    pub fn source_of(&self, account: AccountId, name: String) -> Credentials {
        let stored = self.clone();
        Credentials::of_account(name)
            .from_function(move |request| Ok(stored.get(&CredentialRequest { account: &account, ..*request })))
    }

    /// Secrets are stored under the code that the host program used. If a carrier has several codes, the latest secret is used.
    fn get(&self, request: &CredentialRequest<'_>) -> Option<Secret> {
        let cache = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let of_profile = |(code, profile): (&'_ String, &'_ String)| (profile == request.scac).then(|| code.clone());
        let codes = cache.codes.iter().filter_map(of_profile).chain([request.scac.to_owned()]);
        let found =
            codes.filter_map(|code| cache.secrets.get(&(request.account.clone(), code, request.name.to_owned())));
        found.max_by_key(|(stored_at, _)| *stored_at).map(|(_, secret)| secret.clone())
    }

    fn change<T>(&self, change: impl FnOnce(&mut Cache) -> T) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(credentials: &Credentials, account_name: &str, name: &str) -> Result<String, String> {
        let account = AccountId::from("a");
        let found = credentials.get(&CredentialRequest { account: &account, account_name, scac: "MAEU", name })?;
        Ok(found.reveal().to_owned())
    }

    #[test]
    fn credentials_of_an_account_are_not_used_for_another() {
        let own = Credentials::of_account("acme").from_text("[maeu]\nkey = 'own'").unwrap();
        assert_eq!(get(&own, "acme", "key").as_deref(), Ok("own"));
        let refused = get(&own, "default", "key").unwrap_err();
        assert!(refused.contains("SHIPTRACK_MAEU_KEY") && !refused.contains("own'"), "{refused}");
        let both = own.and(
            Credentials::of_every_account()
                .from_variables(|name| (name == "SHIPTRACK_MAEU_KEY").then(|| "shared".to_owned())),
        );
        assert_eq!(get(&both, "acme", "key").as_deref(), Ok("own"), "the first source with the credential");
        assert_eq!(get(&both, "other", "key").as_deref(), Ok("shared"));
        assert!(get(&both, "other", "client_id").is_err());
    }

    #[test]
    fn failing_source_ends_the_search_with_its_message() {
        let failing = Credentials::of_every_account().from_function(|_| Err("the vault is sealed".to_owned()));
        let credentials = failing.and(Credentials::of_every_account().from_variables(|_| Some("x".to_owned())));
        assert_eq!(get(&credentials, "default", "key").unwrap_err(), "the vault is sealed");
    }

    #[test]
    fn secrets_are_neither_printed_nor_repeated_in_errors() {
        assert_eq!(format!("{:?}", Secret::new("s3cr3t")), "***");
        let credentials = Credentials::of_account("acme").from_text("[MAEU]\nkey = 's3cr3t'").unwrap();
        assert_eq!(format!("{credentials:?}"), "Credentials { accounts: [\"acme\"], .. }");
        for text in ["[MAEU]\nkey = s3cr3t", "{\"MAEU\": s3cr3t", "[MAEU]\nkey = ['s3cr3t']", "MAEU = 's3cr3t'"] {
            let refused = Credentials::of_every_account().from_text(text).unwrap_err();
            assert!(!format!("{refused} {refused:?}").contains("s3cr3t"), "{refused:?}");
            assert_eq!(refused.pointer(), Some("credentials"));
        }
    }
}
