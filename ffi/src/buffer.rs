//! Bytes and texts that belong to the caller.

use crate::boundary::{
    Error, Failure, OwnedText, Text, call, free, object, peek, value_or, write_object, write_optional_object,
};

/// Bytes or a text of your own, such as the content of a document or a signature. Read it with shiptrack_buffer_view().
///
/// Ownership: yours; free it with shiptrack_buffer_free().
/// Threads: any number of threads may read it at the same time.
pub struct Buffer(());

object!(Buffer, "shiptrack_buffer", 0x03, BufferBody);

pub(crate) struct BufferBody(OwnedText);

/// Writes the bytes to `place` as a new buffer.
pub(crate) fn write_buffer<B: AsRef<[u8]>>(
    place: *mut *mut Buffer,
    name: &str,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<B, Failure>,
) -> i32 {
    write_object(place, name, error, || Ok(BufferBody(OwnedText::new(body()?))))
}

/// As [`write_buffer`]; `place` may be NULL.
pub(crate) fn write_optional_buffer(
    place: *mut *mut Buffer,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<String, Failure>,
) -> i32 {
    call(error, || {
        write_optional_object(place, BufferBody(OwnedText::new(body()?)));
        Ok(())
    })
}

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
