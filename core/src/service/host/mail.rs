//! Mail and its documents, as the host hands them in and looks at them.

use super::service::Service;
use crate::error::{Error, Result};
use crate::ids::Id;
use crate::resources::{AccountId, DocumentId, EmailSubmissionId, UserId};
use crate::service::engine::Ingested;
use crate::service::engine::accounts::known_account;

/// A message that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// Its submission.
    pub id: EmailSubmissionId,
    /// What was wrong with it.
    pub problems: Vec<String>,
}

impl Service {
    /// Takes in a message, RFC 5322 bytes as they came. A message that cannot be read is kept in quarantine, never
    /// refused, unless it is larger than any value the store keeps (a thousand million bytes); the same bytes twice are one
    /// submission.
    pub fn ingest_email(&self, account: &AccountId, bytes: &[u8], user: Option<&UserId>) -> Result<Ingested> {
        self.engine().ingest(account, bytes, user)
    }

    /// The bytes of a document; `None` when the account has no such document, or discarded it, or the document no bytes.
    pub fn document_content(&self, account: &AccountId, id: &DocumentId) -> Result<Option<Vec<u8>>> {
        self.engine().store.reading(|tx| {
            let kept = tx.document(account, id)?.filter(|record| record.discarded_at.is_none());
            let content = kept.and_then(|record| record.content).map(|content| tx.blob(&content));
            content.unwrap_or(Ok(None)).map_err(|error| of_whom("document", id, error))
        })
    }

    /// The account's messages in quarantine, newest first. Their bytes are kept: see
    /// [`email_content`](Service::email_content).
    pub fn quarantined_emails(&self, account: &AccountId) -> Result<Vec<Quarantined>> {
        let found = self.engine().store.reading(|tx| {
            known_account(tx, account)?;
            tx.quarantined_emails(account)
        })?;
        Ok(found
            .into_iter()
            .map(|record| Quarantined { id: record.submission.id, problems: record.problems })
            .collect())
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
}

/// A failure of the store to give out the bytes of something, with what that is.
fn of_whom<T>(family: &str, id: &Id<T>, error: Error) -> Error {
    let told = format!("{family} {id}: {}", error.sentence());
    error.with_sentence(told)
}
