//! Texts that C borrows.

use std::ffi::c_char;

/// A text that belongs to the object it was read from, and is valid until that object is freed.
///
/// It is UTF-8 and ends with a NUL: use `data` as a C string, or `data` and `length` if the text may contain NULs. If
/// there is no value, `data` is NULL and `length` is 0.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    /// The bytes, followed by a NUL; NULL if there is no value.
    pub data: *const c_char,
    /// The number of bytes, without the NUL.
    pub length: usize,
}

impl Text {
    /// The text without a value.
    pub const NONE: Text = Text { data: std::ptr::null(), length: 0 };

    /// `bytes` must end with a NUL, which is not counted in the length.
    pub(crate) fn of_terminated(bytes: &[u8]) -> Self {
        debug_assert_eq!(bytes.last(), Some(&0));
        Text { data: bytes.as_ptr().cast(), length: bytes.len() - 1 }
    }
}

/// A text with a NUL at its end, which an object owns and lends to C. Its bytes are empty if there is no value.
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

    /// The text without the NUL; empty if there is no value.
    pub fn text(&self) -> &str {
        let bytes = self.0.split_last().map_or(&[][..], |(_, bytes)| bytes);
        str::from_utf8(bytes).unwrap_or_default()
    }

    pub fn optional(text: Option<impl AsRef<[u8]>>) -> Self {
        text.map(OwnedText::new).unwrap_or_default()
    }
}
