//! Reads JSON:API documents leniently, and writes them strictly.
//!
//! A document keeps its original text ([`Page::text`], [`View::text`]). A resource that is built from it has three limits, each of which
//! affects only the value concerned:
//!
//! * An integer that does not fit into 64 bits becomes the nearest float.
//! * A resource that is nested deeper than 127 levels cannot be built.
//! * If several members have the same name, a built resource has the last one. A [`View`] has the first one, because it stops reading
//!   there.
//!
//! This module knows no resource type of the service: see [`crate::resources`] for those.

mod any_resource;
mod body;
mod document;
mod document_methods;
mod envelope;
mod links;
pub mod media;
mod nesting;
mod outgoing_document;
mod page;
mod query;
mod relationship;
mod repair;
mod resource;
mod view;
mod warning;

pub use any_resource::AnyResource;
pub(crate) use any_resource::MemberNames;
pub use document::Document;
pub use links::Links;
pub use nesting::MAX_NESTING;
#[cfg(feature = "embedded")]
pub(crate) use nesting::{fits, is_shallow};
pub use outgoing_document::OutgoingDocument;
pub use page::Page;
pub use query::{PageRequest, Query};
pub(crate) use relationship::Relationship;
pub use relationship::{ResourceId, ToMany, ToOne};
pub use resource::{Extra, Resource};
pub use view::{Attribute, View};
pub use warning::Warning;

/// The members of a JSON object.
pub type Members = serde_json::Map<String, serde_json::Value>;
