//! Whose everything is.

use super::parts::Engine;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::resources::AccountId;
use crate::store::{AccountRecord, Tx};

/// The name of the account a service has from the start.
const DEFAULT: &str = "default";

/// The id of the account `default`.
pub(in crate::service) fn ensure_default(engine: &Engine) -> Result<AccountId> {
    engine.store.writing(|tx| match tx.account_named(DEFAULT)? {
        Some(known) => Ok(known.id),
        None => add_account(engine, tx, DEFAULT, DEFAULT).map(|made| made.id),
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

/// The account with this id. One that nobody made is refused.
pub(in crate::service) fn known_account(tx: &Tx<'_>, account: &AccountId) -> Result<AccountRecord> {
    tx.account(account)?.ok_or_else(|| {
        let told = account.to_string();
        let detail = match account.uuid() {
            Some(_) => format!("there is no account with the id {}", Quoted(&told)),
            None => format!("an account is meant by its id (a UUID), not by its name: {} is not an id", Quoted(&told)),
        };
        Error::refused(ErrorKind::NotFound, "account", detail)
    })
}
