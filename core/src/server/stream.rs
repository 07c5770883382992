//! Passes the body of a request to the service in pieces. Only one piece is in memory, and no handler waits for the client.

use std::sync::Arc;

use hyper::body::{Body as _, Incoming};

use super::body::{Body, BodyFailure, BodyParts};
use super::handlers::Handlers;
use super::response;
use super::state::ServerState;
use crate::http::{Request, Response, StreamReceiver};

/// The size of a piece. The service stores each piece in a separate transaction.
const PIECE: usize = 256 * 1024;

/// Passes the body to the service, and returns the response. A body must have a length.
pub(super) async fn respond(
    server: &Arc<ServerState>,
    account: u128,
    request: Request,
    incoming: &mut Incoming,
) -> Response {
    let Some(length) = incoming.size_hint().exact() else { return response::no_length() };
    let handler = Arc::clone(server);
    let begun = server.handlers.run(account, false, move || handler.receive_stream(&request, length)).await;
    let receiver = match begun {
        Ok(Ok(receiver)) => receiver,
        Ok(Err(response)) => return response,
        Err(_) => return server.busy(account).await,
    };
    let mut upload = Upload { handlers: Arc::clone(&server.handlers), account, receiver: Some(receiver) };
    match forward(server, &mut upload, incoming).await {
        Ok(Some(response)) => response,
        Ok(None) => upload.finish().await,
        Err(failure) => response::body_error(failure),
    }
}

/// Passes the pieces of the body on, until the body ends or the service responds.
async fn forward(
    server: &ServerState,
    upload: &mut Upload,
    incoming: &mut Incoming,
) -> Result<Option<Response>, BodyFailure> {
    let mut parts = BodyParts::new(incoming, &server.limits);
    let account = upload.account;
    let empty = || Body { bytes: Vec::new(), memory: server.body_memory.reserve(account) };
    let mut piece = empty();
    while let Some(mut part) = parts.next().await? {
        while !part.is_empty() {
            piece.append(&part.split_to(part.len().min(PIECE - piece.bytes.len())))?;
            if piece.bytes.len() == PIECE {
                if let Some(response) = upload.pass(std::mem::replace(&mut piece, empty())).await {
                    return Ok(Some(response));
                }
                parts.restart_period();
            }
        }
    }
    if piece.bytes.is_empty() { Ok(None) } else { Ok(upload.pass(piece).await) }
}

/// A body that is being received.
struct Upload {
    handlers: Arc<Handlers>,
    account: u128,
    /// `None` while a handler has it, and after the end.
    receiver: Option<Box<dyn StreamReceiver>>,
}

impl Upload {
    async fn pass(&mut self, piece: Body) -> Option<Response> {
        let mut receiver = self.receiver.take()?;
        let passed = self.handlers.run(self.account, true, move || {
            let response = receiver.receive(&piece.bytes);
            (receiver, response)
        });
        match passed.await {
            Ok((receiver, response)) => {
                self.receiver = Some(receiver);
                response
            }
            Err(_) => Some(response::busy()),
        }
    }

    async fn finish(mut self) -> Response {
        let Some(receiver) = self.receiver.take() else { return response::busy() };
        self.handlers.run(self.account, true, move || receiver.finish()).await.unwrap_or_else(|_| response::busy())
    }
}

impl Drop for Upload {
    /// The receiver deletes what it received, which may wait for the disk.
    fn drop(&mut self) {
        if let Some(receiver) = self.receiver.take() {
            drop(self.handlers.run(self.account, true, move || drop(receiver)));
        }
    }
}
