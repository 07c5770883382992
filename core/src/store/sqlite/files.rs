//! Files on their way to becoming documents.

use chrono::{DateTime, Utc};
use rusqlite::params;
use uuid::Uuid;

use super::columns::{capped, key, micros, to_json};
use super::session::Tx;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::{BlobId, UploadRecord};

impl Tx<'_> {
    /// Adds or replaces an upload.
    pub fn put_upload(&self, upload: &UploadRecord) -> Result<()> {
        self.change(
            "INSERT INTO uploads (account, id, unused_bytes, created, body) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (account, id) DO UPDATE SET unused_bytes = ?3, created = ?4, body = ?5",
            params![
                key(&upload.account),
                upload.id.as_bytes(),
                if upload.is_used { 0 } else { capped(upload.byte_size) },
                micros(upload.created_at),
                to_json(upload)?,
            ],
        )?;
        Ok(())
    }

    /// The account's upload with this id.
    pub fn upload(&self, account: &AccountId, id: Uuid) -> Result<Option<UploadRecord>> {
        self.record("SELECT body FROM uploads WHERE account = ?1 AND id = ?2", (key(account), id.as_bytes()))
    }

    /// Bytes of files of the account that were announced, and of which no document was made yet.
    pub fn bytes_waiting(&self, account: &AccountId) -> Result<u64> {
        let sql = "SELECT coalesce(sum(unused_bytes), 0) FROM uploads WHERE account = ?1 AND unused_bytes > 0";
        self.number(sql, [key(account)])
    }

    /// Adds a piece to those of an owner.
    pub fn add_piece(&self, owner: Uuid, place: u32, bytes: &[u8], now: DateTime<Utc>) -> Result<()> {
        if place == 0 {
            let sql = "INSERT INTO unfinished_blobs (owner, created) VALUES (?1, ?2)";
            self.change(sql, (owner.as_bytes(), micros(now)))?;
        }
        let sql = "INSERT INTO blob_pieces (owner, position, bytes) VALUES (?1, ?2, ?3)";
        self.change(sql, (owner.as_bytes(), place, bytes))?;
        Ok(())
    }

    /// The bytes of the pieces of an owner, in their order.
    pub fn pieces(&self, owner: Uuid) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let sql = "SELECT bytes FROM blob_pieces WHERE owner = ?1 ORDER BY position";
        self.rows(sql, [owner.as_bytes()], |row| {
            bytes.extend_from_slice(row.get_ref(0)?.as_blob()?);
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Lets go of the pieces of an owner, which nobody keeps.
    pub fn drop_pieces(&self, owner: Uuid) -> Result<()> {
        self.change("DELETE FROM unfinished_blobs WHERE owner = ?1", [owner.as_bytes()])?;
        self.change("DELETE FROM blob_pieces WHERE owner = ?1", [owner.as_bytes()])?;
        Ok(())
    }

    /// Keeps the pieces of an owner as the bytes under a digest. Where those are kept already, the pieces go.
    pub fn keep_pieces(&self, id: &BlobId, owner: Uuid) -> Result<()> {
        let sql = "INSERT INTO blobs (hash, bytes, pieces) VALUES (?1, x'', ?2) ON CONFLICT (hash) DO NOTHING";
        match self.change(sql, (id.0, owner.as_bytes()))? {
            0 => self.drop_pieces(owner),
            _ => self.change("DELETE FROM unfinished_blobs WHERE owner = ?1", [owner.as_bytes()]).map(drop),
        }
    }
}
