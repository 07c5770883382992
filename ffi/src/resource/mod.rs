//! Resources of all types behind one opaque pointer, and the functions that work on all of them.

mod getters;
mod included;
#[cfg(feature = "service")]
mod journey;
pub(crate) mod layout;
mod relations;
mod time;

use std::collections::HashMap;
use std::ffi::c_char;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use shiptrack::client::TrackResult;
use shiptrack::ids::Id;
use shiptrack::jsonapi::{AnyResource, Document, Page, Resource as CoreResource, View, Warning};
use shiptrack::resources::{TYPES, Type};
use shiptrack::serde_json::{self, Value, json};

use crate::boundary::{
    self, ABSENT, Error, Failure, Handle, LockCell, OwnedObject, OwnedText, SHIPTRACK_ERROR_WRONG_OBJECT, Text, call,
    lend, object, optional_text, peek, required_text, value_or, write, write_object,
};

pub(crate) use getters::*;
pub(crate) use included::Included;
#[cfg(feature = "service")]
pub use journey::*;
use layout::Layout;
use relations::{Relations, Target};
pub use time::*;

/// A resource of any type: a tracking request, a shipment, a container, …
///
/// Its getters are named `shiptrack_<type>_<attribute>()`. A getter for another type, or with NULL, has no value: a
/// text with `data` NULL, a count of 0, -1 for a flag, 0 for a code; getters of numbers return
/// SHIPTRACK_ERROR_WRONG_OBJECT. shiptrack_resource_check() distinguishes such a mistake from a value that is null.
///
/// Ownership: a resource that a function wrote through a pointer to a `shiptrack_resource *` is yours; free it with
/// shiptrack_resource_free(). A `const shiptrack_resource *` is borrowed from the page, the resource or the event that
/// it was read from: do not free it. shiptrack_resource_copy() makes a copy that is yours.
/// Lifetime: a borrowed resource is valid until the object that it was borrowed from is freed. The texts of a resource
/// are valid until the resource is freed.
/// Threads: any number of threads may read it at the same time. It may be read after a fork(), and after the client
/// that fetched it was freed.
pub struct Resource(());

object!(Resource, "shiptrack_resource", 0x05, ResourceBody);

pub(crate) struct ResourceBody {
    /// Index in [`TYPES`]; past the end for an unknown type.
    type_index: usize,
    origin: Origin,
    layout: OnceLock<Layout>,
    id: OnceLock<OwnedText>,
    lazy: OnceLock<Box<LazyValues>>,
    borrowed: bool,
}

/// A document, shared by the resources read from it.
pub(crate) type Shared = Arc<Page<AnyResource>>;

#[derive(Clone)]
enum Origin {
    Document(Shared, Range<usize>),
    /// Not in a document, or changed since it was read.
    Standalone(Arc<str>),
}

/// Values that are created on first use.
#[derive(Default)]
struct LazyValues {
    value: OnceLock<Value>,
    texts: LockCell<HashMap<String, OwnedText>>,
    included: Included,
    relations: Relations,
    tracked: OnceLock<Arc<TrackDetails>>,
}

/// What a call that tracked a number reports in addition to the tracking request.
pub(crate) struct TrackDetails {
    /// The requested attributes that an adopted tracking request does not have.
    pub left_out: Vec<OwnedText>,
    warnings: Option<String>,
}

/// Index in [`TYPES`].
fn type_index_of(name: &str) -> usize {
    TYPES.iter().position(|known| known.name == name).unwrap_or(usize::MAX)
}

/// `None` accepts any type.
pub(crate) fn type_named(name: Option<&str>) -> Result<Option<&'static Type>, Failure> {
    let Some(name) = name else { return Ok(None) };
    match type_of(name) {
        None => Err(Failure::argument("type", format!("{name} is not a type of resource"))),
        known => Ok(known),
    }
}

pub(crate) fn type_of(name: &str) -> Option<&'static Type> {
    TYPES.get(type_index_of(name))
}

impl ResourceBody {
    fn new(type_index: usize, origin: Origin) -> Self {
        let (layout, id, lazy) = Default::default();
        ResourceBody { type_index, origin, layout, id, lazy, borrowed: false }
    }

    /// A resource in a document. Rejects one of another type than `expected`; if that is `None`, the type in the document
    /// decides which getters have a value.
    pub(crate) fn at(page: &Shared, view: View<'_>, expected: Option<&Type>) -> shiptrack::Result<Self> {
        let type_index = match expected {
            Some(expected) => {
                view.check(expected.name, expected.other_types)?;
                type_index_of(expected.name)
            }
            None if view.text().starts_with('{') => type_index_of(&view.kind()),
            // An error, with the reason.
            None => type_index_of(&view.read_any()?.kind),
        };
        let start = view.text().as_ptr() as usize - page.text().as_ptr() as usize;
        Ok(ResourceBody::new(type_index, Origin::Document(page.clone(), start..start + view.text().len())))
    }

    pub(crate) fn of<T: CoreResource>(document: Document<T>, expected: Option<&Type>) -> shiptrack::Result<Self> {
        let page: Shared = Arc::new(document.into_page().cast());
        ResourceBody::at(&page, page.view(0).unwrap_or(View::new("null")), expected)
    }

    /// A resource that is not in a document, or was changed since it was read.
    pub(crate) fn standalone<T: CoreResource>(resource: &T) -> Self {
        let text = serde_json::to_string(resource).unwrap_or_default();
        ResourceBody::new(type_index_of(T::TYPE), Origin::Standalone(text.into()))
    }

    /// A tracking request, with the names of the requested attributes that it does not have.
    pub(crate) fn tracked(tracked: TrackResult) -> Self {
        let left_out = tracked.left_out.iter().map(OwnedText::new).collect();
        let details = TrackDetails { left_out, warnings: warnings_text(&tracked.warnings) };
        ResourceBody::standalone(&tracked.request).with_track_details(Some(Arc::new(details)))
    }

    /// As a resource that belongs to a page or another resource.
    pub(crate) fn keep(self) -> OwnedObject<ResourceBody> {
        Handle::keep(ResourceBody { borrowed: true, ..self })
    }

    fn with_track_details(self, details: Option<Arc<TrackDetails>>) -> Self {
        if let Some(details) = details {
            let _ = self.lazy().tracked.set(details);
        }
        self
    }

    pub(crate) fn track_details(&self) -> Option<&Arc<TrackDetails>> {
        self.lazy.get()?.tracked.get()
    }

    fn warnings_json(&self) -> Option<String> {
        let of_page = || warnings_json(self.page()?);
        self.track_details().map_or_else(of_page, |details| details.warnings.clone())
    }

    fn view(&self) -> View<'_> {
        View::new(match &self.origin {
            Origin::Document(page, range) => page.text().get(range.clone()).unwrap_or_default(),
            Origin::Standalone(text) => text,
        })
    }

    fn page(&self) -> Option<&Shared> {
        match &self.origin {
            Origin::Document(page, _) => Some(page),
            Origin::Standalone(_) => None,
        }
    }

    fn type_name(&self) -> String {
        match (self.view().kind(), TYPES.get(self.type_index)) {
            (kind, Some(known)) if kind.is_empty() => known.name.to_owned(),
            (kind, _) => kind.into_owned(),
        }
    }

    #[inline]
    fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Layout::of(self.type_index, self.view()))
    }

    fn lazy(&self) -> &LazyValues {
        self.lazy.get_or_init(Default::default)
    }

    fn value(&self) -> &Value {
        self.lazy()
            .value
            .get_or_init(|| serde_json::to_value(self.view().read_any().unwrap_or_default()).unwrap_or_default())
    }

    /// Created once and kept under `key`.
    fn cache_text(&self, key: String, make: impl FnOnce(&Self) -> Option<String>) -> Text {
        let known = self.lazy().texts.lock().get(&key).map(OwnedText::get);
        known.unwrap_or_else(|| {
            // Created without the lock. If two threads create it, the first one to finish is kept.
            let made = OwnedText::optional(make(self));
            self.lazy().texts.lock().entry(key).or_insert(made).get()
        })
    }

    /// `None` if the document does not contain the relationship.
    fn related(&self, relationship: &str) -> Option<&[Target]> {
        self.lazy().relations.find(self.type_index, relationship, self.view(), || self.value())
    }

    /// From the same document.
    fn included(&self, kind: &str, id: &str) -> Option<*const Resource> {
        self.lazy().included.find(self.page()?, kind, id)
    }
}

fn other_type(resource: &ResourceBody) -> Failure {
    let message = format!("the resource is a {}", resource.type_name());
    Failure::Argument(SHIPTRACK_ERROR_WRONG_OBJECT, "resource".to_owned(), message)
}

/// Frees a resource that is yours. NULL and borrowed resources are ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_free(resource: *mut Resource) {
    value_or((), || {
        let owned = peek::<ResourceBody>(resource).is_some_and(|resource| !resource.borrowed);
        owned.then(|| boundary::free::<ResourceBody>(resource))
    });
}

/// Writes a copy of the resource to `copy`. The copy is yours, stays valid when the object that the resource was
/// borrowed from is freed, and has the same included resources.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_copy(
    resource: *const Resource,
    copy: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    write_object(copy, "copy", error, || {
        let resource = lend::<ResourceBody>(resource)?;
        let made = ResourceBody::new(resource.type_index, resource.origin.clone());
        Ok(made.with_track_details(resource.track_details().cloned()))
    })
}

/// Checks that `resource` is a resource of this type (`"container"`), or of any type if `type` is NULL. Returns
/// SHIPTRACK_ERROR_WRONG_OBJECT if it has another type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_check(
    resource: *const Resource,
    r#type: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let resource = lend::<ResourceBody>(resource)?;
        match optional_text(r#type, "type")? {
            Some(expected) if type_index_of(expected) != resource.type_index && expected != resource.type_name() => {
                Err(other_type(resource))
            }
            _ => Ok(()),
        }
    })
}

/// The id of the resource.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_id(resource: *const Resource) -> Text {
    value_or(Text::NONE, || {
        let resource = peek::<ResourceBody>(resource)?;
        Some(
            resource.id.get_or_init(|| OwnedText::new(Id::<AnyResource>::new(&resource.view().id()).to_string())).get(),
        )
    })
}

/// Created on first use.
fn cached_text(resource: *const Resource, key: &str, make: impl FnOnce(&ResourceBody) -> Option<String>) -> Text {
    value_or(Text::NONE, || Some(peek::<ResourceBody>(resource)?.cache_text(key.to_owned(), make)))
}

/// The type of the resource as in the interface: `tracking_request`, `shipment`, `container`, …
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_type(resource: *const Resource) -> Text {
    cached_text(resource, "type", |resource| Some(resource.type_name()))
}

/// The whole resource as JSON, including members that this version does not know.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_json(resource: *const Resource) -> Text {
    cached_text(resource, "json", |resource| Some(resource.value().to_string()))
}

/// The document that contained the resource, byte for byte; no value if it came in no document.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_document_json(resource: *const Resource) -> Text {
    cached_text(resource, "document", |resource| Some(resource.page()?.text().to_owned()))
}

/// The warnings of the response that contained the resource, or of the call that tracked a number: what the service
/// ignored in the request, or stores for later. It is `meta.warnings` of the document: a JSON array of objects with `code`, `detail` and `source`; no value
/// if there is no warning.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_warnings_json(resource: *const Resource) -> Text {
    cached_text(resource, "warnings", ResourceBody::warnings_json)
}

/// The attribute `name` as a text: a string, the digits of a number, `true` or `false`. No value if the resource does
/// not have it, or if it is null, a list or an object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_attribute(resource: *const Resource, name: *const c_char) -> Text {
    member_text(resource, "attributes", name, "attribute", |value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    })
}

/// The attribute `name` as JSON; no value if the resource does not have it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_attribute_json(resource: *const Resource, name: *const c_char) -> Text {
    member_text(resource, "attributes", name, "attribute-json", |value| Some(value.to_string()))
}

fn member_text(
    resource: *const Resource,
    members: &str,
    name: *const c_char,
    key: &str,
    read: impl FnOnce(&Value) -> Option<String>,
) -> Text {
    value_or(Text::NONE, || {
        let resource = peek::<ResourceBody>(resource)?;
        let name = required_text(name, "name").ok()?;
        let found = resource.value().get(members)?.get(name)?;
        Some(resource.cache_text(format!("{key}/{name}"), |_| read(found)))
    })
}

/// The link `name` of the resource, such as `"self"`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_link(resource: *const Resource, name: *const c_char) -> Text {
    member_text(resource, "links", name, "link", |value| Some(value.as_str()?.to_owned()))
}

/// Writes the number of resources in a relationship (`"documents"`, `"shipment"`) to `count`; 0 or 1 if it leads to a
/// single resource. Returns SHIPTRACK_ABSENT if the document does not contain the relationship.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_related_count(
    resource: *const Resource,
    relationship: *const c_char,
    count: *mut usize,
    error: *mut *mut Error,
) -> i32 {
    write(count, "count", error, || {
        let resource = lend::<ResourceBody>(resource)?;
        Ok(resource.related(required_text(relationship, "relationship")?).ok_or(ABSENT)?.len())
    })
}

/// The id of a resource in a relationship; `index` counts from 0. No value past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_related_id(
    resource: *const Resource,
    relationship: *const c_char,
    index: usize,
) -> Text {
    target(resource, relationship, index, |target| &target.id)
}

/// The type of a resource in a relationship; `index` counts from 0. No value past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_related_type(
    resource: *const Resource,
    relationship: *const c_char,
    index: usize,
) -> Text {
    target(resource, relationship, index, |target| &target.kind)
}

fn target(
    resource: *const Resource,
    relationship: *const c_char,
    index: usize,
    read: fn(&Target) -> &OwnedText,
) -> Text {
    value_or(Text::NONE, || {
        let resource = peek::<ResourceBody>(resource)?;
        let relationship = required_text(relationship, "relationship").ok()?;
        Some(read(resource.related(relationship)?.get(index)?).get())
    })
}

/// A resource in a relationship, if the document includes it, else NULL; `index` counts from 0. It is borrowed from
/// `resource`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_related(
    resource: *const Resource,
    relationship: *const c_char,
    index: usize,
) -> *const Resource {
    value_or(std::ptr::null(), || {
        let resource = peek::<ResourceBody>(resource)?;
        let relationship = required_text(relationship, "relationship").ok()?;
        let target = resource.related(relationship)?.get(index)?;
        resource.included(target.kind.text(), target.id.text())
    })
}

/// An included resource of the document that contained this resource, by type and id; NULL if the document does not
/// include it. It is borrowed from `resource`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_included(
    resource: *const Resource,
    r#type: *const c_char,
    id: *const c_char,
) -> *const Resource {
    value_or(std::ptr::null(), || {
        let resource = peek::<ResourceBody>(resource)?;
        resource.included(required_text(r#type, "type").ok()?, required_text(id, "id").ok()?)
    })
}

/// Parses a JSON:API document that contains one resource of the type `type`, or of any type if `type` is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_parse(
    r#type: *const c_char,
    json: *const u8,
    json_length: usize,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    write_object(resource, "resource", error, || {
        let json = boundary::bytes(json, json_length, "json")?;
        let expected = type_named(optional_text(r#type, "type")?)?;
        Ok(ResourceBody::of(Document::<AnyResource>::parse(json)?, expected)?)
    })
}

/// `None` if the document has no warnings.
pub(crate) fn warnings_json(page: &Shared) -> Option<String> {
    warnings_text(&page.warnings())
}

fn warnings_text(warnings: &[Warning]) -> Option<String> {
    (!warnings.is_empty()).then(|| serde_json::to_string(warnings).ok()).flatten()
}

/// For records that are not resources of the interface.
pub(crate) fn from_record(kind: &str, id: impl std::fmt::Display, attributes: Value) -> Result<ResourceBody, Failure> {
    let json = json!({ "data": { "type": kind, "id": id.to_string(), "attributes": attributes } });
    Ok(ResourceBody::of(Document::<AnyResource>::parse(json.to_string())?, None)?)
}
