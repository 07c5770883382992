//! The client of a hosted service, or of a service in this process.

mod bucket;
mod handwritten_operations;
mod infer;
mod observer;
pub(crate) mod operation_call;
mod options;
mod send;
mod short_forms;
mod track;
mod upload;

use std::ffi::c_char;
use std::sync::Arc;
use std::time::Duration;

use shiptrack::Client as CoreClient;
use shiptrack::clock::CancelToken;

use crate::boundary::{Closable, Error, Failure, call, free, lend, object, required_text, write, write_object};
use crate::cancel::{Cancel, token_of};
use crate::time::{SHIPTRACK_DEFAULT_TIMEOUT, SHIPTRACK_NO_LIMIT, time_limit};

pub(crate) use bucket::bucket_of;
pub use handwritten_operations::*;
pub use infer::*;
pub use observer::*;
use options::builder;
pub use options::*;
pub use send::*;
pub use short_forms::*;
pub use track::*;
pub use upload::*;

/// A client of a service, hosted or in this process. Its calls block. Without a timeout, a call over the network takes
/// at most thirty seconds, plus the time that it waits for the rate limit.
///
/// Ownership: yours; free it with shiptrack_client_free() when none of its calls is in progress.
/// Lifetime: it keeps the service that it was made from alive; after shiptrack_service_close() its calls return
/// SHIPTRACK_ERROR_CLOSED. What it fetched stays valid after it is freed.
/// Threads: any number of threads may use it at the same time; they share one rate limit. After a fork(), the child
/// may use a client of a server, which opens new connections. Calls of a client of a service in this process return
/// SHIPTRACK_ERROR_FORKED there; the child may free it.
pub struct Client(());

object!(Client, "shiptrack_client", 0x0a, ClientBody);

/// The object behind the pointer.
pub(crate) struct ClientBody(pub(crate) Arc<Closable<CoreClient>>);

impl ClientBody {
    /// A client of a service in this process. Closing the client cancels its calls.
    pub(crate) fn embedded(client: &CoreClient) -> Self {
        let cancel = CancelToken::new();
        ClientBody(Closable::new(cancel.clone(), client.with_cancel(cancel)))
    }

    /// A client of a server. In the child of a fork it opens new connections.
    fn hosted(client: &CoreClient) -> Self {
        let cancel = CancelToken::new();
        ClientBody(Closable::for_all_processes(cancel.clone(), client.with_cancel(cancel)))
    }

    /// A client that shares everything with this one.
    fn derived(&self, cancel: CancelToken, client: CoreClient) -> Result<Self, Failure> {
        Ok(ClientBody(self.0.derive(cancel, client)?))
    }
}

/// Rejects a closed client, and one of a service in the parent process.
pub(crate) fn client_of(client: *const Client) -> Result<CoreClient, Failure> {
    lend::<ClientBody>(client)?.0.get()
}

/// Creates a client of a hosted service. `base_url` is the URL of the interface (`https://host/v2`), `api_key` the API
/// key. `options` may be NULL. No request is sent.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_open(
    base_url: *const c_char,
    api_key: *const c_char,
    options: *const ClientOptions,
    client: *mut *mut Client,
    error: *mut *mut Error,
) -> i32 {
    write_object(client, "client", error, || {
        let (base_url, api_key) = (required_text(base_url, "base_url")?, required_text(api_key, "api_key")?);
        Ok(ClientBody::hosted(&builder(options)?.service(base_url, api_key).build()?))
    })
}

/// Creates a client with the settings in the environment: the variables SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY.
/// `options` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_from_env(
    options: *const ClientOptions,
    client: *mut *mut Client,
    error: *mut *mut Error,
) -> i32 {
    write_object(client, "client", error, || {
        let builder = builder(options)?.service_or_variables(None, None, |name| std::env::var(name))?;
        Ok(ClientBody::hosted(&builder.build()?))
    })
}

/// Creates a client that shares everything with `client`, but each of whose calls may take at most `timeout_ms`
/// milliseconds, including retries and the wait for the rate limit. With 0 each call returns SHIPTRACK_ERROR_TIMEOUT at
/// once. SHIPTRACK_DEFAULT_TIMEOUT keeps the limit of `client`; SHIPTRACK_NO_LIMIT removes it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_with_timeout(
    client: *const Client,
    timeout_ms: i64,
    derived: *mut *mut Client,
    error: *mut *mut Error,
) -> i32 {
    write_object(derived, "derived", error, || {
        let body = lend::<ClientBody>(client)?;
        let client = body.0.get()?;
        let timed = match timeout_ms {
            SHIPTRACK_DEFAULT_TIMEOUT => client.clone(),
            _ => client.with_timeout(time_limit(timeout_ms, "timeout_ms", Duration::ZERO)?),
        };
        body.derived(body.0.cancel.clone(), timed)
    })
}

/// Creates a client that shares everything with `client`, but whose calls end with SHIPTRACK_ERROR_CANCELLED after
/// shiptrack_cancel_now(cancel).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_with_cancel(
    client: *const Client,
    cancel: *const Cancel,
    derived: *mut *mut Client,
    error: *mut *mut Error,
) -> i32 {
    write_object(derived, "derived", error, || {
        let body = lend::<ClientBody>(client)?;
        let token = body.0.cancel.child();
        if let Some(cancel) = token_of(cancel)? {
            cancel.adopt(&token);
        }
        body.derived(token.clone(), body.0.get()?.with_cancel(token))
    })
}

/// Replaces the API key, also for the clients made from this one. After an HTTP 401 the client sends no request until
/// its key is replaced.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_set_api_key(
    client: *const Client,
    api_key: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || Ok(client_of(client)?.set_api_key(required_text(api_key, "api_key")?)?))
}

/// Writes to `left` the number of requests of this rate limit bucket (SHIPTRACK_BUCKET_…) that this client could send
/// now without waiting; SHIPTRACK_NO_LIMIT if there is no limit. Requests of other processes with the same key are not
/// counted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_allowance(
    client: *const Client,
    bucket: i32,
    left: *mut i64,
    error: *mut *mut Error,
) -> i32 {
    write(left, "left", error, || {
        Ok(client_of(client)?.allowance(bucket_of(bucket)?).map_or(SHIPTRACK_NO_LIMIT, i64::from))
    })
}

/// Closes the client, and the clients made from it. Calls in progress, on any thread, end with
/// SHIPTRACK_ERROR_CANCELLED; later calls return SHIPTRACK_ERROR_CLOSED. The client must still be freed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_close(client: *const Client, error: *mut *mut Error) -> i32 {
    call(error, || lend::<ClientBody>(client)?.0.close_now())
}

/// Frees the client. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_free(client: *mut Client) {
    free::<ClientBody>(client);
}
