//! Look-ups answered by the host.

#[path = "../generated/objects/service/carrier.rs"]
mod generated;

use std::ffi::{c_char, c_void};
use std::time::Duration;

use shiptrack::carriers::{self, Carrier, LookUpFailure};
use shiptrack::http::Call;
use shiptrack::resources::Timestamp;

use super::facts::facts;
use crate::boundary::{
    self, Error, Failure, Handle, Hook, LockCell, OwnedText, SHIPTRACK_OK, call, lend, object, required_text,
};
use crate::time::{SHIPTRACK_DEFAULT_TIMEOUT, moment, span};

/// What a carrier is asked.
///
/// Ownership and lifetime: borrowed for the call of the callback.
pub struct LookUp(());

object!(LookUp, "shiptrack_look_up", 0x11, LookUpBody);

/// Where a carrier's callback puts what it knows.
///
/// Ownership and lifetime: borrowed for the call of the callback.
pub struct Answer(());

object!(Answer, "shiptrack_answer", 0x12, LockCell<AnswerBody>);

pub(crate) struct LookUpBody {
    account_id: OwnedText,
    account_name: OwnedText,
    scac: OwnedText,
    request_type: OwnedText,
    number: OwnedText,
    normalized_number: OwnedText,
    first_asked_at: OwnedText,
    now: OwnedText,
    bookmark: OwnedText,
    since_unix_ms: Option<i64>,
    references: Vec<OwnedText>,
    containers: Vec<OwnedText>,
    attempt: u32,
    now_unix_ms: i64,
    cancelled: Box<dyn Fn() -> bool + Send + Sync>,
}

/// What the host knows.
#[derive(Default)]
pub struct AnswerBody {
    answer: carriers::Answer,
    retry_after: Option<Duration>,
    problem: Option<String>,
    /// What was wrong with something the callback added.
    refused: Option<String>,
}

/// The carrier does not know the number. A request for a container fails at once (`not_found`). One for a bill of lading or a
/// booking becomes `awaiting_manifest`, is asked again every day, and fails after seven days: as `not_found`, or as `expired`
/// when the carrier knew the number in between.
///
/// What these answers lead to is told for a request that waits for its first data; shown in full in lifecycle.md. Once there
/// is a shipment, only SHIPTRACK_LOOK_UP_CANCELLED ends following it; the others change nothing, and are asked again, until
/// 56 days have passed without data.
pub const SHIPTRACK_LOOK_UP_NOT_FOUND: i32 = 1;
/// It knows the number and has no data yet: the request becomes `awaiting_manifest`, is asked again every day, and fails after
/// seven days (`expired`).
pub const SHIPTRACK_LOOK_UP_NO_DATA_YET: i32 = 2;
/// There can be no such number: the request fails at once (`invalid_number`).
pub const SHIPTRACK_LOOK_UP_INVALID_NUMBER: i32 = 3;
/// The booking was cancelled: the request fails at once (`booking_cancelled`); a shipment that is followed already is stopped.
pub const SHIPTRACK_LOOK_UP_CANCELLED: i32 = 4;
/// It has data and keeps it from us: the request fails at once (`data_unavailable`).
pub const SHIPTRACK_LOOK_UP_WITHHELD: i32 = 5;
/// It refuses our credentials: no try is used up, and whatever the account has at this carrier waits, but for one look-up an
/// hour.
pub const SHIPTRACK_LOOK_UP_REFUSED: i32 = 6;
/// It cannot be reached: the request keeps its state and is tried again (`shipping_line_unreachable`), no sooner than
/// shiptrack_answer_retry_after() says, 14 times within a day; then it fails (`retries_exhausted`).
pub const SHIPTRACK_LOOK_UP_UNREACHABLE: i32 = 7;
/// Its answer cannot be read: tried again as after SHIPTRACK_LOOK_UP_UNREACHABLE (`unrecognized_response`).
pub const SHIPTRACK_LOOK_UP_UNREADABLE: i32 = 8;
/// It was asked too often (a status 429), and answers nobody for a while: no try is used up, and nobody asks it before
/// shiptrack_answer_retry_after() is over.
pub const SHIPTRACK_LOOK_UP_RATE_LIMITED: i32 = 9;

/// Answers a look-up: put what is known into `answer` and return SHIPTRACK_OK, or return why there is nothing
/// (SHIPTRACK_LOOK_UP_…). Any other number is taken for SHIPTRACK_LOOK_UP_UNREADABLE. So is any number but SHIPTRACK_OK after
/// a shiptrack_answer_…() was refused, and the refusal is told with the look-up: `return shiptrack_answer_facts(…)` is safe,
/// although statuses and these numbers overlap. SHIPTRACK_OK without any fact, when none is known from before, counts as SHIPTRACK_LOOK_UP_NO_DATA_YET (an activity tells it as `no_data_yet`): who
/// knows nothing of the number returns SHIPTRACK_LOOK_UP_NOT_FOUND.
/// shiptrack_answer_problem() adds words.
///
/// It runs on the thread that does the due work: a caller of shiptrack_service_run_due(), shiptrack_service_settle(),
/// shiptrack_tracking_request_wait() or shiptrack_service_wait_events(), or the worker; several threads may run it at a
/// time. Nothing is locked: it may call the service. It must
/// return: no longjmp() past it, no end of its thread, no exception.
pub type CarrierFn =
    Option<unsafe extern "C" fn(user_data: *mut c_void, look_up: *const LookUp, answer: *const Answer) -> i32>;

impl Carrier for Hook<unsafe extern "C" fn(*mut c_void, *const LookUp, *const Answer) -> i32> {
    fn look_up(&self, look_up: &carriers::LookUp, call: &Call) -> Result<carriers::Answer, LookUpFailure> {
        let cancel = call.cancel.clone();
        let all = |numbers: &[String]| numbers.iter().map(OwnedText::new).collect();
        let request = Handle::keep(LookUpBody {
            account_id: OwnedText::new(look_up.account.to_string()),
            account_name: OwnedText::new(&look_up.account_name),
            scac: OwnedText::new(&look_up.scac),
            request_type: OwnedText::new(look_up.kind.as_str()),
            number: OwnedText::new(&look_up.number),
            normalized_number: OwnedText::new(&look_up.normalized_number),
            first_asked_at: OwnedText::new(Timestamp::from(look_up.first_asked_at).as_str()),
            now: OwnedText::new(Timestamp::from(look_up.now).as_str()),
            bookmark: OwnedText::optional(look_up.bookmark.as_deref()),
            since_unix_ms: look_up.since.map(|since| since.timestamp_millis()),
            references: all(&look_up.references),
            containers: all(&look_up.containers),
            attempt: look_up.attempt,
            now_unix_ms: look_up.now.timestamp_millis(),
            cancelled: Box::new(move || cancel.is_cancelled()),
        });
        let answer = Handle::keep(LockCell::<AnswerBody>::default());
        // SAFETY: the host gave this function for this pointer; question and answer outlive the call.
        let status = unsafe { (self.call)(self.user_data.get(), request.lend(), answer.lend()) };
        let given = std::mem::take(&mut *answer.lock());
        let failure = match status {
            SHIPTRACK_OK => return Ok(given.answer),
            // What it returns may be the status of the refusal, and mean nothing of the carrier's.
            _ if given.refused.is_some() => LookUpFailure::Unreadable,
            SHIPTRACK_LOOK_UP_NOT_FOUND => LookUpFailure::NotFound,
            SHIPTRACK_LOOK_UP_NO_DATA_YET => LookUpFailure::NoDataYet,
            SHIPTRACK_LOOK_UP_INVALID_NUMBER => LookUpFailure::InvalidNumber,
            SHIPTRACK_LOOK_UP_CANCELLED => LookUpFailure::Cancelled,
            SHIPTRACK_LOOK_UP_WITHHELD => LookUpFailure::Withheld,
            SHIPTRACK_LOOK_UP_REFUSED => LookUpFailure::Refused,
            SHIPTRACK_LOOK_UP_RATE_LIMITED => LookUpFailure::RateLimited { retry_after: given.retry_after },
            SHIPTRACK_LOOK_UP_UNREACHABLE => LookUpFailure::Unreachable { retry_after: given.retry_after },
            _ => LookUpFailure::Unreadable,
        };
        Err(match describe_problem(given.problem, given.refused) {
            Some(words) => failure.because(words),
            None => failure,
        })
    }
}

/// The words of the host, and an earlier refusal unless the host repeated it.
pub(super) fn describe_problem(problem: Option<String>, refused: Option<String>) -> Option<String> {
    match (problem, refused) {
        (Some(problem), Some(refused)) if !problem.contains(&refused) => Some(format!("{problem}: {refused}")),
        (problem, refused) => problem.or(refused),
    }
}

fn change(
    answer: *const Answer,
    error: *mut *mut Error,
    change: impl FnOnce(&mut AnswerBody) -> Result<(), Failure>,
) -> i32 {
    call(error, || {
        let mut body = lend::<LockCell<AnswerBody>>(answer)?.lock();
        let changed = change(&mut body);
        if let Err(failure) = &changed {
            body.refused = failure.message();
        }
        changed
    })
}

/// Adds facts, in the JSON form that share/doc/shiptrack/facts.md below the prefix describes: an array, a single fact, or one
/// a line. A refusal names the fact and the member, as a JSON pointer: `/3/event/at`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_facts(
    answer: *const Answer,
    json: *const u8,
    json_length: usize,
    error: *mut *mut Error,
) -> i32 {
    change(answer, error, |body| {
        body.answer.facts.extend(facts(json, json_length)?);
        Ok(())
    })
}

/// Says that the facts are everything the source knows: an estimate it no longer names is withdrawn.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_complete(answer: *const Answer, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.answer.complete = true;
        Ok(())
    })
}

/// Adds another number of the same shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_reference(
    answer: *const Answer,
    number: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(answer, error, |body| {
        body.answer.references.push(required_text(number, "number")?.to_owned());
        Ok(())
    })
}

/// A pause that a carrier asks for; `None` for the one of the service.
fn own_pause(pause_ms: i64) -> Result<Option<Duration>, Failure> {
    match pause_ms {
        SHIPTRACK_DEFAULT_TIMEOUT => Ok(None),
        _ => Ok(Some(span(pause_ms, "pause_ms", Duration::ZERO)?)),
    }
}

/// With SHIPTRACK_OK: how soon the carrier wants to be asked again, in milliseconds. It takes the place of the pause
/// that the service would make, from five minutes to one day; by default the service decides.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_next_look(answer: *const Answer, pause_ms: i64, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.answer.next_look = own_pause(pause_ms)?;
        Ok(())
    })
}

/// With SHIPTRACK_OK: what you want to be reminded of when this request is looked up again, of 4,096 bytes at most: a cursor, an
/// `ETag`. An answer without one forgets the one before.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_bookmark(
    answer: *const Answer,
    bookmark: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(answer, error, |body| {
        body.answer.bookmark = Some(required_text(bookmark, "bookmark")?.to_owned());
        Ok(())
    })
}

/// With SHIPTRACK_OK: everything that you knew up to this moment, in milliseconds since 1970, is told by this answer and those before it.
/// The next look-up of this request says so (shiptrack_look_up_since_unix_ms()); an answer without it forgets it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_until(answer: *const Answer, unix_ms: i64, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.answer.until = Some(moment(unix_ms, "unix_ms")?);
        Ok(())
    })
}

/// With SHIPTRACK_OK and no facts: nothing changed since you gave the bookmark that you were asked with, so that all that was
/// known is taken for said again. The bookmark is to be given again.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_unchanged(answer: *const Answer, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.answer.unchanged = true;
        Ok(())
    })
}

/// With SHIPTRACK_LOOK_UP_UNREACHABLE or SHIPTRACK_LOOK_UP_RATE_LIMITED: how long the carrier asked to be left alone, in milliseconds,
/// at most 12 hours. By default the service decides.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_retry_after(answer: *const Answer, pause_ms: i64, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.retry_after = own_pause(pause_ms)?;
        Ok(())
    })
}

/// Says in words why there is nothing, for people: `timed out after 30 s`. They are told with the look-up, in the log and as
/// `message` of its activity; they are kept nowhere, and change nothing. With SHIPTRACK_OK they are not told.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_problem(answer: *const Answer, text: *const c_char, error: *mut *mut Error) -> i32 {
    boundary::change(answer, error, |body: &mut AnswerBody| {
        Ok(body.problem.replace(required_text(text, "text")?.to_owned()))
    })
}
