//! `StoragePolicy`: settings of the database file. [`Migration`]: what was done to a file of an older version.

use std::path::PathBuf;
use std::time::Duration;

use crate::settings::settings;

settings! {
    /// How the database file is opened, and how much memory its caches use.
    #[derive(Debug, Clone, PartialEq)]
    pub struct StoragePolicy {
        /// How long opening the file waits while another process has it open; 0 does not wait. A file that this process has open is an error
        /// at once.
        time busy_timeout: Duration = Duration::from_secs(10),
        /// Maximum size, in bytes, of the page caches of all connections to the database together.
        count_or_zero cache_bytes: usize = 32 << 20,
        /// Size of a database, in bytes, up to which its structure is checked whenever it is opened. A larger one is only checked if it
        /// was not closed properly.
        count_or_zero check_bytes: usize = 64 << 20,
        /// Size of the write-ahead log, in bytes, from which writes are refused while another copy of SQLite in this process, such as
        /// Python's `sqlite3`, has the database open. Until then, the log grows, because it cannot be copied to the database.
        count max_log_bytes: usize = 1 << 30,
        /// Whether a database of an older version is migrated, after a verified copy of it was written next to it. If not, opening it
        /// fails.
        flag migrate: bool = true,
    }
}

/// A migration that was done when a database was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// The schema version before.
    pub from: usize,
    /// The schema version now.
    pub to: usize,
    /// The copy of the database of the previous version.
    pub copy: PathBuf,
}
