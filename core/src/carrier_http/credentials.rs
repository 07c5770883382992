//! Sources of the credentials for carriers, and the accounts they belong to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use chrono::{DateTime, Utc};

use crate::carrier_http::profiles::{Profiles, document, in_file};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Secret;
use crate::resources::AccountId;

/// Which credential is wanted, and for whom.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CredentialRequest<'a> {
    /// The account that asks the carrier.
    pub account: &'a AccountId,
    /// What the host calls that account.
    pub account_name: &'a str,
    /// The carrier's code, as its profile has it.
    pub scac: &'a str,
    /// The name of the credential: `client_id`.
    pub name: &'a str,
}

impl CredentialRequest<'_> {
    /// The environment variable of it: `SHIPTRACK_MAEU_CLIENT_ID`.
    pub fn variable(&self) -> String {
        format!("SHIPTRACK_{}_{}", self.scac, self.name).to_ascii_uppercase()
    }
}

type Ask = dyn Fn(&CredentialRequest<'_>) -> Result<Option<Secret>, String> + Send + Sync;

/// Where credentials come from. They belong to accounts: one account's are never used for another, unless the host says that they
/// are [everybody's](Credentials::of_every_account).
#[derive(Clone, Default)]
pub struct Credentials {
    /// `None` for all accounts.
    whose: Option<String>,
    sources: Vec<Source>,
}

#[derive(Clone)]
struct Source {
    whose: Option<String>,
    ask: Arc<Ask>,
}

impl Credentials {
    /// Those of the account that the host calls `name`. The one a service has from the start is called `default`.
    pub fn of_account(name: impl Into<String>) -> Self {
        Credentials { whose: Some(name.into()), sources: Vec::new() }
    }

    /// Those that every account of the service uses: each sees what they show.
    pub fn of_every_account() -> Self {
        Credentials { whose: None, sources: Vec::new() }
    }

    /// Looks them up in the environment when they are needed: `client_id` of MAEU is `SHIPTRACK_MAEU_CLIENT_ID`.
    pub fn from_environment(self) -> Self {
        self.from_variables(|name| std::env::var(name).ok())
    }

    /// Looks them up among variables that the host has.
    pub fn from_variables(self, variable: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        self.from_function(move |wanted: &CredentialRequest<'_>| {
            Ok(variable(&wanted.variable()).filter(|value| !value.is_empty()).map(Secret::new))
        })
    }

    /// Takes them from a file, TOML or JSON, with a table for each carrier: `[MAEU]`, `client_id = "…"`. It is read now.
    pub fn from_file(self, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let text =
            std::fs::read_to_string(path).map_err(|problem| refused(format!("{}: {problem}", path.display())))?;
        self.from_text(&text).map_err(|problem| in_file(path, &problem))
    }

    /// The same of the text of such a file.
    pub fn from_text(self, text: &str) -> Result<Self> {
        let mut known: BTreeMap<(String, String), Secret> = BTreeMap::new();
        // The error must not contain the file's content.
        let tables = document("credentials", text).map_err(|_| refused("this is neither TOML nor JSON".to_owned()))?;
        for (scac, table) in tables {
            let table = table.as_object().ok_or_else(|| refused(format!("{scac}: a table is expected")))?;
            for (name, value) in table {
                let value = value.as_str().ok_or_else(|| refused(format!("{scac}.{name}: a text is expected")))?;
                known.insert((scac.to_ascii_uppercase(), name.clone()), Secret::new(value));
            }
        }
        Ok(self.from_function(move |wanted: &CredentialRequest<'_>| {
            Ok(known.get(&(wanted.scac.to_owned(), wanted.name.to_owned())).cloned())
        }))
    }

    /// Asks `ask`, which says why in words where it fails. It is called with nothing locked, from several threads.
    pub fn from_function(
        mut self,
        ask: impl Fn(&CredentialRequest<'_>) -> Result<Option<Secret>, String> + Send + Sync + 'static,
    ) -> Self {
        self.sources.push(Source { whose: self.whose.clone(), ask: Arc::new(ask) });
        self
    }

    /// These, and where they do not have what is wanted, those.
    pub fn and(mut self, other: Credentials) -> Self {
        self.sources.extend(other.sources);
        self
    }

    pub(super) fn get(&self, wanted: &CredentialRequest<'_>) -> Result<Secret, String> {
        let is_own = |source: &&Source| source.whose.as_deref().is_none_or(|whose| whose == wanted.account_name);
        for source in self.sources.iter().filter(is_own) {
            match (source.ask)(wanted)? {
                Some(secret) if secret.reveal().is_empty() => {
                    return Err(format!("the credential {} of {} is empty", wanted.name, wanted.scac));
                }
                Some(secret) => return Ok(secret),
                None => {}
            }
        }
        let whose = match wanted.account_name {
            "" | "default" => String::new(),
            name => format!(" for the account {name}"),
        };
        let (scac, name, variable) = (wanted.scac, wanted.name, wanted.variable());
        Err(format!(
            "there is no credential {name} of {scac}{whose}: set {variable}, or {name} in the table {scac} of a file of credentials, or \
             have the service keep it (store_credential)"
        ))
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose: Vec<&str> = self.sources.iter().map(|source| source.whose.as_deref().unwrap_or("*")).collect();
        f.debug_struct("Credentials").field("of", &whose).finish_non_exhaustive()
    }
}

fn refused(detail: String) -> Error {
    Error::refused(ErrorKind::Configuration, "credentials", detail)
}

/// Credentials of an open service's store, in clear text. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct StoredCredentials(Arc<RwLock<Known>>, Arc<Mutex<()>>);

#[derive(Default)]
struct Known {
    secrets: HashMap<(AccountId, String, String), (DateTime<Utc>, Secret)>,
    codes: BTreeMap<String, String>,
    names: BTreeMap<String, BTreeSet<String>>,
}

impl StoredCredentials {
    pub fn note(&self, profiles: &Profiles) {
        self.change(|known| {
            for profile in profiles.iter() {
                known.names.entry(profile.scac.clone()).or_default().extend(profile.credentials());
                for code in profile.all_codes() {
                    known.codes.entry(code).or_insert_with(|| profile.scac.clone());
                }
            }
            known.codes.extend(profiles.iter().map(|profile| (profile.scac.clone(), profile.scac.clone())));
        });
    }

    pub fn names_at(&self, scac: &str) -> Option<BTreeSet<String>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.codes.get(scac).and_then(|by| known.names.get(by)).cloned()
    }

    /// Held while the store and this map are changed, so that both end with the same value.
    pub fn in_order(&self) -> MutexGuard<'_, ()> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn put(&self, account: AccountId, scac: String, name: String, secret: Secret, stored_at: DateTime<Utc>) {
        self.change(|known| known.secrets.insert((account, scac, name), (stored_at, secret)));
    }

    pub fn remove(&self, account: &AccountId, scac: &str, name: &str) {
        self.change(|known| known.secrets.remove(&(account.clone(), scac.to_owned(), name.to_owned())));
    }

    pub fn source(&self) -> Credentials {
        let kept = self.clone();
        Credentials::of_every_account().from_function(move |wanted| Ok(kept.get(wanted)))
    }

    /// For one account, whoever calls it by this `name`.
    pub fn source_of(&self, account: AccountId, name: String) -> Credentials {
        let kept = self.clone();
        Credentials::of_account(name)
            .from_function(move |wanted| Ok(kept.get(&CredentialRequest { account: &account, ..*wanted })))
    }

    /// Secrets are stored under the code they were given for, whichever profiles exist then. Of several codes of a
    /// carrier the latest secret wins.
    fn get(&self, wanted: &CredentialRequest<'_>) -> Option<Secret> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let answers = |(code, by): (&'_ String, &'_ String)| (by == wanted.scac).then(|| code.clone());
        let codes = known.codes.iter().filter_map(answers).chain([wanted.scac.to_owned()]);
        let kept = codes.filter_map(|code| known.secrets.get(&(wanted.account.clone(), code, wanted.name.to_owned())));
        kept.max_by_key(|(stored_at, _)| *stored_at).map(|(_, secret)| secret.clone())
    }

    fn change<T>(&self, change: impl FnOnce(&mut Known) -> T) {
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
    fn one_accounts_are_never_anothers_unless_they_are_everybodys() {
        let own = Credentials::of_account("acme").from_text("[maeu]\nkey = 'acmes'").unwrap();
        assert_eq!(get(&own, "acme", "key").as_deref(), Ok("acmes"));
        let refused = get(&own, "default", "key").unwrap_err();
        assert!(refused.contains("SHIPTRACK_MAEU_KEY") && !refused.contains("acmes"), "{refused}");
        let both = own.and(
            Credentials::of_every_account()
                .from_variables(|name| (name == "SHIPTRACK_MAEU_KEY").then(|| "everybodys".to_owned())),
        );
        assert_eq!(get(&both, "acme", "key").as_deref(), Ok("acmes"), "the first that has it");
        assert_eq!(get(&both, "other", "key").as_deref(), Ok("everybodys"));
        assert!(get(&both, "other", "client_id").is_err());
    }

    #[test]
    fn a_source_that_fails_says_why_and_nobody_else_is_asked() {
        let failing = Credentials::of_every_account().from_function(|_| Err("the vault is sealed".to_owned()));
        let credentials = failing.and(Credentials::of_every_account().from_variables(|_| Some("x".to_owned())));
        assert_eq!(get(&credentials, "default", "key").unwrap_err(), "the vault is sealed");
    }

    #[test]
    fn secrets_are_not_printed_and_not_repeated_in_refusals() {
        assert_eq!(format!("{:?}", Secret::new("s3cr3t")), "***");
        let credentials = Credentials::of_account("acme").from_text("[MAEU]\nkey = 's3cr3t'").unwrap();
        assert_eq!(format!("{credentials:?}"), "Credentials { of: [\"acme\"], .. }");
        for text in ["[MAEU]\nkey = s3cr3t", "{\"MAEU\": s3cr3t", "[MAEU]\nkey = ['s3cr3t']", "MAEU = 's3cr3t'"] {
            let refused = Credentials::of_every_account().from_text(text).unwrap_err();
            assert!(!format!("{refused} {refused:?}").contains("s3cr3t"), "{refused:?}");
            assert_eq!(refused.pointer(), Some("credentials"));
        }
    }
}
