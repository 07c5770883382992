//! Objects that callers change: options, queries, drafts.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::Error;
use super::guard::call;
use super::handle::{Object, lend};
use super::output::write_object;
use super::status::Failure;

/// A value with its own lock, so that any number of threads may change it. A panic does not poison it.
#[derive(Debug, Default)]
pub struct LockCell<T>(Mutex<T>);

type Opaque<T> = <LockCell<T> as Object>::Opaque;

impl<T> LockCell<T> {
    pub fn new(kept: T) -> Self {
        LockCell(Mutex::new(kept))
    }

    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a new object with default values to `place`.
pub fn make<T: Default>(made: *mut *mut Opaque<T>, name: &str, error: *mut *mut Error) -> i32
where
    LockCell<T>: Object,
{
    write_object(made, name, error, || Ok(LockCell::<T>::default()))
}

/// A copy of the value; the default if `pointer` is NULL.
pub fn copied<T: Clone + Default>(pointer: *const Opaque<T>) -> Result<T, Failure>
where
    LockCell<T>: Object,
{
    if pointer.is_null() { Ok(T::default()) } else { Ok(lend::<LockCell<T>>(pointer)?.lock().clone()) }
}

/// Changes the value under its lock. The old value that `change` returns is dropped after the lock is released, because
/// it may be the user data of a callback.
pub fn change<T, R>(
    pointer: *const Opaque<T>,
    error: *mut *mut Error,
    change: impl FnOnce(&mut T) -> Result<R, Failure>,
) -> i32
where
    LockCell<T>: Object,
{
    call(error, || {
        let object = lend::<LockCell<T>>(pointer)?;
        let replaced = change(&mut object.lock())?;
        drop(replaced);
        Ok(())
    })
}
