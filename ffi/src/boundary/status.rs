//! Status codes. They are only ever added to: `tests/c/golden/constants.txt` pins each number.

use std::sync::LazyLock;

use shiptrack::ErrorKind;

use super::text::OwnedText;

/// It worked.
pub const SHIPTRACK_OK: i32 = 0;
/// A value was refused: an argument on this side, or HTTP 422.
pub const SHIPTRACK_ERROR_INVALID: i32 = 1;
/// A client, service or server was set up in a way that cannot work.
pub const SHIPTRACK_ERROR_CONFIGURATION: i32 = 2;
/// HTTP 400: a parameter the endpoint does not take, or a body it cannot read.
pub const SHIPTRACK_ERROR_BAD_REQUEST: i32 = 3;
/// HTTP 401: the key is missing, wrong or revoked.
pub const SHIPTRACK_ERROR_UNAUTHORIZED: i32 = 4;
/// HTTP 403: the key may not do this.
pub const SHIPTRACK_ERROR_FORBIDDEN: i32 = 5;
/// HTTP 404: nothing is there for this account.
pub const SHIPTRACK_ERROR_NOT_FOUND: i32 = 6;
/// HTTP 405: the resource is there, but does not take this method.
pub const SHIPTRACK_ERROR_METHOD_NOT_ALLOWED: i32 = 7;
/// HTTP 409: it collides with what is there.
pub const SHIPTRACK_ERROR_CONFLICT: i32 = 8;
/// HTTP 413, or an answer larger than the caller allowed.
pub const SHIPTRACK_ERROR_TOO_LARGE: i32 = 9;
/// HTTP 415: the body was sent as something other than JSON:API.
pub const SHIPTRACK_ERROR_UNSUPPORTED_MEDIA_TYPE: i32 = 10;
/// HTTP 422 with code `duplicate`: a live tracking request for this number and carrier exists.
pub const SHIPTRACK_ERROR_DUPLICATE: i32 = 11;
/// HTTP 429, or an allowance on this side that would not free itself before the deadline.
pub const SHIPTRACK_ERROR_RATE_LIMITED: i32 = 12;
/// HTTP 500: the service failed.
pub const SHIPTRACK_ERROR_INTERNAL: i32 = 13;
/// HTTP 502, 503, 504: the service is not there right now.
pub const SHIPTRACK_ERROR_UNAVAILABLE: i32 = 14;
/// An answer nobody can use: a redirect, a page of HTML, a body cut off, JSON of another shape. Of the functions that read a document the host
/// has, a text that is none.
pub const SHIPTRACK_ERROR_UNEXPECTED_RESPONSE: i32 = 15;
/// The request never left: no address, connection refused, no TLS.
pub const SHIPTRACK_ERROR_CONNECT: i32 = 16;
/// The connection broke after the request had begun to leave.
pub const SHIPTRACK_ERROR_CONNECTION: i32 = 17;
/// The deadline passed.
pub const SHIPTRACK_ERROR_TIMEOUT: i32 = 18;
/// The call was cancelled.
pub const SHIPTRACK_ERROR_CANCELLED: i32 = 19;
/// The store failed: the disk, or what is written on it. After an I/O error it refuses writes, with the cause, until it is
/// opened again.
pub const SHIPTRACK_ERROR_STORE: i32 = 20;
/// Somebody holds the database already. Another process may end, and then trying again helps; a service of this process has to
/// be closed first, with every client and listing made from it. The message says who, and shiptrack_error_is_retryable().
pub const SHIPTRACK_ERROR_STORE_BUSY: i32 = 21;
/// The file is no database of ours, or one from a newer version.
pub const SHIPTRACK_ERROR_STORE_VERSION: i32 = 22;
/// The object was made before a fork() and cannot be used on this side of it.
pub const SHIPTRACK_ERROR_FORKED: i32 = 23;
/// The object is closed.
pub const SHIPTRACK_ERROR_CLOSED: i32 = 24;
/// The signature of a webhook delivery does not verify.
pub const SHIPTRACK_ERROR_SIGNATURE: i32 = 25;
/// A delivery target that the egress rule refuses.
pub const SHIPTRACK_ERROR_EGRESS_REFUSED: i32 = 26;
/// HTTP 507: the disk of the service's store is full. Nothing was written, unless the error is in doubt; reading goes on,
/// and so does writing as soon as there is room.
pub const SHIPTRACK_ERROR_STORAGE_FULL: i32 = 27;

/// No error: there is nothing more to iterate over.
pub const SHIPTRACK_DONE: i32 = 100;
/// No error: the resource has no such value, or its value is null.
pub const SHIPTRACK_ABSENT: i32 = 101;
/// An argument that must not be NULL was NULL.
pub const SHIPTRACK_ERROR_NULL_ARGUMENT: i32 = 102;
/// A pointer does not point at the kind of object the function works on.
pub const SHIPTRACK_ERROR_WRONG_OBJECT: i32 = 103;
/// A text is not UTF-8.
pub const SHIPTRACK_ERROR_NOT_UTF8: i32 = 104;
/// A length or count is larger than anything this library takes: nearly always a negative number that was converted.
pub const SHIPTRACK_ERROR_LENGTH: i32 = 105;
/// A defect in this library. The objects involved may still be freed.
pub const SHIPTRACK_ERROR_PANIC: i32 = 106;
/// A callback of the host's said that it failed.
pub const SHIPTRACK_ERROR_CALLBACK: i32 = 107;
/// The object was freed before. Only debug builds of the library notice.
pub const SHIPTRACK_ERROR_FREED: i32 = 108;

/// First the library's own statuses, then those of the [`ErrorKind`]s.
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

/// Why a function did not do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    Core(shiptrack::Error),
    /// The caller or the library broke the contract; what exactly, for a person.
    Boundary(i32, String),
    /// The caller broke the contract with the argument of this name; how, for a person.
    Argument(i32, String, String),
    /// Nothing went wrong, but there is no value: done, or absent.
    Nothing(i32),
}

pub(crate) const DONE: Failure = Failure::Nothing(SHIPTRACK_DONE);
pub(crate) const ABSENT: Failure = Failure::Nothing(SHIPTRACK_ABSENT);

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

    pub fn words(&self) -> Option<String> {
        match self {
            Failure::Core(error) => Some(error.to_string()),
            Failure::Boundary(_, words) | Failure::Argument(_, _, words) => Some(words.clone()),
            Failure::Nothing(_) => None,
        }
    }

    /// For a function that closes something, which may be closed already.
    pub fn unless_closed(self) -> Result<(), Self> {
        match self {
            Failure::Core(error) if error.kind() == ErrorKind::Closed => Ok(()),
            other => Err(other),
        }
    }

    /// The core rejected an argument under another name than `name`.
    pub fn renamed(name: &str, refusal: &shiptrack::Error) -> Self {
        let detail = refusal.errors().iter().find_map(|object| object.detail.clone());
        Failure::argument(name, detail.unwrap_or_else(|| refusal.to_string()))
    }
}
