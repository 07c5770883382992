//! Credentials of accounts at carriers that the service keeps itself.

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
    bytes.map(StoreKey::new).map_err(|_| Failure::argument("key", "a key has 32 bytes"))
}

/// Keeps a credential of an account at a carrier, in place of the one of that name there is: `client_id` of `MAEU`, as its profile names
/// it; a name that the profile does not ask for is refused. The account's look-ups are asked with it, before any that shiptrack_carrier_access_credentials() gives; what waits because the one
/// before it was refused goes on.
///
/// It stands in the store under your key (shiptrack_service_options_store_key()), and is shown nowhere. Without a key it is refused with
/// SHIPTRACK_ERROR_CONFIGURATION; shiptrack_error_pointer() is `store_key` then.
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

/// Which credentials are kept of an account, never what they are: a JSON array of objects with `scac`, `name` and `stored_at`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_stored_credentials(
    service: *const Service,
    account_id: *const c_char,
    kept_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(kept_json, "kept_json", error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(serde_json::to_string(&service.stored_credentials(&account)?).unwrap_or_default())
    })
}

/// The credentials that are kept of an account, to be asked with beside the service: give them to
/// shiptrack_carrier_access_credentials() before others, for shiptrack_carrier_access_check() under the account's name. What is kept or
/// forgotten later counts at once.
///
/// Ownership: yours; free it with shiptrack_credentials_free(). It keeps the file open no longer than the service does.
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

/// Keeps a credential no more. One that is not kept is refused with SHIPTRACK_ERROR_NOT_FOUND.
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

/// Keeps all secrets in the store under this key of 32 bytes instead of the present one: all that can be read, or none. From then on the file is
/// opened with this one; a copy of it from before is still under the one before.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_rekey(
    service: *const Service,
    key: *const u8,
    key_length: usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || Ok(service_of(service)?.rekey(&key_of(key, key_length)?)?))
}
