//! The values of a resource in the form that C reads: all texts in one block of memory, each with a NUL at its end, and
//! their numbers.
//!
//! The description of the types ([`TYPES`]) is data, so one function serves every type. A value that is not a list has
//! a slot; a list has one slot for each item. The members of a structure have slots in its place, and the members of a
//! list of structures are one list each. Slots and lists are numbered in the order of the description; the generated
//! getters use these numbers.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use shiptrack::jsonapi::{Attribute, View};
use shiptrack::resources::{Decimal, Member, Shape, TYPES, Type};
use shiptrack::serde_json;

use crate::boundary::Text;
use crate::codes::code_of_name;

/// Position of the text in the block, and the value as a number.
#[derive(Clone, Copy)]
struct Slot {
    start: usize,
    length: u32,
    number: Number,
}

/// A whole number, 0 or 1 for a flag, or the number of a name; otherwise a fraction.
#[derive(Clone, Copy, PartialEq)]
pub enum Number {
    Absent,
    /// The value has only a text.
    None,
    Whole(i64),
    Real(f64),
}

/// The start of an absent text.
const ABSENT_START: usize = usize::MAX;

impl Slot {
    const ABSENT: Slot = Slot { start: ABSENT_START, length: 0, number: Number::Absent };
}

/// All values of a resource.
pub struct Layout {
    bytes: Vec<u8>,
    slots: Vec<Slot>,
    lists: Vec<Range<usize>>,
}

#[derive(Clone, Copy)]
pub enum Position {
    Slot(usize),
    /// A list, and the index of an item.
    Item(usize, usize),
}

impl Layout {
    /// `type_index` is the index of the type in [`TYPES`].
    pub fn of(type_index: usize, view: View<'_>) -> Self {
        let mut layout = Layout { bytes: Vec::with_capacity(512), slots: Vec::with_capacity(48), lists: Vec::new() };
        if let (Some(known), Some(names)) = (TYPES.get(type_index), NAMES.get(type_index)) {
            let mut found = vec![None; names.len()];
            view.find_attributes(names, &mut found);
            layout.add_attributes(known, &found);
        }
        layout
    }

    #[inline]
    pub fn text(&self, slot: usize) -> Option<Text> {
        let slot = self.slots.get(slot)?;
        // `ABSENT_START` is past the end of the block.
        Some(Text { data: self.bytes.get(slot.start..)?.as_ptr().cast(), length: slot.length as usize })
    }

    /// `None` for an item past the end.
    pub fn number(&self, position: Position) -> Option<Number> {
        Some(self.slots.get(self.slot(position)?)?.number)
    }

    pub fn count(&self, list: usize) -> usize {
        self.lists.get(list).map_or(0, Range::len)
    }

    pub fn item(&self, list: usize, index: usize) -> Option<Text> {
        self.text(self.slot(Position::Item(list, index))?)
    }

    fn slot(&self, position: Position) -> Option<usize> {
        match position {
            Position::Slot(slot) => Some(slot),
            Position::Item(list, index) => self.lists.get(list)?.clone().nth(index),
        }
    }
}

static NAMES: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    TYPES.iter().map(|known| known.attributes.iter().map(|attribute| attribute.name).collect()).collect()
});

impl Layout {
    fn add_attributes(&mut self, known: &Type, found: &[Option<Attribute<'_>>]) {
        // Lists come after all single values.
        let mut lists = Vec::new();
        for (attribute, value) in known.attributes.iter().zip(found) {
            self.add_value(attribute.shape, attribute.nullable, *value, &mut lists);
        }
        for (shape, items) in lists {
            self.add_list(shape, &items);
        }
    }

    /// Adds a value, or appends it to `lists` if it is a list.
    fn add_value<'a>(
        &mut self,
        shape: Shape,
        nullable: bool,
        value: Option<Attribute<'a>>,
        lists: &mut Vec<(Shape, Vec<Attribute<'a>>)>,
    ) {
        match shape {
            Shape::List(item) => lists.push((*item, value.and_then(Attribute::items).unwrap_or_default())),
            Shape::Structure(structure) => {
                let absent = !value.is_some_and(Attribute::is_object);
                for (member, value) in structure.members.iter().zip(members_of(structure.members, value)) {
                    self.add_value(member.shape, member.nullable || absent, value, lists);
                }
            }
            _ => {
                let slot = self.slot_of(shape, nullable, value);
                self.slots.push(slot);
            }
        }
    }

    fn add_list(&mut self, shape: Shape, items: &[Attribute<'_>]) {
        let Shape::Structure(structure) = shape else {
            let start = self.slots.len();
            // An item of another shape is skipped.
            let slots = items.iter().map(|item| self.slot_of(shape, true, Some(*item)));
            let slots: Vec<Slot> = slots.filter(|slot| slot.number != Number::Absent).collect();
            self.slots.extend(slots);
            return self.lists.push(start..self.slots.len());
        };
        let objects = items.iter().filter(|item| item.is_object());
        let rows: Vec<_> = objects.map(|item| members_of(structure.members, Some(*item))).collect();
        for (column, member) in structure.members.iter().enumerate() {
            let start = self.slots.len();
            for row in &rows {
                let slot = self.slot_of(member.shape, member.nullable, row[column]);
                self.slots.push(slot);
            }
            self.lists.push(start..self.slots.len());
        }
    }

    /// A value of another type than its shape is absent.
    fn slot_of(&mut self, shape: Shape, nullable: bool, value: Option<Attribute<'_>>) -> Slot {
        match value.and_then(|value| read(shape, value)).or_else(|| default_value(shape, nullable)) {
            Some((text, number)) => self.text_slot(&text, number),
            None => Slot::ABSENT,
        }
    }

    fn text_slot(&mut self, text: &str, number: Number) -> Slot {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        match u32::try_from(text.len()) {
            Ok(length) => Slot { start, length, number },
            // No response may be that long.
            Err(_) => Slot::ABSENT,
        }
    }
}

/// In the order of the description.
fn members_of<'a>(members: &[Member], value: Option<Attribute<'a>>) -> Vec<Option<Attribute<'a>>> {
    let names: Vec<&str> = members.iter().map(|member| member.name).collect();
    let mut found = vec![None; names.len()];
    if let Some(value) = value {
        value.find_members(&names, &mut found);
    }
    found
}

/// The text and number of a value; `None` if it has another type than its shape.
fn read(shape: Shape, value: Attribute<'_>) -> Option<(Cow<'_, str>, Number)> {
    let digits = Cow::Borrowed(value.text());
    match shape {
        Shape::Text | Shape::Secret | Shape::Moment => value.as_str().map(|text| (text, Number::None)),
        Shape::Enumeration(names) => value.as_str().map(|text| {
            let number = Number::Whole(code_of_name(names.name, &text).into());
            (text, number)
        }),
        Shape::Flag => value.as_bool().map(|flag| (digits, Number::Whole(flag.into()))),
        Shape::Integer => value.as_i64().map(|number| (digits, Number::Whole(number))),
        Shape::Number => value.as_f64().map(|number| (digits, Number::Real(number))),
        Shape::Decimal => serde_json::from_str::<Decimal>(value.text())
            .ok()
            .map(|number| (Cow::Owned(number.to_string()), Number::Real(number.as_f64()))),
        Shape::Object if !value.is_object() => None,
        // Deeper structures are JSON, too.
        _ => Some(value.to_value())
            .filter(|value| !value.is_null())
            .map(|value| (Cow::Owned(value.to_string()), Number::None)),
    }
}

/// The value of a field that is missing: a field that is never null is empty, but an unknown number is not 0.
fn default_value(shape: Shape, nullable: bool) -> Option<(Cow<'static, str>, Number)> {
    match shape {
        _ if nullable => None,
        Shape::Text | Shape::Secret | Shape::Moment => Some(("".into(), Number::None)),
        Shape::Enumeration(_) => Some(("".into(), Number::Whole(0))),
        Shape::Flag => Some(("false".into(), Number::Whole(0))),
        Shape::Object => Some(("{}".into(), Number::None)),
        _ => None,
    }
}
