//! Callbacks that observe the requests of a client.

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use shiptrack::client::{Attempt as CoreAttempt, CallObserver, Pause as CorePause};

use super::bucket::code_of_bucket;
use crate::boundary::{Hook, OwnedText, status_of};

/// One attempt to send a request. It contains no secret: no header, no query, no body.
///
/// The library creates it; later versions may add members at its end. Its texts are valid during the callback.
#[repr(C)]
#[derive(Debug)]
pub struct Attempt {
    /// The method, such as `"GET"`.
    pub method: *const c_char,
    /// The path, without the query.
    pub path: *const c_char,
    /// The number of the attempt within its call, from 1.
    pub number: u32,
    /// The HTTP status of the response; 0 if there was none.
    pub http_status: i32,
    /// SHIPTRACK_OK, or the error SHIPTRACK_ERROR_….
    pub status: i32,
    /// How long it waited before it was sent, in microseconds.
    pub waited_us: i64,
    /// How long the request took, in microseconds.
    pub took_us: i64,
    /// The pause before the next attempt, in microseconds; -1 if this was the last one.
    pub retry_in_us: i64,
}

/// The start of a wait for the rate limit. It contains no secret: no header, no query, no body.
///
/// The library creates it; later versions may add members at its end. Its texts are valid during the callback.
#[repr(C)]
#[derive(Debug)]
pub struct Pause {
    /// The method of the request that waits, such as `"GET"`.
    pub method: *const c_char,
    /// The path of the request, without the query.
    pub path: *const c_char,
    /// The bucket whose limit is reached: SHIPTRACK_BUCKET_….
    pub bucket: i32,
    /// 1 if the service rejected the request with HTTP 429; 0 if the client waits before it reaches the limit.
    pub refused: i32,
    /// The expected length of the wait, in microseconds. Another thread may use the request that becomes free first.
    pub lasts_us: i64,
}

/// Called when a call starts to wait for the rate limit for a second or more, once for each wait. It runs on the thread
/// that makes the call, with nothing locked, so it may use the client. Several threads may run it at the same time.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type PauseFn = Option<unsafe extern "C" fn(user_data: *mut c_void, pause: *const Pause)>;

/// Called after every attempt of a client to send a request. It runs on the thread that makes the call, with nothing
/// locked, so it may use the client. Several threads may run it at the same time.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type AttemptFn = Option<unsafe extern "C" fn(user_data: *mut c_void, attempt: *const Attempt)>;

/// Receives log lines. A client writes one for every attempt (`GET /v2/containers: 200 in 12 ms`) and for the start of
/// every wait for the rate limit (`POST /v2/tracking_requests: waits 42 s for the rate limit (100 requests in 60 s)`).
/// A service writes one for everything that it does itself, with time, level, and the account and the request if there
/// is one (`2026-05-01T08:00:00.000Z INFO account=… request=… look-up of MAEU123456789 at MAEU: not_found, try 1`). It
/// writes a warning about the same thing once an hour, with the number of those that it left out.
/// `is_problem` is 1 for a warning or an error, else 0. `line` is valid during the callback. It runs on the thread that makes the
/// call or does the work; several threads may run it at the same time.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type LogFn = Option<unsafe extern "C" fn(user_data: *mut c_void, is_problem: i32, line: *const c_char)>;

#[derive(Default, Clone)]
pub(super) struct CallCallbacks {
    pub attempt: Option<Arc<Hook<unsafe extern "C" fn(*mut c_void, *const Attempt)>>>,
    pub pause: Option<Arc<Hook<unsafe extern "C" fn(*mut c_void, *const Pause)>>>,
    pub log: Option<Arc<Hook<unsafe extern "C" fn(*mut c_void, i32, *const c_char)>>>,
}

impl CallCallbacks {
    pub fn is_set(&self) -> bool {
        self.attempt.is_some() || self.pause.is_some() || self.log.is_some()
    }
}

impl CallObserver for CallCallbacks {
    fn attempt(&self, attempt: &CoreAttempt<'_>) {
        if let Some(hook) = &self.attempt {
            let (method, path) = (OwnedText::new(attempt.method.as_str()), OwnedText::new(attempt.path));
            let raw = Attempt {
                method: method.get().data,
                path: path.get().data,
                number: attempt.number,
                http_status: attempt.status.map_or(0, i32::from),
                status: attempt.failure.map_or(0, status_of),
                waited_us: microseconds(attempt.waited),
                took_us: microseconds(attempt.took),
                retry_in_us: attempt.retry_in.map_or(-1, microseconds),
            };
            // SAFETY: the caller passed this function for this pointer; everything `raw` points at outlives the call.
            unsafe { (hook.call)(hook.user_data.get(), &raw const raw) }
        }
        if let Some(hook) = &self.log {
            let line = OwnedText::new(line_of(attempt));
            // SAFETY: as above.
            unsafe { (hook.call)(hook.user_data.get(), attempt.failure.is_some().into(), line.get().data) }
        }
    }

    fn pause(&self, pause: &CorePause<'_>) {
        if let Some(hook) = &self.pause {
            let (method, path) = (OwnedText::new(pause.method.as_str()), OwnedText::new(pause.path));
            let raw = Pause {
                method: method.get().data,
                path: path.get().data,
                bucket: code_of_bucket(pause.bucket),
                refused: pause.refused.into(),
                lasts_us: microseconds(pause.lasts),
            };
            // SAFETY: the caller passed this function for this pointer; everything `raw` points at outlives the call.
            unsafe { (hook.call)(hook.user_data.get(), &raw const raw) }
        }
        if let Some(hook) = &self.log {
            let line = OwnedText::new(line_of_pause(pause));
            // SAFETY: as above.
            unsafe { (hook.call)(hook.user_data.get(), 0, line.get().data) }
        }
    }
}

fn line_of_pause(pause: &CorePause<'_>) -> String {
    let why = match pause.limit {
        Some(limit) if !pause.refused => format!(" ({limit} requests in {} s)", pause.per.as_secs_f64()),
        _ => ", as the service asks".to_owned(),
    };
    let seconds = pause.lasts.as_millis().div_ceil(1_000);
    format!("{} {}: waits {seconds} s for the rate limit{why}", pause.method, pause.path)
}

fn line_of(attempt: &CoreAttempt<'_>) -> String {
    let outcome = match (attempt.status, attempt.failure) {
        (Some(status), _) => status.to_string(),
        (None, Some(failure)) => failure.title().to_lowercase(),
        (None, None) => "no answer".to_owned(),
    };
    let retry = attempt.retry_in.map(|pause| format!(", again in {} ms", pause.as_millis())).unwrap_or_default();
    format!("{} {}: {outcome} in {} ms{retry}", attempt.method, attempt.path, attempt.took.as_millis())
}

fn microseconds(time: std::time::Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
