//! The search: what is known by a text, the best first, each way of being known by an index.

use std::collections::HashSet;

use rusqlite::types::Value;
use rusqlite::{Params, params_from_iter};
use uuid::Uuid;

use super::columns::{capped, key, word};
use super::keys::turned;
use super::session::Session;
use crate::error::Result;
use crate::numbers::SEPARATORS;
use crate::places;
use crate::resources::AccountId;
use crate::store::{Finding, Searches};

/// Rows that are looked at for each way of being known: the newest among these are the newest.
const MOST_ROWS: usize = 200;

/// Names that a part of a name leads to.
const MOST_NAMES: usize = 8;

/// Characters a part of a number must have: fewer are known by too many.
const LEAST_BEGINNING: usize = 3;
const LEAST_ENDING: usize = 4;

/// Tables of what is found, in the order in which they are told.
const TABLES: [Found; 3] = [Found::Shipments, Found::Containers, Found::Requests];

#[derive(Clone, Copy, PartialEq)]
enum Found {
    Shipments,
    Containers,
    Requests,
}

impl Found {
    /// The table, which is also the kind of words that its references are.
    fn table(self) -> &'static str {
        match self {
            Found::Shipments => "shipments",
            Found::Containers => "containers",
            Found::Requests => "requests",
        }
    }

    /// The columns that numbers stand in.
    fn numbers(self) -> &'static [&'static str] {
        match self {
            Found::Shipments => &["number", "submitted", "normalised"],
            Found::Containers => &["number"],
            Found::Requests => &["number", "submitted"],
        }
    }

    /// The kinds of words that it is known by.
    fn words(self) -> &'static [&'static str] {
        match self {
            Found::Shipments => &["shipments", "shipment tags"],
            Found::Containers => &["containers"],
            Found::Requests => &["requests", "request tags"],
        }
    }

    /// Where it can be found by the end of its number. The number of a request is that of what it tracks.
    fn keys(self) -> Option<&'static str> {
        match self {
            Found::Shipments => Some("shipment_keys"),
            Found::Containers => Some("container_keys"),
            Found::Requests => None,
        }
    }

    fn finding(self, id: Uuid) -> Finding {
        match self {
            Found::Shipments => Finding::Shipment(id.into()),
            Found::Containers => Finding::Container(id.into()),
            Found::Requests => Finding::Request(id.into()),
        }
    }
}

impl Searches for Session<'_> {
    fn search(&self, account: &AccountId, text: &str, limit: usize) -> Result<Vec<Finding>> {
        let text = word(text);
        let number: String = text.chars().filter(|c| !c.is_whitespace() && !SEPARATORS.contains(*c)).collect();
        let mut search =
            Search { session: self, account: key(account), found: Vec::new(), known: HashSet::new(), limit };
        if !number.is_empty() {
            search.numbers(&number, &number)?;
        }
        if !text.is_empty() {
            search.words(&text, &text)?;
        }
        if number.chars().count() >= LEAST_BEGINNING {
            search.numbers(&number, &behind(&number))?;
        }
        if number.chars().count() >= LEAST_ENDING {
            search.endings(&turned(&number))?;
        }
        if text.chars().count() >= LEAST_BEGINNING {
            search.words(&text, &behind(&text))?;
            search.names(&text)?;
        }
        Ok(search.found)
    }
}

/// What comes behind everything that begins so.
fn behind(text: &str) -> String {
    format!("{text}{}", char::MAX)
}

struct Search<'s, 'c> {
    session: &'s Session<'c>,
    account: Option<[u8; 16]>,
    found: Vec<Finding>,
    known: HashSet<Uuid>,
    limit: usize,
}

impl Search<'_, '_> {
    fn is_full(&self) -> bool {
        self.found.len() >= self.limit
    }

    /// What has a number from one to another.
    fn numbers(&mut self, from: &str, to: &str) -> Result<()> {
        for of in TABLES {
            let table = of.table();
            let columns = of.numbers().iter().map(|column| {
                format!(
                    "SELECT id FROM (SELECT id FROM {table} WHERE account = ?1 AND {column} >= ?2 AND {column} <= ?3
                     LIMIT ?4)"
                )
            });
            let spellings = (of == Found::Shipments).then(|| words_of("spellings"));
            let queries: Vec<String> = columns.chain(spellings).collect();
            self.newest(of, &queries, (self.account, from, to, capped(MOST_ROWS)))?;
        }
        Ok(())
    }

    /// What has a reference or a label from one to another.
    fn words(&mut self, from: &str, to: &str) -> Result<()> {
        for of in TABLES {
            let queries: Vec<String> = of.words().iter().map(|kind| words_of(kind)).collect();
            self.newest(of, &queries, (self.account, from, to, capped(MOST_ROWS)))?;
        }
        Ok(())
    }

    /// What has a number that ends so.
    fn endings(&mut self, tail: &str) -> Result<()> {
        for of in TABLES {
            let Some(keys) = of.keys() else { continue };
            let query = format!(
                "SELECT id FROM (SELECT id FROM {keys} WHERE account = ?1 AND tail >= ?2 AND tail <= ?3 LIMIT ?4)"
            );
            self.newest(of, &[query], (self.account, tail, behind(tail), capped(MOST_ROWS)))?;
        }
        Ok(())
    }

    /// Shipments by the names of their vessels, customers and ports.
    fn names(&mut self, text: &str) -> Result<()> {
        for vessel in self.values("vessel", |value| text_of(value).is_some_and(|name| name.contains(text)))? {
            self.shipments_with("vessel", vessel)?;
        }
        for customer in self.customers(text)? {
            self.shipments_with("customer", Value::Blob(customer))?;
        }
        for column in ["discharge", "lading", "destination"] {
            for port in self.values(column, |value| text_of(value).is_some_and(|code| is_called(code, text)))? {
                self.shipments_with(column, port)?;
            }
        }
        Ok(())
    }

    /// The values of a key that meet a condition, of all there are.
    fn values(&self, facet: &str, is_wanted: impl Fn(&Value) -> bool) -> Result<Vec<Value>> {
        if self.is_full() {
            return Ok(Vec::new());
        }
        let sql = "SELECT value FROM key_counts WHERE account = ?1 AND kind = 'shipment_keys' AND facet = ?2";
        let mut found: Vec<Value> = self.session.rows(sql, (self.account, facet), |row| row.get(0))?;
        found.retain(is_wanted);
        found.truncate(MOST_NAMES);
        Ok(found)
    }

    /// The customers with such a part in their names.
    fn customers(&self, text: &str) -> Result<Vec<Vec<u8>>> {
        if self.is_full() {
            return Ok(Vec::new());
        }
        let sql = "SELECT id FROM parties WHERE account = ?1 AND instr(upper(name), ?2) > 0 LIMIT ?3";
        self.session.rows(sql, (self.account, text, capped(MOST_NAMES)), |row| row.get(0))
    }

    fn shipments_with(&mut self, column: &str, value: Value) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        let sql =
            format!("SELECT id FROM shipment_keys WHERE account = ?1 AND {column} = ?2 ORDER BY id DESC LIMIT ?3");
        let account = self.account.map_or(Value::Null, |id| Value::Blob(id.to_vec()));
        self.add(Found::Shipments, &sql, params_from_iter([account, value, capped(MOST_ROWS).into()]))
    }

    /// The newest of those that some queries find.
    fn newest(&mut self, of: Found, queries: &[String], params: impl Params) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        let sql = format!("SELECT id FROM ({}) ORDER BY id DESC", queries.join(" UNION "));
        self.add(of, &sql, params)
    }

    fn add(&mut self, of: Found, sql: &str, params: impl Params) -> Result<()> {
        let ids: Vec<Uuid> = self.session.rows(sql, params, |row| Ok(Uuid::from_bytes(row.get(0)?)))?;
        for id in ids {
            if !self.is_full() && self.known.insert(id) {
                self.found.push(of.finding(id));
            }
        }
        Ok(())
    }
}

/// The query for those who are known by a word of a kind.
fn words_of(kind: &str) -> String {
    format!(
        "SELECT id FROM (SELECT owner AS id FROM words
         WHERE account = ?1 AND kind = '{kind}' AND word >= ?2 AND word <= ?3
         ORDER BY word DESC, owner DESC LIMIT ?4)"
    )
}

fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Whether a place with this code has the code, or this part of its name.
fn is_called(code: &str, text: &str) -> bool {
    let named = |place: places::Location| place.name.to_uppercase().contains(text);
    code == text || places::location(code).is_some_and(named)
}
