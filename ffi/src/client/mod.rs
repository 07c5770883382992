//! The client, hosted or of a service in this process.

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

/// A client of the service: hosted, or in this process. Its calls block; each ends by its time-out when there is one,
/// else after thirty seconds on the network at most, the wait for the rate allowance not counted.
///
/// Ownership: yours; free it with shiptrack_client_free(), when no call of it is under way any more.
/// Lifetime: it keeps the service it was made from alive; after shiptrack_service_close() its calls are refused.
/// What it fetched lives on.
/// Threads: any number may use it at a time; they share one rate allowance. After a fork() its calls are refused in
/// the child with SHIPTRACK_ERROR_FORKED; freeing it there is fine.
pub struct Client(());

object!(Client, "shiptrack_client", 0x0a, ClientBody);

/// A client.
pub(crate) struct ClientBody(pub(crate) Arc<Closable<CoreClient>>);

impl ClientBody {
    /// Closing it cancels its calls.
    pub(crate) fn new(client: &CoreClient) -> Self {
        let cancel = CancelToken::new();
        ClientBody(Closable::new(cancel.clone(), client.with_cancel(cancel)))
    }

    /// Shares everything with this one.
    fn derived(&self, cancel: CancelToken, client: CoreClient) -> Result<Self, Failure> {
        let derived = Closable::new(cancel, client);
        self.0.adopt(&derived)?;
        Ok(ClientBody(derived))
    }
}

/// Rejects a closed client and one of another process.
pub(crate) fn client_of(client: *const Client) -> Result<CoreClient, Failure> {
    lend::<ClientBody>(client)?.0.get()
}

/// Makes a client of the service at `base_url` (`https://host/v2`), with an API key. `options` may be NULL.
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
        Ok(ClientBody::new(&builder(options)?.service(base_url, api_key).build()?))
    })
}

/// Makes a client set up by the environment: SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY. `options` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_from_env(
    options: *const ClientOptions,
    client: *mut *mut Client,
    error: *mut *mut Error,
) -> i32 {
    write_object(client, "client", error, || {
        let builder = builder(options)?.service_or_variables(None, None, |name| std::env::var(name))?;
        Ok(ClientBody::new(&builder.build()?))
    })
}

/// Makes a client that shares everything with `client`, its calls limited to `timeout_ms` each: everything included. With 0
/// each ends at once, with SHIPTRACK_ERROR_TIMEOUT. By default the limit is the one of `client`.
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

/// Makes a client that shares everything with `client`, its calls ended by shiptrack_cancel_now().
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

/// Puts another API key in place, also for the clients made from this one. After a 401, nothing is sent before that.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_set_api_key(
    client: *const Client,
    api_key: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || Ok(client_of(client)?.set_api_key(required_text(api_key, "api_key")?)?))
}

/// How many requests of this bucket (SHIPTRACK_BUCKET_…) could go now without waiting, as far as this client knows;
/// SHIPTRACK_NO_LIMIT without a limit. Other processes that use the same key are not counted.
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

/// Closes the client: its calls under way, on any thread, end with SHIPTRACK_ERROR_CANCELLED, later ones are refused with
/// SHIPTRACK_ERROR_CLOSED. It must still be freed. Clients made from it are closed too.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_close(client: *const Client, error: *mut *mut Error) -> i32 {
    call(error, || lend::<ClientBody>(client)?.0.close_now())
}

/// Frees the client. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_free(client: *mut Client) {
    free::<ClientBody>(client);
}
