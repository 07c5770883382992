//! Settings of a service, and what the host plugs in.

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use shiptrack::carriers::api::CarrierAccess as CoreAccess;
use shiptrack::carriers::edi::Senders;
use shiptrack::carriers::{
    self, CallLog, Carrier, Confirms, CredentialId, LookUpFailure, Subscribed, SubscriptionOrder,
};
use shiptrack::clock::ManualClock;
use shiptrack::hosted::HostedAccount;
use shiptrack::http::Call;
use shiptrack::resources::{AccountId, RequestType};
use shiptrack::service::{DocumentReader, Extraction, Policies, ServiceBuilder, Source};
use shiptrack::store::StoreKey;

use super::carrier::{CarrierFn, HostCarrier};
use super::credentials::key_of;
use super::extractor::{ExtractorFn, HostExtractor};
use super::observer::{ActivityFn, Watcher};
use crate::access::{CarrierAccess, access_of};
use crate::boundary::{
    Destroy, Error, Failure, Hook, Locked, UserData, change, copied, free, lend, make, null, numbers, object,
    optional_text, required_text,
};
use crate::client::{Client, LogFn, client_of, limited};
use crate::clock::{Clock, ClockBody};
use crate::settings::set_number;
use crate::simulator::{Simulator, SimulatorBody};
use crate::time::span;

/// Settings of a service; everything has a default. shiptrack_service_open() copies them, so they may be used again and
/// freed afterwards.
///
/// Ownership: yours; free it with shiptrack_service_options_free().
/// Threads: any number may use it at a time.
pub struct ServiceOptions {
    _private: [u8; 0],
}

object!(ServiceOptions, "shiptrack_service_options", 0x15, Locked<Settings>);

/// What was set.
#[derive(Default, Clone)]
struct Settings {
    clock: Option<ManualClock>,
    carriers: Vec<(Option<String>, Arc<dyn Carrier>)>,
    access: Option<CoreAccess>,
    senders: Option<Senders>,
    extractors: Vec<Arc<HostExtractor>>,
    loopback: bool,
    networks: Vec<String>,
    webhook_ips: Vec<String>,
    policies: Policies,
    key: Option<StoreKey>,
    watcher: Watcher,
}

/// One callback for several services.
struct Shared<T: ?Sized>(Arc<T>);

impl Carrier for Shared<dyn Carrier> {
    fn look_up(&self, look_up: &carriers::LookUp, call: &Call) -> Result<carriers::Answer, LookUpFailure> {
        self.0.look_up(look_up, call)
    }

    fn credential(&self, account: &AccountId, account_name: &str) -> Option<CredentialId> {
        self.0.credential(account, account_name)
    }

    fn confirms(&self, kind: &RequestType) -> Confirms {
        self.0.confirms(kind)
    }

    fn calls(&self) -> Option<&CallLog> {
        self.0.calls()
    }

    fn takes_subscription(&self, about: Option<&RequestType>) -> Result<(), String> {
        self.0.takes_subscription(about)
    }

    fn subscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<Subscribed, LookUpFailure> {
        self.0.subscribe(order, call)
    }

    fn unsubscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<(), LookUpFailure> {
        self.0.unsubscribe(order, call)
    }
}

impl DocumentReader for Shared<HostExtractor> {
    fn read(&self, source: &Source<'_>) -> Result<Option<Extraction>, shiptrack::Error> {
        self.0.read(source)
    }
}

/// A builder with the settings behind a pointer that may be NULL.
pub(super) fn builder(options: *const ServiceOptions) -> Result<ServiceBuilder, Failure> {
    let settings = copied::<Settings>(options)?;
    let mut builder = ServiceBuilder::new().policies(settings.policies);
    if let Some(clock) = settings.clock {
        builder = builder.clock(clock);
    }
    for (scac, carrier) in settings.carriers {
        builder = match scac {
            Some(scac) => builder.carrier(&scac, Shared(carrier))?,
            None => builder.any_carrier(Shared(carrier)),
        };
    }
    if let Some(access) = settings.access {
        builder = builder.carrier_access(access);
    }
    if let Some(senders) = settings.senders {
        builder = builder.edi_senders(senders);
    }
    if let Some(key) = settings.key {
        builder = builder.store_key(key);
    }
    for extractor in settings.extractors {
        builder = builder.extractor(Shared(extractor));
    }
    if settings.loopback {
        builder = builder.allow_loopback();
    }
    if !settings.networks.is_empty() {
        builder = builder.allow_networks(settings.networks)?;
    }
    builder = builder.webhook_ips(settings.webhook_ips)?;
    if settings.watcher.is_set() {
        builder = builder.observer(settings.watcher);
    }
    Ok(builder)
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
    change(options, error, |settings: &mut Settings| {
        settings.clock = Some(lend::<ClockBody>(clock)?.0.clone());
        Ok(())
    })
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
    change(options, error, |settings: &mut Settings| Ok(settings.access.replace(access_of(access)?)))
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
        let known = settings.senders.take().unwrap_or_else(Senders::known);
        settings.senders = Some(known.and(more));
        Ok(())
    })
}

/// Keeps secrets in the store under this key alone, 32 random bytes that you keep elsewhere: credentials
/// (shiptrack_service_keep_credential()), which no service without a key keeps, and webhooks and subscriptions, whose secrets stand there
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
    change(options, error, |settings: &mut Settings| {
        settings.key = Some(key_of(key, key_length)?);
        Ok(())
    })
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
    change(options, error, |settings: &mut Settings| {
        let scac = carrier_code(scac)?;
        let carrier = lend::<SimulatorBody>(simulator)?.carrier()?;
        settings.carriers.push((scac, Arc::new(carrier)));
        Ok(())
    })
}

/// Has a hosted account, the one that `client` has the key of, answer look-ups for the carrier `scac`, or with NULL for every carrier
/// nothing else is set for, about the numbers that it follows. `client` may be freed afterwards.
///
/// With `creating` (1) the account is told to follow a number that it does not follow yet, which may cost money there. With
/// `confirming` (1) it is also asked whose a number is that nobody said it of; one that is creating is not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_hosted(
    options: *const ServiceOptions,
    scac: *const c_char,
    client: *const Client,
    creating: i32,
    confirming: i32,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let scac = carrier_code(scac)?;
        let mut hosted = HostedAccount::new(client_of(client)?);
        if creating != 0 {
            hosted = hosted.creating();
        }
        if confirming != 0 {
            hosted = hosted.confirming();
        }
        settings.carriers.push((scac, Arc::new(hosted)));
        Ok(())
    })
}

fn carrier_code(scac: *const c_char) -> Result<Option<String>, Failure> {
    let scac = optional_text(scac, "scac")?;
    if let Some(scac) = scac {
        shiptrack::numbers::Scac::for_request(scac).map_err(|refusal| Failure::renamed("scac", &refusal))?;
    }
    Ok(scac.map(str::to_owned))
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
    change(options, error, |settings: &mut Settings| {
        let scac = carrier_code(scac)?;
        let callback = callback.ok_or_else(|| null("callback"))?;
        let carrier = HostCarrier { callback, user_data: UserData::new(user_data, destroy) };
        settings.carriers.push((scac, Arc::new(carrier)));
        Ok(())
    })
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
    change(options, error, |settings: &mut Settings| {
        let callback = callback.ok_or_else(|| null("callback"))?;
        settings.extractors.push(Arc::new(HostExtractor { callback, user_data: UserData::new(user_data, destroy) }));
        Ok(())
    })
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
        let hook = Hook::new(callback, user_data, destroy)?;
        Ok(settings.watcher.activity.replace(hook))
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
        let hook = Hook::new(callback, user_data, destroy)?;
        Ok(settings.watcher.log.replace(hook))
    })
}

/// Lets deliveries reach this machine's loopback addresses; without it they reach public addresses only.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_allow_loopback(
    options: *const ServiceOptions,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        settings.loopback = true;
        Ok(())
    })
}

/// Lets deliveries reach this network too (CIDR, `10.0.0.0/8`).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_allow_network(
    options: *const ServiceOptions,
    network: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let network = required_text(network, "network")?;
        let checked = ServiceBuilder::new().allow_networks([network]);
        checked.map_err(|refusal| Failure::renamed("network", &refusal))?;
        settings.networks.push(network.to_owned());
        Ok(())
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
    change(options, error, |settings: &mut Settings| {
        let address = required_text(address, "address")?;
        let checked = ServiceBuilder::new().webhook_ips([address]);
        checked.map_err(|refusal| Failure::renamed("address", &refusal))?;
        settings.webhook_ips.push(address.to_owned());
        Ok(())
    })
}

/// Allows an API key `requests` of a bucket (SHIPTRACK_BUCKET_…) in any `window_ms`, which is one for all buckets; a
/// negative number is no limit. Without it the interface's own limits.
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
        let pauses = numbers(pauses_ms, count, "pauses_ms")?.iter().map(|pause| span(*pause, "pauses_ms"));
        settings.policies.delivery.retries = pauses.collect::<Result<_, _>>()?;
        Ok(())
    })
}

/// Sets a number of the policies, for what is made of their description.
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
    free::<Locked<Settings>>(options);
}
