//! What a carrier's server answered: the facts of a page and where the next one is, or why there are none.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::paging::{self, Next};
use super::words;
use crate::carriers::LookUpFailure;
use crate::carriers::reading::{Message, ReadLimits, Reading};
use crate::http::{Headers, retry_after};

/// The longest pause that a carrier may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(86_400);

/// An answer over HTTP, and what was asked.
#[derive(Debug, Clone, Copy)]
pub struct Answered<'a> {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: &'a Headers,
    /// The decoded body.
    pub body: &'a [u8],
    /// The URL that was asked. Links to the next page are followed on its origin alone.
    pub asked: &'a str,
    /// The cursor that was asked for; `None` for the first page.
    pub cursor: Option<&'a str>,
    /// When it came.
    pub now: DateTime<Utc>,
    /// Whether the carrier shows only its customer's own shipments, so that one it does not find may be somebody else's.
    pub own_shipments_only: bool,
    /// What must not be repeated, whatever the carrier says: keys, tokens, passwords.
    pub secrets: &'a [&'a str],
}

/// One page of an answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Page {
    /// What it says.
    pub message: Message,
    /// Where the next one is; `None` where this is the last.
    pub next: Option<Next>,
    /// Whether it breaks off: some of it, or what follows it, cannot be read. Then nothing is known to be missing.
    pub is_cut: bool,
}

/// Reads an answer: a page, or why there is none.
///
/// | Answer | Means |
/// |---|---|
/// | 2xx with events, or an empty page after the first | a [`Page`] |
/// | 404, 204, 2xx without any event | [`NotFound`](LookUpFailure::NotFound) |
/// | 400, 422 | [`InvalidNumber`](LookUpFailure::InvalidNumber); [`Unreadable`](LookUpFailure::Unreadable) where it blames another parameter |
/// | 401, 403 | [`Refused`](LookUpFailure::Refused), never `NotFound`; [`RateLimited`](LookUpFailure::RateLimited) where it says that the quota is spent |
/// | 429 | [`RateLimited`](LookUpFailure::RateLimited) |
/// | 408, 425, 5xx | [`Unreachable`](LookUpFailure::Unreachable) |
/// | anything else, and what nobody can read | [`Unreadable`](LookUpFailure::Unreadable) |
///
/// A body that names another status than the answer has, as some gateways send it, is believed. Every failure
/// [says why](LookUpFailure::why) in the carrier's own words, without secrets.
pub fn page(answered: &Answered<'_>, limits: &ReadLimits) -> Result<Page, LookUpFailure> {
    if !(200..300).contains(&answered.status) {
        return Err(failure(answered, answered.status));
    }
    if answered.body.len() > limits.bytes {
        return Err(because(LookUpFailure::Unreadable, answered, answered.status, "the answer is larger than is read"));
    }
    let reading = super::read::read(answered.body, limits);
    match words::stated_status(answered.body).filter(|_| reading.messages.is_empty()) {
        Some(status) => Err(failure(answered, status)),
        None => read_page(answered, reading),
    }
}

fn read_page(answered: &Answered<'_>, reading: Reading) -> Result<Page, LookUpFailure> {
    let is_first = answered.cursor.is_none();
    let nothing_said = answered.body.trim_ascii().is_empty();
    let Some(mut message) = reading.messages.into_iter().next().filter(|message| message.form.is_whole_answer()) else {
        return Err(if nothing_said && is_first { failure(answered, 404) } else { unreadable(answered) });
    };
    let next = paging::next(answered.headers, answered.asked, answered.cursor);
    let mut is_cut = !message.problems.is_empty();
    let next = next.unwrap_or_else(|problem| {
        is_cut = true;
        message.problems.push(problem);
        None
    });
    let says_nothing = message.facts.is_empty() && message.retracted.is_empty() && message.cancelled.is_empty();
    match says_nothing && is_first && next.is_none() {
        true if is_cut => Err(unreadable(answered)),
        true => Err(failure(answered, 404)),
        false => Ok(Page { message, next, is_cut }),
    }
}

fn unreadable(answered: &Answered<'_>) -> LookUpFailure {
    because(LookUpFailure::Unreadable, answered, answered.status, "the answer is no DCSA Track & Trace answer")
}

/// Why an answer of this status says nothing.
fn failure(answered: &Answered<'_>, status: u16) -> LookUpFailure {
    let pause = || retry_after(answered.headers, answered.now, LONGEST_PAUSE);
    match status {
        401 | 403 | 407 => match words::spent_quota(answered.body) {
            Some(told) => {
                let failure = LookUpFailure::RateLimited { retry_after: pause().or(told) };
                because(failure, answered, status, "the quota of these credentials is spent")
            }
            None => because(LookUpFailure::Refused, answered, status, "the credentials are refused"),
        },
        429 => {
            let told = || words::spent_quota(answered.body).flatten();
            let failure = LookUpFailure::RateLimited { retry_after: pause().or_else(told) };
            because(failure, answered, status, "it was asked too often")
        }
        404 | 410 if words::is_page(answered.body) => {
            because(LookUpFailure::Unreadable, answered, status, "there is a page for people: the address may be wrong")
        }
        200..300 | 404 | 410 if answered.own_shipments_only => {
            let what = "not visible with these credentials: the carrier shows only its customer's own shipments";
            because(LookUpFailure::NotFound, answered, status, what)
        }
        200..300 | 404 | 410 => {
            because(LookUpFailure::NotFound, answered, status, "the carrier does not know the number")
        }
        400 | 422 if words::blames_another_parameter(answered.body) => {
            because(LookUpFailure::Unreadable, answered, status, "the request does not suit the carrier")
        }
        400 | 422 => because(LookUpFailure::InvalidNumber, answered, status, "the carrier takes no such number"),
        408 | 425 | 500..600 => {
            let failure = LookUpFailure::Unreachable { retry_after: pause() };
            because(failure, answered, status, "the carrier's service is out of order")
        }
        300..400 => because(LookUpFailure::Unreadable, answered, status, "it leads elsewhere, where nobody is asked"),
        _ => because(LookUpFailure::Unreadable, answered, status, "the answer is of a kind nobody knows"),
    }
}

/// The failure, what it means, and what the carrier says itself.
fn because(failure: LookUpFailure, answered: &Answered<'_>, status: u16, what: &str) -> LookUpFailure {
    let said = words::first(answered.body, answered.secrets);
    failure.because(match said {
        Some(said) => format!("{what} (status {status}: {said})"),
        None => format!("{what} (status {status})"),
    })
}
