//! Plans lists with several conditions: the condition with the fewest rows finds rows by its index, and the others are tested on each row.
//!
//! SQLite has no statistics here, so the numbers of rows for key values are stored next to the keys. The rows of a period are read day by
//! day, the newest of each day first, because days and ids can be in different orders.

use std::collections::BTreeSet;

use rusqlite::params_from_iter;
use rusqlite::types::Value;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::columns::{capitals, capped, key, word};
use super::listing::family;
use super::session::Tx;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::Slice;

/// If a condition without a stored count matches at most this many rows, they are sorted for a page. Otherwise rows are scanned in the order
/// of the page.
const MAX_SORTED_ROWS: u64 = 2_000;

/// A page that begins within this many rows of a period is merged from its days. For later pages, all rows are sorted.
const MAX_MERGED_ROWS: u64 = 2_000;

#[derive(Clone, Copy)]
pub(super) struct FilterTables {
    pub table: &'static str,
    pub keys: &'static str,
    pub tags: &'static str,
}

#[derive(Clone, Default)]
struct SqlPart {
    sql: String,
    values: Vec<Value>,
}

impl SqlPart {
    fn of(sql: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Self {
        SqlPart { sql: sql.into(), values: values.into_iter().collect() }
    }

    fn then(mut self, other: &SqlPart) -> Self {
        self.sql += &other.sql;
        self.values.extend(other.values.iter().cloned());
        self
    }
}

#[derive(Clone)]
enum Size {
    /// The count is stored; this query reads it.
    Stored(SqlPart),
    /// The counts of whole days are stored.
    Days(Period),
    /// No count is stored; this query finds the rows.
    Rows(SqlPart),
}

/// A period of days, both included, in an indexed column. Has exact times if it does not begin and end at midnight.
#[derive(Clone, Copy)]
pub(super) struct Period {
    pub day: &'static str,
    pub first: i64,
    pub last: i64,
    pub exact: Option<ExactTimes>,
}

#[derive(Clone, Copy)]
pub(super) struct ExactTimes {
    pub column: &'static str,
    pub from: i64,
    pub until: i64,
}

impl Period {
    fn test(&self) -> SqlPart {
        let Some(ExactTimes { column, from, until }) = self.exact else { return SqlPart::default() };
        SqlPart::of(format!(" AND +k.{column} >= ? AND +k.{column} < ?"), [from.into(), until.into()])
    }
}

#[derive(Clone)]
struct Condition {
    lead: SqlPart,
    id: &'static str,
    is_in_order: bool,
    test: SqlPart,
    size: Size,
}

pub(super) struct FilterPlan {
    tables: FilterTables,
    account: Value,
    conditions: Vec<Condition>,
    tests: Vec<SqlPart>,
}

impl FilterPlan {
    pub(super) fn of(tables: FilterTables, account: &AccountId) -> Self {
        let account = key(account).map_or(Value::Null, |id| Value::Blob(id.to_vec()));
        FilterPlan { tables, account, conditions: Vec::new(), tests: Vec::new() }
    }

    pub(super) fn only(mut self, column: &'static str, value: Option<impl Into<Value>>) -> Self {
        let Some(value) = value.map(Into::into) else { return self };
        let keys = self.tables.keys;
        let counted = [self.account.clone(), keys.to_owned().into(), column.to_owned().into(), value.clone()];
        let size = SqlPart::of(
            "SELECT count FROM key_counts WHERE account = ? AND kind = ? AND facet = ? AND value = ?",
            counted,
        );
        let lead = format!("{keys} AS k INDEXED BY {keys}_by_{column} WHERE k.account = ? AND k.{column} = ?");
        let lead = SqlPart::of(lead, [self.account.clone(), value.clone()]);
        let test = SqlPart::of(format!(" AND +k.{column} = ?"), [value]);
        self.conditions.push(Condition { lead, id: "k.id", is_in_order: true, test, size: Size::Stored(size) });
        self
    }

    /// Only rows with one of the values.
    pub(super) fn only_one_of(mut self, column: &'static str, values: Vec<Value>) -> Self {
        if values.len() < 2 {
            return self.only(column, values.into_iter().next());
        }
        let keys = self.tables.keys;
        let list = vec!["?"; values.len()].join(", ");
        let with_account = || [self.account.clone()].into_iter().chain(values.clone());
        let lead = format!("{keys} AS k INDEXED BY {keys}_by_{column} WHERE k.account = ? AND k.{column} IN ({list})");
        let rows =
            format!("SELECT id FROM {keys} INDEXED BY {keys}_by_{column} WHERE account = ? AND {column} IN ({list})");
        let (lead, rows) = (SqlPart::of(lead, with_account()), SqlPart::of(rows, with_account()));
        let test = SqlPart::of(format!(" AND +k.{column} IN ({list})"), values);
        self.conditions.push(Condition { lead, id: "k.id", is_in_order: false, test, size: Size::Rows(rows) });
        self
    }

    pub(super) fn between(mut self, period: Option<Period>) -> Self {
        let Some(period) = period else { return self };
        let (keys, Period { day, first, last, .. }) = (self.tables.keys, period);
        let bounds = [Value::from(first), Value::from(last)];
        let lead =
            format!("{keys} AS k INDEXED BY {keys}_by_{day} WHERE k.account = ? AND k.{day} >= ? AND k.{day} <= ?");
        let lead = SqlPart::of(lead, [self.account.clone()].into_iter().chain(bounds.clone())).then(&period.test());
        let test = SqlPart::of(format!(" AND +k.{day} >= ? AND +k.{day} <= ?"), bounds).then(&period.test());
        self.conditions.push(Condition { lead, id: "k.id", is_in_order: false, test, size: Size::Days(period) });
        self
    }

    pub(super) fn tagged(self, tag: Option<&str>) -> Self {
        let kind = self.tables.tags.to_owned();
        self.counted_word(&kind, tag)
    }

    pub(super) fn counted_word(self, kind: &str, text: Option<&str>) -> Self {
        let Some(text) = text else { return self };
        let sql = "SELECT count FROM key_counts WHERE account = ? AND kind = ? AND facet = 'word' AND value = ?";
        let size = SqlPart::of(sql, [self.account.clone(), kind.to_owned().into(), word(text).into()]);
        self.word(kind, text, Size::Stored(size))
    }

    pub(super) fn rare_word(self, kind: &str, text: Option<&str>) -> Self {
        let Some(text) = text else { return self };
        let sql = "SELECT 1 FROM search_words WHERE account = ? AND kind = ? AND word = ?";
        let rows = SqlPart::of(sql, [self.account.clone(), kind.to_owned().into(), word(text).into()]);
        self.word(kind, text, Size::Rows(rows))
    }

    fn word(mut self, kind: &str, text: &str, size: Size) -> Self {
        let lead = format!(
            "search_words AS w CROSS JOIN {} AS k ON k.account = w.account AND k.id = w.owner
             WHERE w.account = ? AND w.kind = ? AND w.word = ?",
            self.tables.keys
        );
        let values = [self.account.clone(), kind.to_owned().into(), word(text).into()];
        let test = " AND EXISTS
            (SELECT 1 FROM search_words AS o WHERE o.account = ? AND o.kind = ? AND o.word = ? AND o.owner = k.id)";
        let test = SqlPart::of(test, values.clone());
        self.conditions.push(Condition {
            lead: SqlPart::of(lead, values),
            id: "w.owner",
            is_in_order: true,
            test,
            size,
        });
        self
    }

    /// Only rows with an id that one of these queries returns. `:account`, `:from` and `:to` are replaced.
    pub(super) fn found(mut self, queries: &[&str], values: Option<(Value, Value)>) -> Self {
        let Some((from, to)) = values else { return self };
        let values = [(":account", self.account.clone()), (":from", from), (":to", to)];
        // `UNION` returns each id once, which only matters for the leading condition.
        let once = filled(queries.join(" UNION "), &values);
        let any = filled(queries.join(" UNION ALL "), &values);
        let lead = SqlPart::of("(", []).then(&once).then(&SqlPart::of(
            format!(") AS f CROSS JOIN {} AS k ON k.account = ? AND k.id = f.id WHERE true", self.tables.keys),
            [self.account.clone()],
        ));
        let test = SqlPart::of(" AND k.id IN (", []).then(&any).then(&SqlPart::of(")", []));
        self.conditions.push(Condition { lead, id: "k.id", is_in_order: false, test, size: Size::Rows(any) });
        self
    }

    pub(super) fn test_only(mut self, condition: &str, value: Option<impl Into<Value>>) -> Self {
        if let Some(value) = value {
            self.tests.push(SqlPart::of(format!(" AND {}", condition.replace(":value", "?")), [value.into()]));
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Whether the rows of a condition must be collected and sorted in each query.
    fn finds_without_order(&self) -> bool {
        self.conditions.iter().any(|condition| !condition.is_in_order && matches!(condition.size, Size::Rows(_)))
    }

    fn source(&self, leading: Option<usize>) -> (SqlPart, &'static str) {
        let (lead, id) = match leading {
            Some(at) => (self.conditions[at].lead.clone(), self.conditions[at].id),
            None => {
                let lead = format!("{} AS k WHERE k.account = ?", self.tables.keys);
                (SqlPart::of(lead, [self.account.clone()]), "k.id")
            }
        };
        (self.with_others(lead, leading), id)
    }

    fn with_others(&self, lead: SqlPart, leading: Option<usize>) -> SqlPart {
        let others = self
            .conditions
            .iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != leading)
            .map(|(_, condition)| &condition.test);
        others.chain(&self.tests).fold(lead, SqlPart::then)
    }

    fn counts_of(&self, period: &Period, (first, last): (i64, i64)) -> SqlPart {
        let counts = "FROM key_counts WHERE account = ? AND kind = ? AND facet = ? AND value >= ? AND value <= ?";
        let facet = [self.account.clone(), self.tables.keys.to_owned().into(), period.day.to_owned().into()];
        SqlPart::of(counts, facet.into_iter().chain([first.into(), last.into()]))
    }

    fn of_day(&self, leading: usize, period: &Period, day: i64, (above, below): (Uuid, Uuid), limit: u64) -> SqlPart {
        let (keys, column) = (self.tables.keys, period.day);
        let lead = format!(
            "SELECT k.id FROM {keys} AS k INDEXED BY {keys}_by_{column}
             WHERE k.account = ? AND k.{column} = ? AND k.id > ? AND k.id < ?"
        );
        let ids = [above, below].map(|id| Value::Blob(id.as_bytes().to_vec()));
        let lead = SqlPart::of(lead, [self.account.clone(), day.into()].into_iter().chain(ids)).then(&period.test());
        self.with_others(lead, Some(leading)).then(&SqlPart::of(" ORDER BY k.id DESC LIMIT ?", [capped(limit).into()]))
    }

    fn slice(&self, leading: Option<usize>, slice: &Slice) -> SqlPart {
        let (mut source, id) = self.source(leading);
        if let Some(before) = slice.before_id() {
            source = source.then(&SqlPart::of(format!(" AND {id} < ?"), [Value::Blob(before.as_bytes().to_vec())]));
        }
        let bounds = [capped(slice.limit).into(), capped(slice.skip).into()];
        let table = self.tables.table;
        let rows = format!("SELECT account, id, body FROM {table} WHERE account = ? AND id IN (SELECT {id} FROM ");
        SqlPart::of(rows, [self.account.clone()])
            .then(&source)
            .then(&SqlPart::of(format!(" ORDER BY {id} DESC LIMIT ? OFFSET ?) ORDER BY +id DESC"), bounds))
    }
}

fn filled(mut query: String, values: &[(&str, Value)]) -> SqlPart {
    let mut filled = SqlPart::default();
    while let Some(at) = query.find(':') {
        let named = values.iter().find(|(name, _)| query[at..].starts_with(name));
        let (name, value) = named.expect("a query names its values");
        filled = filled.then(&SqlPart::of(format!("{}?", &query[..at]), [value.clone()]));
        query = query.split_off(at + name.len());
    }
    filled.then(&SqlPart::of(query, []))
}

pub(super) fn exact_number(number: &str) -> (Value, Value) {
    exact_value(capitals(number))
}

/// The ids as values of a key.
pub(super) fn ids(ids: Option<&[Uuid]>) -> Vec<Value> {
    ids.unwrap_or_default().iter().map(|id| Value::Blob(id.as_bytes().to_vec())).collect()
}

pub(super) fn exact_value(value: impl Into<Value>) -> (Value, Value) {
    (value.into(), Value::Null)
}

pub(super) fn prefix_range(text: &str) -> (Value, Value) {
    let from = word(text);
    let to = format!("{from}{}", char::MAX);
    (from.into(), to.into())
}

impl Tx<'_> {
    pub(super) fn rows_of_plan<T: DeserializeOwned>(&self, plan: &FilterPlan, slice: &Slice) -> Result<Vec<T>> {
        let leading = self.leading(plan, true)?;
        let period = leading.and_then(|at| match &plan.conditions[at].size {
            Size::Days(period) if !plan.finds_without_order() => Some((at, period)),
            _ => None,
        });
        let table = plan.tables.table;
        self.pages(slice, |slice| match period {
            Some((at, period)) if slice.skip.saturating_add(slice.limit) <= MAX_MERGED_ROWS => {
                self.rows_with(table, &plan.account, &self.newest_of(plan, at, period, slice)?)
            }
            _ => {
                let SqlPart { sql, values } = plan.slice(leading, slice);
                self.whole_rows(family(table), &sql, params_from_iter(values))
            }
        })
    }

    /// Merges the newest rows of each day, until no remaining day has a newer row than the results.
    fn newest_of(&self, plan: &FilterPlan, leading: usize, period: &Period, slice: &Slice) -> Result<Vec<Uuid>> {
        let needed = slice.skip.saturating_add(slice.limit);
        let below = slice.before_id().unwrap_or(Uuid::max());
        let mut newest = BTreeSet::new();
        if needed == 0 {
            return Ok(Vec::new());
        }
        for (day, at_most) in self.days_of(plan, period, below)? {
            let enough = newest.len() as u64 >= needed;
            let above = newest.first().copied().filter(|_| enough).unwrap_or_default();
            if at_most <= above {
                break;
            }
            let SqlPart { sql, values } = plan.of_day(leading, period, day, (above, below), needed);
            newest.extend(self.rows(&sql, params_from_iter(values), |row| Ok(Uuid::from_bytes(row.get(0)?)))?);
            while newest.len() as u64 > needed {
                newest.pop_first();
            }
        }
        Ok(newest.into_iter().rev().skip(usize::try_from(slice.skip).unwrap_or(usize::MAX)).collect())
    }

    fn days_of(&self, plan: &FilterPlan, period: &Period, below: Uuid) -> Result<Vec<(i64, Uuid)>> {
        let (keys, column) = (plan.tables.keys, period.day);
        let newest = format!(
            "SELECT value, (
                SELECT k.id FROM {keys} AS k INDEXED BY {keys}_by_{column}
                WHERE k.account = key_counts.account AND k.{column} = key_counts.value AND k.id < ?
                ORDER BY k.id DESC LIMIT 1
             ) AS newest "
        );
        let counts = plan.counts_of(period, (period.first, period.last));
        let newest = SqlPart::of(newest, [Value::Blob(below.as_bytes().to_vec())]).then(&counts);
        let SqlPart { sql, values } = newest.then(&SqlPart::of(" ORDER BY newest DESC", []));
        let id = |id: Option<[u8; 16]>| id.map(Uuid::from_bytes);
        let days = self.rows(&sql, params_from_iter(values), |row| Ok((row.get(0)?, id(row.get(1)?))))?;
        Ok(days.into_iter().filter_map(|(day, newest)| Some((day, newest?))).collect())
    }

    pub(super) fn count_of_plan(&self, plan: &FilterPlan) -> Result<u64> {
        match plan.conditions.as_slice() {
            [Condition { size: Size::Stored(count), .. }] if plan.tests.is_empty() => self.one(count),
            [Condition { size: Size::Days(period), .. }] if plan.tests.is_empty() => self.count_of(plan, period),
            _ => {
                let (source, _) = plan.source(self.leading(plan, false)?);
                self.one(&SqlPart::of("SELECT count(*) FROM ", []).then(&source))
            }
        }
    }

    /// The condition by which rows are found. `None` to scan all rows in order, which is faster for a page if an unordered condition matches many
    /// rows.
    fn leading(&self, plan: &FilterPlan, is_page: bool) -> Result<Option<usize>> {
        let sizes =
            plan.conditions.iter().map(|condition| self.size(plan, &condition.size)).collect::<Result<Vec<u64>>>()?;
        let least = |in_order_only: bool| {
            let conditions =
                plan.conditions.iter().enumerate().filter(|(_, condition)| condition.is_in_order || !in_order_only);
            conditions.map(|(at, _)| at).min_by_key(|at| sizes[*at])
        };
        let leading = least(false);
        Ok(match leading {
            Some(at) if is_page && matches!(plan.conditions[at].size, Size::Rows(_)) && sizes[at] > MAX_SORTED_ROWS => {
                least(true)
            }
            leading => leading,
        })
    }

    fn size(&self, plan: &FilterPlan, size: &Size) -> Result<u64> {
        match size {
            Size::Stored(count) => self.one(count),
            Size::Days(period) => self.counted_days(plan, period, (period.first, period.last)),
            Size::Rows(rows) => {
                let limit = SqlPart::of(" LIMIT ?)", [capped(MAX_SORTED_ROWS + 1).into()]);
                let counted = self.one(&SqlPart::of("SELECT count(*) FROM (", []).then(rows).then(&limit))?;
                // The number of rows is unknown and may be much higher, so a condition with a known count is preferred.
                Ok(if counted > MAX_SORTED_ROWS { u64::MAX } else { counted })
            }
        }
    }

    /// Uses stored counts for whole days, and counts the rows of the first and last day.
    fn count_of(&self, plan: &FilterPlan, period: &Period) -> Result<u64> {
        if period.exact.is_none() {
            return self.counted_days(plan, period, (period.first, period.last));
        }
        let keys = plan.tables.keys;
        let rows = |day: i64| {
            let sql = format!(
                "SELECT count(*) FROM {keys} AS k INDEXED BY {keys}_by_{day} WHERE k.account = ? AND k.{day} = ?",
                day = period.day
            );
            self.one(&SqlPart::of(sql, [plan.account.clone(), day.into()]).then(&period.test()))
        };
        let mut count = rows(period.first)?;
        if period.last > period.first {
            count += rows(period.last)? + self.counted_days(plan, period, (period.first + 1, period.last - 1))?;
        }
        Ok(count)
    }

    fn counted_days(&self, plan: &FilterPlan, period: &Period, days: (i64, i64)) -> Result<u64> {
        self.one(&SqlPart::of("SELECT coalesce(sum(count), 0) ", []).then(&plan.counts_of(period, days)))
    }

    fn one(&self, SqlPart { sql, values }: &SqlPart) -> Result<u64> {
        self.number(sql, params_from_iter(values))
    }
}
