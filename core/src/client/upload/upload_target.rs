//! Sends a file to the place that the service names, with the headers that the service asks for and none of the
//! client's.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::file_reader::Sending;
use crate::client::base_url::BaseUrl;
use crate::client::exchange::{LONGEST_PAUSE, LONGEST_TOLD};
use crate::client::retry::{Trouble, Verdict, judge};
use crate::client::{Attempt, Client};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Failure, Headers, Method, Request, Response, Stream, TransportError, retry_after};
use crate::resources::Idempotency;

/// Shown to observers in place of the path, which is a secret.
const UNTOLD_PATH: &str = "(storage)";

const ANSWER: usize = 64 * 1024;

#[derive(Deserialize)]
pub(super) struct Announced {
    pub signed_id: String,
    direct_upload: Direct,
}

#[derive(Deserialize)]
struct Direct {
    url: String,
    #[serde(default)]
    headers: Map<String, Value>,
}

impl Announced {
    pub fn read(answer: Response) -> Result<Self> {
        serde_json::from_slice(&answer.body).map_err(|problem| {
            let problem = format!("the service did not say where the file goes: {problem}");
            Error::new(ErrorKind::UnexpectedResponse, problem).with_body(answer.body)
        })
    }

    pub fn place(&self, client: &Client, length: u64) -> Result<Place> {
        let Direct { url, headers } = &self.direct_upload;
        let host = match client.base().origin() {
            "" if url.starts_with('/') => BaseUrl::in_process(),
            _ => BaseUrl::origin_of(url).map_err(unusable)?,
        };
        if !host.is_private() && !client.shared.settings.allow_insecure {
            let origin = host.origin();
            return Err(unusable(format!("a file is not sent unencrypted to another machine, {origin}")));
        }
        let mut request = Request::new(Method::Put, url);
        request.headers = fields(headers, length).map_err(unusable)?;
        let is_own = host.origin() == client.base().origin();
        if is_own {
            // Headers that a gateway in front of the service needs are needed here, too.
            for (name, value) in &client.shared.settings.headers {
                request.headers.set(name.clone(), value);
            }
        }
        if request.headers.get("User-Agent").is_none() {
            request.headers.set("User-Agent", &*client.shared.settings.user_agent);
        }
        let egress = if is_own { Egress::Open } else { client.egress()? };
        Ok(Place { request, origin: host.origin().to_owned(), egress })
    }
}

fn unusable(what: String) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, format!("the place the service named for the file: {what}"))
}

fn fields(given: &Map<String, Value>, length: u64) -> Result<Headers, String> {
    let mut headers = Headers::new();
    for (name, value) in given {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(format!("its header field {name} is neither a text nor a number")),
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
    /// A service at a public address must not direct a file into the networks of the client's machine; one inside them
    /// may. A proxy has its own rule.
    fn egress(&self) -> Result<Egress> {
        let call = Call { egress: Egress::PublicOnly, ..self.place_call() };
        match self.shared.transport.check(&self.base().to_string(), &call) {
            Ok(()) => Ok(Egress::PublicOnly),
            Err(refused) if refused.failure == Failure::Refused => Ok(Egress::Open),
            Err(failed) => Err(failed.into()),
        }
    }

    fn place_call(&self) -> Call {
        Call {
            deadline: self.deadline(),
            cancel: self.cancel_token().clone(),
            body_limit: ANSWER,
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

pub(super) struct Place {
    request: Request,
    origin: String,
    egress: Egress,
}

impl Place {
    pub fn take(&self, client: &Client, sending: &mut Sending<'_>) -> Result<()> {
        for attempt in 1.. {
            client.check_in_time()?;
            sending.restart()?;
            let begun = client.clock().monotonic();
            let failed = self.send(client, sending)?;
            let pause = failed.as_ref().and_then(|failed| failed.pause(client, attempt));
            self.tell(client, attempt, begun, failed.as_ref(), pause);
            match (failed, pause) {
                (None, _) => break,
                (Some(failed), None) => return Err(failed.error),
                (Some(_), Some(pause)) => {
                    let slept = client.clock().sleep(pause, client.cancel_token());
                    slept.map_err(|_| Error::from(ErrorKind::Cancelled))?;
                }
            }
        }
        sending.finish();
        Ok(())
    }

    fn send(&self, client: &Client, sending: &mut Sending<'_>) -> Result<Option<Failed>> {
        let call = Call { egress: self.egress.clone(), ..client.place_call() };
        let length = sending.length();
        let answer = client.shared.transport.send_stream(self.request.clone(), Stream::new(length, sending), &call);
        if let Some(problem) = sending.problem() {
            return Err(problem);
        }
        Ok(match answer {
            Ok(answer) if (200..300).contains(&answer.status) => None,
            Ok(answer) => Some(self.refusal(answer, client)),
            Err(failed) => Some(Failed::unanswered(failed)),
        })
    }

    fn refusal(&self, answer: Response, client: &Client) -> Failed {
        let Response { status, headers, body } = answer;
        let pause = retry_after(&headers, client.clock().now(), LONGEST_TOLD);
        let kind = match Error::from_answer(status, None, b"").kind() {
            // Not the client's key was refused.
            ErrorKind::Unauthorized => ErrorKind::Forbidden,
            kind => kind,
        };
        let redirect =
            if (300..400).contains(&status) { " with a redirect, and redirects are not followed" } else { "" };
        let problem = format!("the file was not taken: {} answered{redirect}", self.origin);
        let error = Error::new(kind, problem).with_status(status).with_retry_after(pause).with_body(body);
        Failed { trouble: Trouble::of_status(status, pause.is_some()), status: Some(status), error }
    }

    fn tell(&self, client: &Client, number: u32, begun: Duration, failed: Option<&Failed>, retry_in: Option<Duration>) {
        let attempt = Attempt {
            method: Method::Put,
            path: UNTOLD_PATH,
            number,
            status: failed.map_or(Some(200), |failed| failed.status),
            failure: failed.map(|failed| failed.error.kind()),
            waited: Duration::ZERO,
            took: client.clock().monotonic().saturating_sub(begun),
            retry_in,
        };
        client.to_observer(|observer| observer.attempt(&attempt));
    }
}

struct Failed {
    trouble: Trouble,
    status: Option<u16>,
    error: Error,
}

impl Failed {
    fn unanswered(failed: TransportError) -> Self {
        let trouble = Trouble::of_failure(&failed);
        let error = match failed.failure {
            Failure::Malformed => unusable(failed.message),
            _ => failed.into(),
        };
        Failed { trouble, status: None, error }
    }

    fn pause(&self, client: &Client, attempt: u32) -> Option<Duration> {
        let shared = &client.shared;
        let may = matches!(judge(self.trouble, Idempotency::Idempotent), Verdict::Retry | Verdict::Wait);
        if !may || attempt >= shared.settings.retries.attempts {
            return None;
        }
        let pause = shared.settings.retries.pause(attempt, shared.settings.entropy.fraction());
        let pause = pause.max(self.error.retry_after().unwrap_or_default().min(LONGEST_PAUSE));
        let left = client.deadline().map(|deadline| deadline.saturating_sub(client.clock().monotonic()));
        (left.is_none_or(|left| pause < left) && shared.budget.withdraw()).then_some(pause)
    }
}
