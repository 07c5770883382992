//! The carrier port: what a source of tracking data implements.
//!
//! A question about a number comes in ([`LookUp`]); facts ([`Answer`]) or a [`LookUpFailure`] go out. The room has the trait
//! [`Carrier`], the values it takes and returns, and [`CallLog`], which counts calls. It uses `tracking` for the facts and
//! `http` for the deadline of a call. The library's own carriers are [`Sandbox`](crate::sandbox::Sandbox),
//! [`ApiCarrier`](crate::carrier_http::ApiCarrier) and [`Inbox`].
//!
//! A host plugs a [`Carrier`] in with [`ServiceBuilder::carrier`](crate::service::ServiceBuilder::carrier), or one for all
//! others with [`any_carrier`](crate::service::ServiceBuilder::any_carrier). It answers with facts, or says why it has none:
//!
//! | What it says | A request that is waiting | A request that has its shipment |
//! |---|---|---|
//! | [`Answer`] with facts | becomes `created` | is looked up again in three to twelve hours, as far as it is on its way, or when the answer says |
//! | [`Answer`] without any fact, and none were known | as `NoDataYet` | – |
//! | [`NotFound`](LookUpFailure::NotFound) | a container fails (`not_found`); every other number waits as with `NoDataYet` | as without news |
//! | [`NoDataYet`](LookUpFailure::NoDataYet) | waits as `awaiting_manifest`, asked again every day; after 7 days it fails (`expired`, or `not_found` when the carrier never knew the number) | as without news |
//! | [`InvalidNumber`](LookUpFailure::InvalidNumber) | fails (`invalid_number`) | as without news |
//! | [`Cancelled`](LookUpFailure::Cancelled) | fails (`booking_cancelled`) | is stopped |
//! | [`Withheld`](LookUpFailure::Withheld) | fails (`data_unavailable`) | as without news |
//! | [`Refused`](LookUpFailure::Refused) | waits as it is, and uses up no try; so does whatever else is asked for with these credentials, but for one look-up an hour | the same |
//! | [`Forbidden`](LookUpFailure::Forbidden) | waits as it is for an hour, and uses up no try; after another one that was refused, or before any answer, as `Refused` | the same |
//! | [`Unreachable`](LookUpFailure::Unreachable) | is tried again (`shipping_line_unreachable`), 14 times within a day; then it fails (`retries_exhausted`) | is tried again, nothing is told |
//! | [`Unreadable`](LookUpFailure::Unreadable) | the same (`unrecognized_response`) | the same |
//! | a panic | the same (`internal_processing_error`) | the same |
//! | [`RateLimited`](LookUpFailure::RateLimited) | waits as it is for as long as the carrier asks, and uses up no try; so does whatever else waits for this carrier | is looked up again then; so is whatever else waits for this carrier |
//!
//! "As without news": it stays `created` and is looked up again as before; after 56 days it is stopped
//! (`no_updates_at_line`). A request that awaits a manifest is not ended by trouble before its 7 days are over. The numbers are
//! those of the default [policy](crate::tracking::lifecycle::Policy); `core/docs/lifecycle.md` has every case.
//!
//! ```
//! use std::time::Duration;
//!
//! use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
//! use shiptrack::http::Call;
//! use shiptrack::tracking::Fact;
//!
//! /// A carrier of which somebody else leaves the facts in a folder, one file a number.
//! struct Folder(std::path::PathBuf);
//!
//! impl Carrier for Folder {
//!     fn look_up(&self, asked: &LookUp, _call: &Call) -> Result<Answer, LookUpFailure> {
//!         let in_a_while = LookUpFailure::Unreachable { retry_after: Some(Duration::from_secs(600)) };
//!         if !self.0.is_dir() {
//!             return Err(in_a_while);
//!         }
//!         let file = self.0.join(&asked.normalized_number).with_extension("json");
//!         let text = std::fs::read_to_string(file).map_err(|problem| match problem.kind() {
//!             std::io::ErrorKind::NotFound => LookUpFailure::NotFound,
//!             // What cannot be read now is not what is not there: a container would fail for good.
//!             _ => in_a_while,
//!         })?;
//!         let facts = Fact::parse_all(&text).map_err(|_| LookUpFailure::Unreadable)?;
//!         Ok(Answer::complete(facts))
//!     }
//! }
//! # let asked = LookUp::about("MAEU", shiptrack::resources::RequestType::BillOfLading, "1", Default::default());
//! # let nowhere = Folder("/no/such/folder".into()).look_up(&asked, &Call::default());
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

/// A source of tracking data: a carrier's interface, a file, a host's own database.
///
/// It is called from several threads at once, and never while the service holds a lock or a transaction: it may call
/// the service back. A closure over the same two arguments is a carrier, too.
#[allow(unused_variables, reason = "the arguments of default methods have names for whoever implements them")]
pub trait Carrier: Send + Sync {
    /// Asks for everything known about a number.
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure>;

    /// What it is asked with for an account, where it knows: accounts with the same one share what becomes of it, and another one
    /// is asked with at once. Where it does not know, each account's credentials are its own, and nobody sees them replaced. One that is
    /// asked with nothing says [`CredentialId::NONE`]: when it refuses, that is about the number, and nothing is set aside.
    fn credential(&self, account: &AccountId, account_name: &str) -> Option<CredentialId> {
        None
    }

    /// What it can say to the question whether a number of this kind is its own. A service asks it about numbers of which nobody said
    /// whose they are only where this is more than nothing.
    fn confirms(&self, kind: &RequestType) -> ConfirmationScope {
        ConfirmationScope::Nothing
    }

    /// The calls it made, where somebody has to know of them when the service is opened the next time.
    fn call_log(&self) -> Option<&CallLog> {
        None
    }

    /// Whether it can be asked to call back about a number of this kind, or about all shipments of a customer (`None`): why not, in
    /// words, unless it says otherwise.
    fn takes_subscription(&self, about: Option<&RequestType>) -> Result<(), String> {
        Err(NO_SUBSCRIPTIONS.to_owned())
    }

    /// Asks it to call back, to go on with that, or to sign with another secret: as the order [says](SubscriptionOrder::step).
    /// [`NotFound`](LookUpFailure::NotFound) says that it does not know the subscription any more, [`InvalidNumber`] that it will not
    /// have it as it is, [`Withheld`](LookUpFailure::Withheld) that it makes none; the others mean what they mean of a look-up.
    ///
    /// [`InvalidNumber`]: LookUpFailure::InvalidNumber
    fn subscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<SubscriptionReceipt, LookUpFailure> {
        Err(LookUpFailure::Withheld.because(NO_SUBSCRIPTIONS))
    }

    /// Asks it to call back no more.
    fn unsubscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<(), LookUpFailure> {
        Err(LookUpFailure::Withheld.because(NO_SUBSCRIPTIONS))
    }
}

const NO_SUBSCRIPTIONS: &str = "this source makes no subscriptions";

/// What a carrier can say to the question whether a number is its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConfirmationScope {
    /// It is not to be asked.
    #[default]
    Nothing,
    /// It shows its customer's own shipments: what it does not find may be its number all the same.
    OwnShipments,
    /// It shows all of its numbers: what it does not find is none of them.
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

/// What a carrier is asked.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct LookUp {
    /// The account that wants to know. A carrier that shows each customer its own shipments is asked with that account's
    /// credentials.
    pub account: AccountId,
    /// What the host calls that account.
    pub account_name: String,
    /// The carrier's code.
    pub scac: String,
    /// Kind of the number. Not a [`NumberKind`](crate::numbers::NumberKind): a store may hold a kind that a later version
    /// wrote.
    pub kind: RequestType,
    /// The number as it was submitted.
    pub number: String,
    /// The form of it the carrier wants: upper case, no spaces, no redundant prefix.
    pub normalized_number: String,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// When the number was first asked about: the creation of its tracking request.
    pub first_asked_at: DateTime<Utc>,
    /// The service's time.
    pub now: DateTime<Utc>,
    /// What the carrier gave with its last answer about this request to be reminded of: a cursor, an `ETag`. Whoever is asked with other
    /// [credentials](Carrier::credential) than those it was given with is reminded of nothing.
    pub bookmark: Option<String>,
    /// Up to when the carrier told everything with its last answer about this request ([`Answer::until`]): what it wrote since is
    /// enough, and is an answer that is not complete. As with the bookmark, what was told with other credentials does not count.
    pub since: Option<DateTime<Utc>>,
    /// Other numbers of the same shipment, as far as they are known: an answer about one of them may serve as well.
    pub references: Vec<String>,
    /// The containers of the shipment, as far as they are known.
    pub containers: Vec<String>,
    pub(crate) waits: Option<Duration>,
}

impl LookUp {
    /// A first question about a number, in the normal form it is given in, that no account asks: for whoever asks a carrier
    /// beside a service, and for tests.
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

/// What a carrier said. An answer without a fact, about a number of which none is known, counts as
/// [`NoDataYet`](LookUpFailure::NoDataYet).
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The facts, in any order.
    pub facts: Vec<Fact>,
    /// Whether this is everything the source knows. Then an estimate it no longer names is withdrawn.
    pub complete: bool,
    /// Other numbers of the same shipment.
    pub references: Vec<String>,
    /// How soon the carrier wants to be asked again, where it says so: a pause within the bounds of the
    /// [policy](crate::tracking::lifecycle::Policy) takes the place of the one that the policy would make.
    pub next_look: Option<Duration>,
    /// What the carrier wants to be reminded of when it is asked about this request again ([`LookUp::bookmark`]), 4,096 bytes
    /// at most; one without any forgets it.
    pub bookmark: Option<String>,
    /// Up to when everything that the source knew was told, by this answer and those before it, where it can be asked for what it wrote
    /// since: the next look-up has it as [`LookUp::since`]. An answer without it forgets it.
    pub until: Option<DateTime<Utc>>,
    /// Whether the source says that nothing changed since it gave the bookmark that it was asked with: then the facts are
    /// none, and what was known is taken for said again.
    pub unchanged: bool,
}

impl Answer {
    /// Bytes of a bookmark that are kept.
    pub const MAX_BOOKMARK_BYTES: usize = 4_096;

    /// An answer with everything that the source knows.
    pub fn complete(facts: Vec<Fact>) -> Self {
        Answer { facts, complete: true, ..Answer::default() }
    }

    /// An answer with a part of what the source knows: facts that it leaves out stay.
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

    /// The same answer with the pause after which the carrier wants to be asked again.
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

/// Stands in for carriers that are never asked, because they send what they have: EDI, or whatever a host records. It answers nothing
/// itself, so a shipment is what was recorded for its number.
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

/// What a carrier is asked about an event subscription.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SubscriptionOrder {
    /// What is to be done.
    pub step: SubscriptionStep,
    /// The account whose it is: the carrier is asked with its credentials.
    pub account: AccountId,
    /// What the host calls that account.
    pub account_name: String,
    /// The carrier's code.
    pub scac: String,
    /// The carrier's id of it; `None` of one that is to be made, or whose id it never told.
    pub subscription_id: Option<String>,
    /// The number it is about, in the form that requests for it are kept under; `None` for all shipments of a customer.
    pub about: Option<(RequestType, String)>,
    /// Where the carrier is to call back.
    pub callback_url: String,
    /// What it is to sign with.
    pub secret: CallbackSecret,
    /// The service's time.
    pub now: DateTime<Utc>,
}

/// What a carrier is to do with a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionStep {
    /// Begin it.
    Create,
    /// Go on with it, for it would end.
    Renew,
    /// Sign with the secret of the order from now on.
    ReplaceSecret,
    /// End it.
    End,
}

/// A subscription that a carrier made, or went on with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubscriptionReceipt {
    /// The carrier's id of it, where it says so.
    pub subscription_id: Option<String>,
    /// When it ends unless it is renewed; `None` where it does not.
    pub expires_at: Option<DateTime<Utc>>,
}

impl SubscriptionReceipt {
    /// A subscription with the carrier's id of it, where it says so, and when it ends unless it is renewed.
    pub fn new(subscription_id: Option<String>, expires_at: Option<DateTime<Utc>>) -> Self {
        SubscriptionReceipt { subscription_id, expires_at }
    }
}

impl SubscriptionOrder {
    /// An order about all shipments of a customer, that no account gives: for whoever asks a carrier beside a service, and for tests.
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
