//! The storage port: the trait [`Store`], the transaction [`Tx`], and the records that the service stores.
//!
//! # Transactions
//!
//! All access to the store is in transactions, and a transaction is a closure. [`Tx`] has the queries:
//!
//! ```
//! use shiptrack::store::sqlite::SqliteStore;
//! use shiptrack::store::{AccountRecord, Store};
//!
//! let store = SqliteStore::in_memory()?;
//! let store: &dyn Store = &store;
//! let account = AccountRecord {
//!     id: "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab".into(),
//!     name: "acme".to_owned(),
//!     company_name: "ACME Imports".to_owned(),
//!     created_at: "2026-05-01T00:00:00Z".parse().unwrap(),
//!     adoptions: Default::default(),
//!     settings: Default::default(),
//! };
//! store.writing(|tx| tx.add_account(&account))?;
//! assert_eq!(store.reading(|tx| tx.account_by_name("acme"))?, Some(account));
//! # Ok::<(), shiptrack::Error>(())
//! ```
//!
//! * A read transaction sees one state of the store. It does not wait for writes.
//! * A write transaction commits if its closure returns `Ok`, and changes nothing otherwise. There is one writer at a time.
//! * A committed write survives a loss of power.
//! * A transaction cannot begin inside another one on the same thread.
//! * Keep closures short: do not call carriers, webhooks or other code of the host program inside of one.
//!
//! # What is stored
//!
//! The records are plain structs. The store writes each record as JSON, together with columns for the queries.
//!
//! * Accounts, their API keys, settings and customers: [`AccountRecord`], [`KeyRecord`], [`PartyRecord`].
//! * Tracking requests, the facts about their numbers, and what is derived from the facts: [`RequestRecord`], [`ShipmentRecord`],
//!   [`ContainerRecord`], [`EventRecord`]. Places and vessels that sources name are [`LocationRecord`]s.
//! * The outbox: [`NotificationRecord`]s in the order of the event feed, [`WebhookRecord`]s, and one [`DeliveryRecord`] for each
//!   notification and webhook.
//! * Email and documents: [`EmailRecord`], [`DocumentRecord`], [`UploadRecord`]. Files are stored by their SHA-256 ([`BlobId`]).
//! * Custom fields: [`FieldDefinitionRecord`], [`FieldOptionRecord`], [`FieldRecord`].
//! * EDI: [`InterchangeRecord`], [`UnreadMessageRecord`].
//! * Credentials at carriers, and subscriptions: [`CredentialRecord`], [`SubscriptionRecord`].
//!
//! Nearly every query takes an account, and returns only rows of this account. Queries for due work and for old rows cover all accounts.
//!
//! # Lists
//!
//! A list takes a filter, such as [`ShipmentFilter`], and a [`Slice`], which says which of the matching rows to return. It skips rows that cannot be read, so that one
//! damaged row does not hide the others. [`Tx::take_unreadable_rows`] returns the skipped rows. A query for a single row fails instead.
//!
//! # Queues
//!
//! Look-ups wait in one queue for each carrier and account (a [`Lane`]), and deliveries in one queue for each webhook. [`Tx::due`] returns
//! the first due item of each queue. So a carrier or webhook that is busy or paused does not block others. The pauses of carriers and
//! webhooks are also stored: see [`Counterparty`], [`SuspendedCredential`] and [`Tx::breaker`].
//!
//! # Secrets
//!
//! Credentials, webhooks and subscriptions contain secrets. With a [`StoreKey`] they are encrypted. Credentials are stored only if the
//! store has a key. See [`Store::unlock`].
//!
//! # Implementations
//!
//! [`sqlite`] implements the port on one SQLite file. `Tx` is a struct of that module, so there is no implementation on another
//! database. Other implementations of [`Store`] wrap an existing store, for example to measure it or to inject failures in
//! tests. The tests in `tests/support/store_suite` describe the behavior of a store.

mod credentials;
mod custom_fields;
mod fan_outs;
mod files;
mod locations;
mod policy;
mod queues;
mod records;
mod slice;
pub mod sqlite;
mod subscriptions;

use crate::error::{Error, Result};

pub use credentials::{CredentialRecord, StoreKey};
pub use custom_fields::{FieldDefinitionFilter, FieldDefinitionRecord, FieldFilter, FieldOptionRecord, FieldRecord};
pub use fan_outs::FanOut;
pub use files::UploadRecord;
pub use locations::{LocationRecord, PlaceRecord, TerminalRecord, VesselRecord};
pub use policy::{Migration, StoragePolicy};
pub use queues::{Counterparty, DueFilter, Lane, LaneSize, LatestRests, Queue, QueueItem, SuspendedCredential, origin};
pub(crate) use records::LookUpTimes;
pub use records::{
    AccountRecord, AccountSettings, AnswerFingerprint, BlobId, CarrierClaim, Confirmation, ContainerRecord,
    DeliveryRecord, Digest, DocumentRecord, DueReading, EmailRecord, EmailState, EventRecord, IncludedResources,
    InterchangeRecord, KeyRecord, MailUsage, NamedNumber, NotificationHead, NotificationRecord, PartyRecord,
    ReadingStep, RecordedNotice, ReplacedSecret, RequestRecord, SharedContainer, ShipmentRecord, TrackedNumber,
    UnclaimedFact, UnreadMessageRecord, WebhookRecord,
};
pub use slice::{
    CommonFilter, ContainerFilter, DocumentFilter, DocumentOrder, FieldCondition, Position, RefreshPosition,
    RequestFilter, Rows, SearchHit, SearchHitRecord, ShipmentFilter, Slice, UnreadableRow,
};
pub use sqlite::Tx;
pub use subscriptions::{CarrierSubscription, Sender, SubscriptionRecord, SubscriptionState};

/// A durable store.
///
/// A write returns `Ok` only after its changes are safe from a loss of power. If the disk is full, it fails with
/// [`StorageFull`](crate::error::ErrorKind::StorageFull), and so do later writes until there is room. After an I/O error of a write, the
/// handle rejects all writes until the store is opened again, because the contents of the disk are unknown. Reads work in both cases.
///
/// A transaction that begins inside another one on the same thread is rejected, because it would wait for itself.
pub trait Store: Send + Sync {
    /// Runs `work` in a read transaction, which sees one state of the store.
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()>;

    /// Runs `work` in a write transaction. Commits its changes if it returns `Ok`, and discards them otherwise.
    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()>;

    /// Returns the error with which a write would be rejected now: after an I/O error, if the disk is full, if the file is missing, or if
    /// the store is closed. Call it before an action that cannot be undone, such as a request to a carrier or webhook.
    ///
    /// This call does not wait for transactions, and is cheap unless an earlier write failed. If the disk was full, the call checks whether there is
    /// room again, and then permits writes. `Ok` does not guarantee that the next write succeeds.
    fn check_writable(&self) -> Result<()>;

    /// Does housekeeping that should not delay commits. Call it regularly when there is no urgent work.
    fn maintain(&self) -> Result<()>;

    /// Returns a warning for the operator that arose since the last call, such as that another program prevents housekeeping.
    fn take_warning(&self) -> Option<Error> {
        None
    }

    /// Sets the key with which records with secrets are encrypted: credentials, webhooks and subscriptions. Encrypts existing records that
    /// are not encrypted yet. `None` opens a store without a key.
    ///
    /// Fails with [`Configuration`](crate::error::ErrorKind::Configuration) and the field `store_key` if the records are encrypted with
    /// another key, or if they are encrypted and no key is given.
    ///
    /// A store that wraps another one passes this call on, and [`rekey`](Store::rekey), too.
    fn unlock(&self, key: Option<&StoreKey>) -> Result<()> {
        key.map_or(Ok(()), |_| Err(credentials::refused("this store does not support a key for secrets")))
    }

    /// Replaces the key: encrypts all records again, with the new key, except those that cannot be decrypted. Changes nothing if
    /// this fails.
    fn rekey(&self, _key: &StoreKey) -> Result<()> {
        Err(credentials::refused("this store does not support a key for secrets"))
    }

    /// Waits until no transaction is open, closes the store and releases its files. Later calls except `close` fail with
    /// [`Closed`](crate::error::ErrorKind::Closed).
    fn close(&self) -> Result<()>;
}

impl dyn Store + '_ {
    /// [`Store::read`] with a return value.
    pub fn reading<T>(&self, mut work: impl FnMut(&Tx<'_>) -> Result<T>) -> Result<T> {
        let mut result = None;
        self.read(&mut |tx| {
            result = Some(work(tx)?);
            Ok(())
        })?;
        Ok(result.expect("a transaction that returned Ok ran its work"))
    }

    /// [`Store::write`] with a return value.
    pub fn writing<T>(&self, mut work: impl FnMut(&Tx<'_>) -> Result<T>) -> Result<T> {
        let mut result = None;
        self.write(&mut |tx| {
            result = Some(work(tx)?);
            Ok(())
        })?;
        Ok(result.expect("a transaction that returned Ok ran its work"))
    }
}

/// Kinds of rows that are stored for a limited time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemporaryRows {
    /// Facts about numbers that no request tracks. Their age counts from when they were received.
    UnclaimedFacts,
    /// EDI interchanges and the results of their messages. Their age counts from when they were received.
    Interchanges,
    /// Announced uploads, and pieces of incomplete files. Their age counts from when they were created.
    Files,
    /// Digests of what subscriptions received. Their age counts from when it was received.
    Receipts,
    /// Readings of files that began. Their age counts from when the process opened the store.
    BegunReadings,
}
