//! Changes records in a database file, as other rules would have derived them.

use std::path::Path;

use flate2::Crc;
use rusqlite::Connection;

/// Replaces the records of the rows that fulfil `condition` by the value of `record`, an SQL expression of `body`, and writes their checksums
/// anew.
pub fn change_records(path: &Path, table: &str, condition: &str, record: &str) {
    let mut database = Connection::open(path).unwrap();
    let changes = database.transaction().unwrap();
    let select = format!("SELECT rowid, json_remove({record}, '$.crc32') FROM {table} WHERE {condition}");
    let rows: Vec<(i64, String)> = {
        let mut select = changes.prepare(&select).unwrap();
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.collect::<rusqlite::Result<_>>().unwrap()
    };
    assert!(!rows.is_empty(), "{table}: {condition}");
    for (row, record) in rows {
        changes
            .execute(&format!("UPDATE {table} SET body = ?2 WHERE rowid = ?1"), (row, with_checksum(record)))
            .unwrap();
    }
    changes.commit().unwrap();
}

fn with_checksum(mut record: String) -> String {
    record.pop();
    let mut checksum = Crc::new();
    checksum.update(record.as_bytes());
    format!("{record},\"crc32\":\"{:08x}\"}}", checksum.sum())
}
