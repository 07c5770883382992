//! A transaction, with the basic queries that all records use.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rusqlite::types::Value;
use rusqlite::{Connection, Params, Row, params_from_iter};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::columns::{NOT_JSON, from_json, key, parse, unreadable, words_of_all};
use super::compression::Compressor;
use super::failure::{self, FaultReport, is_collision};
use super::listing::{Listing, family};
use super::sealing::{Sealing, row_name};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;
use crate::resources::AccountId;
use crate::store::{Position, Rows, Slice, UnreadableRow, WebhookRecord};

/// A transaction, with all queries and changes of the store.
///
/// Lists skip rows that cannot be read. A query for a single row that cannot be read fails with a
/// [`Store`](crate::error::ErrorKind::Store) error that names the row.
pub struct Tx<'a> {
    connection: &'a Connection,
    pub(super) sealing: &'a Sealing,
    writes: bool,
    /// Set even if the work ignores the error.
    report: RefCell<Option<FaultReport>>,
    unreadable_rows: RefCell<Vec<UnreadableRow>>,
    pub(super) compressor: &'a RefCell<Compressor>,
    pub(super) shared_parts: RefCell<Vec<(Arc<str>, i64)>>,
    /// The webhooks of an account, as long as this transaction does not change a webhook.
    pub(super) webhooks: RefCell<Option<(AccountId, Rc<[WebhookRecord]>)>>,
    /// How many deliveries this transaction added.
    pub(super) added_deliveries: Cell<usize>,
}

/// The last condition is the condition of the partial index.
pub(super) const WORDS_OF_OWNER: &str = "SELECT word FROM search_words
     WHERE account = ?1 AND kind = ?2 AND owner = ?3 AND kind NOT IN ('requests', 'request tags')";

impl<'a> Tx<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        compressor: &'a RefCell<Compressor>,
        sealing: &'a Sealing,
        writes: bool,
    ) -> Self {
        let (report, unreadable_rows, shared_parts, webhooks, added_deliveries) = Default::default();
        Tx {
            connection,
            sealing,
            writes,
            report,
            unreadable_rows,
            compressor,
            shared_parts,
            webhooks,
            added_deliveries,
        }
    }

    /// Fails if the work ignored a disk error, so that the transaction is not committed.
    pub(super) fn check(&self) -> Result<()> {
        match &*self.report.borrow() {
            Some(report) => Err(Error::new(ErrorKind::Store, format!("the store failed: {}", report.cause))),
            None => Ok(()),
        }
    }

    pub(super) fn report(self) -> Option<FaultReport> {
        self.report.into_inner()
    }

    fn failed(&self, error: rusqlite::Error) -> Error {
        if let Some(report) = FaultReport::of(&error) {
            self.report.borrow_mut().get_or_insert(report);
        }
        failure::of(error, "the store failed")
    }

    pub(super) fn change(&self, sql: &str, params: impl Params) -> Result<usize> {
        self.try_change(sql, params)?.map_err(|error| self.failed(error))
    }

    pub(super) fn run(&self, sql: &str, params: impl Params) -> Result<()> {
        self.change(sql, params).map(drop)
    }

    pub(super) fn change_or(&self, sql: &str, params: impl Params, collision: impl Fn() -> Error) -> Result<()> {
        self.try_change(sql, params)?.map(drop).map_err(|error| match is_collision(&error) {
            true => collision().with_source(error),
            false => self.failed(error),
        })
    }

    pub(super) fn remove<I>(&self, table: &'static str, account: &AccountId, id: &Id<I>) -> Result<bool> {
        let sql = format!("DELETE FROM {table} WHERE account = ?1 AND id = ?2");
        Ok(self.change(&sql, (key(account), key(id)))? > 0)
    }

    fn try_change(&self, sql: &str, params: impl Params) -> Result<rusqlite::Result<usize>> {
        if !self.writes {
            return Err(Error::new(ErrorKind::Internal, "a read transaction cannot write"));
        }
        // After some errors SQLite rolls back at once. Later statements would be committed separately.
        if self.connection.is_autocommit() {
            return Err(Error::new(ErrorKind::Store, "an earlier error ended the transaction"));
        }
        Ok(self.connection.prepare_cached(sql).and_then(|mut statement| statement.execute(params)))
    }

    pub(super) fn last_row_id(&self) -> u64 {
        self.connection.last_insert_rowid().cast_unsigned()
    }

    pub(super) fn first<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        Ok(self.rows(sql, params, read)?.into_iter().next())
    }

    /// The first value that `find` returns. Reads no further rows.
    pub(super) fn find<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut find: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Option<T>> {
        let run = || {
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query(params)?;
            while let Some(row) = rows.next()? {
                if let Some(found) = find(row)? {
                    return Ok(Some(found));
                }
            }
            Ok(None)
        };
        run().map_err(|error| self.failed(error))
    }

    pub(super) fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let run = || self.connection.prepare_cached(sql)?.query_map(params, read)?.collect();
        let rows: rusqlite::Result<Vec<T>> = run();
        rows.map_err(|error| self.failed(error))
    }

    /// At most `most` bytes of a value from `offset`, without reading the rest of it into memory.
    pub(super) fn bytes_at(
        &self,
        (table, column, row): (&str, &str, i64),
        offset: usize,
        most: usize,
    ) -> Result<Vec<u8>> {
        let read = || {
            let value = self.connection.blob_open(rusqlite::MAIN_DB, table, column, row, true)?;
            let mut bytes = vec![0; most.min(value.len().saturating_sub(offset))];
            value.read_at_exact(&mut bytes, offset)?;
            Ok(bytes)
        };
        read().map_err(|error| self.failed(error))
    }

    pub(super) fn record<T: DeserializeOwned>(&self, sql: &str, params: impl Params) -> Result<Option<T>> {
        Ok(self.records(sql, params)?.into_iter().next())
    }

    pub(super) fn records<T: DeserializeOwned>(&self, sql: &str, params: impl Params) -> Result<Vec<T>> {
        self.rows(sql, params, |row| Ok(row.get_ref(0)?.as_str().map(from_json)?))?.into_iter().collect()
    }

    pub(super) fn by_id<T: DeserializeOwned, I>(
        &self,
        table: &'static str,
        account: &AccountId,
        id: &Id<I>,
    ) -> Result<Option<T>> {
        self.rows_by_id(table, account, id)?.one()
    }

    pub(super) fn readable_one<T: DeserializeOwned, I>(
        &self,
        table: &'static str,
        account: &AccountId,
        id: &Id<I>,
    ) -> Result<Option<Box<T>>> {
        let rows = self.rows_by_id(table, account, id)?;
        Ok(self.readable(rows).pop().map(Box::new))
    }

    fn rows_by_id<T: DeserializeOwned, I>(
        &self,
        table: &'static str,
        account: &AccountId,
        id: &Id<I>,
    ) -> Result<Rows<T>> {
        let sql = format!("SELECT account, id, body FROM {table} WHERE account = ?1 AND id = ?2");
        self.whole_rows(family(table), &sql, (key(account), key(id)))
    }

    /// The columns of the query must be account, id and record.
    pub(super) fn whole_rows<T: DeserializeOwned>(
        &self,
        family: &str,
        sql: &str,
        params: impl Params,
    ) -> Result<Rows<T>> {
        let found = self.rows(sql, params, |row| {
            let (account, id) = (Uuid::from_bytes(row.get(0)?).into(), Uuid::from_bytes(row.get(1)?));
            let record = row.get_ref(2)?.as_str().map_err(|_| NOT_JSON);
            let record = record.and_then(|text| self.open_record(family, &account, id, text));
            Ok((account, id, record))
        })?;
        let mut rows = Rows { last: found.last().map(|(_, id, _)| *id), ..Rows::default() };
        for (account, id, record) in found {
            match record {
                Ok(record) => rows.readable.push(record),
                Err(why) => {
                    let error = unreadable(&format!("the {family} {id}"), why);
                    rows.unreadable.push(UnreadableRow { account, id, error });
                }
            }
        }
        Ok(rows)
    }

    pub(super) fn sealed(&self, table: &'static str, account: &AccountId, id: Uuid, record: String) -> Result<String> {
        self.sealing.seal(|| row_name(family(table), account, id), record)
    }

    fn open_record<T: DeserializeOwned>(
        &self,
        family: &str,
        account: &AccountId,
        id: Uuid,
        text: &str,
    ) -> Result<T, &'static str> {
        let opened = self.sealing.open(|| row_name(family, account, id), text)?;
        parse(opened.as_deref().unwrap_or(text))
    }

    pub(super) fn readable<T>(&self, rows: Rows<T>) -> Vec<T> {
        self.unreadable_rows.borrow_mut().extend(rows.unreadable);
        rows.readable
    }

    pub(super) fn ids<T>(&self, sql: &str, params: impl Params) -> Result<Vec<Id<T>>> {
        self.rows(sql, params, |row| Ok(Uuid::from_bytes(row.get(0)?).into()))
    }

    pub(super) fn number(&self, sql: &str, params: impl Params) -> Result<u64> {
        let found = self.first(sql, params, |row| row.get::<_, i64>(0))?;
        Ok(found.unwrap_or(0).max(0).cast_unsigned())
    }

    pub(super) fn stored_count(&self, kind: &'static str, account: &AccountId) -> Result<u64> {
        self.stored_count_of(kind, "rows", "", account)
    }

    pub(super) fn stored_count_of(
        &self,
        kind: &'static str,
        facet: &'static str,
        value: &str,
        account: &AccountId,
    ) -> Result<u64> {
        let sql = "SELECT count FROM key_counts WHERE account = ?1 AND kind = ?2 AND facet = ?3 AND value = ?4";
        self.number(sql, (key(account), kind, facet, value))
    }

    pub(super) fn put_words<T>(
        &self,
        kind: &str,
        account: &AccountId,
        owner: &Id<T>,
        references: &[String],
    ) -> Result<()> {
        let existing = self.rows(WORDS_OF_OWNER, (key(account), kind, key(owner)), |row| row.get(0))?;
        self.replace_words(kind, account, owner, &existing.into_iter().collect(), references)
    }

    pub(super) fn replace_words<T>(
        &self,
        kind: &str,
        account: &AccountId,
        owner: &Id<T>,
        existing: &BTreeSet<String>,
        references: &[String],
    ) -> Result<()> {
        let (account, owner) = (key(account), key(owner));
        let words = words_of_all(references);
        for gone in existing.difference(&words) {
            let sql = "DELETE FROM search_words WHERE account = ?1 AND kind = ?2 AND owner = ?3 AND word = ?4";
            self.run(sql, (account, kind, owner, gone))?;
        }
        for new in words.difference(existing) {
            let sql = "INSERT OR IGNORE INTO search_words (account, kind, owner, word) VALUES (?1, ?2, ?3, ?4)";
            self.run(sql, (account, kind, owner, new))?;
        }
        Ok(())
    }

    pub(super) fn rows_with<T: DeserializeOwned>(
        &self,
        table: &'static str,
        account: &Value,
        ids: &[Uuid],
    ) -> Result<Rows<T>> {
        let sql = format!("SELECT account, id, body FROM {table} WHERE account = ?1 AND id = ?2");
        let mut rows = Rows { last: ids.last().copied(), ..Rows::default() };
        for id in ids {
            let found = self.whole_rows(family(table), &sql, (account, id.as_bytes()))?;
            rows.readable.extend(found.readable);
            rows.unreadable.extend(found.unreadable);
        }
        Ok(rows)
    }

    pub(super) fn page<T: DeserializeOwned>(&self, listing: Listing, slice: &Slice) -> Result<Vec<T>> {
        self.pages(slice, |slice| self.listed_rows(&listing, slice))
    }

    /// The rows of one slice, of which some may be unreadable.
    pub(super) fn listed_rows<T: DeserializeOwned>(&self, listing: &Listing, slice: &Slice) -> Result<Rows<T>> {
        let (sql, values) = listing.clone().slice(slice);
        self.whole_rows(family(listing.table()), &sql, params_from_iter(values))
    }

    /// Unreadable rows are replaced by further rows, so that a page is full.
    pub(super) fn pages<T>(&self, slice: &Slice, read: impl Fn(&Slice) -> Result<Rows<T>>) -> Result<Vec<T>> {
        let (mut slice, mut found) = (*slice, Vec::new());
        loop {
            let rows = read(&slice)?;
            let is_whole = rows.unreadable.is_empty();
            slice = Slice { before: rows.last.map(Position::Item), skip: 0, limit: rows.unreadable.len() as u64 };
            found.extend(rows.readable);
            self.unreadable_rows.borrow_mut().extend(rows.unreadable);
            if is_whole {
                return Ok(found);
            }
        }
    }

    pub(super) fn count_listing(&self, listing: Listing) -> Result<u64> {
        let (sql, values) = listing.count();
        self.number(&sql, params_from_iter(values))
    }
}

impl Tx<'_> {
    /// Takes the unreadable rows that lists of this transaction skipped.
    pub fn take_unreadable_rows(&self) -> Vec<UnreadableRow> {
        self.unreadable_rows.take()
    }
}
