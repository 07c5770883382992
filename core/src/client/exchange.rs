//! One call: sends a request, with retries, until there is an answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::Client;
use super::gate::Deadline;
use super::key::{ApiKey, Credential};
use super::observer::{Attempt, CallObserver, Pause};
use super::request_draft::Draft;
use super::retry::{RetryPolicy, Trouble, Verdict, judge};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Headers, Method, Request, Response, SendStatus, TransportError, retry_after};
use crate::jsonapi::media;
use crate::resources::Idempotency;
use crate::spans::span;

/// Bound on 429 answers to a call without a deadline.
const MOST_REFUSALS: u32 = 20;

/// Longest pause at a service's request. Errors report the requested pause.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_secs(120);

pub(super) const LONGEST_TOLD: Duration = Duration::from_secs(366 * 24 * 60 * 60);

impl Client {
    /// Sends `draft`, with retries. `read` turns a 2xx answer with JSON or no body into the result; if it fails, the
    /// answer counts as broken.
    pub(super) fn exchange<R>(&self, draft: &Draft, read: impl Fn(Response) -> Result<R>) -> Result<R> {
        self.shared.budget.deposit();
        let mut course = Course::new(self, draft);
        let span = span!("client_request", method = draft.method().as_str(), path = draft.path(); status);
        loop {
            let (answer, credential) = course.attempt()?;
            let result = course.read(answer, &credential, &read);
            if let Some(status) = course.status {
                span.record("status", status);
            }
            let failed = match result {
                Ok(result) => {
                    course.tell(None);
                    return Ok(result);
                }
                Err(failed) => failed,
            };
            let next = course.next(&failed);
            course.tell(next);
            let Some(pause) = next else { return Err(course.give_up(failed)) };
            course.wait(pause, failed.trouble)?;
        }
    }

    pub(super) fn would_be_refused(&self, draft: &Draft) -> Result<()> {
        let credential = self.shared.credentials.current()?;
        let course = Course::new(self, draft);
        match self.shared.transport.reject_early(&course.request(&credential)) {
            Some(refusal) => Err(course.refusal(refusal, &credential).error),
            None => Ok(()),
        }
    }

    /// Ignores a panic of the observer: the call has happened and its result is the caller's.
    pub(super) fn to_observer(&self, tell: impl FnOnce(&dyn CallObserver)) {
        if let Some(observer) = &self.shared.settings.observer {
            let _ = catch_unwind(AssertUnwindSafe(|| tell(observer.as_ref())));
        }
    }
}

struct Failed {
    trouble: Trouble,
    error: Error,
}

struct Course<'c> {
    client: &'c Client,
    draft: &'c Draft,
    idempotency: Idempotency,
    deadline: Deadline,
    attempts: u32,
    refusals: u32,
    unreadable: u32,
    in_doubt: bool,
    status: Option<u16>,
    failure: Option<ErrorKind>,
    waited: Duration,
    took: Duration,
    ended: Duration,
}

impl<'c> Course<'c> {
    fn new(client: &'c Client, draft: &'c Draft) -> Self {
        Course {
            client,
            draft,
            idempotency: draft.idempotency(),
            deadline: Deadline::until(client.deadline()),
            attempts: 0,
            refusals: 0,
            unreadable: 0,
            in_doubt: false,
            status: None,
            failure: None,
            waited: Duration::ZERO,
            took: Duration::ZERO,
            ended: client.clock().monotonic(),
        }
    }

    fn attempt(&mut self) -> Result<(Result<Response, TransportError>, Credential)> {
        let shared = &self.client.shared;
        shared.credentials.current().map_err(|error| self.doubted(error))?;
        let pausing = |lasts| self.tell_pause(lasts);
        let permit = shared.gate.enter(self.draft.bucket(), &self.deadline, self.client.cancel_token(), pausing);
        let permit = permit.map_err(|error| self.doubted(error))?;
        // The key may have been refused on another thread while this one waited.
        let credential = match shared.credentials.current() {
            Ok(credential) => credential,
            Err(error) => {
                permit.release();
                return Err(self.doubted(error));
            }
        };
        let sent = self.client.clock().monotonic();
        let left = self.deadline.left(sent);
        if left.is_zero() {
            permit.release();
            return Err(self.doubted(Error::new(ErrorKind::Timeout, "the deadline passed before the request was sent")));
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
        let answer = shared.transport.send(self.request(&credential), &call);
        match &answer {
            Err(failed) if failed.send_status() == SendStatus::NotSent => permit.release(),
            _ => drop(permit),
        }
        self.waited = sent.saturating_sub(self.ended);
        self.ended = self.client.clock().monotonic();
        self.took = self.ended.saturating_sub(sent);
        self.deadline.spend(self.took);
        Ok((answer, credential))
    }

    fn request(&self, credential: &Credential) -> Request {
        let shared = &self.client.shared;
        let mut request = self.draft.request();
        let accepted = format!("{}, {};q=0.9", media::JSON_API, media::JSON);
        request.headers.set("Accept", accepted);
        request.headers.set("User-Agent", &*shared.settings.user_agent);
        for (name, value) in &shared.settings.headers {
            request.headers.set(name.clone(), value);
        }
        if let Some(key) = credential.key.as_ref().filter(|_| request.origin() == shared.base.origin()) {
            request.headers.set("Authorization", key.authorization());
        }
        request
    }

    fn read<R>(
        &mut self,
        answer: Result<Response, TransportError>,
        credential: &Credential,
        read: impl Fn(Response) -> Result<R>,
    ) -> Result<R, Failed> {
        self.status = answer.as_ref().ok().map(|response| response.status);
        self.failure = None;
        let key = credential.key.as_ref();
        let result = match answer {
            Err(failed) => Err(Failed { trouble: Trouble::of_failure(&failed), error: failed.into() }),
            Ok(response) if (200..300).contains(&response.status) => read_success(response, key, read),
            // An earlier attempt has deleted it already.
            Ok(response) if self.is_deleted(response.status) => read_success(Response::new(204), key, read),
            Ok(response) => Err(self.refusal(response, credential)),
        };
        if let Err(failed) = &result {
            self.failure = Some(failed.error.kind());
            let ambiguous = failed.error.reported_in_doubt().unwrap_or(failed.trouble.is_ambiguous());
            self.in_doubt |= self.idempotency != Idempotency::Safe && ambiguous;
            self.unreadable += u32::from(failed.trouble == Trouble::Unreadable);
        }
        result
    }

    fn is_deleted(&self, status: u16) -> bool {
        self.draft.method() == Method::Delete && self.in_doubt && matches!(status, 404 | 410)
    }

    fn refusal(&self, response: Response, credential: &Credential) -> Failed {
        let Response { status, headers, body } = response;
        if status == 401 {
            self.client.shared.credentials.reject(credential);
        }
        let pause = retry_after(&headers, self.client.clock().now(), LONGEST_TOLD);
        let body = match &credential.key {
            Some(key) => key.scrub(body),
            None => body,
        };
        let error = if (300..400).contains(&status) {
            let problem = "the service answered with a redirect, and redirects are not followed";
            Error::new(ErrorKind::UnexpectedResponse, problem).with_status(status).with_body(body)
        } else {
            Error::from_answer(status, pause, &body)
        };
        let error = error.with_request_id(request_id(&headers, credential.key.as_ref()));
        let error = if self.idempotency == Idempotency::Safe { error.not_in_doubt() } else { error };
        Failed { trouble: Trouble::of_status(status, pause.is_some()), error }
    }

    fn next(&mut self, failed: &Failed) -> Option<Duration> {
        let shared = &self.client.shared;
        let now = self.client.clock().monotonic();
        let verdict = judge(failed.trouble, self.idempotency);
        if verdict == Verdict::Wait {
            self.attempts -= 1;
            self.refusals += 1;
            let told = told_pause(failed).filter(|pause| !pause.is_zero());
            // Not the client's own policy: without any pause in it, a service that gives no hint would be hammered.
            let guess = || RetryPolicy::default().pause(self.refusals, shared.settings.entropy.fraction());
            let pause = told.unwrap_or_else(guess);
            // Every thread keeps to it, whether or not this call has the time to.
            shared.gate.block(self.draft.bucket(), pause);
            let affordable = match self.deadline.for_allowance(now) {
                Some(left) => pause < left,
                None => self.refusals < MOST_REFUSALS,
            };
            return affordable.then_some(pause);
        }
        let wanted = match verdict {
            Verdict::Retry => true,
            Verdict::RetryOnce => self.unreadable == 1,
            Verdict::Wait | Verdict::GiveUp => false,
        };
        if !wanted || self.attempts >= shared.settings.retries.attempts {
            return None;
        }
        let pause = shared.settings.retries.pause(self.attempts, shared.settings.entropy.fraction());
        let pause = pause.max(told_pause(failed).unwrap_or_default());
        (pause < self.deadline.left(now) && shared.budget.withdraw()).then_some(pause)
    }

    fn wait(&mut self, pause: Duration, trouble: Trouble) -> Result<()> {
        if trouble == Trouble::TooMany {
            return Ok(());
        }
        self.deadline.spend(pause);
        let slept = self.client.clock().sleep(pause, self.client.cancel_token());
        slept.map_err(|_| self.doubted(ErrorKind::Cancelled.into()))
    }

    fn give_up(&self, failed: Failed) -> Error {
        let error = match judge(failed.trouble, self.idempotency) {
            Verdict::Retry => failed.error.repeatable(true),
            _ => failed.error,
        };
        if self.status.is_some_and(settles) { error } else { self.doubted(error) }
    }

    fn doubted(&self, error: Error) -> Error {
        if self.in_doubt { error.in_doubt() } else { error }
    }

    fn tell_pause(&self, lasts: Duration) {
        let (bucket, limits) = (self.draft.bucket(), self.client.shared.gate.limits());
        let pause = Pause {
            method: self.draft.method(),
            path: self.draft.path(),
            bucket,
            refused: self.status == Some(429),
            limit: limits.of(bucket),
            per: limits.per,
            lasts,
        };
        self.client.to_observer(|observer| observer.pause(&pause));
    }

    fn tell(&self, retry_in: Option<Duration>) {
        let attempt = Attempt {
            method: self.draft.method(),
            path: self.draft.path(),
            number: (self.attempts + self.refusals).max(1),
            status: self.status,
            failure: self.failure,
            waited: self.waited,
            took: self.took,
            retry_in,
        };
        self.client.to_observer(|observer| observer.attempt(&attempt));
    }
}

fn told_pause(failed: &Failed) -> Option<Duration> {
    failed.error.retry_after().map(|pause| pause.min(LONGEST_PAUSE))
}

/// Whether this status of a repeated request proves that the first one did nothing: it would have been the same. Not so
/// for a conflict, which may be the first one's effect, for 500, and for a refused key.
fn settles(status: u16) -> bool {
    matches!(status, 400 | 404 | 405 | 410 | 413 | 415)
}

fn read_success<R>(
    response: Response,
    key: Option<&ApiKey>,
    read: impl Fn(Response) -> Result<R>,
) -> Result<R, Failed> {
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
            // The message may quote the answer, so it is built from one without the key.
            Some(key) => {
                let body = key.scrub(body.to_vec());
                let told = read(Response { body: body.clone(), ..Response::new(status) });
                told.err().unwrap_or_else(|| Error::new(error.kind(), "the answer cannot be read").with_body(body))
            }
            None => error,
        };
        Failed { trouble: Trouble::Unreadable, error: error.with_status(status).with_request_id(request_id) }
    })
}

fn request_id(headers: &Headers, key: Option<&ApiKey>) -> Option<String> {
    let id = headers.get("X-Request-Id")?;
    Some(match key {
        Some(key) => String::from_utf8_lossy(&key.scrub(id.as_bytes().to_vec())).into_owned(),
        None => id.to_owned(),
    })
}
