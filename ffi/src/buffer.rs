//! Bytes that belong to the caller.

#[path = "generated/objects/buffer.rs"]
mod generated;

use crate::boundary::{Error, Failure, Kept, call, give, give_optional, object};

/// Bytes or a text that are yours: the content of a document, a signature.
///
/// Ownership: yours; free it with shiptrack_buffer_free().
/// Threads: any number may read it at a time.
pub struct Buffer(());

object!(Buffer, "shiptrack_buffer", 0x03, BufferBody);

pub(crate) struct BufferBody(Kept);

pub(crate) fn answer<B: AsRef<[u8]>>(
    place: *mut *mut Buffer,
    name: &str,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<B, Failure>,
) -> i32 {
    give(place, name, error, || Ok(BufferBody(Kept::new(body()?))))
}

/// `place` may be NULL.
pub(crate) fn answer_optional(
    place: *mut *mut Buffer,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<String, Failure>,
) -> i32 {
    call(error, || {
        give_optional(place, BufferBody(Kept::new(body()?)));
        Ok(())
    })
}
