//! Hands the body of a request on while it comes, so that no more than a few pieces of it are ever in memory.

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

/// Pieces that wait to be read. None is larger than what is read off the socket at once.
const WAITING: usize = 2;

/// Bytes per deadline of a body: a larger body has a multiple of that time.
const STRETCH: u64 = 1024 * 1024;

pub(super) async fn respond(site: &Arc<ServerState>, request: Request, incoming: &mut Incoming) -> Response {
    let Some(length) = incoming.size_hint().exact() else { return response::no_length() };
    let (pieces, body) = mpsc::channel(WAITING);
    let handler = Arc::clone(site);
    let handled = site.spawn_handler(move || {
        let mut pieces = Pieces { pieces: body, piece: Bytes::new() };
        handler.send_stream(request, Stream::new(length, &mut pieces))
    });
    let Some(mut response) = handled else { return response::busy() };
    let times = u32::try_from(length / STRETCH + 1).unwrap_or(u32::MAX);
    let deadline = site.limits.body_deadline.saturating_mul(times);
    let mut handing = pin!(hand_on(incoming, pieces, deadline));
    // An answer that comes first is one that needs no more of the body.
    let first = poll_fn(|cx| match Pin::new(&mut response).poll(cx) {
        Poll::Ready(answered) => Poll::Ready(Ok(answered.unwrap_or_else(|_| response::busy()))),
        Poll::Pending => handing.as_mut().poll(cx).map(Err),
    });
    match first.await {
        Ok(answered) => answered,
        Err(handed) => {
            // Whoever takes in a body that failed finds that it ended early, and clears away what it has of it.
            let answered = response.await.unwrap_or_else(|_| response::busy());
            handed.map_or_else(response::no_body, |()| answered)
        }
    }
}

async fn hand_on(incoming: &mut Incoming, pieces: mpsc::Sender<Bytes>, deadline: Duration) -> Result<(), BodyFailure> {
    let handing = async {
        while let Some(frame) = incoming.frame().await {
            let Ok(piece) = frame.map_err(|_| BodyFailure::Broken)?.into_data() else { continue };
            // Nobody takes it in any more: the answer is on its way.
            if pieces.send(piece).await.is_err() {
                break;
            }
        }
        Ok(())
    };
    timeout(deadline, handing).await.unwrap_or(Err(BodyFailure::TooSlow))
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
