//! Packs the records of email submissions, because their text is also in the stored message. The dictionary of the compression is the
//! beginning of the message, if the message has no attachments; then the text takes almost no space.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::columns::{parse, to_record, unreadable};
use super::session::Tx;
use crate::error::Result;
use crate::resources::{AccountId, EmailSubmissionId};
use crate::store::{BlobId, EmailRecord, Rows, UnreadableRow};

/// Bytes at the beginning of a message that are the dictionary: as many as deflate can refer to.
const DICTIONARY: usize = 32 * 1024;

/// Longer messages are not read to pack a record, and their text is compressed without them.
const LONGEST_MESSAGE: usize = 64 * 1024;

/// A record as it is stored. Records that are not shorter when they are packed are stored whole.
#[derive(Serialize, Deserialize)]
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

    pub(super) fn unpack_email(&self, stored: StoredEmail) -> Result<EmailRecord> {
        let email = match stored {
            StoredEmail::Whole(record) => return Ok(*record),
            StoredEmail::Packed(email) => email,
        };
        let damaged = || unreadable(&format!("the email submission {}", email.id), "the stored data is damaged");
        let message = match &email.dictionary {
            Some(digest) => {
                let digest = BASE64_STANDARD.decode(digest).ok().and_then(|digest| digest.try_into().ok());
                Some(self.message(&BlobId(digest.ok_or_else(damaged)?))?.ok_or_else(damaged)?)
            }
            None => None,
        };
        let dictionary = message.as_deref().map(beginning).unwrap_or_default();
        let bytes = BASE64_STANDARD.decode(&email.packed).map_err(|_| damaged())?;
        let text = self.compressor.borrow_mut().decompress_with(dictionary, &bytes);
        text.and_then(|text| parse(&text).ok()).ok_or_else(damaged)
    }

    /// Leaves out records that cannot be read.
    pub(super) fn readable_emails(&self, account: &AccountId, stored: Vec<StoredEmail>) -> Vec<EmailRecord> {
        let mut rows = Rows::default();
        for stored in stored {
            let id = stored.id().uuid().unwrap_or_default();
            match self.unpack_email(stored) {
                Ok(email) => rows.readable.push(email),
                Err(error) => rows.unreadable.push(UnreadableRow { account: account.clone(), id, error }),
            }
        }
        self.readable(rows)
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
