//! Reads the body of a request, within its own limit and the limit of all of them together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body as _, Incoming};
use tokio::time::timeout;

use super::ServerLimits;

/// Room for a body before its first byte is here. A length that a client claims is not yet a reason to have memory ready.
const FIRST_ROOM: usize = 64 * 1024;

/// The memory for the bodies of all requests.
pub(super) struct BodyMemory {
    free: AtomicUsize,
}

/// A body. Its bytes count against the memory of all until it is dropped.
pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// Held for its drop.
    pub(super) claim: Claim,
}

/// Why there is no body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum BodyFailure {
    TooLarge(usize),
    TooSlow,
    NoMemory,
    /// Cut off, or chunked in a way that is none.
    Broken,
}

/// A part of the memory for bodies.
pub(super) struct Claim {
    memory: Arc<BodyMemory>,
    bytes: usize,
}

impl BodyMemory {
    pub(super) fn new(bytes: usize) -> Arc<Self> {
        Arc::new(BodyMemory { free: AtomicUsize::new(bytes) })
    }
}

impl Claim {
    fn none(memory: &Arc<BodyMemory>) -> Self {
        Claim { memory: Arc::clone(memory), bytes: 0 }
    }

    fn grow(&mut self, by: usize) -> Result<(), BodyFailure> {
        self.memory
            .free
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(by))
            .map_err(|_| BodyFailure::NoMemory)?;
        self.bytes += by;
        Ok(())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.memory.free.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

/// Reads all of `incoming`. What is too large by its own account is not read at all.
pub(super) async fn read(
    incoming: &mut Incoming,
    limits: &ServerLimits,
    memory: &Arc<BodyMemory>,
) -> Result<Body, BodyFailure> {
    let mut body = Body { bytes: Vec::new(), claim: Claim::none(memory) };
    if incoming.is_end_stream() {
        return Ok(body);
    }
    let announced = incoming.size_hint().lower();
    if announced > limits.body_bytes as u64 {
        return Err(BodyFailure::TooLarge(limits.body_bytes));
    }
    body.bytes.reserve(FIRST_ROOM.min(announced as usize));
    within(limits.body_deadline, collect(incoming, limits.body_bytes, &mut body)).await?;
    Ok(body)
}

async fn collect(incoming: &mut Incoming, most: usize, body: &mut Body) -> Result<(), BodyFailure> {
    while let Some(frame) = incoming.frame().await {
        // Trailers are no part of any request of the interface.
        let Ok(part) = frame.map_err(|_| BodyFailure::Broken)?.into_data() else { continue };
        if part.len() > most - body.bytes.len() {
            return Err(BodyFailure::TooLarge(most));
        }
        body.claim.grow(part.len())?;
        body.bytes.extend_from_slice(&part);
    }
    Ok(())
}

async fn within(deadline: Duration, reading: impl Future<Output = Result<(), BodyFailure>>) -> Result<(), BodyFailure> {
    timeout(deadline, reading).await.unwrap_or(Err(BodyFailure::TooSlow))
}
