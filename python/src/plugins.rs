//! Python objects that a service calls: carriers, extractors and listeners.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::prelude::*;

/// Holds a Python object that can be replaced.
#[derive(Clone)]
pub struct PluginSlot(Arc<Mutex<Py<PyAny>>>);

impl PluginSlot {
    pub fn new(object: Py<PyAny>) -> Self {
        PluginSlot(Arc::new(Mutex::new(object)))
    }

    pub fn put(&self, object: Py<PyAny>) {
        // The previous object is dropped after the lock is released: dropping it can run any code.
        let before = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), object);
        drop(before);
    }

    pub fn get(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone_ref(py)
    }
}

/// The objects that are passed when a service is opened.
pub struct NewPlugins {
    /// Each with its carrier code.
    pub carriers: Vec<(String, Py<PyAny>)>,
    pub any_carrier: Option<Py<PyAny>>,
    pub extractors: Option<Vec<Py<PyAny>>>,
    pub on_activity: Option<Py<PyAny>>,
}

/// The objects of an open service. If the same file is opened again, they are replaced.
pub struct Plugins {
    pub carriers: HashMap<String, PluginSlot>,
    pub any_carrier: Option<PluginSlot>,
    pub extractors: Vec<PluginSlot>,
    pub on_activity: PluginSlot,
    /// The service keeps its waker forever; only the callable is replaced.
    pub on_wake: OnceLock<PluginSlot>,
}

impl Plugins {
    /// Replaces the objects by those that are passed when the file is opened again.
    pub fn replace(&self, given: NewPlugins) {
        for (scac, carrier) in given.carriers {
            if let Some(place) = self.carriers.get(&scac.to_ascii_uppercase()) {
                place.put(carrier);
            }
        }
        if let (Some(carrier), Some(place)) = (given.any_carrier, &self.any_carrier) {
            place.put(carrier);
        }
        for (extractor, place) in given.extractors.into_iter().flatten().zip(&self.extractors) {
            place.put(extractor);
        }
        if let Some(on_activity) = given.on_activity {
            self.on_activity.put(on_activity);
        }
    }
}
