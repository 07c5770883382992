//! The queues due work stands in, and how those fare whom it waits for.

use chrono::{DateTime, Utc};
use rusqlite::types::Value;
use serde::de::DeserializeOwned;

use super::session::{Session, capped, key, micros, to_json};
use crate::breaker::Breaker;
use crate::error::Result;
use crate::store::{Party, Queues, Rows, Turn};

/// A kind of queue: how the tables have it, and where its items are.
pub(super) struct Kind {
    name: &'static str,
    /// What an item is called.
    item: &'static str,
    table: &'static str,
    /// The column of the party in that table.
    party: &'static str,
}

pub(super) const LOOK_UPS: Kind = Kind { name: "carrier", item: "tracking request", table: "requests", party: "party" };

pub(super) const DELIVERIES: Kind =
    Kind { name: "webhook", item: "webhook notification", table: "deliveries", party: "webhook" };

impl Kind {
    /// The query for the items whose turn it is. It reads one row of a queue for each, and steps over those of parties
    /// that are left out, never over what waits in them.
    pub(super) fn due(&self) -> String {
        let Kind { name, table, party, .. } = self;
        format!(
            "SELECT item.account, item.id, item.body FROM queues CROSS JOIN {table} AS item ON item.rowid = (
                SELECT rowid FROM {table} WHERE {party} = queues.party AND due <= ?1
                    AND hex(id) NOT IN (SELECT value FROM json_each(?2)) ORDER BY due, id LIMIT 1)
             WHERE queues.kind = '{name}' AND queues.troubled = ?3 AND queues.due <= ?1
                AND hex(queues.party) NOT IN (SELECT value FROM json_each(?4))
                AND queues.origin NOT IN (SELECT value FROM json_each(?5))
                AND (?6 IS NULL OR queues.party IN (SELECT value FROM json_each(?6)))
             ORDER BY queues.due, queues.party LIMIT ?7"
        )
    }

    /// The query for how many items are due, and can be done.
    pub(super) fn count(&self) -> String {
        let Kind { name, table, party, .. } = self;
        format!(
            "SELECT count(*) FROM queues CROSS JOIN {table} AS item ON item.{party} = queues.party AND item.due <= ?1
             WHERE queues.kind = '{name}' AND queues.troubled IN (0, 1) AND queues.due <= ?1
                AND (?2 IS NULL OR queues.party IN (SELECT value FROM json_each(?2)))"
        )
    }
}

impl Session<'_> {
    /// The first items of queues whose turn it is, longest due first.
    pub(super) fn due<T: DeserializeOwned>(
        &self,
        kind: &Kind,
        now: DateTime<Utc>,
        turn: &Turn<'_>,
        limit: usize,
    ) -> Result<Rows<T>> {
        let held: Vec<_> = turn.held.iter().map(|id| hex(id.as_bytes())).collect();
        let busy: Vec<_> = turn.busy.iter().map(|party| hex(&bytes(party))).collect();
        let params = (
            micros(now),
            to_json(&held)?,
            turn.troubled,
            to_json(&busy)?,
            to_json(&turn.busy_origins)?,
            turn.carriers.map(|carriers| to_json(&carriers)).transpose()?,
            capped(limit),
        );
        self.whole_rows(kind.item, &kind.due(), params)
    }

    /// How many items are due in queues of a kind.
    pub(super) fn count_due(&self, kind: &Kind, now: DateTime<Utc>, carriers: Option<&[String]>) -> Result<u64> {
        let carriers = carriers.map(|carriers| to_json(&carriers)).transpose()?;
        self.number(&kind.count(), (micros(now), carriers))
    }

    /// When the next queue of a kind falls due after a moment.
    pub(super) fn next_turn(
        &self,
        kind: &Kind,
        after: Option<DateTime<Utc>>,
        carriers: Option<&[String]>,
    ) -> Result<Option<DateTime<Utc>>> {
        let carriers = carriers.map(|carriers| to_json(&carriers)).transpose()?;
        let next = |troubled| {
            self.first(
                "SELECT due FROM queues WHERE kind = ?1 AND troubled = ?2 AND due > ?3
                    AND (?4 IS NULL OR party IN (SELECT value FROM json_each(?4))) ORDER BY due LIMIT 1",
                (kind.name, troubled, after.map_or(i64::MIN, micros), &carriers),
                |row| row.get::<_, i64>(0),
            )
        };
        let due = [next(false)?, next(true)?].into_iter().flatten().min();
        Ok(due.and_then(DateTime::from_timestamp_micros))
    }
}

impl Queues for Session<'_> {
    fn breaker(&self, party: &Party) -> Result<Breaker> {
        let found = self.first(
            "SELECT failures, rests FROM queues WHERE kind = ?1 AND party = ?2",
            (kind(party).name, value(party)),
            |row| Ok((row.get::<_, u32>(0)?, row.get::<_, Option<i64>>(1)?)),
        )?;
        let known = |(failures, rests): (u32, Option<i64>)| Breaker {
            failures,
            rests_until: rests.and_then(DateTime::from_timestamp_micros),
        };
        Ok(found.map(known).unwrap_or_default())
    }

    fn put_breaker(&self, party: &Party, breaker: Breaker) -> Result<()> {
        self.change(
            "INSERT INTO queues (kind, party, failures, rests) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO UPDATE SET failures = ?3, rests = ?4",
            (kind(party).name, value(party), breaker.failures, breaker.rests_until.map(micros)),
        )?;
        Ok(())
    }

    fn any_rests_after(&self, moment: DateTime<Utc>) -> Result<bool> {
        let found = self.first("SELECT 1 FROM queues WHERE rests > ?1 LIMIT 1", [micros(moment)], |_| Ok(()))?;
        Ok(found.is_some())
    }

    fn shorten_rests(&self, latest: DateTime<Utc>) -> Result<()> {
        self.change("UPDATE queues SET rests = ?1 WHERE rests > ?1", [micros(latest)])?;
        Ok(())
    }

    fn carriers_waited_for(&self, now: DateTime<Utc>, but: &[String]) -> Result<Vec<String>> {
        self.rows(
            "SELECT party FROM queues WHERE kind = 'carrier' AND troubled IN (0, 1) AND due <= ?1
                AND party NOT IN (SELECT value FROM json_each(?2)) ORDER BY party",
            (micros(now), to_json(&but)?),
            |row| row.get(0),
        )
    }
}

fn kind(party: &Party) -> &'static Kind {
    match party {
        Party::Carrier(_) => &LOOK_UPS,
        Party::Webhook(_) => &DELIVERIES,
    }
}

/// A party as its column has it.
fn value(party: &Party) -> Value {
    match party {
        Party::Carrier(scac) => Value::Text(scac.clone()),
        Party::Webhook(id) => key(id).map_or(Value::Null, |id| Value::Blob(id.to_vec())),
    }
}

fn bytes(party: &Party) -> Vec<u8> {
    match value(party) {
        Value::Text(text) => text.into_bytes(),
        Value::Blob(blob) => blob,
        _ => Vec::new(),
    }
}

/// As SQLite's `hex` has it.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}
