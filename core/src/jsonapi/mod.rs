//! The wire shapes of JSON:API: lenient when reading, strict when writing.
//!
//! Nothing here knows any resource type of the service: see [`crate::resources`] for those.

mod any;
mod body;
mod document;
mod envelope;
mod links;
pub mod media;
mod page;
mod query;
mod relationship;
mod repair;
mod resource;
mod view;
mod write;

pub use any::AnyResource;
pub(crate) use any::Names;
pub use document::Document;
pub use links::Links;
pub use page::Page;
pub use query::{PageRequest, Query};
pub(crate) use relationship::Relationship;
pub use relationship::{ResourceId, ToMany, ToOne};
pub use resource::{Extra, Resource};
pub use view::{Attribute, View};
pub use write::Outgoing;

/// Free-form members of a document.
pub type Members = serde_json::Map<String, serde_json::Value>;
