//! A listing by several things at once: the one that leaves fewest rows leads, and the others are tested.
//!
//! SQLite has no statistics here. How many rows have a key is kept beside the keys, so that the way is chosen by what there
//! is, and nothing has to be counted where one key alone is asked for.

use rusqlite::params_from_iter;
use rusqlite::types::Value;
use serde::de::DeserializeOwned;

use super::columns::{capitals, capped, key, word};
use super::listing::family;
use super::session::Session;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::Slice;

/// As many rows are sorted for a page; more are walked through in the order of the page.
const FEW: u64 = 2_000;

/// A table of records, where their keys are, and the kind of words that their labels are.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub table: &'static str,
    pub keys: &'static str,
    pub tags: &'static str,
}

/// A piece of SQL with the values of its question marks.
#[derive(Clone, Default)]
struct Part {
    sql: String,
    values: Vec<Value>,
}

impl Part {
    fn of(sql: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Self {
        Part { sql: sql.into(), values: values.into_iter().collect() }
    }

    fn then(mut self, other: &Part) -> Self {
        self.sql += &other.sql;
        self.values.extend(other.values.iter().cloned());
        self
    }
}

/// How many rows a condition leaves.
#[derive(Clone)]
enum Size {
    /// This query tells.
    Kept(Part),
    /// Those of a column of `unit`s a day between two values, counted by days.
    Between { column: &'static str, from: i64, until: i64, unit: i64 },
    /// Nobody knows; these are they.
    Rows(Part),
}

/// A condition that finds rows by an index.
#[derive(Clone)]
struct Way {
    /// What stands behind FROM where it leads, up to its conditions.
    lead: Part,
    /// The id of a row there.
    id: &'static str,
    /// Whether it finds rows in the order of their ids.
    is_in_order: bool,
    /// What stands among the conditions where another one leads.
    test: Part,
    size: Size,
}

/// Rows of one account that meet every condition.
pub(super) struct Sieve {
    kept: Kept,
    account: Value,
    ways: Vec<Way>,
    tests: Vec<Part>,
}

impl Sieve {
    pub(super) fn of(kept: Kept, account: &AccountId) -> Self {
        let account = key(account).map_or(Value::Null, |id| Value::Blob(id.to_vec()));
        Sieve { kept, account, ways: Vec::new(), tests: Vec::new() }
    }

    /// Only rows with this value in a column that has an index.
    pub(super) fn only(self, column: &'static str, value: Option<impl Into<Value>>) -> Self {
        let Some(value) = value.map(Into::into) else { return self };
        let sql = "SELECT count FROM key_counts WHERE account = ? AND kind = ? AND facet = ? AND value = ?";
        let facet = [Value::from(self.kept.keys.to_owned()), Value::from(column.to_owned())];
        let size = [self.account.clone()].into_iter().chain(facet).chain([value.clone()]);
        let size = Size::Kept(Part::of(sql, size));
        let index = format!("{}_by_{column}", self.kept.keys);
        self.equal(column, &index, value, size)
    }

    /// The same where the index and the query for the number of rows have names of their own.
    pub(super) fn only_by(
        self,
        column: &'static str,
        index: &str,
        value: Option<impl Into<Value>>,
        count: &str,
    ) -> Self {
        let Some(value) = value.map(Into::into) else { return self };
        let size = Size::Kept(Part::of(count, [self.account.clone(), value.clone()]));
        self.equal(column, index, value, size)
    }

    fn equal(mut self, column: &'static str, index: &str, value: Value, size: Size) -> Self {
        let keys = self.kept.keys;
        let lead = format!("{keys} AS k INDEXED BY {index} WHERE k.account = ? AND k.{column} = ?");
        let lead = Part::of(lead, [self.account.clone(), value.clone()]);
        let test = Part::of(format!(" AND +k.{column} = ?"), [value]);
        self.ways.push(Way { lead, id: "k.id", is_in_order: true, test, size });
        self
    }

    /// Only rows whose column, of `unit`s a day, is not before `from` and before `until`.
    pub(super) fn between(mut self, column: &'static str, from: Option<i64>, until: Option<i64>, unit: i64) -> Self {
        if from.is_none() && until.is_none() {
            return self;
        }
        let (from, until) = (from.unwrap_or(LEAST), until.unwrap_or(MOST));
        let keys = self.kept.keys;
        let lead = format!(
            "{keys} AS k INDEXED BY {keys}_by_{column} WHERE k.account = ? AND k.{column} >= ? AND k.{column} < ?"
        );
        let bounds = [Value::from(from), Value::from(until)];
        let lead = Part::of(lead, [self.account.clone()].into_iter().chain(bounds.clone()));
        let test = Part::of(format!(" AND +k.{column} >= ? AND +k.{column} < ?"), bounds);
        let size = Size::Between { column, from, until, unit };
        self.ways.push(Way { lead, id: "k.id", is_in_order: false, test, size });
        self
    }

    /// Only rows with this label.
    pub(super) fn tagged(self, tag: Option<&str>) -> Self {
        let kind = self.kept.tags.to_owned();
        self.counted_word(&kind, tag)
    }

    /// Only rows that are found by this word, of a kind whose words are counted.
    pub(super) fn counted_word(self, kind: &str, text: Option<&str>) -> Self {
        let Some(text) = text else { return self };
        let sql = "SELECT count FROM key_counts WHERE account = ? AND kind = ? AND facet = 'word' AND value = ?";
        let size = Part::of(sql, [self.account.clone(), kind.to_owned().into(), word(text).into()]);
        self.word(kind, text, Size::Kept(size))
    }

    /// Only rows that are found by this word.
    pub(super) fn rare_word(self, kind: &str, text: Option<&str>) -> Self {
        let Some(text) = text else { return self };
        let sql = "SELECT 1 FROM words WHERE account = ? AND kind = ? AND word = ?";
        let rows = Part::of(sql, [self.account.clone(), kind.to_owned().into(), word(text).into()]);
        self.word(kind, text, Size::Rows(rows))
    }

    fn word(mut self, kind: &str, text: &str, size: Size) -> Self {
        let lead = format!(
            "words AS w CROSS JOIN {} AS k ON k.account = w.account AND k.id = w.owner
             WHERE w.account = ? AND w.kind = ? AND w.word = ?",
            self.kept.keys
        );
        let values = [self.account.clone(), kind.to_owned().into(), word(text).into()];
        let test = " AND EXISTS
            (SELECT 1 FROM words AS o WHERE o.account = ? AND o.kind = ? AND o.word = ? AND o.owner = k.id)";
        let test = Part::of(test, values.clone());
        self.ways.push(Way { lead: Part::of(lead, values), id: "w.owner", is_in_order: true, test, size });
        self
    }

    /// Only rows whose id one of these queries finds. In them `:account` is the account, `:from` and `:to` are the values.
    pub(super) fn found(mut self, queries: &[&str], values: Option<(String, String)>) -> Self {
        let Some((from, to)) = values else { return self };
        let values = [(":account", self.account.clone()), (":from", from.into()), (":to", to.into())];
        // Where it leads, each id is found once; else nothing has to be put in order first.
        let once = filled(queries.join(" UNION "), &values);
        let any = filled(queries.join(" UNION ALL "), &values);
        let lead = Part::of("(", []).then(&once).then(&Part::of(
            format!(") AS f CROSS JOIN {} AS k ON k.account = ? AND k.id = f.id WHERE true", self.kept.keys),
            [self.account.clone()],
        ));
        let test = Part::of(" AND k.id IN (", []).then(&any).then(&Part::of(")", []));
        self.ways.push(Way { lead, id: "k.id", is_in_order: false, test, size: Size::Rows(any) });
        self
    }

    /// Only rows that meet a condition that no index is for, `:value` being the value.
    pub(super) fn also(mut self, condition: &str, value: Option<impl Into<Value>>) -> Self {
        if let Some(value) = value {
            self.tests.push(Part::of(format!(" AND {}", condition.replace(":value", "?")), [value.into()]));
        }
        self
    }

    /// Whether nothing was asked for that finds rows.
    pub(super) fn is_open(&self) -> bool {
        self.ways.is_empty()
    }

    /// What stands behind FROM, with every condition, and the id of a row there.
    fn source(&self, leading: Option<usize>) -> (Part, &'static str) {
        let others = self.ways.iter().enumerate().filter(|(at, _)| Some(*at) != leading).map(|(_, way)| &way.test);
        let (lead, id) = match leading {
            Some(at) => (self.ways[at].lead.clone(), self.ways[at].id),
            None => {
                let lead = format!("{} AS k WHERE k.account = ?", self.kept.keys);
                (Part::of(lead, [self.account.clone()]), "k.id")
            }
        };
        (others.chain(&self.tests).fold(lead, Part::then), id)
    }

    /// The query for a slice of it, newest first.
    fn slice(&self, leading: Option<usize>, slice: &Slice) -> Part {
        let (mut source, id) = self.source(leading);
        if let Some(before) = slice.before {
            source = source.then(&Part::of(format!(" AND {id} < ?"), [Value::Blob(before.as_bytes().to_vec())]));
        }
        let bounds = [capped(slice.limit).into(), capped(slice.skip).into()];
        let table = self.kept.table;
        let rows = format!("SELECT account, id, body FROM {table} WHERE account = ? AND id IN (SELECT {id} FROM ");
        Part::of(rows, [self.account.clone()])
            .then(&source)
            .then(&Part::of(format!(" ORDER BY {id} DESC LIMIT ? OFFSET ?) ORDER BY +id DESC"), bounds))
    }
}

/// A query with its values by their names.
fn filled(mut query: String, values: &[(&str, Value)]) -> Part {
    let mut filled = Part::default();
    while let Some(at) = query.find(':') {
        let named = values.iter().find(|(name, _)| query[at..].starts_with(name));
        let (name, value) = named.expect("a query names its values");
        filled = filled.then(&Part::of(format!("{}?", &query[..at]), [value.clone()]));
        query = query.split_off(at + name.len());
    }
    filled.then(&Part::of(query, []))
}

/// What queries for rows with this number look for.
pub(super) fn exactly(number: &str) -> (String, String) {
    (capitals(number), String::new())
}

/// What queries for rows that begin so look for: from one text to before another.
pub(super) fn beginning(text: &str) -> (String, String) {
    let from = word(text);
    let to = format!("{from}{}", char::MAX);
    (from, to)
}

/// Before and behind everything that is kept.
const LEAST: i64 = i64::MIN / 4;
const MOST: i64 = i64::MAX / 4;

impl Session<'_> {
    /// A slice of the rows, newest first.
    pub(super) fn sifted<T: DeserializeOwned>(&self, sieve: &Sieve, slice: &Slice) -> Result<Vec<T>> {
        let leading = self.leading(sieve, true)?;
        self.pages(family(sieve.kept.table), slice, |slice| {
            let Part { sql, values } = sieve.slice(leading, slice);
            (sql, values)
        })
    }

    /// How many rows there are.
    pub(super) fn count_sifted(&self, sieve: &Sieve) -> Result<u64> {
        match sieve.ways.as_slice() {
            [Way { size: Size::Kept(count), .. }] if sieve.tests.is_empty() => self.one(count),
            [Way { size: Size::Between { column, from, until, unit }, .. }] if sieve.tests.is_empty() => {
                self.count_between(sieve, column, (*from, *until), *unit)
            }
            _ => {
                let (source, _) = sieve.source(self.leading(sieve, false)?);
                self.one(&Part::of("SELECT count(*) FROM ", []).then(&source))
            }
        }
    }

    /// The condition that leads; `None` where all rows are gone through in their order. A page is read in the order of its
    /// rows where many are found.
    fn leading(&self, sieve: &Sieve, is_page: bool) -> Result<Option<usize>> {
        let sizes = sieve.ways.iter().map(|way| self.size(sieve, &way.size)).collect::<Result<Vec<u64>>>()?;
        let least = |in_order_only: bool| {
            let ways = sieve.ways.iter().enumerate().filter(|(_, way)| way.is_in_order || !in_order_only);
            ways.map(|(at, _)| at).min_by_key(|at| sizes[*at])
        };
        let leading = least(false);
        Ok(match leading {
            Some(at) if is_page && !sieve.ways[at].is_in_order && sizes[at] > FEW => least(true),
            leading => leading,
        })
    }

    /// How many rows a condition leaves, more or less.
    fn size(&self, sieve: &Sieve, size: &Size) -> Result<u64> {
        match size {
            Size::Kept(count) => self.one(count),
            Size::Between { column, from, until, unit } => {
                let days = (from.div_euclid(*unit), until.div_euclid(*unit).saturating_add(1));
                self.counted_days(sieve, column, days)
            }
            Size::Rows(rows) => {
                let limit = Part::of(" LIMIT ?)", [capped(FEW + 1).into()]);
                let counted = self.one(&Part::of("SELECT count(*) FROM (", []).then(rows).then(&limit))?;
                // How many more there are nobody knows: whatever is known to leave fewer goes before it.
                Ok(if counted > FEW { u64::MAX } else { counted })
            }
        }
    }

    /// Whole days are counted already; what is left at both ends is counted now.
    fn count_between(&self, sieve: &Sieve, column: &'static str, (from, until): (i64, i64), unit: i64) -> Result<u64> {
        let first = from.div_euclid(unit) + i64::from(from.rem_euclid(unit) > 0);
        let end = until.div_euclid(unit);
        let rows = |from: i64, until: i64| {
            let keys = sieve.kept.keys;
            let sql = format!(
                "SELECT count(*) FROM {keys} INDEXED BY {keys}_by_{column}
                 WHERE account = ? AND {column} >= ? AND {column} < ?"
            );
            self.one(&Part::of(sql, [sieve.account.clone(), from.into(), until.into()]))
        };
        if first >= end {
            return rows(from, until);
        }
        let ends = [(from, first.saturating_mul(unit)), (end.saturating_mul(unit), until)];
        let mut count = self.counted_days(sieve, column, (first, end))?;
        for (from, until) in ends.into_iter().filter(|(from, until)| from < until) {
            count += rows(from, until)?;
        }
        Ok(count)
    }

    fn counted_days(&self, sieve: &Sieve, column: &str, (first, end): (i64, i64)) -> Result<u64> {
        let sql = "SELECT coalesce(sum(count), 0) FROM key_counts
             WHERE account = ? AND kind = ? AND facet = ? AND value >= ? AND value < ?";
        let facet = [Value::from(sieve.kept.keys.to_owned()), Value::from(column.to_owned())];
        let bounds = [Value::from(first), Value::from(end)];
        self.one(&Part::of(sql, [sieve.account.clone()].into_iter().chain(facet).chain(bounds)))
    }

    fn one(&self, Part { sql, values }: &Part) -> Result<u64> {
        self.number(sql, params_from_iter(values))
    }
}
