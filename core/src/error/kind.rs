//! The kinds of errors and their numbers. Numbers are never reused, because they are the status codes of the C interface.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $number:literal $code:literal $title:literal,)*) => {
        /// The kind of an error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u16)]
        pub enum ErrorKind {
            $($(#[$doc])* $kind = $number,)*
        }

        impl ErrorKind {
            /// All kinds, in the order of their numbers.
            pub const ALL: [ErrorKind; [$($number),*].len()] = [$(ErrorKind::$kind),*];

            /// The `code` of an error object of this kind.
            pub fn code(self) -> &'static str {
                match self { $(ErrorKind::$kind => $code,)* }
            }

            /// The `title` of an error object of this kind.
            pub fn title(self) -> &'static str {
                match self { $(ErrorKind::$kind => $title,)* }
            }

            /// The number of this kind, which never changes.
            pub fn number(self) -> u16 {
                self as u16
            }

            /// Whether any call that failed with this kind can succeed later. False for [`Internal`](ErrorKind::Internal), where it depends on
            /// the call: use [`Error::is_retryable`](super::Error::is_retryable).
            pub fn is_retryable(self) -> bool {
                use ErrorKind::*;
                matches!(self, RateLimited | Unavailable | Connect | Connection | Timeout | StoreBusy | StorageFull)
            }
        }
    };
}

kinds! {
    /// A value is invalid: an argument of the caller, or HTTP 422.
    Invalid = 1 "invalid" "Unprocessable Entity",
    /// The configuration of a client, service or server is invalid.
    Configuration = 2 "configuration" "Configuration Error",
    /// HTTP 400: the endpoint does not accept a parameter, or cannot read the body.
    BadRequest = 3 "bad_request" "Bad Request",
    /// HTTP 401: the key is missing, wrong or revoked.
    Unauthorized = 4 "unauthorized" "Unauthorized",
    /// HTTP 403: the key does not permit this.
    Forbidden = 5 "forbidden" "Forbidden",
    /// HTTP 404: the account has no such resource.
    NotFound = 6 "not_found" "Not Found",
    /// HTTP 405: the resource does not support this method.
    MethodNotAllowed = 7 "method_not_allowed" "Method Not Allowed",
    /// HTTP 409: the request conflicts with existing data.
    Conflict = 8 "conflict" "Conflict",
    /// HTTP 413: the request is too large; or the response is larger than the limit of the client.
    TooLarge = 9 "too_large" "Content Too Large",
    /// HTTP 415: the body is not JSON:API or JSON.
    UnsupportedMediaType = 10 "unsupported_media_type" "Unsupported Media Type",
    /// HTTP 422 with the code `duplicate`: an active tracking request for this number and carrier exists.
    Duplicate = 11 "duplicate" "Unprocessable Entity",
    /// HTTP 429; or the rate limit of the client does not permit the request before the deadline.
    RateLimited = 12 "rate_limited" "Too Many Requests",
    /// HTTP 500: the service had an internal error.
    Internal = 13 "internal" "Internal Server Error",
    /// HTTP 502, 503 or 504: the service is temporarily unavailable.
    Unavailable = 14 "unavailable" "Service Unavailable",
    /// The response cannot be used: a redirect, an HTML page, a truncated body, or JSON of an unexpected form.
    UnexpectedResponse = 15 "unexpected_response" "Unexpected Response",
    /// No connection was made, so no request was sent: unknown host, connection refused, TLS failure.
    Connect = 16 "connect" "Connection Not Made",
    /// The connection broke after sending the request had begun.
    Connection = 17 "connection" "Connection Broken",
    /// The deadline passed.
    Timeout = 18 "timeout" "Timeout",
    /// The caller cancelled the call.
    Cancelled = 19 "cancelled" "Cancelled",
    /// The store failed: an I/O error, or invalid data. After an I/O error the store rejects writes until it is opened again.
    Store = 20 "store" "Store Failure",
    /// The database is already open in another process or in this one; the message says in which. If it is this process, close the other
    /// handle first: a retry does not help.
    StoreBusy = 21 "store_busy" "Database In Use",
    /// The file is not a shiptrack database, or was written by a newer version.
    StoreVersion = 22 "store_version" "Database Not Usable",
    /// The handle was created before a `fork` in the parent process, and cannot be used in the child process.
    Forked = 23 "forked" "Handle From Before A Fork",
    /// The handle is closed.
    Closed = 24 "closed" "Closed",
    /// The signature of a received webhook delivery is invalid.
    Signature = 25 "signature" "Invalid Signature",
    /// The URL leads to an address that the service may not connect to. By default only public addresses are allowed for deliveries; see
    /// `allow_networks` and `allow_loopback` of the `ServiceBuilder`.
    EgressRefused = 26 "egress_refused" "Unprocessable Entity",
    /// HTTP 507: the disk of the store is full. Nothing was written unless the error is [in doubt](super::Error::is_in_doubt). Reads still
    /// work, and writes work again when 1 MiB is free.
    StorageFull = 27 "storage_full" "Insufficient Storage",
}

impl ErrorKind {
    /// Whether errors of this kind only occur in the process of the service, so that their HTTP status is not shown.
    pub(super) fn is_of_this_process(self) -> bool {
        use ErrorKind::*;
        matches!(self, Configuration | Store | StoreBusy | StoreVersion | Forked | Closed)
    }

    pub(super) fn message(self) -> &'static str {
        use ErrorKind::*;
        match self {
            Cancelled => "the call was cancelled",
            Closed => "this object, or the client or service that it was created from, is closed",
            Forked => {
                "this object was created before a fork() in the parent process, and cannot be used in the child process: open \
                 the service after the fork, in one process; several processes need a server"
            }
            other => other.title(),
        }
    }
}
