//! The store port: what the service keeps, in domain words. One transaction is one closure.

mod credentials;
mod custom_fields;
mod files;
mod parties;
mod queues;
mod records;
mod rows;
mod sealed;
mod search;
mod slice;
pub mod sqlite;
mod subscriptions;
mod whereabouts;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::breaker::Breaker;
use crate::error::Result;
use crate::ids::CredentialId;
use crate::resources::{
    AccountId, ContainerId, DocumentId, EmailSubmissionId, ShipmentId, TrackingRequestId, TransportEventId, WebhookId,
    WebhookNotificationId,
};
use crate::tracking::Fact;

pub use credentials::{CredentialRecord, Credentials, StoreKey};
pub use custom_fields::{
    CustomFields, FieldDefinitionFilter, FieldDefinitionRecord, FieldFilter, FieldOptionRecord, FieldRecord,
};
pub use files::{Files, UploadRecord};
pub use parties::{Parties, PartyRecord};
pub use queues::{Lane, LaneSize, LatestRests, Party, SuspendedCredential, Turn, origin};
pub use records::{
    AccountRecord, AccountSettings, AnswerFingerprint, BlobId, CarrierClaim, Confirmation, ContainerRecord,
    DeliveryRecord, Digest, DocumentRecord, EmailRecord, EventRecord, IncludedResources, InterchangeRecord, KeyRecord,
    NamedNumber, NotificationRecord, RecordedNotice, ReplacedSecret, RequestRecord, SharedContainer, ShipmentRecord,
    TrackedNumber, UnreadRecord, WebhookRecord,
};
pub use rows::{Rows, Unreadable};
pub use search::{Finding, FoundRecord, Searches};
pub use slice::{
    ContainerFilter, DocumentFilter, DocumentOrder, FieldIs, RequestFilter, ShipmentFilter, Slice, Traits,
};
pub use subscriptions::{CarrierSubscription, Sender, SubscriptionRecord, SubscriptionState, Subscriptions};
pub use whereabouts::{Ship, Site, Whereabouts, Yard};

/// Something that keeps what the service knows, durably.
///
/// A write is acknowledged only when it would survive a loss of power. One that finds no room is refused with
/// [`StorageFull`](crate::error::ErrorKind::StorageFull), and so are those after it until there is room. After an I/O error
/// of writing the handle refuses every write with that cause until it is opened again, because nobody knows what the disk
/// holds. Reading goes on in both cases.
///
/// A transaction begun inside another one on the same thread is refused: it could wait for itself for ever.
pub trait Store: Send + Sync {
    /// Runs `work` in a transaction that sees one state of the store and changes nothing.
    fn read(&self, work: &mut dyn FnMut(&dyn Tx) -> Result<()>) -> Result<()>;

    /// Runs `work` in a transaction: everything it did is kept when it answers `Ok`, nothing when it does not.
    fn write(&self, work: &mut dyn FnMut(&dyn Tx) -> Result<()>) -> Result<()>;

    /// Whether a write begun now would be refused before it does anything, with the error it would answer: after an
    /// I/O error, while the disk is full, when the file is gone, when the store is closed. For whoever has to know
    /// before doing what cannot be undone, such as asking a carrier or posting to a receiver.
    ///
    /// It waits for no transaction and costs next to nothing while all is well. On a store that is full it tries
    /// whether there is room again, and writes of its own accord go on from then. `Ok` is no promise: what was found
    /// well can fail a moment later.
    fn check_writable(&self) -> Result<()>;

    /// Housekeeping that should not delay a commit: called when there is time.
    fn maintain(&self) -> Result<()>;

    /// Has secrets kept under a key from here on: credentials, webhooks, subscriptions. Those that stand there in clear are sealed now.
    /// Refused as [`Configuration`](crate::error::ErrorKind::Configuration), by `store_key`, is another key than the one that they are
    /// kept under, and none where they are kept under one.
    ///
    /// What stands in front of a store hands this on, and [`rekey`](Store::rekey).
    fn unlock(&self, key: Option<&StoreKey>) -> Result<()> {
        key.map_or(Ok(()), |_| Err(credentials::refused("this store keeps no secrets under a key")))
    }

    /// Has all secrets that are kept under the present key kept under this one instead: all that can be read, or none.
    fn rekey(&self, _key: &StoreKey) -> Result<()> {
        Err(credentials::refused("this store keeps no secrets under a key"))
    }

    /// Closes the store as soon as no transaction is open any more, and lets go of what it holds. Every call after it,
    /// but closing again, is refused with [`Closed`](crate::error::ErrorKind::Closed).
    fn close(&self) -> Result<()>;
}

impl dyn Store + '_ {
    /// [`Store::read`] with a result.
    pub fn reading<T>(&self, mut work: impl FnMut(&dyn Tx) -> Result<T>) -> Result<T> {
        let mut answer = None;
        self.read(&mut |tx| {
            answer = Some(work(tx)?);
            Ok(())
        })?;
        Ok(answer.expect("a transaction that answered Ok ran its work"))
    }

    /// [`Store::write`] with a result.
    pub fn writing<T>(&self, mut work: impl FnMut(&dyn Tx) -> Result<T>) -> Result<T> {
        let mut answer = None;
        self.write(&mut |tx| {
            answer = Some(work(tx)?);
            Ok(())
        })?;
        Ok(answer.expect("a transaction that answered Ok ran its work"))
    }
}

/// Everything that can be done inside a transaction. The adapters of this crate alone implement it, and so each of its
/// parts: a host that puts something in front of a [`Store`] hands on the transaction it is given, and a new verb breaks
/// nobody.
pub trait Tx:
    Accounts
    + Parties
    + CustomFields
    + Requests
    + UnclaimedFacts
    + Shipments
    + Outbox
    + Queues
    + Mail
    + Files
    + Interchanges
    + Subscriptions
    + Searches
    + Credentials
    + Listings
    + Expiry
{
}

impl<T> Tx for T where
    T: Accounts
        + Parties
        + CustomFields
        + Requests
        + UnclaimedFacts
        + Shipments
        + Outbox
        + Queues
        + Mail
        + Files
        + Interchanges
        + Subscriptions
        + Searches
        + Credentials
        + Listings
        + Expiry
{
}

/// What listings have in common. One row that cannot be read is left out of them, so that all others can be seen; asked
/// for by its id it is refused with a [`Store`](crate::error::ErrorKind::Store) error that names it.
pub trait Listings: sealed::Sealed {
    /// The rows that listings of this transaction left out, each once.
    fn take_left_out(&self) -> Vec<Unreadable>;
}

/// Rows of all accounts that are stored for a limited time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Temporary {
    /// Facts about numbers that no request tracks, by when they were received.
    UnclaimedFacts,
    /// EDI interchanges with the results of their messages, by when they were received.
    Interchanges,
    /// Announced uploads, and pieces of files that no file refers to, by when they were created.
    Files,
    /// Digests of what subscriptions received.
    Receipts,
}

/// Deletes rows that are old.
pub trait Expiry: sealed::Sealed {
    /// Whether rows of this kind are older than a moment.
    fn has_older(&self, rows: Temporary, moment: DateTime<Utc>) -> Result<bool>;
    /// Deletes rows that are older than a moment, oldest first, at most `limit` of a table. Returns how many.
    fn delete_older(&self, rows: Temporary, moment: DateTime<Utc>, limit: usize) -> Result<usize>;
}

/// Accounts and their keys.
pub trait Accounts: sealed::Sealed {
    /// Adds an account. Its name must be new: else [`Conflict`](crate::error::ErrorKind::Conflict).
    fn add_account(&self, account: &AccountRecord) -> Result<()>;
    /// Changes what is kept of an account, but not its name. Nothing happens when there is none.
    fn set_account(&self, account: &AccountRecord) -> Result<()>;
    /// The account with this id.
    fn account(&self, id: &AccountId) -> Result<Option<AccountRecord>>;
    /// The account with this name.
    fn account_named(&self, name: &str) -> Result<Option<AccountRecord>>;
    /// All accounts, oldest first.
    fn accounts(&self) -> Result<Vec<AccountRecord>>;
    /// Adds or replaces a key.
    fn put_key(&self, key: &KeyRecord) -> Result<()>;
    /// The key whose secret has this SHA-256.
    fn key_hashed(&self, hash: &[u8; 32]) -> Result<Option<KeyRecord>>;
    /// The keys of an account, oldest first, revoked ones too.
    fn keys(&self, account: &AccountId) -> Result<Vec<KeyRecord>>;
}

/// Tracking requests and the facts held for their numbers.
pub trait Requests: sealed::Sealed {
    /// Adds or replaces a request. A second live one for a number is refused as
    /// [`Duplicate`](crate::error::ErrorKind::Duplicate).
    fn put_request(&self, request: &RequestRecord) -> Result<()>;
    /// The account's request with this id.
    fn request(&self, account: &AccountId, id: &TrackingRequestId) -> Result<Option<RequestRecord>>;
    /// The account's requests, newest first.
    fn requests(&self, account: &AccountId, filter: &RequestFilter, slice: &Slice) -> Result<Vec<RequestRecord>>;
    /// How many requests pass the filter. Cheap when it lets everything pass.
    fn count_requests(&self, account: &AccountId, filter: &RequestFilter) -> Result<u64>;
    /// The account's live request (pending, awaiting manifest or created) for this number.
    fn live_request(&self, number: &TrackedNumber) -> Result<Option<RequestRecord>>;
    /// The customer a shipment is tracked for: that of the request that [tracks it](Requests::request_of_shipment), of those that
    /// have one; where none does any more, whose it was. What is filtered by a customer is filtered by this.
    fn customer_of_shipment(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Option<Uuid>>;
    /// The request that tracks this shipment: the live one; else the one that followed it last, which was stopped; else
    /// the one that was added last. What its id says of its age does not count: a clock may have been set back.
    fn request_of_shipment(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Option<RequestRecord>>;
    /// Requests of all accounts whose turn it is at `now`, one a [lane](Lane), the lane longest due first. Of a lane it is the one
    /// with the nearest day that something hangs on ([`State::urgent`](crate::tracking::lifecycle::State::urgent)), then a new
    /// number, then the longest due one. What it costs has nothing to do with how many others wait behind them, or for carriers
    /// whose turn it is not.
    fn due_requests(&self, now: DateTime<Utc>, turn: &Turn<'_>, limit: usize) -> Result<Rows<RequestRecord>>;
    /// How many requests of all accounts are due at `now`, those whose carrier rests or is not there included. Cheap: it
    /// reads what is due and no more.
    fn count_due_requests(&self, now: DateTime<Utc>) -> Result<u64>;
    /// When the next request is due whose carrier does not rest; of those after a moment and of these carriers, where
    /// they are given.
    fn next_request_due(
        &self,
        after: Option<DateTime<Utc>>,
        carriers: Option<&[String]>,
    ) -> Result<Option<DateTime<Utc>>>;
    /// Requests of all accounts that are due after `moment`, latest due first.
    fn requests_due_after(&self, moment: DateTime<Utc>, limit: usize) -> Result<Rows<RequestRecord>>;
    /// Requests in a lane that are due after a moment, and no later than another.
    fn requests_due_within(
        &self,
        lane: &Lane,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Rows<RequestRecord>>;
    /// Makes a request that cannot be worked on due at `due` instead, or never. All else of it stays as it is.
    fn put_off_request(&self, unreadable: &Unreadable, due: Option<DateTime<Utc>>) -> Result<()>;
    /// Appends facts about a number. They are never changed.
    fn add_facts(&self, number: &TrackedNumber, facts: &[Fact]) -> Result<()>;
    /// The place of the fact about a number that was added last: another one whenever facts were added.
    fn last_fact(&self, number: &TrackedNumber) -> Result<Option<u64>>;
    /// All facts about a number, oldest first.
    fn facts(&self, number: &TrackedNumber) -> Result<Vec<Fact>>;
    /// Keeps when sources said again what these facts about a number say. Of one fact the latest time counts.
    fn confirm(&self, number: &TrackedNumber, said: &[Confirmation]) -> Result<()>;
    /// All that was confirmed at one moment was said again at a later one.
    fn confirm_again(&self, number: &TrackedNumber, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<()>;
    /// Everything that was confirmed of the facts about a number, in the order of the keys and of receipt.
    fn confirmations(&self, number: &TrackedNumber) -> Result<Vec<Confirmation>>;
}

/// Facts about numbers that no request tracks.
pub trait UnclaimedFacts: sealed::Sealed {
    /// Stores facts until a request tracks this number, or a shipment with this container.
    fn add_unclaimed_facts(&self, account: &AccountId, number: &str, facts: &[Fact]) -> Result<()>;
    /// The unclaimed facts about a number, oldest first.
    fn unclaimed_facts(&self, account: &AccountId, number: &str) -> Result<Vec<Fact>>;
    /// A number that grows whenever unclaimed facts of any account are added.
    fn last_unclaimed_fact(&self) -> Result<u64>;
    /// Number of unclaimed facts of the account. Cheap.
    fn count_unclaimed_facts(&self, account: &AccountId) -> Result<u64>;
}

/// What is derived from facts.
pub trait Shipments: sealed::Sealed {
    /// Adds or replaces a shipment.
    fn put_shipment(&self, shipment: &ShipmentRecord) -> Result<()>;
    /// The account's shipment with this id.
    fn shipment(&self, account: &AccountId, id: &ShipmentId) -> Result<Option<ShipmentRecord>>;
    /// The account's shipment that was derived from the facts about this number.
    fn shipment_of(&self, number: &TrackedNumber) -> Result<Option<ShipmentRecord>>;
    /// The account's newest shipment that has this number as another [spelling](ShipmentRecord::spellings).
    fn shipment_spelled(&self, number: &TrackedNumber) -> Result<Option<ShipmentRecord>>;
    /// The account's shipments, newest first.
    fn shipments(&self, account: &AccountId, filter: &ShipmentFilter, slice: &Slice) -> Result<Vec<ShipmentRecord>>;
    /// How many shipments pass the filter.
    fn count_shipments(&self, account: &AccountId, filter: &ShipmentFilter) -> Result<u64>;
    /// Adds or replaces a container.
    fn put_container(&self, container: &ContainerRecord) -> Result<()>;
    /// The account's container with this id.
    fn container(&self, account: &AccountId, id: &ContainerId) -> Result<Option<ContainerRecord>>;
    /// The account's containers, newest first.
    fn containers(&self, account: &AccountId, filter: &ContainerFilter, slice: &Slice) -> Result<Vec<ContainerRecord>>;
    /// How many containers pass the filter.
    fn count_containers(&self, account: &AccountId, filter: &ContainerFilter) -> Result<u64>;
    /// The containers of a shipment, oldest first.
    fn containers_of(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<ContainerRecord>>;
    /// Their ids alone, which takes a fraction of the time.
    fn container_ids_of(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<ContainerId>>;
    /// The containers of a shipment that are in others of the account, too, those that left either of them aside.
    fn shared_containers(&self, account: &AccountId, shipment: &ShipmentId) -> Result<Vec<SharedContainer>>;
    /// Adds an event of a container, or replaces the one with the same key, which keeps its place.
    fn put_event(&self, event: &EventRecord) -> Result<()>;
    /// The events of a container, in the order they were learned.
    fn events_of(&self, account: &AccountId, container: &ContainerId) -> Result<Vec<EventRecord>>;
    /// Their ids alone, which takes a fraction of the time.
    fn event_ids_of(&self, account: &AccountId, container: &ContainerId) -> Result<Vec<TransportEventId>>;
    /// The events of a container, those learned last first.
    fn events(&self, account: &AccountId, container: &ContainerId, slice: &Slice) -> Result<Vec<EventRecord>>;
    /// How many events a container has.
    fn count_events(&self, account: &AccountId, container: &ContainerId) -> Result<u64>;
    /// Keeps a place, a terminal or a vessel that a source of the account named, as it names it now.
    fn put_whereabouts(&self, account: &AccountId, whereabouts: &Whereabouts) -> Result<()>;
    /// What a source of the account named by this id.
    fn whereabouts(&self, account: &AccountId, id: Uuid) -> Result<Option<Whereabouts>>;
    /// The event of a container with this key.
    fn event_keyed(&self, account: &AccountId, container: &ContainerId, key: &str) -> Result<Option<EventRecord>>;
}

/// Events told, and their way to the webhooks.
pub trait Outbox: sealed::Sealed {
    /// Appends a notification to the feed and answers its place in it. The `key` keeps a replay after a crash from telling it
    /// twice: one the account used before adds nothing, `None`.
    fn add_notification(&self, notification: &NotificationRecord, key: &str) -> Result<Option<u64>>;
    /// The account's notifications behind a place in the feed, in order.
    fn notifications(&self, account: &AccountId, after: u64, limit: usize) -> Result<Vec<NotificationRecord>>;
    /// The notification at a place in the feed.
    fn notification(&self, sequence: u64) -> Result<Option<NotificationRecord>>;
    /// Adds or replaces a webhook.
    fn put_webhook(&self, webhook: &WebhookRecord) -> Result<()>;
    /// The account's webhook with this id.
    fn webhook(&self, account: &AccountId, id: &WebhookId) -> Result<Option<WebhookRecord>>;
    /// The account's webhooks, newest first.
    fn webhooks(&self, account: &AccountId, slice: &Slice) -> Result<Vec<WebhookRecord>>;
    /// How many webhooks the account has.
    fn count_webhooks(&self, account: &AccountId) -> Result<u64>;
    /// Removes a webhook and its deliveries that are still to be made. False when there is none.
    fn remove_webhook(&self, account: &AccountId, id: &WebhookId) -> Result<bool>;
    /// Adds or replaces a delivery.
    fn put_delivery(&self, delivery: &DeliveryRecord) -> Result<()>;
    /// The account's delivery with this id.
    fn delivery(&self, account: &AccountId, id: &WebhookNotificationId) -> Result<Option<DeliveryRecord>>;
    /// The account's deliveries, newest first.
    fn deliveries(&self, account: &AccountId, slice: &Slice) -> Result<Vec<DeliveryRecord>>;
    /// How many deliveries the account has.
    fn count_deliveries(&self, account: &AccountId) -> Result<u64>;
    /// Deliveries of all accounts whose turn it is at `now`, one a webhook, longest due first. What it costs has nothing
    /// to do with how many others wait behind them, or for webhooks whose turn it is not.
    fn due_deliveries(&self, now: DateTime<Utc>, turn: &Turn<'_>, limit: usize) -> Result<Rows<DeliveryRecord>>;
    /// Makes the failed deliveries to a webhook due at `now`, as if never tried, oldest first: at most `limit` of those
    /// made later than `behind`. Answers their ids.
    fn requeue_failed_deliveries(
        &self,
        account: &AccountId,
        webhook: &WebhookId,
        behind: Option<&WebhookNotificationId>,
        limit: usize,
        now: DateTime<Utc>,
    ) -> Result<Vec<WebhookNotificationId>>;
    /// How many deliveries of all accounts are due at `now`, those whose webhook rests included. Cheap: it reads what is
    /// due and no more.
    fn count_due_deliveries(&self, now: DateTime<Utc>) -> Result<u64>;
    /// When the next delivery is due whose webhook does not rest; of those after a moment, where one is given.
    fn next_delivery_due(&self, after: Option<DateTime<Utc>>) -> Result<Option<DateTime<Utc>>>;
    /// Deliveries of all accounts that are due after `moment`, latest due first.
    fn deliveries_due_after(&self, moment: DateTime<Utc>, limit: usize) -> Result<Rows<DeliveryRecord>>;
    /// Makes a delivery that cannot be worked on due at `due` instead, or never. All else of it stays as it is.
    fn put_off_delivery(&self, unreadable: &Unreadable, due: Option<DateTime<Utc>>) -> Result<()>;
}

/// How those fare whom due work waits for.
pub trait Queues: sealed::Sealed {
    /// How a party fares; well, when nothing was ever said of it.
    fn breaker(&self, party: &Party) -> Result<Breaker>;
    /// Notes how a party fares. While it rests, what waits for it is not due.
    fn put_breaker(&self, party: &Party, breaker: Breaker) -> Result<()>;
    /// Whether a party rests beyond the latest moment.
    fn any_rests_after(&self, latest: LatestRests) -> Result<bool>;
    /// Ends the rests of an account's webhooks.
    fn end_rests(&self, account: &AccountId) -> Result<()>;
    /// Ends at the latest moment the rests that would last beyond it.
    fn shorten_rests(&self, latest: LatestRests) -> Result<()>;
    /// The carriers, but these, for which requests wait that are due at `now`.
    fn carriers_waited_for(&self, now: DateTime<Utc>, but: &[String]) -> Result<Vec<String>>;
    /// What waits in a lane is not due until a moment, because of a credential where one is named; of two moments that no credential
    /// is named for the later one. A lane that nothing waits in yet can be held, too.
    fn hold(&self, lane: &Lane, until: DateTime<Utc>, credential: Option<&CredentialId>) -> Result<()>;
    /// What waits in a lane is due as it was.
    fn let_go(&self, lane: &Lane) -> Result<()>;
    /// The accounts that have requests at a carrier or had some, and those that were held there.
    fn accounts_at(&self, scac: &str) -> Result<Vec<AccountId>>;
    /// How many requests in a lane are to be looked up, now or later.
    fn count_in_lane(&self, lane: &Lane) -> Result<u64>;
    /// How many that are in each lane that has a carrier, in the order of the carriers and the accounts. It reads all that wait.
    fn lane_sizes(&self) -> Result<Vec<(Lane, LaneSize)>>;
    /// Adds or replaces a suspended credential.
    fn suspend_credential(&self, aside: &SuspendedCredential) -> Result<()>;
    /// The suspended credentials of a carrier, or of all carriers.
    fn suspended_credentials(&self, scac: Option<&str>) -> Result<Vec<SuspendedCredential>>;
    /// The lanes that wait for a credential.
    fn lanes_held_for(&self, aside: &SuspendedCredential) -> Result<Vec<Lane>>;
    /// Keeps that a carrier got a call with a credential, and forgets its calls with it before a moment.
    fn add_call(
        &self,
        carrier: &str,
        credential: &CredentialId,
        at: DateTime<Utc>,
        but_since: DateTime<Utc>,
    ) -> Result<()>;
    /// The calls that a carrier got since a moment, and with which credentials.
    fn calls_since(&self, carrier: &str, moment: DateTime<Utc>) -> Result<Vec<(CredentialId, DateTime<Utc>)>>;
    /// Ends the suspension of a credential: requests that waited for it become due as before.
    fn release(&self, aside: &SuspendedCredential) -> Result<()>;
}

/// Inbound mail and its documents.
pub trait Mail: sealed::Sealed {
    /// Keeps bytes under their digest. Bytes that are there already are not written again, save those that were damaged.
    fn put_blob(&self, id: &BlobId, bytes: &[u8]) -> Result<()>;
    /// The bytes under a digest. Those whose digest it is no longer are refused as damaged, with a
    /// [`Store`](crate::error::ErrorKind::Store) error that names it.
    fn blob(&self, id: &BlobId) -> Result<Option<Vec<u8>>>;
    /// Adds or replaces an email submission.
    fn put_email(&self, email: &EmailRecord) -> Result<()>;
    /// The account's email submission with this id.
    fn email(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<EmailRecord>>;
    /// The account's email submission made from these bytes.
    fn email_from(&self, account: &AccountId, raw: &BlobId) -> Result<Option<EmailRecord>>;
    /// The account's email submissions, newest first.
    fn emails(&self, account: &AccountId, slice: &Slice) -> Result<Vec<EmailRecord>>;
    /// The account's email submissions that could not be read, newest first.
    fn quarantined_emails(&self, account: &AccountId) -> Result<Vec<EmailRecord>>;
    /// How many email submissions the account has.
    fn count_emails(&self, account: &AccountId) -> Result<u64>;
    /// Adds or replaces a document.
    fn put_document(&self, document: &DocumentRecord) -> Result<()>;
    /// The account's document with this id.
    fn document(&self, account: &AccountId, id: &DocumentId) -> Result<Option<DocumentRecord>>;
    /// The account's documents with these bytes that are not discarded, the newest first and no more than so many.
    fn documents_with(&self, account: &AccountId, content: &BlobId, most: usize) -> Result<Vec<DocumentRecord>>;
    /// The account's documents that are not discarded, in the order that is asked for.
    fn documents(&self, account: &AccountId, filter: &DocumentFilter, slice: &Slice) -> Result<Vec<DocumentRecord>>;
    /// How many of them pass the filter.
    fn count_documents(&self, account: &AccountId, filter: &DocumentFilter) -> Result<u64>;
    /// The documents of an email submission that are not discarded, in the order they stood in the message.
    fn documents_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Vec<DocumentRecord>>;
    /// Their ids, without reading them.
    fn document_ids_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Vec<DocumentId>>;
}

/// Interchanges of EDI that were taken in.
pub trait Interchanges: sealed::Sealed {
    /// Adds an interchange that the account has none of with this digest, and answers its number: higher than any before.
    fn add_interchange(&self, interchange: &InterchangeRecord) -> Result<u64>;
    /// The account's interchange with this digest, and its number.
    fn interchange(&self, account: &AccountId, digest: &BlobId) -> Result<Option<(u64, InterchangeRecord)>>;
    /// How many interchanges the account has from a sender under one control number.
    fn count_interchanges(&self, account: &AccountId, sender: &str, control_number: &str) -> Result<u64>;
    /// Keeps what came of the message at a position of an interchange, and its text where it is `unread`.
    fn add_interchange_message(
        &self,
        account: &AccountId,
        interchange: u64,
        position: u32,
        outcome: &str,
        unread: Option<&str>,
    ) -> Result<()>;
    /// What came of the message at a position of an interchange.
    fn interchange_message(&self, interchange: u64, position: u32) -> Result<Option<String>>;
    /// What came of the messages of an interchange, in the order of their positions.
    fn interchange_messages(&self, interchange: u64) -> Result<Vec<String>>;
    /// The account's messages whose text is kept, those of the newest interchange first.
    fn unread_messages(&self, account: &AccountId, limit: usize) -> Result<Vec<UnreadRecord>>;
    /// How many bytes the texts have that are kept for an account. Cheap.
    fn unread_bytes(&self, account: &AccountId) -> Result<u64>;
    /// Lets go of the text of a message. False when none is kept.
    fn discard_unread_message(&self, account: &AccountId, interchange: u64, position: u32) -> Result<bool>;
}
