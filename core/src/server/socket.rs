//! A connection's socket, as hyper reads and writes it. It reports to the connection's progress, and closes politely.

use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::connection_state::SharedState;

/// Bytes read at a time: as many as hyper asks for at first.
const PIECE: usize = 8 * 1024;

pub(super) struct Socket {
    stream: TcpStream,
    progress: SharedState,
    /// A copy, because hyper's own buffer is only accessible to unsafe code.
    piece: Box<[u8]>,
    /// Whether the server has closed its side and reads the rest.
    draining: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, progress: SharedState) -> Self {
        Socket { stream, progress, piece: vec![0; PIECE].into(), draining: false }
    }

    fn wrote<T>(&self, result: Poll<T>) -> Poll<T> {
        if result.is_pending() {
            self.progress.lock().write_blocked(self.progress.now());
        }
        result
    }

    /// Reads until the other side closes, or the connection is cut: a client that is still sending reads no answer yet.
    /// Errors are an end too.
    fn poll_drain(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        loop {
            let mut read = ReadBuf::new(&mut self.piece);
            match ready!(Pin::new(&mut self.stream).poll_read(cx, &mut read)) {
                Ok(()) if !read.filled().is_empty() => self.progress.lock().drained(self.progress.now()),
                _ => return Poll::Ready(Ok(())),
            }
        }
    }
}

impl Read for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, mut out: ReadBufCursor<'_>) -> Poll<Result<()>> {
        let Socket { stream, progress, piece, .. } = &mut *self;
        let wanted = out.remaining().min(PIECE);
        let mut read = ReadBuf::new(&mut piece[..wanted]);
        ready!(Pin::new(stream).poll_read(cx, &mut read))?;
        progress.lock().received(read.filled(), progress.now());
        out.put_slice(read.filled());
        Poll::Ready(Ok(()))
    }
}

impl Write for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.wrote(result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper flushes the socket only after it has written all it had, and also when it had nothing.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<()>> {
        let mut progress = self.progress.lock();
        if progress.awaits_flush() {
            progress.flushed(self.progress.now());
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        if !self.draining {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            let lingers = self.progress.lock().closed(self.progress.now());
            self.draining = lingers;
        }
        if self.draining { self.poll_drain(cx) } else { Poll::Ready(Ok(())) }
    }
}
