//! Settings of a client.

use std::ffi::{c_char, c_void};
use std::time::Duration;

use shiptrack::ClientBuilder;
use shiptrack::client::RetryPolicy;
use shiptrack::http::Roots;
use shiptrack::limits::RateLimits;

use super::bucket::bucket_of;
use super::observer::{AttemptFn, CallCallbacks, LogFn, PauseFn};
use crate::boundary::{
    Destroy, Error, Failure, Hook, LockCell, bytes, change, copied, free, make, object, required_text,
};
use crate::time::{SHIPTRACK_DEFAULT_TIMEOUT, SHIPTRACK_NO_LIMIT, span, time_limit};

/// Settings of a client; each has a default. shiptrack_client_open() copies them, so you may reuse and free them.
///
/// Ownership: yours; free it with shiptrack_client_options_free().
/// Threads: any number of threads may use it at the same time.
pub struct ClientOptions(());

object!(ClientOptions, "shiptrack_client_options", 0x0b, LockCell<Settings>);

#[derive(Default, Clone)]
struct Settings {
    builder: ClientBuilder,
    timeout: Option<Duration>,
    connect_timeout: Option<Duration>,
    limits: Option<RateLimits>,
    callbacks: CallCallbacks,
}

/// Rejects a value at once that would be rejected when a client is created, under the name of the argument.
fn check(builder: &ClientBuilder, name: &str) -> Result<(), Failure> {
    builder.check().map_err(|refusal| Failure::renamed(name, &refusal))
}

/// `options` may be NULL.
pub(super) fn builder(options: *const ClientOptions) -> Result<ClientBuilder, Failure> {
    let Settings { mut builder, timeout, connect_timeout, limits, callbacks } = copied(options)?;
    if let Some(timeout) = timeout {
        builder = builder.timeout(timeout);
    }
    if let Some(timeout) = connect_timeout {
        builder = builder.connect_timeout(timeout);
    }
    if let Some(limits) = limits {
        builder = builder.limits(limits);
    }
    Ok(if callbacks.is_set() { builder.observer(callbacks) } else { builder })
}

/// Changes the builder if a client can be created with the result. `name` is the argument that an error mentions.
fn set(
    options: *const ClientOptions,
    error: *mut *mut Error,
    name: &str,
    set: impl FnOnce(ClientBuilder) -> Result<ClientBuilder, Failure>,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let builder = set(settings.builder.clone())?;
        check(&builder, name)?;
        settings.builder = builder;
        Ok(())
    })
}

/// `None` for the default. 0 is rejected, because no call could succeed.
fn timeout_or_default(timeout_ms: i64) -> Result<Option<Duration>, Failure> {
    match timeout_ms {
        SHIPTRACK_DEFAULT_TIMEOUT => Ok(None),
        0 => Err(Failure::argument("timeout_ms", "timeout_ms is 0: no call could succeed")),
        _ => Ok(Some(time_limit(timeout_ms, "timeout_ms", Duration::ZERO)?)),
    }
}

/// Creates settings with their default values.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_new(options: *mut *mut ClientOptions, error: *mut *mut Error) -> i32 {
    make::<Settings>(options, "options", error)
}

/// Limits every call to `timeout_ms` milliseconds, including retries and the wait for the rate limit. 0 is rejected.
/// With SHIPTRACK_DEFAULT_TIMEOUT, a call may spend thirty seconds on the network and in pauses between attempts, and
/// waits for the rate limit as long as necessary.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_timeout(
    options: *const ClientOptions,
    timeout_ms: i64,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        settings.timeout = timeout_or_default(timeout_ms)?;
        Ok(())
    })
}

/// Limits the time to connect to `timeout_ms` milliseconds. SHIPTRACK_DEFAULT_TIMEOUT means ten seconds. 0 is rejected.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_connect_timeout(
    options: *const ClientOptions,
    timeout_ms: i64,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        settings.connect_timeout = timeout_or_default(timeout_ms)?;
        Ok(())
    })
}

/// Permits the client to send the API key unencrypted to another machine: only for a service in a network that you
/// trust.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_allow_insecure_http(
    options: *const ClientOptions,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, "options", |builder| Ok(builder.allow_insecure_http()))
}

/// Sets how often and after which pauses a request is retried. A request is sent at most `attempts` times; 1 disables
/// retries. The pause before the first retry is a random time up to `base_ms` milliseconds; the limit doubles for every
/// further retry, up to `cap_ms` milliseconds. SHIPTRACK_DEFAULT_TIMEOUT means 500 for `base_ms` and 20,000 for
/// `cap_ms`; 0 retries without a pause. Without this call a request is sent at most three times.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_retries(
    options: *const ClientOptions,
    attempts: u32,
    base_ms: i64,
    cap_ms: i64,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, "attempts", |builder| {
        let usual = RetryPolicy::default();
        let (base, cap) = (span(base_ms, "base_ms", usual.base)?, time_limit(cap_ms, "cap_ms", usual.cap)?);
        Ok(builder.retries(RetryPolicy::new(attempts, base, cap)))
    })
}

/// Sets the rate limit of a bucket (SHIPTRACK_BUCKET_…): at most `requests` requests, or SHIPTRACK_NO_LIMIT, in any
/// period of `window_ms` milliseconds. The period is the same for all buckets; SHIPTRACK_DEFAULT_TIMEOUT means a
/// minute. Without this call the limits are those that the service reports (`RateLimit-Policy`), and as long as it
/// reports none, those of the hosted service: each minute 100 requests, 100 new tracking requests, 200 inferences and 10
/// refreshes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_limit(
    options: *const ClientOptions,
    bucket: i32,
    requests: i64,
    window_ms: i64,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        let limits = settings.limits.unwrap_or(RateLimits::interface());
        Ok(settings.limits.replace(limited(limits, bucket, requests, window_ms)?))
    })
}

pub(crate) fn limited(
    mut limits: RateLimits,
    bucket: i32,
    requests: i64,
    window_ms: i64,
) -> Result<RateLimits, Failure> {
    use shiptrack::limits::Bucket;
    let place = match bucket_of(bucket)? {
        Bucket::Default => &mut limits.default,
        Bucket::Create => &mut limits.create,
        Bucket::Infer => &mut limits.infer,
        Bucket::Refresh => &mut limits.refresh,
    };
    *place = match requests {
        SHIPTRACK_NO_LIMIT => None,
        ..=0 => {
            let detail = format!("requests is {requests}: a limit is 1 or more, or SHIPTRACK_NO_LIMIT (INT64_MAX)");
            return Err(Failure::argument("requests", detail));
        }
        _ => Some(u32::try_from(requests).map_err(|_| {
            Failure::argument("requests", format!("requests is {requests}: the largest limit is {}", u32::MAX))
        })?),
    };
    limits.per = span(window_ms, "window_ms", RateLimits::interface().per)?;
    if limits.per.is_zero() {
        return Err(Failure::argument("window_ms", "window_ms is 0: a rate limit needs a period"));
    }
    Ok(limits)
}

/// Sets the User-Agent header.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_user_agent(
    options: *const ClientOptions,
    text: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, "text", |builder| Ok(builder.user_agent(required_text(text, "text")?)))
}

/// Adds a header to every request. Its value is treated as a secret.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_header(
    options: *const ClientOptions,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, "value", |builder| {
        let (name, value) = (required_text(name, "name")?, required_text(value, "value")?);
        check(&ClientBuilder::in_process().header(name, ""), "name")?;
        Ok(builder.header(name, value))
    })
}

/// Limits the body of a response to `bytes` bytes after decompression. The default is 16 MiB.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_body_limit(
    options: *const ClientOptions,
    bytes: usize,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, "bytes", |builder| Ok(builder.body_limit(bytes)))
}

/// Connects through the HTTP proxy at this URL (`http://user:password@host:port`). Proxies in environment variables are
/// not used.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_proxy(
    options: *const ClientOptions,
    url: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, "url", |builder| Ok(builder.proxy(required_text(url, "url")?)))
}

/// Trusts only the certificates in this PEM text, instead of those of the machine.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_roots_pem(
    options: *const ClientOptions,
    pem: *const u8,
    pem_length: usize,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, "pem", |builder| Ok(builder.roots(Roots::Pem(bytes(pem, pem_length, "pem")?.to_vec()))))
}

/// Trusts the certificate authorities that Mozilla trusted when this library was built, instead of those of the
/// machine.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_roots_bundled(options: *const ClientOptions, error: *mut *mut Error) -> i32 {
    set(options, error, "options", |builder| Ok(builder.roots(Roots::Bundled)))
}

/// Calls `callback` after every attempt to send a request. `destroy` is called with `user_data` when the settings,
/// every client created with them, and every client and listing made from these are freed; it may be NULL. If this
/// function fails, `user_data` stays yours.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_on_attempt(
    options: *const ClientOptions,
    callback: AttemptFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        Ok(settings.callbacks.attempt.replace(Hook::new(callback, user_data, destroy)?.into()))
    })
}

/// Calls `callback` when a call starts to wait for the rate limit; without it such a wait looks like a hang. `destroy`
/// works as in shiptrack_client_options_on_attempt().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_on_pause(
    options: *const ClientOptions,
    callback: PauseFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        Ok(settings.callbacks.pause.replace(Hook::new(callback, user_data, destroy)?.into()))
    })
}

/// Passes `callback` a log line for every attempt and every wait for the rate limit. `destroy` works as in
/// shiptrack_client_options_on_attempt().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_on_log(
    options: *const ClientOptions,
    callback: LogFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    change(options, error, |settings: &mut Settings| {
        Ok(settings.callbacks.log.replace(Hook::new(callback, user_data, destroy)?.into()))
    })
}

/// Frees the settings. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_options_free(options: *mut ClientOptions) {
    free::<LockCell<Settings>>(options);
}
