//! What carriers send without being asked: the callbacks of DCSA event subscriptions. Pure: header fields and bytes come in,
//! facts go out.
//!
//! [`Callback::of`] looks at the head and the length, [`Callback::read`] at the signature over the bytes as they came, and only then at
//! what they say. A host that has a [`Service`](crate::service::Service) hands header fields and
//! bytes to [`receive_push`](crate::service::Service::receive_push), which does all of that.
//!
//! ```
//! use shiptrack::carriers::ReadLimits;
//! use shiptrack::carriers::push::{Callback, CallbackSecret, PushRefusal};
//!
//! /// How many facts a callback has. `header` is asked with lower-case names.
//! fn receive<'a>(header: impl Fn(&str) -> Option<&'a str>, body: &'a [u8], secret: &str) -> shiptrack::Result<usize> {
//!     let limits = ReadLimits::default();
//!     let callback = Callback::of(header, body, &limits)?;
//!     assert_eq!(callback.subscription_id(), Some("7f5a"));
//!     // What the carrier was given when the subscription was made.
//!     let reading = callback.read(&[CallbackSecret::parse(secret)?], &limits)?;
//!     Ok(reading.facts().count())
//! }
//!
//! let signature = CallbackSecret::parse("AAECAwQFBgc=")?.sign(b"[]");
//! let header = |name: &str| match name {
//!     "subscription-id" => Some("7f5a"),
//!     "notification-signature" => Some(signature.as_str()),
//!     _ => None,
//! };
//! assert_eq!(receive(header, b"[]", "AAECAwQFBgc=")?, 0);
//! assert_eq!(receive(header, b"[]", "AAAAAAAAAAA=").unwrap_err().code(), Some(PushRefusal::WrongSignature.code()));
//! # Ok::<(), shiptrack::Error>(())
//! ```

mod callback;
mod secret;

pub(crate) use callback::is_own_source;
pub use callback::{Callback, PushRefusal, Report};
pub use secret::CallbackSecret;

/// Header field that says which subscription a callback is of.
pub const SUBSCRIPTION_ID: &str = "Subscription-ID";
/// Header field with the signature of a callback: `sha256=` and the hex HMAC-SHA256 of its bytes.
pub const NOTIFICATION_SIGNATURE: &str = "Notification-Signature";
/// The name that field had before.
pub const SIGNATURE: &str = "Signature";
