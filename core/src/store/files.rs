//! Files on their way to becoming documents.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::records::BlobId;
use super::sealed;
use crate::error::Result;
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

/// Files on their way.
pub trait Files: sealed::Sealed {
    /// Adds or replaces an upload.
    fn put_upload(&self, upload: &UploadRecord) -> Result<()>;
    /// The account's upload with this id.
    fn upload(&self, account: &AccountId, id: Uuid) -> Result<Option<UploadRecord>>;
    /// Bytes of files of the account that were announced, and of which no document was made yet.
    fn bytes_waiting(&self, account: &AccountId) -> Result<u64>;
    /// Adds a piece to those of an owner.
    fn add_piece(&self, owner: Uuid, place: u32, bytes: &[u8], now: DateTime<Utc>) -> Result<()>;
    /// The bytes of the pieces of an owner, in their order.
    fn pieces(&self, owner: Uuid) -> Result<Vec<u8>>;
    /// Lets go of the pieces of an owner, which nobody keeps.
    fn drop_pieces(&self, owner: Uuid) -> Result<()>;
    /// Keeps the pieces of an owner as the bytes under a digest. Where those are kept already, the pieces go.
    fn keep_pieces(&self, id: &BlobId, owner: Uuid) -> Result<()>;
}
