//! Access to carriers over HTTP: profiles, credentials and network settings.

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

/// Access to carriers with a DCSA Track & Trace API: profiles, which describe the requests to each carrier,
/// credentials, and network settings. shiptrack_service_options_carrier_access() copies it.
///
/// Redirects are never followed. With TLS, requests go to any address that a profile names; without TLS, only to this
/// machine.
///
/// Ownership: yours; free it with shiptrack_carrier_access_free().
/// Threads: any number of threads may use it at the same time.
pub struct CarrierAccess(());

object!(CarrierAccess, "shiptrack_carrier_access", 0x1f, LockCell<AccessSettings>);

/// The object behind the pointer.
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

/// Creates access to the carriers of these profiles. `profiles` is the text of a profile file in TOML or JSON, with a
/// table for each carrier; share/doc/shiptrack/carriers.md describes it. `[MAEU]` alone uses the built-in profile of
/// that carrier; the members of a table replace those of the built-in profile. NULL means all built-in profiles: use it
/// for shiptrack_carrier_access_check() only, because a service accepts only profiles that are complete.
///
/// An invalid profile is rejected with SHIPTRACK_ERROR_CONFIGURATION; shiptrack_error_pointer() is its position, such
/// as `profiles.MAEU.pace.per_day`.
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

/// As shiptrack_carrier_access_new(), with the profile file at `path`, which is read now.
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

/// Adds credentials. Those that were added first are used first. Without any credentials, the account `default` uses
/// those of the environment (shiptrack_credentials_environment()), and other accounts have none.
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

/// Sends requests through an HTTP proxy (`http://user:password@host:port`). Requests without TLS are then rejected,
/// because the library cannot check where a proxy connects to.
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

/// Trusts only the certificates in this PEM text, instead of those of the machine.
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

/// Trusts the certificate authorities that Mozilla trusted when this library was built, instead of those of the
/// machine.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_roots_bundled(access: *const CarrierAccess, error: *mut *mut Error) -> i32 {
    set(access, error, |access| Ok(access.roots(Roots::Bundled)))
}

/// Rejects a value at once that would be rejected later, under the name of the argument.
fn check_builder(name: &str, set: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<(), Failure> {
    set(ClientBuilder::in_process()).check().map_err(|refusal| Failure::renamed(name, &refusal))
}

/// Permits only requests to public addresses, and to networks of shiptrack_carrier_access_allow_network(). No request
/// is possible if a proxy is set, too.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_public_only(access: *const CarrierAccess, error: *mut *mut Error) -> i32 {
    set(access, error, |access| Ok(access.public_only()))
}

/// Permits requests to this network, also without TLS. `network` is in CIDR form, such as `10.0.0.0/8`.
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

/// Writes the profiles to `profiles_json`, as a JSON object by carrier code: each with all its members, the names of
/// the `credentials` that it requires, its `status` (`never_tried`, `vendors_mock`, `real_account`) with a
/// `status_description` for people, and what is `missing` before requests are possible, or null.
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

/// Asks a carrier once about a number, with the credentials of the account whose name is `account_name` (NULL for
/// `default`), and reports the request, the response and how it was decoded. Call it first when you have new
/// credentials. Nothing is stored. It takes at most a minute.
///
/// `scac` is the code of the carrier. `request_type` is the type of the number; NULL to infer it. `check_json` receives
/// a JSON object with the `calls` that were made, the `outcome` (`facts`, or why there are no facts: `refused`,
/// `not_found`, …), `why`, and in `advice` the next step; share/doc/shiptrack/carriers.md describes it. It contains no
/// credential. If the carrier rejects the request or cannot be reached, the function still returns SHIPTRACK_OK.
///
/// If `folder` is not NULL, the requests and responses are recorded there, without credentials, tokens, cookies and
/// account, so that they can be sent to another person and read by shiptrack_carriers_replay(). The folder is created;
/// if it exists, it must be empty. If it cannot be written, the call fails and shiptrack_error_pointer() is `folder`.
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
        // Created first: without it, the request would be sent and its recording lost.
        let bundle = optional_text(folder, "folder")?.map(Bundle::create).transpose()?;
        let check = access.check(scac, number, kind, account)?;
        if let Some(bundle) = bundle {
            bundle.write(&check)?;
        }
        Ok(check.to_json())
    })
}

/// Decodes the recording of shiptrack_carrier_access_check() in `folder` with this version of the library, without a
/// request. `replay_json` receives a JSON object: `is_same` says whether the voyage is the same; `missing` and `added`
/// list the lines of the voyage that disappeared and appeared; `recorded_outcome` is the recorded outcome and `check`
/// the present report.
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

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carrier_access_free(access: *mut CarrierAccess) {
    free::<LockCell<AccessSettings>>(access);
}
