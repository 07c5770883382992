//! The socket of a connection, as hyper reads and writes it. It reports to the
//! [`ConnectionState`](super::connection_state::ConnectionState), and closes without losing the last response.

use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::connection_state::SharedState;

/// How many bytes are read at a time: the first size that hyper requests.
const PIECE: usize = 8 * 1024;

pub(super) struct Socket {
    stream: TcpStream,
    state: SharedState,
    /// The buffer for reads. hyper's own buffer is only accessible to unsafe code.
    piece: Box<[u8]>,
    /// Whether the server has closed its side and reads the rest.
    draining: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, state: SharedState) -> Self {
        Socket { stream, state, piece: vec![0; PIECE].into(), draining: false }
    }

    fn note_write<T>(&self, result: Poll<T>) -> Poll<T> {
        if result.is_pending() {
            self.state.lock().write_blocked(self.state.now());
        }
        result
    }

    /// Reads until the client closes its side, an error occurs, or the connection is cut. Many clients read the
    /// response only after they have sent everything.
    fn poll_drain(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        loop {
            let mut read = ReadBuf::new(&mut self.piece);
            match ready!(Pin::new(&mut self.stream).poll_read(cx, &mut read)) {
                Ok(()) if !read.filled().is_empty() => self.state.lock().drained(self.state.now()),
                _ => return Poll::Ready(Ok(())),
            }
        }
    }
}

impl Read for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, mut out: ReadBufCursor<'_>) -> Poll<Result<()>> {
        let Socket { stream, state, piece, .. } = &mut *self;
        let wanted = out.remaining().min(PIECE);
        let mut read = ReadBuf::new(&mut piece[..wanted]);
        ready!(Pin::new(stream).poll_read(cx, &mut read))?;
        state.lock().received(read.filled(), state.now());
        out.put_slice(read.filled());
        Poll::Ready(Ok(()))
    }
}

impl Write for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.note_write(result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.note_write(result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper flushes the socket after it has written everything, and also if there was nothing to write.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        let mut state = self.state.lock();
        if state.awaits_flush() {
            state.flushed(self.state.now());
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        if !self.draining {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            let lingers = self.state.lock().closed(self.state.now());
            self.draining = lingers;
        }
        if self.draining { self.poll_drain(cx) } else { Poll::Ready(Ok(())) }
    }
}
