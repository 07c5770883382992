//! Settings of a service, and its callbacks.

use std::ffi::{c_char, c_void};

use shiptrack::carriers::Carrier;
use shiptrack::decoders::edi::Senders;
use shiptrack::hosted_account::HostedAccount;
use shiptrack::service::{Policies, ServiceBuilder};

use super::carrier::CarrierFn;
use super::credentials::key_of;
use super::extractor::ExtractorFn;
use super::observer::{ActivityCallbacks, ActivityFn};
use crate::access::{CarrierAccess, access_of};
use crate::boundary::{
    Destroy, Error, Failure, Hook, LockCell, change, copied, free, lend, make, numbers, object, optional_text,
    required_text,
};
use crate::cancel::{Cancel, CancelBody};
use crate::client::{Client, LogFn, client_of, limited};
use crate::clock::{Clock, clock_of};
use crate::settings::set_number;
use crate::simulator::{Simulator, SimulatorBody};
use crate::time::span;

/// Settings of a service; each has a default. shiptrack_service_open() copies them, so you may reuse and free them.
///
/// Ownership: yours; free it with shiptrack_service_options_free().
/// Threads: any number of threads may use it at the same time.
pub struct ServiceOptions(());

object!(ServiceOptions, "shiptrack_service_options", 0x15, LockCell<Settings>);

#[derive(Default, Clone)]
struct Settings {
    builder: ServiceBuilder,
    senders: Option<Senders>,
    policies: Policies,
    callbacks: ActivityCallbacks,
}

/// `options` may be NULL.
pub(super) fn builder(options: *const ServiceOptions) -> Result<ServiceBuilder, Failure> {
    let Settings { builder, senders, policies, callbacks } = copied(options)?;
    let builder = builder.policies(policies).edi_senders(senders.unwrap_or_else(Senders::built_in));
    Ok(if callbacks.is_set() { builder.observer(callbacks) } else { builder })
}

pub(super) fn set(
    options: *const ServiceOptions,
    error: *mut *mut Error,
    set: impl FnOnce(ServiceBuilder) -> Result<ServiceBuilder, Failure>,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let builder = set(settings.builder.clone())?;
        Ok(std::mem::replace(&mut settings.builder, builder))
    })
}

/// Creates settings with their default values.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_new(options: *mut *mut ServiceOptions, error: *mut *mut Error) -> i32 {
    make::<Settings>(options, "options", error)
}

/// Runs the service on a manual clock.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_clock(
    options: *const ServiceOptions,
    clock: *const Clock,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.clock(clock_of(clock)?)))
}

/// Sets the carriers that are asked over HTTP; it replaces earlier ones. A callback for the same carrier has priority.
/// A profile that is not complete is rejected when the service is opened; the pointer of the error is its position,
/// such as `profiles.EGLV.base_url`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_carrier_access(
    options: *const ServiceOptions,
    access: *const CarrierAccess,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.carrier_access(access_of(access)?)))
}

/// Defines what EDI senders mean by their codes, and which source their data have, in addition to the built-in
/// definitions. `senders_json` is a JSON object of senders, each with `codes` and `source`; share/doc/shiptrack/edi.md
/// describes it. An invalid definition is rejected with SHIPTRACK_ERROR_INVALID; the pointer is a JSON pointer such as
/// `/OCEANLINE/codes/Z9`. If you call it several times, later definitions have priority.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_edi_senders(
    options: *const ServiceOptions,
    senders_json: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let more = Senders::from_json(required_text(senders_json, "senders_json")?)?;
        let known = settings.senders.clone().unwrap_or_else(Senders::built_in);
        Ok(settings.senders.replace(known.merge(more)))
    })
}

/// Encrypts the secrets in the store with this key of 32 random bytes, which you keep elsewhere. Credentials can only
/// be stored with a key (see the functions for credentials of a service); secrets of webhooks and subscriptions are
/// otherwise stored unencrypted. Existing secrets are encrypted when the service is opened.
///
/// From then on the file can only be opened with this key: with another key or none, opening it fails with
/// SHIPTRACK_ERROR_CONFIGURATION and the pointer `store_key`. If you lose the key, you lose the file.
/// shiptrack_service_rekey() replaces the key.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_store_key(
    options: *const ServiceOptions,
    key: *const u8,
    key_length: usize,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.store_key(key_of(key, key_length)?)))
}

/// Ends the wait while another process has the file open (the setting `storage.busy_timeout_ms`, 10 seconds): opening the
/// service then returns SHIPTRACK_ERROR_CANCELLED. `cancel` may be cancelled before, and freed afterwards.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_cancel_opening(
    options: *const ServiceOptions,
    cancel: *const Cancel,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.cancel_opening(lend::<CancelBody>(cancel)?.0.clone())))
}

/// Lets a simulated carrier answer look-ups for the carrier `scac`, or with NULL for every carrier without another
/// source. It answers for the time of the look-up, without HTTP.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_simulator(
    options: *const ServiceOptions,
    scac: *const c_char,
    simulator: *const Simulator,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| plug(builder, scac, || lend::<SimulatorBody>(simulator)?.carrier()))
}

/// Lets an account at a hosted service answer look-ups for the carrier `scac`, or with NULL for every carrier without
/// another source, about the numbers that the account tracks. `client` is a client with the API key of that account,
/// and may be freed afterwards.
///
/// If `create_missing` is not 0, the account starts tracking a number that it does not track yet, which may cost money.
/// If `use_for_detection` is not 0, the account is also asked to which carrier a number belongs if the carrier is
/// unknown; this is ignored with `create_missing`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_hosted(
    options: *const ServiceOptions,
    scac: *const c_char,
    client: *const Client,
    create_missing: i32,
    use_for_detection: i32,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| {
        plug(builder, scac, || {
            let hosted = HostedAccount::new(client_of(client)?);
            let hosted = if create_missing != 0 { hosted.create_missing() } else { hosted };
            Ok(if use_for_detection != 0 { hosted.use_for_detection() } else { hosted })
        })
    })
}

/// NULL means every carrier. The code is checked first: if it is rejected, the user data of a callback stay with the
/// caller.
fn plug<C: Carrier + 'static>(
    builder: ServiceBuilder,
    scac: *const c_char,
    carrier: impl FnOnce() -> Result<C, Failure>,
) -> Result<ServiceBuilder, Failure> {
    let Some(scac) = optional_text(scac, "scac")? else { return Ok(builder.any_carrier(carrier()?)) };
    shiptrack::numbers::Scac::for_request(scac).map_err(|refusal| Failure::renamed("scac", &refusal))?;
    Ok(builder.carrier(scac, carrier()?)?)
}

/// Lets `callback` answer look-ups for the carrier `scac` (`"MAEU"`), or with NULL for every carrier without another
/// source. `destroy` is called with `user_data` when the settings, every service created with them, and every client,
/// listing and server made from these are freed; it may be NULL. If this function fails, `user_data` stays yours.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_carrier(
    options: *const ServiceOptions,
    scac: *const c_char,
    callback: CarrierFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| plug(builder, scac, || Hook::new(callback, user_data, destroy)))
}

/// Sets the name of an added carrier that the table of shipping lines does not have. The list of shipping lines and the
/// shipments of the carrier show it; without a name they show the code. A carrier of the table, and a name that is empty
/// or longer than 100 characters, are rejected with SHIPTRACK_ERROR_CONFIGURATION.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_carrier_name(
    options: *const ServiceOptions,
    scac: *const c_char,
    name: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.carrier_name(required_text(scac, "scac")?, required_text(name, "name")?)?))
}

/// Lets `callback` read documents that came with messages or were uploaded, after earlier extractors and before the
/// built-in one. `destroy` works as in shiptrack_service_options_carrier().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_extractor(
    options: *const ServiceOptions,
    callback: ExtractorFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.extractor(Hook::new(callback, user_data, destroy)?)))
}

/// Calls `callback` after every activity of the service; it replaces an earlier callback. `destroy` works as in
/// shiptrack_service_options_carrier().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_on_activity(
    options: *const ServiceOptions,
    callback: ActivityFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        Ok(settings.callbacks.activity.replace(Hook::new(callback, user_data, destroy)?.into()))
    })
}

/// Passes `callback` the log lines of the service; it replaces an earlier callback. `destroy` works as in
/// shiptrack_service_options_carrier().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_on_log(
    options: *const ServiceOptions,
    callback: LogFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        Ok(settings.callbacks.log.replace(Hook::new(callback, user_data, destroy)?.into()))
    })
}

/// Permits deliveries to loopback addresses of this machine. By default, deliveries are sent to public addresses only.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_allow_loopback(
    options: *const ServiceOptions,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.allow_loopback()))
}

/// Permits deliveries to this network, in CIDR form (`10.0.0.0/8`).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_allow_network(
    options: *const ServiceOptions,
    network: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| {
        let allowed = builder.allow_networks([required_text(network, "network")?]);
        allowed.map_err(|refusal| Failure::renamed("network", &refusal))
    })
}

/// Adds an address to the list of addresses from which deliveries are sent, which shiptrack_webhook_ips() returns: an
/// IP address, or a network in CIDR form. The list is empty by default. It does not change from where deliveries are
/// sent.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_webhook_ip(
    options: *const ServiceOptions,
    address: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| {
        let listed = builder.webhook_ips([required_text(address, "address")?]);
        listed.map_err(|refusal| Failure::renamed("address", &refusal))
    })
}

/// Sets the rate limit of a bucket (SHIPTRACK_BUCKET_…) for each API key: at most `requests` requests, or
/// SHIPTRACK_NO_LIMIT, in any period of `window_ms` milliseconds. The period is the same for all buckets;
/// SHIPTRACK_DEFAULT_TIMEOUT means a minute. Without this call the limits are those of the hosted service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_limit(
    options: *const ServiceOptions,
    bucket: i32,
    requests: i64,
    window_ms: i64,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        settings.policies.limits = limited(settings.policies.limits, bucket, requests, window_ms)?;
        Ok(())
    })
}

/// Sets the pauses between the attempts of a delivery, `count` numbers of milliseconds from 0. A delivery has one
/// attempt more than there are pauses. Without this call they are 5 and 30 seconds, 2, 5, 15 and 30 minutes, and 1, 2,
/// 4, 8, 12 and 24 hours.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_delivery_retries(
    options: *const ServiceOptions,
    pauses_ms: *const i64,
    count: usize,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let pauses = numbers(pauses_ms, count, "pauses_ms")?.iter().map(|pause| span(*pause, "pauses_ms", None));
        settings.policies.delivery.retries = pauses.collect::<Result<_, _>>()?;
        Ok(())
    })
}

pub(crate) fn set_number_of(
    options: *const ServiceOptions,
    name: *const c_char,
    number: f64,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        set_number(&mut settings.policies, required_text(name, "name")?, number)
    })
}

/// Frees the settings. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_free(options: *mut ServiceOptions) {
    free::<LockCell<Settings>>(options);
}
