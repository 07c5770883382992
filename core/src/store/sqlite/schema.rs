//! The schema version of a database, and the migrations from one version to the next.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::failure;
use crate::error::{Error, ErrorKind, Result};

const APPLICATION_ID: i32 = i32::from_be_bytes(*b"shTk");

/// The scripts that migrate to the next version; the first one creates version 1. Never change a released script: add another one.
pub(super) const MIGRATIONS: &[&str] = &[include_str!("migrations/0001_schema.sql")];

/// Returns the version of a database, 0 if it is empty. Fails if another program wrote it, a version that does not have these scripts, or a
/// development version before 0.1.0, whose schema was never released.
pub(super) fn check(connection: &Connection, migrations: &[&str]) -> Result<usize> {
    let application = pragma(connection, "application_id")?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| failure::of(error, "the database could not be read"))?;
    match application {
        APPLICATION_ID => check_version(pragma(connection, "user_version")?, migrations.len()),
        0 if tables == 0 => Ok(0),
        _ => Err(Error::new(
            ErrorKind::StoreVersion,
            "the file is not a database of shiptrack 0.1.0 or later (another program, or a development version, wrote it): choose another path",
        )),
    }
}

pub(super) fn apply(connection: &Connection, migrations: &[&str]) -> Result<()> {
    let done = usize::try_from(pragma(connection, "user_version")?).unwrap_or(0);
    for (index, script) in migrations.iter().enumerate().skip(done) {
        step(connection, script, index + 1)?;
    }
    Ok(())
}

fn step(connection: &Connection, script: &str, version: usize) -> Result<()> {
    let failed = |error| failure::of(error, "the database could not be migrated");
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate).map_err(failed)?;
    transaction.execute_batch(script).map_err(failed)?;
    let marks = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version}");
    transaction.execute_batch(&marks).map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn check_version(found: i32, newest: usize) -> Result<usize> {
    if let Some(version) = usize::try_from(found).ok().filter(|found| (1..=newest).contains(found)) {
        return Ok(version);
    }
    Err(Error::new(
        ErrorKind::StoreVersion,
        format!(
            "the database has schema version {found}; this library knows versions up to {newest}: \
             open it with a newer version of shiptrack"
        ),
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

    const FIRST: &[&str] = &[MIGRATIONS[0]];

    const WITH_SECOND: &[&str] =
        &[MIGRATIONS[0], "ALTER TABLE accounts ADD COLUMN plan TEXT; UPDATE accounts SET plan = name || '!'"];

    fn version_1() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        apply(&connection, FIRST).unwrap();
        assert_eq!(check(&connection, FIRST).unwrap(), 1);
        connection.execute_batch("INSERT INTO accounts VALUES (zeroblob(16), 'acme', 7, '{\"kept\":1}')").unwrap();
        connection
    }

    #[test]
    fn migrating_twice_changes_nothing() {
        let connection = version_1();
        let before = total_changes(&connection);
        apply(&connection, FIRST).unwrap();
        assert_eq!(total_changes(&connection), before);
    }

    #[test]
    fn a_second_migration_keeps_the_rows_of_a_version_1_database() {
        let connection = version_1();
        apply(&connection, WITH_SECOND).unwrap();
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let found: (i64, String, String) =
            connection.query_row("SELECT created, body, plan FROM accounts", [], row).unwrap();
        assert_eq!(found, (7, "{\"kept\":1}".to_owned(), "acme!".to_owned()));
        assert_eq!(pragma(&connection, "user_version").unwrap(), 2);
        let before = total_changes(&connection);
        apply(&connection, WITH_SECOND).unwrap();
        assert_eq!(total_changes(&connection), before);
        let error = check(&connection, FIRST).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StoreVersion, "a library that only knows version 1");
    }

    #[test]
    fn a_migration_that_fails_leaves_the_database_unchanged() {
        let connection = version_1();
        let schema = |connection: &Connection| -> Vec<Option<String>> {
            let mut statement = connection.prepare("SELECT sql FROM sqlite_schema").unwrap();
            statement.query_map([], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap()
        };
        let before = schema(&connection);
        let broken = "CREATE TABLE added (x); DELETE FROM accounts; CREATE TABLE a (x) NO_SUCH_OPTION";
        assert!(apply(&connection, &[MIGRATIONS[0], broken]).is_err());
        assert_eq!(schema(&connection), before);
        let accounts: i64 = connection.query_row("SELECT count(*) FROM accounts", [], |row| row.get(0)).unwrap();
        assert_eq!((accounts, pragma(&connection, "user_version").unwrap()), (1, 1));
        check(&connection, FIRST).unwrap();
    }

    fn total_changes(connection: &Connection) -> (u64, i64) {
        let schema = connection.query_row("PRAGMA schema_version", [], |row| row.get(0)).unwrap();
        (connection.total_changes(), schema)
    }
}
