//! Creates and looks up accounts and their API keys.

use std::fmt;

use sha2::{Digest, Sha256};

use super::engine::Engine;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::ids::{Entropy, hex};
use crate::resources::AccountId;
use crate::store::{AccountRecord, KeyRecord, Tx};
use crate::tracking::FoldPolicy;

const DEFAULT: &str = "default";

/// Returns the id of the default account, which is created on first use.
pub(in crate::service) fn ensure_default_account(engine: &Engine) -> Result<AccountId> {
    engine.store.writing(|tx| match tx.account_by_name(DEFAULT)? {
        Some(account) => Ok(account.id),
        None => add_account(engine, tx, DEFAULT, DEFAULT).map(|account| account.id),
    })
}

pub(in crate::service) fn add_account(
    engine: &Engine,
    tx: &Tx<'_>,
    name: &str,
    company_name: &str,
) -> Result<AccountRecord> {
    let now = engine.now();
    let account = AccountRecord {
        id: engine.new_id(now),
        name: name.to_owned(),
        company_name: company_name.to_owned(),
        created_at: now,
        adoptions: Default::default(),
        settings: Default::default(),
    };
    tx.add_account(&account)?;
    Ok(account)
}

/// Returns the account; fails with `NotFound` if it does not exist.
pub(in crate::service) fn require_account(tx: &Tx<'_>, account: &AccountId) -> Result<AccountRecord> {
    tx.account(account)?.ok_or_else(|| {
        let text = account.to_string();
        let detail = match account.uuid() {
            Some(_) => format!("there is no account with the id {}", Quoted(&text)),
            None => {
                format!("an account is identified by its id (a UUID), not by its name: {} is not an id", Quoted(&text))
            }
        };
        Error::refused(ErrorKind::NotFound, "account", detail)
    })
}

impl Engine {
    /// Runs `work` in a read transaction; fails with `NotFound` if the account does not exist.
    pub fn reading_for<T>(&self, account: &AccountId, work: impl Fn(&Tx<'_>) -> Result<T>) -> Result<T> {
        self.store.reading(|tx| {
            require_account(tx, account)?;
            work(tx)
        })
    }

    /// The policy for the shipments of an account: that of the service, with the order of estimates of the account.
    pub fn following(&self, tx: &Tx<'_>, account: &AccountId) -> Result<FoldPolicy> {
        let order = tx.account(account)?.map(|account| account.settings.estimate_order);
        Ok(order.unwrap_or_default().applied_to(&self.policies.following))
    }
}

/// The prefix of every key, so that leaked keys can be found by a text search.
const PREFIX: &str = "stk_";
/// Number of random bytes in a key.
const RANDOM_BYTES: usize = 20;

/// Number of bytes of the checksum, which shows that a key is mistyped without reading the store.
const CHECKSUM_BYTES: usize = 3;

/// An API key in clear text. `Debug` does not print it; [`reveal`](ApiKey::reveal) returns it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

/// What an API key permits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyOptions {
    /// Whether the key only permits reading.
    pub read_only: bool,
    /// Whether the key has no rate limits.
    pub unlimited: bool,
}

impl KeyOptions {
    /// A key that only permits reading.
    #[must_use]
    pub fn read_only(self) -> Self {
        KeyOptions { read_only: true, ..self }
    }

    /// A key without rate limits, for programs of the same operator, such as the workers of a web server.
    #[must_use]
    pub fn unlimited(self) -> Self {
        KeyOptions { unlimited: true, ..self }
    }
}

/// A new API key. This is the only time that the key is available in clear text.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct NewKey {
    /// The key in clear text.
    pub key: ApiKey,
    /// The stored record, which contains a hash of the key.
    pub record: KeyRecord,
}

impl ApiKey {
    pub(in crate::service) fn generate(entropy: &dyn Entropy) -> Self {
        let mut random = [0; RANDOM_BYTES];
        entropy.fill(&mut random);
        let body = hex(&random);
        let checksum = checksum(&body);
        ApiKey(format!("{PREFIX}{body}{checksum}"))
    }

    /// Whether the text has the prefix, the length and the checksum of a key.
    pub(in crate::service) fn is_well_formed(text: &str) -> bool {
        let Some(rest) = text.strip_prefix(PREFIX) else { return false };
        rest.len() == 2 * (RANDOM_BYTES + CHECKSUM_BYTES)
            && rest.is_ascii()
            && checksum(&rest[..2 * RANDOM_BYTES]) == rest[2 * RANDOM_BYTES..]
    }

    /// The hash by which the store finds a key.
    pub(in crate::service) fn hash(text: &str) -> [u8; 32] {
        Sha256::digest(text.as_bytes()).into()
    }

    /// The beginning of the key, to recognize it in lists.
    pub(in crate::service) fn hint(&self) -> String {
        self.0.chars().take(PREFIX.len() + 4).collect()
    }

    /// Returns the key in clear text.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", self.hint())
    }
}

fn checksum(body: &str) -> String {
    hex(&Sha256::digest(body.as_bytes())[..CHECKSUM_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SystemEntropy;

    #[test]
    fn mistyped_keys_are_not_well_formed() {
        let key = ApiKey::generate(&SystemEntropy);
        assert!(ApiKey::is_well_formed(key.reveal()));
        for broken in
            ["", "stk_", &key.reveal()[1..], &format!("{}0", key.reveal()), &key.reveal().replace("stk_", "stx_")]
        {
            assert!(!ApiKey::is_well_formed(broken), "{broken}");
        }
        let mut typo = key.reveal().to_owned();
        let last = if typo.pop() == Some('0') { '1' } else { '0' };
        typo.push(last);
        assert!(!ApiKey::is_well_formed(&typo));
    }

    #[test]
    fn debug_output_does_not_contain_the_key() {
        let key = ApiKey::generate(&SystemEntropy);
        assert!(!format!("{key:?}").contains(&key.reveal()[10..]));
    }
}
