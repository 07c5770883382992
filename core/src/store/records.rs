//! What the store keeps, one struct a kind. Adapters write them as JSON beside the columns they search by.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::jsonapi::{Members, ToOne};
use crate::resources::{
    AccountId, Container, ContainerId, DeliveryStatus, Document, DocumentId, DocumentRepresentation, EmailSubmission,
    EmailSubmissionId, EventName, Party, RequestType, Shipment, ShipmentId, Timestamp, TrackingRequestId,
    TransportEvent, UserId, Webhook, WebhookId, WebhookNotificationId, WebhookSecret,
};
use crate::tracking::lifecycle::State;
use crate::tracking::{FactMark, Stage, Trip};

/// An account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AccountRecord {
    /// Its id.
    pub id: AccountId,
    /// The short name the host calls it by; unique.
    pub name: String,
    /// Name of the company.
    pub company_name: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// How far hosted accounts were taken over into it, by where they are.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub adoptions: BTreeMap<String, String>,
    /// What it wants done by itself.
    #[serde(default, skip_serializing_if = "AccountSettings::is_default")]
    pub settings: AccountSettings,
}

/// What an account wants done by itself. Nothing is, unless it says so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountSettings {
    /// Numbers that stand in its mail, and that nobody tracks, are tracked, where somebody can be asked about them.
    pub track_numbers_in_mail: bool,
    /// What arrival notices say of arrival, vessel and last free day is recorded as facts of a user (`user_input`).
    pub record_arrival_notices: bool,
}

impl AccountSettings {
    /// Each by its name: for whoever sets them by that, or lists them.
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
        let AccountSettings { track_numbers_in_mail, record_arrival_notices } = self;
        [("track_numbers_in_mail", track_numbers_in_mail), ("record_arrival_notices", record_arrival_notices)]
    }

    fn is_default(&self) -> bool {
        *self == AccountSettings::default()
    }
}

/// A key of an account. The key itself is not kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyRecord {
    /// Its id.
    pub id: Uuid,
    /// Whose it is.
    pub account: AccountId,
    /// What the host calls it.
    pub name: String,
    /// SHA-256 of the key.
    pub hash: [u8; 32],
    /// The first characters of the key, to tell keys apart.
    pub hint: String,
    /// Whether it may only read.
    pub read_only: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
}

/// What makes two tracking requests the same: account, carrier and normalized number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TrackedNumber {
    /// Whose.
    pub account: AccountId,
    /// The carrier's code; `None` while it is being detected.
    pub scac: Option<String>,
    /// The number in its normal form.
    pub number: String,
}

/// A tracking request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RequestRecord {
    /// Its id.
    pub id: TrackingRequestId,
    /// Account, carrier and normalized number.
    pub tracked: TrackedNumber,
    /// The carrier that the number points to, while `tracked` has no carrier. The request waits in the queue of this carrier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred_scac: Option<String>,
    /// Kind of the number.
    pub kind: RequestType,
    /// The number as submitted.
    pub number: String,
    /// The customer's own references.
    pub ref_numbers: Vec<String>,
    /// Labels for the shipment.
    pub shipment_tags: Vec<String>,
    /// The customer it is tracked for.
    pub customer: Option<Uuid>,
    /// Custom fields for the shipment and its containers, as they came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_custom_fields: Option<Members>,
    /// Who made it.
    pub user: Option<UserId>,
    /// Where it stands.
    pub state: State,
    /// The shipment, once there is one.
    pub shipment: Option<ShipmentId>,
    /// How often it changed: what was told of one change is told once.
    pub revision: u64,
    /// When its carrier was last asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_at: Option<DateTime<Utc>>,
    /// When its carrier last had data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<DateTime<Utc>>,
    /// When its carrier refused the credentials for it, if it never said anything else since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_at: Option<DateTime<Utc>>,
    /// Answers of the carriers that were asked whether the number is theirs, while its carrier is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrier_claims: Vec<CarrierClaim>,
    /// What the carrier gave with its last answer to be reminded of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bookmark: Option<String>,
    /// The moment up to which the last answer of the carrier was complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete_until: Option<DateTime<Utc>>,
    /// Where `bookmark` and `complete_until` come from: a digest of the carrier and the credentials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<Digest>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// The answer of a carrier that was asked whether a number is its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierClaim {
    /// The carrier's code.
    pub scac: String,
    /// Whether it knows the number.
    pub knows: bool,
    /// Whether the carrier shows all of its numbers and does not know this one. If neither this nor `knows` is true, the carrier
    /// only shows its customer's own shipments.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub denies: bool,
    /// When its last event happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_event: Option<DateTime<Utc>>,
}

impl RequestRecord {
    /// A new one for a number as it was submitted, with nothing beside it.
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
            created_at: now,
            updated_at: now,
        }
    }

    /// The carrier it waits for; the empty code when none can be told yet.
    pub fn carrier(&self) -> &str {
        self.tracked.scac.as_deref().or(self.inferred_scac.as_deref()).unwrap_or("")
    }
}

/// A shipment and what it was derived from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipmentRecord {
    /// The number whose facts it was derived from.
    pub tracked: TrackedNumber,
    /// The shipment.
    pub shipment: Shipment,
    /// The other numbers that the carrier last named for this shipment, in their normal form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named_numbers: Vec<String>,
    /// Other numbers of the same shipment, in their normal form: a request for one would be a duplicate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spellings: Vec<String>,
    /// The fingerprint of the last answer that was processed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<AnswerFingerprint>,
}

/// What identifies an answer, so that an unchanged answer need not be processed again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerFingerprint {
    /// The digest of its content.
    pub digest: Digest,
    /// The newest fact about the number at that time.
    pub last_fact: Option<u64>,
    /// When following may end although no source reports anything new.
    pub valid_until: Option<DateTime<Utc>>,
    /// The stages of the containers according to it.
    pub stages: Vec<Stage>,
    /// When it was received.
    pub received_at: DateTime<Utc>,
}

/// The times of the look-ups of a shipment: what its containers repeat of its record and of that of its request.
pub(crate) struct LookUpTimes {
    /// When a look-up last succeeded, according to the shipment.
    pub succeeded_at: Option<Timestamp>,
    /// When the answer was received that was processed last.
    pub processed_at: Option<DateTime<Utc>>,
    /// When the carrier of the request last had data.
    pub answered_at: Option<DateTime<Utc>>,
}

/// When a source said last what a fact says it expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmation {
    /// The fact.
    pub fact: FactMark,
    /// When its source said the same last.
    pub at: DateTime<Utc>,
}

/// The digest of what was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 16]);

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
    /// Whether its carrier names no other number than this one for it, as far as is known.
    pub fn names_only(&self, number: &str) -> bool {
        self.named_numbers.iter().chain(&self.spellings).all(|named| named == number)
    }
}

/// A container.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContainerRecord {
    /// Whose.
    pub account: AccountId,
    /// The shipment it belongs to.
    pub shipment: ShipmentId,
    /// Whether it left that shipment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_shipment: bool,
    /// The trip it makes with that shipment; `None` if its events show no trip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trip: Option<Trip>,
    /// The container.
    pub container: Container,
}

/// A container of one shipment that is a container of another one, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedContainer {
    /// Its number.
    pub number: String,
    /// As it is in the one.
    pub own: ContainerId,
    /// As it is in the other.
    pub other: ContainerId,
    /// The other shipment.
    pub shipment: ShipmentId,
}

/// An event of a container.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventRecord {
    /// Whose.
    pub account: AccountId,
    /// The container.
    pub container: ContainerId,
    /// What it is known by, however often it is said.
    pub key: String,
    /// The event.
    pub event: TransportEvent,
}

/// Something told: an entry of the feed, and what every delivery of it carries.
#[derive(Debug, Clone, PartialEq)]
pub struct NotificationRecord {
    /// Its place in the feed; the store gives it.
    pub sequence: u64,
    /// Its id.
    pub id: WebhookNotificationId,
    /// Whose.
    pub account: AccountId,
    /// The event's name.
    pub event: EventName,
    /// What it is about.
    pub reference: ToOne,
    /// The resources told with it.
    pub included: IncludedResources,
    /// When it was told.
    pub created_at: DateTime<Utc>,
}

/// A secret of a webhook that was replaced, and signs beside the new one for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacedSecret {
    /// The secret.
    pub secret: WebhookSecret,
    /// When it ends.
    pub until: DateTime<Utc>,
}

/// Resources as they were told, each the JSON it was told in. It is never written anew: what was told stays as it was,
/// byte for byte.
///
/// Notices of one moment share what they have in common; a store may keep that once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IncludedResources(Vec<Arc<str>>);

impl IncludedResources {
    /// These resources, each in JSON on one line.
    pub fn of(parts: Vec<Arc<str>>) -> Self {
        IncludedResources(parts)
    }

    /// The resources, one or several a part.
    pub fn parts(&self) -> &[Arc<str>] {
        &self.0
    }

    /// All of them as a JSON array.
    pub fn array(&self) -> String {
        format!("[{}]", self.0.join(","))
    }
}

/// A webhook and how it fares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WebhookRecord {
    /// Whose.
    pub account: AccountId,
    /// The webhook.
    pub webhook: Webhook,
    /// Since when no delivery succeeded although some failed.
    pub failing_since: Option<DateTime<Utc>>,
    /// The secrets it had before, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<ReplacedSecret>,
}

/// A notification on its way to one webhook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeliveryRecord {
    /// Its id: the id of the notification the webhook gets.
    pub id: WebhookNotificationId,
    /// Whose.
    pub account: AccountId,
    /// The webhook.
    pub webhook: WebhookId,
    /// The notification's place in the feed.
    pub notification: u64,
    /// The event's name.
    pub event: EventName,
    /// `pending`, `succeeded` or `failed`.
    pub status: DeliveryStatus,
    /// Attempts made.
    pub attempts: u32,
    /// The status that was last answered; `None` when none was.
    pub last_status: Option<u16>,
    /// When the next attempt is due.
    pub due: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// The SHA-256 of bytes: what they are kept under, and what they are compared with when they are read.
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

/// An email submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EmailRecord {
    /// Whose.
    pub account: AccountId,
    /// The submission, its relationships with it.
    pub submission: EmailSubmission,
    /// The message as it came.
    pub raw: BlobId,
    /// What was wrong with the message.
    pub problems: Vec<String>,
    /// Whether the message could not be read.
    pub quarantined: bool,
    /// The numbers of freight that it and its documents name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<NamedNumber>,
}

/// A number of freight that a message names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedNumber {
    /// Kind of the number.
    pub kind: RequestType,
    /// The number.
    pub number: String,
    /// The document in which it stands; `None` where the message itself names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<DocumentId>,
}

/// A document, with what was last read out of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentRecord {
    /// Whose.
    pub account: AccountId,
    /// The message it was attached to.
    pub email: Option<EmailSubmissionId>,
    /// Its place in that message.
    pub position: u32,
    /// The document.
    pub document: Document,
    /// Its bytes.
    pub content: Option<BlobId>,
    /// What was last read out of it.
    pub representation: Option<DocumentRepresentation>,
    /// When it was discarded.
    pub discarded_at: Option<DateTime<Utc>>,
    /// What a user read out of it, in place of what was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manual: Option<Members>,
    /// What of it stands recorded as facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedNotice>,
}

/// What was recorded of a document that is an arrival notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedNotice {
    /// The numbers it was recorded under.
    pub numbers: Vec<String>,
    /// The digest of its content.
    pub digest: BlobId,
}

impl DocumentRecord {
    /// The members of what was read that name numbers of freight.
    pub const NUMBER_MEMBERS: [&'static str; 3] = ["bills_of_lading", "bookings", "containers"];

    /// What counts as read out of it under a name: what a user says, whose null takes away what was found, else what was found.
    pub fn value_of(&self, name: &str) -> Option<&Value> {
        match self.manual.as_ref().and_then(|manual| manual.get(name)) {
            Some(said) => Some(said).filter(|said| !said.is_null()),
            None => self.representation.as_ref()?.payload.as_ref()?.get(name),
        }
    }

    /// The numbers of one member of what was read.
    pub fn numbers_of(&self, member: &str) -> impl Iterator<Item = &str> {
        self.items_of(member).filter_map(number_of)
    }

    /// The same without those that stand in the message it came with, and not in itself.
    pub fn own_numbers_of(&self, member: &str) -> impl Iterator<Item = &str> {
        let is_own = |item: &&Value| item.get("found_in").is_none_or(|place| place != "email_body");
        self.items_of(member).filter(is_own).filter_map(number_of)
    }

    fn items_of(&self, member: &str) -> impl Iterator<Item = &Value> {
        self.value_of(member).and_then(Value::as_array).into_iter().flatten()
    }

    /// The numbers that stand in it, for the message it came with; at most so many.
    pub fn named_numbers(&self, most: usize) -> Vec<NamedNumber> {
        let kinds = [RequestType::BillOfLading, RequestType::BookingNumber, RequestType::Container];
        let own = DocumentRecord::NUMBER_MEMBERS.into_iter().zip(kinds).flat_map(|(member, kind)| {
            self.own_numbers_of(member).map(move |number| (kind.clone(), number.to_owned()))
        });
        let document = Some(self.document.id.clone());
        own.take(most).map(|(kind, number)| NamedNumber { kind, number, document: document.clone() }).collect()
    }

    /// Every number of freight that is read in it.
    pub fn numbers(&self) -> Vec<String> {
        Self::NUMBER_MEMBERS.iter().flat_map(|member| self.numbers_of(member)).map(str::to_owned).collect()
    }
}

fn number_of(item: &Value) -> Option<&str> {
    item.as_str().or_else(|| item.get("number")?.as_str())
}

/// An interchange of EDI that was taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterchangeRecord {
    /// Whose.
    pub account: AccountId,
    /// The digest of its text, by which it is known again.
    pub digest: BlobId,
    /// Who sent it.
    pub sender: String,
    /// The number its sender gave it.
    pub control_number: String,
    /// When it was received first.
    pub received_at: DateTime<Utc>,
}

/// A message of EDI of which nothing was taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadMessageRecord {
    /// The number of its interchange.
    pub interchange: u64,
    /// Its place in that, from 1.
    pub position: u32,
    /// Who sent it.
    pub sender: String,
    /// The number the sender gave the interchange.
    pub control_number: String,
    /// When it was received first.
    pub received_at: DateTime<Utc>,
    /// What came of it.
    pub outcome: String,
    /// The message as it came.
    pub text: String,
}

/// A customer of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartyRecord {
    /// Whose.
    pub account: AccountId,
    /// The customer.
    pub party: Party,
}
