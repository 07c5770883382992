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

/// How many pieces may wait to be read. A piece is at most as large as one read of the socket.
const WAITING: usize = 2;

/// A body gets one body deadline for each of these bytes, or part of them.
const BYTES_PER_DEADLINE: u64 = 1024 * 1024;

pub(super) async fn respond(server: &Arc<ServerState>, request: Request, incoming: &mut Incoming) -> Response {
    let Some(length) = incoming.size_hint().exact() else { return response::no_length() };
    let (pieces, body) = mpsc::channel(WAITING);
    let handler = Arc::clone(server);
    let handled = server.spawn_handler(move || {
        let mut pieces = Pieces { pieces: body, piece: Bytes::new() };
        handler.send_stream(request, Stream::new(length, &mut pieces))
    });
    let Some(mut response) = handled else { return response::busy() };
    let times = u32::try_from(length / BYTES_PER_DEADLINE + 1).unwrap_or(u32::MAX);
    let deadline = server.limits.body_deadline.saturating_mul(times);
    let mut forwarding = pin!(forward(incoming, pieces, deadline));
    // If the response comes first, the rest of the body is not needed.
    let first = poll_fn(|cx| match Pin::new(&mut response).poll(cx) {
        Poll::Ready(answered) => Poll::Ready(Ok(answered.unwrap_or_else(|_| response::busy()))),
        Poll::Pending => forwarding.as_mut().poll(cx).map(Err),
    });
    match first.await {
        Ok(answered) => answered,
        Err(forwarded) => {
            // The service notices that a failed body ended early, and deletes what it has received.
            let answered = response.await.unwrap_or_else(|_| response::busy());
            forwarded.map_or_else(response::body_error, |()| answered)
        }
    }
}

async fn forward(incoming: &mut Incoming, pieces: mpsc::Sender<Bytes>, deadline: Duration) -> Result<(), BodyFailure> {
    let forwarding = async {
        while let Some(frame) = incoming.frame().await {
            let Ok(piece) = frame.map_err(|_| BodyFailure::Broken)?.into_data() else { continue };
            // The service reads no more: it has answered.
            if pieces.send(piece).await.is_err() {
                break;
            }
        }
        Ok(())
    };
    timeout(deadline, forwarding).await.unwrap_or(Err(BodyFailure::TooSlow))
}

struct Pieces {
    pieces: mpsc::Receiver<Bytes>,
    piece: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.piece = piece,
                None => return Ok(0),
            }
        }
        let most = buffer.len().min(self.piece.len());
        buffer[..most].copy_from_slice(&self.piece.split_to(most));
        Ok(most)
    }
}
