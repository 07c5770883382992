//! Sends a file to the URL that the service returns, with the headers that the service requires. The headers of the client are added only
//! if the URL is at the service itself.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::file_reader::FileReader;
use crate::client::base_url::BaseUrl;
use crate::client::exchange::{MAX_PAUSE, MAX_REPORTED_PAUSE};
use crate::client::retry::{FailureClass, Verdict, decide};
use crate::client::{Attempt, Client};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Failure, Headers, Method, Request, Response, Stream, TransportError, retry_after};
use crate::resources::Idempotency;

/// Shown to observers instead of the path, which is a secret.
const HIDDEN_PATH: &str = "(storage)";

const MAX_ANSWER: usize = 64 * 1024;

/// The response to the announcement of a file.
#[derive(Deserialize)]
pub(super) struct Announcement {
    pub signed_id: String,
    direct_upload: DirectUpload,
}

#[derive(Deserialize)]
struct DirectUpload {
    url: String,
    #[serde(default)]
    headers: Map<String, Value>,
}

impl Announcement {
    pub fn parse(answer: Response) -> Result<Self> {
        serde_json::from_slice(&answer.body).map_err(|problem| {
            let problem = format!("the service returned no URL for the upload: {problem}");
            Error::new(ErrorKind::UnexpectedResponse, problem).with_body(answer.body)
        })
    }

    pub fn target(&self, client: &Client, length: u64) -> Result<UploadTarget> {
        let DirectUpload { url, headers } = &self.direct_upload;
        let url = &client.base().local_file_url(url);
        let host = match client.base().origin() {
            "" if url.starts_with('/') => BaseUrl::in_process(),
            _ => BaseUrl::origin_of(url).map_err(unusable)?,
        };
        if !host.is_confidential() && !client.shared.settings.allow_insecure {
            let origin = host.origin();
            return Err(unusable(format!("the file would be sent unencrypted to another machine, {origin}")));
        }
        let mut request = Request::new(Method::Put, url);
        request.headers = header_fields(headers, length).map_err(unusable)?;
        let is_service = host.origin() == client.base().origin();
        if is_service {
            // A gateway in front of the service may need these headers.
            for (name, value) in &client.shared.settings.headers {
                request.headers.set(name.clone(), value);
            }
        }
        if request.headers.get("User-Agent").is_none() {
            request.headers.set("User-Agent", &*client.shared.settings.user_agent);
        }
        let egress = if is_service { Egress::Open } else { client.upload_egress()? };
        Ok(UploadTarget { request, origin: host.origin().to_owned(), egress })
    }
}

fn unusable(what: String) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, format!("the URL that the service returned for the upload: {what}"))
}

fn header_fields(given: &Map<String, Value>, length: u64) -> Result<Headers, String> {
    let mut headers = Headers::new();
    for (name, value) in given {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(format!("its header field `{name}` is neither a text nor a number")),
        };
        if !name.eq_ignore_ascii_case("content-length") {
            headers.append(name.clone(), value);
        } else if value.parse() != Ok(length) {
            return Err(format!("it is for {value} bytes, and the file has {length}"));
        }
    }
    Ok(headers)
}

impl Client {
    /// A service at a public address must not direct a file into private networks; a service inside them may. With a proxy the
    /// rule cannot be enforced, so the proxy decides.
    fn upload_egress(&self) -> Result<Egress> {
        let call = Call { egress: Egress::PublicOnly, ..self.upload_call() };
        match self.shared.transport.check(&self.base().to_string(), &call) {
            Ok(()) => Ok(Egress::PublicOnly),
            Err(refused) if refused.failure == Failure::Refused => Ok(Egress::Open),
            Err(failed) => Err(failed.into()),
        }
    }

    fn upload_call(&self) -> Call {
        Call {
            deadline: self.deadline(),
            cancel: self.cancel_token().clone(),
            body_limit: MAX_ANSWER,
            head_suffices: true,
            ..Call::default()
        }
    }

    pub(super) fn check_in_time(&self) -> Result<()> {
        self.cancel_token().check().map_err(|_| Error::from(ErrorKind::Cancelled))?;
        match self.deadline() {
            Some(deadline) if deadline <= self.clock().monotonic() => {
                Err(Error::new(ErrorKind::Timeout, "the deadline passed before the file was sent"))
            }
            _ => Ok(()),
        }
    }
}

pub(super) struct UploadTarget {
    request: Request,
    origin: String,
    egress: Egress,
}

impl UploadTarget {
    /// Sends the file, with retries.
    pub fn upload(&self, client: &Client, reader: &mut FileReader<'_>) -> Result<()> {
        for attempt in 1.. {
            client.check_in_time()?;
            reader.restart()?;
            let started = client.clock().monotonic();
            let failed = self.send(client, reader)?;
            let pause = failed.as_ref().and_then(|failed| failed.pause(client, attempt));
            self.report_attempt(client, attempt, started, failed.as_ref(), pause);
            match (failed, pause) {
                (None, _) => break,
                (Some(failed), None) => return Err(failed.error),
                (Some(_), Some(pause)) => {
                    let slept = client.clock().sleep(pause, client.cancel_token());
                    slept.map_err(|_| Error::from(ErrorKind::Cancelled))?;
                }
            }
        }
        reader.finish();
        Ok(())
    }

    fn send(&self, client: &Client, reader: &mut FileReader<'_>) -> Result<Option<FailedAttempt>> {
        let call = Call { egress: self.egress.clone(), ..client.upload_call() };
        let length = reader.length();
        let answer = client.shared.transport.send_stream(self.request.clone(), Stream::new(length, reader), &call);
        if let Some(problem) = reader.problem() {
            return Err(problem);
        }
        Ok(match answer {
            Ok(answer) if (200..300).contains(&answer.status) => None,
            Ok(answer) => Some(self.refusal(answer, client)),
            Err(failed) => Some(FailedAttempt::without_answer(failed)),
        })
    }

    fn refusal(&self, answer: Response, client: &Client) -> FailedAttempt {
        let Response { status, headers, body } = answer;
        let pause = retry_after(&headers, client.clock().now(), MAX_REPORTED_PAUSE);
        let kind = match Error::from_answer(status, None, b"").kind() {
            // `Unauthorized` means a rejected API key, and no API key is sent to this URL.
            ErrorKind::Unauthorized => ErrorKind::Forbidden,
            kind => kind,
        };
        let redirect = if (300..400).contains(&status) { " with a redirect, which is not followed" } else { "" };
        let problem = format!("the file was not accepted: {} answered{redirect}", self.origin);
        let error = Error::new(kind, problem).with_status(status).with_retry_after(pause).with_body(body);
        FailedAttempt { class: FailureClass::of_status(status, pause.is_some()), status: Some(status), error }
    }

    fn report_attempt(
        &self,
        client: &Client,
        number: u32,
        started: Duration,
        failed: Option<&FailedAttempt>,
        retry_in: Option<Duration>,
    ) {
        let attempt = Attempt {
            method: Method::Put,
            path: HIDDEN_PATH,
            number,
            status: failed.map_or(Some(200), |failed| failed.status),
            failure: failed.map(|failed| failed.error.kind()),
            waited: Duration::ZERO,
            took: client.clock().monotonic().saturating_sub(started),
            retry_in,
        };
        client.notify_observer(|observer| observer.attempt(&attempt));
    }
}

struct FailedAttempt {
    class: FailureClass,
    status: Option<u16>,
    error: Error,
}

impl FailedAttempt {
    fn without_answer(failed: TransportError) -> Self {
        let class = FailureClass::of_failure(&failed);
        let error = match failed.failure {
            Failure::Malformed => unusable(failed.message),
            _ => failed.into(),
        };
        FailedAttempt { class, status: None, error }
    }

    fn pause(&self, client: &Client, attempt: u32) -> Option<Duration> {
        let shared = &client.shared;
        let is_retried = matches!(decide(self.class, Idempotency::Idempotent), Verdict::Retry | Verdict::Wait);
        if !is_retried || attempt >= shared.settings.retries.attempts {
            return None;
        }
        let pause = shared.settings.retries.pause(attempt, shared.settings.entropy.fraction());
        let pause = pause.max(self.error.retry_after().unwrap_or_default().min(MAX_PAUSE));
        let left = client.deadline().map(|deadline| deadline.saturating_sub(client.clock().monotonic()));
        (left.is_none_or(|left| pause < left) && shared.budget.withdraw()).then_some(pause)
    }
}
