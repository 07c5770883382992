//! The tracking service inside this process.

mod accounts;
mod answer_request;
mod body;
mod carrier;
mod credentials;
mod edi;
mod edi_folder;
mod extractor;
mod facts;
mod feed;
mod hosted;
mod mail;
mod observer;
mod options;
mod push;
mod reader;
mod settle;
mod wake;

use std::ffi::c_char;

use shiptrack::service::Budget;

use crate::boundary::{
    ABSENT, Error, Failure, call, count, free, lend, required_text, write, write_object, write_optional,
};
use crate::client::{Client, ClientBody};
use crate::fork_handlers;
use crate::time::time_limit;

pub use accounts::*;
pub use answer_request::*;
pub use body::Service;
pub(crate) use body::{ServiceBody, service_of};
use body::{absent_unless, account_of, cancel_of};
pub use carrier::*;
pub use credentials::*;
pub use edi::*;
pub use edi_folder::*;
pub use extractor::*;
pub use facts::*;
pub use feed::*;
pub use hosted::*;
pub use mail::*;
pub use observer::*;
use options::builder;
pub use options::*;
pub use push::*;
pub use reader::*;
pub use settle::*;
pub use wake::*;

/// Opens the service in the SQLite file at `path`, and creates the file if it does not exist. `options` may be NULL;
/// you may reuse and free them afterwards.
///
/// While the service is open, there are three files next to the database: SQLite's `-wal` and `-shm`, and
/// `<path>.lock`, which shows that the database is open. Opening it a second time returns SHIPTRACK_ERROR_STORE_BUSY: at
/// once if this process has it open, and after the time `storage.busy_timeout_ms` (10 s) if another process has it open;
/// see shiptrack_service_options_cancel_opening(). Do not delete the lock file: while a service is open, writes are
/// refused without it, and when the service is closed, it records whether the disk failed. A database that is missing or
/// empty although its lock file remembers one is refused with SHIPTRACK_ERROR_STORE. An empty path is rejected with
/// SHIPTRACK_ERROR_INVALID; `:memory:` is shiptrack_service_open_in_memory().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_open(
    path: *const c_char,
    options: *const ServiceOptions,
    service: *mut *mut Service,
    error: *mut *mut Error,
) -> i32 {
    write_object(service, "service", error, || {
        let path = required_text(path, "path")?;
        if path.is_empty() {
            return Err(Failure::argument("path", "path is empty: pass the path of a file, or :memory:"));
        }
        fork_handlers::install();
        set_installed_reader();
        Ok(ServiceBody::new(builder(options)?.open(path)?))
    })
}

/// Opens a service in memory, whose data are lost when it is closed. `options` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_open_in_memory(
    options: *const ServiceOptions,
    service: *mut *mut Service,
    error: *mut *mut Error,
) -> i32 {
    write_object(service, "service", error, || {
        fork_handlers::install();
        set_installed_reader();
        Ok(ServiceBody::new(builder(options)?.in_memory()?))
    })
}

/// Creates a client of this service inside the process, without an API key and without rate limits. `account_id` is the
/// id of an account of the service, or NULL for the account `default`. The client uses the clock of the service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_client(
    service: *const Service,
    account_id: *const c_char,
    client: *mut *mut Client,
    error: *mut *mut Error,
) -> i32 {
    write_object(client, "client", error, || {
        let (core, account) = account_of(service, account_id)?;
        let made = ClientBody::embedded(&core.client_of(&account)?);
        lend::<ServiceBody>(service)?.live.adopt(&made.0)?;
        Ok(made)
    })
}

/// Does the work that is due now (look-ups, deliveries) on this thread, at most `max_items` items; 0 means all of them.
/// Calling it too early, twice, or from several threads is harmless. `done` receives the number of items, and may be
/// NULL. Callbacks of carriers run on this thread.
///
/// The call blocks: items are done one after the other, a delivery for up to `delivery.timeout_ms` (15 s), a look-up as
/// long as its carrier takes (the built-in ones up to `look_up_timeout_ms`, 30 s). If your program must not block that
/// long, start a worker, or call this function with 1. An item that failed is postponed, and not retried in the same
/// call.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_run_due(
    service: *const Service,
    max_items: usize,
    done: *mut usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let budget = if max_items == 0 { Budget::ALL } else { Budget::items(count(max_items, "max_items")?) };
        write_optional(done, service_of(service)?.run_due(budget)?.items());
        Ok(())
    })
}

/// Writes the time of the next due work to `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z on the clock of the
/// service. Returns SHIPTRACK_ABSENT if no work is planned.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_next_due(
    service: *const Service,
    unix_ms: *mut i64,
    error: *mut *mut Error,
) -> i32 {
    write(unix_ms, "unix_ms", error, || Ok(service_of(service)?.next_due()?.ok_or(ABSENT)?.timestamp_millis()))
}

/// Writes the time until the next due work to `sleep_ms`, in milliseconds, in the form of the timeout of poll(): 0 if
/// work is due, -1 if no work is planned.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_poll_timeout(
    service: *const Service,
    sleep_ms: *mut i32,
    error: *mut *mut Error,
) -> i32 {
    write(sleep_ms, "sleep_ms", error, || {
        let service = service_of(service)?;
        let left = service.next_due()?.map(|due| (due - service.clock().now()).num_milliseconds());
        // Rounded up: a program that wakes a moment too early finds nothing to do.
        let rounded = |left: i64| if left > 0 { i32::try_from(left.saturating_add(1)).unwrap_or(i32::MAX) } else { 0 };
        Ok(left.map_or(-1, rounded))
    })
}

/// The recommended number of threads of a worker: enough for some hundred receivers and carriers, of which a few do not
/// respond.
pub const SHIPTRACK_WORKER_THREADS: usize = 32;

const _: () = assert!(SHIPTRACK_WORKER_THREADS == shiptrack::Service::WORKER_THREADS);

/// Starts a worker, which processes due work; this has no effect if a worker runs. It makes up to `threads` look-ups
/// of one account, 1 to 1,024, twice as many of several accounts, and up to `threads` deliveries (at least four) at the same time,
/// each on a thread. SHIPTRACK_WORKER_THREADS is recommended: threads are started when they are needed. One account gets at most
/// half of the deliveries. Callbacks of
/// carriers run on these threads. On a manual clock it fails with SHIPTRACK_ERROR_CONFIGURATION.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_start_worker(
    service: *const Service,
    threads: usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        const MOST: usize = 1_024;
        if !(1..=MOST).contains(&threads) {
            return Err(Failure::argument("threads", format!("a worker has from 1 to {MOST} threads, not {threads}")));
        }
        Ok(service_of(service)?.start_worker(threads)?)
    })
}

/// Stops the worker after the work in progress, and cancels calls that wait. It has no effect if no worker runs or the
/// service is closed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_stop_worker(service: *const Service, error: *mut *mut Error) -> i32 {
    call(error, || {
        let service = service_of(service).map(|service| service.stop_worker());
        service.or_else(Failure::unless_closed)
    })
}

/// Closes the service, whatever objects still use it. Later calls of it, its clients, listings and servers return
/// SHIPTRACK_ERROR_CLOSED, calls in progress are cancelled, the worker and the servers stop, and the file is released.
/// The wake callback is called and the eventfd becomes readable, so that an event loop notices. All objects must still
/// be freed. Closing again has no effect.
///
/// It waits for at most `timeout_ms` milliseconds (SHIPTRACK_DEFAULT_TIMEOUT: 10 seconds; SHIPTRACK_NO_LIMIT) until
/// callbacks on threads of the worker return. After that, the service is closed without them, and a warning in the log
/// names the carriers: such a callback keeps its thread and its `user_data` until it returns, its answer is ignored, and
/// the work is due again when the file is opened. Do not unload the library before it has returned.
///
/// A call that is in progress on another thread of the program continues until it notices; until it has returned, it may
/// still call any callback. `destroy` runs after the last of them: during this call, or when such calls and callbacks
/// have returned and the listings made from the service are freed. So release the data of a callback in its `destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_close(service: *const Service, timeout_ms: i64, error: *mut *mut Error) -> i32 {
    call(error, || {
        let timeout = time_limit(timeout_ms, "timeout_ms", shiptrack::Service::CLOSE_TIMEOUT)?;
        let live = &lend::<ServiceBody>(service)?.live;
        let open = live.get();
        live.close_now()?;
        // Also closes it for listings and calls in progress, and wakes the event loop of the program.
        open.map_or(Ok(()), |service| Ok(service.close_within(timeout)?))
    })
}

/// Frees the service. NULL is ignored. Clients, listings and servers made from it continue to work, and keep its file,
/// its worker and its callbacks until the last of them is freed. shiptrack_service_close() ends it at once.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_free(service: *mut Service) {
    free::<ServiceBody>(service);
}
