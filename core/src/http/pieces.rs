//! Long bodies that a server and a service pass to each other in pieces, so that no thread waits for a slow client.

use super::Response;
use crate::error::Result;

/// Receives the body of a request in pieces, see [`Handler::receive_stream`](super::Handler::receive_stream). If it is dropped
/// before [`finish`](Self::finish), the received part is discarded.
pub trait StreamReceiver: Send {
    /// Accepts the next piece. If it returns a response, the request is answered, and the rest of the body is not needed.
    fn receive(&mut self, piece: &[u8]) -> Option<Response>;

    /// Ends the body and returns the response. A body that is shorter than announced is an error.
    fn finish(self: Box<Self>) -> Response;
}

/// The body of a response, which is read in pieces, see [`Handler::answer_in_pieces`](super::Handler::answer_in_pieces).
pub trait StreamSource: Send {
    /// The number of bytes of all pieces.
    fn length(&self) -> u64;

    /// Reads the next piece. The caller stops when it has [`length`](Self::length) bytes.
    fn next_piece(&mut self) -> Result<Vec<u8>>;
}

/// A response without its body, and the source of the body; `Err` is a complete response.
pub type ResponseInPieces = std::result::Result<(Response, Box<dyn StreamSource>), Response>;
