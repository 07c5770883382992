//! The public, numbered kinds of error. Numbers are never reused: C status codes are these numbers.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $number:literal $code:literal $title:literal,)*) => {
        /// What kind of thing went wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u16)]
        pub enum ErrorKind {
            $($(#[$doc])* $kind = $number,)*
        }

        impl ErrorKind {
            /// Every kind there is, in the order of their numbers.
            pub const ALL: [ErrorKind; [$($number),*].len()] = [$(ErrorKind::$kind),*];

            /// The machine code put into an error object of this kind.
            pub fn code(self) -> &'static str {
                match self { $(ErrorKind::$kind => $code,)* }
            }

            /// The short name put into the `title` of an error object.
            pub fn title(self) -> &'static str {
                match self { $(ErrorKind::$kind => $title,)* }
            }

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
        }
    };
}

kinds! {
    /// A value was refused: an argument on this side, or HTTP 422.
    Invalid = 1 "invalid" "Unprocessable Entity",
    /// A client, service or server was set up in a way that cannot work.
    Configuration = 2 "configuration" "Configuration Error",
    /// HTTP 400: a parameter the endpoint does not take, or a body it cannot read.
    BadRequest = 3 "bad_request" "Bad Request",
    /// HTTP 401: the key is missing, wrong or revoked.
    Unauthorized = 4 "unauthorized" "Unauthorized",
    /// HTTP 403: the key may not do this.
    Forbidden = 5 "forbidden" "Forbidden",
    /// HTTP 404: nothing is there for this account.
    NotFound = 6 "not_found" "Not Found",
    /// HTTP 405: the resource is there, but does not take this method.
    MethodNotAllowed = 7 "method_not_allowed" "Method Not Allowed",
    /// HTTP 409: it collides with what is there.
    Conflict = 8 "conflict" "Conflict",
    /// HTTP 413, or an answer larger than the caller allowed.
    TooLarge = 9 "too_large" "Content Too Large",
    /// HTTP 415: the body was sent as something other than JSON:API.
    UnsupportedMediaType = 10 "unsupported_media_type" "Unsupported Media Type",
    /// HTTP 422 with code `duplicate`: a live tracking request for this number and carrier exists.
    Duplicate = 11 "duplicate" "Unprocessable Entity",
    /// HTTP 429, or an allowance on this side that would not free itself before the deadline.
    RateLimited = 12 "rate_limited" "Too Many Requests",
    /// HTTP 500: the service failed.
    Internal = 13 "internal" "Internal Server Error",
    /// HTTP 502, 503, 504: the service is not there right now.
    Unavailable = 14 "unavailable" "Service Unavailable",
    /// An answer nobody can use: a redirect, a page of HTML, a body cut off, JSON of another shape.
    UnexpectedResponse = 15 "unexpected_response" "Unexpected Response",
    /// The request never left: no address, connection refused, no TLS.
    Connect = 16 "connect" "Connection Not Made",
    /// The connection broke after the request had begun to leave.
    Connection = 17 "connection" "Connection Broken",
    /// The deadline passed.
    Timeout = 18 "timeout" "Timeout",
    /// The caller cancelled the call.
    Cancelled = 19 "cancelled" "Cancelled",
    /// The store failed: the disk, or what is written on it. After an I/O error it refuses writes, with the cause, until it
    /// is opened again.
    Store = 20 "store" "Store Failure",
    /// Somebody holds the database already: another process, which may end, or another handle of this one, which has to be
    /// closed first: then trying again does not help. The message says who.
    StoreBusy = 21 "store_busy" "Database In Use",
    /// The file is no database of ours, or one from a newer version.
    StoreVersion = 22 "store_version" "Database Not Usable",
    /// The handle was made before a `fork` and must not be used on this side of it.
    Forked = 23 "forked" "Handle From Before A Fork",
    /// The handle is closed.
    Closed = 24 "closed" "Closed",
    /// A webhook post whose signature does not verify.
    Signature = 25 "signature" "Invalid Signature",
    /// A delivery target that the egress rule refuses.
    EgressRefused = 26 "egress_refused" "Unprocessable Entity",
    /// HTTP 507: the disk of the service's store is full. Nothing was written, unless the error is [in doubt](super::Error::is_in_doubt);
    /// reading goes on, and so does writing as soon as a megabyte (1 MiB) is free.
    StorageFull = 27 "storage_full" "Insufficient Storage",
}

impl ErrorKind {
    /// Only reported in the service's own process, without HTTP, whatever its status.
    pub(super) fn is_of_this_process(self) -> bool {
        use ErrorKind::*;
        matches!(self, Configuration | Store | StoreBusy | StoreVersion | Forked | Closed)
    }

    pub(super) fn message(self) -> &'static str {
        use ErrorKind::*;
        match self {
            Cancelled => "the call was cancelled",
            Closed => "the client, service or server was closed, or what it was made from",
            Forked => "this was made before a fork(), in the parent process, and cannot be used in the child",
            other => other.title(),
        }
    }
}
