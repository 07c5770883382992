//! [`Caller`]: authenticates requests, counts them against the rate limit, and checks permissions.

use uuid::Uuid;

use crate::error::{Error, ErrorKind, Result};
use crate::http::Request;
use crate::limits::{Allowance, RateLimits, bucket_of};
use crate::resources::AccountId;
use crate::service::engine::base::accounts::ApiKey;
use crate::service::engine::base::engine::Engine;
use crate::store::KeyRecord;
use crate::threads::lock;

/// Number of keys above which the allowances of idle keys, and the accounts of keys, are removed from memory.
const MAX_KEYS: usize = 1_024;

/// The host program, or an account with an API key.
pub(in crate::service) struct Caller {
    pub account: AccountId,
    /// The id of the API key; `None` for the host program.
    key: Option<Uuid>,
    /// Whether the key has no rate limits.
    is_unlimited: bool,
    /// Whether the key is read-only. Writes are rejected then, and responses omit secrets.
    pub read_only: bool,
}

impl Caller {
    /// The host program. It needs no API key and has no rate limit.
    pub fn host(account: AccountId) -> Self {
        Caller { account, key: None, is_unlimited: true, read_only: false }
    }

    pub fn is_host(&self) -> bool {
        self.key.is_none()
    }

    /// Checks the API key in the header field `Authorization: Token <key>`. Fails with `Unauthorized` if it is missing, unknown or revoked.
    pub fn authenticate(engine: &Engine, request: &Request) -> Result<Self> {
        let hash = key_hash(request)?;
        let found = engine.store.reading(|tx| tx.key_by_hash(&hash))?;
        match found {
            Some(found) if found.revoked_at.is_none() => {
                let KeyRecord { id, account, unlimited, read_only, .. } = found;
                Ok(Caller { account, key: Some(id), is_unlimited: unlimited, read_only })
            }
            _ => Err(unauthorized("the API key is not valid")),
        }
    }

    /// The account of the API key of a request, without checking whether the key was revoked; `None` if the key is unknown. Fast, because
    /// it remembers the accounts of keys.
    pub fn account_of(engine: &Engine, request: &Request) -> Option<AccountId> {
        let hash = key_hash(request).ok()?;
        if let Some(account) = lock(&engine.key_accounts).get(&hash) {
            return Some(account.clone());
        }
        let account = engine.store.reading(|tx| tx.key_by_hash(&hash)).ok()??.account;
        let mut accounts = lock(&engine.key_accounts);
        if accounts.len() >= MAX_KEYS {
            accounts.clear();
        }
        accounts.insert(hash, account.clone());
        Some(account)
    }

    /// The rate limits of the key.
    pub fn limits(&self, engine: &Engine) -> RateLimits {
        if self.is_unlimited { RateLimits::unlimited() } else { engine.policies.limits }
    }

    /// Counts the request against the rate limit of the key. Fails if the limit is reached.
    pub fn count_request(&self, engine: &Engine, request: &Request) -> Result<()> {
        let Some(key) = self.key else { return Ok(()) };
        if self.is_unlimited {
            return Ok(());
        }
        let now = engine.clock.monotonic();
        let bucket = bucket_of(request.method.as_str(), request.path());
        let mut allowances = lock(&engine.allowances);
        if allowances.len() > MAX_KEYS {
            allowances.retain(|_, allowance| !allowance.is_idle(now));
        }
        let allowance = allowances.entry(key).or_insert_with(|| Allowance::new(&engine.policies.limits));
        allowance.admit(bucket, now)?;
        Ok(())
    }

    /// Fails with `Forbidden` if the key is read-only and the request is a write.
    pub fn check_permission(&self, request: &Request) -> Result<()> {
        if self.read_only && !request.method.is_safe() {
            return Err(Error::new(ErrorKind::Forbidden, "this API key is read-only"));
        }
        Ok(())
    }
}

/// The hash of the API key of a request. Fails with `Unauthorized` if it is missing or mistyped, and with `BadRequest` if there are two:
/// a proxy may have checked the other one.
fn key_hash(request: &Request) -> Result<[u8; 32]> {
    if request.headers.get_all("Authorization").nth(1).is_some() {
        return Err(Error::new(ErrorKind::BadRequest, "the request has more than one header field Authorization"));
    }
    let header = request.headers.get("Authorization").ok_or_else(|| unauthorized("no API key was sent"))?;
    let key = header
        .split_once(' ')
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Token"))
        .map(|(_, key)| key.trim())
        .ok_or_else(|| unauthorized("the Authorization header does not have the form `Token <API key>`"))?;
    if !ApiKey::is_well_formed(key) {
        return Err(unauthorized("the API key is not valid"));
    }
    Ok(ApiKey::hash(key))
}

fn unauthorized(detail: &'static str) -> Error {
    Error::new(ErrorKind::Unauthorized, detail)
}
