//! A clock that the host program moves.

use shiptrack::clock::{Clock as _, ManualClock};

use crate::boundary::{Error, Failure, call, free, lend, object, write, write_object};
use crate::time::{moment, span};

/// A clock that stands still until the program moves it: for tests and simulations of a service. A call that waits on
/// this clock moves it forward instead of sleeping.
///
/// Ownership: yours; free it with shiptrack_clock_free(), also while a service still uses it.
/// Threads: any number of threads may use it at the same time.
pub struct Clock(());

object!(Clock, "shiptrack_clock", 0x04, ClockBody);

pub(crate) struct ClockBody(ManualClock);

pub(crate) fn clock_of(clock: *const Clock) -> Result<ManualClock, Failure> {
    Ok(lend::<ClockBody>(clock)?.0.clone())
}

/// Creates a clock that shows `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_new(unix_ms: i64, clock: *mut *mut Clock, error: *mut *mut Error) -> i32 {
    write_object(clock, "clock", error, || Ok(ClockBody(ManualClock::new(moment(unix_ms, "unix_ms")?))))
}

/// Writes the time of the clock to `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_now(clock: *const Clock, unix_ms: *mut i64, error: *mut *mut Error) -> i32 {
    write(unix_ms, "unix_ms", error, || Ok(clock_of(clock)?.now().timestamp_millis()))
}

/// A hundred years of 365.25 days, in milliseconds.
const LONGEST_STEP: i64 = 36_525 * 24 * 60 * 60 * 1_000;

/// Moves the clock forward by `by_ms` milliseconds, at most a hundred years of 365.25 days. A larger or negative value
/// is rejected.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_advance(clock: *const Clock, by_ms: i64, error: *mut *mut Error) -> i32 {
    call(error, || {
        let (clock, by) = (clock_of(clock)?, span(by_ms, "by_ms", None)?);
        if by_ms > LONGEST_STEP {
            return Err(Failure::argument("by_ms", "by_ms must be at most a hundred years"));
        }
        if moment(clock.now().timestamp_millis().saturating_add(by_ms), "by_ms").is_err() {
            return Err(Failure::argument("by_ms", "that would move the clock beyond the year 9999"));
        }
        clock.advance(by);
        Ok(())
    })
}

/// Sets the clock to `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z. It may move backward, as when an operator
/// corrects a clock.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_set(clock: *const Clock, unix_ms: i64, error: *mut *mut Error) -> i32 {
    call(error, || {
        clock_of(clock)?.set(moment(unix_ms, "unix_ms")?);
        Ok(())
    })
}

/// Frees the clock. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_clock_free(clock: *mut Clock) {
    free::<ClockBody>(clock);
}
