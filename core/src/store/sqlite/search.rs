//! The search by numbers, references, tags and names.

use std::cmp::Reverse;
use std::collections::HashSet;

use rusqlite::Params;
use rusqlite::types::Value;
use uuid::Uuid;

use super::columns::{capped, key, word};
use super::search_keys::reversed;
use super::session::Tx;
use crate::error::Result;
use crate::places;
use crate::resources::AccountId;
use crate::store::{ContainerRecord, SearchHit, SearchHitRecord};

/// Maximum number of rows that are read for each kind of match.
const MAX_ROWS: usize = 200;
const MAX_NAMES: usize = 32;

/// Minimum lengths. Shorter prefixes and suffixes match too many numbers.
const MIN_PREFIX: usize = 3;
const MIN_SUFFIX: usize = 4;

struct SearchedTable {
    /// The table, which is also the kind of its references in `search_words`.
    table: &'static str,
    numbers: &'static [&'static str],
    words: &'static [&'static str],
    /// The table with reversed numbers; `None` for requests, whose shipments are found instead.
    keys: Option<&'static str>,
    finding: fn(Uuid) -> SearchHit,
}

const SHIPMENTS: SearchedTable = SearchedTable {
    table: "shipments",
    numbers: &["number", "submitted", "normalized"],
    words: &["shipments", "shipment tags"],
    keys: Some("shipment_keys"),
    finding: |id| SearchHit::Shipment(id.into()),
};

const CONTAINERS: SearchedTable = SearchedTable {
    table: "containers",
    numbers: &["number"],
    words: &["containers"],
    keys: Some("container_keys"),
    finding: |id| SearchHit::Container(id.into()),
};

const REQUESTS: SearchedTable = SearchedTable {
    table: "requests",
    numbers: &["number", "submitted"],
    words: &["requests", "request tags"],
    keys: None,
    finding: |id| SearchHit::Request(id.into()),
};

/// Characters between the parts of a number.
const SEPARATORS: &str = " -./_#";

const TABLES: [SearchedTable; 3] = [SHIPMENTS, CONTAINERS, REQUESTS];

impl Tx<'_> {
    /// Finds at most `limit` shipments, containers and tracking requests of the account, the best matches first:
    ///
    /// 1. Those with `text` as their number, a reference or a tag.
    /// 2. Those with a number that begins with it (at least 3 characters) or ends with it (at least 4 characters).
    /// 3. Those with a reference or tag that begins with it.
    /// 4. Shipments with a vessel, customer or port of this name; then with a name that begins with it, has a word that begins with it,
    ///    or contains it.
    ///
    /// Among equal matches, shipments come before containers and tracking requests, and newer ones first. Case and diacritical marks are
    /// ignored, and in numbers also spaces, dashes, periods and slashes.
    pub fn search(&self, account: &AccountId, text: &str, limit: usize) -> Result<Vec<SearchHit>> {
        let text = word(text);
        let number: String = text.chars().filter(|c| !c.is_whitespace() && !SEPARATORS.contains(*c)).collect();
        let mut search = Search { session: self, account, found: Vec::new(), ids: HashSet::new(), limit };
        if !number.is_empty() {
            search.numbers(&number, &number)?;
        }
        if !text.is_empty() {
            search.words(&text, &text)?;
        }
        if number.chars().count() >= MIN_PREFIX {
            search.numbers(&number, &prefix_end(&number))?;
        }
        if number.chars().count() >= MIN_SUFFIX {
            search.endings(&reversed(&number))?;
        }
        if text.chars().count() >= MIN_PREFIX {
            search.words(&text, &prefix_end(&text))?;
            search.names(&text)?;
        }
        Ok(search.found)
    }

    /// The record of a search result; `None` if it no longer exists. An unreadable record is skipped as in lists.
    pub fn search_hit_record(&self, account: &AccountId, finding: &SearchHit) -> Result<Option<SearchHitRecord>> {
        Ok(match finding {
            SearchHit::Shipment(id) => self.readable_one("shipments", account, id)?.map(SearchHitRecord::Shipment),
            SearchHit::Request(id) => self.readable_one("requests", account, id)?.map(SearchHitRecord::Request),
            SearchHit::Container(id) => {
                let found: Option<Box<ContainerRecord>> = self.readable_one("containers", account, id)?;
                let Some(found) = found else { return Ok(None) };
                let shipment = self.readable_one("shipments", account, &found.shipment)?;
                Some(SearchHitRecord::Container(found, shipment))
            }
        })
    }
}

/// An upper bound of all texts that begin with this one.
fn prefix_end(text: &str) -> String {
    format!("{text}{}", char::MAX)
}

struct Search<'s, 'c> {
    session: &'s Tx<'c>,
    account: &'s AccountId,
    found: Vec<SearchHit>,
    ids: HashSet<Uuid>,
    limit: usize,
}

impl Search<'_, '_> {
    fn is_full(&self) -> bool {
        self.found.len() >= self.limit
    }

    fn numbers(&mut self, from: &str, to: &str) -> Result<()> {
        for of in TABLES {
            let table = of.table;
            let columns = of.numbers.iter().map(|column| ids_between(table, column));
            let spellings = (table == SHIPMENTS.table).then(|| words_of("spellings"));
            let queries: Vec<String> = columns.chain(spellings).collect();
            self.newest(&of, &queries, (key(self.account), from, to, capped(MAX_ROWS)))?;
        }
        Ok(())
    }

    fn words(&mut self, from: &str, to: &str) -> Result<()> {
        for of in TABLES {
            let queries: Vec<String> = of.words.iter().map(|kind| words_of(kind)).collect();
            self.newest(&of, &queries, (key(self.account), from, to, capped(MAX_ROWS)))?;
        }
        Ok(())
    }

    fn endings(&mut self, tail: &str) -> Result<()> {
        for of in TABLES {
            let Some(keys) = of.keys else { continue };
            let queries = [ids_between(keys, "reversed_number")];
            self.newest(&of, &queries, (key(self.account), tail, prefix_end(tail), capped(MAX_ROWS)))?;
        }
        Ok(())
    }

    /// The best matches first; among equal ones, the names with the most shipments.
    fn names(&mut self, text: &str) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        let mut names = self.customers(text)?;
        names.extend(self.named("vessel", |name| NameMatch::of(name, text))?);
        for column in ["discharge", "lading", "destination"] {
            names.extend(self.named(column, |code| match_place(code, text))?);
        }
        names.sort_by_key(|name| (name.quality, Reverse(name.shipments)));
        names.truncate(MAX_NAMES);
        for alike in names.chunk_by(|one, other| one.quality == other.quality) {
            let shipments = alike.iter().map(|name| self.shipments_of(name)).collect::<Result<Vec<_>>>()?;
            let mut shipments = shipments.concat();
            shipments.sort_unstable();
            self.keep(&SHIPMENTS, shipments.into_iter().rev());
        }
        Ok(())
    }

    fn named(&self, column: &'static str, quality: impl Fn(&str) -> Option<NameMatch>) -> Result<Vec<MatchingName>> {
        let sql = "SELECT value, count FROM key_counts WHERE account = ?1 AND kind = 'shipment_keys' AND facet = ?2";
        let names: Vec<(String, i64)> =
            self.session.rows(sql, (key(self.account), column), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let fitting = names.into_iter().filter_map(|(value, shipments)| {
            let quality = quality(&value)?;
            Some(MatchingName { column, value: value.into(), quality, shipments })
        });
        Ok(fitting.collect())
    }

    /// Customers with a matching name, which can include the account itself.
    fn customers(&self, text: &str) -> Result<Vec<MatchingName>> {
        let name = |(id, name, shipments): (Vec<u8>, String, i64)| {
            Some(MatchingName { column: "customer", value: id.into(), quality: NameMatch::of(&name, text)?, shipments })
        };
        let account = key(self.account);
        let mut called: Vec<(Vec<u8>, String, i64)> =
            self.session.rows(CUSTOMERS, (account, text), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let company_name = self.session.account(self.account)?.map(|record| word(&record.company_name));
        if let (Some(company_name), Some(id)) =
            (company_name.filter(|company_name| company_name.contains(text)), account)
        {
            let shipments = self.session.first(SHIPMENTS_OF, (id, id), |row| row.get(0))?;
            called.extend(shipments.map(|shipments| (id.to_vec(), company_name, shipments)));
        }
        Ok(called.into_iter().filter_map(name).collect())
    }

    fn shipments_of(&self, name: &MatchingName) -> Result<Vec<Uuid>> {
        let column = name.column;
        let sql =
            format!("SELECT id FROM shipment_keys WHERE account = ?1 AND {column} = ?2 ORDER BY id DESC LIMIT ?3");
        let params = (key(self.account), &name.value, capped(2 * self.limit));
        self.session.rows(&sql, params, |row| Ok(Uuid::from_bytes(row.get(0)?)))
    }

    fn newest(&mut self, of: &SearchedTable, queries: &[String], params: impl Params) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        let sql = format!("SELECT id FROM ({}) ORDER BY id DESC", queries.join(" UNION "));
        let ids = self.session.rows(&sql, params, |row| Ok(Uuid::from_bytes(row.get(0)?)))?;
        self.keep(of, ids);
        Ok(())
    }

    fn keep(&mut self, of: &SearchedTable, ids: impl IntoIterator<Item = Uuid>) {
        for id in ids {
            if !self.is_full() && self.ids.insert(id) {
                self.found.push((of.finding)(id));
            }
        }
    }
}

fn ids_between(table: &str, column: &str) -> String {
    format!("SELECT id FROM (SELECT id FROM {table} WHERE account = ?1 AND {column} >= ?2 AND {column} <= ?3 LIMIT ?4)")
}

fn words_of(kind: &str) -> String {
    format!(
        "SELECT id FROM (SELECT owner AS id FROM search_words
         WHERE account = ?1 AND kind = '{kind}' AND word >= ?2 AND word <= ?3
         ORDER BY word DESC, owner DESC LIMIT ?4)"
    )
}

pub(super) const CUSTOMERS: &str = "SELECT named.id, named.search_name, counted.count
     FROM parties AS named INDEXED BY parties_by_search_name CROSS JOIN key_counts AS counted
         ON counted.account = ?1 AND counted.kind = 'shipment_keys' AND counted.facet = 'customer'
         AND counted.value = named.id
     WHERE named.account = ?1 AND instr(named.search_name, ?2) > 0";
const SHIPMENTS_OF: &str = "SELECT count FROM key_counts
     WHERE account = ?1 AND kind = 'shipment_keys' AND facet = 'customer' AND value = ?2";

struct MatchingName {
    column: &'static str,
    value: Value,
    quality: NameMatch,
    shipments: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    Whole,
    Beginning,
    BeginningOfWord,
    Part,
}

impl NameMatch {
    fn of(name: &str, text: &str) -> Option<NameMatch> {
        let begins_word = |(at, _): (usize, &str)| !name[..at].ends_with(char::is_alphanumeric);
        match name.find(text)? {
            0 if name.len() == text.len() => Some(NameMatch::Whole),
            0 => Some(NameMatch::Beginning),
            _ if name.match_indices(text).any(begins_word) => Some(NameMatch::BeginningOfWord),
            _ => Some(NameMatch::Part),
        }
    }
}

/// Matches a place by code or name. A place without a code is stored by its name.
fn match_place(code: &str, text: &str) -> Option<NameMatch> {
    if code == text {
        return Some(NameMatch::Whole);
    }
    let name = places::location(code).map_or_else(|| code.to_owned(), |place| word(place.name));
    NameMatch::of(&name, text)
}
