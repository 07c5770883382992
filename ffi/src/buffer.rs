//! Bytes that belong to the caller.

use crate::boundary::{Handle, Kept, Out, Text, free, object, peek, value};

/// Bytes or a text that are yours: the content of a document, a signature.
///
/// Ownership: yours; free it with shiptrack_buffer_free().
/// Threads: any number may read it at a time.
pub struct Buffer {
    _private: [u8; 0],
}

object!(Buffer, "shiptrack_buffer", 0x03, BufferBody);

/// Bytes with a NUL behind them.
pub struct BufferBody(Kept);

/// Gives bytes away.
pub(crate) fn give(out: Out<'_, *mut Buffer>, bytes: impl AsRef<[u8]>) {
    out.set(Handle::give(BufferBody(Kept::new(bytes))));
}

/// The bytes. They may be anything, NULs too; a NUL stands behind them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_buffer_view(buffer: *const Buffer) -> Text {
    value(Text::NONE, || Some(peek::<BufferBody>(buffer)?.0.get()))
}

/// Frees the bytes. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_buffer_free(buffer: *mut Buffer) {
    free::<BufferBody>(buffer);
}
