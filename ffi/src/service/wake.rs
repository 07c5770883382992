//! Wakes the event loop of a host program.

use std::ffi::c_void;
use std::sync::PoisonError;

use shiptrack::service::OnWake;

use super::{Service, ServiceBody};
use crate::boundary::{Destroy, Error, Failure, UserData, call, lend, write};

/// Called whenever something happened that a program which drives the service may want to handle: work was added or
/// done, so that shiptrack_service_next_due() or shiptrack_service_events() may return something else, or the service
/// was closed.
///
/// It runs on the thread where it happened (of a caller, the worker or the server), with nothing locked; several
/// threads may run it at the same time. It should only wake the event loop of the program.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type WakeFn = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// Calls `callback` whenever something happened and when the service is closed, in addition to earlier callbacks.
/// `destroy` is called with `user_data` when the service and every client, listing and server made from it are freed,
/// or when the callback is removed; it may be NULL. If this function fails, `user_data` stays yours.
///
/// With NULL as `callback`, all callbacks of this function are removed and the other arguments are ignored. When the
/// function returns, none of them runs on any thread, none is called again, and each `destroy` was called. It waits for
/// callbacks that run on other threads, so do not hold a lock that they need. If one of the callbacks removes them, the
/// function returns at once; that call is the last, and its `destroy` runs when it ends. NULL is also accepted for a
/// closed service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_on_wake(
    service: *const Service,
    callback: WakeFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let body = lend::<ServiceBody>(service)?;
        let service = body.live.get();
        let Some(callback) = callback else {
            // A closed service calls no callbacks, so removing them, as a destructor does, succeeds.
            service.map(drop).or_else(Failure::unless_closed)?;
            let all = std::mem::take(&mut *body.wakes.lock());
            all.iter().for_each(OnWake::stop);
            return Ok(());
        };
        let (service, user_data) = (service?, UserData::new(user_data, destroy));
        // SAFETY: the caller passed this function for this pointer.
        let on_wake = service.on_wake(move || unsafe { callback(user_data.get()) });
        body.wakes.lock().push(on_wake);
        Ok(())
    })
}

/// Writes an eventfd to `descriptor` that becomes readable whenever something happened and when the service is closed:
/// for poll(), epoll and event loops. Read eight bytes from it to reset it, then call shiptrack_service_run_due() and
/// shiptrack_service_events().
///
/// The service owns the descriptor and closes it when it is freed. Only Linux supports this; other systems return
/// SHIPTRACK_ERROR_CONFIGURATION.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_event_fd(
    service: *const Service,
    descriptor: *mut i32,
    error: *mut *mut Error,
) -> i32 {
    write(descriptor, "descriptor", error, || {
        let body = lend::<ServiceBody>(service)?;
        open(body, &body.live.get()?)
    })
}

#[cfg(target_os = "linux")]
fn open(body: &ServiceBody, service: &shiptrack::Service) -> Result<i32, Failure> {
    use std::os::fd::{AsFd, AsRawFd};
    use std::sync::Arc;

    use nix::sys::eventfd::{EfdFlags, EventFd};

    let mut known = body.wake.descriptor.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = &*known {
        return Ok(known.as_fd().as_raw_fd());
    }
    let made = EventFd::from_value_and_flags(0, EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK)
        .map_err(|errno| shiptrack::Error::new(shiptrack::ErrorKind::Configuration, "no eventfd").with_source(errno))?;
    let made = Arc::new(made);
    let waker = Arc::downgrade(&made);
    service.on_wake(move || {
        if let Some(descriptor) = waker.upgrade() {
            // An error means that the counter is full, and then the eventfd is readable already.
            let _ = descriptor.write(1);
        }
    });
    let number = made.as_fd().as_raw_fd();
    *known = Some(made);
    Ok(number)
}

#[cfg(not(target_os = "linux"))]
fn open(_: &ServiceBody, _: &shiptrack::Service) -> Result<i32, Failure> {
    Err(shiptrack::Error::new(shiptrack::ErrorKind::Configuration, "there is no eventfd on this system").into())
}
