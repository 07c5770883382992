//! Packs the records of email submissions, because their text is also in the stored message. The dictionary of the compression is the
//! beginning of the message, if the message has no attachments; then the text takes almost no space.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::columns::{parse, to_record, unreadable};
use super::session::Tx;
use crate::error::Result;
use crate::resources::{AccountId, EmailSubmissionId};
use crate::store::{BlobId, EmailRecord, EmailState, Rows, UnreadableRow};

/// Bytes at the beginning of a message that are the dictionary: as many as deflate can refer to.
const DICTIONARY: usize = 32 * 1024;

/// Longer messages are not read to pack a record, and their text is compressed without them.
const LONGEST_MESSAGE: usize = 64 * 1024;

/// A record as it is stored. Records that are not shorter when they are packed are stored whole.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum StoredEmail {
    Packed(PackedEmail),
    Whole(Box<EmailRecord>),
}

#[derive(Serialize, Deserialize)]
pub(super) struct PackedEmail {
    id: EmailSubmissionId,
    quarantined: bool,
    /// The SHA-256 of the message that is the dictionary, in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dictionary: Option<String>,
    /// The compressed record, in base64.
    packed: String,
}

impl Tx<'_> {
    /// The text that is stored for an email submission. Its message must be stored before.
    pub(super) fn pack_email(&self, email: &EmailRecord) -> Result<String> {
        let whole = to_record(email)?;
        let message = self.message_without_attachments(&email.raw, LONGEST_MESSAGE)?;
        let dictionary = message.as_deref().map(beginning).unwrap_or_default();
        let Some(bytes) = self.compressor.borrow_mut().compress_with(dictionary, &whole) else { return Ok(whole) };
        let packed = to_record(&PackedEmail {
            id: email.submission.id.clone(),
            quarantined: email.quarantined,
            dictionary: message.is_some().then(|| BASE64_STANDARD.encode(email.raw.0)),
            packed: BASE64_STANDARD.encode(bytes),
        })?;
        Ok(if packed.len() < whole.len() { packed } else { whole })
    }

    /// The email submission with its current state.
    pub(super) fn unpack_email(&self, stored: StoredEmail) -> Result<EmailRecord> {
        let email = self.unpack_record(stored)?;
        Ok(match self.email_state(&email.account, &email.submission.id)? {
            Some(EmailState { problems, quarantined, numbers, .. }) => {
                EmailRecord { problems, quarantined, numbers, ..email }
            }
            None => email,
        })
    }

    fn unpack_record(&self, stored: StoredEmail) -> Result<EmailRecord> {
        let email = match stored {
            StoredEmail::Whole(record) => return Ok(*record),
            StoredEmail::Packed(email) => email,
        };
        let damaged = || unreadable(&format!("the email submission {}", email.id), "the stored data is damaged");
        let message = match &email.dictionary {
            Some(digest) => {
                let digest = BASE64_STANDARD.decode(digest).ok().and_then(|digest| digest.try_into().ok());
                Some(self.dictionary(&BlobId(digest.ok_or_else(damaged)?))?.ok_or_else(damaged)?)
            }
            None => None,
        };
        let dictionary = message.as_deref().map(beginning).unwrap_or_default();
        let bytes = BASE64_STANDARD.decode(&email.packed).map_err(|_| damaged())?;
        let text = self.compressor.borrow_mut().decompress_with(dictionary, &bytes);
        text.and_then(|text| parse(&text).ok()).ok_or_else(damaged)
    }

    /// The message with the dictionary of a record. Its digest is not checked, because a record that is unpacked with another dictionary
    /// has a wrong checksum.
    fn dictionary(&self, id: &BlobId) -> Result<Option<Vec<u8>>> {
        match self.message_without_attachments(id, LONGEST_MESSAGE)? {
            // The message was stored again, with attachments that the library did not recognise when the record was packed.
            None => self.message(id),
            message => Ok(message),
        }
    }

    /// Unpacks the records of a list. A record that cannot be unpacked is an unreadable row.
    pub(super) fn unpack_emails(&self, account: &AccountId, stored: Rows<StoredEmail>) -> Rows<EmailRecord> {
        let mut rows = Rows { readable: Vec::new(), unreadable: stored.unreadable, last: stored.last };
        for stored in stored.readable {
            let id = stored.id().uuid().unwrap_or_default();
            match self.unpack_email(stored) {
                Ok(email) => rows.readable.push(email),
                Err(error) => rows.unreadable.push(UnreadableRow { account: account.clone(), id, error }),
            }
        }
        rows
    }
}

impl StoredEmail {
    fn id(&self) -> &EmailSubmissionId {
        match self {
            StoredEmail::Packed(email) => &email.id,
            StoredEmail::Whole(record) => &record.submission.id,
        }
    }
}

fn beginning(message: &[u8]) -> &[u8] {
    &message[..message.len().min(DICTIONARY)]
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::resources::EmailSubmission;
    use crate::store::sqlite::SqliteStore;
    use crate::store::{Slice, Store};
    use crate::threads::lock;

    fn email(id: u128, raw: BlobId, body: &str) -> EmailRecord {
        let submission = EmailSubmission {
            id: Uuid::from_u128(id).into(),
            body: Some(body.to_owned()),
            ..EmailSubmission::default()
        };
        EmailRecord {
            account: Uuid::from_u128(1).into(),
            submission,
            raw,
            problems: Vec::new(),
            quarantined: false,
            numbers: Vec::new(),
            authentication: Vec::new(),
            indirection: None,
        }
    }

    #[test]
    fn an_email_that_cannot_be_unpacked_is_replaced_by_the_next_one() {
        let store = SqliteStore::in_memory().unwrap();
        let emails = [2, 3, 4].map(|id| email(id, BlobId([id as u8; 32]), &"arrival notice ".repeat(20)));
        <dyn Store>::writing(&store, |tx| emails.iter().try_for_each(|email| tx.put_email(email))).unwrap();
        let damaged = PackedEmail {
            id: emails[1].submission.id.clone(),
            quarantined: false,
            dictionary: None,
            packed: "AAAA".to_owned(),
        };
        let damage = "UPDATE emails SET body = ?1 WHERE id = x'00000000000000000000000000000003'";
        lock(&store.writer).execute(damage, [to_record(&damaged).unwrap()]).unwrap();
        <dyn Store>::reading(&store, |tx| {
            let slice = Slice { before: None, skip: 0, limit: 2 };
            assert_eq!(tx.emails(&emails[0].account, &slice)?, [emails[2].clone(), emails[0].clone()]);
            let skipped = tx.take_unreadable_rows();
            let errors: Vec<_> = skipped.iter().map(|row| (row.id, row.error.to_string())).collect();
            let id = Uuid::from_u128(3);
            let error = format!("the email submission {id} cannot be read: the stored data is damaged");
            assert_eq!(errors, [(id, error)]);
            Ok(())
        })
        .unwrap();
    }

    #[test]
    fn an_email_is_unpacked_after_its_message_was_stored_again_with_attachments() {
        let store = SqliteStore::in_memory().unwrap();
        let attachment = "MSKU0308961,4711\r\n".repeat(100);
        let message = format!("Subject: x\r\n\r\n--a\r\n\r\n{attachment}--a--\r\n");
        let (raw, part) = (BlobId::of(message.as_bytes()), BlobId::of(attachment.as_bytes()));
        let email = email(2, raw, &attachment);
        <dyn Store>::writing(&store, |tx| {
            tx.put_message(&raw, message.as_bytes(), &[])?;
            tx.put_email(&email)?;
            tx.put_blob(&part, attachment.as_bytes())?;
            tx.put_message(&raw, message.as_bytes(), &[(part, attachment.as_bytes())])
        })
        .unwrap();
        <dyn Store>::reading(&store, |tx| {
            assert_eq!(tx.message_without_attachments(&raw, LONGEST_MESSAGE)?, None);
            assert_eq!(tx.email(&email.account, &email.submission.id)?.as_ref(), Some(&email));
            Ok(())
        })
        .unwrap();
    }
}
