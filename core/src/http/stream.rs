//! A body that is read while it is sent.

use std::fmt;
use std::io::{self, Read};

/// A body that is read while it is sent, so that it never is in memory as a whole. How long it is stands in the head of the
/// request: it has exactly that many bytes, or the request never gets to its end.
pub struct Stream<'a> {
    length: u64,
    left: u64,
    bytes: &'a mut dyn Read,
}

impl<'a> Stream<'a> {
    /// The next `length` bytes of `bytes`.
    pub fn new(length: u64, bytes: &'a mut dyn Read) -> Self {
        Stream { length, left: length, bytes }
    }

    /// How many bytes it has, those included that were read already.
    pub fn length(&self) -> u64 {
        self.length
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if most == 0 {
            return Ok(0);
        }
        let read = self.bytes.read(&mut buffer[..most])?;
        self.left -= read as u64;
        match read {
            // Whoever sends it would wait for the rest for ever.
            0 => Err(io::Error::other("the body ended before its length")),
            _ => Ok(read),
        }
    }
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("length", &self.length).field("left", &self.left).finish_non_exhaustive()
    }
}
