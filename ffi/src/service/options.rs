//! Settings of a service, and what the host plugs in.

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
use crate::client::{Client, LogFn, client_of, limited};
use crate::clock::{Clock, clock_of};
use crate::settings::set_number;
use crate::simulator::{Simulator, SimulatorBody};
use crate::time::span;

/// Settings of a service; everything has a default. shiptrack_service_open() copies them, so they may be used again and
/// freed afterwards.
///
/// Ownership: yours; free it with shiptrack_service_options_free().
/// Threads: any number may use it at a time.
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

fn set(
    options: *const ServiceOptions,
    error: *mut *mut Error,
    set: impl FnOnce(ServiceBuilder) -> Result<ServiceBuilder, Failure>,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let builder = set(settings.builder.clone())?;
        Ok(std::mem::replace(&mut settings.builder, builder))
    })
}

/// Makes settings that are all at their defaults.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_new(options: *mut *mut ServiceOptions, error: *mut *mut Error) -> i32 {
    make::<Settings>(options, "options", error)
}

/// Runs the service on a clock that is moved by hand.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_clock(
    options: *const ServiceOptions,
    clock: *const Clock,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.clock(clock_of(clock)?)))
}

/// Has the carriers of these profiles asked over HTTP, in place of profiles given before. A carrier that is plugged in under the same
/// code comes first. What cannot be asked is refused when the service is opened, and the error's pointer names its place:
/// `profiles.EGLV.base_url`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_carrier_access(
    options: *const ServiceOptions,
    access: *const CarrierAccess,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.carrier_access(access_of(access)?)))
}

/// Says what single senders of EDI mean by their codes, and as whose words theirs count, beside what comes along: a JSON object of
/// senders, each with `codes` and `source`; share/doc/shiptrack/edi.md below the prefix describes it. What is not right is refused
/// with SHIPTRACK_ERROR_INVALID, and shiptrack_error_pointer() is its JSON pointer: `/OCEANLINE/codes/Z9`. May be repeated; what is
/// said later counts.
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

/// Keeps secrets in the store under this key alone, 32 random bytes that you keep elsewhere: credentials
/// (shiptrack_service_store_credential()), which no service without a key keeps, and webhooks and subscriptions, whose secrets stand there
/// in clear otherwise. What is there already is sealed when the service is opened.
///
/// From then on the file is opened with this key or not at all: with another one, and with none, opening it is refused with
/// SHIPTRACK_ERROR_CONFIGURATION, and shiptrack_error_pointer() is `store_key`. Whoever loses the key loses the file;
/// shiptrack_service_rekey() replaces it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_store_key(
    options: *const ServiceOptions,
    key: *const u8,
    key_length: usize,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.store_key(key_of(key, key_length)?)))
}

/// Has a simulated carrier answer look-ups for the carrier `scac`, or with NULL for every carrier nothing else is set for, by the
/// times of the look-ups and without HTTP.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_simulator(
    options: *const ServiceOptions,
    scac: *const c_char,
    simulator: *const Simulator,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| plug(builder, scac, || lend::<SimulatorBody>(simulator)?.carrier()))
}

/// Has a hosted account, the one that `client` has the key of, answer look-ups for the carrier `scac`, or with NULL for every carrier
/// nothing else is set for, about the numbers that it follows. `client` may be freed afterwards.
///
/// With `create_missing` (1) the account is told to follow a number that it does not follow yet, which may cost money there. With
/// `use_for_detection` (1) it is also asked whose a number is that nobody said it of; one that is creating is not.
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

/// NULL is every carrier. The code is checked first: when it is rejected, a callback's data stay with the host.
fn plug<C: Carrier + 'static>(
    builder: ServiceBuilder,
    scac: *const c_char,
    carrier: impl FnOnce() -> Result<C, Failure>,
) -> Result<ServiceBuilder, Failure> {
    let Some(scac) = optional_text(scac, "scac")? else { return Ok(builder.any_carrier(carrier()?)) };
    shiptrack::numbers::Scac::for_request(scac).map_err(|refusal| Failure::renamed("scac", &refusal))?;
    Ok(builder.carrier(scac, carrier()?)?)
}

/// Has `callback` answer look-ups for the carrier `scac` (`"MAEU"`), or with NULL for every carrier nothing else is set
/// for. `destroy` is called with `user_data` when the settings, every service made with them, and every client, listing and
/// server made from these are freed; it may be NULL. When the call fails, `user_data` stays yours.
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

/// Has `callback` read documents, those of messages and those that are uploaded, after the extractors set before and ahead of the built-in one. `destroy`
/// as with shiptrack_service_options_carrier().
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

/// Has `callback` told of everything the service does by itself, in place of one set before. `destroy` as with
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

/// Has `callback` given a line for people about everything the service does by itself, in place of one set before.
/// `destroy` as with shiptrack_service_options_carrier().
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

/// Lets deliveries reach this machine's loopback addresses; without it they reach public addresses only.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_allow_loopback(
    options: *const ServiceOptions,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| Ok(builder.allow_loopback()))
}

/// Lets deliveries reach this network too (CIDR, `10.0.0.0/8`).
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

/// Tells receivers that deliveries come from this address, too (an IP address, or a network in CIDR form): what
/// shiptrack_webhook_ips() answers. Without it the list is empty.
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

/// Allows an API key `requests` of a bucket (SHIPTRACK_BUCKET_…), or SHIPTRACK_NO_LIMIT, in any `window_ms`, which is one for all
/// buckets and by default a minute. Without it the interface's own limits.
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

/// Sets the pauses between the attempts of a delivery, in milliseconds, none negative: it is attempted once more than there
/// are `pauses_ms`, so once for none. Without it 5 and 30 s, 2, 5, 15 and 30 min, 1, 2, 4, 8, 12 and 24 h.
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

/// Frees the settings. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_free(options: *mut ServiceOptions) {
    free::<LockCell<Settings>>(options);
}
