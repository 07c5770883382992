//! Files on their way to becoming documents.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::records::BlobId;
use crate::resources::AccountId;

/// A file that was announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadRecord {
    /// Whose.
    pub account: AccountId,
    /// Its id, by which a document names it.
    pub id: Uuid,
    /// Its name.
    pub file_name: String,
    /// Its media type.
    pub content_type: String,
    /// How many bytes it has.
    pub byte_size: u64,
    /// Their MD5, as it was announced.
    pub checksum: [u8; 16],
    /// When it was announced.
    pub created_at: DateTime<Utc>,
    /// The digest of its bytes, once all of them are here.
    pub content: Option<BlobId>,
    /// Who owns its pieces, as long as no document was made of them.
    pub pieces: Option<Uuid>,
    /// Whether a document was made of it.
    pub is_used: bool,
}
