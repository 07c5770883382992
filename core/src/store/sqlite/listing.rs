//! Builds the SQL of lists: conditions, order and index.

use chrono::{DateTime, Utc};
use rusqlite::types::Value;

use super::columns::{capped, key};
use crate::resources::AccountId;
use crate::store::Slice;

/// SQLite has no statistics here, and prefers to scan the rows of an account in the requested order. A `+` before a column prevents that if
/// a condition is more selective.
#[derive(Clone)]
pub(super) struct Listing {
    table: &'static str,
    index: Option<&'static str>,
    condition: String,
    values: Vec<Value>,
    id: &'static str,
    order: Order,
}

#[derive(Clone, Copy)]
struct Order {
    column: Option<&'static str>,
    is_descending: bool,
}

impl Listing {
    pub(super) fn of(table: &'static str, account: &AccountId) -> Self {
        let account = key(account).map_or(Value::Null, |id| Value::Blob(id.to_vec()));
        Listing {
            table,
            index: None,
            condition: "account = ?1".to_owned(),
            values: vec![account],
            id: "id",
            order: NEWEST_FIRST,
        }
    }

    pub(super) fn table(&self) -> &'static str {
        self.table
    }

    /// Only rows with an id that one of these queries returns. `:account`, `:from` and `:to` are replaced.
    pub(super) fn found(mut self, queries: &[&str], values: Option<(Value, Value)>) -> Self {
        let Some((from, to)) = values else { return self };
        let mut found = queries.join(" UNION ALL ").replace(":account", "?1");
        for (name, value) in [(":from", from), (":to", to)] {
            if found.contains(name) {
                self.values.push(value);
                found = found.replace(name, &format!("?{}", self.values.len()));
            }
        }
        self.condition += &format!(" AND id IN ({found})");
        self.id = "+id";
        self
    }

    /// Only rows that match the condition, in which `:value` is the value. All rows if there is no value.
    pub(super) fn only(mut self, condition: &str, value: Option<impl Into<Value>>) -> Self {
        if let Some(value) = value {
            self.values.push(value.into());
            self.condition += " AND ";
            self.condition += &condition.replace(":value", &format!("?{}", self.values.len()));
        }
        self
    }

    /// The same for a condition that few rows match: they are found by the condition, and sorted afterwards.
    pub(super) fn only_few(self, condition: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => Listing { id: "+id", ..self.only(condition, Some(value)) },
            None => self,
        }
    }

    /// Uses the ids, which contain the time of creation in milliseconds.
    pub(super) fn created_between(self, from: Option<DateTime<Utc>>, until: Option<DateTime<Utc>>) -> Self {
        let id = self.id;
        self.only(&format!("{id} >= :value"), from.map(first_id)).only(&format!("{id} < :value"), until.map(first_id))
    }

    pub(super) fn using_index(mut self, index: &'static str) -> Self {
        if self.id == "id" {
            self.index = Some(index);
        }
        self
    }

    pub(super) fn sorted(self, column: Option<&'static str>, is_descending: bool) -> Self {
        Listing { order: Order { column, is_descending }, ..self }
    }

    pub(super) fn count_up_to(self, most: u64) -> (String, Vec<Value>) {
        let (table, condition, mut values) = (self.source(), self.condition, self.values);
        values.push(Value::Integer(capped(most)));
        let rows = format!("SELECT 1 FROM {table} WHERE {condition} LIMIT ?{}", values.len());
        (format!("SELECT count(*) FROM ({rows})"), values)
    }

    fn source(&self) -> String {
        match self.index {
            Some(index) => format!("{} INDEXED BY {index}", self.table),
            None => self.table.to_owned(),
        }
    }

    pub(super) fn slice(mut self, slice: &Slice) -> (String, Vec<Value>) {
        let Order { column, is_descending } = self.order;
        let (comparison, direction) = if is_descending { ("<", "DESC") } else { (">", "ASC") };
        let (table, id) = (self.table, self.id);
        let later = match column {
            None => format!("{id} {comparison} :value"),
            Some(column) => format!(
                "({column}, {id}) {comparison} (SELECT {column}, id FROM {table} WHERE account = ?1 AND id = :value)"
            ),
        };
        self = self.only(&later, slice.before_id().map(|id| Value::Blob(id.as_bytes().to_vec())));
        let source = self.source();
        let Listing { condition, mut values, .. } = self;
        let by = column.map(|column| format!("{column} {direction}, ")).unwrap_or_default();
        values.push(Value::Integer(capped(slice.limit)));
        let mut bounds = format!("LIMIT ?{}", values.len());
        if slice.skip > 0 {
            values.push(Value::Integer(capped(slice.skip)));
            bounds += &format!(" OFFSET ?{}", values.len());
        }
        let chosen = format!("SELECT rowid FROM {source} WHERE {condition} ORDER BY {by}{id} {direction} {bounds}");
        let by = column.map(|column| format!("+{column} {direction}, ")).unwrap_or_default();
        (
            format!("SELECT account, id, body FROM {table} WHERE rowid IN ({chosen}) ORDER BY {by}+id {direction}"),
            values,
        )
    }

    pub(super) fn count(self) -> (String, Vec<Value>) {
        (format!("SELECT count(*) FROM {} WHERE {}", self.source(), self.condition), self.values)
    }
}

const NEWEST_FIRST: Order = Order { column: None, is_descending: true };

pub(super) fn family(table: &'static str) -> &'static str {
    match table {
        "requests" => "tracking request",
        "shipments" => "shipment",
        "containers" => "container",
        "webhooks" => "webhook",
        "deliveries" => "webhook notification",
        "emails" | "email_states" => "email submission",
        "documents" => "document",
        "parties" => "party",
        "fields" => "custom field",
        "field_definitions" => "custom field definition",
        "field_options" => "custom field option",
        "subscriptions" => "subscription",
        "credentials" => "credential",
        other => other,
    }
}

/// The smallest id of rows that are created at this time or later.
pub(super) fn first_id_of(moment: DateTime<Utc>) -> [u8; 16] {
    let millis = u128::try_from(moment.timestamp_millis()).unwrap_or(0);
    (millis << 80).to_be_bytes()
}

pub(super) fn first_id(moment: DateTime<Utc>) -> Value {
    Value::Blob(first_id_of(moment).to_vec())
}
