//! Passes the body of a request to the service while it is received, so that only a few pieces of it are in memory.

use std::future::poll_fn;
use std::io::{self, Read};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body as _, Bytes, Incoming};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::body::BodyFailure;
use super::response;
use super::state::ServerState;
use crate::http::{Request, Response, Stream};

/// Maximum number of pieces that wait until the service reads them. A piece is at most as large as one read of the
/// socket.
const MAX_WAITING: usize = 2;

/// The time limit of a body is `body_deadline` for each mebibyte that has begun.
const BYTES_PER_DEADLINE: u64 = 1024 * 1024;

/// Passes a request to a handler thread, forwards its body, and returns the response. A body must have a length.
pub(super) async fn respond(server: &Arc<ServerState>, request: Request, incoming: &mut Incoming) -> Response {
    let Some(length) = incoming.size_hint().exact() else { return response::no_length() };
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    let handler = Arc::clone(server);
    let handled = server.spawn_handler(move || {
        let mut body = BodyReader { pieces: receiver, unread: Bytes::new() };
        handler.send_stream(request, Stream::new(length, &mut body))
    });
    let Some(mut response) = handled else { return response::busy() };
    let deadlines = u32::try_from(length / BYTES_PER_DEADLINE + 1).unwrap_or(u32::MAX);
    let time_limit = server.limits.body_deadline.saturating_mul(deadlines);
    let mut forwarding = pin!(forward(incoming, sender, time_limit));
    // The service may respond before it has read the body. Then the rest of the body is not forwarded.
    let first = poll_fn(|cx| match Pin::new(&mut response).poll(cx) {
        Poll::Ready(answered) => Poll::Ready(Ok(answered.unwrap_or_else(|_| response::busy()))),
        Poll::Pending => forwarding.as_mut().poll(cx).map(Err),
    });
    match first.await {
        Ok(answered) => answered,
        Err(forwarded) => {
            // If the body failed, the service detects that it received fewer bytes than announced, and deletes the received part.
            let answered = response.await.unwrap_or_else(|_| response::busy());
            forwarded.map_or_else(response::body_error, |()| answered)
        }
    }
}

/// Sends the pieces of the body to the service until the body ends or the service stops reading.
async fn forward(
    incoming: &mut Incoming,
    pieces: mpsc::Sender<Bytes>,
    time_limit: Duration,
) -> Result<(), BodyFailure> {
    let forwarding = async {
        while let Some(frame) = incoming.frame().await {
            let Ok(piece) = frame.map_err(|_| BodyFailure::Broken)?.into_data() else { continue };
            // The receiver was dropped: the service has responded.
            if pieces.send(piece).await.is_err() {
                break;
            }
        }
        Ok(())
    };
    timeout(time_limit, forwarding).await.unwrap_or(Err(BodyFailure::TooSlow))
}

/// The body as the service reads it, on a handler thread.
struct BodyReader {
    pieces: mpsc::Receiver<Bytes>,
    /// The unread rest of the current piece.
    unread: Bytes,
}

impl Read for BodyReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.unread.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.unread = piece,
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.unread.len());
        buffer[..length].copy_from_slice(&self.unread.split_to(length));
        Ok(length)
    }
}
