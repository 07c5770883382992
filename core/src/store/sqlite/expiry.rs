//! Deletes rows that are stored for a limited time.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::columns::{capped, micros, parse};
use super::session::Tx;
use crate::error::Result;
use crate::store::{BlobId, TemporaryRows, UploadRecord};

impl Tx<'_> {
    /// Whether there are rows of this kind older than a time.
    pub fn has_older(&self, rows: TemporaryRows, moment: DateTime<Utc>) -> Result<bool> {
        let sql = match rows {
            TemporaryRows::UnclaimedFacts => "SELECT EXISTS (SELECT 1 FROM unclaimed_facts WHERE received < ?1)",
            TemporaryRows::Interchanges => "SELECT EXISTS (SELECT 1 FROM interchanges WHERE received < ?1)",
            TemporaryRows::Files => {
                "SELECT EXISTS (SELECT 1 FROM uploads WHERE created < ?1)
                     OR EXISTS (SELECT 1 FROM unfinished_blobs WHERE created < ?1)"
            }
            TemporaryRows::Receipts => "SELECT EXISTS (SELECT 1 FROM receipts WHERE received < ?1)",
            TemporaryRows::BegunReadings => "SELECT EXISTS (SELECT 1 FROM begun_readings WHERE opened < ?1)",
        };
        Ok(self.number(sql, [micros(moment)])? > 0)
    }

    /// Deletes rows of this kind older than a time, oldest first, at most `limit` rows of each table. Returns the number of deleted rows.
    pub fn delete_older(&self, rows: TemporaryRows, moment: DateTime<Utc>, limit: usize) -> Result<usize> {
        let sql = match rows {
            TemporaryRows::UnclaimedFacts => {
                "DELETE FROM unclaimed_facts WHERE sequence IN
                     (SELECT sequence FROM unclaimed_facts WHERE received < ?1 ORDER BY received LIMIT ?2)"
            }
            TemporaryRows::Interchanges => {
                "DELETE FROM interchanges WHERE number IN
                     (SELECT number FROM interchanges WHERE received < ?1 ORDER BY received LIMIT ?2)"
            }
            TemporaryRows::Files => {
                "DELETE FROM uploads WHERE rowid IN
                     (SELECT rowid FROM uploads WHERE created < ?1 ORDER BY created LIMIT ?2)"
            }
            TemporaryRows::Receipts => {
                "DELETE FROM receipts WHERE (subscription, digest) IN
                     (SELECT subscription, digest FROM receipts WHERE received < ?1 ORDER BY received LIMIT ?2)"
            }
            TemporaryRows::BegunReadings => {
                "DELETE FROM begun_readings WHERE (account, hash) IN
                     (SELECT account, hash FROM begun_readings WHERE opened < ?1 LIMIT ?2)"
            }
        };
        let bounds = (micros(moment), capped(limit));
        if rows != TemporaryRows::Files {
            return self.change(sql, bounds);
        }
        let contents = self.contents_of_uploads(bounds)?;
        let deleted = self.change(sql, bounds)?;
        contents.iter().try_for_each(|content| self.drop_unused_blob(content))?;
        let sql = "SELECT owner FROM unfinished_blobs WHERE created < ?1 ORDER BY created LIMIT ?2";
        let owners = self.rows(sql, bounds, |row| Ok(Uuid::from_bytes(row.get(0)?)))?;
        owners.iter().try_for_each(|owner| self.drop_pieces(*owner))?;
        Ok(deleted + owners.len())
    }

    /// The digests of the files of the oldest uploads. A document that was created from one may have been discarded since.
    fn contents_of_uploads(&self, bounds: (i64, i64)) -> Result<Vec<BlobId>> {
        let sql = "SELECT body FROM uploads WHERE created < ?1 ORDER BY created LIMIT ?2";
        let uploads =
            self.rows(sql, bounds, |row| Ok(row.get_ref(0)?.as_str().ok().and_then(|text| parse(text).ok())))?;
        Ok(uploads.into_iter().flatten().filter_map(|upload: UploadRecord| upload.content).collect())
    }
}
