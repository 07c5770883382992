//! `StoragePolicy`: settings of the database file. [`Migration`]: what was done to a file of an older version.

use std::path::PathBuf;

use crate::settings::settings;

settings! {
    /// How the database file is opened, and how much memory its caches use.
    #[derive(Debug, Clone, PartialEq)]
    pub struct StoragePolicy {
        /// Maximum size, in bytes, of the page caches of all connections to the database together.
        count_or_zero cache_bytes: usize = 32 << 20,
        /// Size of a database, in bytes, up to which its structure is checked whenever it is opened. A larger one is only checked if it
        /// was not closed properly.
        count_or_zero check_bytes: usize = 64 << 20,
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
