//! `ActivityObserver`: reports background work, and failures that are not returned to a caller, to the host program.

use std::path::Path;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::log_line::LogLine;
use crate::error::Error;
use crate::http::TransportError;
use crate::resources::{
    AccountId, DocumentId, TrackingRequestId, WebhookDisabledReason, WebhookId, WebhookNotificationId,
};
use crate::store::Counterparty;
use crate::tracking::lifecycle::LookUpOutcome;

/// Receives everything that a service does in the background, right after the result is stored.
///
/// The observer is called on the thread that did the work, with no lock held and no transaction open, so it may call the
/// service. A panic of the observer is ignored. Every `Fn(&Activity<'_>)` is an observer.
pub trait ActivityObserver: Send + Sync {
    /// Receives one activity.
    fn activity(&self, activity: &Activity<'_>);

    /// Receives a line of the log. There is a line for each activity, written before [`activity`](Self::activity) is called, except for
    /// warnings that were written within the last hour; and for each HTTP request that failed because of the service.
    fn log(&self, line: &LogLine<'_>) {
        let _ = line;
    }
}

impl<F: Fn(&Activity<'_>) + Send + Sync> ActivityObserver for F {
    fn activity(&self, activity: &Activity<'_>) {
        self(activity);
    }
}

/// Something that a service did in the background. It contains no secrets: no headers, bodies or keys.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Activity<'a> {
    /// A number was looked up, or could not be.
    #[non_exhaustive]
    LookUp {
        /// The account.
        account: &'a AccountId,
        /// The tracking request.
        request: &'a TrackingRequestId,
        /// The carrier's code; `None` if the carrier is unknown.
        scac: Option<&'a str>,
        /// The number as submitted.
        number: &'a str,
        /// Number of the attempt, from 1. A readable answer resets the count.
        attempt: u32,
        /// The outcome.
        outcome: &'a LookUpOutcome,
        /// The reason of a failure, in the words of the carrier; see
        /// [`LookUpFailure::because`](crate::carriers::LookUpFailure::because).
        why: Option<&'a str>,
    },
    /// A carrier's answer contains facts that look wrong. They are stored, but may have no effect. Each fact is reported once.
    #[non_exhaustive]
    DoubtfulFacts {
        /// The account.
        account: &'a AccountId,
        /// The tracking request.
        request: &'a TrackingRequestId,
        /// The carrier's code.
        scac: Option<&'a str>,
        /// The number as submitted.
        number: &'a str,
        /// One sentence for each problem. `core/docs/facts.md` lists the possible problems.
        doubts: &'a [String],
    },
    /// A notification was sent to a webhook, or could not be.
    #[non_exhaustive]
    Delivery {
        /// The account.
        account: &'a AccountId,
        /// The webhook.
        webhook: &'a WebhookId,
        /// Scheme, host and port of its URL. The path and the query are left out, because they may contain a key.
        url: &'a str,
        /// The notification.
        notification: &'a WebhookNotificationId,
        /// Number of the attempt, from 1.
        attempt: u32,
        /// HTTP status of the response; `None` if there is no response.
        status: Option<u16>,
        /// Why there is no response.
        failure: Option<&'a TransportError>,
    },
    /// A document reader failed. The document is stored.
    #[non_exhaustive]
    ExtractionFailed {
        /// The account.
        account: &'a AccountId,
        /// The document.
        document: &'a DocumentId,
        /// The error of the reader.
        error: &'a Error,
    },
    /// The store refuses writes from now on: its disk is full or failed, or its file is missing. Reported once, when this
    /// begins, even if a call of the host program failed for this reason. Reads continue where possible.
    #[non_exhaustive]
    WritesRefused {
        /// The reason. [`StorageFull`](crate::error::ErrorKind::StorageFull) ends when there is room; other errors say how to end them.
        error: &'a Error,
    },
    /// A record was left out of a list because it cannot be read. Each record is reported once.
    #[non_exhaustive]
    RecordLeftOut {
        /// The account.
        account: &'a AccountId,
        /// The id of the record.
        id: Uuid,
        /// Which record it is, and what is wrong with it.
        error: &'a Error,
    },
    /// The store accepts writes again.
    #[non_exhaustive]
    WritesResumed {},
    /// The database had an older version and was migrated when the service was opened.
    #[non_exhaustive]
    Migrated {
        /// The schema version before.
        from: usize,
        /// The schema version now.
        to: usize,
        /// The copy of the database of the previous version. Delete it when it is no longer needed.
        copy: &'a Path,
    },
    /// A carrier or a webhook failed several times in a row and is not called for a while. Work for it stays due and uses
    /// no attempt. Reported when the pause begins, and not when a failed probe extends it.
    #[non_exhaustive]
    Resting {
        /// The carrier or webhook that is paused.
        counterparty: &'a Counterparty,
        /// The account of the webhook; `None` for a carrier.
        account: Option<&'a AccountId>,
        /// Scheme, host and port of the webhook's URL; `None` for a carrier.
        url: Option<&'a str>,
        /// The end of the pause.
        until: DateTime<Utc>,
    },
    /// A webhook was disabled, because its receiver is gone or failed for too long. The account's feed has the event `webhook.disabled`. After
    /// the webhook is activated again, [`Webhooks::replay`](crate::client::Webhooks::replay) delivers what it missed.
    #[non_exhaustive]
    WebhookDisabled {
        /// The account.
        account: &'a AccountId,
        /// The webhook.
        webhook: &'a WebhookId,
        /// Scheme, host and port of its URL.
        url: &'a str,
        /// The reason.
        reason: &'a WebhookDisabledReason,
        /// Since when no delivery has succeeded.
        failing_since: Option<DateTime<Utc>>,
    },
    /// Background work failed without a caller to return the error to: the store failed in a way other than
    /// [refusing writes](Activity::WritesRefused), code of the host program panicked, or the configuration has a problem.
    /// The work is retried.
    #[non_exhaustive]
    Trouble {
        /// The account; `None` if the failure is about none or several.
        account: Option<&'a AccountId>,
        /// The error.
        error: &'a Error,
    },
}
