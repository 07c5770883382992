//! What listings and the search find things by, worked out of the records of an older database.
//!
//! It is written by the verbs that write it ever after, so that an old record is found by what a new one is found by. What it is
//! found with and counted by comes behind it: indexes are made faster of all rows than row by row.

use std::cell::RefCell;
use std::collections::HashMap;

use rusqlite::Connection;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::columns::{capped, key, parse, word};
use super::custom_fields::words_of;
use super::failure;
use super::keys::turned;
use super::sealing::Sealing;
use super::session::Session;
use crate::error::Result;
use crate::fields::found_by;
use crate::resources::CustomFieldDataType;
use crate::store::{
    ContainerRecord, FieldDefinitionRecord, FieldRecord, Parties, RequestRecord, Requests, ShipmentRecord,
};

/// Rows that are held at a time.
const ROWS: usize = 1_000;

/// What is counted of each table.
const COUNTED: [(&str, &[&str]); 3] = [
    ("shipment_keys", &["scac", "vessel", "lading", "discharge", "destination", "customer", "eta_day"]),
    (
        "container_keys",
        &["status", "free_until", "scac", "vessel", "lading", "discharge", "destination", "customer", "eta_day"],
    ),
    ("requests", &["customer", "kind"]),
];

/// Fills in the keys of what is there already. A record that cannot be read has none but its number.
pub(super) fn fill_keys(connection: &Connection) -> Result<()> {
    let (sealing, packer) = (Sealing::default(), RefCell::default());
    let session = Session::new(connection, &packer, &sealing, true);
    session.respell_words()?;
    session.fill_parties()?;
    session.fill_requests()?;
    session.fill_shipments()?;
    session.fill_containers()?;
    session.fill_fields()?;
    let kept = connection.execute_batch(include_str!("migrations/0018_keys_kept.sql"));
    kept.map_err(|error| failure::of(error, "the database could not be migrated"))?;
    session.count_keys()
}

/// A row of a table of records.
struct Row<T> {
    place: i64,
    account: [u8; 16],
    id: [u8; 16],
    /// `None` where it cannot be read.
    record: Option<T>,
}

impl Session<'_> {
    /// Words were kept with the marks of their letters before.
    fn respell_words(&self) -> Result<()> {
        type Word = (Vec<u8>, String, String, Vec<u8>);
        let mut last: Word = Default::default();
        loop {
            let sql = "SELECT account, kind, word, owner FROM words
                 WHERE (account, kind, word, owner) > (?1, ?2, ?3, ?4)
                 ORDER BY account, kind, word, owner LIMIT ?5";
            let from = (&last.0, &last.1, &last.2, &last.3, capped(ROWS));
            let found: Vec<Word> =
                self.rows(sql, from, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
            let Some(end) = found.last() else { return Ok(()) };
            last = end.clone();
            for (account, kind, old, owner) in found.iter().filter(|(_, _, old, _)| word(old) != *old) {
                let sql = "DELETE FROM words WHERE account = ?1 AND kind = ?2 AND word = ?3 AND owner = ?4";
                self.change(sql, (account, kind, old, owner))?;
                let sql = "INSERT OR IGNORE INTO words (account, kind, word, owner) VALUES (?1, ?2, ?3, ?4)";
                self.change(sql, (account, kind, word(old), owner))?;
            }
        }
    }

    fn fill_parties(&self) -> Result<()> {
        let names = self.rows("SELECT rowid, name FROM parties", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        names.into_iter().try_for_each(|(place, name): (i64, String)| {
            self.change("UPDATE parties SET word = ?2 WHERE rowid = ?1", (place, word(&name))).map(drop)
        })
    }

    fn fill_requests(&self) -> Result<()> {
        self.each("requests", |Row { place, record, .. }: Row<RequestRecord>| {
            let Some(record) = record else { return Ok(()) };
            if let Some(customer) = record.customer {
                self.change("UPDATE requests SET customer = ?2 WHERE rowid = ?1", (place, customer.into_bytes()))?;
            }
            self.put_words("request tags", &record.tracked.account, &record.id, &record.shipment_tags)
        })
    }

    fn fill_shipments(&self) -> Result<()> {
        self.each("shipments", |Row { place, account, id, record }: Row<ShipmentRecord>| match record {
            Some(record) => {
                self.put_shipment_keys(&record)?;
                self.keep_customer(&record)
            }
            None => {
                let sql = "INSERT INTO shipment_keys (account, id, tail, stopped)
                     SELECT ?1, ?2, ?3, stopped FROM shipments WHERE rowid = ?4";
                self.change(sql, (account, id, self.tail("shipments", place)?, place)).map(drop)
            }
        })
    }

    /// A shipment that no request of a customer follows any more has that one's name.
    fn keep_customer(&self, ShipmentRecord { tracked, shipment, .. }: &ShipmentRecord) -> Result<()> {
        let Some(name) = &shipment.customer_name else { return Ok(()) };
        if self.customer_of_shipment(&tracked.account, &shipment.id)?.is_some() {
            return Ok(());
        }
        let customer = self.customer_called(&tracked.account, name)?.map(Uuid::into_bytes);
        let sql = "UPDATE shipment_keys SET customer = ?3 WHERE account = ?1 AND id = ?2";
        self.change(sql, (key(&tracked.account), key(&shipment.id), customer)).map(drop)
    }

    fn fill_containers(&self) -> Result<()> {
        self.each("containers", |Row { place, account, id, record }: Row<ContainerRecord>| match record {
            Some(record) => self.put_container_keys(&record),
            None => {
                let sql = "INSERT INTO container_keys (account, id, tail, status) VALUES (?1, ?2, ?3, '')";
                self.change(sql, (account, id, self.tail("containers", place)?)).map(drop)
            }
        })?;
        let tags = "INSERT OR IGNORE INTO words (account, kind, word, owner)
             SELECT told.account, 'container tags', told.word, containers.id FROM words AS told
             CROSS JOIN containers ON containers.account = told.account AND containers.shipment = told.owner
             WHERE told.kind = 'shipment tags'";
        self.change(tags, []).map(drop)
    }

    fn fill_fields(&self) -> Result<()> {
        let mut types: HashMap<([u8; 16], Uuid), CustomFieldDataType> = HashMap::new();
        self.each("field_definitions", |Row { account, id, record, .. }: Row<FieldDefinitionRecord>| {
            types.extend(record.map(|record| ((account, Uuid::from_bytes(id)), record.definition.data_type)));
            Ok(())
        })?;
        self.each("fields", |Row { account, record, .. }: Row<FieldRecord>| {
            let Some(record) = record else { return Ok(()) };
            let definition = record.definition.uuid().unwrap_or_default();
            let Some(data_type) = types.get(&(account, definition)) else { return Ok(()) };
            let words = found_by(data_type, &record.value);
            self.put_words(&words_of(&record.definition), &record.account, &record.entity.id, &words)
        })
    }

    /// The number in a row, backwards.
    fn tail(&self, table: &str, place: i64) -> Result<Option<String>> {
        let sql = format!("SELECT number FROM {table} WHERE rowid = ?1");
        let number: Option<String> = self.first(&sql, [place], |row| row.get(0))?;
        Ok(number.map(|number| turned(&number)))
    }

    fn count_keys(&self) -> Result<()> {
        let count = |kind: &str, facet: &str, value: &str| {
            let sql = format!(
                "INSERT INTO key_counts SELECT account, '{kind}', '{facet}', {value}, count(*) FROM {kind}
                 WHERE {value} IS NOT NULL GROUP BY account, {value}"
            );
            self.change(&sql, []).map(drop)
        };
        for (kind, facets) in COUNTED {
            facets.iter().try_for_each(|facet| count(kind, facet, facet))?;
        }
        count("requests", "made", "substr(id, 1, 3)")?;
        let words = "INSERT INTO key_counts SELECT account, kind, 'word', word, count(*) FROM words
             WHERE kind LIKE '% tags' OR kind LIKE 'field %' GROUP BY account, kind, word";
        self.change(words, []).map(drop)
    }

    /// Goes through all rows of a table in the order they were made.
    fn each<T: DeserializeOwned>(&self, table: &str, mut take: impl FnMut(Row<T>) -> Result<()>) -> Result<()> {
        let sql = format!("SELECT rowid, account, id, body FROM {table} WHERE rowid > ?1 ORDER BY rowid LIMIT ?2");
        let mut last = i64::MIN;
        loop {
            let rows = self.rows(&sql, (last, capped(ROWS)), |row| {
                let record = row.get_ref(3)?.as_str().ok().and_then(|text| parse(text).ok());
                Ok(Row { place: row.get(0)?, account: row.get(1)?, id: row.get(2)?, record })
            })?;
            let Some(end) = rows.last() else { return Ok(()) };
            last = end.place;
            rows.into_iter().try_for_each(&mut take)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use rusqlite::types::Value;
    use serde_json::json;

    use super::super::{SqliteStore, schema};
    use super::*;
    use crate::ids::Id;
    use crate::jsonapi::ResourceId;
    use crate::resources::{
        AccountId, Container, CustomFieldDefinition, Party, RequestStatus, RequestType, Shipment, Timestamp,
    };
    use crate::store::{AccountRecord, PartyRecord, Store, TrackedNumber, Tx};
    use crate::threads::locked;

    /// The version before there were keys.
    const BEFORE: usize = 17;

    /// The tables that keys stand in, and the columns of others.
    const KEPT: [&str; 6] = [
        "SELECT * FROM shipment_keys",
        "SELECT * FROM container_keys",
        "SELECT * FROM words",
        "SELECT * FROM key_counts",
        "SELECT id, customer FROM requests",
        "SELECT id, word FROM parties",
    ];

    fn id<T>(number: u128) -> Id<T> {
        Uuid::from_u128((0x0190_0000_0000_7000_8000 << 48) + number).into()
    }

    fn account() -> AccountId {
        id(1)
    }

    fn tracked(number: &str) -> TrackedNumber {
        TrackedNumber { account: account(), scac: Some("maeu".to_owned()), number: number.to_owned() }
    }

    fn request(number: u128, customer: Option<u128>, shipment: Option<u128>) -> RequestRecord {
        let now = DateTime::from_timestamp(1_777_000_000, 0).unwrap();
        let name = format!("MAEU{number}");
        let mut record = RequestRecord::new(id(number), tracked(&name), RequestType::BillOfLading, name, now);
        record.customer = customer.and_then(|customer| id::<()>(customer).uuid());
        record.shipment = shipment.map(id);
        record.ref_numbers = vec!["Frühjahr".to_owned(), "po-1".to_owned()];
        record.shipment_tags = vec!["Eilig für Köln".to_owned()];
        record.state.status = if number.is_multiple_of(2) { RequestStatus::Failed } else { RequestStatus::Created };
        record
    }

    fn shipment(number: u128, vessel: &str, eta: Option<&str>) -> ShipmentRecord {
        let shipment = Shipment {
            id: id(number),
            bill_of_lading_number: format!("MAEU{number}"),
            ref_numbers: vec!["Frühjahr".to_owned()],
            tags: vec!["Kühl".to_owned(), "hot".to_owned()],
            pod_vessel_name: Some(vessel.to_owned()),
            port_of_discharge_locode: Some("segot".to_owned()),
            destination_locode: Some(String::new()),
            pod_eta_at: eta.map(Timestamp::new),
            ..Shipment::default()
        };
        let tracked = tracked(&format!("MAEU{number}"));
        ShipmentRecord { tracked, shipment, names: Vec::new(), spellings: Vec::new(), lesson: None }
    }

    fn container(number: u128, shipment: u128, free: Option<&str>) -> ContainerRecord {
        let container = Container {
            id: id(number),
            number: format!("MSKU{number}"),
            ref_numbers: vec!["Größe 7".to_owned()],
            pickup_lfd: free.map(Timestamp::new),
            pod_timezone: Some("America/Los_Angeles".to_owned()),
            ..Container::default()
        };
        ContainerRecord { account: account(), shipment: id(shipment), gone: false, trip: None, container }
    }

    fn customers(tx: &dyn Tx) -> Result<()> {
        tx.add_account(&AccountRecord {
            id: account(),
            name: "a".to_owned(),
            company_name: "Eigene GmbH".to_owned(),
            created_at: DateTime::UNIX_EPOCH,
            adoptions: Default::default(),
            settings: Default::default(),
        })?;
        [(50, "Müller & Söhne"), (51, "Acme")].into_iter().try_for_each(|(number, name)| {
            let party = Party { id: id(number), company_name: name.to_owned(), ..Party::default() };
            tx.put_party(&PartyRecord { account: account(), party })
        })
    }

    fn voyages(tx: &dyn Tx) -> Result<()> {
        for record in [
            request(10, Some(50), Some(20)),
            request(11, Some(51), Some(20)),
            request(12, None, Some(21)),
            request(13, Some(1), Some(21)),
            request(14, None, None),
        ] {
            tx.put_request(&record)?;
        }
        for record in [
            shipment(20, " Göteborg Express ", Some("2026-05-09T08:00:00Z")),
            shipment(21, "", Some("1969-12-31T23:00:00Z")),
            shipment(22, "Ever Given", Some("2026-05-09")),
            shipment(23, "EVER GIVEN", None),
        ] {
            tx.put_shipment(&record)?;
        }
        for record in [
            container(30, 20, Some("2026-05-02")),
            container(31, 20, Some("2026-05-02T06:59:00Z")),
            container(32, 21, Some("2026-05-02T07:00:00Z")),
            container(33, 23, None),
        ] {
            tx.put_container(&record)?;
        }
        Ok(())
    }

    fn fields(tx: &dyn Tx) -> Result<()> {
        for (number, (data_type, value)) in (40..).zip([
            ("number", json!(7)),
            ("number", json!("1.50")),
            ("boolean", json!(true)),
            ("date", json!("2026-01-31")),
            ("datetime", json!("2026-01-31T12:00:00+01:00")),
            ("short_text", json!(" Blaue Kiste für Köln ")),
            ("enum_multi", json!(["a", "B"])),
            ("reference", json!({ "type": "party", "id": "x" })),
            ("short_text", json!(null)),
        ]) {
            let definition = CustomFieldDefinition {
                id: id(number),
                entity_type: "Shipment".into(),
                api_slug: format!("s{number}"),
                data_type: data_type.into(),
                ..CustomFieldDefinition::default()
            };
            let record = FieldRecord {
                id: id(number + 100),
                account: account(),
                definition: definition.id.clone(),
                kind: "Shipment".into(),
                entity: ResourceId { kind: "shipment".to_owned(), id: id(20) },
                value: value.clone(),
            };
            let found_by = found_by(&definition.data_type, &value);
            tx.put_field_definition(&FieldDefinitionRecord { account: account(), definition })?;
            tx.put_field(&record, &found_by)?;
        }
        Ok(())
    }

    /// A store with everything in it, and a database of the version before with the same rows.
    fn both() -> (SqliteStore, Connection) {
        let store = SqliteStore::in_memory().unwrap();
        <dyn Store>::writing(&store, |tx| customers(tx).and(voyages(tx)).and(fields(tx))).unwrap();
        let old = Connection::open_in_memory().unwrap();
        schema::migrate_to(&old, BEFORE).unwrap();
        for table in ["accounts", "parties", "requests", "shipments", "containers", "field_definitions", "fields"] {
            let columns: String = old
                .query_row(&format!("SELECT group_concat(name, ', ') FROM pragma_table_info('{table}')"), [], |row| {
                    row.get(0)
                })
                .unwrap();
            let rows = rows(&locked(&store.writer), &format!("SELECT {columns} FROM {table} ORDER BY rowid"));
            for row in rows {
                let marks = vec!["?"; row.len()].join(", ");
                let sql = format!("INSERT INTO {table} ({columns}) VALUES ({marks})");
                old.execute(&sql, rusqlite::params_from_iter(row)).unwrap();
            }
        }
        // As they were written before: in ASCII capitals.
        old.execute_batch(
            "INSERT INTO words SELECT account, 'requests', upper(trim(told.value)), requests.id
                FROM requests, json_each(body, '$.ref_numbers') AS told;
             INSERT INTO words SELECT account, 'shipments', upper(trim(told.value)), shipments.id
                FROM shipments, json_each(body, '$.shipment.attributes.ref_numbers') AS told;",
        )
        .unwrap();
        (store, old)
    }

    fn rows(connection: &Connection, sql: &str) -> Vec<Vec<Value>> {
        let mut statement = connection.prepare(sql).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| (0..columns).map(|at| row.get(at)).collect()).unwrap();
        rows.collect::<rusqlite::Result<_>>().unwrap()
    }

    fn sorted(connection: &Connection, sql: &str) -> Vec<String> {
        let mut rows: Vec<String> = rows(connection, sql).iter().map(|row| format!("{row:?}")).collect();
        rows.sort();
        rows
    }

    #[test]
    fn an_older_database_gets_the_keys_that_its_records_would_be_written_with() {
        let (store, old) = both();
        schema::migrate(&old).unwrap();
        for sql in KEPT {
            let written = sorted(&locked(&store.writer), sql);
            assert!(!written.is_empty(), "{sql}");
            assert_eq!(sorted(&old, sql), written, "{sql}");
        }
    }

    #[test]
    fn a_shipment_that_no_request_follows_any_more_is_whose_name_it_has() {
        let (_, old) = both();
        let named = "UPDATE shipments SET body = json_set(body, '$.shipment.attributes.customer_name', 'Acme')
             WHERE number = 'MAEU22'";
        old.execute_batch(named).unwrap();
        schema::migrate(&old).unwrap();
        let customer: Vec<u8> =
            old.query_row("SELECT customer FROM shipment_keys WHERE tail = '22UEAM'", [], |row| row.get(0)).unwrap();
        assert_eq!(Uuid::from_slice(&customer).ok(), id::<()>(51).uuid());
    }

    #[test]
    fn a_record_that_cannot_be_read_is_found_by_its_number_and_stands_in_nobodys_way() {
        let (_, old) = both();
        let broken = "UPDATE shipments SET body = 'not JSON' WHERE number = 'MAEU20';
             UPDATE containers SET body = '{}' WHERE number = 'MSKU30';
             UPDATE requests SET body = '' WHERE number = 'MAEU10';
             UPDATE fields SET body = '[]'; UPDATE field_definitions SET body = '7' WHERE slug = 's40'";
        old.execute_batch(broken).unwrap();
        schema::migrate(&old).unwrap();
        let tails = |table: &str| sorted(&old, &format!("SELECT tail FROM {table}")).len();
        assert_eq!((tails("shipment_keys"), tails("container_keys")), (4, 4));
        let vessel = "SELECT vessel FROM shipment_keys WHERE tail = '02UEAM'";
        assert_eq!(rows(&old, vessel), [[Value::Null]]);
        let vessel = "SELECT vessel FROM shipment_keys WHERE tail = '22UEAM'";
        assert_eq!(rows(&old, vessel), [[Value::from("EVER GIVEN".to_owned())]]);
    }
}
