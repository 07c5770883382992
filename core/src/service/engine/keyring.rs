//! Credentials of accounts at carriers that the service keeps: in its store under the host's key, and in memory for as long as it is open.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::accounts::known_account;
use super::credentials::name_of;
use super::parts::Engine;
use super::subscriptions::own_code;
use crate::carriers::api::Credentials;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::ids::Secret;
use crate::resources::AccountId;
use crate::store::CredentialRecord;

/// Credentials that an account keeps at most.
const MOST: usize = 1_000;

/// Bytes of a credential: a private key with its certificates fits in.
const LONGEST: usize = 64 * 1024;

/// A credential that the service keeps, without what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KeptCredential {
    /// The carrier's code that it was kept under.
    pub scac: String,
    /// What the profile calls it: `client_id`.
    pub name: String,
    /// When it was kept last.
    pub kept_at: DateTime<Utc>,
}

impl Engine {
    /// Has the credentials at hand that are kept. One that cannot be read is told of, and missing.
    pub fn recall_credentials(&self) -> Result<()> {
        let rows = self.store.reading(|tx| tx.credentials(None))?;
        for CredentialRecord { account, scac, name, secret, stored_at, .. } in rows.readable {
            self.keyring.put(account, scac, name, secret, stored_at);
        }
        rows.unreadable.iter().for_each(|row| self.tell_trouble(&row.error));
        Ok(())
    }

    pub fn keep_credential(&self, account: &AccountId, scac: &str, name: &str, secret: &Secret) -> Result<()> {
        let (scac, name, now) = (code_of(scac)?, checked_name(name)?, self.now());
        if let Some(names) = self.keyring.names_at(&scac).filter(|names| !names.contains(&name)) {
            return Err(not_asked_for(&scac, &names));
        }
        if secret.reveal().is_empty() || secret.reveal().len() > LONGEST {
            return Err(Error::invalid("secret", format!("a credential has 1 to {LONGEST} bytes")));
        }
        let (account, secret) = (account.clone(), secret.clone());
        let record = CredentialRecord { id: self.new_uuid(now), account, scac, name, secret, stored_at: now };
        let ordered = self.keyring.in_order();
        self.store.writing(|tx| {
            known_account(tx, &record.account)?;
            tx.put_credential(&record)?;
            if tx.credentials(Some(&record.account))?.len() > MOST {
                let detail = format!("an account has {MOST} credentials at most: remove some that are not needed");
                return Err(Error::new(ErrorKind::Conflict, detail));
            }
            Ok(())
        })?;
        let CredentialRecord { account, scac, name, secret, stored_at, .. } = record;
        self.keyring.put(account, scac, name, secret, stored_at);
        drop(ordered);
        self.use_others()
    }

    pub fn kept_credentials(&self, account: &AccountId) -> Result<Vec<KeptCredential>> {
        let rows = self.store.reading(|tx| {
            known_account(tx, account)?;
            tx.credentials(Some(account))
        })?;
        rows.unreadable.iter().for_each(|row| self.tell_trouble(&row.error));
        let told = |CredentialRecord { scac, name, stored_at, .. }| KeptCredential { scac, name, kept_at: stored_at };
        Ok(rows.readable.into_iter().map(told).collect())
    }

    /// Where the credentials come from that are kept of an account.
    pub fn credentials_of(&self, account: &AccountId) -> Result<Credentials> {
        let name = self.store.reading(|tx| {
            known_account(tx, account)?;
            name_of(tx, account)
        })?;
        Ok(self.keyring.source_of(account.clone(), name))
    }

    pub fn forget_credential(&self, account: &AccountId, scac: &str, name: &str) -> Result<()> {
        let scac = code_of(scac)?;
        let ordered = self.keyring.in_order();
        let was_there = self.store.writing(|tx| {
            known_account(tx, account)?;
            tx.remove_credential(account, &scac, name)
        })?;
        if !was_there {
            let detail = format!("the account keeps no credential {} of {scac}", Quoted(name));
            return Err(Error::refused(ErrorKind::NotFound, "name", detail));
        }
        self.keyring.remove(account, &scac, name);
        drop(ordered);
        self.use_others()
    }

    /// What waits for credentials that are refused goes on with those in their place.
    fn use_others(&self) -> Result<()> {
        self.release_replaced()?;
        self.wake.wake();
        Ok(())
    }
}

/// The code that the credentials of a carrier are kept under, whatever is plugged in.
fn code_of(scac: &str) -> Result<String> {
    own_code(scac).map_err(|refusal| Error::invalid("scac", refusal.sentence()))
}

/// A name that nobody would ever ask for is a mistake.
fn not_asked_for(scac: &str, names: &BTreeSet<String>) -> Error {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let detail = match names.as_slice() {
        [] => format!("the profile of {scac} asks for no credentials"),
        names => format!("the profile of {scac} asks for {}, and for nothing of this name", names.join(" and ")),
    };
    Error::invalid("name", detail)
}

/// A name as profiles have them.
fn checked_name(name: &str) -> Result<String> {
    let is_one = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if name.is_empty() || name.len() > 64 || !name.bytes().all(is_one) {
        let detail = "a credential is named by 1 to 64 small letters, digits and _, as its profile names it: client_id";
        return Err(Error::invalid("name", detail));
    }
    Ok(name.to_owned())
}
