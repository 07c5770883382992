//! Which key the secrets of a database are kept under, and another one in its place.

use uuid::Uuid;

use super::columns::key as column;
use super::listing::family;
use super::sealing::{Keys, place};
use super::session::Session;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::StoreKey;
use crate::store::credentials::refused;

/// What is sealed to tell the key from another one.
const CHECK: &str = "shiptrack";

/// The tables whose records hold secrets.
const TABLES: [&str; 3] = ["webhooks", "subscriptions", "credentials"];

/// Takes the key that the records of a database are kept under: one that is kept under a key has to be given it. Whether its records are
/// still to be [sealed](seal_all).
pub(super) fn unlock(session: &Session<'_>, key: Option<&StoreKey>) -> Result<bool> {
    let sealing = session.sealing;
    let check: Option<String> = session.first("SELECT body FROM sealing", [], |row| row.get(0))?;
    match (check, key) {
        (None, key) => Ok(key.is_some()),
        (Some(_), None) => Err(refused("the secrets of this database are kept under a key: give that key")),
        (Some(check), Some(_)) => {
            sealing.set(Keys::under(key, None));
            if matches!(sealing.open(|| CHECK.to_owned(), &check), Ok(Some(text)) if text == CHECK) {
                return Ok(false);
            }
            sealing.set(Keys::default());
            Err(refused("this is not the key that the secrets of this database are kept under"))
        }
    }
}

/// Has the records kept under a key that were in clear.
pub(super) fn seal_all(session: &Session<'_>, key: &StoreKey) -> Result<()> {
    session.sealing.set(Keys::under(Some(key), None));
    reseal(session)
}

/// Has the records kept under another key. The one before is still known: somebody may be reading what it sealed.
pub(super) fn rekey(session: &Session<'_>, key: &StoreKey) -> Result<()> {
    let before = session.sealing.keys();
    if before.current.is_none() {
        return Err(refused("the service was opened without a key: only who can read what is sealed can seal it anew"));
    }
    session.sealing.set(Keys::under(Some(key), before.current));
    reseal(session)
}

/// Seals every record anew that holds secrets. One that cannot be read stays as it is.
fn reseal(session: &Session<'_>) -> Result<()> {
    for table in TABLES {
        let sql = format!("SELECT account, id, body FROM {table}");
        let rows = session.rows(&sql, [], |row| {
            let (account, id) = (Uuid::from_bytes(row.get(0)?), Uuid::from_bytes(row.get(1)?));
            Ok((AccountId::from(account), id, row.get_ref(2)?.as_str().map(str::to_owned)))
        })?;
        for (account, id, kept) in rows {
            let Ok(kept) = kept else { continue };
            let place = || place(family(table), &account, id);
            let Ok(opened) = session.sealing.open(place, &kept) else { continue };
            let sealed = session.sealing.seal(place, opened.unwrap_or(kept))?;
            let sql = format!("UPDATE {table} SET body = ?3 WHERE account = ?1 AND id = ?2");
            session.change(&sql, (column(&account), id.as_bytes(), sealed))?;
        }
    }
    let check = session.sealing.seal(|| CHECK.to_owned(), CHECK.to_owned())?;
    session.change("INSERT INTO sealing VALUES (1, ?1) ON CONFLICT DO UPDATE SET body = ?1", [check])?;
    Ok(())
}
