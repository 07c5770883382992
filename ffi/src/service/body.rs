//! What is behind a service, and how the other functions get at it.

use std::ffi::c_char;
use std::sync::Arc;

use shiptrack::ErrorKind;
use shiptrack::clock::CancelToken;
use shiptrack::resources::AccountId;
use shiptrack::service::{OnWake, Service as CoreService};

use crate::boundary::{ABSENT, Closable, Failure, LockCell, lend, object, optional_text};
use crate::cancel::{Cancel, token_of};

/// The tracking service inside this process: durable in one SQLite file, or in memory. Nothing happens by itself:
/// start its worker, let it settle first thing (shiptrack_service_settle()), or drive it with shiptrack_service_run_due().
///
/// Ownership: yours; free it with shiptrack_service_free(), when no call of it is under way any more.
/// Lifetime: clients, listings (`shiptrack_pages`) and servers made from it keep it alive, with its file, its worker
/// and its callbacks: freeing it ends it only when the last of them is freed. shiptrack_service_close() ends it for
/// certain, whatever is left. One process at a time holds a file.
/// Threads: any number may use it at a time. Threads of the library's own block all signals. After a fork() its calls
/// are refused in the child with SHIPTRACK_ERROR_FORKED; freeing it there is fine, and leaves the file alone. A child may
/// open a service of its own, whatever the parent's threads were doing: on Linux fork() waits, from the first opening on,
/// until no other thread is in the middle of a transaction, of opening or of closing. Elsewhere a thread that was leaves
/// SQLite locked in the child: stop the worker first, or exec().
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

/// Rejects a closed service and one of another process.
pub(crate) fn service_of(service: *const Service) -> Result<CoreService, Failure> {
    lend::<ServiceBody>(service)?.live.get()
}

/// The default account for NULL. A refusal names the argument.
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

/// Cancelled by `cancel`, which may be NULL, or by the end of the service.
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
