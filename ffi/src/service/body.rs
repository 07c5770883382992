//! The object behind a `shiptrack_service`, and helpers of the functions that use it.

use std::ffi::c_char;
use std::sync::Arc;

use shiptrack::ErrorKind;
use shiptrack::clock::CancelToken;
use shiptrack::resources::AccountId;
use shiptrack::service::{OnWake, Service as CoreService};

use crate::boundary::{ABSENT, Closable, Failure, LockCell, lend, object, optional_text};
use crate::cancel::{Cancel, token_of};

/// A tracking service inside this process, stored in one SQLite file or in memory. It does nothing on its own: start a
/// worker with shiptrack_service_start_worker(), or call shiptrack_service_settle() or shiptrack_service_run_due().
///
/// Ownership: yours; free it with shiptrack_service_free() when none of its calls is in progress.
/// Lifetime: clients, listings (`shiptrack_pages`) and servers made from it keep it alive, with its file, its worker
/// and its callbacks: it ends when the last of them is freed, after it has waited up to 10 seconds for callbacks on threads
/// of the worker. shiptrack_service_close() ends it at once. Only one process at a time can open a file.
/// Threads: any number of threads may use it at the same time. The library's own threads block the signals that are sent
/// to a process; callbacks run on them with the signal mask of the thread that started the worker. After a fork() its
/// calls in the child return SHIPTRACK_ERROR_FORKED; the child may free it, which does not affect the file. A child may
/// open another service, or this file after the parent has closed it: on Linux, after the first service was opened,
/// fork() waits until no other thread is in a transaction, or opens or closes a service, and the child closes the lock
/// file and the sockets of its parent. On other systems such a thread leaves SQLite locked in the child: stop the worker
/// first, or call exec().
pub struct Service(());

object!(Service, "shiptrack_service", 0x0e, ServiceBody);

pub(crate) struct ServiceBody {
    pub(crate) live: Arc<Closable<CoreService>>,
    pub(super) wake: WakeFd,
    pub(super) wakes: LockCell<Vec<OnWake>>,
}

impl ServiceBody {
    pub(crate) fn new(service: CoreService) -> Self {
        ServiceBody {
            live: Closable::new(CancelToken::new(), service),
            wake: WakeFd::default(),
            wakes: LockCell::default(),
        }
    }
}

/// Rejects a closed service, and one from before a fork.
pub(crate) fn service_of(service: *const Service) -> Result<CoreService, Failure> {
    lend::<ServiceBody>(service)?.live.get()
}

/// NULL is the default account. An error names the argument.
pub(super) fn account_of(
    service: *const Service,
    account_id: *const c_char,
) -> Result<(CoreService, AccountId), Failure> {
    let service = service_of(service)?;
    let Some(id) = optional_text(account_id, "account_id")?.map(AccountId::from) else {
        let default = service.default_account().clone();
        return Ok((service, default));
    };
    match service.transport(&id) {
        Err(missing) if missing.kind() == ErrorKind::NotFound => {
            let detail = missing.errors().iter().find_map(|object| object.detail.clone()).unwrap_or_default();
            Err(shiptrack::Error::refused(ErrorKind::NotFound, "account_id", detail).into())
        }
        Err(other) => Err(other.into()),
        Ok(_) => Ok((service, id)),
    }
}

/// Cancelled by `cancel`, which may be NULL, or when the service closes.
pub(super) fn cancel_of(service: *const Service, cancel: *const Cancel) -> Result<CancelToken, Failure> {
    let token = lend::<ServiceBody>(service)?.live.cancel.child();
    if let Some(cancel) = token_of(cancel)? {
        cancel.adopt(&token);
    }
    Ok(token)
}

pub(super) fn absent_unless(discarded: bool) -> Result<(), Failure> {
    if discarded { Ok(()) } else { Err(ABSENT) }
}

#[derive(Default)]
pub(super) struct WakeFd {
    #[cfg(target_os = "linux")]
    pub(super) descriptor: std::sync::Mutex<Option<Arc<nix::sys::eventfd::EventFd>>>,
}
