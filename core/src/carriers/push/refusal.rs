//! Why something that was sent is not taken in.

use crate::error::{Error, ErrorKind, ErrorObject};

/// Why something that was sent is not taken in, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PushRefusal {
    /// It is too long. Nothing of it was looked at.
    #[error("this has {bytes} bytes, more than the {most} that are taken at once: send fewer events at a time")]
    TooLarge {
        /// How many bytes it has.
        bytes: usize,
        /// How many are taken.
        most: usize,
    },
    /// It does not say which subscription it is of.
    #[error("it does not say which subscription it is of: send the header field Subscription-ID")]
    NoSubscription,
    /// Nothing is subscribed under this id.
    #[error(
        "nothing is subscribed under this Subscription-ID: add the subscription with its secret, or end it at its carrier"
    )]
    UnknownSubscription,
    /// Nobody signed it.
    #[error(
        "it is not signed: send the header field Notification-Signature (sha256= and the hex HMAC-SHA256 of the body)"
    )]
    Unsigned,
    /// What stands where the signature should be is none.
    #[error("the header field Notification-Signature holds no signature: sha256= and 64 hex digits are expected")]
    MalformedSignature,
    /// The signature is of other bytes, or by another secret.
    #[error(
        "the signature is not that of this body by any secret of the subscription: hand the body over as it came, and where the \
         secret was replaced at the sender, replace it here, too"
    )]
    WrongSignature,
    /// It is signed, and what it says cannot be read.
    #[error("there is nothing in it that can be read: {0}")]
    NotReadable(String),
}

impl PushRefusal {
    /// The machine code of it, the same for ever.
    pub fn code(&self) -> &'static str {
        self.answer().0
    }

    /// The status to answer with.
    pub fn status(&self) -> u16 {
        self.answer().1
    }

    fn answer(&self) -> (&'static str, u16, ErrorKind) {
        match self {
            PushRefusal::TooLarge { .. } => ("too_large", 413, ErrorKind::TooLarge),
            PushRefusal::NoSubscription => ("no_subscription_id", 400, ErrorKind::BadRequest),
            PushRefusal::UnknownSubscription => ("unknown_subscription", 404, ErrorKind::NotFound),
            PushRefusal::Unsigned => ("not_signed", 401, ErrorKind::Signature),
            PushRefusal::MalformedSignature => ("malformed_signature", 401, ErrorKind::Signature),
            PushRefusal::WrongSignature => ("wrong_signature", 401, ErrorKind::Signature),
            PushRefusal::NotReadable(_) => ("not_readable", 422, ErrorKind::Invalid),
        }
    }
}

impl From<PushRefusal> for Error {
    fn from(refusal: PushRefusal) -> Self {
        let (code, status, kind) = refusal.answer();
        let object = ErrorObject::new(kind.title()).with_code(code).with_detail(refusal.to_string());
        Error::new(kind, refusal.to_string()).with_status(status).with_objects(vec![object])
    }
}
