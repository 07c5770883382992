//! Sets and replaces the key with which secrets in a database are encrypted.

use uuid::Uuid;

use super::columns::key as column;
use super::listing::family;
use super::sealing::{Keys, row_name};
use super::session::Tx;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::StoreKey;
use crate::store::credentials::refused;

/// Stored encrypted. A key is the right one if it decrypts this text.
const CHECK: &str = "shiptrack";
const TABLES: [&str; 3] = ["webhooks", "subscriptions", "credentials"];

/// Prefix of the encrypted check text while free pages of the file can still contain unencrypted records.
const FREE_PAGES_MARK: &str = "old:";

/// Where the file contains unencrypted secrets although there is a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlainSecrets {
    Nowhere,
    /// The records are encrypted, but the file was not rewritten since.
    InFreePages,
    InRecords,
}

/// Uses the key for this database. Fails if it is not the key of the database, or if a key is missing.
pub(super) fn unlock(session: &Tx<'_>, key: Option<&StoreKey>) -> Result<PlainSecrets> {
    let sealing = session.sealing;
    let check: Option<String> = session.first("SELECT body FROM sealing", [], |row| row.get(0))?;
    match (check, key) {
        (None, None) => Ok(PlainSecrets::Nowhere),
        (None, Some(_)) => Ok(PlainSecrets::InRecords),
        (Some(_), None) => Err(refused("the secrets of this database are encrypted: open it with the key")),
        (Some(check), Some(_)) => {
            let (check, plain) = match check.strip_prefix(FREE_PAGES_MARK) {
                Some(check) => (check, PlainSecrets::InFreePages),
                None => (&*check, PlainSecrets::Nowhere),
            };
            sealing.set(Keys::under(key, None));
            if matches!(sealing.open(|| CHECK.to_owned(), check), Ok(Some(text)) if text == CHECK) {
                return Ok(plain);
            }
            sealing.set(Keys::default());
            Err(refused("this is not the key with which the secrets of this database are encrypted"))
        }
    }
}

/// Encrypts all records of a database without a key.
pub(super) fn seal_all(session: &Tx<'_>, key: &StoreKey) -> Result<()> {
    session.sealing.set(Keys::under(Some(key), None));
    reseal(session, FREE_PAGES_MARK)
}

/// Records that the file was rewritten, so free pages contain no unencrypted records any more.
pub(super) fn mark_rewritten(session: &Tx<'_>) -> Result<()> {
    session.change("UPDATE sealing SET body = replace(body, ?1, '')", [FREE_PAGES_MARK]).map(drop)
}

/// Encrypts all records with a new key. Transactions that began earlier still use the previous key.
pub(super) fn rekey(session: &Tx<'_>, key: &StoreKey) -> Result<()> {
    let before = session.sealing.keys();
    if before.current.is_none() {
        return Err(refused("the service was opened without a key: open it with the current key to replace the key"));
    }
    session.sealing.set(Keys::under(Some(key), before.current));
    reseal(session, "")
}

/// Encrypts all records and the check text with the current key. A record that cannot be decrypted is not changed.
fn reseal(session: &Tx<'_>, mark: &str) -> Result<()> {
    for table in TABLES {
        let sql = format!("SELECT account, id, body FROM {table}");
        let rows = session.rows(&sql, [], |row| {
            let (account, id) = (Uuid::from_bytes(row.get(0)?), Uuid::from_bytes(row.get(1)?));
            Ok((AccountId::from(account), id, row.get_ref(2)?.as_str().map(str::to_owned)))
        })?;
        for (account, id, stored) in rows {
            let Ok(stored) = stored else { continue };
            let row_name = || row_name(family(table), &account, id);
            // `None`: the stored text is not encrypted.
            let Ok(decrypted) = session.sealing.open(row_name, &stored) else { continue };
            let sealed = session.sealing.seal(row_name, decrypted.unwrap_or(stored))?;
            let sql = format!("UPDATE {table} SET body = ?3 WHERE account = ?1 AND id = ?2");
            session.change(&sql, (column(&account), id.as_bytes(), sealed))?;
        }
    }
    let check = mark.to_owned() + &session.sealing.seal(|| CHECK.to_owned(), CHECK.to_owned())?;
    session.change("INSERT INTO sealing VALUES (1, ?1) ON CONFLICT DO UPDATE SET body = ?1", [check])?;
    Ok(())
}
