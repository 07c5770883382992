// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `buffer.rs` that read a value of one, or free it.

use super::{Buffer, BufferBody};
use crate::boundary::{Text, free, peek, value_or};

/// The bytes. They may be anything, NULs too; a NUL stands behind them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_buffer_view(buffer: *const Buffer) -> Text {
    value_or(Text::NONE, || Some(peek::<BufferBody>(buffer)?.0.get()))
}

/// Frees the bytes. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_buffer_free(buffer: *mut Buffer) {
    free::<BufferBody>(buffer);
}
