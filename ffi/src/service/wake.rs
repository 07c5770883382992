//! Waking the loop of a host.

use std::ffi::c_void;
use std::sync::PoisonError;

use shiptrack::service::OnWake;

use super::{Service, ServiceBody};
use crate::boundary::{Destroy, Error, Failure, UserData, call, lend, write};

/// Is called whenever something happened that a host driving the service wants to know: work came in or was done, so that
/// shiptrack_service_next_due() or shiptrack_service_events() may answer otherwise than before, or the service was closed.
///
/// It runs on the thread where it happened (a caller's, the worker's, the server's), with nothing locked; several threads
/// may run it at a time. It should do no more than wake the host's own loop.
///
/// It must return: no longjmp() past it, no end of its thread, no exception.
pub type WakeFn = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// Has `callback` called whenever something happened, and when the service is closed, beside those set before. `destroy` is
/// called with `user_data` when the service and every client, listing and server made from it are freed, or when the callback
/// is ended; it may be NULL. When the call fails, `user_data` stays yours.
///
/// NULL for `callback` ends all that were set with this function; the other arguments are passed over then. When it returns,
/// none of them is running on any thread, none is called again, and each one's `destroy` was called. It waits for callbacks
/// that other threads are in: hold no lock here that they wait for. From within one of them it returns at once; that call is
/// the last, and its `destroy` comes when it ends. A service that is closed takes NULL too; there is nothing left to end then.
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
            // What is closed calls nobody any more: taking a callback off, as a destructor does, succeeds all the same.
            service.map(drop).or_else(Failure::unless_closed)?;
            let all = std::mem::take(&mut *body.wakes.lock());
            all.iter().for_each(OnWake::stop);
            return Ok(());
        };
        let (service, user_data) = (service?, UserData::new(user_data, destroy));
        // SAFETY: the host gave this function for this pointer.
        let on_wake = service.on_wake(move || unsafe { callback(user_data.get()) });
        body.wakes.lock().push(on_wake);
        Ok(())
    })
}

/// An eventfd that becomes readable whenever something happened, and when the service is closed: for poll(), epoll and the loops built on them. Read eight
/// bytes from it to make it unreadable again, then call shiptrack_service_run_due() and shiptrack_service_events().
///
/// The descriptor belongs to the service, which closes it when it is freed. Linux alone; elsewhere
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
            // Full means that it is readable, which is all that is wanted.
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
