//! Email submissions, documents, files and uploads.

use chrono::{DateTime, Utc};
use rusqlite::params;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::columns::{capped, key, micros, to_json, to_record};
use super::filter_plan::exact_number;
use super::listing::Listing;
use super::packed_emails::StoredEmail;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, DocumentId, EmailSubmissionId};
use crate::store::{
    BlobId, DocumentFilter, DocumentOrder, DocumentRecord, EmailRecord, EmailState, Rows, Slice, UploadRecord,
};

/// The size of a part of a long value in bytes, see [`Tx::blob_part`].
const PART: usize = 256 * 1024;

impl Tx<'_> {
    /// Stores bytes under their digest. Bytes that are already stored are not written again unless they are damaged.
    pub fn put_blob(&self, id: &BlobId, bytes: &[u8]) -> Result<()> {
        // Bytes that are stored in pieces stay in pieces unless they are damaged.
        if let Some(owner) = self.owner_of_pieces(id)? {
            if BlobId::of(&self.pieces(owner)?) == *id {
                return Ok(());
            }
            self.drop_pieces(owner)?;
        }
        self.run(
            "INSERT INTO blobs (hash, bytes) VALUES (?1, ?2)
             ON CONFLICT (hash) DO UPDATE SET bytes = ?2, pieces = NULL WHERE bytes <> ?2 OR pieces IS NOT NULL",
            (id.0, bytes),
        )
    }

    /// The bytes with this digest; `None` if they are not stored. Fails with a [`Store`](crate::error::ErrorKind::Store) error if the stored
    /// bytes have another digest.
    pub fn blob(&self, id: &BlobId) -> Result<Option<Vec<u8>>> {
        let bytes: Option<Vec<u8>> = match self.owner_of_pieces(id)? {
            Some(owner) => Some(self.pieces(owner)?),
            None => self.first("SELECT bytes FROM blobs WHERE hash = ?1", [id.0], |row| row.get(0))?,
        };
        match bytes {
            Some(bytes) if BlobId::of(&bytes) != *id => Err(damaged(id)),
            bytes => Ok(bytes),
        }
    }

    /// Checks the bytes with this digest, as [`blob`](Self::blob) does, and returns their number.
    pub fn check_blob(&self, id: &BlobId) -> Result<Option<u64>> {
        let (mut digest, mut length) = (Sha256::new(), 0);
        for place in 0.. {
            let part = self.blob_part(id, place)?;
            if part.is_empty() {
                break;
            }
            digest.update(&part);
            length += part.len() as u64;
        }
        match BlobId(digest.finalize().into()) == *id {
            true => Ok(Some(length)),
            false if length == 0 => Ok(None),
            false => Err(damaged(id)),
        }
    }

    /// A part of the bytes with this digest, which has not been checked; `place` counts from 0. Empty after the last part.
    pub fn blob_part(&self, id: &BlobId, place: u32) -> Result<Vec<u8>> {
        let part = match self.owner_of_pieces(id)? {
            Some(owner) => {
                let sql = "SELECT bytes FROM blob_pieces WHERE owner = ?1 AND position = ?2";
                self.first(sql, (owner.as_bytes(), place), |row| row.get(0))?
            }
            None => match self.first("SELECT rowid FROM blobs WHERE hash = ?1", [id.0], |row| row.get(0))? {
                Some(row) => Some(self.bytes_at(("blobs", "bytes", row), place as usize * PART, PART)?),
                None => None,
            },
        };
        Ok(part.unwrap_or_default())
    }

    /// Deletes the bytes with this digest, unless a document or a message of any account has them, or an upload can still become a document.
    pub(super) fn drop_unused_blob(&self, id: &BlobId) -> Result<()> {
        let used = self.number(BLOB_IS_USED, (id.0, to_json(id)?))?;
        if used > 0 {
            return Ok(());
        }
        if let Some(owner) = self.owner_of_pieces(id)? {
            self.drop_pieces(owner)?;
        }
        self.run("DELETE FROM blobs WHERE hash = ?1", [id.0])
    }

    /// Adds or replaces an email submission. Does not change its state.
    pub fn put_email(&self, email: &EmailRecord) -> Result<()> {
        self.run(
            "INSERT INTO emails (account, id, raw, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (account, id) DO UPDATE SET raw = ?3, body = ?4",
            params![key(&email.account), key(&email.submission.id), email.raw.0, self.pack_email(email)?],
        )
    }

    /// The email submission of the account with this id.
    pub fn email(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<EmailRecord>> {
        let stored: Option<StoredEmail> = self.by_id("emails", account, id)?;
        stored.map(|stored| self.unpack_email(stored)).transpose()
    }

    /// The email submission of the account that was created from these bytes.
    pub fn email_by_raw_bytes(&self, account: &AccountId, raw: &BlobId) -> Result<Option<EmailRecord>> {
        let sql = "SELECT body FROM emails WHERE account = ?1 AND raw = ?2 ORDER BY id DESC LIMIT 1";
        let stored: Option<StoredEmail> = self.record(sql, (key(account), raw.0))?;
        stored.map(|stored| self.unpack_email(stored)).transpose()
    }

    /// The email submissions of the account, newest first.
    pub fn emails(&self, account: &AccountId, slice: &Slice) -> Result<Vec<EmailRecord>> {
        let listing = Listing::of("emails", account);
        self.pages(slice, |slice| Ok(self.unpack_emails(account, self.listed_rows(&listing, slice)?)))
    }

    /// The quarantined email submissions of the account, which could not be parsed, newest first.
    pub fn quarantined_emails(&self, account: &AccountId) -> Result<Vec<EmailRecord>> {
        let stored = Rows { readable: self.records(QUARANTINED, [key(account)])?, ..Rows::default() };
        Ok(self.readable(self.unpack_emails(account, stored)))
    }

    /// The number of email submissions of the account.
    pub fn count_emails(&self, account: &AccountId) -> Result<u64> {
        self.stored_count("emails", account)
    }

    /// Adds or replaces a document. The bytes of a discarded document are deleted if nothing else has them.
    pub fn put_document(&self, record: &DocumentRecord) -> Result<()> {
        self.change(
            "INSERT INTO documents (account, id, email, position, discarded, body, due) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (account, id) DO UPDATE SET email = ?3, position = ?4, discarded = ?5, body = ?6, due = ?7",
            params![
                key(&record.account),
                key(&record.document.id),
                record.email.as_ref().and_then(key),
                record.position,
                record.discarded_at.is_some() || record.is_unread_text(),
                to_record(record)?,
                record.reading.as_ref().and_then(|reading| reading.due).map(micros),
            ],
        )?;
        self.put_words("documents", &record.account, &record.document.id, &record.numbers())?;
        match (&record.content, record.discarded_at) {
            (Some(content), Some(_)) => self.drop_unused_blob(content),
            _ => Ok(()),
        }
    }

    /// The document of the account with this id.
    pub fn document(&self, account: &AccountId, id: &DocumentId) -> Result<Option<DocumentRecord>> {
        self.by_id("documents", account, id)
    }

    /// The accounts with documents that are due to be read.
    pub fn accounts_with_due_documents(&self, now: DateTime<Utc>) -> Result<Vec<AccountId>> {
        let sql = "SELECT account FROM documents WHERE due <= ?1 GROUP BY account";
        self.rows(sql, [micros(now)], |row| Ok(Uuid::from_bytes(row.get(0)?).into()))
    }

    /// The ids of the documents of the account that are due to be read, the longest due first.
    pub fn due_documents(&self, account: &AccountId, now: DateTime<Utc>, limit: usize) -> Result<Vec<DocumentId>> {
        let sql = "SELECT id FROM documents WHERE account = ?1 AND due <= ?2 ORDER BY due LIMIT ?3";
        self.ids(sql, (key(account), micros(now), capped(limit)))
    }

    /// Stores that a file or message is about to be read by the process that opened the store at this time. Returns the number of
    /// processes that began to read it since a reading ended, including this one.
    pub fn begin_reading(&self, account: &AccountId, content: &BlobId, opened_at: DateTime<Utc>) -> Result<u64> {
        self.run(
            "INSERT INTO begun_readings (account, hash, opened, processes) VALUES (?1, ?2, ?3, 1)
             ON CONFLICT (account, hash) DO UPDATE SET opened = ?3, processes = processes + (opened <> ?3)",
            (key(account), content.0, micros(opened_at)),
        )?;
        let sql = "SELECT processes FROM begun_readings WHERE account = ?1 AND hash = ?2";
        self.number(sql, (key(account), content.0))
    }

    /// Stores that a file or message was read.
    pub fn end_reading(&self, account: &AccountId, content: &BlobId) -> Result<()> {
        self.run("DELETE FROM begun_readings WHERE account = ?1 AND hash = ?2", (key(account), content.0))
    }

    /// At most `most` documents of the account with these bytes that are not deleted, newest first.
    pub fn documents_with(&self, account: &AccountId, content: &BlobId, most: usize) -> Result<Vec<DocumentRecord>> {
        let sql = "SELECT body FROM documents INDEXED BY documents_by_content
                   WHERE account = ?1 AND content = ?2 AND discarded = 0 ORDER BY id DESC LIMIT ?3";
        self.records(sql, (key(account), to_json(content)?, most as i64))
    }

    /// The documents of the account that are not deleted, in the order of the filter.
    pub fn documents(
        &self,
        account: &AccountId,
        filter: &DocumentFilter,
        slice: &Slice,
    ) -> Result<Vec<DocumentRecord>> {
        self.page(documents(account, filter), slice)
    }

    /// The number of documents that match the filter.
    pub fn count_documents(&self, account: &AccountId, filter: &DocumentFilter) -> Result<u64> {
        match filter {
            DocumentFilter { file_name: None, reference: None, types: None, .. } => {
                self.stored_count("documents", account)
            }
            _ => self.count_listing(documents(account, filter)),
        }
    }

    /// The documents of an email submission that are not deleted, in the order of the message.
    pub fn documents_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Vec<DocumentRecord>> {
        self.records(
            "SELECT body FROM documents WHERE account = ?1 AND email = ?2 AND discarded = 0 ORDER BY position, id",
            (key(account), key(email)),
        )
    }

    /// The ids of the documents of an email submission with something left to do, and of its text, in the order of the message.
    pub fn waiting_documents_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Vec<DocumentId>> {
        let sql = "SELECT id FROM documents WHERE account = ?1 AND email = ?2 AND (due IS NOT NULL
                OR CASE WHEN discarded = 1 AND json_valid(body) THEN body ->> '$.reading.step' = 'text' END)
            ORDER BY position, id";
        self.ids(sql, (key(account), key(email)))
    }

    /// Whether a document of an email submission was not read yet. Its text does not count.
    pub fn has_unread_documents(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<bool> {
        // The last documents are read last, so the first row decides until all are read.
        let sql = "SELECT count(*) FROM (SELECT 1 FROM documents INDEXED BY documents_of_email
            WHERE account = ?1 AND email = ?2 AND discarded = 0 AND due IS NOT NULL
            AND CASE WHEN json_valid(body) THEN body ->> '$.reading.step' = 'all' END
            ORDER BY position DESC, id DESC LIMIT 1)";
        Ok(self.number(sql, (key(account), key(email)))? > 0)
    }

    /// The text of an email submission, if it was not read yet.
    pub fn unread_text_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Option<DocumentRecord>> {
        let sql = "SELECT body FROM documents WHERE account = ?1 AND email = ?2 AND discarded = 1
            AND CASE WHEN json_valid(body) THEN body ->> '$.reading.step' = 'text' END";
        self.record(sql, (key(account), key(email)))
    }

    /// Deletes the text of an email submission that was not listed.
    pub fn delete_unread_text(&self, account: &AccountId, id: &DocumentId) -> Result<()> {
        let sql = "DELETE FROM documents WHERE account = ?1 AND id = ?2 AND discarded = 1";
        self.run(sql, (key(account), key(id)))
    }

    /// The state of an email submission; `None` if none is stored.
    pub fn email_state(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<Option<EmailState>> {
        let state: Option<EmailState> = self.by_id("email_states", account, id)?;
        Ok(state.map(|state| EmailState { account: account.clone(), id: id.clone(), ..state }))
    }

    /// Adds or replaces the state of an email submission, without writing its text.
    pub fn put_email_state(&self, state: &EmailState) -> Result<()> {
        self.run(
            "INSERT INTO email_states (account, id, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (account, id) DO UPDATE SET body = ?3",
            (key(&state.account), key(&state.id), to_record(state)?),
        )?;
        let is_listed = "SELECT EXISTS (SELECT 1 FROM emails INDEXED BY emails_quarantined
            WHERE account = ?1 AND id = ?2 AND quarantined)";
        if !state.quarantined || self.number(is_listed, (key(&state.account), key(&state.id)))? > 0 {
            return Ok(());
        }
        // The list of submissions in quarantine is that of the records.
        self.email(&state.account, &state.id)?.map_or(Ok(()), |email| self.put_email(&email))
    }

    /// Deletes the state of an email submission without documents, after it was stored in the record.
    pub fn merge_email_state(&self, account: &AccountId, id: &EmailSubmissionId) -> Result<()> {
        if let Some(email) = self.email(account, id)? {
            self.put_email(&email)?;
        }
        self.remove("email_states", account, id).map(drop)
    }

    /// The ids of these documents, without reading the documents.
    pub fn document_ids_of(&self, account: &AccountId, email: &EmailSubmissionId) -> Result<Vec<DocumentId>> {
        let sql = "SELECT id FROM documents WHERE account = ?1 AND email = ?2 AND discarded = 0 ORDER BY position, id";
        self.ids(sql, (key(account), key(email)))
    }

    fn owner_of_pieces(&self, id: &BlobId) -> Result<Option<Uuid>> {
        let sql = "SELECT pieces FROM blobs WHERE hash = ?1 AND pieces IS NOT NULL";
        self.first(sql, [id.0], |row| Ok(Uuid::from_bytes(row.get(0)?)))
    }
}

pub(super) fn damaged(id: &BlobId) -> Error {
    let message = format!("the stored bytes with the SHA-256 {id:?} are damaged: restore them from a backup");
    Error::new(ErrorKind::Store, message)
}

pub(super) fn documents(account: &AccountId, filter: &DocumentFilter) -> Listing {
    let (index, column) = match filter.order {
        DocumentOrder::CreatedAt => ("documents_not_discarded", None),
        DocumentOrder::DocumentType => ("documents_by_kind", Some("kind")),
        DocumentOrder::AddedBy => ("documents_by_adder", Some("added_by")),
    };
    // Few documents have the same name: they are found by name and sorted.
    let index = if filter.file_name.is_some() { "documents_by_file_name" } else { index };
    let words = filter.file_name.as_ref().map(|text| {
        let words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
        serde_json::to_string(&words).unwrap_or_default()
    });
    let types = filter.types.as_ref().map(|types| serde_json::to_string(types).unwrap_or_default());
    Listing::of("documents", account)
        .found(NAMED, filter.reference.as_deref().map(str::trim).map(exact_number))
        .using_index(index)
        .only("discarded = 0 AND :value", Some(1))
        .only("(SELECT min(instr(lower(file_name), word.value)) FROM json_each(:value) AS word) > 0", words)
        .only("kind IN (SELECT value FROM json_each(:value))", types)
        .sorted(column, !filter.is_ascending)
}

/// `?1` is the digest, `?2` the digest as JSON, as records contain it.
const BLOB_IS_USED: &str = "SELECT EXISTS (SELECT 1 FROM message_parts WHERE part = ?1)
    OR EXISTS (SELECT 1 FROM accounts a WHERE
        EXISTS (SELECT 1 FROM documents INDEXED BY documents_by_content WHERE account = a.id AND content = ?2 AND discarded = 0)
        OR EXISTS (SELECT 1 FROM emails INDEXED BY emails_by_raw WHERE account = a.id AND raw = ?1))
    OR EXISTS (SELECT 1 FROM uploads WHERE instr(body, '\"content\":' || ?2) > 0)";

const NAMED: &[&str] =
    &["SELECT owner FROM search_words WHERE account = :account AND kind = 'documents' AND word = :from"];

pub(super) const QUARANTINED: &str = "SELECT body FROM emails WHERE account = ?1 AND quarantined ORDER BY id DESC";

impl Tx<'_> {
    /// Adds or replaces an upload.
    pub fn put_upload(&self, upload: &UploadRecord) -> Result<()> {
        self.run(
            "INSERT INTO uploads (account, id, unused_bytes, created, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (account, id) DO UPDATE SET unused_bytes = ?3, created = ?4, body = ?5",
            params![
                key(&upload.account),
                upload.id.as_bytes(),
                if upload.is_used { 0 } else { capped(upload.byte_size) },
                micros(upload.created_at),
                to_record(upload)?,
            ],
        )
    }

    /// The upload of the account with this id.
    pub fn upload(&self, account: &AccountId, id: Uuid) -> Result<Option<UploadRecord>> {
        self.record("SELECT body FROM uploads WHERE account = ?1 AND id = ?2", (key(account), id.as_bytes()))
    }

    /// The number of bytes of announced files of the account without a document.
    pub fn unused_upload_bytes(&self, account: &AccountId) -> Result<u64> {
        let sql = "SELECT coalesce(sum(unused_bytes), 0) FROM uploads WHERE account = ?1 AND unused_bytes > 0";
        self.number(sql, [key(account)])
    }

    /// Adds a piece of a file. `place` is its index, starting at 0.
    pub fn add_piece(&self, owner: Uuid, place: u32, bytes: &[u8], now: DateTime<Utc>) -> Result<()> {
        if place == 0 {
            let sql = "INSERT INTO unfinished_blobs (owner, created) VALUES (?1, ?2)";
            self.change(sql, (owner.as_bytes(), micros(now)))?;
        }
        let sql = "INSERT INTO blob_pieces (owner, position, bytes) VALUES (?1, ?2, ?3)";
        self.run(sql, (owner.as_bytes(), place, bytes))
    }

    /// The bytes of all pieces of an owner, in order.
    pub fn pieces(&self, owner: Uuid) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let sql = "SELECT bytes FROM blob_pieces WHERE owner = ?1 ORDER BY position";
        self.rows(sql, [owner.as_bytes()], |row| {
            bytes.extend_from_slice(row.get_ref(0)?.as_blob()?);
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Deletes the pieces of an owner that no file refers to.
    pub fn drop_pieces(&self, owner: Uuid) -> Result<()> {
        self.change("DELETE FROM unfinished_blobs WHERE owner = ?1", [owner.as_bytes()])?;
        self.run("DELETE FROM blob_pieces WHERE owner = ?1", [owner.as_bytes()])
    }

    /// Stores the pieces of an owner as the bytes with this digest. If such bytes are already stored, deletes the pieces.
    pub fn keep_pieces(&self, id: &BlobId, owner: Uuid) -> Result<()> {
        let sql = "INSERT INTO blobs (hash, bytes, pieces) VALUES (?1, x'', ?2) ON CONFLICT (hash) DO NOTHING";
        match self.change(sql, (id.0, owner.as_bytes()))? {
            0 => self.drop_pieces(owner),
            _ => self.change("DELETE FROM unfinished_blobs WHERE owner = ?1", [owner.as_bytes()]).map(drop),
        }
    }
}
