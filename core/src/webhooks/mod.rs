//! Webhooks: verifies and signs deliveries, and decides when failed ones are retried.
//!
//! All functions are pure: the time, the jitter and the secrets are arguments.
//!
//! # A receiver
//!
//! A receiver verifies the raw bytes of a delivery, parses them after that, and ignores notifications that it has
//! already handled: a delivery is repeated with the same id if its response was lost. Any web framework works that
//! gives access to the header fields and the raw body.
//!
//! ```
//! use std::collections::HashSet;
//!
//! use shiptrack::chrono::{DateTime, Utc};
//! use shiptrack::jsonapi::Document;
//! use shiptrack::resources::{Container, Webhook, WebhookNotification, WebhookNotificationId};
//! use shiptrack::webhooks::{SigningSecret, Verifier};
//!
//! struct Receiver {
//!     verifier: Verifier,
//!     /// A real program stores these ids in one transaction with the effects of the notification.
//!     seen: HashSet<WebhookNotificationId>,
//! }
//!
//! impl Receiver {
//!     /// `webhook` is the response to its registration, which contains the secret.
//!     fn new(webhook: &Webhook) -> shiptrack::Result<Self> {
//!         let secret = SigningSecret::try_from(webhook.secret.as_ref().unwrap_or(&Default::default()))?;
//!         Ok(Receiver { verifier: Verifier::new([secret])?, seen: HashSet::new() })
//!     }
//!
//!     /// Answer 204 to `Ok`, and 400 to `Err`. `header` is called with lower-case names.
//!     fn receive<'h>(
//!         &mut self,
//!         header: impl Fn(&str) -> Option<&'h str>,
//!         body: &[u8],
//!         now: DateTime<Utc>,
//!     ) -> shiptrack::Result<()> {
//!         self.verifier.verify(header, body, now)?;
//!         let notification = Document::<WebhookNotification>::parse(body)?;
//!         if !self.seen.insert(notification.id.clone()) {
//!             return Ok(());
//!         }
//!         match notification.first_included::<Container>() {
//!             Some(container) => println!("{}: container {}", notification.event, container?.number),
//!             None => println!("{}", notification.event),
//!         }
//!         Ok(())
//!     }
//! }
//! # fn main() -> shiptrack::Result<()> {
//! # use shiptrack::resources::WebhookSecret;
//! # use shiptrack::webhooks::Signer;
//! # let now = DateTime::UNIX_EPOCH;
//! # let mut webhook = Webhook::default();
//! # webhook.secret = Some(WebhookSecret::new("whsec_AAECAw=="));
//! # let mut receiver = Receiver::new(&webhook)?;
//! # let body = br#"{"data":{"type":"webhook_notification","id":"n","attributes":{"event":"container.created"}}}"#;
//! # let signed = Signer::new([SigningSecret::new("whsec_AAECAw==")?])?.sign("n", body, now)?;
//! # let header = |name: &str| signed.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str());
//! # receiver.receive(header, body, now)?;
//! # receiver.receive(header, body, now)?;
//! # assert_eq!(receiver.seen.len(), 1);
//! # assert!(receiver.receive(header, b"{}", now).is_err());
//! # Ok(())
//! # }
//! ```
//!
//! `meta.sequence` of a notification is its position among the events of the account: of two notifications that
//! arrive in the wrong order, the one with the higher number is newer.

mod delivery;
mod secret;
mod sign;
mod target;

#[cfg(feature = "embedded")]
pub(crate) use delivery::LONGEST_RETRY_AFTER;
pub use delivery::{DeliveryOutcome, DeliveryPolicy};
pub use secret::SigningSecret;
pub use sign::{
    HOSTED_SIGNATURE, STANDARD_ID, STANDARD_SIGNATURE, STANDARD_TIMESTAMP, Scheme, Signer, VerifiedSignature, Verifier,
};

internals! {
    use delivery::{Decision, DeliveryState, Verdict, decide, is_success};
    use target::{has_address, is_plain, redacted, validate_headers, validate_url};
}
