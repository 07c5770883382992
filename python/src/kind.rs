//! Describes a type of resources: its Python class, and its members according to the schema of the core.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use pyo3::prelude::*;
use serde_json::{Map, Value};
use shiptrack::Error;
use shiptrack::jsonapi::{AnyResource, Page, View};
use shiptrack::resources::{AttributeSchema, RelationshipSchema};

/// A page of resources. The Python objects of its resources share it.
pub type Shared = Arc<Page<AnyResource>>;

/// A type of resources and its Python class.
pub struct Kind {
    /// The `type` of a resource in the API; empty for the class of all other types.
    pub name: &'static str,
    /// Other types that this class accepts.
    pub aliases: &'static [&'static str],
    /// The name of the class.
    pub class: &'static str,
    pub attributes: &'static [AttributeSchema],
    pub relationships: &'static [RelationshipSchema],
    /// Creates an object of the class for a resource in a page.
    pub make: fn(Python<'_>, Shared, Range<usize>) -> PyResult<Py<PyAny>>,
    /// Returns the resource as the JSON that the API exchanges.
    pub write: fn(View<'_>) -> Result<Value, Error>,
    /// Returns the attributes that the class does not know.
    pub unmodeled: fn(View<'_>) -> Result<Map<String, Value>, Error>,
    /// Whether two resources are equal.
    pub same: fn(View<'_>, View<'_>) -> bool,
    /// The names of the attributes.
    pub names: LazyLock<Vec<&'static str>>,
}

impl Kind {
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The names of the attributes and relationships.
    pub fn members(&self) -> Vec<&'static str> {
        self.names.iter().copied().chain(self.relationships.iter().map(|relationship| relationship.name)).collect()
    }

    /// Whether a resource of this type can be an object of the class.
    pub fn accepts(&self, type_name: &str) -> bool {
        self.is_any() || type_name.is_empty() || type_name == self.name || self.aliases.contains(&type_name)
    }

    /// Whether this is the class for all types without a class.
    pub fn is_any(&self) -> bool {
        self.name.is_empty()
    }

    /// Attributes that `repr()` shows in addition to the first three short attributes and the enumerations.
    pub fn summary_members(&self) -> &'static [&'static str] {
        match self.name {
            "transport_event" => &["timestamp", "location_locode"],
            "shipment" => &["pod_eta_at"],
            _ => &[],
        }
    }

    /// The class of a resource as `repr()` shows it: `Container`, or with the type if the type has no class.
    pub fn class_name(&self, type_name: &str) -> String {
        if self.is_any() && !type_name.is_empty() {
            format!("{}:{type_name}", self.class)
        } else {
            self.class.to_owned()
        }
    }
}

/// Whether a name of a member is a keyword of Python. Such a member has a second name with a trailing underscore.
pub fn is_keyword(name: &str) -> bool {
    matches!(name, "from" | "class" | "import" | "global" | "pass" | "return" | "is" | "in" | "as" | "with")
}
