//! Converts an [`Error`] into an HTTP status with error objects, and back.

use std::time::Duration;

use serde_json::Value;

use super::{Error, ErrorKind, ErrorObject};

const MAX_BODY: usize = 64 * 1024;

/// Member of the `meta` of an error object: true if a failed write may have taken effect, false if it certainly did not.
const IN_DOUBT: &str = "in_doubt";

/// What a remote client learns about a store that refuses writes.
const WRITES_REFUSED: &str = "the service accepts no changes, because its database is damaged or its disk failed; it can still be read as \
                              far as the data is readable. The operator of the service finds the reason in its log";

/// An error as an HTTP response.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ErrorResponse {
    /// The HTTP status.
    pub status: u16,
    /// The error objects, at least one.
    pub errors: Vec<ErrorObject>,
    /// The pause for `Retry-After`.
    pub retry_after: Option<Duration>,
}

impl Error {
    /// The status and error objects for a client of the service.
    ///
    /// An internal failure of the service (its store, its disk) becomes 500 or 503 without details. The status of a
    /// [`Store`](ErrorKind::Store) error is 503 if the store refuses all writes.
    pub fn render(&self) -> ErrorResponse {
        match status_of(self.kind()) {
            (_, true) => self.render_in_full(),
            (status, false) => {
                let refuses_writes = self.kind() == ErrorKind::Store && self.http_status() == Some(503);
                let status = if refuses_writes { 503 } else { status };
                let kind = if status == 503 { ErrorKind::Unavailable } else { ErrorKind::Internal };
                let mut object = ErrorObject::new(kind.title()).with_code(kind.code()).with_status(status);
                object.detail = refuses_writes.then(|| WRITES_REFUSED.to_owned());
                self.add_doubt(status, &mut object);
                ErrorResponse { status, errors: vec![object], retry_after: self.retry_after() }
            }
        }
    }

    /// The status and error objects for the process in which the service runs: every kind with its details and causes.
    pub fn render_in_full(&self) -> ErrorResponse {
        let kind = self.kind();
        let status = match status_of(kind) {
            (status, true) => status,
            (_, false) => inside_status_of(kind),
        };
        let mut errors = self.errors().to_vec();
        if errors.is_empty() {
            errors.push(ErrorObject::new(kind.title()).with_code(kind.code()).with_detail(self.with_causes()));
        }
        for object in &mut errors {
            object.status = Some(status.to_string());
        }
        self.add_doubt(status, &mut errors[0]);
        ErrorResponse { status, errors, retry_after: self.retry_after() }
    }

    /// Adds whether the write may have taken effect, which the status of a failure does not show. A rejected request has no effect.
    fn add_doubt(&self, status: u16, object: &mut ErrorObject) {
        if status >= 500 || self.is_in_doubt() {
            object.meta.get_or_insert_default().insert(IN_DOUBT.to_owned(), self.is_in_doubt().into());
        }
    }

    pub(crate) fn reported_in_doubt(&self) -> Option<bool> {
        reported_in_doubt(self.errors())
    }

    /// Reads an error response. Accepts any status and any body.
    pub fn from_answer(status: u16, retry_after: Option<Duration>, body: &[u8]) -> Self {
        let errors = read_objects(body);
        let kind = kind_of(status, errors.first().and_then(|object| object.code.as_deref()));
        let message = errors
            .iter()
            .find_map(|object| object.detail.clone().or_else(|| object.title.clone()))
            .unwrap_or_else(|| title_of(status, kind).to_owned());
        let in_doubt = reported_in_doubt(&errors) == Some(true);
        let error = Error::new(kind, message).with_status(status).with_retry_after(retry_after);
        let error = if in_doubt { error.in_doubt() } else { error };
        if errors.is_empty() {
            error.with_body(body[..body.len().min(MAX_BODY)].to_vec())
        } else {
            error.with_objects(errors)
        }
    }
}

fn reported_in_doubt(errors: &[ErrorObject]) -> Option<bool> {
    let reported = errors.iter().filter_map(|object| object.meta.as_ref()?.get(IN_DOUBT)?.as_bool());
    reported.reduce(|one, other| one || other)
}

fn status_of(kind: ErrorKind) -> (u16, bool) {
    use ErrorKind::*;
    match kind {
        BadRequest => (400, true),
        Unauthorized => (401, true),
        Forbidden => (403, true),
        NotFound => (404, true),
        MethodNotAllowed => (405, true),
        Conflict => (409, true),
        TooLarge => (413, true),
        UnsupportedMediaType => (415, true),
        Invalid | Duplicate | EgressRefused => (422, true),
        RateLimited => (429, true),
        Unavailable => (503, true),
        StorageFull => (507, true),
        StoreBusy | Closed | Timeout | Cancelled => (503, false),
        _ => (500, false),
    }
}

/// The status of an internal failure for the process of the service. 501 means that nothing was done and a retry does not help.
/// Clients retry a read after 500.
fn inside_status_of(kind: ErrorKind) -> u16 {
    use ErrorKind::*;
    match kind {
        Closed | Forked | StoreVersion | Configuration => 501,
        _ => 500,
    }
}

fn kind_of(status: u16, code: Option<&str>) -> ErrorKind {
    use ErrorKind::*;
    let inside = |code: &str| ErrorKind::ALL.into_iter().find(|kind| kind.code() == code && !status_of(*kind).1);
    if let Some(kind) = code.filter(|_| matches!(status, 500 | 501)).and_then(inside) {
        return kind;
    }
    match (status, code) {
        (422, Some("duplicate")) => Duplicate,
        (422, Some("egress_refused")) => EgressRefused,
        (422, _) => Invalid,
        (400, _) => BadRequest,
        (401, _) => Unauthorized,
        (403, _) => Forbidden,
        (404 | 410, _) => NotFound,
        (405, _) => MethodNotAllowed,
        (408, _) => Timeout,
        (409, _) => Conflict,
        (413, _) => TooLarge,
        (415, _) => UnsupportedMediaType,
        (429, _) => RateLimited,
        (507, _) => StorageFull,
        (502..=504, _) => Unavailable,
        (500..=599, _) => Internal,
        (400..=499, _) => BadRequest,
        _ => UnexpectedResponse,
    }
}

fn title_of(status: u16, kind: ErrorKind) -> &'static str {
    match status {
        500 => ErrorKind::Internal.title(),
        503 => ErrorKind::Unavailable.title(),
        _ => kind.title(),
    }
}

/// In addition to `{errors: […]}`, the hosted service has sent `{error: […]}`, `{error: text}`, `{errors: text}`, `{message}`, `{detail}`
/// and an array.
fn read_objects(body: &[u8]) -> Vec<ErrorObject> {
    let Ok(document) = serde_json::from_slice::<Value>(body) else { return Vec::new() };
    let found = match &document {
        Value::Array(_) => Some(&document),
        Value::Object(members) => ["errors", "error", "detail", "message"]
            .iter()
            .find_map(|name| members.get(*name))
            .filter(|found| !found.is_null()),
        _ => None,
    };
    match found {
        Some(Value::Array(items)) => items.iter().filter_map(read_object).collect(),
        Some(other) => read_object(other).into_iter().collect(),
        None => Vec::new(),
    }
}

fn read_object(value: &Value) -> Option<ErrorObject> {
    match value {
        Value::String(text) => Some(ErrorObject { detail: Some(text.clone()), ..Default::default() }),
        Value::Object(_) => serde_json::from_value(value.clone()).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_kinds_survive_a_round_trip() {
        for kind in ErrorKind::ALL {
            let (status, public) = status_of(kind);
            if !public {
                continue;
            }
            let error =
                Error::refused(kind, "/data/attributes/scac", "no").with_retry_after(Some(Duration::from_secs(3)));
            let sent = error.render();
            let body = serde_json::to_vec(&serde_json::json!({ "errors": sent.errors })).unwrap();
            let read = Error::from_answer(sent.status, sent.retry_after, &body);
            assert_eq!((read.kind(), read.http_status()), (kind, Some(status)));
            assert_eq!((read.pointer(), read.code()), (error.pointer(), error.code()));
            assert_eq!(read.render(), sent);
        }
    }

    #[test]
    fn all_kinds_survive_a_round_trip_in_the_process_of_the_service() {
        for kind in ErrorKind::ALL {
            let cause = std::io::Error::other("the disk is on fire");
            for error in
                [Error::new(kind, "it failed").with_source(cause), Error::refused(kind, "limits", "no").in_doubt()]
            {
                let sent = error.render_in_full();
                let body = serde_json::to_vec(&serde_json::json!({ "errors": sent.errors })).unwrap();
                let read = Error::from_answer(sent.status, sent.retry_after, &body);
                let properties = (read.kind(), read.is_in_doubt(), read.pointer(), read.message().to_owned());
                assert_eq!(properties, (kind, error.is_in_doubt(), error.pointer(), error.with_causes()));
                assert_eq!(read.render_in_full(), sent);
            }
        }
    }

    #[test]
    fn details_and_kind_of_a_failure_are_hidden_from_clients() {
        for kind in ErrorKind::ALL.into_iter().filter(|kind| !status_of(*kind).1) {
            let response = Error::new(kind, "disk /secret/path failed").in_doubt().render();
            let text = serde_json::to_string(&response.errors).unwrap();
            assert!(!text.contains("secret") && !text.contains(kind.code()) || kind == ErrorKind::Internal, "{text}");
            let read = Error::from_answer(response.status, None, format!("{{\"errors\":{text}}}").as_bytes());
            assert!(matches!(read.kind(), ErrorKind::Internal | ErrorKind::Unavailable), "{kind:?}");
        }
    }

    #[test]
    fn every_failure_reports_whether_a_write_may_have_taken_effect() {
        for kind in ErrorKind::ALL {
            for (error, in_doubt) in [(Error::from(kind), false), (Error::from(kind).in_doubt(), true)] {
                for sent in [error.render(), error.render_in_full()] {
                    let body = serde_json::to_vec(&serde_json::json!({ "errors": sent.errors })).unwrap();
                    let read = Error::from_answer(sent.status, None, &body);
                    let expected = (sent.status >= 500 || in_doubt).then_some(in_doubt);
                    assert_eq!(
                        (read.is_in_doubt(), reported_in_doubt(read.errors())),
                        (in_doubt, expected),
                        "{kind:?}"
                    );
                    assert_eq!(read.render_in_full().errors[0].meta, sent.errors[0].meta);
                }
            }
        }
    }

    #[test]
    fn every_shape_of_error_body_is_read() {
        for body in [
            r#"{"errors":[{"detail":"boom"}]}"#,
            r#"{"error":[{"detail":"boom"}]}"#,
            r#"{"error":"boom"}"#,
            r#"{"errors":"boom"}"#,
            r#"{"message":"boom"}"#,
            r#"{"detail":"boom"}"#,
            r#"[{"detail":"boom"}]"#,
            r#"{"errors":[{"detail":"boom","status":422,"source":null,"meta":7,"title":null}]}"#,
        ] {
            let error = Error::from_answer(422, None, body.as_bytes());
            assert!(error.to_string().starts_with("boom"), "{body}: {error}");
        }
        let html = Error::from_answer(404, None, b"<html>not here</html>");
        assert_eq!(html.kind(), ErrorKind::NotFound);
        assert!(html.body().unwrap().starts_with(b"<html>"));
    }
}
