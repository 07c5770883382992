//! The one error type of the library.
//!
//! [`Error`] is opaque outside: callers ask it questions ([`kind`](Error::kind), [`is_retryable`](Error::is_retryable),
//! [`is_in_doubt`](Error::is_in_doubt) …) and never match on its insides, so it can grow without breaking anybody.

mod kind;
mod message_text;
mod object;
mod wire;

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

pub use kind::ErrorKind;
pub use message_text::Quoted;
pub(crate) use message_text::ReadableDuration;
pub use object::{ErrorObject, ErrorSource};
pub use wire::ErrorResponse;

/// A `Result` with the library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Anything that went wrong, in a client, in the embedded service or in a pure function.
pub struct Error(Box<Inner>);

const MOST_PROBLEMS: usize = 100;

struct Inner {
    kind: ErrorKind,
    message: Cow<'static, str>,
    status: Option<u16>,
    errors: Vec<ErrorObject>,
    retry_after: Option<Duration>,
    in_doubt: bool,
    repeatable: Option<bool>,
    request_id: Option<String>,
    body: Option<Vec<u8>>,
    resume_from: Option<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error of `kind` with a sentence for a person. Of a very long one the middle is left out.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Error(Box::new(Inner {
            kind,
            message: message_text::bounded(message.into(), message_text::LONGEST_SENTENCE),
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

    /// A refused value. `field` is a JSON pointer when it starts with `/`, else the name of a parameter or setting.
    pub fn invalid(field: &str, detail: impl Into<String>) -> Self {
        Error::refused(ErrorKind::Invalid, field, detail)
    }

    /// A refusal of `kind` that names the offending field (see [`Error::invalid`]).
    pub fn refused(kind: ErrorKind, field: &str, detail: impl Into<String>) -> Self {
        let error = Error::new(kind, detail.into());
        let place = message_text::bounded(field.to_owned().into(), message_text::LONGEST_PLACE);
        let object = ErrorObject::new(kind.title())
            .with_code(kind.code())
            .with_detail(&*error.0.message)
            .with_source(ErrorSource::naming(&place));
        error.with_objects(vec![object])
    }

    /// Code `blank`: the value is missing, or names nothing that exists.
    pub(crate) fn blank(field: &str, detail: impl Into<String>) -> Self {
        let mut error = Error::invalid(field, detail);
        error.0.errors[0].code = Some("blank".to_owned());
        error
    }

    /// Reports several refused values in one error, up to a hundred. Any other error stands alone.
    pub(crate) fn and(mut self, other: Error) -> Self {
        match (self.0.errors.is_empty(), other.0.errors.is_empty()) {
            (true, _) => self,
            (false, true) => other,
            (false, false) => {
                let room = MOST_PROBLEMS.saturating_sub(self.0.errors.len());
                self.0.errors.extend(other.0.errors.into_iter().take(room));
                self
            }
        }
    }

    /// The same error with the HTTP status it came with.
    pub fn with_status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    /// The same error with these JSON:API error objects.
    pub fn with_objects(mut self, errors: Vec<ErrorObject>) -> Self {
        self.0.errors = errors;
        self
    }

    /// The same error with the pause the other side asked for.
    pub fn with_retry_after(mut self, pause: Option<Duration>) -> Self {
        self.0.retry_after = pause;
        self
    }

    /// The same error, marked as a write whose outcome nobody knows.
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

    /// The same error with the identifier the server gave the exchange.
    pub fn with_request_id(mut self, id: Option<String>) -> Self {
        self.0.request_id = id;
        self
    }

    /// The same error with the bytes that were answered.
    pub fn with_body(mut self, body: Vec<u8>) -> Self {
        self.0.body = Some(body);
        self
    }

    /// The same error with the page at which a walk over a listing can be taken up again.
    pub fn with_resume_from(mut self, url: impl Into<String>) -> Self {
        self.0.resume_from = Some(url.into());
        self
    }

    /// The same error with the cause beneath it.
    pub fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    #[cfg(feature = "_net")]
    pub(crate) fn with_message(mut self, sentence: String) -> Self {
        self.0.message = message_text::bounded(sentence.into(), message_text::LONGEST_SENTENCE);
        self
    }

    #[cfg(any(test, feature = "_net"))]
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }

    pub(crate) fn with_causes(&self) -> String {
        let mut told = self.0.message.to_string();
        // SQLite's own message adds nothing to these two.
        if matches!(self.0.kind, ErrorKind::StorageFull | ErrorKind::StoreVersion) {
            return told;
        }
        let (mut cause, mut last) = (self.source(), told.clone());
        while let Some(beneath) = cause {
            let sentence = beneath.to_string();
            if !told.contains(&sentence) && !sentence.contains(&last) {
                told = format!("{told}: {sentence}");
            }
            (cause, last) = (beneath.source(), sentence);
        }
        told
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether the same call, made again later, can succeed without anybody changing anything.
    ///
    /// The client makes such calls again itself, as often as its policy allows. What that means for HTTP 500 depends on
    /// the call: true for a read, false for a write, which somebody should look at first. False for a write whose outcome
    /// is unknown: look first, then decide.
    pub fn is_retryable(&self) -> bool {
        self.0.repeatable.unwrap_or_else(|| self.0.kind.is_retryable()) && !self.0.in_doubt
    }

    /// Whether this was a write that may have taken effect although it failed: no answer arrived, or the service failed
    /// in the middle of it (500) and did not say that nothing was done.
    pub fn is_in_doubt(&self) -> bool {
        self.0.in_doubt
    }

    /// How long the other side asked us to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The HTTP status, when an answer arrived.
    pub fn http_status(&self) -> Option<u16> {
        self.0.status
    }

    /// The JSON:API error objects, received or to be sent.
    pub fn errors(&self) -> &[ErrorObject] {
        &self.0.errors
    }

    /// The machine code of the first error object that has one (for example `duplicate`).
    pub fn code(&self) -> Option<&str> {
        self.0.errors.iter().find_map(|e| e.code.as_deref())
    }

    /// Where the problem is: the JSON pointer of the first error object that has one, else its parameter.
    pub fn pointer(&self) -> Option<&str> {
        self.0.errors.iter().find_map(|e| e.source.as_ref().and_then(ErrorSource::field))
    }

    /// The identifier the server gave the exchange, for its support desk.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// The page at which the walk over a listing that broke off here can be taken up again.
    pub fn resume_from(&self) -> Option<&str> {
        self.0.resume_from.as_deref()
    }

    /// The answered bytes, when they could not be read as error objects.
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
            write!(f, " [{}]", message_text::bounded(field.to_owned().into(), message_text::LONGEST_PLACE))?;
        }
        if self.0.in_doubt {
            f.write_str("; the write may have taken effect: look before trying again")?;
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
