//! The error type of the library.
//!
//! [`Error`] is opaque: callers use its methods ([`kind`](Error::kind), [`is_retryable`](Error::is_retryable),
//! [`is_in_doubt`](Error::is_in_doubt) …) and cannot match on its fields, so that fields can be added without breaking callers.

mod kind;
mod message_text;
mod object;
mod wire;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use serde_json::Map;

pub use kind::ErrorKind;
pub use message_text::Quoted;
pub(crate) use message_text::ReadableDuration;
pub use object::{ErrorObject, ErrorSource};
pub use wire::ErrorResponse;

/// A `Result` with the library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of a client, the embedded service or a function of this library.
pub struct Error(Box<Inner>);

/// Maximum number of error objects of a combined error.
const MAX_PROBLEMS: usize = 100;

struct Inner {
    kind: ErrorKind,
    message: Cow<'static, str>,
    status: Option<u16>,
    errors: Vec<ErrorObject>,
    retry_after: Option<Duration>,
    in_doubt: bool,
    /// Overrides whether an error of this kind is retryable.
    repeatable: Option<bool>,
    request_id: Option<String>,
    body: Option<Vec<u8>>,
    resume_from: Option<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error of this kind with a message for people. A very long message is shortened: its middle is removed.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Error(Box::new(Inner {
            kind,
            message: message_text::bounded(message.into(), message_text::LONGEST_MESSAGE),
            status: None,
            errors: Vec::new(),
            retry_after: None,
            in_doubt: false,
            repeatable: None,
            request_id: None,
            body: None,
            resume_from: None,
            source: None,
        }))
    }

    /// An error for an invalid value. `field` is a JSON pointer if it starts with `/`, otherwise the name of a parameter or setting.
    pub fn invalid(field: &str, detail: impl Into<String>) -> Self {
        Error::refused(ErrorKind::Invalid, field, detail)
    }

    /// An error of this kind that names the invalid field (see [`Error::invalid`]).
    pub fn refused(kind: ErrorKind, field: &str, detail: impl Into<String>) -> Self {
        let error = Error::new(kind, detail.into());
        let field = message_text::bounded(field.to_owned().into(), message_text::LONGEST_FIELD);
        let object = ErrorObject::new(kind.title())
            .with_code(kind.code())
            .with_detail(&*error.0.message)
            .with_source(ErrorSource::naming(&field));
        error.with_objects(vec![object])
    }

    /// An error with the code `blank`: the value is missing, or refers to something that does not exist.
    pub(crate) fn blank(field: &str, detail: impl Into<String>) -> Self {
        Error::invalid(field, detail).with_code("blank")
    }

    /// The same error with this code in all error objects.
    pub(crate) fn with_code(mut self, code: &str) -> Self {
        self.0.errors.iter_mut().for_each(|object| object.code = Some(code.to_owned()));
        self
    }

    /// The same error with `candidates` in the `meta` of all error objects: the values that would be valid or are similar.
    pub(crate) fn with_candidates(mut self, candidates: &[&str]) -> Self {
        let meta = Map::from_iter([("candidates".to_owned(), candidates.into())]);
        self.0.errors.iter_mut().for_each(|object| object.meta = Some(meta.clone()));
        self
    }

    /// Combines two errors for invalid values: the result has the error objects of both, at most 100. If one of the errors has no error
    /// objects, returns only that one.
    pub(crate) fn and(mut self, other: Error) -> Self {
        match (self.0.errors.is_empty(), other.0.errors.is_empty()) {
            (true, _) => self,
            (false, true) => other,
            (false, false) => {
                let room = MAX_PROBLEMS.saturating_sub(self.0.errors.len());
                self.0.errors.extend(other.0.errors.into_iter().take(room));
                self
            }
        }
    }

    /// The same error with the HTTP status of the response.
    pub fn with_status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    /// The same error with these JSON:API error objects.
    pub fn with_objects(mut self, errors: Vec<ErrorObject>) -> Self {
        self.0.errors = errors;
        self
    }

    /// The same error with the pause that the server requested (`Retry-After`).
    pub fn with_retry_after(mut self, pause: Option<Duration>) -> Self {
        self.0.retry_after = pause;
        self
    }

    /// The same error, marked as [in doubt](Error::is_in_doubt): a write failed, but may have taken effect.
    pub fn in_doubt(mut self) -> Self {
        self.0.in_doubt = true;
        self
    }

    #[cfg(feature = "_net")]
    pub(crate) fn not_in_doubt(mut self) -> Self {
        self.0.in_doubt = false;
        self
    }

    #[cfg(feature = "_net")]
    pub(crate) fn repeatable(mut self, repeatable: bool) -> Self {
        self.0.repeatable = Some(repeatable);
        self
    }

    /// The same error with the request id that the server sent.
    pub fn with_request_id(mut self, id: Option<String>) -> Self {
        self.0.request_id = id;
        self
    }

    /// The same error with the body of the response.
    pub fn with_body(mut self, body: Vec<u8>) -> Self {
        self.0.body = Some(body);
        self
    }

    /// The same error with the URL of the page at which iteration over a list can be resumed.
    pub fn with_resume_from(mut self, url: impl Into<String>) -> Self {
        self.0.resume_from = Some(url.into());
        self
    }

    /// The same error with its cause.
    pub fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    #[cfg(feature = "_net")]
    pub(crate) fn with_message(mut self, message: String) -> Self {
        self.0.message = message_text::bounded(message.into(), message_text::LONGEST_MESSAGE);
        self
    }

    #[cfg(any(test, feature = "_net"))]
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }

    /// The message, followed by the messages of the causes that add something.
    pub(crate) fn with_causes(&self) -> String {
        let mut text = self.0.message.to_string();
        // The message of SQLite adds nothing to these two kinds.
        if matches!(self.0.kind, ErrorKind::StorageFull | ErrorKind::StoreVersion) {
            return text;
        }
        let (mut cause, mut last) = (self.source(), text.clone());
        while let Some(error) = cause {
            let message = error.to_string();
            if !text.contains(&message) && !message.contains(&last) {
                text = format!("{text}: {message}");
            }
            (cause, last) = (error.source(), message);
        }
        text
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether it is useful to repeat the same call later, without any change.
    ///
    /// The client has already retried such a call as often as its policy allows. For HTTP 500 the result is true for a read and false for a
    /// write. It is also false if the error [is in doubt](Error::is_in_doubt): check whether the write took effect before you repeat it.
    pub fn is_retryable(&self) -> bool {
        self.0.repeatable.unwrap_or_else(|| self.0.kind.is_retryable()) && !self.0.in_doubt
    }

    /// Whether a write failed, but may have taken effect. This is so if no response arrived, or if the service failed (HTTP 500) without
    /// reporting that it did nothing.
    pub fn is_in_doubt(&self) -> bool {
        self.0.in_doubt
    }

    /// The pause that the server requested (`Retry-After`).
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The HTTP status; `None` if no response arrived.
    pub fn http_status(&self) -> Option<u16> {
        self.0.status
    }

    /// The JSON:API error objects that were received or will be sent.
    pub fn errors(&self) -> &[ErrorObject] {
        &self.0.errors
    }

    /// The code of the first error object that has one, such as `duplicate`.
    pub fn code(&self) -> Option<&str> {
        self.0.errors.iter().find_map(|e| e.code.as_deref())
    }

    /// The location of the problem: the JSON pointer or the parameter of the first error object that has one.
    pub fn pointer(&self) -> Option<&str> {
        self.0.errors.iter().find_map(|e| e.source.as_ref().and_then(ErrorSource::field))
    }

    /// The request id that the server sent. Include it in a message to the support of the server.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// The URL of the page at which the interrupted iteration over a list can be resumed.
    pub fn resume_from(&self) -> Option<&str> {
        self.0.resume_from.as_deref()
    }

    /// The body of the response, if it could not be read as error objects.
    pub fn body(&self) -> Option<&[u8]> {
        self.0.body.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if let Some(status) = self.0.status.filter(|_| !self.0.kind.is_of_this_process()) {
            write!(f, " (HTTP {status})")?;
        }
        if let Some(field) = self.pointer().filter(|field| !field.is_empty()) {
            write!(f, " [{}]", message_text::bounded(field.to_owned().into(), message_text::LONGEST_FIELD))?;
        }
        if self.0.in_doubt {
            f.write_str("; the write may have taken effect: check before you repeat it")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Error");
        out.field("kind", &self.0.kind).field("message", &self.0.message);
        if let Some(status) = self.0.status {
            out.field("status", &status);
        }
        if !self.0.errors.is_empty() {
            out.field("errors", &self.0.errors);
        }
        if self.0.in_doubt {
            out.field("in_doubt", &true);
        }
        if let Some(source) = &self.0.source {
            out.field("source", source);
        }
        out.finish()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error::new(kind, kind.message())
    }
}
