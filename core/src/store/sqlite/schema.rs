//! What the file is, which version it has, and how an older one is brought up to date.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::{failure, filling};
use crate::error::{Error, ErrorKind, Result};

/// Marks the file as a database of ours: `sTrK`.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"sTrK");

/// The migrations, first one first. One that was ever released is never changed: a change is a new one.
const MIGRATIONS: &[Migration] = &[
    Migration::of(include_str!("migrations/0001_initial.sql")),
    Migration::of(include_str!("migrations/0002_listings.sql")),
    Migration::of(include_str!("migrations/0003_queues.sql")),
    Migration::of(include_str!("migrations/0004_search.sql")),
    Migration::of(include_str!("migrations/0005_notices.sql")),
    Migration::of(include_str!("migrations/0006_membership.sql")),
    Migration::of(include_str!("migrations/0007_whereabouts.sql")),
    Migration::of(include_str!("migrations/0008_kept_facts.sql")),
    Migration::of(include_str!("migrations/0009_confirmations.sql")),
    Migration::of(include_str!("migrations/0010_interchanges.sql")),
    Migration::of(include_str!("migrations/0011_subscriptions.sql")),
    Migration::of(include_str!("migrations/0012_lanes.sql")),
    Migration::of(include_str!("migrations/0013_calls.sql")),
    Migration::of(include_str!("migrations/0014_ranks.sql")),
    Migration::of(include_str!("migrations/0015_parties.sql")),
    Migration::of(include_str!("migrations/0016_files.sql")),
    Migration::of(include_str!("migrations/0017_custom_fields.sql")),
    Migration { script: include_str!("migrations/0018_keys.sql"), then: Some(filling::fill_keys) },
    Migration::of(include_str!("migrations/0019_credentials.sql")),
];

/// What leads from one version to the next.
struct Migration {
    script: &'static str,
    /// What the script cannot do: filling in what is worked out of records.
    then: Option<fn(&Connection) -> Result<()>>,
}

impl Migration {
    const fn of(script: &'static str) -> Self {
        Migration { script, then: None }
    }
}

/// Refuses a file that is not ours to write in. Changes nothing.
pub(super) fn check(connection: &Connection) -> Result<()> {
    let marked = pragma(connection, "application_id")?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| failure::of(error, "the database could not be read"))?;
    match marked {
        APPLICATION_ID => check_version(pragma(connection, "user_version")?),
        0 if tables == 0 => Ok(()),
        _ => Err(Error::new(ErrorKind::StoreVersion, "it is not a shiptrack database (another program wrote it)")),
    }
}

/// Brings the schema up to date. Doing so again changes nothing.
pub(super) fn migrate(connection: &Connection) -> Result<()> {
    apply(connection, MIGRATIONS)
}

/// Brings a new database as far as this version: an older one.
#[cfg(test)]
pub(super) fn migrate_to(connection: &Connection, version: usize) -> Result<()> {
    apply(connection, &MIGRATIONS[..version])
}

fn apply(connection: &Connection, migrations: &[Migration]) -> Result<()> {
    let done = usize::try_from(pragma(connection, "user_version")?).unwrap_or(0);
    for (index, migration) in migrations.iter().enumerate().skip(done) {
        step(connection, migration, index + 1)?;
    }
    Ok(())
}

/// One migration and the version it leads to, both or neither.
fn step(connection: &Connection, migration: &Migration, version: usize) -> Result<()> {
    let failed = |error| failure::of(error, "the database could not be migrated");
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate).map_err(failed)?;
    transaction.execute_batch(migration.script).map_err(failed)?;
    migration.then.map_or(Ok(()), |then| then(&transaction))?;
    let marks = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version}");
    transaction.execute_batch(&marks).map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn check_version(found: i32) -> Result<()> {
    let known = MIGRATIONS.len();
    if usize::try_from(found).is_ok_and(|found| (1..=known).contains(&found)) {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::StoreVersion,
        format!("the database has schema version {found}; this library knows versions up to {known}"),
    ))
}

fn pragma(connection: &Connection, name: &str) -> Result<i32> {
    connection
        .pragma_query_value(None, name, |row| row.get(0))
        .map_err(|error| failure::of(error, "the database could not be read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[Migration] =
        &[Migration::of("CREATE TABLE a (x)"), Migration::of("INSERT INTO a VALUES (1); CREATE TABLE b (y)")];

    #[test]
    fn migrating_twice_changes_nothing() {
        let connection = Connection::open_in_memory().unwrap();
        migrate(&connection).unwrap();
        check(&connection).unwrap();
        let before = total_changes(&connection);
        migrate(&connection).unwrap();
        assert_eq!(total_changes(&connection), before);
    }

    #[test]
    fn a_stop_between_two_migrations_leaves_a_file_that_is_taken_up_where_it_was_left() {
        let connection = Connection::open_in_memory().unwrap();
        apply(&connection, &TWO[..1]).unwrap();
        assert_eq!(pragma(&connection, "user_version").unwrap(), 1);
        apply(&connection, TWO).unwrap();
        let rows: i64 = connection.query_row("SELECT count(*) FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!((rows, pragma(&connection, "user_version").unwrap()), (1, 2));
    }

    #[test]
    fn a_migration_that_fails_leaves_nothing_of_itself() {
        let connection = Connection::open_in_memory().unwrap();
        let broken = Migration::of("CREATE TABLE kept_out (x); CREATE TABLE a (x) STRICT_IS_NOT_HERE");
        assert!(apply(&connection, &[broken]).is_err());
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
        assert_eq!((tables, pragma(&connection, "user_version").unwrap()), (0, 0));
    }

    fn total_changes(connection: &Connection) -> (u64, i64) {
        let schema = connection.query_row("PRAGMA schema_version", [], |row| row.get(0)).unwrap();
        (connection.total_changes(), schema)
    }
}
