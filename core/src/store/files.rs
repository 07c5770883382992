//! Uploads: files that become documents.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::records::BlobId;
use crate::resources::AccountId;

/// A file that was announced for upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadRecord {
    /// The account.
    pub account: AccountId,
    /// The id of the upload, which is used to create a document from it.
    pub id: Uuid,
    /// The name of the file.
    pub file_name: String,
    /// The media type of the file.
    pub content_type: String,
    /// The number of bytes.
    pub byte_size: u64,
    /// The announced MD5 of the bytes.
    pub checksum: [u8; 16],
    /// When it was announced.
    pub created_at: DateTime<Utc>,
    /// The digest of the bytes; `None` until all of them were received.
    pub content: Option<BlobId>,
    /// The owner of the stored pieces of the file; `None` if no pieces are stored, or a document refers to them.
    pub pieces: Option<Uuid>,
    /// Whether a document was created from the file.
    pub is_used: bool,
}
