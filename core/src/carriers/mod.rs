//! Sources of tracking data: the trait that a carrier implements.
//!
//! A carrier gets a [`LookUp`] and returns facts (an [`Answer`]) or a [`LookUpFailure`]. This module has the trait [`Carrier`], the values
//! that it takes and returns, and [`CallLog`], which counts calls. It uses `tracking` for the facts and `http` for the deadline of a call.
//! The library has the carriers [`Sandbox`](crate::sandbox::Sandbox), [`ApiCarrier`](crate::carrier_http::ApiCarrier) and [`Inbox`].
//!
//! A host program installs a [`Carrier`] with [`ServiceBuilder::carrier`](crate::service::ServiceBuilder::carrier), or one for all
//! other codes with [`any_carrier`](crate::service::ServiceBuilder::any_carrier). What it returns decides what happens to the request:
//!
//! | Result | A request without a shipment | A request with a shipment |
//! |---|---|---|
//! | [`Answer`] with facts | becomes `created` | is looked up again in 3 to 12 hours, depending on the progress of the voyage, or when the answer asks for it |
//! | [`Answer`] without facts, and no facts are known | as `NoDataYet` | – |
//! | [`NotFound`](LookUpFailure::NotFound) | a container fails (`not_found`); any other number is treated as with `NoDataYet` | no news |
//! | [`NoDataYet`](LookUpFailure::NoDataYet) | becomes `awaiting_manifest` and is looked up every day; fails after 7 days (`expired`, or `not_found` if the carrier never knew the number) | no news |
//! | [`InvalidNumber`](LookUpFailure::InvalidNumber) | fails (`invalid_number`) | no news |
//! | [`Cancelled`](LookUpFailure::Cancelled) | fails (`booking_cancelled`) | is stopped |
//! | [`Withheld`](LookUpFailure::Withheld) | fails (`data_unavailable`) | no news |
//! | [`Refused`](LookUpFailure::Refused) | waits, and the attempt does not count; all requests with these credentials wait, except for one look-up an hour | the same |
//! | [`Forbidden`](LookUpFailure::Forbidden) | waits for an hour, and the attempt does not count; as `Refused` if it follows another refusal, or if the carrier never answered | the same |
//! | [`Unreachable`](LookUpFailure::Unreachable) | is retried (`shipping_line_unreachable`) 14 times within a day, then fails (`retries_exhausted`) | is retried without an event |
//! | [`NotSent`](LookUpFailure::NotSent) | is looked up again in 5 seconds, then after pauses of at most five minutes, and the attempt does not count; so are all requests of this carrier | the same |
//! | [`Unreadable`](LookUpFailure::Unreadable) | the same (`unrecognized_response`) | the same |
//! | a panic | the same (`internal_processing_error`) | the same |
//! | [`RateLimited`](LookUpFailure::RateLimited) | waits as long as the carrier asks, and the attempt does not count; so do all requests of this carrier | is looked up after that time; so are all requests of this carrier |
//!
//! "No news": the request stays `created` and is looked up as before. It is stopped after 56 days without news (`no_updates_at_line`).
//! A request that awaits a manifest does not fail with `retries_exhausted` before its 7 days are over. The numbers are those of the default
//! [policy](crate::tracking::lifecycle::Policy); `core/docs/lifecycle.md` describes all cases.
//!
//! ```
//! use std::time::Duration;
//!
//! use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
//! use shiptrack::http::Call;
//! use shiptrack::tracking::Fact;
//!
//! /// Reads the facts of each number from a file that another program writes.
//! struct Folder(std::path::PathBuf);
//!
//! impl Carrier for Folder {
//!     fn look_up(&self, look_up: &LookUp, _call: &Call) -> Result<Answer, LookUpFailure> {
//!         let try_later = LookUpFailure::Unreachable { retry_after: Some(Duration::from_secs(600)) };
//!         if !self.0.is_dir() {
//!             return Err(try_later);
//!         }
//!         let file = self.0.join(&look_up.normalized_number).with_extension("json");
//!         let text = std::fs::read_to_string(file).map_err(|problem| match problem.kind() {
//!             std::io::ErrorKind::NotFound => LookUpFailure::NotFound,
//!             // A file that exists but cannot be read is not `NotFound`: a container would fail for good.
//!             _ => try_later,
//!         })?;
//!         // The observer of the service receives the reason.
//!         let facts = Fact::parse_all(&text).map_err(|error| LookUpFailure::Unreadable.because(error.to_string()))?;
//!         Ok(Answer::complete(facts))
//!     }
//! }
//! # let look_up = LookUp::about("MAEU", shiptrack::resources::RequestType::BillOfLading, "1", Default::default());
//! # let nowhere = Folder("/no/such/folder".into()).look_up(&look_up, &Call::default());
//! # assert!(matches!(nowhere, Err(LookUpFailure::Unreachable { .. })));
//! ```

mod call_log;
mod callback_secret;

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::http::Call;
use crate::resources::{AccountId, RequestType};
use crate::tracking::Fact;

pub use crate::ids::CredentialId;
pub use crate::tracking::lifecycle::failure::LookUpFailure;
pub use call_log::{CallLog, CallPace, LoggedCall};
pub use callback_secret::CallbackSecret;

/// A source of tracking data: the interface of a carrier, a file, a database of the host program.
///
/// The service calls it from several threads at once, and never while it holds a lock or a transaction, so a carrier may call the
/// service. A closure with the arguments of [`look_up`](Self::look_up) is a carrier, too.
#[allow(unused_variables, reason = "implementations need the names of the arguments")]
pub trait Carrier: Send + Sync {
    /// Returns everything that the source knows about a number, or why it has no data.
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure>;

    /// Returns the identity of the credentials that an account uses. Accounts with the same identity share refusals, and a new identity is
    /// tried at once. [`CredentialId::NONE`] means that the source needs no credentials; then a refusal is about the number, and no
    /// credential is suspended. `None` means that the identity is unknown: the service assumes that every account has different
    /// credentials, and does not notice when they are replaced.
    fn credential(&self, account: &AccountId, account_name: &str) -> Option<CredentialId> {
        None
    }

    /// Identifies the source behind the carrier. Carriers with the same identity, such as clones of a hosted account that are installed for
    /// several codes, are one source: together, they use at most a quarter of the worker's threads for look-ups. `None` if every installed
    /// carrier is a source.
    fn source_id(&self) -> Option<usize> {
        None
    }

    /// Returns what the answers of this source prove about the owner of a number of this kind. The service asks the source about numbers
    /// without a carrier unless this is [`Nothing`](ConfirmationScope::Nothing).
    fn confirms(&self, kind: &RequestType) -> ConfirmationScope {
        ConfirmationScope::Nothing
    }

    /// The log of calls that the service stores, so that the pace holds after a restart. `None` if the source counts no calls.
    fn call_log(&self) -> Option<&CallLog> {
        None
    }

    /// Checks whether the source accepts event subscriptions about a number of this kind, or about all shipments of a customer (`None`).
    /// The error is the reason why not. By default, subscriptions are not supported.
    fn takes_subscription(&self, about: Option<&RequestType>) -> Result<(), String> {
        Err(NO_SUBSCRIPTIONS.to_owned())
    }

    /// Creates or renews a subscription, or replaces its secret, depending on [`step`](SubscriptionOrder::step).
    ///
    /// Fails with [`NotFound`](LookUpFailure::NotFound) if the carrier does not know the subscription any more, with [`InvalidNumber`] if
    /// it rejects the subscription, and with [`Withheld`](LookUpFailure::Withheld) if it supports none. Other failures mean the same as
    /// for a look-up.
    ///
    /// [`InvalidNumber`]: LookUpFailure::InvalidNumber
    fn subscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<SubscriptionReceipt, LookUpFailure> {
        Err(LookUpFailure::Withheld.because(NO_SUBSCRIPTIONS))
    }

    /// Ends a subscription.
    fn unsubscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<(), LookUpFailure> {
        Err(LookUpFailure::Withheld.because(NO_SUBSCRIPTIONS))
    }
}

const NO_SUBSCRIPTIONS: &str = "this source does not support subscriptions";

/// What the answers of a carrier prove about the owner of a number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConfirmationScope {
    /// Nothing. The carrier is not asked about numbers without a carrier.
    #[default]
    Nothing,
    /// The carrier shows only shipments of its customer. A number that it does not find may still be one of its numbers.
    OwnShipments,
    /// The carrier shows all of its numbers. A number that it does not find is not one of its numbers.
    Everything,
}

impl<F> Carrier for F
where
    F: Fn(&LookUp, &Call) -> Result<Answer, LookUpFailure> + Send + Sync,
{
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        self(look_up, call)
    }
}

/// A question to a carrier about a number.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LookUp {
    /// The account that asks. A carrier that shows only the shipments of a customer is asked with the credentials of this account.
    pub account: AccountId,
    /// The name of that account in the host program.
    pub account_name: String,
    /// The carrier's code.
    pub scac: String,
    /// Kind of the number. Not a [`NumberKind`](crate::numbers::NumberKind), because a store may contain a kind from a later version.
    pub kind: RequestType,
    /// The number as it was submitted.
    pub number: String,
    /// The number in normal form: upper case, no spaces, no redundant prefix.
    pub normalized_number: String,
    /// Number of this attempt, from 1.
    pub attempt: u32,
    /// Time of the first look-up: the creation of the tracking request.
    pub first_asked_at: DateTime<Utc>,
    /// The time of the service.
    pub now: DateTime<Utc>,
    /// The bookmark of the carrier's last answer about this request, for example a cursor or an `ETag`. `None` if the account uses other
    /// [credentials](Carrier::credential) now.
    pub bookmark: Option<String>,
    /// The time up to which earlier answers were complete ([`Answer::until`]). The carrier may return only what is newer; such an answer
    /// is not complete. `None` if the account uses other credentials now.
    pub since: Option<DateTime<Utc>>,
    /// Other known numbers of the same shipment. The carrier may answer about one of them instead.
    pub references: Vec<String>,
    /// The known containers of the shipment.
    pub containers: Vec<String>,
    /// How long the caller waits for the answer.
    pub(crate) waits: Option<Duration>,
}

impl LookUp {
    /// A first look-up without an account, for programs that call a carrier without a service, and for tests. `number` is in normal form.
    pub fn about(scac: &str, kind: RequestType, number: &str, now: DateTime<Utc>) -> Self {
        LookUp {
            scac: scac.to_owned(),
            kind,
            number: number.to_owned(),
            normalized_number: number.to_owned(),
            attempt: 1,
            first_asked_at: now,
            now,
            ..LookUp::default()
        }
    }
}

/// What a carrier knows about a number. An answer without facts counts as [`NoDataYet`](LookUpFailure::NoDataYet) if no facts are known
/// from before.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The facts, in any order.
    pub facts: Vec<Fact>,
    /// True if this is everything that the source knows. Then an estimate that is missing is withdrawn.
    pub complete: bool,
    /// Other numbers of the same shipment.
    pub references: Vec<String>,
    /// The pause before the next look-up that the carrier asks for. It replaces the pause of the
    /// [policy](crate::tracking::lifecycle::Policy), within the limits of the policy.
    pub next_look: Option<Duration>,
    /// Returned to the carrier with the next look-up of this request ([`LookUp::bookmark`]). At most 4,096 bytes. `None` removes the
    /// previous bookmark.
    pub bookmark: Option<String>,
    /// The time up to which this answer and earlier ones are complete, if the source can return newer data only. The next look-up has it
    /// as [`LookUp::since`]. `None` removes the previous value.
    pub until: Option<DateTime<Utc>>,
    /// True if the source reports that nothing has changed since the bookmark of the look-up. Then there are no facts, and the known facts
    /// count as repeated.
    pub unchanged: bool,
}

impl Answer {
    /// Maximum length of a bookmark in bytes.
    pub const MAX_BOOKMARK_BYTES: usize = 4_096;

    /// An answer with everything that the source knows.
    pub fn complete(facts: Vec<Fact>) -> Self {
        Answer { facts, complete: true, ..Answer::default() }
    }

    /// An answer with a part of what the source knows. Known facts that are missing in it stay.
    pub fn partial(facts: Vec<Fact>) -> Self {
        Answer { facts, ..Answer::default() }
    }

    /// An answer that nothing changed since the source gave `bookmark` ([`unchanged`](Self::unchanged)).
    pub fn nothing_new(bookmark: impl Into<String>) -> Self {
        Answer { unchanged: true, bookmark: Some(bookmark.into()), ..Answer::default() }
    }

    /// The same answer with other numbers of the shipment.
    pub fn with_references(mut self, references: Vec<String>) -> Self {
        self.references = references;
        self
    }

    /// The same answer with a pause before the next look-up.
    pub fn with_next_look(mut self, pause: Duration) -> Self {
        self.next_look = Some(pause);
        self
    }

    /// The same answer with a bookmark for the next look-up.
    pub fn with_bookmark(mut self, bookmark: impl Into<String>) -> Self {
        self.bookmark = Some(bookmark.into());
        self
    }

    /// The same answer with the moment up to which the source reported everything ([`until`](Self::until)).
    pub fn with_until(mut self, until: DateTime<Utc>) -> Self {
        self.until = Some(until);
        self
    }
}

/// A carrier for sources that send their data without being asked, such as EDI, and for facts that the host program records. Its own
/// answers are empty.
///
/// ```
/// use shiptrack::carriers::Inbox;
/// use shiptrack::{NewTrackingRequest, Service, Settle};
///
/// # fn main() -> shiptrack::Result<()> {
/// let service = Service::builder().any_carrier(Inbox).in_memory()?;
/// let client = service.client();
/// let request = client.tracking_requests().create(NewTrackingRequest::bill_of_lading("BILL12345", "OOLU"))?;
/// service.settle(Settle::new())?;
/// let file = b"UNB+UNOA:2+LINE+ME+260502:1500+77'UNH+1+IFTSTA:D:00B:UN'BGM+23+1+9'RFF+BM:BILL12345'CNI+1'STS+1+AE'\
///     DTM+334:202605021410:203'LOC+175+CNSHA'EQD+CN+MSKU0308961'UNT+9+1'UNZ+1+77'";
/// service.ingest_edi(service.default_account(), file)?;
/// service.settle(Settle::new())?;
/// assert_eq!(client.tracking_requests().get(&request.id)?.status.as_str(), "created");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Inbox;

impl Carrier for Inbox {
    fn look_up(&self, _: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        Ok(Answer::default())
    }
}

/// An order to a carrier about an event subscription.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SubscriptionOrder {
    /// What the carrier must do.
    pub step: SubscriptionStep,
    /// The account of the subscription. The carrier is asked with its credentials.
    pub account: AccountId,
    /// The name of that account in the host program.
    pub account_name: String,
    /// The carrier's code.
    pub scac: String,
    /// The id that the carrier gave the subscription; `None` for a new subscription, or if the carrier returned no id.
    pub subscription_id: Option<String>,
    /// The number of the subscription in normal form; `None` for all shipments of a customer.
    pub about: Option<(RequestType, String)>,
    /// The URL that the carrier calls.
    pub callback_url: String,
    /// The secret that the carrier signs callbacks with.
    pub secret: CallbackSecret,
    /// The time of the service.
    pub now: DateTime<Utc>,
}

/// What a carrier must do with a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionStep {
    /// Create it.
    Create,
    /// Renew it before it expires.
    Renew,
    /// Use the secret of the order from now on.
    ReplaceSecret,
    /// End it.
    End,
}

/// A subscription that a carrier created or renewed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubscriptionReceipt {
    /// The id that the carrier gave the subscription; `None` if it returned no id.
    pub subscription_id: Option<String>,
    /// When the subscription expires unless it is renewed; `None` if it does not expire.
    pub expires_at: Option<DateTime<Utc>>,
}

impl SubscriptionReceipt {
    /// A subscription with its id (`None` if the carrier returned none) and its expiry (`None` if it does not expire).
    pub fn new(subscription_id: Option<String>, expires_at: Option<DateTime<Utc>>) -> Self {
        SubscriptionReceipt { subscription_id, expires_at }
    }
}

impl SubscriptionOrder {
    /// An order to create a subscription to all shipments of a customer, without an account. For programs that call a carrier without a
    /// service, and for tests.
    pub fn new(scac: &str, callback_url: &str, secret: CallbackSecret, now: DateTime<Utc>) -> Self {
        SubscriptionOrder {
            step: SubscriptionStep::Create,
            account: AccountId::from(""),
            account_name: String::new(),
            scac: scac.to_owned(),
            subscription_id: None,
            about: None,
            callback_url: callback_url.to_owned(),
            secret,
            now,
        }
    }
}
