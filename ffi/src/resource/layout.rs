//! The texts of a resource, laid out once: one block of memory, a NUL behind each.

use std::ops::Range;

use shiptrack::client::LineDecision;
use shiptrack::jsonapi::Members;
use shiptrack::resources::{
    ContainerStatus, DataSource, DeliveryStatus, DocumentSource, EventName, FailedReason, RequestStatus, RequestType,
    StopReason, Timestamp, WebhookSecret,
};
use shiptrack::serde_json::{self, Number};

use crate::boundary::Text;

/// Where a text stands in the block; `None` for no value.
type Slot = Option<(usize, usize)>;

/// All texts of a resource.
pub struct Layout {
    bytes: Box<[u8]>,
    slots: Box<[Slot]>,
    lists: Box<[Range<usize>]>,
}

impl Layout {
    /// The text in a slot.
    #[inline]
    pub fn text(&self, slot: usize) -> Option<Text> {
        let (start, length) = (*self.slots.get(slot)?)?;
        Some(Text { data: self.bytes.get(start..)?.as_ptr().cast(), length })
    }

    /// How many items a list has.
    pub fn count(&self, list: usize) -> usize {
        self.lists.get(list).map_or(0, Range::len)
    }

    /// An item of a list.
    pub fn item(&self, list: usize, index: usize) -> Option<Text> {
        self.text(self.lists.get(list)?.clone().nth(index)?)
    }
}

/// Lays texts out, one slot after the other.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    slots: Vec<Slot>,
    lists: Vec<Range<usize>>,
}

impl Writer {
    /// Room for the texts of an average resource.
    pub fn new() -> Self {
        Writer { bytes: Vec::with_capacity(512), slots: Vec::with_capacity(48), lists: Vec::new() }
    }

    /// The next slot has no value.
    pub fn none(&mut self) {
        self.slots.push(None);
    }

    /// The next slot has this text.
    pub fn text(&mut self, text: &str) {
        self.slots.push(Some((self.bytes.len(), text.len())));
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
    }

    /// The next slots are the items of a list.
    pub fn list<'t, T: AsText + 't>(&mut self, items: impl IntoIterator<Item = &'t T>) {
        let start = self.slots.len();
        items.into_iter().for_each(|item| item.lay(self));
        self.lists.push(start..self.slots.len());
    }

    /// The finished layout.
    pub fn finish(self) -> Layout {
        Layout { bytes: self.bytes.into(), slots: self.slots.into(), lists: self.lists.into() }
    }
}

/// What can be told as a text.
pub trait AsText {
    /// Puts it into the next slot.
    fn lay(&self, writer: &mut Writer);
}

/// What can be told as a list of texts.
pub trait AsList {
    /// Puts its items into the next slots.
    fn lay(&self, writer: &mut Writer);
}

impl<T: AsText> AsText for Option<T> {
    fn lay(&self, writer: &mut Writer) {
        match self {
            Some(value) => value.lay(writer),
            None => writer.none(),
        }
    }
}

impl<T: AsText> AsText for &T {
    fn lay(&self, writer: &mut Writer) {
        (*self).lay(writer);
    }
}

impl AsText for String {
    fn lay(&self, writer: &mut Writer) {
        writer.text(self);
    }
}

impl AsText for WebhookSecret {
    fn lay(&self, writer: &mut Writer) {
        writer.text(self.reveal());
    }
}

impl AsText for Number {
    fn lay(&self, writer: &mut Writer) {
        writer.text(&self.to_string());
    }
}

impl AsText for Members {
    fn lay(&self, writer: &mut Writer) {
        writer.text(&serde_json::to_string(self).unwrap_or_default());
    }
}

/// Types that know their text.
macro_rules! by_str {
    ($($type:ty),* $(,)?) => {$(
        impl AsText for $type {
            fn lay(&self, writer: &mut Writer) {
                writer.text(self.as_str());
            }
        }
    )*};
}

by_str!(
    Timestamp,
    ContainerStatus,
    DataSource,
    DeliveryStatus,
    DocumentSource,
    EventName,
    FailedReason,
    LineDecision,
    RequestStatus,
    RequestType,
    StopReason,
);

impl<T: AsText> AsList for Vec<T> {
    fn lay(&self, writer: &mut Writer) {
        writer.list(self);
    }
}

impl<T: AsText> AsList for Option<Vec<T>> {
    fn lay(&self, writer: &mut Writer) {
        writer.list(self.iter().flatten());
    }
}
