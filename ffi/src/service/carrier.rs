//! Look-ups that the host program answers.

use std::ffi::{c_char, c_void};
use std::time::Duration;

use shiptrack::carriers::{self, Carrier, LookUpFailure};
use shiptrack::http::Call;
use shiptrack::resources::Timestamp;

use super::facts::facts;
use crate::boundary::{
    self, Error, Failure, Handle, Hook, LockCell, OwnedText, SHIPTRACK_OK, Text, call, lend, object, peek,
    required_text, value_or,
};
use crate::time::{SHIPTRACK_DEFAULT_TIMEOUT, moment, span};

/// The question to a carrier: which number, for which account.
///
/// Ownership and lifetime: borrowed; valid during the callback.
pub struct LookUp(());

object!(LookUp, "shiptrack_look_up", 0x11, LookUpBody);

/// The answer of a carrier, which the callback fills.
///
/// Ownership and lifetime: borrowed; valid during the callback.
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

/// The answer of the callback.
#[derive(Default)]
pub struct AnswerBody {
    answer: carriers::Answer,
    retry_after: Option<Duration>,
    problem: Option<String>,
    /// The error of an earlier call that tried to add something to the answer.
    refused: Option<String>,
}

/// The carrier does not know the number. A request for a container fails at once (`not_found`). A request for a bill of
/// lading or a booking becomes `awaiting_manifest`, is looked up every day, and fails after seven days: with
/// `not_found`, or with `expired` if the carrier knew the number in between.
///
/// This comment and the next ones describe a request that waits for its first data; lifecycle.md describes all cases.
/// If a shipment exists, only SHIPTRACK_LOOK_UP_CANCELLED stops tracking; after the others the look-up is repeated
/// until 56 days have passed without data.
pub const SHIPTRACK_LOOK_UP_NOT_FOUND: i32 = 1;
/// The carrier knows the number and has no data yet: the request becomes `awaiting_manifest`, is looked up every day,
/// and fails after seven days (`expired`).
pub const SHIPTRACK_LOOK_UP_NO_DATA_YET: i32 = 2;
/// No such number can exist: the request fails at once (`invalid_number`).
pub const SHIPTRACK_LOOK_UP_INVALID_NUMBER: i32 = 3;
/// The booking was cancelled: the request fails at once (`booking_cancelled`); an existing shipment is no longer
/// tracked.
pub const SHIPTRACK_LOOK_UP_CANCELLED: i32 = 4;
/// The carrier has data and does not disclose it: the request fails at once (`data_unavailable`).
pub const SHIPTRACK_LOOK_UP_WITHHELD: i32 = 5;
/// The carrier rejects the credentials: this does not count as a try. The other look-ups of the account at this carrier
/// wait, except one look-up each hour.
pub const SHIPTRACK_LOOK_UP_REFUSED: i32 = 6;
/// The carrier cannot be reached: the request keeps its state and is retried (`shipping_line_unreachable`), not before
/// the time of shiptrack_answer_retry_after(), 14 times within a day; then it fails (`retries_exhausted`).
pub const SHIPTRACK_LOOK_UP_UNREACHABLE: i32 = 7;
/// The answer of the carrier cannot be decoded: the look-up is retried as after SHIPTRACK_LOOK_UP_UNREACHABLE
/// (`unrecognized_response`).
pub const SHIPTRACK_LOOK_UP_UNREADABLE: i32 = 8;
/// The carrier received too many requests (HTTP 429): this does not count as a try, and the service sends this carrier
/// no request before the time of shiptrack_answer_retry_after().
pub const SHIPTRACK_LOOK_UP_RATE_LIMITED: i32 = 9;

/// Answers a look-up. Add the facts that you have to `answer` and return SHIPTRACK_OK, or return the reason why it has
/// no facts: SHIPTRACK_LOOK_UP_…. shiptrack_answer_problem() adds a text to the reason. Any other value counts as
/// SHIPTRACK_LOOK_UP_UNREADABLE. You may write `return shiptrack_answer_facts(…)`, although its statuses and these
/// constants have the same numbers: after a shiptrack_answer_…() function failed, every value but SHIPTRACK_OK counts as
/// SHIPTRACK_LOOK_UP_UNREADABLE, and the error of that function becomes the text.
///
/// SHIPTRACK_OK without facts, if no facts are known from earlier look-ups, counts as SHIPTRACK_LOOK_UP_NO_DATA_YET. If
/// you do not know the number, return SHIPTRACK_LOOK_UP_NOT_FOUND.
///
/// The function runs on the thread that does the due work: the worker, or a caller of shiptrack_service_run_due(),
/// shiptrack_service_settle(), shiptrack_tracking_request_wait() or shiptrack_service_wait_events(). Several threads
/// may run it at the same time. Nothing is locked, so it may call the service. It must return: no longjmp() past the
/// library, no end of its thread, no exception.
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
        // SAFETY: the caller passed this function for this pointer; question and answer outlive the call.
        let status = unsafe { (self.call)(self.user_data.get(), request.lend(), answer.lend()) };
        let given = std::mem::take(&mut *answer.lock());
        let failure = match status {
            SHIPTRACK_OK => return Ok(given.answer),
            // The return value may be the status of that error, and not a reason of the carrier.
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

/// The text of the host program, and the error of an earlier call unless the text contains it.
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

/// Adds facts in the JSON form that share/doc/shiptrack/facts.md describes: an array, a single fact, or one fact on
/// each line. An error names the fact and the member as a JSON pointer: `/3/event/at`.
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

/// Declares that the facts are everything that the source knows: an earlier estimate that is not among them is
/// withdrawn.
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
fn pause_or_default(pause_ms: i64) -> Result<Option<Duration>, Failure> {
    match pause_ms {
        SHIPTRACK_DEFAULT_TIMEOUT => Ok(None),
        _ => Ok(Some(span(pause_ms, "pause_ms", Duration::ZERO)?)),
    }
}

/// Sets when the carrier is asked again about this request, `pause_ms` milliseconds from now, if the callback returns
/// SHIPTRACK_OK. It replaces the pause of the service and is limited to between five minutes and one day.
/// SHIPTRACK_DEFAULT_TIMEOUT lets the service decide.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_next_look(answer: *const Answer, pause_ms: i64, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.answer.next_look = pause_or_default(pause_ms)?;
        Ok(())
    })
}

/// Stores a text for the next look-up of this request, such as a cursor or an `ETag`, if the callback returns
/// SHIPTRACK_OK. It has at most 4,096 bytes. shiptrack_look_up_bookmark() returns it. An answer without a bookmark
/// deletes the previous one.
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

/// Declares that this answer and those before it contain everything that you knew up to `unix_ms`, in milliseconds
/// since 1970-01-01T00:00:00Z, if the callback returns SHIPTRACK_OK. In the next look-up of this request,
/// shiptrack_look_up_since_unix_ms() returns that time. An answer without such a time deletes the previous time.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_until(answer: *const Answer, unix_ms: i64, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.answer.until = Some(moment(unix_ms, "unix_ms")?);
        Ok(())
    })
}

/// Declares that nothing has changed since the answer that set the bookmark of this look-up, if the callback returns
/// SHIPTRACK_OK without facts. All earlier facts then count as confirmed. Set the bookmark again.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_unchanged(answer: *const Answer, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.answer.unchanged = true;
        Ok(())
    })
}

/// Sets how long the carrier asked the program to wait, `pause_ms` milliseconds, at most 12 hours, if the callback
/// returns SHIPTRACK_LOOK_UP_UNREACHABLE or SHIPTRACK_LOOK_UP_RATE_LIMITED. SHIPTRACK_DEFAULT_TIMEOUT lets the service
/// decide.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_retry_after(answer: *const Answer, pause_ms: i64, error: *mut *mut Error) -> i32 {
    change(answer, error, |body| {
        body.retry_after = pause_or_default(pause_ms)?;
        Ok(())
    })
}

/// Sets a text for people that says why there are no facts, such as `timed out after 30 s`. It appears in the log and
/// as the `message` of the activity; it is not stored and has no other effect. With SHIPTRACK_OK it is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_answer_problem(answer: *const Answer, text: *const c_char, error: *mut *mut Error) -> i32 {
    boundary::change(answer, error, |body: &mut AnswerBody| {
        Ok(body.problem.replace(required_text(text, "text")?.to_owned()))
    })
}

/// The id of the account that looks up the number. If the carrier shows each customer only its own shipments, use the
/// credentials of this account.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_account_id(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.account_id.get()))
}

/// The name that you gave that account; `default` for the account that every service has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_account_name(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.account_name.get()))
}

/// The text that your last answer about this request stored with shiptrack_answer_bookmark(); no value if it did not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_bookmark(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.bookmark.get()))
}

/// The time up to which your earlier answers about this request are complete, as shiptrack_answer_until() set it, in
/// milliseconds since 1970-01-01T00:00:00Z; -1 if it is not set. It is enough to answer with the data since then; do
/// not call shiptrack_answer_complete() for such an answer.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_since_unix_ms(look_up: *const LookUp) -> i64 {
    value_or(-1, || peek::<LookUpBody>(look_up)?.since_unix_ms)
}

/// The number of other known numbers of the same shipment. An answer about one of them may also be used.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_references_count(look_up: *const LookUp) -> usize {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.references.len()))
}

/// Another number of the same shipment; `index` counts from 0. No value past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_reference(look_up: *const LookUp, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.references.get(index)?.get()))
}

/// The number of known containers of the shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_containers_count(look_up: *const LookUp) -> usize {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.containers.len()))
}

/// A container of the shipment; `index` counts from 0. No value past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_container(look_up: *const LookUp, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.containers.get(index)?.get()))
}

/// The code of the carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_scac(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.scac.get()))
}

/// The type of the number: `bill_of_lading`, `booking_number`, `container`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_request_type(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.request_type.get()))
}

/// The number as it was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_number(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.number.get()))
}

/// The form of the number that the carrier uses: upper case, without spaces, without a redundant prefix.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_normalized_number(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.normalized_number.get()))
}

/// Time stamp of the first look-up of the number.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_first_asked_at(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.first_asked_at.get()))
}

/// The time of the service, as a time stamp.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_now(look_up: *const LookUp) -> Text {
    value_or(Text::NONE, || Some(peek::<LookUpBody>(look_up)?.now.get()))
}

/// The number of the try, from 1.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_attempt(look_up: *const LookUp) -> u32 {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.attempt))
}

/// The time of the service, in milliseconds since 1970-01-01T00:00:00Z.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_now_unix_ms(look_up: *const LookUp) -> i64 {
    value_or(0, || Some(peek::<LookUpBody>(look_up)?.now_unix_ms))
}

/// 1 if the answer is no longer needed, else 0: for callbacks that take long.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_look_up_is_cancelled(look_up: *const LookUp) -> i32 {
    value_or(0, || Some((peek::<LookUpBody>(look_up)?.cancelled)().into()))
}
