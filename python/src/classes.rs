//! The resource classes, made of the list in `types.rs`. Their members come from the schema of the core's types.

use std::sync::LazyLock;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use serde_json::{Map, Value};
use shiptrack::Error;
use shiptrack::jsonapi::{AnyResource, Resource, View};
use shiptrack::resources::{AttributeSchema, RelationshipSchema, Schema};

use crate::resource::{Field, PyResource, What};
use crate::types::{KINDS, add_all};

pub struct Kind {
    /// The `type` on the wire; empty for the class of every other type.
    pub name: &'static str,
    /// Other types that are accepted as this one.
    pub also: &'static [&'static str],
    pub class: &'static str,
    pub attributes: &'static [AttributeSchema],
    pub relationships: &'static [RelationshipSchema],
    pub make: fn(Python<'_>, PyResource) -> PyResult<Py<PyAny>>,
    /// As it is written to the wire.
    pub write: fn(View<'_>) -> Result<Value, Error>,
    pub unmodelled: fn(View<'_>) -> Result<Map<String, Value>, Error>,
    pub same: fn(View<'_>, View<'_>) -> bool,
    pub names: LazyLock<Vec<&'static str>>,
}

impl Kind {
    /// The kind of all other types if this type has no class.
    pub fn named(name: &str) -> &'static Kind {
        KINDS.iter().find(|kind| kind.name == name).unwrap_or(&ANY)
    }

    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    pub fn members(&self) -> Vec<&'static str> {
        self.names.iter().copied().chain(self.relationships.iter().map(|known| known.name)).collect()
    }

    pub fn reads(&self, told: &str) -> bool {
        self.is_any() || told.is_empty() || told == self.name || self.also.contains(&told)
    }

    pub fn is_any(&self) -> bool {
        self.name.is_empty()
    }

    /// For the kind of all other types: the kind that the view states.
    pub fn or(&'static self, view: View<'_>) -> &'static Kind {
        if self.is_any() { Kind::named(&view.kind()) } else { self }
    }

    /// Members that a one-line description adds to the first short attributes and names.
    pub fn telling(&self) -> &'static [&'static str] {
        match self.name {
            "transport_event" => &["timestamp", "location_locode"],
            "shipment" => &["pod_eta_at"],
            _ => &[],
        }
    }

    pub fn class_name(&self, told: &str) -> String {
        if self.is_any() && !told.is_empty() { format!("{}:{told}", self.class) } else { self.class.to_owned() }
    }
}

pub fn write<T: Resource>(view: View<'_>) -> Result<Value, Error> {
    Ok(serde_json::to_value(view.read::<T>()?).unwrap_or_default())
}

pub fn same<T: Resource + PartialEq>(one: View<'_>, other: View<'_>) -> bool {
    matches!((one.read::<T>(), other.read::<T>()), (Ok(one), Ok(other)) if one == other)
}

pub fn unmodelled<T: Schema>(view: View<'_>) -> Result<Map<String, Value>, Error> {
    Ok(view.read::<T>()?.unmodelled().clone())
}

/// For every type without a class.
pub static ANY: Kind = Kind {
    name: "",
    also: &[],
    class: "Resource",
    attributes: &[],
    relationships: &[],
    make: |py, resource| Ok(Py::new(py, resource)?.into_any()),
    write: write::<AnyResource>,
    unmodelled: |view| match view.read_any()?.members.remove("attributes") {
        Some(Value::Object(attributes)) => Ok(attributes),
        _ => Ok(Map::new()),
    },
    same: same::<AnyResource>,
    names: LazyLock::new(Vec::new),
};

macro_rules! classes {
    ($($(#[doc = $doc:literal])* $name:ident),+ $(,)?) => {
        use std::sync::LazyLock;

        use pyo3::prelude::*;
        use pyo3::types::PyDict;
        use shiptrack::jsonapi::Resource;
        use shiptrack::resources::{self, Schema};

        use $crate::classes::{Kind, same, unmodelled, write};
        use $crate::resource::{PyResource, build};

        $(
            $(#[doc = $doc])*
            #[pyclass(frozen, extends = PyResource, module = "shiptrack")]
            pub struct $name;

            #[pymethods]
            impl $name {
                #[new]
                #[pyo3(signature = (id=None, /, **members))]
                fn new(id: Option<&Bound<'_, PyAny>>, members: Option<&Bound<'_, PyDict>>) -> PyResult<PyClassInitializer<Self>> {
                    let kind = Kind::named(<resources::$name as Resource>::TYPE);
                    Ok(PyClassInitializer::from(build(kind, id, members)?).add_subclass($name))
                }
            }
        )+

        const COUNT: usize = [$(stringify!($name)),+].len();

        pub static KINDS: [Kind; COUNT] = [$(Kind {
            name: <resources::$name as Resource>::TYPE,
            also: <resources::$name as Resource>::ALSO,
            class: stringify!($name),
            attributes: <resources::$name as Schema>::ATTRIBUTES,
            relationships: <resources::$name as Schema>::RELATIONSHIPS,
            make: |py, resource| {
                Ok(Py::new(py, PyClassInitializer::from(resource).add_subclass($name))?.into_any())
            },
            write: write::<resources::$name>,
            unmodelled: unmodelled::<resources::$name>,
            same: same::<resources::$name>,
            names: LazyLock::new(|| <resources::$name as Schema>::ATTRIBUTES.iter().map(|known| known.name).collect()),
        }),+];

        pub fn add_all(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_class::<$name>()?;)+
            Ok(())
        }
    };
}

pub(crate) use classes;

/// Members are made from the schema.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyResource>()?;
    add_all(module)?;
    for kind in &KINDS {
        let class = module.getattr(kind.class)?;
        for (index, schema) in kind.attributes.iter().enumerate() {
            class.setattr(schema.name, Field { kind, index, what: What::Attribute })?;
            if is_keyword(schema.name) {
                class.setattr(format!("{}_", schema.name), Field { kind, index, what: What::Attribute })?;
            }
        }
        for (index, schema) in kind.relationships.iter().enumerate() {
            let what = if schema.many { What::Many } else { What::One };
            class.setattr(schema.name, Field { kind, index, what })?;
        }
        let names: Vec<_> = ["id"].into_iter().chain(kind.names().iter().copied()).collect();
        class.setattr("__match_args__", PyTuple::new(module.py(), names)?)?;
    }
    Ok(())
}

/// Keywords of Python get a second name with an underscore after it.
pub fn is_keyword(name: &str) -> bool {
    matches!(name, "from" | "class" | "import" | "global" | "pass" | "return" | "is" | "in" | "as" | "with")
}

pub fn kind_of(class: &Bound<'_, PyType>) -> PyResult<&'static Kind> {
    let name = class.name()?;
    let name = name.to_str()?;
    match KINDS.iter().find(|kind| kind.class == name) {
        Some(kind) => Ok(kind),
        None if name == ANY.class => Ok(&ANY),
        None => Err(PyTypeError::new_err(format!("{name} is not a resource class"))),
    }
}
