//! Sends a request, with retries, until there is an answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::Client;
use super::gate::{Deadline, LONGEST_WAIT};
use super::key::{ApiKey, CurrentKey};
use super::observer::{Attempt, CallObserver, Pause};
use super::request_draft::RequestDraft;
use super::retry::{FailureClass, RetryPolicy, Verdict, decide};
use crate::error::{Error, ErrorKind, ReadableDuration, Result};
use crate::http::{Call, Egress, Headers, Method, Request, Response, SendStatus, TransportError, retry_after};
use crate::jsonapi::media;
use crate::resources::Idempotency;
use crate::spans::span;

/// Maximum number of 429 responses to a call without a deadline.
const MAX_RATE_LIMITED: u32 = 20;

/// Longest pause between two attempts of a call. A longer one that the service requests is cut, up to [`LONGEST_WAIT`]; with an even longer
/// one, the call fails. Errors contain the requested pause.
pub(super) const MAX_PAUSE: Duration = Duration::from_secs(120);

/// Longest pause in an error.
pub(super) const MAX_REPORTED_PAUSE: Duration = Duration::from_secs(366 * 24 * 60 * 60);

impl Client {
    /// Sends `draft`, with retries. `read` converts a 2xx response, which has JSON or no body. If it fails, the response counts as
    /// unreadable.
    pub(super) fn exchange<R>(&self, draft: &RequestDraft, read: impl Fn(Response) -> Result<R>) -> Result<R> {
        self.shared.budget.deposit();
        let mut exchange = Exchange::new(self, draft);
        let span = span!("client_request", method = draft.method().as_str(), path = draft.path(); status);
        loop {
            let (answer, key) = exchange.attempt()?;
            let result = exchange.read(answer, &key, &read);
            if let Some(status) = exchange.status {
                span.record("status", status);
            }
            let failed = match result {
                Ok(result) => {
                    exchange.report_attempt(None);
                    return Ok(result);
                }
                Err(failed) => failed,
            };
            let next = exchange.next_pause(&failed);
            exchange.report_attempt(next);
            let Some(pause) = next else { return Err(exchange.give_up(failed)) };
            exchange.wait(pause, failed.class)?;
        }
    }

    /// Fails if the transport would refuse the request without sending it.
    pub(super) fn check_early_rejection(&self, draft: &RequestDraft) -> Result<()> {
        let key = self.shared.key.current()?;
        let exchange = Exchange::new(self, draft);
        match self.shared.transport.reject_early(&exchange.request(&key)) {
            Some(refusal) => Err(exchange.refusal(refusal, &key).error),
            None => Ok(()),
        }
    }

    /// Ignores a panic of the observer, so that the caller gets the result of the call.
    pub(super) fn notify_observer(&self, notify: impl FnOnce(&dyn CallObserver)) {
        if let Some(observer) = &self.shared.settings.observer {
            let _ = catch_unwind(AssertUnwindSafe(|| notify(observer.as_ref())));
        }
    }
}

struct FailedAttempt {
    class: FailureClass,
    error: Error,
}

/// The state of one call.
struct Exchange<'c> {
    client: &'c Client,
    draft: &'c RequestDraft,
    idempotency: Idempotency,
    deadline: Deadline,
    attempts: u32,
    /// Number of 429 responses.
    rate_limited: u32,
    unreadable: u32,
    in_doubt: bool,
    status: Option<u16>,
    failure: Option<ErrorKind>,
    waited: Duration,
    took: Duration,
    ended: Duration,
}

impl<'c> Exchange<'c> {
    fn new(client: &'c Client, draft: &'c RequestDraft) -> Self {
        Exchange {
            client,
            draft,
            idempotency: draft.idempotency(),
            deadline: Deadline::until(client.deadline()),
            attempts: 0,
            rate_limited: 0,
            unreadable: 0,
            in_doubt: false,
            status: None,
            failure: None,
            waited: Duration::ZERO,
            took: Duration::ZERO,
            ended: client.clock().monotonic(),
        }
    }

    fn attempt(&mut self) -> Result<(Result<Response, TransportError>, CurrentKey)> {
        let shared = &self.client.shared;
        shared.key.current().map_err(|error| self.with_doubt(error))?;
        let pausing = |lasts| self.report_pause(lasts);
        let patience = (&self.deadline, self.client.is_impatient);
        let permit = shared.gate.enter(self.draft.bucket(), patience, self.client.cancel_token(), pausing);
        let permit = permit.map_err(|error| self.with_doubt(error))?;
        // The key may have been rejected on another thread while this one waited.
        let key = match shared.key.current() {
            Ok(key) => key,
            Err(error) => {
                permit.release();
                return Err(self.with_doubt(error));
            }
        };
        let sent = self.client.clock().monotonic();
        let left = self.deadline.left(sent);
        if left.is_zero() {
            permit.release();
            return Err(
                self.with_doubt(Error::new(ErrorKind::Timeout, "the deadline passed before the request was sent"))
            );
        }
        let call = Call {
            deadline: Some(sent.saturating_add(left)),
            cancel: self.client.cancel_token().clone(),
            body_limit: shared.settings.body_limit,
            head_suffices: false,
            egress: Egress::Open,
            quota_key: None,
        };
        self.attempts += 1;
        let answer = shared.transport.send(self.request(&key), &call);
        match &answer {
            Err(failed) if failed.send_status() == SendStatus::NotSent => permit.release(),
            _ => drop(permit),
        }
        if let Ok(response) = &answer {
            shared.gate.follow(&response.headers);
        }
        self.waited = sent.saturating_sub(self.ended);
        self.ended = self.client.clock().monotonic();
        self.took = self.ended.saturating_sub(sent);
        self.deadline.spend(self.took);
        Ok((answer, key))
    }

    fn request(&self, current: &CurrentKey) -> Request {
        let shared = &self.client.shared;
        let mut request = self.draft.request();
        let accept = format!("{}, {};q=0.9", media::JSON_API, media::JSON);
        request.headers.set("Accept", accept);
        request.headers.set("User-Agent", &*shared.settings.user_agent);
        for (name, value) in &shared.settings.headers {
            request.headers.set(name.clone(), value);
        }
        if let Some(key) = current.key.as_ref().filter(|_| request.origin() == shared.base.origin()) {
            request.headers.set("Authorization", key.authorization());
        }
        request
    }

    fn read<R>(
        &mut self,
        answer: Result<Response, TransportError>,
        current: &CurrentKey,
        read: impl Fn(Response) -> Result<R>,
    ) -> Result<R, FailedAttempt> {
        self.status = answer.as_ref().ok().map(|response| response.status);
        self.failure = None;
        let key = current.key.as_ref();
        let result = match answer {
            Err(failed) => Err(FailedAttempt { class: FailureClass::of_failure(&failed), error: failed.into() }),
            Ok(response) if (200..300).contains(&response.status) => read_success(response, key, read),
            // An earlier attempt has deleted the resource.
            Ok(response) if self.is_deleted(response.status) => read_success(Response::new(204), key, read),
            Ok(response) => Err(self.refusal(response, current)),
        };
        if let Err(failed) = &result {
            self.failure = Some(failed.error.kind());
            let ambiguous = failed.error.reported_in_doubt().unwrap_or(failed.class.is_ambiguous());
            self.in_doubt |= self.idempotency != Idempotency::Safe && ambiguous;
            self.unreadable += u32::from(failed.class == FailureClass::Unreadable);
        }
        result
    }

    fn is_deleted(&self, status: u16) -> bool {
        self.draft.method() == Method::Delete && self.in_doubt && matches!(status, 404 | 410)
    }

    fn refusal(&self, response: Response, current: &CurrentKey) -> FailedAttempt {
        let Response { status, headers, body } = response;
        if status == 401 {
            self.client.shared.key.reject(current);
        }
        let pause = retry_after(&headers, self.client.clock().now(), MAX_REPORTED_PAUSE);
        let body = match &current.key {
            Some(key) => key.scrub(body),
            None => body,
        };
        let error = if (300..400).contains(&status) {
            let problem = "the service answered with a redirect, which is not followed";
            Error::new(ErrorKind::UnexpectedResponse, problem).with_status(status).with_body(body)
        } else {
            Error::from_answer(status, pause, &body)
        };
        let error = error.with_request_id(request_id(&headers, current.key.as_ref()));
        let error = if self.idempotency == Idempotency::Safe { error.not_in_doubt() } else { error };
        FailedAttempt { class: FailureClass::of_status(status, pause.is_some()), error }
    }

    /// The pause before the next attempt; `None` without another attempt.
    fn next_pause(&mut self, failed: &FailedAttempt) -> Option<Duration> {
        let shared = &self.client.shared;
        let now = self.client.clock().monotonic();
        let is_too_long = failed.error.retry_after().is_some_and(|pause| pause > LONGEST_WAIT);
        let may_repeat = !self.client.is_impatient && !is_too_long;
        let verdict = decide(failed.class, self.idempotency);
        if verdict == Verdict::Wait {
            self.attempts -= 1;
            self.rate_limited += 1;
            let requested = requested_pause(failed).filter(|pause| !pause.is_zero());
            // Not the policy of the client, which may have no pause: the service would get requests without a pause.
            let default_pause = || RetryPolicy::default().pause(self.rate_limited, shared.settings.entropy.fraction());
            let pause = requested.unwrap_or_else(default_pause);
            // All threads keep to the pause, even if this call has no time for it.
            shared.gate.block(self.draft.bucket(), pause);
            let is_in_time = may_repeat
                && match self.deadline.for_allowance(now) {
                    Some(left) => pause < left,
                    None => self.rate_limited < MAX_RATE_LIMITED,
                };
            return is_in_time.then_some(pause);
        }
        let is_retried = match verdict {
            Verdict::Retry => true,
            Verdict::RetryOnce => self.unreadable == 1,
            Verdict::Wait | Verdict::GiveUp => false,
        };
        if !is_retried || !may_repeat || self.attempts >= shared.settings.retries.attempts {
            return None;
        }
        let pause = shared.settings.retries.pause(self.attempts, shared.settings.entropy.fraction());
        let pause = pause.max(requested_pause(failed).unwrap_or_default());
        (pause < self.deadline.left(now) && shared.budget.withdraw()).then_some(pause)
    }

    fn wait(&mut self, pause: Duration, class: FailureClass) -> Result<()> {
        // The gate makes this pause.
        if class == FailureClass::RateLimited {
            return Ok(());
        }
        self.deadline.spend(pause);
        let slept = self.client.clock().sleep(pause, self.client.cancel_token());
        slept.map_err(|_| self.with_doubt(ErrorKind::Cancelled.into()))
    }

    fn give_up(&self, failed: FailedAttempt) -> Error {
        let error = match decide(failed.class, self.idempotency) {
            Verdict::Retry => failed.error.repeatable(true),
            _ => failed.error,
        };
        let error = match error.retry_after().filter(|pause| *pause > LONGEST_WAIT) {
            Some(pause) => {
                let message =
                    format!("{}; the service asks for a pause of {}", error.message(), ReadableDuration(pause));
                error.with_message(message)
            }
            None => error,
        };
        if self.status.is_some_and(proves_no_effect) { error } else { self.with_doubt(error) }
    }

    fn with_doubt(&self, error: Error) -> Error {
        if self.in_doubt { error.in_doubt() } else { error }
    }

    fn report_pause(&self, lasts: Duration) {
        let bucket = self.draft.bucket();
        let (limit, per) = self.client.shared.gate.limit(bucket);
        let pause = Pause {
            method: self.draft.method(),
            path: self.draft.path(),
            bucket,
            refused: self.status == Some(429),
            limit,
            per,
            lasts,
        };
        self.client.notify_observer(|observer| observer.pause(&pause));
    }

    fn report_attempt(&self, retry_in: Option<Duration>) {
        let attempt = Attempt {
            method: self.draft.method(),
            path: self.draft.path(),
            number: (self.attempts + self.rate_limited).max(1),
            status: self.status,
            failure: self.failure,
            waited: self.waited,
            took: self.took,
            retry_in,
        };
        self.client.notify_observer(|observer| observer.attempt(&attempt));
    }
}

fn requested_pause(failed: &FailedAttempt) -> Option<Duration> {
    failed.error.retry_after().map(|pause| pause.min(MAX_PAUSE))
}

/// Whether this status of a repeated request proves that the first one had no effect, because it would have had the same status. This is
/// not true for a conflict, which the first request may have caused, for 500, and for a rejected key.
fn proves_no_effect(status: u16) -> bool {
    matches!(status, 400 | 404 | 405 | 410 | 413 | 415)
}

fn read_success<R>(
    response: Response,
    key: Option<&ApiKey>,
    read: impl Fn(Response) -> Result<R>,
) -> Result<R, FailedAttempt> {
    let status = response.status;
    let request_id = request_id(&response.headers, key);
    let foreign = response.headers.get("Content-Type").is_some_and(|media_type| !media::is_json(media_type));
    let read = |response: Response| {
        if foreign && !response.body.is_empty() {
            return Err(Error::new(ErrorKind::UnexpectedResponse, "the answer is not JSON").with_body(response.body));
        }
        read(response)
    };
    read(response).map_err(|error| {
        let body = error.body().unwrap_or_default();
        let error = match key.filter(|key| key.is_in(body)) {
            // The message may quote the response, so it is created from the response without the key.
            Some(key) => {
                let body = key.scrub(body.to_vec());
                let masked = read(Response { body: body.clone(), ..Response::new(status) });
                masked.err().unwrap_or_else(|| Error::new(error.kind(), "the answer cannot be read").with_body(body))
            }
            None => error,
        };
        FailedAttempt { class: FailureClass::Unreadable, error: error.with_status(status).with_request_id(request_id) }
    })
}

fn request_id(headers: &Headers, key: Option<&ApiKey>) -> Option<String> {
    let id = headers.get("X-Request-Id")?;
    Some(match key {
        Some(key) => String::from_utf8_lossy(&key.scrub(id.as_bytes().to_vec())).into_owned(),
        None => id.to_owned(),
    })
}
