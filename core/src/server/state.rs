//! The state that all connections share, and calls of the service.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::time::sleep;

use super::ServerLimits;
use super::body::Body;
use super::body_memory::BodyMemory;
use super::handlers::{Handlers, Unread};
use super::response;
use crate::error::Error;
use crate::http::{Call, Handler, Request, Response, SendStatus, StreamReceiver, StreamSource, TransportError};

pub(super) struct ServerState {
    pub(super) handler: Arc<dyn Handler>,
    pub(super) limits: ServerLimits,
    /// The start of URLs.
    pub(super) origin: String,
    /// The call options of every request. The token is cancelled if stopping takes too long.
    pub(super) call: Call,
    pub(super) handlers: Arc<Handlers>,
    pub(super) body_memory: Arc<BodyMemory>,
}

/// A response, complete or with a body that is read in pieces.
pub(super) enum Answer {
    Whole(Response, Option<Unread>),
    Pieces(Response, Box<dyn StreamSource>),
}

impl ServerState {
    pub(super) fn reject_early(&self, head: &Request) -> Option<Response> {
        let answered = catch_unwind(AssertUnwindSafe(|| self.handler.reject_early(head)));
        answered.unwrap_or_else(|_| Some(response::failed()))
    }

    pub(super) fn account_number(&self, head: &Request) -> u128 {
        catch_unwind(AssertUnwindSafe(|| self.handler.account_number(head))).unwrap_or_default()
    }

    pub(super) fn is_brief(&self, request: &Request) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.handler.is_brief(request))).unwrap_or_default()
    }

    pub(super) fn accepts_stream(&self, request: &Request) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.handler.accepts_stream(request))).unwrap_or_default()
    }

    pub(super) fn receive_stream(&self, head: &Request, length: u64) -> Result<Box<dyn StreamReceiver>, Response> {
        let begun = catch_unwind(AssertUnwindSafe(|| self.handler.receive_stream(head, length)));
        begun.unwrap_or_else(|_| Err(response::failed()))
    }

    /// Answers a request that may have a long response.
    pub(super) fn answer(&self, account: u128, mut request: Request, body: Body) -> Answer {
        let Body { bytes, memory } = body;
        request.body = bytes;
        let in_pieces = catch_unwind(AssertUnwindSafe(|| self.handler.answer_in_pieces(&request)));
        let answer = match in_pieces {
            Ok(Some(Ok((response, source)))) => Answer::Pieces(response, source),
            Ok(Some(Err(response))) => self.whole(account, response),
            Ok(None) => self.whole(account, self.call_handler(request)),
            Err(_) => self.whole(account, response::failed()),
        };
        drop(memory);
        answer
    }

    /// Answers a brief request.
    pub(super) fn answer_at_once(&self, account: u128, request: Request, body: Body) -> Answer {
        let Body { bytes, memory } = body;
        let answer = self.call_handler(Request { body: bytes, ..request });
        drop(memory);
        self.whole(account, answer)
    }

    fn whole(&self, account: u128, response: Response) -> Answer {
        let unread = self.handlers.hold(account, response.body.len());
        Answer::Whole(response, unread)
    }

    /// The response to a request that was refused because too many others are waiting. An account that has waiting requests gets it only
    /// after the pause that it requests from the client, so that clients that ignore the pause do not keep the server busy.
    pub(super) async fn busy(&self, account: u128) -> Response {
        if self.handlers.is_waiting(account) {
            sleep(response::PAUSE).await;
        }
        response::busy()
    }

    fn call_handler(&self, request: Request) -> Response {
        let call = || self.handler.answer(request, &self.call);
        match catch_unwind(AssertUnwindSafe(call)) {
            Ok(Ok(response)) => response,
            Ok(Err(failure)) => refused(failure),
            Err(_) => response::failed(),
        }
    }
}

fn refused(failure: TransportError) -> Response {
    match failure.send_status() {
        SendStatus::MaybeSent => response::refusal(&Error::from(failure).in_doubt()),
        SendStatus::NotSent => response::refusal(&failure.into()),
    }
}
