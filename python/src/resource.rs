//! Resources: immutable objects that refer to the page they were received in. An attribute is converted on first
//! access.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};
use shiptrack::Error;
use shiptrack::jsonapi::{AnyResource, Page, View};
use shiptrack::resources::{AttributeSchema, Shape};

use crate::errors::OrRaise;
use crate::kind::{Kind, Shared, is_keyword};
use crate::{arguments, convert, converters, json, json_arguments, time};

/// A resource of the service. It is immutable. Types without a specific class are plain ``Resource`` objects.
#[pyclass(frozen, subclass, module = "shiptrack", name = "Resource")]
pub struct PyResource {
    page: Shared,
    range: Range<usize>,
    kind: &'static Kind,
    slots: OnceLock<Box<[AttributeSlot]>>,
    id: PyOnceLock<Py<PyAny>>,
}

struct AttributeSlot {
    range: Option<Range<u32>>,
    made: PyOnceLock<Py<PyAny>>,
}

impl PyResource {
    /// `range` is the range of the resource in the text of the page.
    pub fn new(page: Shared, range: Range<usize>, kind: &'static Kind) -> Self {
        PyResource { page, range, kind, slots: OnceLock::new(), id: PyOnceLock::new() }
    }

    pub fn view(&self) -> View<'_> {
        View::new(&self.page.text()[self.range.clone()])
    }

    pub fn page(&self) -> &Shared {
        &self.page
    }

    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    pub fn attribute<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let schema = &self.kind.attributes[index];
        let slot = &self.slots()[index];
        if convert::is_rebuilt_on_access(schema.shape) {
            return self.make(py, schema, slot);
        }
        let made = slot.made.get_or_try_init(py, || self.make(py, schema, slot).map(Bound::unbind))?;
        Ok(made.bind(py).clone())
    }

    fn make<'py>(
        &self,
        py: Python<'py>,
        schema: &AttributeSchema,
        slot: &AttributeSlot,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = slot.range.as_ref().map(|range| {
            let start = self.range.start;
            &self.page.text()[start + range.start as usize..start + range.end as usize]
        });
        convert::attribute(py, schema, text)
    }

    /// Found in one pass over the text, on first use.
    fn slots(&self) -> &[AttributeSlot] {
        self.slots.get_or_init(|| {
            let text = &self.page.text()[self.range.clone()];
            let mut found = vec![None; self.kind.names().len()];
            View::new(text).find_attributes(self.kind.names(), &mut found);
            let range = |part: &str| {
                let range = range_in(text, part);
                Some(u32::try_from(range.start).ok()?..u32::try_from(range.end).ok()?)
            };
            let slot = |found: Option<shiptrack::jsonapi::Attribute<'_>>| AttributeSlot {
                range: found.and_then(|found| range(found.text())),
                made: PyOnceLock::new(),
            };
            found.into_iter().map(slot).collect()
        })
    }

    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        let class = self.kind.class_name(&self.view().kind());
        let mut line = format!("{class}({}", self.id(py)?.str()?.repr()?);
        let mut count = 0;
        for (index, schema) in self.kind.attributes.iter().enumerate() {
            // The first three short attributes, and all names, such as a status.
            let is_summary_member = self.kind.summary_members().contains(&schema.name);
            let is_short =
                convert::is_short(schema.shape) && (count < 3 || matches!(schema.shape, Shape::Enumeration(_)));
            if !is_summary_member && !is_short {
                continue;
            }
            count += usize::from(is_short);
            let value = self.attribute(py, index)?;
            if !value.is_none() {
                let shown = if schema.shape == Shape::Moment { value.str()?.to_string() } else { shorten(&value)? };
                line.push_str(&format!(", {}={shown}", schema.name));
            }
        }
        line.push(')');
        Ok(line)
    }

    fn read(&self) -> Result<Value, Error> {
        (self.kind.write)(self.view())
    }

    /// A document with this resource and, transitively, all resources of the page that its relationships refer to.
    fn own_document(&self) -> String {
        let own = self.view();
        let (mut found, mut seen, mut next) = (Vec::new(), HashSet::from([own.text().as_ptr()]), 0);
        let mut from = Some(own);
        while let Some(view) = from {
            for (kind, id) in targets(view) {
                let target = self.page.find_included(&kind, &id);
                found.extend(target.filter(|target| seen.insert(target.text().as_ptr())));
            }
            from = found.get(next).copied();
            next += 1;
        }
        if found.is_empty() {
            return own.text().to_owned();
        }
        let included: Vec<_> = found.iter().map(|view| view.text()).collect();
        format!("{{\"data\":{},\"included\":[{}]}}", own.text(), included.join(","))
    }

    fn same(&self, other: &PyResource) -> bool {
        std::ptr::eq(self.kind, other.kind)
            && (self.view().text() == other.view().text() || (self.kind.same)(self.view(), other.view()))
    }
}

#[pymethods]
impl PyResource {
    /// The id that the service assigned; empty if the resource was not created yet.
    #[getter]
    pub fn id<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let made = self.id.get_or_try_init(py, || time::id(py, &self.view().id()).map(Bound::unbind))?;
        Ok(made.bind(py).clone())
    }

    /// The type of the resource in the interface, such as ``shipment``.
    #[getter]
    fn r#type(&self) -> String {
        let kind = self.view().kind();
        if kind.is_empty() { self.kind.name.to_owned() } else { kind.into_owned() }
    }

    /// Attributes that this version does not know, and values that do not match their type, as they were received.
    #[getter]
    fn other<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let other = (self.kind.unmodeled)(self.view()).or_raise(py)?;
        json::members_to_python(py, &other)
    }

    /// The links of the resource.
    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.member(py, "links")
    }

    /// The ``meta`` object of the resource.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.member(py, "meta")
    }

    /// All attributes as they were received, as a dict.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.member(py, "attributes")
    }

    /// All relationships as they were received, as a dict.
    #[getter]
    fn relationships<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.member(py, "relationships")
    }

    /// Returns one attribute as it was received; ``None`` if it is missing.
    fn raw<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::name)] name: String,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.view().attribute(&name).map(|found| json::to_python(py, &found.to_value())).transpose()
    }

    /// Returns a time attribute in the local time of its place, for example ``timestamp``, ``pickup_lfd`` or
    /// ``import_deadlines.pickup_lfd_rail``.
    ///
    /// Returns a ``date`` if the value is a day without a time (services send it as the moment at which the day begins
    /// at the place), else an aware ``datetime`` with the local offset. The time zone is that of the attribute next to
    /// it (``timezone``, ``pod_timezone`` …). For a last free day that may apply at the port or inland, it is the zone
    /// in which the value is a day. If the zone is unknown, the value is returned as the attribute has it; ``None`` if
    /// the attribute is empty.
    ///
    /// Raises ``AttributeError`` if the resource has no time attribute with this name.
    fn local<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::name)] name: String,
    ) -> PyResult<Bound<'py, PyAny>> {
        let timezones = AttributeSchema::timezones_of(self.kind.attributes, &name)
            .ok_or_else(|| PyAttributeError::new_err(format!("{} has no time attribute {name}", self.kind.class)))?;
        let view = self.view();
        let text = |path: &str| match path.split_once('.') {
            None => view.attribute(path)?.to_value().as_str().map(str::to_owned),
            Some((outer, inner)) => view.attribute(outer)?.to_value().get(inner)?.as_str().map(str::to_owned),
        };
        let names: Vec<String> = timezones.iter().filter_map(|zone| text(zone)).collect();
        match text(&name) {
            Some(at) => time::at_place(py, &at, &time::zones(names.iter().map(String::as_str))),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the resource object in the form of the interface, as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.read().or_raise(py)?)
    }

    /// Returns the resource object in the form of the interface, as JSON text.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.read().or_raise(py)?.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PyResource>() else { return Ok(py.NotImplemented()) };
        Ok(pyo3::types::PyBool::new(py, self.same(other.get())).to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.kind.name, self.view().id().as_ref()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.summary(py)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("shiptrack._html")?.call_method1("resource", (slf,))
    }

    /// Pickles the resource together with the included resources that its relationships refer to. A resource with a secret is refused.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        check_secrets(slf.get().kind, slf.as_any())?;
        Ok((slf.get_type().getattr("from_json")?, (slf.get().own_document(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl PyResource {
    fn member<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let all = self.view().read_any().or_raise(py)?;
        let nothing = Value::Object(Map::new());
        json::to_python(py, all.members.get(name).filter(|member| member.is_object()).unwrap_or(&nothing))
    }
}

/// Refuses to pickle a resource that has a secret.
pub fn check_secrets(kind: &Kind, resource: &Bound<'_, PyAny>) -> PyResult<()> {
    for attribute in kind.attributes.iter().filter(|attribute| is_secret(attribute.shape)) {
        if resource.getattr(attribute.name)?.is_truthy()? {
            return Err(PyTypeError::new_err(format!(
                "a {} with a secret (`{}`) cannot be pickled, because the result would contain its text: pickle its id",
                kind.class, attribute.name
            )));
        }
    }
    Ok(())
}

fn is_secret(shape: Shape) -> bool {
    match shape {
        Shape::Secret => true,
        Shape::List(items) => is_secret(*items),
        Shape::Structure(structure) => structure.members.iter().any(|member| is_secret(member.shape)),
        _ => false,
    }
}

// The getter of an attribute or a relationship, created from the schema. This must not be a documentation comment,
// because `__doc__` returns the text of the schema.
#[pyclass(frozen, module = "shiptrack._native")]
pub struct Field {
    pub kind: &'static Kind,
    pub index: usize,
    pub what: FieldKind,
}

pub enum FieldKind {
    Attribute,
    One,
    Many,
}

#[pymethods]
impl Field {
    #[getter(__name__)]
    fn name(&self) -> &'static str {
        match self.what {
            FieldKind::Attribute => self.kind.attributes[self.index].name,
            FieldKind::One | FieldKind::Many => self.kind.relationships[self.index].name,
        }
    }

    #[getter(__doc__)]
    fn about(&self) -> String {
        let about = match self.what {
            FieldKind::Attribute => self.kind.attributes[self.index].about,
            FieldKind::One | FieldKind::Many => self.kind.relationships[self.index].about,
        };
        about.trim().replace("`null`", "`None`").replace('`', "``")
    }

    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        object: &Bound<'py, PyAny>,
        owner: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = owner;
        let (py, field) = (slf.py(), slf.get());
        let Ok(resource) = object.cast::<PyResource>() else {
            return if object.is_none() {
                Ok(slf.clone().into_any())
            } else {
                Err(PyTypeError::new_err("this attribute can only be read from a resource"))
            };
        };
        let resource = resource.get();
        if !std::ptr::eq(resource.kind, field.kind) {
            return Err(PyTypeError::new_err("this attribute belongs to another resource class"));
        }
        match field.what {
            FieldKind::Attribute => resource.attribute(py, field.index),
            FieldKind::One => convert::to_one(py, &resource.view().to_one(field.name())),
            FieldKind::Many => convert::to_many(py, &resource.view().to_many(field.name())),
        }
    }

    fn __set__(&self, _object: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyAttributeError::new_err(format!("{} cannot be set: resources are immutable", self.name())))
    }

    fn __repr__(&self) -> String {
        format!("<field {}.{}>", self.kind.class, self.name())
    }
}

/// The type and id of the targets of all relationships.
fn targets(view: View<'_>) -> Vec<(String, String)> {
    let Ok(read) = view.read_any() else { return Vec::new() };
    let relationships = read.members.get("relationships").and_then(Value::as_object);
    let data = relationships.into_iter().flatten().filter_map(|(_, relationship)| relationship.get("data"));
    let each = data.flat_map(|data| data.as_array().map_or(std::slice::from_ref(data), Vec::as_slice));
    let text = |target: &Value, name: &str| target.get(name)?.as_str().map(str::to_owned);
    each.filter_map(|target| Some((text(target, "type")?, text(target, "id")?))).collect()
}

pub fn build(
    kind: &'static Kind,
    id: Option<&Bound<'_, PyAny>>,
    members: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyResource> {
    let (mut attributes, mut relationships) = (Map::new(), Map::new());
    for (name, value) in members.into_iter().flat_map(|members| members.iter()) {
        let mut name: String = name.extract()?;
        if name.strip_suffix('_').is_some_and(is_keyword) {
            name.pop();
        }
        if kind.relationships.iter().any(|known| known.name == name) {
            let data = json_arguments::value(&name, &value)?;
            relationships.insert(name, json!({ "data": data }));
        } else if kind.is_any() || kind.names().contains(&name.as_str()) {
            let value = json_arguments::value(&name, &value)?;
            attributes.insert(name, value);
        } else {
            return Err(PyTypeError::new_err(format!(
                "{} has no attribute {name}; it has {}",
                kind.class,
                kind.members().join(", ")
            )));
        }
    }
    let mut data = Map::new();
    if let Some(id) = id {
        data.insert("id".to_owned(), arguments::any_id("id", id)?.into());
    }
    data.insert("type".to_owned(), kind.name.into());
    data.insert("attributes".to_owned(), attributes.into());
    if !relationships.is_empty() {
        data.insert("relationships".to_owned(), relationships.into());
    }
    let text = json!({ "data": data }).to_string();
    let page = Page::<AnyResource>::parse(text);
    let py_page: Shared = Arc::new(page.map_err(|problem| PyTypeError::new_err(problem.to_string()))?);
    let range = py_page.view(0).map(|view| range_in(py_page.text(), view.text())).unwrap_or_default();
    Ok(PyResource::new(py_page, range, kind))
}

/// `part` must be a slice of `text`.
pub fn range_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// Cuts long values, and removes the parts of a URL that may be secret.
fn shorten(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut shown = value.repr()?.to_str()?.to_owned();
    if let Some(scheme) = shown.find("://") {
        let host = shown[scheme + 3..].rfind('@').map_or(scheme + 3, |at| scheme + 4 + at);
        let end = shown[host..].find(['/', '?', '#', '\'']).map_or(shown.len(), |end| host + end);
        shown = format!("{}{}…'", &shown[..scheme + 3], &shown[host..end]);
    }
    if shown.chars().count() > 60 {
        shown = shown.chars().take(58).chain("…'".chars()).collect();
    }
    Ok(shown)
}
