//! Credentials of accounts at carriers that the service stores.

use std::ffi::c_char;

use shiptrack::carrier_http::Secret;
use shiptrack::serde_json;
use shiptrack::store::StoreKey;

use super::{Service, account_of, service_of};
use crate::access::Credentials;
use crate::boundary::{Error, Failure, LockCell, bytes, call, required_text, write_object};
use crate::buffer::{self, Buffer};

pub(super) fn key_of(key: *const u8, key_length: usize) -> Result<StoreKey, Failure> {
    let bytes: Result<[u8; StoreKey::BYTES], _> = bytes(key, key_length, "key")?.try_into();
    bytes.map(StoreKey::new).map_err(|_| Failure::argument("key", format!("a key has 32 bytes, not {key_length}")))
}

/// Stores a credential of an account (NULL for the account `default`) at a carrier, and replaces the stored credential
/// of that name. `scac` is the code of the carrier, `name` a credential that its profile requires (`client_id`),
/// `secret` its value; other names are rejected. Look-ups of the account use it before the credentials of
/// shiptrack_carrier_access_credentials(). Requests that waited because the old credential was rejected continue.
///
/// It is encrypted with the key of shiptrack_service_options_store_key() and never returned. Without a key it is
/// rejected with SHIPTRACK_ERROR_CONFIGURATION and the pointer `store_key`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_store_credential(
    service: *const Service,
    account_id: *const c_char,
    scac: *const c_char,
    name: *const c_char,
    secret: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        let (scac, name) = (required_text(scac, "scac")?, required_text(name, "name")?);
        let secret = Secret::new(required_text(secret, "secret")?);
        Ok(service.store_credential(&account, scac, name, &secret)?)
    })
}

/// Writes the names of the stored credentials of an account (NULL for the account `default`), without their values: a
/// JSON array of objects with `scac`, `name` and `stored_at`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_stored_credentials(
    service: *const Service,
    account_id: *const c_char,
    stored_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(stored_json, "stored_json", error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(serde_json::to_string(&service.stored_credentials(&account)?).unwrap_or_default())
    })
}

/// Writes the stored credentials of an account (NULL for the account `default`) to `credentials`, for requests outside
/// of the service: pass them to shiptrack_carrier_access_credentials() before others, and call
/// shiptrack_carrier_access_check() with the name of the account. Credentials that are stored or deleted later take
/// effect at once.
///
/// Ownership: yours; free it with shiptrack_credentials_free(). It does not keep the service or its file open.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_credentials(
    service: *const Service,
    account_id: *const c_char,
    credentials: *mut *mut Credentials,
    error: *mut *mut Error,
) -> i32 {
    write_object(credentials, "credentials", error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(LockCell::new(service.credentials_of(&account)?))
    })
}

/// Deletes a stored credential of an account (NULL for the account `default`). Returns SHIPTRACK_ERROR_NOT_FOUND if it
/// is not stored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_forget_credential(
    service: *const Service,
    account_id: *const c_char,
    scac: *const c_char,
    name: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(service.forget_credential(&account, required_text(scac, "scac")?, required_text(name, "name")?)?)
    })
}

/// Encrypts all secrets in the store with this key of 32 bytes instead of the present one, in one transaction. From
/// then on the file can only be opened with the new key; a copy that was made before still requires the old one.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_rekey(
    service: *const Service,
    key: *const u8,
    key_length: usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || Ok(service_of(service)?.rekey(&key_of(key, key_length)?)?))
}
