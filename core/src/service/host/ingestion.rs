//! Data that the host hands in: facts, answers, EDI, mail, callbacks.

use std::time::Duration;

use serde::Serialize;
use uuid::Uuid;

use super::service::Service;
use crate::carriers::Answer;
use crate::error::{Error, Result};
use crate::http::Headers;
use crate::ids::Id;
use crate::resources::{AccountId, DocumentId, EmailSubmissionId, TrackingRequestId, UserId};
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

/// A message that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct QuarantinedEmail {
    /// Its submission.
    pub id: EmailSubmissionId,
    /// What was wrong with it.
    pub problems: Vec<String>,
}

impl Service {
    /// Records what somebody told without being asked: a terminal, a trucker, an EDI message, a clerk. `number` is a bill of
    /// lading, a booking or a container, in any spelling; every number of the account that is that number, or whose
    /// shipment has that container, gets the facts as if its carrier had told them, and what is news is told at once. Nobody
    /// is looked up, nothing is withdrawn because it is not named, and when the carrier is asked next stays as it was, unless
    /// the last container has come back empty by it. Recording the same again adds nothing; of what is expected, it says when
    /// that was confirmed last.
    ///
    /// A number with the shape of a container number may be a bill as well: it is what the facts name it as, else what the account tracks
    /// it as, else a container where its check digit is right. Where that does not tell, and where several carriers have the number
    /// of a bill, this is refused ([`Invalid`](crate::error::ErrorKind::Invalid), code `ambiguous_number`) by the name `number`.
    ///
    /// Facts about a container need not name it. What they say of a whole shipment
    /// ([`particulars`](crate::tracking::Particulars)) reaches only the shipment whose own number is given.
    ///
    /// What nobody tracks yet is kept for a while ([`recording`](super::ServiceBuilder::recording)), and joins when the number,
    /// or a shipment with that container, comes to be tracked. More than an account may keep are refused
    /// ([`Conflict`](crate::error::ErrorKind::Conflict), code `too_many_kept_facts`).
    ///
    /// ```
    /// use shiptrack::resources::DataSource;
    /// use shiptrack::tracking::{Event, Fact, Movement, Source};
    /// use shiptrack::{NewTrackingRequest, Service, Settle};
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let made = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST");
    /// service.client().tracking_requests().track(made)?;
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
        guess_number::record_facts(self.engine(), account, number, facts)
    }

    /// Takes in what somebody says of the number of a tracking request, as if its carrier had answered so just now: the request moves on,
    /// and what is news is told. Answers how many facts are news. A request that ended stays as it is.
    ///
    /// For words of others beside the carrier there is [`record_facts`](Self::record_facts).
    pub fn record_answer(&self, account: &AccountId, request: &TrackingRequestId, answer: Answer) -> Result<usize> {
        look_ups::record_answer(self.engine(), account, request, answer)
    }

    /// Takes in EDI, bytes as they came: one interchange of X12 or EDIFACT or several, whatever stands around them. What each message says
    /// is recorded for the bookings, bills and containers that it names, as [`record_facts`](Service::record_facts) does: in one
    /// transaction a message, or several where it is about hundreds of shipments, the interchange that was written first first. A request whose carrier knew nothing so far is looked up
    /// again at once.
    ///
    /// An interchange that the account has already adds nothing, and is told as such; one of which a crash left a part goes on
    /// where that ended. A message that could not be read or recorded is kept with the reason
    /// ([`unread_edi`](Service::unread_edi)) for as long as facts are ([`recording`](super::ServiceBuilder::recording)). When there is no
    /// more room for such messages, the call is refused at the first of them ([`Conflict`](crate::error::ErrorKind::Conflict),
    /// code `too_much_unread_edi`): what stands before it was taken in, and the call can be repeated.
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
        self.engine().ingest_edi(account, bytes)
    }

    /// The account's messages of EDI of which nothing was taken in, those of the newest interchange first, at most `limit`.
    pub fn unread_edi(&self, account: &AccountId, limit: usize) -> Result<Vec<UnreadEdi>> {
        self.engine().unread_edi(account, limit)
    }

    /// Lets go of a message of which nothing was taken in, and makes room for others. False when none is kept under this id.
    pub fn discard_unread_edi(&self, account: &AccountId, id: &str) -> Result<bool> {
        self.engine().discard_unread_edi(account, id)
    }

    /// Takes in a message, RFC 5322 bytes as they came. A message that cannot be read is kept in quarantine, never
    /// refused, unless it is larger than any value the store keeps (a thousand million bytes); the same bytes twice are one
    /// submission.
    pub fn ingest_email(&self, account: &AccountId, bytes: &[u8], user: Option<&UserId>) -> Result<IngestedEmail> {
        self.engine().ingest_email(account, bytes, user)
    }

    /// The bytes of a document; `None` when the account has no such document, or discarded it, or the document no bytes.
    pub fn document_content(&self, account: &AccountId, id: &DocumentId) -> Result<Option<Vec<u8>>> {
        self.engine().store.reading(|tx| {
            let content = documents::live_document(tx, account, id)?
                .and_then(|record| record.content)
                .map(|content| tx.blob(&content));
            content.unwrap_or(Ok(None)).map_err(|error| of_whom("document", id, error))
        })
    }

    /// The account's messages in quarantine, newest first. Their bytes are kept: see
    /// [`email_content`](Service::email_content).
    pub fn quarantined_emails(&self, account: &AccountId) -> Result<Vec<QuarantinedEmail>> {
        let found = self.engine().reading_for(account, |tx| tx.quarantined_emails(account))?.into_iter();
        Ok(found.map(|record| QuarantinedEmail { id: record.submission.id, problems: record.problems }).collect())
    }

    /// What was wrong with a message, quarantined or not; `None` when the account has no such submission.
    pub fn email_problems(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<Vec<String>>> {
        let found = self.engine().store.reading(|tx| tx.email(account, id))?;
        Ok(found.map(|record| record.problems))
    }

    /// The bytes of a message as it was taken in.
    pub fn email_content(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<Vec<u8>>> {
        self.engine().store.reading(|tx| match tx.email(account, id)? {
            Some(record) => tx.blob(&record.raw).map_err(|error| of_whom("email submission", id, error)),
            None => Ok(None),
        })
    }

    /// Discards a document: it is no longer listed or counted. False when the account has no such document.
    pub fn discard_document(&self, account: &AccountId, id: &DocumentId) -> Result<bool> {
        self.engine().discard_document(account, id)
    }

    /// Takes in what was sent without being asked for: a callback of a carrier's event subscription, or a report of a source of the
    /// host's own. `headers` are the header fields as they came, `body` the bytes as they came: the signature is of those.
    ///
    /// Which [subscription](Self::add_subscription) it is of, the field `Subscription-ID` says: by the carrier's id of it, or by ours.
    /// What it says is recorded as [`record_facts`](Self::record_facts) does, as the words of that carrier, or of that source: an
    /// event that is sent and one that is polled are one. The same once more adds nothing; neither does an expectation that was
    /// written before the one that is known. Answer 204 to `Ok`, and to an error the [status](crate::Error::http_status) that it has.
    ///
    /// Refused are, each with a code of its own, what is too large (`too_large`), what is of no subscription (`unknown_subscription`,
    /// `no_subscription_id`), what nobody signed (`not_signed`, `malformed_signature`, `wrong_signature`), and what cannot be read
    /// (`not_readable`); see [`PushRefusal`](crate::decoders::push::PushRefusal).
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
        self.engine().receive_push(headers, body)
    }

    /// Lets somebody send to an account. The record has the secret, which is [kept](crate::resources::WebhookSecret) as those of
    /// webhooks are, and the id by which a sender that has no other may name the subscription.
    pub fn add_subscription(&self, account: &AccountId, new: NewSubscription) -> Result<SubscriptionRecord> {
        self.engine().add_subscription(account, new)
    }

    /// Who may send to an account, oldest first.
    pub fn subscriptions(&self, account: &AccountId) -> Result<Vec<SubscriptionRecord>> {
        self.engine().subscriptions(account)
    }

    /// Gives a subscription another secret: this one, or a new one. Until the `overlap` is over, a day unless it is said, what the one
    /// before signed is taken, too.
    pub fn rotate_subscription(
        &self,
        account: &AccountId,
        id: Uuid,
        secret: Option<&str>,
        overlap: Option<Duration>,
    ) -> Result<SubscriptionRecord> {
        self.engine().rotate_subscription(account, id, secret, overlap)
    }

    /// Takes nothing in any more of a subscription.
    pub fn remove_subscription(&self, account: &AccountId, id: Uuid) -> Result<()> {
        self.engine().remove_subscription(account, id)
    }
}

fn of_whom<T>(family: &str, id: &Id<T>, error: Error) -> Error {
    let told = format!("{family} {id}: {}", error.message());
    error.with_message(told)
}
