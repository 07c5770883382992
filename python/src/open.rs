//! Services that are open in this process, and how they end.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use pyo3::prelude::*;
use shiptrack::{Error, ErrorKind, Service};

use crate::calls::{self, Slot};
use crate::clock::PyManualClock;
use crate::errors::OrRaise;
use crate::plugins::{Given, Place};
use crate::server::ServerSlot;

/// A service that is open, as everything that is made from it holds it.
pub struct Open {
    pub service: Slot<Service>,
    pub path: Option<PathBuf>,
    pub clock: Option<Py<PyManualClock>>,
    pub plugins: Plugins,
    /// What is stopped before it.
    pub servers: Mutex<Vec<Weak<ServerSlot>>>,
}

/// What of a host's is plugged in: another opening of the same file puts its own in the same places.
pub struct Plugins {
    pub carriers: HashMap<String, Place>,
    pub any_carrier: Option<Place>,
    pub on_activity: Place,
    /// The service keeps who is to be woken for good: one of ours, whose callable changes.
    pub on_wake: OnceLock<Place>,
}

/// The services on files that are open in this process. Only ever locked with the interpreter lock held.
static OPEN: Mutex<Vec<(PathBuf, Weak<Open>)>> = Mutex::new(Vec::new());

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The service on this file, if this process has it open.
pub fn find(path: &Path) -> Option<Arc<Open>> {
    let mut open = lock(&OPEN);
    open.retain(|(_, service)| service.strong_count() > 0);
    let found = open.iter().find(|(known, _)| known == path).and_then(|(_, service)| service.upgrade());
    found.filter(|service| service.service.is_open())
}

/// Lets the next opening of its file find it.
pub fn remember(open: &Arc<Open>) {
    if let Some(path) = &open.path {
        let mut known = lock(&OPEN);
        known.retain(|(other, _)| other != path);
        known.push((path.clone(), Arc::downgrade(open)));
    }
}

/// Closes a service that is still there when the interpreter ends.
#[pyclass(frozen, module = "shiptrack._native", name = "_Closer")]
pub struct Closer(pub Weak<Open>);

#[pymethods]
impl Closer {
    fn __call__(&self, py: Python<'_>) -> PyResult<()> {
        self.0.upgrade().map_or(Ok(()), |open| open.close(py))
    }

    /// Whether there is nothing left to close.
    #[getter]
    fn gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl Open {
    /// Stops its servers, closes it and frees its file, whatever still leads into it.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        let Ok(service) = self.service.get() else { return Ok(()) };
        let servers = std::mem::take(&mut *lock(&self.servers));
        let closed = calls::quick(py, move || {
            servers.iter().filter_map(Weak::upgrade).for_each(|server| server.stop());
            service.close()
        });
        self.service.close();
        closed
    }

    /// Puts what a second opening plugs in in the places of what the first one did.
    pub fn replace(&self, py: Python<'_>, given: Given) -> PyResult<()> {
        let plugins = &self.plugins;
        for (scac, carrier) in given.carriers {
            match plugins.carriers.get(&scac.to_ascii_uppercase()) {
                Some(place) => place.put(carrier),
                None => return Err(other_settings(&format!("a carrier for {scac}"))).or_raise(py),
            }
        }
        match (given.any_carrier, &plugins.any_carrier) {
            (Some(carrier), Some(place)) => place.put(carrier),
            (Some(_), None) => return Err(other_settings("a carrier for every code")).or_raise(py),
            (None, _) => {}
        }
        if let Some(on_activity) = given.on_activity {
            plugins.on_activity.put(on_activity);
        }
        Ok(())
    }
}

fn other_settings(what: &str) -> Error {
    let problem = format!("this process has the file open already, without {what}: close that service first");
    Error::refused(ErrorKind::Configuration, "path", problem)
}

/// The file itself, whatever links lead to it; one that is not there yet by its folder.
pub fn resolved(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
