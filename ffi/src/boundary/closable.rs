//! Objects that can be closed, and that cannot be used after a fork.

use std::mem::ManuallyDrop;
use std::process;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

use shiptrack::ErrorKind;
use shiptrack::clock::CancelToken;

use super::status::Failure;

/// A value that only the process that created it may use. In the child of a fork it is not dropped: there are no
/// threads to join, and closing its files would release locks that the parent holds.
pub struct ProcessBound<T> {
    /// `None` if the children of a fork may use it, too.
    process: Option<u32>,
    value: ManuallyDrop<T>,
}

impl<T> ProcessBound<T> {
    pub fn new(value: T) -> Self {
        ProcessBound { process: Some(process::id()), value: ManuallyDrop::new(value) }
    }

    fn for_all_processes(value: T) -> Self {
        ProcessBound { process: None, value: ManuallyDrop::new(value) }
    }

    /// An error in the child of a fork.
    pub fn get(&self) -> Result<&T, Failure> {
        if self.is_usable() { Ok(&self.value) } else { Err(ErrorKind::Forked.into()) }
    }

    fn is_usable(&self) -> bool {
        self.process.is_none_or(|process| process == process::id())
    }
}

impl<T> Drop for ProcessBound<T> {
    fn drop(&mut self) {
        if self.is_usable() {
            // SAFETY: the value is not used after its owner was dropped.
            unsafe { ManuallyDrop::drop(&mut self.value) }
        }
    }
}

trait Close: Send + Sync {
    fn close(&self);
}

/// A value that can be closed while other objects hold references to it.
pub struct Closable<T> {
    value: ProcessBound<RwLock<Option<T>>>,
    pub cancel: CancelToken,
    dependents: Mutex<Vec<Weak<dyn Close>>>,
}

impl<T: Clone + Send + Sync + 'static> Closable<T> {
    pub fn new(cancel: CancelToken, value: T) -> Arc<Self> {
        Closable::in_processes(ProcessBound::new(RwLock::new(Some(value))), cancel)
    }

    /// A value that the children of a fork may use, too.
    pub fn for_all_processes(cancel: CancelToken, value: T) -> Arc<Self> {
        Closable::in_processes(ProcessBound::for_all_processes(RwLock::new(Some(value))), cancel)
    }

    /// A value that may be used in the same processes as this one, and is closed together with it.
    pub fn derive(&self, cancel: CancelToken, value: T) -> Result<Arc<Self>, Failure> {
        let value = ProcessBound { process: self.value.process, value: ManuallyDrop::new(RwLock::new(Some(value))) };
        let derived = Closable::in_processes(value, cancel);
        self.adopt(&derived)?;
        Ok(derived)
    }

    fn in_processes(value: ProcessBound<RwLock<Option<T>>>, cancel: CancelToken) -> Arc<Self> {
        Arc::new(Closable { value, cancel, dependents: Mutex::default() })
    }

    /// An error if it is closed, or in the child of a fork.
    pub fn get(&self) -> Result<T, Failure> {
        let value = self.value.get()?.read().unwrap_or_else(PoisonError::into_inner);
        value.clone().ok_or_else(|| ErrorKind::Closed.into())
    }

    /// Closes `dependent` together with this value.
    pub fn adopt<U: Clone + Send + Sync + 'static>(&self, dependent: &Arc<Closable<U>>) -> Result<(), Failure> {
        // Checked first, so that nothing is added to a closed object.
        self.get()?;
        let dependent = Arc::downgrade(dependent) as Weak<dyn Close>;
        let mut dependents = self.dependents.lock().unwrap_or_else(PoisonError::into_inner);
        dependents.retain(|known| known.strong_count() > 0);
        dependents.push(dependent);
        Ok(())
    }

    /// Cancels calls in progress; later calls are rejected.
    pub fn close_now(&self) -> Result<(), Failure> {
        self.value.get()?;
        self.close();
        Ok(())
    }
}

impl<T: Send + Sync> Close for Closable<T> {
    fn close(&self) {
        self.cancel.cancel();
        let dependents = std::mem::take(&mut *self.dependents.lock().unwrap_or_else(PoisonError::into_inner));
        dependents.iter().filter_map(Weak::upgrade).for_each(|dependent| dependent.close());
        let Ok(value) = self.value.get() else { return };
        let value = value.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(value);
    }
}
