//! The public, numbered kinds of error. Numbers are never reused: C status codes are these numbers.

/// What kind of thing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u16)]
pub enum ErrorKind {
    /// A value was refused: an argument on this side, or HTTP 422.
    Invalid = 1,
    /// A client, service or server was set up in a way that cannot work.
    Configuration = 2,
    /// HTTP 400: a parameter the endpoint does not take, or a body it cannot read.
    BadRequest = 3,
    /// HTTP 401: the key is missing, wrong or revoked.
    Unauthorized = 4,
    /// HTTP 403: the key may not do this.
    Forbidden = 5,
    /// HTTP 404: nothing is there for this account.
    NotFound = 6,
    /// HTTP 405: the resource is there, but does not take this method.
    MethodNotAllowed = 7,
    /// HTTP 409: it collides with what is there.
    Conflict = 8,
    /// HTTP 413, or an answer larger than the caller allowed.
    TooLarge = 9,
    /// HTTP 415: the body was sent as something other than JSON:API.
    UnsupportedMediaType = 10,
    /// HTTP 422 with code `duplicate`: a live tracking request for this number and carrier exists.
    Duplicate = 11,
    /// HTTP 429, or an allowance on this side that would not free itself before the deadline.
    RateLimited = 12,
    /// HTTP 500: the service failed.
    Internal = 13,
    /// HTTP 502, 503, 504: the service is not there right now.
    Unavailable = 14,
    /// An answer nobody can use: a redirect, a page of HTML, a body cut off, JSON of another shape.
    UnexpectedResponse = 15,
    /// The request never left: no address, connection refused, no TLS.
    Connect = 16,
    /// The connection broke after the request had begun to leave.
    Connection = 17,
    /// The deadline passed.
    Timeout = 18,
    /// The caller cancelled the call.
    Cancelled = 19,
    /// The store failed: the disk, or what is written on it. After an I/O error it refuses writes, with the cause, until it
    /// is opened again.
    Store = 20,
    /// Somebody holds the database already: another process, which may end, or another handle of this one, which has to be
    /// closed first: then trying again does not help. The message says who.
    StoreBusy = 21,
    /// The file is no database of ours, or one from a newer version.
    StoreVersion = 22,
    /// The handle was made before a `fork` and must not be used on this side of it.
    Forked = 23,
    /// The handle is closed.
    Closed = 24,
    /// A webhook post whose signature does not verify.
    Signature = 25,
    /// A delivery target that the egress rule refuses.
    EgressRefused = 26,
    /// HTTP 507: the disk of the service's store is full. Nothing was written, unless the error is [in doubt](super::Error::is_in_doubt);
    /// reading goes on, and so does writing as soon as a megabyte (1 MiB) is free.
    StorageFull = 27,
}

impl ErrorKind {
    /// Every kind there is, in the order of their numbers.
    pub const ALL: [ErrorKind; 27] = {
        use ErrorKind::*;
        [
            Invalid,
            Configuration,
            BadRequest,
            Unauthorized,
            Forbidden,
            NotFound,
            MethodNotAllowed,
            Conflict,
            TooLarge,
            UnsupportedMediaType,
            Duplicate,
            RateLimited,
            Internal,
            Unavailable,
            UnexpectedResponse,
            Connect,
            Connection,
            Timeout,
            Cancelled,
            Store,
            StoreBusy,
            StoreVersion,
            Forked,
            Closed,
            Signature,
            EgressRefused,
            StorageFull,
        ]
    };

    /// The number of this kind, the same for ever.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// Whether trying the same again later can help, whatever it was. [`Internal`](ErrorKind::Internal) is not among them,
    /// for it depends on the call: ask the [error](super::Error::is_retryable).
    pub fn is_retryable(self) -> bool {
        use ErrorKind::*;
        matches!(self, RateLimited | Unavailable | Connect | Connection | Timeout | StoreBusy | StorageFull)
    }

    /// Whether only the process a service lives in is ever told of it: no HTTP was between them, whatever status says so.
    pub(super) fn is_of_this_process(self) -> bool {
        use ErrorKind::*;
        matches!(self, Configuration | Store | StoreBusy | StoreVersion | Forked | Closed)
    }

    /// The short name put into the `title` of an error object.
    pub fn title(self) -> &'static str {
        use ErrorKind::*;
        match self {
            Invalid | Duplicate | EgressRefused => "Unprocessable Entity",
            Configuration => "Configuration Error",
            BadRequest => "Bad Request",
            Unauthorized => "Unauthorized",
            Forbidden => "Forbidden",
            NotFound => "Not Found",
            MethodNotAllowed => "Method Not Allowed",
            Conflict => "Conflict",
            TooLarge => "Content Too Large",
            UnsupportedMediaType => "Unsupported Media Type",
            RateLimited => "Too Many Requests",
            Internal => "Internal Server Error",
            Unavailable => "Service Unavailable",
            UnexpectedResponse => "Unexpected Response",
            Connect => "Connection Not Made",
            Connection => "Connection Broken",
            Timeout => "Timeout",
            Cancelled => "Cancelled",
            Store => "Store Failure",
            StoreBusy => "Database In Use",
            StoreVersion => "Database Not Usable",
            Forked => "Handle From Before A Fork",
            Closed => "Closed",
            Signature => "Invalid Signature",
            StorageFull => "Insufficient Storage",
        }
    }

    /// What is said of an error of which no more is known.
    pub(super) fn sentence(self) -> &'static str {
        use ErrorKind::*;
        match self {
            Cancelled => "the call was cancelled",
            Closed => "the client, service or server was closed, or what it was made from",
            Forked => "this was made before a fork(), in the parent process, and cannot be used in the child",
            other => other.title(),
        }
    }

    /// The machine code put into an error object of this kind.
    pub fn code(self) -> &'static str {
        use ErrorKind::*;
        match self {
            Invalid => "invalid",
            Configuration => "configuration",
            BadRequest => "bad_request",
            Unauthorized => "unauthorized",
            Forbidden => "forbidden",
            NotFound => "not_found",
            MethodNotAllowed => "method_not_allowed",
            Conflict => "conflict",
            TooLarge => "too_large",
            UnsupportedMediaType => "unsupported_media_type",
            Duplicate => "duplicate",
            RateLimited => "rate_limited",
            Internal => "internal",
            Unavailable => "unavailable",
            UnexpectedResponse => "unexpected_response",
            Connect => "connect",
            Connection => "connection",
            Timeout => "timeout",
            Cancelled => "cancelled",
            Store => "store",
            StoreBusy => "store_busy",
            StoreVersion => "store_version",
            Forked => "forked",
            Closed => "closed",
            Signature => "signature",
            EgressRefused => "egress_refused",
            StorageFull => "storage_full",
        }
    }
}
