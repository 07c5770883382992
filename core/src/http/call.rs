//! The options of one exchange: limits, cancellation, egress rule.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::CancelToken;

/// The options of one exchange.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Call {
    /// When the exchange must be finished, on the monotonic time of the clock; `None` for only the limits of the
    /// transport.
    pub deadline: Option<Duration>,
    /// Cancels the exchange.
    pub cancel: CancelToken,
    /// The largest response body that is accepted, in bytes after decoding.
    pub body_limit: usize,
    /// Whether only the status and the header fields are needed. A response with a body that is too long, broken,
    /// truncated or slow is then no error, and its body is empty.
    pub head_suffices: bool,
    /// Which addresses may be connected to.
    pub egress: Egress,
    /// Groups exchanges that share a transport, for example by account. Each group can only use a part of the
    /// transport's threads for name look-ups.
    pub quota_key: Option<Arc<str>>,
}

impl Call {
    /// The default of [`body_limit`](Self::body_limit).
    pub const BODY_LIMIT: usize = 16 * 1024 * 1024;

    /// Sets the deadline, on the monotonic time of the clock.
    pub fn with_deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Sets the token that cancels the exchange.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Sets the largest response body, in bytes after decoding.
    pub fn with_body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Sets the addresses that may be connected to.
    pub fn with_egress(mut self, egress: Egress) -> Self {
        self.egress = egress;
        self
    }
}

impl Default for Call {
    fn default() -> Self {
        Call {
            deadline: None,
            cancel: CancelToken::new(),
            body_limit: Call::BODY_LIMIT,
            head_suffices: false,
            egress: Egress::Open,
            quota_key: None,
        }
    }
}

/// Which addresses an exchange may connect to. The rule is checked on the resolved address when the connection is
/// opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Egress {
    /// Any address.
    #[default]
    Open,
    /// Globally routable addresses only.
    PublicOnly,
    /// Globally routable addresses, and these networks (in CIDR form, `127.0.0.0/8`).
    PublicAnd(Arc<[String]>),
    /// Only these networks (in CIDR form); no address if the list is empty.
    Only(Arc<[String]>),
}
