//! Objects behind opaque pointers. A pointer is checked before it is dereferenced.

use std::sync::atomic::{AtomicU32, Ordering};

use super::input::null;
use super::status::{Failure, SHIPTRACK_ERROR_FREED, SHIPTRACK_ERROR_WRONG_OBJECT};

/// The mark of a freed object, until its memory is used again.
const FREED_MARK: u32 = 0xDEAD_5417;

/// A type whose values C holds as opaque pointers.
pub trait Object: Sized + Send + Sync + 'static {
    /// The incomplete type of the header.
    type Opaque;
    /// Different for each type.
    const MARK: u32;
    const NAME: &'static str;
}

#[repr(C)]
pub struct Handle<T> {
    mark: AtomicU32,
    body: T,
}

/// Declares the object behind an incomplete type of the header.
macro_rules! object {
    ($opaque:ty, $name:literal, $mark:literal, $body:ty) => {
        impl $crate::boundary::Object for $body {
            type Opaque = $opaque;
            const MARK: u32 = 0x5354_0000 | $mark;
            const NAME: &'static str = $name;
        }
    };
}
pub(crate) use object;

impl<T: Object> Handle<T> {
    /// Moves an object to the heap. The pointer belongs to the caller.
    pub fn into_pointer(body: T) -> *mut T::Opaque {
        let handle = Box::into_raw(Box::new(Handle { mark: AtomicU32::new(T::MARK), body }));
        registry::add(handle as usize);
        handle.cast()
    }

    /// Moves an object to the heap; its owner lends it to C.
    pub fn keep(body: T) -> OwnedObject<T> {
        OwnedObject(Handle::into_pointer(body))
    }
}

/// An object that belongs to another object; C borrows it.
pub struct OwnedObject<T: Object>(*mut T::Opaque);

// SAFETY: it owns an object that is `Send` and `Sync`, and returns shared references only.
unsafe impl<T: Object> Send for OwnedObject<T> {}
// SAFETY: as above.
unsafe impl<T: Object> Sync for OwnedObject<T> {}

impl<T: Object> OwnedObject<T> {
    pub fn lend(&self) -> *const T::Opaque {
        self.0
    }
}

impl<T: Object> std::ops::Deref for OwnedObject<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the pointer came from `into_pointer` and is freed only in `drop`.
        unsafe { &(*self.0.cast::<Handle<T>>()).body }
    }
}

impl<T: Object> Drop for OwnedObject<T> {
    fn drop(&mut self) {
        drop(reclaim::<T>(self.0.cast()));
    }
}

/// The object behind a pointer; an error for NULL, another type, or a freed object.
#[inline]
pub fn lend<'a, T: Object>(pointer: *const T::Opaque) -> Result<&'a T, Failure> {
    match check::<T>(pointer) {
        // SAFETY: the mark says that it is such an object, and the header requires that it is not freed during the call.
        Ok(handle) => Ok(unsafe { &(*handle).body }),
        Err(fault) => Err(fault.of::<T>()),
    }
}

/// As [`lend`], for getters, which have no error.
#[inline]
pub fn peek<'a, T: Object>(pointer: *const T::Opaque) -> Option<&'a T> {
    // SAFETY: as in `lend`.
    check::<T>(pointer).ok().map(|handle| unsafe { &(*handle).body })
}

fn take<T: Object>(pointer: *mut T::Opaque) -> Result<Box<Handle<T>>, Failure> {
    match check::<T>(pointer) {
        Ok(handle) => Ok(reclaim(handle.cast_mut())),
        Err(fault) => Err(fault.of::<T>()),
    }
}

/// Ignores NULL and objects of another type.
pub fn free<T: Object>(pointer: *mut T::Opaque) {
    super::panic::value_or((), || take::<T>(pointer).ok().map(drop));
}

fn reclaim<T: Object>(handle: *mut Handle<T>) -> Box<Handle<T>> {
    registry::remove(handle as usize);
    // SAFETY: it came from `into_pointer`, and the mark that was checked is overwritten here, before the memory is freed.
    unsafe {
        (*handle).mark.store(FREED_MARK, Ordering::Relaxed);
        Box::from_raw(handle)
    }
}

enum Fault {
    Null,
    Wrong,
    Freed,
}

impl Fault {
    #[cold]
    fn of<T: Object>(self) -> Failure {
        match self {
            Fault::Null => null(T::NAME),
            Fault::Wrong => Failure::Argument(
                SHIPTRACK_ERROR_WRONG_OBJECT,
                T::NAME.to_owned(),
                format!("this is not a {}", T::NAME),
            ),
            Fault::Freed => {
                Failure::Argument(SHIPTRACK_ERROR_FREED, T::NAME.to_owned(), format!("this {} was freed", T::NAME))
            }
        }
    }
}

#[inline]
fn check<T: Object>(pointer: *const T::Opaque) -> Result<*const Handle<T>, Fault> {
    let handle = pointer.cast::<Handle<T>>();
    if handle.is_null() {
        return Err(Fault::Null);
    }
    if !handle.is_aligned() {
        return Err(Fault::Wrong);
    }
    registry::check(handle as usize)?;
    // SAFETY: it is aligned and not NULL; every object of this library begins with such a mark, and the header requires
    // that a pointer comes from this library. In a debug build the registry has found it among the live objects.
    match unsafe { (*handle).mark.load(Ordering::Relaxed) } {
        mark if mark == T::MARK => Ok(handle),
        FREED_MARK => Err(Fault::Freed),
        _ => Err(Fault::Wrong),
    }
}

#[cfg(debug_assertions)]
pub(crate) mod registry {
    use std::cell::Cell;
    use std::collections::HashSet;
    use std::mem::ManuallyDrop;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use super::Fault;

    /// Inverted addresses: a leak checker treats memory that looks like a pointer as a pointer, and would not find leaks.
    #[derive(Default)]
    struct Objects {
        live: HashSet<usize>,
        freed: HashSet<usize>,
    }

    static OBJECTS: Mutex<Option<Objects>> = Mutex::new(None);

    type Guard = ManuallyDrop<MutexGuard<'static, Option<Objects>>>;

    thread_local!(static GUARD: Cell<Option<Guard>> = const { Cell::new(None) });

    /// Locks the registry until [`unlock`], so that no thread is in it during a fork.
    pub(crate) fn lock() {
        GUARD.set(Some(ManuallyDrop::new(objects())));
    }

    pub(crate) fn unlock() {
        drop(GUARD.take().map(ManuallyDrop::into_inner));
    }

    fn objects() -> MutexGuard<'static, Option<Objects>> {
        OBJECTS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(address: usize) {
        let mut objects = objects();
        let objects = objects.get_or_insert_default();
        objects.freed.remove(&!address);
        objects.live.insert(!address);
    }

    pub(super) fn remove(address: usize) {
        let mut objects = objects();
        let objects = objects.get_or_insert_default();
        objects.live.remove(&!address);
        objects.freed.insert(!address);
    }

    pub(super) fn check(address: usize) -> Result<(), Fault> {
        match &*objects() {
            Some(objects) if objects.live.contains(&!address) => Ok(()),
            Some(objects) if objects.freed.contains(&!address) => Err(Fault::Freed),
            _ => Err(Fault::Wrong),
        }
    }
}

#[cfg(not(debug_assertions))]
pub(crate) mod registry {
    use super::Fault;

    pub(crate) fn lock() {}

    pub(crate) fn unlock() {}

    pub(super) fn add(_: usize) {}

    pub(super) fn remove(_: usize) {}

    #[inline]
    pub(super) fn check(_: usize) -> Result<(), Fault> {
        Ok(())
    }
}
