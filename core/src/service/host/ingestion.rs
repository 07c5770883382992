//! Ingests data of the host program: facts, answers, EDI, email, callbacks of carriers. Also returns what is stored of email and
//! documents, and manages subscriptions.

use std::time::Duration;

use serde::Serialize;
use uuid::Uuid;

use super::service::Service;
use crate::carriers::Answer;
use crate::clock::CancelToken;
use crate::error::{Error, Result};
use crate::http::Headers;
use crate::ids::Id;
use crate::resources::{AccountId, DocumentId, EmailSubmissionId, TrackingRequestId, UserId};
use crate::service::engine::base::store_health::mark_committed;
use crate::service::engine::intake::edi::{EdiReport, UnreadEdi};
use crate::service::engine::intake::guess_number;
use crate::service::engine::intake::push::PushReport;
use crate::service::engine::intake::record_facts::RecordingReport;
use crate::service::engine::intake::subscription_admin::NewSubscription;
use crate::service::engine::look_up::look_ups;
use crate::service::engine::mail::documents;
use crate::service::engine::mail::messages::IngestedEmail;
use crate::store::SubscriptionRecord;
use crate::tracking::Fact;

/// An email message that could not be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct QuarantinedEmail {
    /// The id of its submission.
    pub id: EmailSubmissionId,
    /// What was wrong with it.
    pub problems: Vec<String>,
}

impl Service {
    /// Records facts from a source other than the carrier, such as a terminal, a trucker, an EDI message or a user.
    ///
    /// `number` is a bill of lading, a booking or a container, in any spelling. The facts are added to every tracked
    /// number of the account that equals it or whose shipment has this container, as if its carrier had reported
    /// them. Changes are published immediately.
    ///
    /// No carrier is asked. Facts that are not in the list stay valid, and the time of the next look-up does not
    /// change, unless the facts show that the last container was returned empty. Recording the same facts again adds
    /// nothing, but updates the time at which an estimate was last confirmed.
    ///
    /// A number with the form of a container number may also be a bill of lading. Its kind is the one that the facts
    /// state. If they state none, it is the kind that the account tracks. If the account does not track the number, it
    /// is a container if its check digit is valid. If that does not decide, or
    /// if several carriers have a bill of lading with this number, the call fails with
    /// [`Invalid`](crate::error::ErrorKind::Invalid), code `ambiguous_number`.
    ///
    /// If `number` is a container, the facts need not name the container. Facts about a whole shipment
    /// ([`particulars`](crate::tracking::Particulars)) only apply to the shipment with the given number.
    ///
    /// Facts about an untracked number are stored for some time ([`recording`](super::ServiceBuilder::recording)).
    /// They are added when the number, or a shipment with that container, is tracked. An account can store a limited
    /// number of them; more are rejected with [`Conflict`](crate::error::ErrorKind::Conflict), code
    /// `too_many_kept_facts`.
    ///
    /// ```
    /// use shiptrack::resources::DataSource;
    /// use shiptrack::tracking::{Event, Fact, Movement, Source};
    /// use shiptrack::{NewTrackingRequest, Service, Settle};
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let request = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST");
    /// service.client().tracking_requests().track(request)?;
    /// service.settle(Settle::new())?;
    /// let number = service.client().containers().list().first()?.unwrap().number.clone();
    ///
    /// let released = Fact::event(&number, Event::actual(Movement::CustomsReleased, "2026-05-12"))
    ///     .with_source(Source::named(DataSource::UserInput, "broker"));
    /// let recorded = service.record_facts(service.default_account(), &number, &[released])?;
    /// assert_eq!((recorded.requests.len(), recorded.requests[0].new), (1, 1));
    /// # Ok(())
    /// # }
    /// ```
    pub fn record_facts(&self, account: &AccountId, number: &str, facts: &[Fact]) -> Result<RecordingReport> {
        mark_committed(|| guess_number::record_facts(self.engine(), account, number, facts))
    }

    /// Records an answer about the number of a tracking request, as if its carrier had given it now: updates the
    /// request and the shipment, and publishes changes. Returns how many facts are new. A request that has ended does
    /// not change.
    ///
    /// For facts from sources other than the carrier, use [`record_facts`](Self::record_facts).
    pub fn record_answer(&self, account: &AccountId, request: &TrackingRequestId, answer: Answer) -> Result<usize> {
        mark_committed(|| look_ups::record_answer(self.engine(), account, request, answer))
    }

    /// Ingests EDI: one or more interchanges of X12 or EDIFACT, with any text around them.
    ///
    /// The facts of each message are recorded for the bookings, bills of lading and containers that it names, as with
    /// [`record_facts`](Service::record_facts). A message is one transaction, or several if it is about hundreds of
    /// shipments. Interchanges are ingested in the order in which they were written. A tracking request for which the
    /// carrier had no data is looked up again at once.
    ///
    /// An interchange that was ingested before adds nothing, and is reported as repeated; after a crash, ingesting it
    /// again continues where it stopped. A message that could not be read or recorded is stored with the reason (see
    /// [`unread_edi`](Service::unread_edi)), for the time
    /// that is set with [`recording`](super::ServiceBuilder::recording). If the limit for such messages is exceeded, the call
    /// fails with [`Conflict`](crate::error::ErrorKind::Conflict), code `too_much_unread_edi`. The
    /// previous messages are ingested then, and the call can be repeated.
    ///
    /// ```
    /// use shiptrack::Service;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let file = b"UNB+UNOA:2+TERMINAL1+ME+260502:1500+77'UNH+1+COARRI:D:95B:UN'BGM+46+1+9'TDT+20+042E+1++:172+++9321483:146::X'\
    ///     EQD+CN+MSKU0308961+45G1:102:5++2+5'DTM+203:202605021410:203'LOC+9+CNSHA:139:6'UNT+7+1'UNZ+1+77'";
    /// let report = service.ingest_edi(service.default_account(), file)?;
    /// let interchange = &report.interchanges[0];
    /// assert!(report.is_whole() && interchange.messages[0].kept > 0 && interchange.acknowledgement.is_some());
    /// assert!(service.ingest_edi(service.default_account(), file)?.interchanges[0].is_repeated);
    /// # Ok(())
    /// # }
    /// ```
    pub fn ingest_edi(&self, account: &AccountId, bytes: &[u8]) -> Result<EdiReport> {
        mark_committed(|| self.engine().ingest_edi(account, bytes, false, &CancelToken::new()))
    }

    /// The EDI messages of the account that could not be ingested, newest interchange first, at most `limit`.
    pub fn unread_edi(&self, account: &AccountId, limit: usize) -> Result<Vec<UnreadEdi>> {
        self.engine().unread_edi(account, limit)
    }

    /// Deletes an EDI message that could not be ingested. It no longer counts against the limit for such messages. False if there is no such
    /// message.
    pub fn discard_unread_edi(&self, account: &AccountId, id: &str) -> Result<bool> {
        self.engine().discard_unread_edi(account, id)
    }

    /// Ingests an email message: the bytes of RFC 5322. Ingesting the same bytes again returns the same submission.
    ///
    /// A message that cannot be parsed is stored in quarantine and not rejected. Only a message that is larger than
    /// the store allows (10⁹ bytes) is rejected.
    ///
    /// The message is stored first, and then its documents are read, one after the other. Documents that could not be read, because the
    /// store failed or their reader is not available, stay due, for a worker or for another call with the same bytes:
    /// [`due_documents`](IngestedEmail::due_documents) is their number, and the observer gets the reason.
    pub fn ingest_email(&self, account: &AccountId, bytes: &[u8], user: Option<&UserId>) -> Result<IngestedEmail> {
        mark_committed(|| self.engine().ingest_email(account, bytes, user))
    }

    /// Stores an email message as [`ingest_email`](Self::ingest_email) does, and returns before its documents are read. They are due work:
    /// a worker reads them, or [`run_due`](Service::run_due) and [`settle`](Service::settle). Use this in a loop that receives mail, because reading
    /// the documents of one message can take minutes.
    ///
    /// The message, its documents, and tracking requests for the numbers in its subject and plain text are stored in one transaction.
    ///
    /// ```
    /// use shiptrack::service::Budget;
    /// use shiptrack::Service;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let message = b"From: a@line.example\r\nSubject: Arrival notice\r\n\r\nB/L No: MAEU123456789\r\nETA: 2026-05-11\r\n";
    /// let stored = service.ingest_email_later(service.default_account(), message, None)?;
    /// assert_eq!((stored.is_new, stored.due_documents), (true, 1));
    /// service.run_due(Budget::ALL)?;
    /// assert_eq!(service.client().documents().list().first()?.unwrap().name, "message.eml");
    /// # Ok(())
    /// # }
    /// ```
    pub fn ingest_email_later(
        &self,
        account: &AccountId,
        bytes: &[u8],
        user: Option<&UserId>,
    ) -> Result<IngestedEmail> {
        mark_committed(|| self.engine().ingest_email_later(account, bytes, user))
    }

    /// The bytes of a document; `None` if the account has no such document, or if it was discarded or has no file.
    pub fn document_content(&self, account: &AccountId, id: &DocumentId) -> Result<Option<Vec<u8>>> {
        self.engine().store.reading(|tx| {
            let content = documents::live_document(tx, account, id)?
                .and_then(|record| record.content)
                .map(|content| tx.blob(&content));
            content.unwrap_or(Ok(None)).map_err(|error| in_record("document", id, error))
        })
    }

    /// The messages of the account in quarantine, newest first. For their bytes, see
    /// [`email_content`](Service::email_content).
    pub fn quarantined_emails(&self, account: &AccountId) -> Result<Vec<QuarantinedEmail>> {
        let found = self.engine().reading_for(account, |tx| tx.quarantined_emails(account))?.into_iter();
        Ok(found.map(|record| QuarantinedEmail { id: record.submission.id, problems: record.problems }).collect())
    }

    /// The problems of a message, quarantined or not; `None` if the account has no such submission.
    pub fn email_problems(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<Vec<String>>> {
        let found = self.engine().store.reading(|tx| tx.email(account, id))?;
        Ok(found.map(|record| record.problems))
    }

    /// The bytes of a message as it was ingested; `None` if the account has no such submission.
    pub fn email_content(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<Vec<u8>>> {
        self.engine().store.reading(|tx| match tx.email(account, id)? {
            Some(record) => tx.message(&record.raw).map_err(|error| in_record("email submission", id, error)),
            None => Ok(None),
        })
    }

    /// Discards a document: it is no longer listed or counted. False if the account has no such document.
    pub fn discard_document(&self, account: &AccountId, id: &DocumentId) -> Result<bool> {
        mark_committed(|| self.engine().discard_document(account, id))
    }

    /// Ingests a callback: from the event subscription of a carrier, or from another source of the host program.
    /// `headers` and `body` must be exactly as received, because the body is signed.
    ///
    /// The header `Subscription-ID` names the [subscription](Self::add_subscription): by the id of the carrier, or by
    /// the id of this service. The facts are recorded as with [`record_facts`](Self::record_facts), with that carrier
    /// or source as their source. An event that is both pushed and looked up is recorded once. A repeated callback adds
    /// nothing, and an estimate that is older than the stored one is ignored.
    ///
    /// Answer the request with status 204 if this method succeeds, and with the [status](crate::Error::http_status) of the error otherwise. Each rejection has a
    /// code: too large (`too_large`), unknown subscription (`unknown_subscription`, `no_subscription_id`), invalid
    /// signature (`not_signed`, `malformed_signature`, `wrong_signature`), or not readable (`not_readable`); see
    /// [`PushRefusal`](crate::decoders::push::PushRefusal).
    ///
    /// ```
    /// use shiptrack::Service;
    /// use shiptrack::carriers::CallbackSecret;
    /// use shiptrack::http::Headers;
    /// use shiptrack::service::NewSubscription;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let new = NewSubscription::of_carrier("MAEU").called("7f5a2c").secret("AAECAwQFBgcICQoLDA0ODw==");
    /// service.add_subscription(service.default_account(), new)?;
    ///
    /// let body = br#"[{"eventType":"EQUIPMENT","equipmentEventTypeCode":"GTOT","eventClassifierCode":"ACT","emptyIndicatorCode":"LADEN",
    ///     "eventDateTime":"2026-05-12T09:00:00-07:00","equipmentReference":"MSKU0308961","eventLocation":{"UNLocationCode":"USLAX"}}]"#;
    /// let mut headers = Headers::new();
    /// headers.set("Subscription-ID", "7f5a2c");
    /// headers.set("Notification-Signature", CallbackSecret::parse("AAECAwQFBgcICQoLDA0ODw==")?.sign(body));
    /// let pushed = service.receive_push(&headers, body)?;
    /// assert_eq!((pushed.facts, pushed.kept), (1, 1));
    /// assert!(service.receive_push(&headers, body)?.is_repeated);
    /// assert_eq!(service.receive_push(&headers, b"[]").unwrap_err().code(), Some("wrong_signature"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn receive_push(&self, headers: &Headers, body: &[u8]) -> Result<PushReport> {
        mark_committed(|| self.engine().receive_push(headers, body))
    }

    /// Adds a subscription: a carrier or another source that may send callbacks to an account. The record has the
    /// secret, which is [stored](crate::resources::WebhookSecret) like those of webhooks, and the id for a sender
    /// that has no other id of the subscription.
    pub fn add_subscription(&self, account: &AccountId, new: NewSubscription) -> Result<SubscriptionRecord> {
        self.engine().add_subscription(account, new)
    }

    /// The subscriptions of an account, oldest first.
    pub fn subscriptions(&self, account: &AccountId) -> Result<Vec<SubscriptionRecord>> {
        self.engine().subscriptions(account)
    }

    /// Replaces the secret of a subscription by this one, or by a generated one. During the `overlap`, by default a
    /// day, callbacks that are signed with the previous secret are still accepted.
    pub fn rotate_subscription(
        &self,
        account: &AccountId,
        id: Uuid,
        secret: Option<&str>,
        overlap: Option<Duration>,
    ) -> Result<SubscriptionRecord> {
        self.engine().rotate_subscription(account, id, secret, overlap)
    }

    /// Removes a subscription. Its later callbacks are rejected.
    pub fn remove_subscription(&self, account: &AccountId, id: Uuid) -> Result<()> {
        self.engine().remove_subscription(account, id)
    }
}

fn in_record<T>(family: &str, id: &Id<T>, error: Error) -> Error {
    let message = format!("{family} {id}: {}", error.message());
    error.with_message(message)
}
