//! How carriers are asked over HTTP: profiles, credentials, and the way there.

mod credentials;

use std::ffi::c_char;

use shiptrack::ClientBuilder;
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{Bundle, CarrierAccess as CoreAccess, Credentials as CoreCredentials};
use shiptrack::http::Roots;
use shiptrack::numbers::NumberKind;

pub use credentials::*;

use crate::boundary::{
    Error, Failure, LockCell, bytes, change, free, lend, object, optional_text, required_text, write_object,
};
use crate::buffer::{self, Buffer};

/// How carriers are asked that have a DCSA Track & Trace service: profiles, which say how each is asked, credentials, and the way
/// there. shiptrack_service_options_carrier_access() copies it.
///
/// Redirects are never followed. With TLS any address is asked that a profile names, without TLS this machine alone.
///
/// Ownership: yours; free it with shiptrack_carrier_access_free().
/// Threads: any number may use it at a time.
pub struct CarrierAccess(());

object!(CarrierAccess, "shiptrack_carrier_access", 0x1f, LockCell<AccessSettings>);

/// What was settings.
pub struct AccessSettings {
    access: CoreAccess,
    credentials: Option<CoreCredentials>,
}

impl AccessSettings {
    fn locked(profiles: Profiles) -> LockCell<Self> {
        LockCell::new(AccessSettings {
            access: CoreAccess::new(profiles, CoreCredentials::default()),
            credentials: None,
        })
    }
}

pub(crate) fn access_of(access: *const CarrierAccess) -> Result<CoreAccess, Failure> {
    let settings = lend::<LockCell<AccessSettings>>(access)?.lock();
    let from_environment = || CoreCredentials::of_account("default").from_environment();
    let credentials = settings.credentials.clone().unwrap_or_else(from_environment);
    Ok(settings.access.clone().credentials(credentials))
}

fn set(
    access: *const CarrierAccess,
    error: *mut *mut Error,
    set: impl FnOnce(CoreAccess) -> Result<CoreAccess, Failure>,
) -> i32 {
    change(access, error, |settings: &mut AccessSettings| {
        settings.access = set(settings.access.clone())?;
        Ok(())
    })
}

/// How the carriers of these profiles are asked: the text of a file with a table for each, TOML or JSON, which
/// share/doc/shiptrack/carriers.md below the prefix describes. `[MAEU]` alone is the profile that comes along; what a table says
/// takes the place of what that says. NULL is all that come along: for a check, since a service takes only such as can be asked.
///
/// What cannot be is refused with SHIPTRACK_ERROR_CONFIGURATION, and shiptrack_error_pointer() names its place:
/// `profiles.MAEU.pace.per_day`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_new(
    profiles: *const c_char,
    access: *mut *mut CarrierAccess,
    error: *mut *mut Error,
) -> i32 {
    write_object(access, "access", error, || {
        Ok(AccessSettings::locked(match optional_text(profiles, "profiles")? {
            Some(text) => Profiles::parse(text)?,
            None => Profiles::shipped(),
        }))
    })
}

/// The same of the file at `path`, which is read now.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_open(
    path: *const c_char,
    access: *mut *mut CarrierAccess,
    error: *mut *mut Error,
) -> i32 {
    write_object(access, "access", error, || {
        Ok(AccessSettings::locked(Profiles::from_file(required_text(path, "path")?)?))
    })
}

/// Asks with these credentials, behind those that were given before. Without any, the account `default` has those of the
/// environment (shiptrack_credentials_environment()), and no other account has any.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_credentials(
    access: *const CarrierAccess,
    credentials: *const Credentials,
    error: *mut *mut Error,
) -> i32 {
    change(access, error, |settings: &mut AccessSettings| {
        let more = lend::<LockCell<CoreCredentials>>(credentials)?.lock().clone();
        let earlier = settings.credentials.clone();
        Ok(settings.credentials.replace(earlier.map_or(more.clone(), |earlier| earlier.and(more))))
    })
}

/// Asks through an HTTP proxy (`http://user:password@host:port`). What is asked without TLS cannot be: nobody can tell where a
/// proxy connects to.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_proxy(
    access: *const CarrierAccess,
    url: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(access, error, |access| {
        let url = required_text(url, "url")?;
        check_builder("url", |client| client.proxy(url))?;
        Ok(access.proxy(url))
    })
}

/// Believes exactly the certificates in this PEM text, in place of those of the machine.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_roots_pem(
    access: *const CarrierAccess,
    pem: *const u8,
    pem_length: usize,
    error: *mut *mut Error,
) -> i32 {
    set(access, error, |access| {
        let roots = Roots::Pem(bytes(pem, pem_length, "pem")?.to_vec());
        check_builder("pem", |client| client.roots(roots.clone()))?;
        Ok(access.roots(roots))
    })
}

/// Believes the certificate authorities that Mozilla trusted when this library was built, in place of those of the machine.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_roots_bundled(access: *const CarrierAccess, error: *mut *mut Error) -> i32 {
    set(access, error, |access| Ok(access.roots(Roots::Bundled)))
}

/// Rejects at once what would be rejected when the way is opened, under the name of the argument.
fn check_builder(name: &str, set: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<(), Failure> {
    set(ClientBuilder::in_process()).check().map_err(|refusal| Failure::renamed(name, &refusal))
}

/// Asks at public addresses only, and in networks that are opened. Together with a proxy nobody can be asked.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_public_only(access: *const CarrierAccess, error: *mut *mut Error) -> i32 {
    set(access, error, |access| Ok(access.public_only()))
}

/// Asks in this network, too (CIDR, `10.0.0.0/8`), there without TLS as well.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_allow_network(
    access: *const CarrierAccess,
    network: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(access, error, |access| {
        let allowed = access.allow_networks([required_text(network, "network")?]);
        allowed.map_err(|refusal| Failure::renamed("network", &refusal))
    })
}

/// The profiles, as a JSON object by the carriers' codes: each with all its members, the names of the `credentials` it needs, its
/// `status` (`never_tried`, `vendors_mock`, `real_account`) with a `status_description` for people, and what is `missing` before the
/// carrier can be asked, or null.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_profiles(
    access: *const CarrierAccess,
    profiles_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(profiles_json, "profiles_json", error, || {
        Ok(lend::<LockCell<AccessSettings>>(access)?.lock().access.profiles().to_json())
    })
}

/// Asks a carrier once about a number, with the credentials of the account that you call `account_name` (NULL for `default`), and
/// tells what was done, what came back and how it was read: the first thing to do with new credentials. Nothing is kept. It takes a
/// minute at most.
///
/// `request_type` is the kind of the number; NULL where it can be told from the number. `check_json` gets a JSON object with the
/// `calls` that were made, the `outcome` (`facts`, or why there are none: `refused`, `not_found` …), `why`, and in `advice` what to do
/// next; carriers.md describes it. No credential is in it. That the carrier refuses, or cannot be reached, is no error of the call.
///
/// With a `folder`, which is made, and must be empty where it is there, what was asked and what came back is written there, without
/// credentials, tokens, cookies and account: to be sent to somebody, and to be read again by shiptrack_carriers_replay(). NULL records
/// nothing. What cannot be written is refused; shiptrack_error_pointer() is `folder` then.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_check(
    access: *const CarrierAccess,
    scac: *const c_char,
    number: *const c_char,
    request_type: *const c_char,
    account_name: *const c_char,
    folder: *const c_char,
    check_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(check_json, "check_json", error, || {
        let access = access_of(access)?;
        let (scac, number) = (required_text(scac, "scac")?, required_text(number, "number")?);
        let kind = optional_text(request_type, "request_type")?.map(NumberKind::parse).transpose();
        let kind = kind.map_err(|refusal| Failure::renamed("request_type", &refusal))?;
        let account = optional_text(account_name, "account_name")?.unwrap_or("default");
        access.profile(scac)?;
        // Nobody is asked for what cannot be written down.
        let bundle = optional_text(folder, "folder")?.map(Bundle::create).transpose()?;
        let check = access.check(scac, number, kind, account)?;
        if let Some(bundle) = bundle {
            bundle.write(&check)?;
        }
        Ok(check.to_json())
    })
}

/// Reads what shiptrack_carrier_access_check() recorded in `folder` with the reader of today, without asking anybody: a JSON object with
/// `is_same`, whether it comes to the same voyage, the lines of the voyage that are `missing` now and those that were `added`, the
/// `recorded_outcome`, and the `check` as it is now.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carriers_replay(
    folder: *const c_char,
    replay_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(replay_json, "replay_json", error, || {
        let replay = Bundle::open(required_text(folder, "folder")?)?.replay()?;
        Ok(replay.to_json())
    })
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_free(access: *mut CarrierAccess) {
    free::<LockCell<AccessSettings>>(access);
}
