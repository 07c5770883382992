//! The trait of resource types.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Links, Members};
use crate::ids::Id;

/// A resource type of the service: a struct with its JSON:API type.
pub trait Resource: Sized + Serialize + DeserializeOwned {
    /// The `type` in JSON.
    const TYPE: &'static str;
    /// Other values of `type` that are also read as this type. They are preserved when the resource is written. Included resources are
    /// found only by their exact type.
    const OTHER_TYPES: &'static [&'static str] = &[];

    /// The id.
    fn id(&self) -> &Id<Self>;
}

/// The parts of a resource object that have no field in its struct, so that nothing is lost when it is read and written.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// The links of the resource.
    pub links: Links,
    /// The `meta` of the resource.
    pub meta: Option<Members>,
    /// Unknown relationships, and relationships with members besides `data`.
    pub relationships: Members,
    /// Members of the resource object that JSON:API does not define.
    pub members: Members,
}
