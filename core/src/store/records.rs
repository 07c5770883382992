//! The records that the store keeps. They are stored as JSON, next to the columns by which they are found.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::email::{AllowedSenders, AuthenticationResult, Indirection, is_domain};
use crate::error::{Error, Quoted, Result};
use crate::jsonapi::{Members, ToOne};
use crate::resources::{
    AccountId, Container, ContainerId, DeliveryStatus, Document, DocumentId, DocumentRepresentation, EmailSubmission,
    EmailSubmissionId, EventName, Party, RequestType, Shipment, ShipmentId, Timestamp, TrackingRequestId,
    TransportEvent, UserId, Webhook, WebhookId, WebhookNotificationId, WebhookSecret,
};
use crate::tracking::lifecycle::State;
use crate::tracking::{EstimateOrder, Fact, FactMark, Stage, Trip};

/// An account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AccountRecord {
    /// The id.
    pub id: AccountId,
    /// The short unique name that the host program gave it.
    pub name: String,
    /// Name of the company.
    pub company_name: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The progress of imports from hosted accounts, by the URL and id of the hosted account.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub adoptions: BTreeMap<String, String>,
    /// The settings of the account.
    #[serde(default, skip_serializing_if = "AccountSettings::is_default")]
    pub settings: AccountSettings,
}

/// Settings of an account. What the service can do automatically is off by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountSettings {
    /// Whether the service creates tracking requests for untracked numbers in email, if their carrier can be asked.
    pub track_numbers_in_mail: bool,
    /// Whether the service records arrival, vessel and last free day from arrival notices as facts of a user (`user_input`).
    pub record_arrival_notices: bool,
    /// The order in which the estimates of sources are preferred for the shipments of the account. Empty for the order of the service.
    ///
    /// A change applies to each shipment from its next look-up on. What changes for this reason is not notified.
    #[serde(skip_serializing_if = "EstimateOrder::is_empty")]
    pub estimate_order: EstimateOrder,
    /// The senders whose mail may report facts: attached EDI, and arrival notices with `record_arrival_notices`. Empty if mail reports no
    /// facts. Files that are uploaded with an API key of the account need no sender.
    #[serde(skip_serializing_if = "AllowedSenders::is_empty")]
    pub allowed_senders: AllowedSenders,
    /// The senders in `allowed_senders` whose mail may report facts also if its content may be from someone else, see
    /// [`Indirection`]: bounces, automatic replies, mail of lists, and messages inside a message. Empty for none.
    #[serde(skip_serializing_if = "AllowedSenders::is_empty")]
    pub indirect_senders: AllowedSenders,
    /// The name under which the mail server of the host program writes `Authentication-Results` (RFC 8601) into messages. If it is not
    /// empty, mail only reports facts if this server confirmed the domain of the sender. See [`AllowedSenders::check`].
    #[serde(skip_serializing_if = "String::is_empty")]
    pub authentication_server: String,
}

impl AccountSettings {
    /// Checks the settings that can have invalid values.
    pub(crate) fn check(&self) -> Result<()> {
        let server = &self.authentication_server;
        if server.is_empty() || is_domain(server) {
            return Ok(());
        }
        let problem = format!("{} is not the name of a mail server, such as mx.example", Quoted(server));
        Err(Error::invalid("authentication_server", problem))
    }

    /// Checks whether a message with these senders and results may report facts, or a document in it, and returns why not.
    pub(crate) fn check_sender(
        &self,
        from: &[String],
        results: &[AuthenticationResult],
        indirection: Option<Indirection>,
    ) -> Result<(), String> {
        self.allowed_senders.check(from, &self.authentication_server, results)?;
        match indirection {
            Some(reason) if !from.iter().all(|sender| self.indirect_senders.contains(sender)) => {
                Err(format!("{reason}, and its sender is not in the list of senders of such mail (indirect_senders)"))
            }
            _ => Ok(()),
        }
    }

    /// All settings that are on or off by name, to set or list them.
    ///
    /// ```
    /// use shiptrack::store::AccountSettings;
    ///
    /// let mut settings = AccountSettings::default();
    /// for (_, is_on) in settings.flags_by_name() {
    ///     *is_on = true;
    /// }
    /// assert!(settings.track_numbers_in_mail && settings.record_arrival_notices);
    /// ```
    pub fn flags_by_name(&mut self) -> [(&'static str, &mut bool); 2] {
        let AccountSettings { track_numbers_in_mail, record_arrival_notices, .. } = self;
        [("track_numbers_in_mail", track_numbers_in_mail), ("record_arrival_notices", record_arrival_notices)]
    }

    fn is_default(&self) -> bool {
        *self == AccountSettings::default()
    }
}

/// An API key of an account. Only its hash is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyRecord {
    /// The id.
    pub id: Uuid,
    /// The account.
    pub account: AccountId,
    /// The name that the host program gave it.
    pub name: String,
    /// SHA-256 of the key.
    pub hash: [u8; 32],
    /// The first characters of the key, to recognize it.
    pub hint: String,
    /// Whether the key only permits reading.
    pub read_only: bool,
    /// Whether the key has no rate limits.
    #[serde(default)]
    pub unlimited: bool,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was revoked; `None` if it is valid.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// The identity of a tracked number: account, carrier and normalized number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TrackedNumber {
    /// The account.
    pub account: AccountId,
    /// The code of the carrier; `None` while it is being detected.
    pub scac: Option<String>,
    /// The normalized number.
    pub number: String,
}

/// A tracking request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RequestRecord {
    /// The id.
    pub id: TrackingRequestId,
    /// Account, carrier and normalized number.
    pub tracked: TrackedNumber,
    /// The code with which the caller named the carrier; `None` if it is the code in `tracked`, or a container prefix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested_scac: Option<String>,
    /// The carrier that the number indicates, while `tracked` has no carrier. The request waits in the queue of this carrier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred_scac: Option<String>,
    /// Kind of the number.
    pub kind: RequestType,
    /// The number as submitted.
    pub number: String,
    /// References of the customer.
    pub ref_numbers: Vec<String>,
    /// Tags for the shipment.
    pub shipment_tags: Vec<String>,
    /// The customer for whom the number is tracked.
    pub customer: Option<Uuid>,
    /// Custom fields for the shipment and its containers, as submitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_custom_fields: Option<Members>,
    /// The user who created it.
    pub user: Option<UserId>,
    /// The state of its lifecycle.
    pub state: State,
    /// The shipment; `None` until it is found.
    pub shipment: Option<ShipmentId>,
    /// The number of its changes. It is part of the keys of notifications, so that each change is notified once.
    pub revision: u64,
    /// When the carrier was last asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_at: Option<DateTime<Utc>>,
    /// When the carrier last returned data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<DateTime<Utc>>,
    /// When the carrier rejected the credentials for this request; `None` if it gave another answer since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_at: Option<DateTime<Utc>>,
    /// Answers of the carriers that were asked whether they know the number, while its carrier is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrier_claims: Vec<CarrierClaim>,
    /// The bookmark of the last answer, which is passed to the carrier with the next look-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bookmark: Option<String>,
    /// The time up to which the last answer of the carrier was complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete_until: Option<DateTime<Utc>>,
    /// A digest of the carrier and credentials to which `bookmark` and `complete_until` belong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<Digest>,
    /// The request that was rejected as a duplicate of this one since the last answer. It is created if the next look-up shows that the
    /// container has begun its next trip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_request: Option<Box<RequestRecord>>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// The answer of a carrier that was asked whether it knows a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierClaim {
    /// The code of the carrier.
    pub scac: String,
    /// Whether the carrier knows the number.
    pub knows: bool,
    /// Whether the carrier shows all of its numbers and does not know this one. If neither this nor `knows` is true, the carrier
    /// only shows its customer's own shipments.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub denies: bool,
    /// The time of the last event that it returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_event: Option<DateTime<Utc>>,
}

impl RequestRecord {
    /// A new tracking request for a number.
    pub fn new(
        id: TrackingRequestId,
        tracked: TrackedNumber,
        kind: RequestType,
        number: String,
        now: DateTime<Utc>,
    ) -> Self {
        RequestRecord {
            id,
            tracked,
            requested_scac: None,
            inferred_scac: None,
            kind,
            number,
            ref_numbers: Vec::new(),
            shipment_tags: Vec::new(),
            customer: None,
            initial_custom_fields: None,
            user: None,
            state: State::new(now),
            shipment: None,
            revision: 0,
            asked_at: None,
            answered_at: None,
            refused_at: None,
            carrier_claims: Vec::new(),
            bookmark: None,
            complete_until: None,
            answered_by: None,
            next_request: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The code of the carrier that responses show: the one that the caller sent.
    pub fn shown_scac(&self) -> Option<&str> {
        self.requested_scac.as_deref().or(self.tracked.scac.as_deref())
    }

    /// The carrier in whose queue the request waits; empty if the carrier is unknown.
    pub fn carrier(&self) -> &str {
        self.tracked.scac.as_deref().or(self.inferred_scac.as_deref()).unwrap_or("")
    }
}

/// A shipment, and the number from whose facts it was derived.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipmentRecord {
    /// The number from whose facts the shipment was derived.
    pub tracked: TrackedNumber,
    /// The shipment.
    pub shipment: Shipment,
    /// Other normalized numbers of this shipment in the last answer of the carrier.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named_numbers: Vec<String>,
    /// Other normalized numbers that identify the same shipment. A request for one of them is a duplicate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spellings: Vec<String>,
    /// The fingerprint of the last answer that was processed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<AnswerFingerprint>,
    /// The digest of the rules and policies by which the shipment was derived.
    pub rules: Digest,
    /// Attributes that were reported as taken back and have no value since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<String>,
}

/// The fingerprint of an answer. An answer with the same fingerprint is not processed again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerFingerprint {
    /// The digest of its content.
    pub digest: Digest,
    /// The sequence number of the newest fact about the number at that time.
    pub last_fact: Option<u64>,
    /// When tracking can end although no source reports anything new.
    pub valid_until: Option<DateTime<Utc>>,
    /// The stages of the containers after this answer.
    pub stages: Vec<Stage>,
    /// When it was received.
    pub received_at: DateTime<Utc>,
}

/// The times of the look-ups of a shipment, which are also attributes of its containers.
pub(crate) struct LookUpTimes {
    /// When a look-up last succeeded, from the shipment.
    pub succeeded_at: Option<Timestamp>,
    /// When the last processed answer was received.
    pub processed_at: Option<DateTime<Utc>>,
    /// When the carrier last returned data, from the tracking request.
    pub answered_at: Option<DateTime<Utc>>,
}

/// The last time when a source repeated an estimate that is a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmation {
    /// The fact.
    pub fact: FactMark,
    /// When the source last repeated it.
    pub at: DateTime<Utc>,
}

/// A digest of an answer, or of the identity of carrier and credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 16]);

/// A fact about a number that no request tracks, with the digests by which a repeated one is found.
#[derive(Debug, Clone)]
pub struct UnclaimedFact {
    /// The fact.
    pub fact: Fact,
    /// The digest of what the fact is about. Of the facts of one topic, only the newest are compared with further ones.
    pub topic: Digest,
    /// The digest of the fact without its time of receipt.
    pub statement: Digest,
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(&format_args!("{:032x}", u128::from_be_bytes(self.0)))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(input)?;
        u128::from_str_radix(&digits, 16).map(|number| Digest(number.to_be_bytes())).map_err(D::Error::custom)
    }
}

impl ShipmentRecord {
    /// A shipment for which nothing else is known.
    pub fn new(tracked: TrackedNumber, shipment: Shipment) -> Self {
        ShipmentRecord {
            tracked,
            shipment,
            named_numbers: Vec::new(),
            spellings: Vec::new(),
            last_answer: None,
            rules: Digest([0; 16]),
            taken_back: Vec::new(),
        }
    }

    /// Whether no other number than this one is known for the shipment.
    pub fn names_only(&self, number: &str) -> bool {
        self.named_numbers.iter().chain(&self.spellings).all(|named| named == number)
    }
}

/// A container.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContainerRecord {
    /// The account.
    pub account: AccountId,
    /// The shipment to which it belongs.
    pub shipment: ShipmentId,
    /// Whether the container is no longer part of that shipment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_shipment: bool,
    /// The trip of the container with that shipment; `None` if its events show no trip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trip: Option<Trip>,
    /// Name of the terminal at the port of discharge, as its source writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pod_terminal: Option<String>,
    /// Attributes that were reported as taken back and have no value since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<String>,
    /// The container.
    pub container: Container,
}

impl ContainerRecord {
    /// A container of a shipment, without a trip.
    pub fn new(account: AccountId, shipment: ShipmentId, container: Container) -> Self {
        ContainerRecord {
            account,
            shipment,
            left_shipment: false,
            trip: None,
            pod_terminal: None,
            taken_back: Vec::new(),
            container,
        }
    }
}

/// A container that is part of two shipments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedContainer {
    /// The container number.
    pub number: String,
    /// The id of the container of the first shipment.
    pub own: ContainerId,
    /// The id of the container of the other shipment.
    pub other: ContainerId,
    /// The other shipment.
    pub shipment: ShipmentId,
}

/// An event of a container.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventRecord {
    /// The account.
    pub account: AccountId,
    /// The container.
    pub container: ContainerId,
    /// The key of the event, which is the same when sources report it again.
    pub key: String,
    /// The event.
    pub event: TransportEvent,
}

/// A notification: an entry of the event feed, and the content of its deliveries.
#[derive(Debug, Clone, PartialEq)]
pub struct NotificationRecord {
    /// The sequence number in the feed, which the store assigns.
    pub sequence: u64,
    /// The id.
    pub id: WebhookNotificationId,
    /// The account.
    pub account: AccountId,
    /// The name of the event.
    pub event: EventName,
    /// The resource that the event is about.
    pub reference: ToOne,
    /// The included resources.
    pub included: IncludedResources,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

/// The event and the time of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationHead {
    /// The sequence number in the feed.
    pub sequence: u64,
    /// The name of the event.
    pub event: EventName,
    /// When the notification was created.
    pub created_at: DateTime<Utc>,
}

/// A replaced secret, which is still used in addition to the new one for some time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacedSecret {
    /// The secret.
    pub secret: WebhookSecret,
    /// When its use ends.
    pub until: DateTime<Utc>,
}

/// The included resources of a notification, as JSON. The text never changes after the notification was created.
///
/// Notifications of one transaction share resources, which the store writes once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IncludedResources(Vec<Arc<str>>);

impl IncludedResources {
    /// These resources, each as JSON on one line.
    pub fn of(parts: Vec<Arc<str>>) -> Self {
        IncludedResources(parts)
    }

    /// The parts, each with one or more resources.
    pub fn parts(&self) -> &[Arc<str>] {
        &self.0
    }

    /// All resources as a JSON array.
    pub fn array(&self) -> String {
        format!("[{}]", self.0.join(","))
    }
}

/// A webhook and the health of its deliveries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WebhookRecord {
    /// The account.
    pub account: AccountId,
    /// The webhook.
    pub webhook: Webhook,
    /// Since when deliveries have failed and none has succeeded; `None` if the last delivery succeeded.
    pub failing_since: Option<DateTime<Utc>>,
    /// From when on the failures count: `failing_since`, moved by the time in which nothing was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_counts_from: Option<DateTime<Utc>>,
    /// When the last delivery failed; `None` if the last delivery succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_at: Option<DateTime<Utc>>,
    /// Since when the receiver has only answered 410, moved by the time in which nothing was sent; `None` if its last answer was another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone_since: Option<DateTime<Utc>>,
    /// The number of these answers.
    #[serde(default)]
    pub gone_answers: u32,
    /// Previous secrets that are still used, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<ReplacedSecret>,
}

impl WebhookRecord {
    /// Makes the webhook one that has not failed yet.
    pub fn forget_failures(&mut self) {
        self.failing_since = None;
        self.failing_counts_from = None;
        self.failed_at = None;
        self.gone_since = None;
        self.gone_answers = 0;
    }
}

/// The delivery of a notification to one webhook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeliveryRecord {
    /// The id, which the webhook receives as the id of the notification.
    pub id: WebhookNotificationId,
    /// The account.
    pub account: AccountId,
    /// The webhook.
    pub webhook: WebhookId,
    /// The sequence number of the notification in the feed.
    pub notification: u64,
    /// The name of the event.
    pub event: EventName,
    /// `pending`, `succeeded` or `failed`.
    pub status: DeliveryStatus,
    /// The number of attempts.
    pub attempts: u32,
    /// The HTTP status of the last response; `None` if there was no response.
    pub last_status: Option<u16>,
    /// When the next attempt is due; `None` if no attempt is planned.
    pub due: Option<DateTime<Utc>>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

/// The SHA-256 of bytes. They are stored under it, and checked against it when they are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlobId(pub [u8; 32]);

impl BlobId {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        BlobId(Sha256::digest(bytes).into())
    }
}

impl fmt::Debug for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// An email submission. If it has an [`EmailState`], its problems, quarantine and numbers are those of the state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EmailRecord {
    /// The account.
    pub account: AccountId,
    /// The submission with its relationships.
    pub submission: EmailSubmission,
    /// The bytes of the message.
    pub raw: BlobId,
    /// The problems that were found in the message.
    pub problems: Vec<String>,
    /// Whether the message could not be read.
    pub quarantined: bool,
    /// The numbers of bills of lading, bookings and containers in the message and its documents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<NamedNumber>,
    /// What mail servers found out about the sender, topmost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authentication: Vec<AuthenticationResult>,
    /// Why the content of the message may not be from its sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indirection: Option<Indirection>,
}

/// The number of a bill of lading, booking or container in a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedNumber {
    /// Kind of the number.
    pub kind: RequestType,
    /// The number.
    pub number: String,
    /// The document that contains the number; `None` if the message itself contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<DocumentId>,
}

/// A document, and the data that was last extracted from it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentRecord {
    /// The account.
    pub account: AccountId,
    /// The email submission to which it was attached.
    pub email: Option<EmailSubmissionId>,
    /// The position in that message.
    pub position: u32,
    /// The document.
    pub document: Document,
    /// The bytes of its file.
    pub content: Option<BlobId>,
    /// The data that was last extracted.
    pub representation: Option<DocumentRepresentation>,
    /// When it was deleted; `None` if it was not.
    pub discarded_at: Option<DateTime<Utc>>,
    /// Data that a user set, which overrides extracted data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manual: Option<Members>,
    /// The facts that were recorded from it, if it is an arrival notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedNotice>,
    /// What the document waits for; `None` if nothing is left to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<DueReading>,
    /// The uploaded message that contains it as an attachment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<DocumentId>,
    /// Whether it is a message that was attached to a message from mail, or was attached to such a message.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_nested: bool,
}

/// What is left to do with a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueReading {
    /// When it is due. `None` if it waits until the other documents of its message were read.
    pub due: Option<DateTime<Utc>>,
    /// What is to be done.
    pub step: ReadingStep,
}

/// A part of reading a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadingStep {
    /// Extracts type and data, and does the last step.
    All,
    /// Detects only the type again, and does the last step.
    Type,
    /// Records the stored data of an arrival notice as facts, or withdraws them.
    Facts,
    /// Reads the text of a message. The document is not listed until then, and is deleted if the text is no arrival notice.
    Text,
}

/// What changes in an email submission when its documents are read, and what is needed to read them. It is bounded, and stored apart from the
/// [`EmailRecord`], which has the text of the message: so the work for a document does not depend on the size of the message.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EmailState {
    /// The account. The store has it in a column.
    #[serde(skip)]
    pub account: AccountId,
    /// The submission. The store has it in a column.
    #[serde(skip)]
    pub id: EmailSubmissionId,
    /// The user of the submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserId>,
    /// When the message was ingested.
    pub received_at: DateTime<Utc>,
    /// The senders. Of several, only two; a sender that is longer than an address can be is cut.
    pub from: Vec<String>,
    /// What mail servers found out about the sender, topmost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authentication: Vec<AuthenticationResult>,
    /// Why the content of the message may not be from its sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indirection: Option<Indirection>,
    /// The container numbers in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<String>,
    /// The current [problems](EmailRecord::problems).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// Whether the message is in quarantine at present.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quarantined: bool,
    /// The current [numbers](EmailRecord::numbers).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<NamedNumber>,
    /// What the documents have used of the limits of the message.
    pub usage: MailUsage,
}

/// What the documents of a message have used of its limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailUsage {
    /// Bytes of extracted data.
    pub extracted: u64,
    /// Tracking requests that were created for numbers in the message.
    pub tracked: u64,
    /// Time that the built-in reader took, in milliseconds.
    pub milliseconds: u64,
}

/// The facts that were recorded from an arrival notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedNotice {
    /// The numbers under which it was recorded.
    pub numbers: Vec<String>,
    /// The digest of its content.
    pub digest: BlobId,
}

impl DocumentRecord {
    /// The members of the extracted data that contain numbers of bills of lading, bookings and containers.
    pub const NUMBER_MEMBERS: [&'static str; 3] = ["bills_of_lading", "bookings", "containers"];

    /// The members with numbers for an email submission, and their kinds: also those of container numbers with a typing error, which are
    /// reported and not tracked.
    pub const NAMED_MEMBERS: [(&'static str, RequestType); 4] = [
        ("doubtful_containers", RequestType::Container),
        ("bills_of_lading", RequestType::BillOfLading),
        ("bookings", RequestType::BookingNumber),
        ("containers", RequestType::Container),
    ];

    /// The value of a member: the one that a user set, otherwise the extracted one. `None` if the member is missing, or a user set it to
    /// null.
    pub fn value_of(&self, name: &str) -> Option<&Value> {
        match self.manual.as_ref().and_then(|manual| manual.get(name)) {
            Some(value) => Some(value).filter(|value| !value.is_null()),
            None => self.representation.as_ref()?.payload.as_ref()?.get(name),
        }
    }

    /// The numbers in one member of the extracted data.
    pub fn numbers_of(&self, member: &str) -> impl Iterator<Item = &str> {
        self.items_of(member).filter_map(number_of)
    }

    /// The numbers in one member, without those that were only found in the text of the message.
    pub fn own_numbers_of(&self, member: &str) -> impl Iterator<Item = &str> {
        let is_own = |item: &&Value| item.get("found_in").is_none_or(|place| place != "email_body");
        self.items_of(member).filter(is_own).filter_map(number_of)
    }

    fn items_of(&self, member: &str) -> impl Iterator<Item = &Value> {
        self.value_of(member).and_then(Value::as_array).into_iter().flatten()
    }

    /// At most `limit` numbers of the document itself, for its email submission.
    pub fn named_numbers(&self, limit: usize) -> Vec<NamedNumber> {
        let own = DocumentRecord::NAMED_MEMBERS.into_iter().flat_map(|(member, kind)| {
            self.own_numbers_of(member).map(move |number| (kind.clone(), number.to_owned()))
        });
        let document = Some(self.document.id.clone());
        own.take(limit).map(|(kind, number)| NamedNumber { kind, number, document: document.clone() }).collect()
    }

    /// Whether it is the text of a message of which it is not known yet whether it is an arrival notice. Such a document is not listed.
    pub fn is_unread_text(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.step == ReadingStep::Text)
    }

    /// All numbers of bills of lading, bookings and containers in the extracted data.
    pub fn numbers(&self) -> Vec<String> {
        Self::NUMBER_MEMBERS.iter().flat_map(|member| self.numbers_of(member)).map(str::to_owned).collect()
    }
}

fn number_of(item: &Value) -> Option<&str> {
    item.as_str().or_else(|| item.get("number")?.as_str())
}

/// An EDI interchange that was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterchangeRecord {
    /// The account.
    pub account: AccountId,
    /// The digest of its text, by which a repeated interchange is recognized.
    pub digest: BlobId,
    /// The sender.
    pub sender: String,
    /// The control number that the sender assigned.
    pub control_number: String,
    /// When it was first received.
    pub received_at: DateTime<Utc>,
}

/// An EDI message from which nothing could be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadMessageRecord {
    /// The number of the interchange.
    pub interchange: u64,
    /// The position in the interchange, starting at 1.
    pub position: u32,
    /// The sender.
    pub sender: String,
    /// The control number of the interchange.
    pub control_number: String,
    /// When it was first received.
    pub received_at: DateTime<Utc>,
    /// The outcome: why nothing was recorded, as JSON.
    pub outcome: String,
    /// The text of the message.
    pub text: String,
}

/// A customer of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartyRecord {
    /// The account.
    pub account: AccountId,
    /// The customer.
    pub party: Party,
}
