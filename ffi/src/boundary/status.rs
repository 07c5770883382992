//! Status codes. Numbers are never reused: `tests/c/golden/constants.txt` has each of them.

use std::sync::LazyLock;

use shiptrack::ErrorKind;

use super::text::OwnedText;

/// Success.
pub const SHIPTRACK_OK: i32 = 0;
/// A value was rejected: an argument of the function, or HTTP 422. shiptrack_error_pointer() names it.
pub const SHIPTRACK_ERROR_INVALID: i32 = 1;
/// A client, service or server has settings that cannot work.
pub const SHIPTRACK_ERROR_CONFIGURATION: i32 = 2;
/// HTTP 400: the operation does not have this parameter, or the body cannot be parsed.
pub const SHIPTRACK_ERROR_BAD_REQUEST: i32 = 3;
/// HTTP 401: the API key is missing, wrong or revoked.
pub const SHIPTRACK_ERROR_UNAUTHORIZED: i32 = 4;
/// HTTP 403: the API key does not permit this request, or the service does not serve the operation.
pub const SHIPTRACK_ERROR_FORBIDDEN: i32 = 5;
/// HTTP 404: this account has no such resource.
pub const SHIPTRACK_ERROR_NOT_FOUND: i32 = 6;
/// HTTP 405: the resource exists, but does not support this method.
pub const SHIPTRACK_ERROR_METHOD_NOT_ALLOWED: i32 = 7;
/// HTTP 409: the request conflicts with existing data.
pub const SHIPTRACK_ERROR_CONFLICT: i32 = 8;
/// HTTP 413, or a response larger than the limit of the client.
pub const SHIPTRACK_ERROR_TOO_LARGE: i32 = 9;
/// HTTP 415: the body was not sent as JSON:API.
pub const SHIPTRACK_ERROR_UNSUPPORTED_MEDIA_TYPE: i32 = 10;
/// HTTP 422 with the code `duplicate`: an active tracking request for this number and carrier exists.
pub const SHIPTRACK_ERROR_DUPLICATE: i32 = 11;
/// HTTP 429, or a rate limit of the client that would not permit the request before the deadline.
pub const SHIPTRACK_ERROR_RATE_LIMITED: i32 = 12;
/// HTTP 500: the service failed.
pub const SHIPTRACK_ERROR_INTERNAL: i32 = 13;
/// HTTP 502, 503 or 504: the service is unavailable.
pub const SHIPTRACK_ERROR_UNAVAILABLE: i32 = 14;
/// The response cannot be used: a redirect, an HTML page, an incomplete body, or JSON of another form. A function that
/// parses a document of the host program returns this for a text that is not such a document.
pub const SHIPTRACK_ERROR_UNEXPECTED_RESPONSE: i32 = 15;
/// The request was not sent: the name was not resolved, the connection was refused, or TLS failed.
pub const SHIPTRACK_ERROR_CONNECT: i32 = 16;
/// The connection broke after a part of the request was sent.
pub const SHIPTRACK_ERROR_CONNECTION: i32 = 17;
/// The deadline passed.
pub const SHIPTRACK_ERROR_TIMEOUT: i32 = 18;
/// The call was cancelled.
pub const SHIPTRACK_ERROR_CANCELLED: i32 = 19;
/// The store failed: the disk, or the content of the file. After an I/O error the store rejects writes, with the cause,
/// until the service is opened again.
pub const SHIPTRACK_ERROR_STORE: i32 = 20;
/// The database is already open. If another process has it open, retrying helps once that process ends. If a service of
/// this process has it open, close that service first with shiptrack_service_close(), or free it with every client,
/// listing and server made from it. The message names the owner; shiptrack_error_is_retryable() is 1 for another
/// process.
pub const SHIPTRACK_ERROR_STORE_BUSY: i32 = 21;
/// The file is not a database of shiptrack, or was written by a newer version.
pub const SHIPTRACK_ERROR_STORE_VERSION: i32 = 22;
/// The object was created before a fork() and cannot be used in the child process.
pub const SHIPTRACK_ERROR_FORKED: i32 = 23;
/// The object is closed.
pub const SHIPTRACK_ERROR_CLOSED: i32 = 24;
/// The signature of a webhook delivery is not valid.
pub const SHIPTRACK_ERROR_SIGNATURE: i32 = 25;
/// The egress rule does not permit this delivery target.
pub const SHIPTRACK_ERROR_EGRESS_REFUSED: i32 = 26;
/// HTTP 507: the disk of the service's store is full. Nothing was written, unless the error is in doubt. Reads
/// continue, and writes continue as soon as there is space.
pub const SHIPTRACK_ERROR_STORAGE_FULL: i32 = 27;

/// Not an error: there is nothing more to iterate over.
pub const SHIPTRACK_DONE: i32 = 100;
/// Not an error: there is no such value, or it is null.
pub const SHIPTRACK_ABSENT: i32 = 101;
/// A required argument is NULL.
pub const SHIPTRACK_ERROR_NULL_ARGUMENT: i32 = 102;
/// A pointer does not point to the type of object that the function works on.
pub const SHIPTRACK_ERROR_WRONG_OBJECT: i32 = 103;
/// A text is not UTF-8.
pub const SHIPTRACK_ERROR_NOT_UTF8: i32 = 104;
/// A length or count is larger than the library accepts: nearly always a negative number that was converted.
pub const SHIPTRACK_ERROR_LENGTH: i32 = 105;
/// A bug in this library. The objects involved may still be freed.
pub const SHIPTRACK_ERROR_PANIC: i32 = 106;
/// A callback of the host program reported a failure.
pub const SHIPTRACK_ERROR_CALLBACK: i32 = 107;
/// The object was already freed. Only debug builds of the library detect this.
pub const SHIPTRACK_ERROR_FREED: i32 = 108;

/// First the statuses of the C library, then those of the [`ErrorKind`]s.
pub(crate) static NAMES: LazyLock<Vec<(i32, OwnedText)>> = LazyLock::new(|| {
    let own = [
        (SHIPTRACK_OK, "ok"),
        (SHIPTRACK_DONE, "done"),
        (SHIPTRACK_ABSENT, "absent"),
        (SHIPTRACK_ERROR_NULL_ARGUMENT, "null_argument"),
        (SHIPTRACK_ERROR_WRONG_OBJECT, "wrong_object"),
        (SHIPTRACK_ERROR_NOT_UTF8, "not_utf8"),
        (SHIPTRACK_ERROR_LENGTH, "length"),
        (SHIPTRACK_ERROR_PANIC, "panic"),
        (SHIPTRACK_ERROR_CALLBACK, "callback"),
        (SHIPTRACK_ERROR_FREED, "freed"),
    ];
    let kinds = ErrorKind::ALL.map(|kind| (status_of(kind), kind.code()));
    own.into_iter().chain(kinds).map(|(status, name)| (status, OwnedText::new(name))).collect()
});

pub(crate) fn status_of(kind: ErrorKind) -> i32 {
    i32::from(kind.number())
}

/// Why a function did not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    Core(shiptrack::Error),
    /// The caller or the library broke the contract; the text is for people.
    Boundary(i32, String),
    /// The caller broke the contract with the argument of this name; the second text is for people.
    Argument(i32, String, String),
    /// Not an error: done, or absent.
    NoValue(i32),
}

pub(crate) const DONE: Failure = Failure::NoValue(SHIPTRACK_DONE);
pub(crate) const ABSENT: Failure = Failure::NoValue(SHIPTRACK_ABSENT);

impl From<shiptrack::Error> for Failure {
    fn from(error: shiptrack::Error) -> Self {
        Failure::Core(error)
    }
}

impl From<ErrorKind> for Failure {
    fn from(kind: ErrorKind) -> Self {
        Failure::Core(kind.into())
    }
}

impl Failure {
    pub fn argument(name: &str, detail: impl Into<String>) -> Self {
        Failure::Core(shiptrack::Error::invalid(name, detail))
    }

    pub fn message(&self) -> Option<String> {
        match self {
            Failure::Core(error) => Some(error.to_string()),
            Failure::Boundary(_, words) | Failure::Argument(_, _, words) => Some(words.clone()),
            Failure::NoValue(_) => None,
        }
    }

    /// Accepts [`ErrorKind::Closed`]: for a function that closes something that may be closed already.
    pub fn unless_closed(self) -> Result<(), Self> {
        match self {
            Failure::Core(error) if error.kind() == ErrorKind::Closed => Ok(()),
            other => Err(other),
        }
    }

    /// Replaces the name that the core uses for an argument by `name`.
    pub fn renamed(name: &str, refusal: &shiptrack::Error) -> Self {
        let detail = refusal.errors().iter().find_map(|object| object.detail.clone());
        Failure::argument(name, detail.unwrap_or_else(|| refusal.to_string()))
    }
}
