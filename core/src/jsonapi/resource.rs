//! What every typed resource has in common.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Links, Members};
use crate::ids::Id;

/// A resource type of the service: a plain struct that knows its name on the wire.
pub trait Resource: Sized + Serialize + DeserializeOwned {
    /// The `type` on the wire.
    const TYPE: &'static str;
    /// Other types on the wire that are read as this one where it is asked for, and written again as they came. Among
    /// included resources each stands under its own type.
    const OTHER_TYPES: &'static [&'static str] = &[];

    /// Its identifier.
    fn id(&self) -> &Id<Self>;
}

/// The parts of a resource object beside its modelled members. Nothing that was read is lost: it is kept here.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// The resource's own links.
    pub links: Links,
    /// The resource's own `meta`.
    pub meta: Option<Members>,
    /// Relationships that are not modelled, or say more than `data`.
    pub relationships: Members,
    /// Members of the resource object that JSON:API does not name.
    pub members: Members,
}
