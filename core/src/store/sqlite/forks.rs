//! A gate between SQLite and `fork`.
//!
//! SQLite's connections share locks. If a thread holds one while another thread forks, the lock stays locked in the
//! child, and the first database the child opens waits for ever. So every use of SQLite passes a process-wide gate, and
//! a fork waits until no thread is inside.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static GATE: RwLock<()> = RwLock::new(());
type ClosedGate = RwLockWriteGuard<'static, ()>;

thread_local! {
    /// How many passes this thread has: who is inside goes in again without asking, for a fork may be waiting meanwhile.
    static PASSES: Cell<usize> = const { Cell::new(0) };
    /// Held by the thread that forks. `ManuallyDrop`, so that nothing is left to be done when the thread ends.
    static CLOSED: Cell<Option<ManuallyDrop<ClosedGate>>> = const { Cell::new(None) };
}

pub(super) struct GatePass {
    _open: Option<RwLockReadGuard<'static, ()>>,
}

impl GatePass {
    pub(super) fn get() -> Self {
        let inside = PASSES.replace(PASSES.get() + 1);
        // A transaction that panicked has left nothing here that could be broken.
        let open = (inside == 0).then(|| GATE.read().unwrap_or_else(PoisonError::into_inner));
        GatePass { _open: open }
    }
}

impl Drop for GatePass {
    fn drop(&mut self) {
        PASSES.set(PASSES.get() - 1);
    }
}

/// Called right before this thread forks the process: waits until no thread is in a database of this library, and lets none
/// in. [`after_fork`] has to follow, on the same thread, in the parent and in the child.
///
/// The child can then open databases of its own, whatever the other threads of its parent were doing. For who calls `fork`
/// in a program that uses this library, as an interpreter does; the C library has it done by `pthread_atfork`. It waits for
/// transactions, which are short, and for databases that are being opened or closed. Not to be called inside of a
/// transaction, where it does nothing.
pub fn before_fork() {
    if PASSES.get() == 0 {
        let closed = GATE.write().unwrap_or_else(PoisonError::into_inner);
        CLOSED.set(Some(ManuallyDrop::new(closed)));
        // Whatever else is called before the fork, on this thread, must not wait for it.
        PASSES.set(1);
    }
}

/// Called right after the process was forked, in the parent and in the child: opens the gate again.
pub fn after_fork() {
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
    fn a_fork_waits_for_who_is_inside_and_who_comes_waits_for_the_fork() {
        let (inside, entered) = channel();
        let (release, gate) = channel::<()>();
        let one = thread::spawn(move || {
            let _pass = GatePass::get();
            inside.send(()).unwrap();
            gate.recv().unwrap();
            // Goes in again although a fork may be waiting.
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
    fn a_thread_that_is_inside_does_not_wait_for_itself() {
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
