//! Inbound mail and its documents.

use rusqlite::params;

use super::columns::{key, to_json};
use super::listing::Listing;
use super::session::Session;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, DocumentId, EmailSubmissionId};
use crate::store::{BlobId, DocumentRecord, EmailRecord, Mail, Slice};

impl Mail for Session<'_> {
    fn put_blob(&self, id: &BlobId, bytes: &[u8]) -> Result<()> {
        self.change(
            "INSERT INTO blobs (hash, bytes) VALUES (?1, ?2)
             ON CONFLICT (hash) DO UPDATE SET bytes = ?2 WHERE bytes <> ?2",
            (id.0, bytes),
        )?;
        Ok(())
    }

    fn blob(&self, id: &BlobId) -> Result<Option<Vec<u8>>> {
        let bytes: Option<Vec<u8>> = self.first("SELECT bytes FROM blobs WHERE hash = ?1", [id.0], |row| row.get(0))?;
        match bytes {
            Some(bytes) if BlobId::of(&bytes) != *id => {
                let told = format!("the bytes kept under the SHA-256 {id:?} are damaged: restore them from a backup");
                Err(Error::new(ErrorKind::Store, told))
            }
            sound => Ok(sound),
        }
    }

    fn put_email(&self, email: &EmailRecord) -> Result<()> {
        self.change(
            "INSERT INTO emails (account, id, raw, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (account, id) DO UPDATE SET raw = ?3, body = ?4",
            params![key(&email.account), key(&email.submission.id), email.raw.0, to_json(email)?],
        )?;
        Ok(())
    }

    fn email(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<EmailRecord>> {
        self.by_id("emails", account, id)
    }

    fn email_from(&self, account: &AccountId, raw: &BlobId) -> Result<Option<EmailRecord>> {
        self.record(
            "SELECT body FROM emails WHERE account = ?1 AND raw = ?2 ORDER BY id DESC LIMIT 1",
            (key(account), raw.0),
        )
    }

    fn emails(&self, account: &AccountId, slice: &Slice) -> Result<Vec<EmailRecord>> {
        self.page(Listing::of("emails", account), slice)
    }

    fn quarantined_emails(&self, account: &AccountId) -> Result<Vec<EmailRecord>> {
        self.records(QUARANTINED, [key(account)])
    }

    fn count_emails(&self, account: &AccountId) -> Result<u64> {
        self.counted("emails", account)
    }

    fn put_document(&self, record: &DocumentRecord) -> Result<()> {
        self.change(
            "INSERT INTO documents (account, id, email, position, discarded, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (account, id) DO UPDATE SET email = ?3, position = ?4, discarded = ?5, body = ?6",
            params![
                key(&record.account),
                key(&record.document.id),
                record.email.as_ref().and_then(key),
                record.position,
                record.discarded_at.is_some(),
                to_json(record)?,
            ],
        )?;
        Ok(())
    }

    fn document(&self, account: &AccountId, id: &DocumentId) -> Result<Option<DocumentRecord>> {
        self.by_id("documents", account, id)
    }

    fn documents(&self, account: &AccountId, slice: &Slice) -> Result<Vec<DocumentRecord>> {
        self.page(documents(account), slice)
    }

    fn count_documents(&self, account: &AccountId) -> Result<u64> {
        self.counted("documents", account)
    }

    fn documents_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Vec<DocumentRecord>> {
        self.records(
            "SELECT body FROM documents WHERE account = ?1 AND email = ?2 AND discarded = 0 ORDER BY position, id",
            (key(account), key(email)),
        )
    }

    fn document_ids_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Vec<DocumentId>> {
        let sql = "SELECT id FROM documents WHERE account = ?1 AND email = ?2 AND discarded = 0 ORDER BY position, id";
        self.ids(sql, (key(account), key(email)))
    }
}

pub(super) fn documents(account: &AccountId) -> Listing {
    Listing::of("documents", account).along("documents_kept").only("discarded = 0 AND :value", Some(1))
}

pub(super) const QUARANTINED: &str = "SELECT body FROM emails WHERE account = ?1 AND quarantined ORDER BY id DESC";
