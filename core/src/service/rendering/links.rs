//! Links that resources carry.

use std::fmt;

use crate::jsonapi::{Extra, Links};

/// The path every resource stands under.
pub(in crate::service) const PREFIX: &str = "/v2";

/// What a resource has beside its members: the link to itself.
pub(in crate::service) fn own_link(family: &str, id: impl fmt::Display) -> Extra {
    let links = Links { this: Some(format!("{PREFIX}/{family}/{id}")), ..Default::default() };
    Extra { links, ..Default::default() }
}
