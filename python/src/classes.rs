//! The macro that defines the resource classes from the list in `types.rs`.

use serde_json::{Map, Value};
use shiptrack::Error;
use shiptrack::jsonapi::{Resource, View};
use shiptrack::resources::Schema;

pub fn write<T: Resource>(view: View<'_>) -> Result<Value, Error> {
    Ok(serde_json::to_value(view.read::<T>()?).unwrap_or_default())
}

pub fn same<T: Resource + PartialEq>(one: View<'_>, other: View<'_>) -> bool {
    matches!((one.read::<T>(), other.read::<T>()), (Ok(one), Ok(other)) if one == other)
}

pub fn unmodeled<T: Schema>(view: View<'_>) -> Result<Map<String, Value>, Error> {
    Ok(view.read::<T>()?.unmodeled().clone())
}

macro_rules! classes {
    ($($(#[doc = $doc:literal])* $name:ident),+ $(,)?) => {
        use std::sync::LazyLock;

        use pyo3::prelude::*;
        use pyo3::types::PyDict;
        use shiptrack::jsonapi::Resource;
        use shiptrack::resources::{self, Schema};

        use $crate::classes::{same, unmodeled, write};
        use $crate::kind::Kind;
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
                    let resource = build(&KINDS[Index::$name as usize], id, members)?;
                    Ok(PyClassInitializer::from(resource).add_subclass($name))
                }
            }
        )+

        /// Indexes in `KINDS`.
        enum Index {
            $($name),+
        }

        const COUNT: usize = [$(stringify!($name)),+].len();

        pub static KINDS: [Kind; COUNT] = [$(Kind {
            name: <resources::$name as Resource>::TYPE,
            aliases: <resources::$name as Resource>::OTHER_TYPES,
            class: stringify!($name),
            attributes: <resources::$name as Schema>::ATTRIBUTES,
            relationships: <resources::$name as Schema>::RELATIONSHIPS,
            make: |py, page, place| {
                let resource = PyResource::new(page, place, &KINDS[Index::$name as usize]);
                Ok(Py::new(py, PyClassInitializer::from(resource).add_subclass($name))?.into_any())
            },
            write: write::<resources::$name>,
            unmodeled: unmodeled::<resources::$name>,
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
