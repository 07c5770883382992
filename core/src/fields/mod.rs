//! Custom fields: which definitions there may be, which values fit them, and how a value is shown. All of it is decided
//! from what is given; nothing is looked up.

mod decimal;
mod definition;
mod display;
mod entity;
mod rules;
mod sought;
mod value;

pub(crate) use definition::{check_default, check_reference_type, check_slug, is_format};
pub(crate) use display::shown;
pub(crate) use entity::{ENTITY_NAMES, entity_named};
pub(crate) use rules::Rules;
pub(crate) use sought::{asked_for, found_by};
pub(crate) use value::{check, has_options, named_by};

#[cfg(test)]
mod tests;
