//! A clock that the host moves by hand.

use shiptrack::clock::{Clock as _, ManualClock};

use crate::boundary::{Error, Failure, call, free, lend, object, write, write_object};
use crate::time::{moment, span};

/// A clock that stands still until it is moved: for tests and rehearsals of a service. Waiting on it moves it.
///
/// Ownership: yours; free it with shiptrack_clock_free(), also while a service still runs on it.
/// Threads: any number may use it at a time.
pub struct Clock(());

object!(Clock, "shiptrack_clock", 0x04, ClockBody);

pub(crate) struct ClockBody(ManualClock);

pub(crate) fn clock_of(clock: *const Clock) -> Result<ManualClock, Failure> {
    Ok(lend::<ClockBody>(clock)?.0.clone())
}

/// Makes a clock that stands at `unix_ms`, milliseconds since 1970-01-01T00:00:00Z.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_new(unix_ms: i64, clock: *mut *mut Clock, error: *mut *mut Error) -> i32 {
    write_object(clock, "clock", error, || Ok(ClockBody(ManualClock::new(moment(unix_ms, "unix_ms")?))))
}

/// What time it is on the clock, in milliseconds since 1970.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_now(clock: *const Clock, unix_ms: *mut i64, error: *mut *mut Error) -> i32 {
    write(unix_ms, "unix_ms", error, || Ok(clock_of(clock)?.now().timestamp_millis()))
}

/// A hundred years of 365.25 days, in milliseconds.
const LONGEST_STEP: i64 = 36_525 * 24 * 60 * 60 * 1_000;

/// Moves the clock forward, by a hundred years (of 365.25 days) at most: more is refused, and so is going back.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_advance(clock: *const Clock, by_ms: i64, error: *mut *mut Error) -> i32 {
    call(error, || {
        let (clock, by) = (clock_of(clock)?, span(by_ms, "by_ms", None)?);
        if by_ms > LONGEST_STEP {
            return Err(Failure::argument("by_ms", "a clock is moved by a hundred years at most"));
        }
        if moment(clock.now().timestamp_millis().saturating_add(by_ms), "by_ms").is_err() {
            return Err(Failure::argument("by_ms", "that would move the clock beyond the year 9999"));
        }
        clock.advance(by);
        Ok(())
    })
}

/// Sets the clock, as an operator does: it may go back.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_set(clock: *const Clock, unix_ms: i64, error: *mut *mut Error) -> i32 {
    call(error, || {
        clock_of(clock)?.set(moment(unix_ms, "unix_ms")?);
        Ok(())
    })
}

/// Frees the clock. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_free(clock: *mut Clock) {
    free::<ClockBody>(clock);
}
