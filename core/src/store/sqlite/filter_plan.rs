//! Listings with several conditions: the one with fewest rows leads, and the others are tested.
//!
//! SQLite has no statistics here, so the counts of key values are stored next to the keys. The rows of a period are
//! read day by day, the newest of each first, whether or not days and ids are in the same order.

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

/// Up to this many uncounted rows are sorted for a page; more are walked in the order of the page.
const FEW: u64 = 2_000;

/// Up to this many rows into a period, a page is put together by days; beyond, all rows are sorted.
const FAR: u64 = 2_000;

#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub table: &'static str,
    pub keys: &'static str,
    pub tags: &'static str,
}

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

#[derive(Clone)]
enum Size {
    Kept(Part),
    /// Stored counts of whole days.
    Between(Period),
    /// No count is stored; this query finds the rows.
    Rows(Part),
}

/// Both days included, in an indexed column; and the exact moments if the first and the last day are not whole.
#[derive(Clone, Copy)]
pub(super) struct Period {
    pub day: &'static str,
    pub first: i64,
    pub last: i64,
    pub within: Option<Within>,
}

#[derive(Clone, Copy)]
pub(super) struct Within {
    pub column: &'static str,
    pub from: i64,
    pub until: i64,
}

impl Period {
    fn test(&self) -> Part {
        let Some(Within { column, from, until }) = self.within else { return Part::default() };
        Part::of(format!(" AND +k.{column} >= ? AND +k.{column} < ?"), [from.into(), until.into()])
    }
}

#[derive(Clone)]
struct Way {
    lead: Part,
    id: &'static str,
    is_in_order: bool,
    test: Part,
    size: Size,
}

pub(super) struct FilterPlan {
    kept: Kept,
    account: Value,
    ways: Vec<Way>,
    tests: Vec<Part>,
}

impl FilterPlan {
    pub(super) fn of(kept: Kept, account: &AccountId) -> Self {
        let account = key(account).map_or(Value::Null, |id| Value::Blob(id.to_vec()));
        FilterPlan { kept, account, ways: Vec::new(), tests: Vec::new() }
    }

    pub(super) fn only(mut self, column: &'static str, value: Option<impl Into<Value>>) -> Self {
        let Some(value) = value.map(Into::into) else { return self };
        let keys = self.kept.keys;
        let counted = [self.account.clone(), keys.to_owned().into(), column.to_owned().into(), value.clone()];
        let size = Part::of(
            "SELECT count FROM key_counts WHERE account = ? AND kind = ? AND facet = ? AND value = ?",
            counted,
        );
        let lead = format!("{keys} AS k INDEXED BY {keys}_by_{column} WHERE k.account = ? AND k.{column} = ?");
        let lead = Part::of(lead, [self.account.clone(), value.clone()]);
        let test = Part::of(format!(" AND +k.{column} = ?"), [value]);
        self.ways.push(Way { lead, id: "k.id", is_in_order: true, test, size: Size::Kept(size) });
        self
    }

    pub(super) fn between(mut self, period: Option<Period>) -> Self {
        let Some(period) = period else { return self };
        let (keys, Period { day, first, last, .. }) = (self.kept.keys, period);
        let bounds = [Value::from(first), Value::from(last)];
        let lead =
            format!("{keys} AS k INDEXED BY {keys}_by_{day} WHERE k.account = ? AND k.{day} >= ? AND k.{day} <= ?");
        let lead = Part::of(lead, [self.account.clone()].into_iter().chain(bounds.clone())).then(&period.test());
        let test = Part::of(format!(" AND +k.{day} >= ? AND +k.{day} <= ?"), bounds).then(&period.test());
        self.ways.push(Way { lead, id: "k.id", is_in_order: false, test, size: Size::Between(period) });
        self
    }

    pub(super) fn tagged(self, tag: Option<&str>) -> Self {
        let kind = self.kept.tags.to_owned();
        self.counted_word(&kind, tag)
    }

    pub(super) fn counted_word(self, kind: &str, text: Option<&str>) -> Self {
        let Some(text) = text else { return self };
        let sql = "SELECT count FROM key_counts WHERE account = ? AND kind = ? AND facet = 'word' AND value = ?";
        let size = Part::of(sql, [self.account.clone(), kind.to_owned().into(), word(text).into()]);
        self.word(kind, text, Size::Kept(size))
    }

    pub(super) fn rare_word(self, kind: &str, text: Option<&str>) -> Self {
        let Some(text) = text else { return self };
        let sql = "SELECT 1 FROM search_words WHERE account = ? AND kind = ? AND word = ?";
        let rows = Part::of(sql, [self.account.clone(), kind.to_owned().into(), word(text).into()]);
        self.word(kind, text, Size::Rows(rows))
    }

    fn word(mut self, kind: &str, text: &str, size: Size) -> Self {
        let lead = format!(
            "search_words AS w CROSS JOIN {} AS k ON k.account = w.account AND k.id = w.owner
             WHERE w.account = ? AND w.kind = ? AND w.word = ?",
            self.kept.keys
        );
        let values = [self.account.clone(), kind.to_owned().into(), word(text).into()];
        let test = " AND EXISTS
            (SELECT 1 FROM search_words AS o WHERE o.account = ? AND o.kind = ? AND o.word = ? AND o.owner = k.id)";
        let test = Part::of(test, values.clone());
        self.ways.push(Way { lead: Part::of(lead, values), id: "w.owner", is_in_order: true, test, size });
        self
    }

    /// One of these queries returns the id. `:account`, `:from` and `:to` are replaced.
    pub(super) fn found(mut self, queries: &[&str], values: Option<(Value, Value)>) -> Self {
        let Some((from, to)) = values else { return self };
        let values = [(":account", self.account.clone()), (":from", from), (":to", to)];
        // `UNION` returns each id once, which only matters if it leads.
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

    pub(super) fn also(mut self, condition: &str, value: Option<impl Into<Value>>) -> Self {
        if let Some(value) = value {
            self.tests.push(Part::of(format!(" AND {}", condition.replace(":value", "?")), [value.into()]));
        }
        self
    }

    pub(super) fn is_open(&self) -> bool {
        self.ways.is_empty()
    }

    /// The rows of such a condition are collected and sorted once per query.
    fn finds_without_order(&self) -> bool {
        self.ways.iter().any(|way| !way.is_in_order && matches!(way.size, Size::Rows(_)))
    }

    fn source(&self, leading: Option<usize>) -> (Part, &'static str) {
        let (lead, id) = match leading {
            Some(at) => (self.ways[at].lead.clone(), self.ways[at].id),
            None => {
                let lead = format!("{} AS k WHERE k.account = ?", self.kept.keys);
                (Part::of(lead, [self.account.clone()]), "k.id")
            }
        };
        (self.with_others(lead, leading), id)
    }

    fn with_others(&self, lead: Part, leading: Option<usize>) -> Part {
        let others = self.ways.iter().enumerate().filter(|(at, _)| Some(*at) != leading).map(|(_, way)| &way.test);
        others.chain(&self.tests).fold(lead, Part::then)
    }

    fn counts_of(&self, period: &Period, (first, last): (i64, i64)) -> Part {
        let counts = "FROM key_counts WHERE account = ? AND kind = ? AND facet = ? AND value >= ? AND value <= ?";
        let facet = [self.account.clone(), self.kept.keys.to_owned().into(), period.day.to_owned().into()];
        Part::of(counts, facet.into_iter().chain([first.into(), last.into()]))
    }

    fn of_day(&self, leading: usize, period: &Period, day: i64, (above, below): (Uuid, Uuid), limit: u64) -> Part {
        let (keys, column) = (self.kept.keys, period.day);
        let lead = format!(
            "SELECT k.id FROM {keys} AS k INDEXED BY {keys}_by_{column}
             WHERE k.account = ? AND k.{column} = ? AND k.id > ? AND k.id < ?"
        );
        let ids = [above, below].map(|id| Value::Blob(id.as_bytes().to_vec()));
        let lead = Part::of(lead, [self.account.clone(), day.into()].into_iter().chain(ids)).then(&period.test());
        self.with_others(lead, Some(leading)).then(&Part::of(" ORDER BY k.id DESC LIMIT ?", [capped(limit).into()]))
    }

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

pub(super) fn exactly(number: &str) -> (Value, Value) {
    this(capitals(number))
}

pub(super) fn this(value: impl Into<Value>) -> (Value, Value) {
    (value.into(), Value::Null)
}

pub(super) fn beginning(text: &str) -> (Value, Value) {
    let from = word(text);
    let to = format!("{from}{}", char::MAX);
    (from.into(), to.into())
}

impl Tx<'_> {
    pub(super) fn rows_of_plan<T: DeserializeOwned>(&self, plan: &FilterPlan, slice: &Slice) -> Result<Vec<T>> {
        let leading = self.leading(plan, true)?;
        let period = leading.and_then(|at| match &plan.ways[at].size {
            Size::Between(period) if !plan.finds_without_order() => Some((at, period)),
            _ => None,
        });
        let table = plan.kept.table;
        self.pages(slice, |slice| match period {
            Some((at, period)) if slice.skip.saturating_add(slice.limit) <= FAR => {
                self.rows_with(table, &plan.account, &self.newest_of(plan, at, period, slice)?)
            }
            _ => {
                let Part { sql, values } = plan.slice(leading, slice);
                self.whole_rows(family(table), &sql, params_from_iter(values))
            }
        })
    }

    /// Takes the newest of each day, until no day that is left has one newer than the results.
    fn newest_of(&self, plan: &FilterPlan, leading: usize, period: &Period, slice: &Slice) -> Result<Vec<Uuid>> {
        let wanted = slice.skip.saturating_add(slice.limit);
        let below = slice.before.unwrap_or(Uuid::max());
        let mut newest = BTreeSet::new();
        if wanted == 0 {
            return Ok(Vec::new());
        }
        for (day, at_most) in self.days_of(plan, period, below)? {
            let enough = newest.len() as u64 >= wanted;
            let above = newest.first().copied().filter(|_| enough).unwrap_or_default();
            if at_most <= above {
                break;
            }
            let Part { sql, values } = plan.of_day(leading, period, day, (above, below), wanted);
            newest.extend(self.rows(&sql, params_from_iter(values), |row| Ok(Uuid::from_bytes(row.get(0)?)))?);
            while newest.len() as u64 > wanted {
                newest.pop_first();
            }
        }
        Ok(newest.into_iter().rev().skip(usize::try_from(slice.skip).unwrap_or(usize::MAX)).collect())
    }

    fn days_of(&self, plan: &FilterPlan, period: &Period, below: Uuid) -> Result<Vec<(i64, Uuid)>> {
        let (keys, column) = (plan.kept.keys, period.day);
        let newest = format!(
            "SELECT value, (
                SELECT k.id FROM {keys} AS k INDEXED BY {keys}_by_{column}
                WHERE k.account = key_counts.account AND k.{column} = key_counts.value AND k.id < ?
                ORDER BY k.id DESC LIMIT 1
             ) AS newest "
        );
        let counts = plan.counts_of(period, (period.first, period.last));
        let newest = Part::of(newest, [Value::Blob(below.as_bytes().to_vec())]).then(&counts);
        let Part { sql, values } = newest.then(&Part::of(" ORDER BY newest DESC", []));
        let id = |id: Option<[u8; 16]>| id.map(Uuid::from_bytes);
        let days = self.rows(&sql, params_from_iter(values), |row| Ok((row.get(0)?, id(row.get(1)?))))?;
        Ok(days.into_iter().filter_map(|(day, newest)| Some((day, newest?))).collect())
    }

    pub(super) fn count_of_plan(&self, plan: &FilterPlan) -> Result<u64> {
        match plan.ways.as_slice() {
            [Way { size: Size::Kept(count), .. }] if plan.tests.is_empty() => self.one(count),
            [Way { size: Size::Between(period), .. }] if plan.tests.is_empty() => self.count_of(plan, period),
            _ => {
                let (source, _) = plan.source(self.leading(plan, false)?);
                self.one(&Part::of("SELECT count(*) FROM ", []).then(&source))
            }
        }
    }

    /// `None` to walk all rows in order, which suits a page if an unordered condition has many rows.
    fn leading(&self, plan: &FilterPlan, is_page: bool) -> Result<Option<usize>> {
        let sizes = plan.ways.iter().map(|way| self.size(plan, &way.size)).collect::<Result<Vec<u64>>>()?;
        let least = |in_order_only: bool| {
            let ways = plan.ways.iter().enumerate().filter(|(_, way)| way.is_in_order || !in_order_only);
            ways.map(|(at, _)| at).min_by_key(|at| sizes[*at])
        };
        let leading = least(false);
        Ok(match leading {
            Some(at) if is_page && matches!(plan.ways[at].size, Size::Rows(_)) && sizes[at] > FEW => least(true),
            leading => leading,
        })
    }

    fn size(&self, plan: &FilterPlan, size: &Size) -> Result<u64> {
        match size {
            Size::Kept(count) => self.one(count),
            Size::Between(period) => self.counted_days(plan, period, (period.first, period.last)),
            Size::Rows(rows) => {
                let limit = Part::of(" LIMIT ?)", [capped(FEW + 1).into()]);
                let counted = self.one(&Part::of("SELECT count(*) FROM (", []).then(rows).then(&limit))?;
                // There may be many more, so any known count comes first.
                Ok(if counted > FEW { u64::MAX } else { counted })
            }
        }
    }

    /// Whole days from stored counts; the rest of the first and the last day is counted now.
    fn count_of(&self, plan: &FilterPlan, period: &Period) -> Result<u64> {
        if period.within.is_none() {
            return self.counted_days(plan, period, (period.first, period.last));
        }
        let keys = plan.kept.keys;
        let rows = |day: i64| {
            let sql = format!(
                "SELECT count(*) FROM {keys} AS k INDEXED BY {keys}_by_{day} WHERE k.account = ? AND k.{day} = ?",
                day = period.day
            );
            self.one(&Part::of(sql, [plan.account.clone(), day.into()]).then(&period.test()))
        };
        let mut count = rows(period.first)?;
        if period.last > period.first {
            count += rows(period.last)? + self.counted_days(plan, period, (period.first + 1, period.last - 1))?;
        }
        Ok(count)
    }

    fn counted_days(&self, plan: &FilterPlan, period: &Period, days: (i64, i64)) -> Result<u64> {
        self.one(&Part::of("SELECT coalesce(sum(count), 0) ", []).then(&plan.counts_of(period, days)))
    }

    fn one(&self, Part { sql, values }: &Part) -> Result<u64> {
        self.number(sql, params_from_iter(values))
    }
}
