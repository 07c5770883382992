//! The schema version of a database, and the migrations from one version to the next.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::failure;
use crate::error::{Error, ErrorKind, Result};

const APPLICATION_ID: i32 = i32::from_be_bytes(*b"shTr");

/// Development versions before 0.1.0, whose schemas were never released.
const UNRELEASED_APPLICATION_ID: i32 = i32::from_be_bytes(*b"sTrK");

/// The scripts that migrate to the next version; the first one creates version 1. Never change a released script: add another one.
pub(super) const MIGRATIONS: &[&str] =
    &[include_str!("migrations/0001_schema.sql"), include_str!("migrations/0002_messages.sql")];

/// Returns the version of a database, 0 if it is empty. Fails if another program wrote it, or a version that does not have these scripts.
pub(super) fn check(connection: &Connection, migrations: &[&str]) -> Result<usize> {
    let application = pragma(connection, "application_id")?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| failure::of(error, "the database could not be read"))?;
    match application {
        APPLICATION_ID => check_version(pragma(connection, "user_version")?, migrations.len()),
        UNRELEASED_APPLICATION_ID => Err(Error::new(
            ErrorKind::StoreVersion,
            "a development version of shiptrack before 0.1.0 created this database, and no release can read it: \
             delete the file or choose another path, then track the numbers again",
        )),
        0 if tables == 0 => Ok(0),
        _ => {
            Err(Error::new(ErrorKind::StoreVersion, "the file is not a shiptrack database (another program wrote it)"))
        }
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
    fn shipments_of_version_1_are_migrated_in_the_order_of_their_last_look_ups() {
        let connection = version_1();
        let answered = |at: &str| format!("{{\"answered_at\":\"{at}\"}}");
        let succeeded =
            |at: &str| format!("{{\"shipment\":{{\"attributes\":{{\"line_tracking_last_succeeded_at\":\"{at}\"}}}}}}");
        // A shipment of each account has two containers.
        for (account, shipment, body, requests) in [
            (1, 1, succeeded("2026-05-01T12:00:00Z"), vec![answered("2026-05-03T12:00:00Z"), "{}".to_owned()]),
            (1, 2, succeeded("2026-05-02T12:00:00Z"), vec![]),
            (1, 3, "not JSON".to_owned(), vec!["not JSON".to_owned()]),
            (1, 4, "{}".to_owned(), vec![]),
            (2, 5, succeeded("2026-04-01T12:00:00Z"), vec![]),
        ] {
            let (account, shipment) = ([account; 16], [shipment; 16]);
            let insert =
                "INSERT INTO shipments (account, id, scac, number, stopped, body) VALUES (?1, ?2, 'MAEU', 'A', 0, ?3)";
            connection.execute(insert, (account, shipment, body)).unwrap();
            for (at, body) in requests.into_iter().enumerate() {
                let insert = "INSERT INTO requests (account, id, scac, number, kind, status, live, shipment, created, updated, body)
                     VALUES (?1, ?2, 'MAEU', 'A', '', '', 0, ?3, 0, 0, ?4)";
                connection.execute(insert, (account, [shipment[0], at as u8], shipment, body)).unwrap();
            }
        }
        for container in 0..2 {
            let insert = "INSERT INTO containers SELECT account, CAST(id || ?1 AS BLOB), id, 'A', 0, '' FROM shipments WHERE id IN (?2, ?3)";
            connection.execute(insert, ([container], [2; 16], [5; 16])).unwrap();
        }
        apply(&connection, MIGRATIONS).unwrap();
        let mut statement = connection
            .prepare("SELECT hex(substr(id, 1, 1)), refreshed, containers FROM shipments ORDER BY account, refreshed")
            .unwrap();
        let found: Vec<(String, i64, i64)> = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap()
            .collect::<rusqlite::Result<_>>()
            .unwrap();
        let wanted = [("03", 1, 0), ("04", 2, 0), ("02", 3, 2), ("01", 4, 0), ("05", 1, 2)];
        assert_eq!(found, wanted.map(|(shipment, refreshed, containers)| (shipment.to_owned(), refreshed, containers)));
        // The counter goes on.
        connection.execute("INSERT INTO containers SELECT account, id, id, 'A', 0, '' FROM shipments", ()).unwrap();
        let counts = "SELECT sum(containers) FROM shipments";
        assert_eq!(connection.query_row(counts, [], |row| row.get::<_, i64>(0)).unwrap(), 9);
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
