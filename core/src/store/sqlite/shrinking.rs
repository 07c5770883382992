//! Returns free pages of the file to the disk. SQLite keeps the pages of deleted rows. With `auto_vacuum`, which all new files have, it can
//! move the last pages to free ones, a few at a time.

use rusqlite::Connection;
use rusqlite::limits::Limit;

use super::connection::{OwnedConnection, PAGE_SIZE};

/// SQLite's `auto_vacuum = INCREMENTAL`.
const INCREMENTAL: i64 = 2;

/// Maximum size of a database, in bytes, that is rewritten in memory. This takes less than a second.
const LARGEST_IN_MEMORY: i64 = 64 << 20;

/// Free pages to keep for the next writes: 1 MiB.
const RESERVE: i64 = (1 << 20) / PAGE_SIZE;

/// Maximum number of pages of one step: 2 MiB. Writers wait some milliseconds.
const STEP: i64 = (2 << 20) / PAGE_SIZE;

pub(super) struct Step {
    pages: i64,
    pub(super) left: i64,
    pub(super) least: i64,
}

/// Must be called before anything is written, including the journal mode.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    if number(connection, "page_count")? == 0 {
        connection.pragma_update(None, "page_size", PAGE_SIZE)?;
        connection.pragma_update(None, "auto_vacuum", INCREMENTAL)?;
    }
    Ok(())
}

pub(super) fn rewrite(link: &OwnedConnection) -> rusqlite::Result<()> {
    let size = number(link, "page_count")? * number(link, "page_size")?;
    if size <= LARGEST_IN_MEMORY {
        return vacuum(link);
    }
    // Larger databases do not fit into memory.
    link.pragma_update(None, "temp_store", "FILE")?;
    let written = vacuum(link);
    link.pragma_update(None, "temp_store", "MEMORY")?;
    written
}

fn vacuum(link: &OwnedConnection) -> rusqlite::Result<()> {
    with_attached(link, |link| link.execute_batch("VACUUM"))
}

/// Writes the content of the database into an empty file.
pub(super) fn copy_into(link: &OwnedConnection, file: &str) -> rusqlite::Result<()> {
    with_attached(link, |link| link.execute("VACUUM INTO ?1", [file]).map(drop))
}

fn with_attached<T>(
    link: &OwnedConnection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let attached = link.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1)?;
    let done = work(link);
    link.set_limit(Limit::SQLITE_LIMIT_ATTACHED, attached)?;
    done
}

pub(super) fn step(connection: &Connection) -> rusqlite::Result<Option<Step>> {
    let free = number(connection, "freelist_count")?;
    if free <= RESERVE || number(connection, "auto_vacuum")? != INCREMENTAL {
        return Ok(None);
    }
    let pages = (free - RESERVE).min(STEP);
    // Some pages of the pointer map are freed, too.
    let left = number(connection, "page_count")? - pages - 8;
    let left = left.max(1);
    Ok(Some(Step { pages, left, least: left * number(connection, "page_size")? }))
}

pub(super) fn shrink(connection: &Connection, step: &Step) -> rusqlite::Result<()> {
    // There is a row for each page; all must be read.
    let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({})", step.pages))?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}
