//! Describes a resource type: its Python class, and its members from the schema of the core.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use pyo3::prelude::*;
use serde_json::{Map, Value};
use shiptrack::Error;
use shiptrack::jsonapi::{AnyResource, Page, View};
use shiptrack::resources::{AttributeSchema, RelationshipSchema};

/// A page that its resources share.
pub type Shared = Arc<Page<AnyResource>>;

pub struct Kind {
    /// The `type` of a resource in the API; empty for the class of all other types.
    pub name: &'static str,
    /// Other types that this class accepts.
    pub aliases: &'static [&'static str],
    pub class: &'static str,
    pub attributes: &'static [AttributeSchema],
    pub relationships: &'static [RelationshipSchema],
    /// Creates an object of the class for a resource in a page.
    pub make: fn(Python<'_>, Shared, Range<usize>) -> PyResult<Py<PyAny>>,
    /// Returns the resource as the JSON that the API exchanges.
    pub write: fn(View<'_>) -> Result<Value, Error>,
    pub unmodeled: fn(View<'_>) -> Result<Map<String, Value>, Error>,
    pub same: fn(View<'_>, View<'_>) -> bool,
    pub names: LazyLock<Vec<&'static str>>,
}

impl Kind {
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    pub fn members(&self) -> Vec<&'static str> {
        self.names.iter().copied().chain(self.relationships.iter().map(|known| known.name)).collect()
    }

    pub fn accepts(&self, type_name: &str) -> bool {
        self.is_any() || type_name.is_empty() || type_name == self.name || self.aliases.contains(&type_name)
    }

    pub fn is_any(&self) -> bool {
        self.name.is_empty()
    }

    /// Members that `repr()` shows in addition to the first short attributes and the names.
    pub fn summary_members(&self) -> &'static [&'static str] {
        match self.name {
            "transport_event" => &["timestamp", "location_locode"],
            "shipment" => &["pod_eta_at"],
            _ => &[],
        }
    }

    pub fn class_name(&self, type_name: &str) -> String {
        if self.is_any() && !type_name.is_empty() {
            format!("{}:{type_name}", self.class)
        } else {
            self.class.to_owned()
        }
    }
}

/// Members named like Python keywords have a second name with a trailing underscore.
pub fn is_keyword(name: &str) -> bool {
    matches!(name, "from" | "class" | "import" | "global" | "pass" | "return" | "is" | "in" | "as" | "with")
}
