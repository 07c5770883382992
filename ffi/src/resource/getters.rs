//! The code of all generated getters: one function for each kind of value.

use super::layout::{Number, Position};
use super::{Resource, ResourceBody, other_type};
use crate::boundary::{ABSENT, Text, lend, peek, value_or, write};

#[inline]
fn typed<'a>(resource: *const Resource, type_index: usize) -> Option<&'a ResourceBody> {
    peek::<ResourceBody>(resource).filter(|resource| resource.type_index == type_index)
}

#[inline]
pub(crate) fn text_of(resource: *const Resource, type_index: usize, slot: usize) -> Text {
    value_or(Text::NONE, || typed(resource, type_index)?.layout().text(slot))
}

pub(crate) fn count_of(resource: *const Resource, type_index: usize, list: usize) -> usize {
    value_or(0, || Some(typed(resource, type_index)?.layout().count(list)))
}

pub(crate) fn item_of(resource: *const Resource, type_index: usize, list: usize, index: usize) -> Text {
    value_or(Text::NONE, || typed(resource, type_index)?.layout().item(list, index))
}

fn number_of<N>(
    resource: *const Resource,
    type_index: usize,
    position: Position,
    out: *mut N,
    read: fn(Number) -> Option<N>,
) -> i32 {
    write(out, "value", std::ptr::null_mut(), || {
        let resource = lend::<ResourceBody>(resource)?;
        if resource.type_index != type_index {
            return Err(other_type(resource));
        }
        resource.layout().number(position).and_then(read).ok_or(ABSENT)
    })
}

pub(crate) fn integer_of(resource: *const Resource, type_index: usize, position: Position, value: *mut i64) -> i32 {
    number_of(resource, type_index, position, value, |number| match number {
        Number::Whole(number) => Some(number),
        _ => None,
    })
}

pub(crate) fn double_of(resource: *const Resource, type_index: usize, position: Position, value: *mut f64) -> i32 {
    number_of(resource, type_index, position, value, |number| match number {
        Number::Real(number) => Some(number),
        _ => None,
    })
}

/// 1, 0, or -1 if there is no value.
pub(crate) fn flag_of(resource: *const Resource, type_index: usize, position: Position) -> i32 {
    small_of(resource, type_index, position, -1)
}

/// 0 if there is no value.
pub(crate) fn code_of(resource: *const Resource, type_index: usize, position: Position) -> i32 {
    small_of(resource, type_index, position, 0)
}

fn small_of(resource: *const Resource, type_index: usize, position: Position, none: i32) -> i32 {
    value_or(none, || match typed(resource, type_index)?.layout().number(position)? {
        Number::Whole(number) => i32::try_from(number).ok(),
        _ => None,
    })
}
