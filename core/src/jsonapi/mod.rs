//! The wire shapes of JSON:API: lenient when reading, strict when writing.
//!
//! Three limits of what is built from a text, none of which costs more than the value it concerns; the text itself
//! ([`Page::text`], [`View::text`]) has everything as it came. Whole numbers beyond 64 bits become the nearest float. A
//! resource nested deeper than 127 levels cannot be built. Of members with one name the last counts in a built
//! resource, and the first in a [`View`], which does not read on.
//!
//! Nothing here knows any resource type of the service: see [`crate::resources`] for those.

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

/// Free-form members of a document.
pub type Members = serde_json::Map<String, serde_json::Value>;
