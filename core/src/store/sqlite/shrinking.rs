//! Giving the disk back what the file does not need any more.
//!
//! SQLite keeps the pages of what was deleted for what comes next. A file that notes whose page is whose (`auto_vacuum`) can put its
//! last page into a free place and become shorter, a few pages at a time. A new file does so from the start. One of an earlier
//! version must be written anew once, which takes as long as the file is large.

use rusqlite::Connection;
use rusqlite::limits::Limit;

use super::connection::Link;

/// `auto_vacuum` as SQLite numbers it: pages are given back when they are asked for.
const INCREMENTAL: i64 = 2;

/// How large a file is at most that is written anew when it is opened: that takes less than a second.
const LARGEST_WRITTEN_ANEW: i64 = 64 << 20;

/// Pages that stay free, 1 MiB: what is deleted makes room for what is written next.
const RESERVE: i64 = 256;

/// Pages given back in one step, 2 MiB. Writers wait for it, some milliseconds.
const STEP: i64 = 512;

/// A step of giving back.
pub(super) struct Step {
    pages: i64,
    /// How many pages the file has then at least, and how many bytes these are.
    pub(super) left: i64,
    pub(super) least: i64,
}

/// Makes a new database one that can shrink. Must come before anything is written, the kind of its log included.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    if number(connection, "page_count")? == 0 {
        connection.pragma_update(None, "auto_vacuum", INCREMENTAL)?;
    }
    Ok(())
}

/// Writes a database of an earlier version anew, if that does not take long, so that it can shrink. One that is too large, or for
/// which there is no room now, stays as it is: what it has free is used again.
pub(super) fn adopt(link: &Link) -> rusqlite::Result<()> {
    let size = number(link, "page_count")? * number(link, "page_size")?;
    if size > LARGEST_WRITTEN_ANEW || number(link, "auto_vacuum")? == INCREMENTAL {
        return Ok(());
    }
    link.pragma_update(None, "auto_vacuum", INCREMENTAL)?;
    // All of it stands in the log now, or nothing.
    if vacuum(link).is_ok() {
        link.save_log()?;
    }
    Ok(())
}

/// Writes a database anew, whatever time that takes, so that nothing is left in it of what was removed before.
pub(super) fn write_anew(link: &Link) -> rusqlite::Result<()> {
    let size = number(link, "page_count")? * number(link, "page_size")?;
    if size <= LARGEST_WRITTEN_ANEW {
        return vacuum(link);
    }
    // There is not the memory for all of it.
    link.pragma_update(None, "temp_store", "FILE")?;
    let written = vacuum(link);
    link.pragma_update(None, "temp_store", "MEMORY")?;
    written
}

fn vacuum(link: &Link) -> rusqlite::Result<()> {
    // It is written into a database of its own first.
    let attached = link.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1)?;
    let written = link.execute_batch("VACUUM");
    link.set_limit(Limit::SQLITE_LIMIT_ATTACHED, attached)?;
    written
}

/// How many pages a step would give back now, and how many there are at least after it; `None` where there is not much.
pub(super) fn step(connection: &Connection) -> rusqlite::Result<Option<Step>> {
    let free = number(connection, "freelist_count")?;
    if free <= RESERVE || number(connection, "auto_vacuum")? != INCREMENTAL {
        return Ok(None);
    }
    let pages = (free - RESERVE).min(STEP);
    // Of the pages that note whose page is whose, a few go along.
    let left = number(connection, "page_count")? - pages - 8;
    let left = left.max(1);
    Ok(Some(Step { pages, left, least: left * number(connection, "page_size")? }))
}

/// Gives the pages of a step back: the file is shorter after the next checkpoint.
pub(super) fn shrink(connection: &Connection, step: &Step) -> rusqlite::Result<()> {
    // A row is told for each page: all of them have to be asked for.
    let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({})", step.pages))?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}
