//! Credentials that a service keeps, at hand for whoever asks a carrier.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use chrono::{DateTime, Utc};

use super::credentials::{Credentials, Wanted};
use crate::carriers::profiles::Profiles;
use crate::ids::Secret;
use crate::resources::AccountId;

/// The credentials that stand in the store of a service, in clear for as long as it is open. Clones are the same ones.
#[derive(Clone, Default)]
pub(crate) struct KeptCredentials(Arc<RwLock<Known>>, Arc<Mutex<()>>);

#[derive(Default)]
struct Known {
    /// Each with when it was kept.
    secrets: HashMap<(AccountId, String, String), (DateTime<Utc>, Secret)>,
    /// The code that a profile asks for credentials by, by each code that it answers for.
    codes: BTreeMap<String, String>,
    /// The names of those that a profile asks for, by its code.
    names: BTreeMap<String, BTreeSet<String>>,
}

impl KeptCredentials {
    /// Notes by which codes these profiles ask for credentials. A profile of a carrier's own comes before one that answers for it
    /// beside another.
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

    /// The names of the credentials that whoever answers for a carrier asks for; `None` where no profile does.
    pub fn names_at(&self, scac: &str) -> Option<BTreeSet<String>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.codes.get(scac).and_then(|by| known.names.get(by)).cloned()
    }

    /// Held by who changes both what is stored and what is at hand: both have the same one last.
    pub fn in_order(&self) -> MutexGuard<'_, ()> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has one in place of what there was.
    pub fn put(&self, account: AccountId, scac: String, name: String, secret: Secret, kept_at: DateTime<Utc>) {
        self.change(|known| known.secrets.insert((account, scac, name), (kept_at, secret)));
    }

    /// Has one no more.
    pub fn remove(&self, account: &AccountId, scac: &str, name: &str) {
        self.change(|known| known.secrets.remove(&(account.clone(), scac.to_owned(), name.to_owned())));
    }

    /// A place that credentials come from: each account has its own.
    pub fn source(&self) -> Credentials {
        let kept = self.clone();
        Credentials::of_every_account().from_function(move |wanted| Ok(kept.get(wanted)))
    }

    /// The place that those of one account come from, for whoever calls it by that `name`.
    pub fn source_of(&self, account: AccountId, name: String) -> Credentials {
        let kept = self.clone();
        Credentials::of_account(name)
            .from_function(move |wanted| Ok(kept.get(&Wanted { account: &account, ..*wanted })))
    }

    /// The one that was kept last of those that stand under a code of the carrier's. They stand under the codes that they were kept
    /// under, so that which profiles are there when makes no difference.
    fn get(&self, wanted: &Wanted<'_>) -> Option<Secret> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let answers = |(code, by): (&'_ String, &'_ String)| (by == wanted.scac).then(|| code.clone());
        let codes = known.codes.iter().filter_map(answers).chain([wanted.scac.to_owned()]);
        let kept = codes.filter_map(|code| known.secrets.get(&(wanted.account.clone(), code, wanted.name.to_owned())));
        kept.max_by_key(|(kept_at, _)| *kept_at).map(|(_, secret)| secret.clone())
    }

    fn change<T>(&self, change: impl FnOnce(&mut Known) -> T) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}
