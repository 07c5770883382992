//! The body of a response that is read in pieces while the client reads it, so that only one piece is in memory.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::oneshot;

use super::connection_state::SharedState;
use super::handlers::Handlers;
use crate::error::Result;
use crate::http::StreamSource;

type Source = Box<dyn StreamSource>;

pub(super) struct PieceBody {
    handlers: Arc<Handlers>,
    account: u128,
    /// The number of bytes that were not read yet.
    left: u64,
    /// `None` while a handler reads the next piece.
    source: Option<Source>,
    reading: Option<oneshot::Receiver<(Source, Result<Vec<u8>>)>>,
    /// The connection, and whether a part of the request was not read.
    connection: (SharedState, bool),
}

impl PieceBody {
    pub(super) fn new(handlers: Arc<Handlers>, account: u128, source: Source, connection: (SharedState, bool)) -> Self {
        PieceBody { handlers, account, left: source.length(), source: Some(source), reading: None, connection }
    }

    fn read(&mut self) -> Option<oneshot::Receiver<(Source, Result<Vec<u8>>)>> {
        let mut source = self.source.take()?;
        Some(self.handlers.run(self.account, true, move || {
            let piece = source.next_piece();
            (source, piece)
        }))
    }
}

impl Body for PieceBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        if self.reading.is_none() {
            self.reading = self.read();
        }
        let Some(reading) = &mut self.reading else { return Poll::Ready(Some(Err(failed()))) };
        let read = ready!(Pin::new(reading).poll(cx));
        self.reading = None;
        // The length was sent, so the client notices a body that ends early.
        let Ok((source, Ok(piece))) = read else { return Poll::Ready(Some(Err(failed()))) };
        let length = piece.len() as u64;
        if length == 0 || length > self.left {
            return Poll::Ready(Some(Err(failed())));
        }
        self.source = Some(source);
        self.left -= length;
        Poll::Ready(Some(Ok(Frame::data(piece.into()))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

impl Drop for PieceBody {
    /// hyper drops the body when it has all of it, and before it sends the last bytes.
    fn drop(&mut self) {
        let (state, is_unread) = &self.connection;
        state.lock().answered(*is_unread);
    }
}

fn failed() -> io::Error {
    io::Error::other("the body of the response could not be read")
}
