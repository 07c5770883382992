//! Observing background work and failures that reach no caller.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::error::{Error, ErrorKind};
use crate::http::TransportError;
use crate::resources::{DocumentId, TrackingRequestId, WebhookId, WebhookNotificationId};
use crate::store::Counterparty;
use crate::tracking::lifecycle::LookUpOutcome;

/// Is told of everything a service does in the background, right after it was written down.
///
/// It is called on the thread that did the work, with nothing locked and no transaction open: it may use the service
/// itself. One that panics is passed over. Every `Fn(&Activity<'_>)` is one.
pub trait ActivityObserver: Send + Sync {
    /// Something was done, or failed.
    fn activity(&self, activity: &Activity<'_>);
}

impl<F: Fn(&Activity<'_>) + Send + Sync> ActivityObserver for F {
    fn activity(&self, activity: &Activity<'_>) {
        self(activity);
    }
}

/// One thing a service did by itself. It holds no secret: no header, no body, no key.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Activity<'a> {
    /// A carrier was asked, or could not be.
    #[non_exhaustive]
    LookUp {
        /// The tracking request.
        request: &'a TrackingRequestId,
        /// The carrier's code; `None` when it could not be inferred from the number.
        scac: Option<&'a str>,
        /// The number as submitted.
        number: &'a str,
        /// Which try in a row it was, from 1; an answer that can be read starts the count anew.
        attempt: u32,
        /// What came of it.
        outcome: &'a LookUpOutcome,
        /// Why, in the words of whoever was asked:
        /// [`LookUpFailure::because`](crate::carriers::LookUpFailure::because).
        why: Option<&'a str>,
    },
    /// A carrier's answer brought facts that look wrong: they are kept, and may come to nothing. Told once for a fact.
    #[non_exhaustive]
    DoubtfulFacts {
        /// The tracking request.
        request: &'a TrackingRequestId,
        /// The carrier's code.
        scac: Option<&'a str>,
        /// The number as submitted.
        number: &'a str,
        /// What looks wrong, one sentence each; see [`doubts`](crate::tracking::doubts).
        doubts: &'a [String],
    },
    /// A notification was posted to a webhook, or could not be.
    #[non_exhaustive]
    Delivery {
        /// The webhook.
        webhook: &'a WebhookId,
        /// The notification.
        notification: &'a WebhookNotificationId,
        /// Which attempt it was, from 1.
        attempt: u32,
        /// The status the receiver answered with.
        status: Option<u16>,
        /// Why there is no answer.
        failure: Option<&'a TransportError>,
    },
    /// An extractor failed on a document, which is kept all the same.
    #[non_exhaustive]
    ExtractionFailed {
        /// The document.
        document: &'a DocumentId,
        /// What the extractor said.
        error: &'a Error,
    },
    /// The store takes no writes from now on: its disk is full or failed, or its file is no longer there. Told once, when it
    /// begins, also to a host whose own call met it; reading goes on as far as it can.
    #[non_exhaustive]
    WritesRefused {
        /// Why. [`StorageFull`](ErrorKind::StorageFull) ends by itself when there is room; what ends another one, the
        /// error says.
        error: &'a Error,
    },
    /// A record was left out of a listing because it cannot be read; all others are there. Told once for a record.
    #[non_exhaustive]
    RecordLeftOut {
        /// Its id.
        id: Uuid,
        /// Which, and what is wrong with it.
        error: &'a Error,
    },
    /// The store takes writes again.
    #[non_exhaustive]
    WritesResumed {},
    /// A carrier or a receiver failed too often in a row and is left alone for a while: what waits for it stays due, and uses
    /// up no attempt. Told when a rest begins, and not for each longer one that follows a failed probe.
    #[non_exhaustive]
    Resting {
        /// The carrier or webhook that rests.
        counterparty: &'a Counterparty,
        /// Until when.
        until: DateTime<Utc>,
    },
    /// Due work could not be done, and nobody was there to be answered: the store failed otherwise than by
    /// [refusing writes](Activity::WritesRefused), or a part the host plugged in panicked. It is tried again.
    #[non_exhaustive]
    Trouble {
        /// What went wrong.
        error: &'a Error,
    },
}

/// The event has happened, so a panic of the observer is ignored.
pub(in crate::service::engine) fn report(observer: Option<&Arc<dyn ActivityObserver>>, activity: &Activity<'_>) {
    if let Some(observer) = observer {
        let _ = catch_unwind(AssertUnwindSafe(|| observer.activity(activity)));
    }
}

pub(in crate::service::engine) fn panic_error(part: &str) -> Error {
    Error::new(ErrorKind::Internal, format!("{part} panicked"))
}

pub(in crate::service::engine) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match text {
        Some(text) => format!("the carrier panicked: {text}"),
        None => "the carrier panicked".to_owned(),
    }
}
