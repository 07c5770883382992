//! Reads the body of a request, within its limit, the limit of all bodies together, and with a minimum rate.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Bytes, Incoming};
use tokio::time::timeout;

use super::ServerLimits;
use super::body_memory::{BodyMemory, Reserved};
use crate::clock::{Clock, SystemClock};

/// Maximum size of the buffer that is allocated before the first byte of a body arrives.
const MAX_FIRST_BUFFER: usize = 64 * 1024;

pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// Its share of the memory for all bodies. It is returned when it is dropped.
    pub(super) memory: Reserved,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum BodyFailure {
    TooLarge(usize),
    TooSlow,
    NoMemory,
    /// Truncated, or with invalid chunks.
    Broken,
}

/// Reads a body of `account` and counts its bytes in `memory`. A body that is announced as too large is not read.
pub(super) async fn read(
    incoming: &mut Incoming,
    limits: &ServerLimits,
    memory: &Arc<BodyMemory>,
    account: u128,
) -> Result<Body, BodyFailure> {
    let mut body = Body { bytes: Vec::new(), memory: memory.reserve(account) };
    if incoming.is_end_stream() {
        return Ok(body);
    }
    let announced = incoming.size_hint().lower();
    if announced > limits.body_bytes as u64 {
        return Err(BodyFailure::TooLarge(limits.body_bytes));
    }
    body.bytes.reserve(MAX_FIRST_BUFFER.min(announced as usize));
    let collected = timeout(limits.body_deadline, collect(incoming, limits, &mut body)).await;
    collected.unwrap_or(Err(BodyFailure::TooSlow))?;
    Ok(body)
}

async fn collect(incoming: &mut Incoming, limits: &ServerLimits, body: &mut Body) -> Result<(), BodyFailure> {
    let mut parts = BodyParts::new(incoming, limits);
    while let Some(part) = parts.next().await? {
        if part.len() > limits.body_bytes - body.bytes.len() {
            return Err(BodyFailure::TooLarge(limits.body_bytes));
        }
        body.append(&part)?;
    }
    Ok(())
}

impl Body {
    pub(super) fn append(&mut self, part: &[u8]) -> Result<(), BodyFailure> {
        if !self.memory.grow(part.len()) {
            return Err(BodyFailure::NoMemory);
        }
        self.bytes.extend_from_slice(part);
        Ok(())
    }
}

/// The parts of a body as they arrive. Fails if they arrive more slowly than `body_rate_bytes` in each `body_rate_period`.
pub(super) struct BodyParts<'a> {
    incoming: &'a mut Incoming,
    clock: SystemClock,
    bytes: usize,
    period: Duration,
    /// The bytes of the current period.
    arrived: usize,
    period_end: Duration,
}

impl<'a> BodyParts<'a> {
    pub(super) fn new(incoming: &'a mut Incoming, limits: &ServerLimits) -> Self {
        let (bytes, period) = (limits.body_rate_bytes, limits.body_rate_period);
        let mut parts =
            BodyParts { incoming, clock: SystemClock::new(), bytes, period, arrived: 0, period_end: Duration::ZERO };
        parts.restart_period();
        parts
    }

    /// Begins a new period. Also called when the server did not read for a while.
    pub(super) fn restart_period(&mut self) {
        (self.arrived, self.period_end) = (0, self.clock.monotonic().saturating_add(self.period));
    }

    /// The next part; `None` at the end of the body.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, BodyFailure> {
        loop {
            let left = self.period_end.saturating_sub(self.clock.monotonic());
            let arrived = timeout(left, self.incoming.frame()).await;
            let Some(frame) = arrived.map_err(|_| BodyFailure::TooSlow)? else { return Ok(None) };
            // Trailers are ignored.
            let Ok(part) = frame.map_err(|_| BodyFailure::Broken)?.into_data() else { continue };
            self.arrived += part.len();
            if self.arrived >= self.bytes {
                self.restart_period();
            }
            return Ok(Some(part));
        }
    }
}
