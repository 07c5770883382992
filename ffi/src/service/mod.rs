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
mod settle;
mod wake;

use std::ffi::c_char;

use shiptrack::service::Budget;

use crate::boundary::{
    ABSENT, Error, Failure, call, count, free, lend, required_text, write, write_object, write_optional,
};
use crate::client::{Client, ClientBody};
use crate::fork_handlers;

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
pub use settle::*;
pub use wake::*;

/// Opens the service that lives in the file at `path`, making it if there is none. `options` may be NULL; they may be used
/// again and freed afterwards.
///
/// Beside the database stand, while it is open, SQLite's own `-wal` and `-shm`, and `<path>.lock`, a small file by which others
/// see who holds the database: a second opening, in this process too, is refused with SHIPTRACK_ERROR_STORE_BUSY. The lock file
/// stays when the service is closed; leave it there, for it also tells the next one to open whether the disk failed the last.
/// The empty path is refused with SHIPTRACK_ERROR_INVALID; `:memory:` does
/// what shiptrack_service_open_in_memory() does.
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
            return Err(Failure::argument("path", "a service lives in a file, and an empty path names none"));
        }
        fork_handlers::install();
        Ok(ServiceBody::new(builder(options)?.open(path)?))
    })
}

/// Opens a service that lives in memory and is gone when it is closed. `options` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_open_in_memory(
    options: *const ServiceOptions,
    service: *mut *mut Service,
    error: *mut *mut Error,
) -> i32 {
    write_object(service, "service", error, || {
        fork_handlers::install();
        Ok(ServiceBody::new(builder(options)?.in_memory()?))
    })
}

/// Makes the host's own client of this service: in process, no key, no limits. `account_id` is one of the service's
/// accounts, or NULL for the account `default`. It tells time by the service's clock.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_client(
    service: *const Service,
    account_id: *const c_char,
    client: *mut *mut Client,
    error: *mut *mut Error,
) -> i32 {
    write_object(client, "client", error, || {
        let (core, account) = account_of(service, account_id)?;
        let made = ClientBody::new(&core.client_of(&account)?);
        lend::<ServiceBody>(service)?.live.adopt(&made.0)?;
        Ok(made)
    })
}

/// Does the work that is due now (look-ups, deliveries), `max_items` at most; 0 for all of it. Calling it too early, twice,
/// or from several threads is harmless. `done` gets how much was done, and may be NULL. Callbacks of carriers run on this
/// thread.
///
/// It blocks: items are done one after the other on the calling thread, a delivery for up to `delivery.timeout_ms` (15 s), a
/// look-up for as long as its carrier takes (the built-in ones up to `look_up_timeout_ms`, 30 s). A receiver that does not
/// answer holds a loop up that long: give a loop that must not stand still a worker, or call this with 1. An item that went
/// wrong is put off, and not tried again in the same call.
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

/// When the next work is due, in milliseconds since 1970 on the service's clock; SHIPTRACK_ABSENT when none is.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_next_due(
    service: *const Service,
    unix_ms: *mut i64,
    error: *mut *mut Error,
) -> i32 {
    write(unix_ms, "unix_ms", error, || Ok(service_of(service)?.next_due()?.ok_or(ABSENT)?.timestamp_millis()))
}

/// How long the host may sleep before work is due, in milliseconds, as poll() takes it: 0 when work is due, -1 when none
/// will be before something happens.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_poll_timeout(
    service: *const Service,
    sleep_ms: *mut i32,
    error: *mut *mut Error,
) -> i32 {
    write(sleep_ms, "sleep_ms", error, || {
        let service = service_of(service)?;
        let left = service.next_due()?.map(|due| (due - service.clock().now()).num_milliseconds());
        // Rounded up: a host that wakes a moment too early finds nothing to do.
        let rounded = |left: i64| if left > 0 { i32::try_from(left.saturating_add(1)).unwrap_or(i32::MAX) } else { 0 };
        Ok(left.map_or(-1, rounded))
    })
}

/// How many threads a worker has that is good for a host with some hundred receivers and carriers, a few of which hang.
pub const SHIPTRACK_WORKER_THREADS: usize = 32;

const _: () = assert!(SHIPTRACK_WORKER_THREADS == shiptrack::Service::WORKER_THREADS);

/// Starts a worker of at most `threads` threads, 1 to 1,024, that do due work as it falls due; does nothing when one runs
/// already. SHIPTRACK_WORKER_THREADS is a good number: they are started as they are needed, and from four on a quarter is kept
/// for look-ups and a quarter for deliveries. Refused on a clock that is moved by hand, with SHIPTRACK_ERROR_CONFIGURATION.
/// Callbacks of carriers then run on these threads.
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

/// Stops the worker after what it is doing, cancelling calls that wait. Does nothing when none runs, and when the
/// service is closed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_stop_worker(service: *const Service, error: *mut *mut Error) -> i32 {
    call(error, || {
        let service = service_of(service).map(|service| service.stop_worker());
        service.or_else(Failure::unless_closed)
    })
}

/// Closes the service for certain, whatever still leads into it: later calls of it, its clients, listings and servers are
/// refused with SHIPTRACK_ERROR_CLOSED, those under way are cancelled, the worker and the servers are stopped, and the file
/// is let go. The wake callback is called, and the eventfd becomes readable: a loop that asks then learns that it is over.
/// All objects must still be freed. Closing again changes nothing.
///
/// The worker and the servers have ended when this returns. A call that is under way on another thread of the host's goes on
/// until it notices: until it has returned it may still call any callback, those of activities and lines included. `destroy`
/// runs after the last of them: now, or when such calls have returned and the listings made from the service are freed. So
/// let go of what a callback uses in its `destroy`, not after this.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_close(service: *const Service, error: *mut *mut Error) -> i32 {
    call(error, || {
        let live = &lend::<ServiceBody>(service)?.live;
        let open = live.get();
        live.close_now()?;
        // Closed through every other way too, listings and calls under way included; this wakes the host.
        open.map_or(Ok(()), |service| Ok(service.close()?))
    })
}

/// Frees the service. NULL is harmless. It does not end the service: clients, listings and servers made from it go on
/// working, and keep its file, its worker and its callbacks alive until the last of them is freed.
/// shiptrack_service_close() ends it for certain.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_free(service: *mut Service) {
    free::<ServiceBody>(service);
}
