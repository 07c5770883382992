//! The store port: what the service keeps, in domain words. One transaction is one closure.

mod credentials;
mod custom_fields;
mod files;
mod locations;
mod queues;
mod records;
mod slice;
pub mod sqlite;
mod subscriptions;

use crate::error::Result;

pub use credentials::{CredentialRecord, StoreKey};
pub use custom_fields::{FieldDefinitionFilter, FieldDefinitionRecord, FieldFilter, FieldOptionRecord, FieldRecord};
pub use files::UploadRecord;
pub use locations::{LocationRecord, PlaceRecord, TerminalRecord, VesselRecord};
pub use queues::{Counterparty, DueFilter, Lane, LaneSize, LatestRests, Queue, QueueItem, SuspendedCredential, origin};
pub(crate) use records::LookUpTimes;
pub use records::{
    AccountRecord, AccountSettings, AnswerFingerprint, BlobId, CarrierClaim, Confirmation, ContainerRecord,
    DeliveryRecord, Digest, DocumentRecord, EmailRecord, EventRecord, IncludedResources, InterchangeRecord, KeyRecord,
    NamedNumber, NotificationRecord, PartyRecord, RecordedNotice, ReplacedSecret, RequestRecord, SharedContainer,
    ShipmentRecord, TrackedNumber, UnreadMessageRecord, WebhookRecord,
};
pub use slice::{
    CommonFilter, ContainerFilter, DocumentFilter, DocumentOrder, FieldCondition, RequestFilter, Rows, SearchHit,
    SearchHitRecord, ShipmentFilter, Slice, UnreadableRow,
};
pub use sqlite::Tx;
pub use subscriptions::{CarrierSubscription, Sender, SubscriptionRecord, SubscriptionState};

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
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()>;

    /// Runs `work` in a transaction: everything it did is kept when it answers `Ok`, nothing when it does not.
    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()>;

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
    pub fn reading<T>(&self, mut work: impl FnMut(&Tx<'_>) -> Result<T>) -> Result<T> {
        let mut answer = None;
        self.read(&mut |tx| {
            answer = Some(work(tx)?);
            Ok(())
        })?;
        Ok(answer.expect("a transaction that answered Ok ran its work"))
    }

    /// [`Store::write`] with a result.
    pub fn writing<T>(&self, mut work: impl FnMut(&Tx<'_>) -> Result<T>) -> Result<T> {
        let mut answer = None;
        self.write(&mut |tx| {
            answer = Some(work(tx)?);
            Ok(())
        })?;
        Ok(answer.expect("a transaction that answered Ok ran its work"))
    }
}

/// Rows of all accounts that are stored for a limited time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemporaryRows {
    /// Facts about numbers that no request tracks, by when they were received.
    UnclaimedFacts,
    /// EDI interchanges with the results of their messages, by when they were received.
    Interchanges,
    /// Announced uploads, and pieces of files that no file refers to, by when they were created.
    Files,
    /// Digests of what subscriptions received.
    Receipts,
}
