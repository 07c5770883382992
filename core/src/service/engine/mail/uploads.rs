//! Uploads and downloads of files: announces and receives files, creates documents from them, and reads them. Only a piece of a file is in
//! memory.

use std::io::Read;
use std::ops::Deref;

use chrono::{DateTime, TimeDelta, Utc};
use md5::{Digest as _, Md5};
use sha2::Sha256;
use uuid::Uuid;

use super::arrival_notices::MAX_COPIES;
use super::document_reads::file_of;
use super::documents;
use crate::documents::FileFormat;
use crate::email::{self, Attachment};
use crate::error::{Error, ErrorKind, ErrorObject, Result};
use crate::jsonapi::{Members, ToOne};
use crate::resources::{AccountId, Document, DocumentId, DocumentSource};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::signed_links::{FileLink, LinkKind};
use crate::store::{BlobId, DocumentRecord, DueReading, ReadingStep, Tx, UploadRecord};
use crate::time::saturating_add;

/// Size of a piece of a file in bytes: the part that is in memory at once, and in one row of the store.
const PIECE: usize = 256 * 1024;
const UPLOAD_LINK_LASTS: TimeDelta = TimeDelta::hours(1);

pub(in crate::service) struct Announcement {
    pub file_name: String,
    pub content_type: String,
    pub byte_size: u64,
    pub checksum: [u8; 16],
}

impl Engine {
    /// Stores the announcement of a file, and returns it with the link to upload the file to.
    pub fn announce(&self, account: &AccountId, announced: Announcement) -> Result<(UploadRecord, String)> {
        let policy = &self.policies.documents;
        let Announcement { file_name, content_type, byte_size, checksum } = announced;
        if byte_size > policy.file_bytes as u64 {
            let detail = format!("a file can have at most {} bytes", policy.file_bytes);
            return Err(Error::refused(ErrorKind::TooLarge, "/blob/byte_size", detail));
        }
        let now = self.now();
        let upload = UploadRecord {
            account: account.clone(),
            id: self.entropy.uuid(now),
            file_name,
            content_type,
            byte_size,
            checksum,
            created_at: now,
            content: None,
            pieces: None,
            is_used: false,
        };
        self.store.writing(|tx| {
            let waiting = tx.unused_upload_bytes(account)?.saturating_add(byte_size);
            if waiting > policy.most_waiting as u64 {
                let most = policy.most_waiting;
                let detail =
                    format!("at most {most} bytes of files can wait for a document: create documents from them first");
                return Err(Error::refused(ErrorKind::StorageFull, "/blob/byte_size", detail));
            }
            tx.put_upload(&upload)
        })?;
        let link = self.link(LinkKind::Send, account, upload.id, UPLOAD_LINK_LASTS);
        Ok((upload, link))
    }

    fn link(&self, kind: LinkKind, account: &AccountId, file: Uuid, good_for: TimeDelta) -> String {
        let until = saturating_add(self.now(), good_for);
        let link = FileLink { kind, account: account.clone(), file, until };
        self.link_secret.sign(self.entropy.as_ref(), &link)
    }

    pub fn link_to(&self, record: &DocumentRecord) -> String {
        let file = record.document.id.uuid().unwrap_or_default();
        let good_for = TimeDelta::from_std(self.policies.documents.link_lasts).unwrap_or(TimeDelta::MAX);
        self.link(LinkKind::Fetch, &record.account, file, good_for)
    }

    /// Fails if the link was not created by this service for this purpose, or has expired.
    fn follow_link(&self, text: &str, kind: LinkKind) -> Result<FileLink> {
        let link = self.link_secret.verify(self.entropy.as_ref(), text, self.now())?;
        if link.kind == kind { Ok(link) } else { Err(link_error()) }
    }

    pub fn upload_at(&self, link: &str) -> Result<UploadRecord> {
        self.check_open()?;
        let link = self.follow_link(link, LinkKind::Send)?;
        self.store.reading(|tx| tx.upload(&link.account, link.file))?.ok_or_else(link_error)
    }

    /// The account of a link that is valid.
    pub fn account_of_link(&self, text: &str) -> Option<AccountId> {
        self.link_secret.verify(self.entropy.as_ref(), text, self.now()).ok().map(|link| link.account)
    }

    /// Stores a file. All pieces are deleted if the file is incomplete, or differs from the announcement.
    pub fn receive_file(&self, upload: UploadRecord, bytes: &mut dyn Read) -> Result<()> {
        let mut receiver = FileReceiver::new(self, upload);
        let mut piece = vec![0; PIECE];
        loop {
            let read = fill(bytes, &mut piece)?;
            receiver.receive(&piece[..read])?;
            if read < PIECE {
                return receiver.finish();
            }
        }
    }

    /// Creates a document from an uploaded file, and reads it as [`read_soon`](Self::read_soon).
    pub fn create_document(&self, account: &AccountId, name: &str, signed_id: &str) -> Result<DocumentRecord> {
        let field = "/data/attributes/attached_document";
        let unknown = || Error::invalid(field, "`attached_document` is not the `signed_id` of an announced file");
        let id = Uuid::try_parse(signed_id).map_err(|_| unknown())?;
        let now = self.now();
        let record = self.store.writing(|tx| {
            let mut upload = tx.upload(account, id)?.ok_or_else(unknown)?;
            let content = upload.content.ok_or_else(|| Error::invalid(field, "the file was not uploaded yet"))?;
            refuse_duplicate(tx, account, &content)?;
            // Without pieces, the content is stored already, with a discarded document.
            if let Some(owner) = upload.pieces.take() {
                tx.keep_pieces(&content, owner)?;
            }
            upload.is_used = true;
            tx.put_upload(&upload)?;
            let file = (upload.file_name.as_str(), upload.content_type.as_str(), upload.byte_size);
            let mut record = self.new_uploaded_document(account, file, content, now);
            record.document.name = name.to_owned();
            tx.put_document(&record)?;
            Ok(record)
        })?;
        self.read_soon(&record);
        let current = self.store.reading(|tx| tx.document(account, &record.document.id));
        Ok(current.ok().flatten().unwrap_or(record))
    }

    /// A document of a file with a name, a media type and a size. It is due to be read.
    fn new_uploaded_document(
        &self,
        account: &AccountId,
        (name, content_type, size): (&str, &str, u64),
        content: BlobId,
        now: DateTime<Utc>,
    ) -> DocumentRecord {
        let document = Document {
            id: self.new_id(now),
            name: name.to_owned(),
            source: DocumentSource::Api,
            file_name: Some(name.to_owned()),
            file_content_type: Some(content_type.to_owned()),
            file_size_bytes: i64::try_from(size).ok(),
            created_at: Some(now.into()),
            updated_at: Some(now.into()),
            account: ToOne::to(account),
            user: ToOne::Empty,
            email_submission: ToOne::Empty,
            last_document_representation: ToOne::Empty,
            ..Default::default()
        };
        DocumentRecord {
            account: account.clone(),
            document,
            content: Some(content),
            reading: Some(DueReading { due: Some(now), step: ReadingStep::All }),
            ..DocumentRecord::default()
        }
    }

    /// The attachments of a document that is an uploaded message, and those of messages in it. Messages from mail, and in other messages,
    /// were opened when they arrived.
    pub(super) fn attachments_of(
        &self,
        record: &DocumentRecord,
        step: ReadingStep,
        bytes: &[u8],
    ) -> Vec<(BlobId, Attachment)> {
        let (name, content_type) = file_of(&record.document);
        let is_uploaded = record.email.is_none() && record.message.is_none();
        let is_message = FileFormat::of(name, content_type, bytes) == FileFormat::Message;
        if step != ReadingStep::All || !is_uploaded || !is_message {
            return Vec::new();
        }
        let attachments = email::read(bytes, &self.policies.mail_limits).attachments;
        attachments.into_iter().map(|attachment| (BlobId::of(&attachment.content), attachment)).collect()
    }

    /// Adds the attachments of an uploaded message as documents that are due to be read, unless the account has uploaded the same file
    /// already.
    pub(super) fn add_attachments(
        &self,
        tx: &Tx<'_>,
        message: &DocumentRecord,
        attachments: &[(BlobId, Attachment)],
        now: DateTime<Utc>,
    ) -> Result<Vec<DocumentRecord>> {
        let account = &message.account;
        let mut added = Vec::new();
        for (content, attachment) in attachments {
            let copies = tx.documents_with(account, content, MAX_COPIES)?;
            if copies.iter().any(|copy| copy.email.is_none()) {
                continue;
            }
            tx.put_blob(content, &attachment.content)?;
            let file = (attachment.name.as_str(), attachment.content_type.as_str(), attachment.content.len() as u64);
            let mut record = self.new_uploaded_document(account, file, *content, now);
            record.message = Some(message.document.id.clone());
            tx.put_document(&record)?;
            added.push(record);
        }
        Ok(added)
    }
}

/// Receives a file in pieces. Each piece has its own transaction, so that a slow sender does not block other writers. Dropping the receiver
/// before [`finish`](Self::finish) succeeded deletes the pieces.
pub(in crate::service) struct FileReceiver<E: Deref<Target = Engine>> {
    engine: E,
    upload: UploadRecord,
    owner: Uuid,
    pieces: u32,
    length: u64,
    checksum: Md5,
    digest: Sha256,
    is_finished: bool,
}

impl<E: Deref<Target = Engine>> FileReceiver<E> {
    pub fn new(engine: E, upload: UploadRecord) -> Self {
        let owner = engine.entropy.uuid(engine.now());
        let (checksum, digest) = Default::default();
        FileReceiver { engine, upload, owner, pieces: 0, length: 0, checksum, digest, is_finished: false }
    }

    pub fn engine(&self) -> &E {
        &self.engine
    }

    pub fn account(&self) -> &AccountId {
        &self.upload.account
    }

    pub fn receive(&mut self, piece: &[u8]) -> Result<()> {
        self.length += piece.len() as u64;
        let announced = self.upload.byte_size;
        if self.length > announced {
            return Err(file_mismatch(format!("{announced} bytes were announced, and more were received")));
        }
        if piece.is_empty() { Ok(()) } else { self.store(piece) }
    }

    fn store(&mut self, piece: &[u8]) -> Result<()> {
        self.checksum.update(piece);
        self.digest.update(piece);
        let (owner, place, now) = (self.owner, self.pieces, self.engine.now());
        self.pieces += 1;
        self.engine.store.writing(|tx| tx.add_piece(owner, place, piece, now))
    }

    pub fn finish(mut self) -> Result<()> {
        let (announced, length) = (self.upload.byte_size, self.length);
        if length < announced {
            return Err(file_mismatch(format!("{announced} bytes were announced, and {length} were received")));
        }
        if self.pieces == 0 {
            // An empty file also has one piece.
            self.store(&[])?;
        }
        if <[u8; 16]>::from(self.checksum.finalize_reset()) != self.upload.checksum {
            return Err(file_mismatch("the MD5 of the file is not the announced checksum".to_owned()));
        }
        let (owner, content) = (self.owner, BlobId(self.digest.finalize_reset().into()));
        self.engine.store.writing(|tx| {
            let mut stored = tx.upload(&self.upload.account, self.upload.id)?.ok_or_else(link_error)?;
            if stored.content.is_some() {
                // The file was received before.
                return tx.drop_pieces(owner);
            }
            (stored.content, stored.pieces) = (Some(content), Some(owner));
            tx.put_upload(&stored)
        })?;
        self.is_finished = true;
        Ok(())
    }
}

impl<E: Deref<Target = Engine>> Drop for FileReceiver<E> {
    fn drop(&mut self) {
        if self.pieces > 0 && !self.is_finished {
            // If this fails, housekeeping deletes the pieces when they expire.
            let _ = self.engine.store.writing(|tx| tx.drop_pieces(self.owner));
        }
    }
}

/// Reads a file in parts, each in its own transaction.
pub(in crate::service) struct FileSource<E: Deref<Target = Engine>> {
    engine: E,
    content: BlobId,
    length: u64,
    parts: u32,
}

impl<E: Deref<Target = Engine>> FileSource<E> {
    /// Finds the file of a link. Reads it once, to check that it is not damaged.
    pub fn open(engine: E, link: &str) -> Result<(DocumentRecord, Self)> {
        engine.check_open()?;
        let link = engine.follow_link(link, LinkKind::Fetch)?;
        let find = |tx: &Tx<'_>| {
            let record =
                documents::live_document(tx, &link.account, &DocumentId::from(link.file))?.ok_or_else(link_error)?;
            let content = record.content.ok_or_else(link_error)?;
            let length = tx.check_blob(&content)?.ok_or_else(link_error)?;
            Ok((record, content, length))
        };
        let (record, content, length) = engine.store.reading(find)?;
        Ok((record, FileSource { engine, content, length, parts: 0 }))
    }

    pub fn length(&self) -> u64 {
        self.length
    }

    /// The next part; empty at the end.
    pub fn next_part(&mut self) -> Result<Vec<u8>> {
        let part = self.engine.store.reading(|tx| tx.blob_part(&self.content, self.parts))?;
        self.parts += 1;
        Ok(part)
    }
}

fn refuse_duplicate(tx: &Tx<'_>, account: &AccountId, content: &BlobId) -> Result<()> {
    let Some(known) = tx.documents_with(account, content, 1)?.pop() else { return Ok(()) };
    let detail = "the account has a document with the same content";
    let kind = ErrorKind::Conflict;
    let mut object = ErrorObject::new(kind.title()).with_code("duplicate_document").with_detail(detail);
    object.meta = Some(Members::from_iter([
        ("existing_document_id".to_owned(), known.document.id.to_string().into()),
        ("existing_document_name".to_owned(), known.document.name.into()),
    ]));
    Err(Error::new(kind, detail).with_objects(vec![object]))
}

fn link_error() -> Error {
    Error::new(ErrorKind::NotFound, "there is no file at this link")
}

fn file_mismatch(detail: String) -> Error {
    Error::invalid("/file", detail)
}

/// Reads until the piece is full or the file ends. Returns the number of bytes.
fn fill(bytes: &mut dyn Read, piece: &mut [u8]) -> Result<usize> {
    let mut filled = 0;
    while filled < piece.len() {
        match bytes.read(&mut piece[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => {
                return Err(Error::new(ErrorKind::BadRequest, "the upload ended before the file was complete")
                    .with_source(error));
            }
        }
    }
    Ok(filled)
}
