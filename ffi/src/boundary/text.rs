//! Text going out.

use std::ffi::c_char;

/// A text that belongs to the object it was read from, and lives as long as that object.
///
/// It is UTF-8, and a NUL stands behind its last byte: use `data` as a C string, or `data` with `length` where the text
/// may hold NULs. `data` is NULL when there is no such value; then `length` is 0.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// The bytes, then a NUL; NULL for no value.
    pub data: *const c_char,
    /// How many bytes, the NUL not counted.
    pub length: usize,
}

impl Text {
    /// No value.
    pub const NONE: Text = Text { data: std::ptr::null(), length: 0 };

    /// `bytes` ends with NUL.
    pub(crate) fn of_terminated(bytes: &[u8]) -> Self {
        debug_assert_eq!(bytes.last(), Some(&0));
        Text { data: bytes.as_ptr().cast(), length: bytes.len() - 1 }
    }
}

/// Ends with NUL and lives as long as its object.
#[derive(Default)]
pub struct OwnedText(Box<[u8]>);

impl OwnedText {
    pub fn new(text: impl AsRef<[u8]>) -> Self {
        let text = text.as_ref();
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text);
        bytes.push(0);
        OwnedText(bytes.into())
    }

    pub fn get(&self) -> Text {
        if self.0.is_empty() { Text::NONE } else { Text::of_terminated(&self.0) }
    }

    /// Empty if there is none.
    pub fn text(&self) -> &str {
        let bytes = self.0.split_last().map_or(&[][..], |(_, bytes)| bytes);
        str::from_utf8(bytes).unwrap_or_default()
    }

    pub fn optional(text: Option<impl AsRef<[u8]>>) -> Self {
        text.map(OwnedText::new).unwrap_or_default()
    }
}
