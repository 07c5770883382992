//! Links of resources.

use std::fmt;

use crate::jsonapi::{Extra, Links};

pub(in crate::service) const PREFIX: &str = "/v2";

pub(in crate::service) fn own_link(family: &str, id: impl fmt::Display) -> Extra {
    let links = Links { this: Some(format!("{PREFIX}/{family}/{id}")), ..Default::default() };
    Extra { links, ..Default::default() }
}
