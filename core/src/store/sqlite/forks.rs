//! A gate between SQLite and `fork`.
//!
//! SQLite's connections share locks. If a thread holds one while another thread forks, the lock stays locked in the
//! child, and the first database the child opens waits for ever. So every use of SQLite passes a process-wide gate, and
//! a fork waits until no thread is inside.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static GATE: RwLock<()> = RwLock::new(());
type Shut = RwLockWriteGuard<'static, ()>;

thread_local! {
    /// How many passes this thread has: who is inside goes in again without asking, for a fork may be waiting meanwhile.
    static INSIDE: Cell<usize> = const { Cell::new(0) };
    /// Held by the thread that forks. `ManuallyDrop`, so that nothing is left to be done when the thread ends.
    static SHUT: Cell<Option<ManuallyDrop<Shut>>> = const { Cell::new(None) };
}

pub(super) struct Pass {
    _open: Option<RwLockReadGuard<'static, ()>>,
}

impl Pass {
    pub(super) fn get() -> Self {
        let inside = INSIDE.replace(INSIDE.get() + 1);
        // A transaction that panicked has left nothing here that could be broken.
        let open = (inside == 0).then(|| GATE.read().unwrap_or_else(PoisonError::into_inner));
        Pass { _open: open }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        INSIDE.set(INSIDE.get() - 1);
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
    if INSIDE.get() == 0 {
        let shut = GATE.write().unwrap_or_else(PoisonError::into_inner);
        SHUT.set(Some(ManuallyDrop::new(shut)));
        // Whatever else is called before the fork, on this thread, must not wait for it.
        INSIDE.set(1);
    }
}

/// Called right after the process was forked, in the parent and in the child: opens the gate again.
pub fn after_fork() {
    if let Some(shut) = SHUT.take() {
        INSIDE.set(INSIDE.get() - 1);
        drop(ManuallyDrop::into_inner(shut));
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
            let _pass = Pass::get();
            inside.send(()).unwrap();
            gate.recv().unwrap();
            // Goes in again although a fork may be waiting.
            drop(Pass::get());
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
            let _pass = Pass::get();
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
        let pass = Pass::get();
        before_fork();
        after_fork();
        drop(pass);
        before_fork();
        drop(Pass::get());
        after_fork();
        drop(Pass::get());
    }
}
