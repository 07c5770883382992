//! Prevents a `fork` while SQLite is in use.
//!
//! The connections of SQLite share locks. If one thread holds such a lock while another thread forks, the lock stays locked in the child,
//! where opening a database would wait for ever. So every use of SQLite passes a process-wide gate, and a fork waits until no thread uses
//! SQLite.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static GATE: RwLock<()> = RwLock::new(());
type ClosedGate = RwLockWriteGuard<'static, ()>;

thread_local! {
    /// The number of passes of this thread. A thread that has one gets another without waiting, because a fork may be waiting.
    static PASSES: Cell<usize> = const { Cell::new(0) };
    /// Held by the thread that forks. `ManuallyDrop`, so that the end of the thread needs no cleanup.
    static CLOSED: Cell<Option<ManuallyDrop<ClosedGate>>> = const { Cell::new(None) };
}

pub(super) struct GatePass {
    _open: Option<RwLockReadGuard<'static, ()>>,
}

impl GatePass {
    pub(super) fn get() -> Self {
        let inside = PASSES.replace(PASSES.get() + 1);
        // The gate protects no data, so a panic cannot have damaged any.
        let open = (inside == 0).then(|| GATE.read().unwrap_or_else(PoisonError::into_inner));
        GatePass { _open: open }
    }
}

impl Drop for GatePass {
    fn drop(&mut self) {
        PASSES.set(PASSES.get() - 1);
    }
}

/// Waits until no thread uses a database of this library, and blocks other threads until [`after_fork`]. Does nothing inside of a
/// transaction.
pub(crate) fn before_fork() {
    if PASSES.get() == 0 {
        let closed = GATE.write().unwrap_or_else(PoisonError::into_inner);
        CLOSED.set(Some(ManuallyDrop::new(closed)));
        // Later uses of SQLite on this thread, before the fork, must not wait.
        PASSES.set(1);
    }
}

/// Opens the gate again, in the parent and in the child.
pub(crate) fn after_fork() {
    if let Some(closed) = CLOSED.take() {
        PASSES.set(PASSES.get() - 1);
        drop(ManuallyDrop::into_inner(closed));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    #[test]
    fn a_fork_waits_for_passes_and_new_passes_wait_for_the_fork() {
        let (inside, entered) = channel();
        let (release, gate) = channel::<()>();
        let one = thread::spawn(move || {
            let _pass = GatePass::get();
            inside.send(()).unwrap();
            gate.recv().unwrap();
            // A thread with a pass gets another although a fork may be waiting.
            drop(GatePass::get());
        });
        entered.recv().unwrap();
        let (shut, closed) = channel();
        let (forked, done) = channel::<()>();
        let forking = thread::spawn(move || {
            before_fork();
            before_fork();
            shut.send(()).unwrap();
            done.recv().unwrap();
            after_fork();
            after_fork();
        });
        assert!(closed.try_recv().is_err());
        release.send(()).unwrap();
        one.join().unwrap();
        closed.recv().unwrap();
        let (got, passed) = channel();
        let late = thread::spawn(move || {
            let _pass = GatePass::get();
            got.send(()).unwrap();
        });
        assert!(passed.try_recv().is_err());
        forked.send(()).unwrap();
        forking.join().unwrap();
        passed.recv().unwrap();
        late.join().unwrap();
    }

    #[test]
    fn a_thread_with_a_pass_does_not_wait_for_itself() {
        let pass = GatePass::get();
        before_fork();
        after_fork();
        drop(pass);
        before_fork();
        drop(GatePass::get());
        after_fork();
        drop(GatePass::get());
    }
}
