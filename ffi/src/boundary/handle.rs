//! Objects behind opaque pointers. What a pointer points at is checked before it is used.

use std::sync::atomic::{AtomicU32, Ordering};

use super::input::null;
use super::status::{Failure, SHIPTRACK_ERROR_FREED, SHIPTRACK_ERROR_WRONG_OBJECT};

/// The mark of a freed object, until its memory is used again.
const DEAD: u32 = 0xDEAD_5417;

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

/// Says which object stands behind an incomplete type of the header.
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
    pub fn into_pointer(body: T) -> *mut T::Opaque {
        let handle = Box::into_raw(Box::new(Handle { mark: AtomicU32::new(T::MARK), body }));
        registry::born(handle as usize);
        handle.cast()
    }

    /// Keeps an object as long as another one lives, to lend it out.
    pub fn keep(body: T) -> OwnedObject<T> {
        OwnedObject(Handle::into_pointer(body))
    }
}

/// An object that belongs to another object; C borrows it.
pub struct OwnedObject<T: Object>(*mut T::Opaque);

// SAFETY: it owns an object that is itself `Send` and `Sync`, and gives out shared references only.
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
        // SAFETY: the pointer came from `into_pointer` and is freed in `drop` alone.
        unsafe { &(*self.0.cast::<Handle<T>>()).body }
    }
}

impl<T: Object> Drop for OwnedObject<T> {
    fn drop(&mut self) {
        drop(reclaim::<T>(self.0.cast()));
    }
}

#[inline]
pub fn lend<'a, T: Object>(pointer: *const T::Opaque) -> Result<&'a T, Failure> {
    match check::<T>(pointer) {
        // SAFETY: the mark says that it is such an object, and the header demands that it is not freed during the call.
        Ok(handle) => Ok(unsafe { &(*handle).body }),
        Err(fault) => Err(fault.of::<T>()),
    }
}

/// For getters that return a value.
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

/// Ignores NULL and other objects.
pub fn free<T: Object>(pointer: *mut T::Opaque) {
    super::panic::value_or((), || take::<T>(pointer).ok().map(drop));
}

fn reclaim<T: Object>(handle: *mut Handle<T>) -> Box<Handle<T>> {
    registry::gone(handle as usize);
    // SAFETY: it came from `into_pointer`, and the mark that was checked is overwritten here, before the memory is given back.
    unsafe {
        (*handle).mark.store(DEAD, Ordering::Relaxed);
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
    // SAFETY: it is aligned and not NULL; every object of this library begins with such a mark, and the header demands
    // that a pointer comes from this library. In a debug build the registry has found it among the living.
    match unsafe { (*handle).mark.load(Ordering::Relaxed) } {
        mark if mark == T::MARK => Ok(handle),
        DEAD => Err(Fault::Freed),
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

    /// Addresses, inverted: a leak checker takes what looks like a pointer in memory for one, and would find no leak.
    #[derive(Default)]
    struct Objects {
        living: HashSet<usize>,
        freed: HashSet<usize>,
    }

    static OBJECTS: Mutex<Option<Objects>> = Mutex::new(None);

    type Held = ManuallyDrop<MutexGuard<'static, Option<Objects>>>;

    thread_local!(static HELD: Cell<Option<Held>> = const { Cell::new(None) });

    /// Locks the registry until [`release`], so that no thread is in it during a fork.
    pub(crate) fn hold() {
        HELD.set(Some(ManuallyDrop::new(objects())));
    }

    pub(crate) fn release() {
        drop(HELD.take().map(ManuallyDrop::into_inner));
    }

    fn objects() -> MutexGuard<'static, Option<Objects>> {
        OBJECTS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn born(address: usize) {
        let mut objects = objects();
        let objects = objects.get_or_insert_default();
        objects.freed.remove(&!address);
        objects.living.insert(!address);
    }

    pub(super) fn gone(address: usize) {
        let mut objects = objects();
        let objects = objects.get_or_insert_default();
        objects.living.remove(&!address);
        objects.freed.insert(!address);
    }

    pub(super) fn check(address: usize) -> Result<(), Fault> {
        match &*objects() {
            Some(objects) if objects.living.contains(&!address) => Ok(()),
            Some(objects) if objects.freed.contains(&!address) => Err(Fault::Freed),
            _ => Err(Fault::Wrong),
        }
    }
}

#[cfg(not(debug_assertions))]
pub(crate) mod registry {
    use super::Fault;

    pub(crate) fn hold() {}

    pub(crate) fn release() {}

    pub(super) fn born(_: usize) {}

    pub(super) fn gone(_: usize) {}

    #[inline]
    pub(super) fn check(_: usize) -> Result<(), Fault> {
        Ok(())
    }
}
