//! Reads the body of a request, within its limit and the limit of all bodies together.

use std::sync::Arc;

use http_body_util::BodyExt;
use hyper::body::{Body as _, Incoming};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::ServerLimits;

/// Maximum size of the buffer that is allocated before the first byte of a body arrives.
const MAX_FIRST_BUFFER: usize = 64 * 1024;

pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// Its share of the memory for all bodies. It is returned when it is dropped.
    pub(super) memory: OwnedSemaphorePermit,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum BodyFailure {
    TooLarge(usize),
    TooSlow,
    NoMemory,
    /// Truncated, or with invalid chunks.
    Broken,
}

/// Reads a body and counts its bytes in `memory`. A body that is announced as too large is not read.
pub(super) async fn read(
    incoming: &mut Incoming,
    limits: &ServerLimits,
    memory: &Arc<Semaphore>,
) -> Result<Body, BodyFailure> {
    let mut body = Body { bytes: Vec::new(), memory: reserve(memory, 0)? };
    if incoming.is_end_stream() {
        return Ok(body);
    }
    let announced = incoming.size_hint().lower();
    if announced > limits.body_bytes as u64 {
        return Err(BodyFailure::TooLarge(limits.body_bytes));
    }
    body.bytes.reserve(MAX_FIRST_BUFFER.min(announced as usize));
    let collected = timeout(limits.body_deadline, collect(incoming, limits.body_bytes, &mut body)).await;
    collected.unwrap_or(Err(BodyFailure::TooSlow))?;
    Ok(body)
}

async fn collect(incoming: &mut Incoming, most: usize, body: &mut Body) -> Result<(), BodyFailure> {
    while let Some(frame) = incoming.frame().await {
        // Trailers are ignored.
        let Ok(part) = frame.map_err(|_| BodyFailure::Broken)?.into_data() else { continue };
        if part.len() > most - body.bytes.len() {
            return Err(BodyFailure::TooLarge(most));
        }
        body.memory.merge(reserve(body.memory.semaphore(), part.len())?);
        body.bytes.extend_from_slice(&part);
    }
    Ok(())
}

fn reserve(memory: &Arc<Semaphore>, bytes: usize) -> Result<OwnedSemaphorePermit, BodyFailure> {
    let bytes = u32::try_from(bytes).map_err(|_| BodyFailure::NoMemory)?;
    Arc::clone(memory).try_acquire_many_owned(bytes).map_err(|_| BodyFailure::NoMemory)
}
