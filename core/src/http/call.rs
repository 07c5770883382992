//! Limits and egress rule of one exchange.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::CancelToken;

/// The limits of one exchange.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Call {
    /// When the exchange must be over, on the clock's monotonic time; `None` for the transport's own limits alone.
    pub deadline: Option<Duration>,
    /// Cancels the exchange.
    pub cancel: CancelToken,
    /// How many bytes of decoded body are accepted.
    pub body_limit: usize,
    /// Whether status and header fields are all that is wanted: an answer whose body is too long, broken, cut or slow is
    /// an answer all the same, its body left empty.
    pub head_suffices: bool,
    /// Which addresses may be reached.
    pub egress: Egress,
    /// For whom it is made, where several share a transport: none of them may use up what they share.
    pub quota_key: Option<Arc<str>>,
}

impl Call {
    /// Bytes of decoded body that are accepted unless the caller says otherwise.
    pub const BODY_LIMIT: usize = 16 * 1024 * 1024;

    /// The same limits with a deadline, on the clock's monotonic time.
    pub fn with_deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The same limits with what cancels the exchange.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// The same limits with the bytes of decoded body that are accepted.
    pub fn with_body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// The same limits with the addresses that may be reached.
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

/// Which addresses an exchange may reach. The rule is checked on the resolved address, at the moment of connecting.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Egress {
    /// Any address.
    #[default]
    Open,
    /// Globally routable addresses only.
    PublicOnly,
    /// Globally routable addresses, and these networks (in CIDR form, `127.0.0.0/8`).
    PublicAnd(Arc<[String]>),
    /// These networks only (in CIDR form); none when the list is empty.
    Only(Arc<[String]>),
}
