// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `buffer.rs`, or free them.

use super::{Buffer, BufferBody};
use crate::boundary::{Text, free, peek, value_or};

/// The bytes, which may include NULs, followed by a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_buffer_view(buffer: *const Buffer) -> Text {
    value_or(Text::NONE, || Some(peek::<BufferBody>(buffer)?.0.get()))
}

/// Frees the bytes. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_buffer_free(buffer: *mut Buffer) {
    free::<BufferBody>(buffer);
}
