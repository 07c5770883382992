//! Queries of the queues of due work, and of the health of carriers and webhooks.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::types::Value;
use uuid::Uuid;

use super::columns::{self, capped, key, micros, moment, to_json};
use super::session::Tx;
use crate::breaker::{Breaker, FAILURES};
use crate::error::Result;
use crate::ids::{CredentialId, hex};
use crate::resources::{AccountId, RequestStatus, WebhookId};
use crate::store::{
    Counterparty, DueFilter, Lane, LaneSize, LatestRests, Queue, QueueItem, Rows, SuspendedCredential, UnreadableRow,
};
use crate::tracking::lifecycle::State;

pub(super) struct QueueTable {
    name: &'static str,
    item: &'static str,
    table: &'static str,
    counterparty: &'static str,
    lane: &'static str,
    pick: &'static str,
}

/// Takes one step in the index for each rank, independent of the number of waiting items.
const PICK_BY_RANK: &str = "WITH RECURSIVE ranks (rank) AS (
        SELECT (SELECT rank FROM requests WHERE carrier = queues.counterparty AND account = queues.account AND due IS NOT NULL
            ORDER BY rank LIMIT 1)
        UNION ALL
        SELECT (SELECT rank FROM requests WHERE carrier = queues.counterparty AND account = queues.account AND due IS NOT NULL
            AND rank > ranks.rank ORDER BY rank LIMIT 1) FROM ranks WHERE ranks.rank IS NOT NULL)
    SELECT (SELECT rowid FROM requests WHERE carrier = queues.counterparty AND account = queues.account AND rank = ranks.rank
            AND due <= ?1 AND hex(id) NOT IN (SELECT value FROM json_each(?2)) ORDER BY due, id LIMIT 1) AS found
        FROM ranks WHERE found IS NOT NULL LIMIT 1";

const PICK_LONGEST_DUE: &str = "SELECT rowid FROM deliveries WHERE webhook = queues.counterparty AND due <= ?1
        AND hex(id) NOT IN (SELECT value FROM json_each(?2)) ORDER BY due, id LIMIT 1";

pub(super) const LOOK_UPS: QueueTable = QueueTable {
    name: "carrier",
    item: "tracking request",
    table: "requests",
    counterparty: "carrier",
    lane: " AND item.account = queues.account",
    pick: PICK_BY_RANK,
};

pub(super) const DELIVERIES: QueueTable = QueueTable {
    name: "webhook",
    item: "webhook notification",
    table: "deliveries",
    counterparty: "webhook",
    lane: "",
    pick: PICK_LONGEST_DUE,
};

/// The rank of an urgent request is its day, counted from 1970. New requests have this rank, and others the next one.
const NEW: i64 = 1_000_000;
const OTHERS: i64 = 2_000_000;

pub(super) fn rank(state: &State) -> i64 {
    match (state.urgent, &state.status) {
        (Some(day), _) => day.timestamp().div_euclid(86_400).clamp(0, NEW - 1),
        (None, RequestStatus::Pending) => NEW,
        (None, _) => OTHERS,
    }
}

const NEXT_TURN: &str = "SELECT due FROM queues WHERE kind = ?1 AND failing = ?2 AND due > ?3
    AND (?4 IS NULL OR counterparty IN (SELECT value FROM json_each(?4))) ORDER BY due LIMIT 1";

impl QueueTable {
    fn of(queue: Queue) -> &'static QueueTable {
        if queue == Queue::Deliveries { &DELIVERIES } else { &LOOK_UPS }
    }

    /// Reads one row for each queue, and skips excluded carriers and webhooks without reading their items.
    pub(super) fn due(&self) -> String {
        let QueueTable { name, table, pick, .. } = self;
        format!(
            "SELECT item.account, item.id, item.body FROM queues CROSS JOIN {table} AS item ON item.rowid = ({pick})
             WHERE queues.kind = '{name}' AND queues.failing = ?3 AND queues.due <= ?1
                AND hex(queues.counterparty) NOT IN (SELECT value FROM json_each(?4))
                AND hex(item.account) NOT IN (SELECT value FROM json_each(?5))
                AND hex(item.account) || ' ' || queues.origin NOT IN (SELECT value FROM json_each(?8))
                AND hex(queues.counterparty) || ' ' || hex(queues.account) NOT IN (SELECT value FROM json_each(?9))
                AND (?6 IS NULL OR queues.counterparty IN (SELECT value FROM json_each(?6)))
             ORDER BY queues.due, queues.counterparty, queues.account LIMIT ?7"
        )
    }

    fn due_after(&self) -> String {
        let QueueTable { name, table, counterparty, lane, .. } = self;
        format!(
            "SELECT item.account, item.id, item.body FROM queues CROSS JOIN {table} AS item
                ON item.{counterparty} = queues.counterparty{lane} AND item.due > ?1
             WHERE queues.kind = '{name}' ORDER BY item.due DESC, item.id DESC LIMIT ?2"
        )
    }

    pub(super) fn count(&self) -> String {
        let QueueTable { name, table, counterparty, lane, .. } = self;
        format!(
            "SELECT count(*) FROM queues CROSS JOIN {table} AS item
                ON item.{counterparty} = queues.counterparty{lane} AND item.due <= ?1
             WHERE queues.kind = '{name}' AND queues.first_due <= ?1"
        )
    }
}

impl Tx<'_> {
    /// The first due item of each queue of all accounts at `now`, the longest due first. Requests wait in one queue for each
    /// [lane](Lane): requests with the nearest deadline ([`State::urgent`]) come first, then new requests, then the longest due ones.
    /// Deliveries wait in one queue for each webhook. The cost does not depend on the number of waiting items.
    pub fn due<T: QueueItem>(&self, now: DateTime<Utc>, turn: &DueFilter<'_>, limit: usize) -> Result<Rows<T>> {
        // As SQLite's own `hex` writes it.
        let in_hex = |bytes: &[u8]| hex(bytes).to_uppercase();
        let account_in_hex = |account: &AccountId| in_hex(&key(account).unwrap_or_default());
        let held: Vec<_> = turn.held.iter().map(|id| in_hex(id.as_bytes())).collect();
        let busy: Vec<_> = turn.busy.iter().map(|counterparty| in_hex(&bytes(counterparty))).collect();
        let busy_accounts: Vec<_> = turn.busy_accounts.iter().map(account_in_hex).collect();
        let of_origin = |(account, origin): &(AccountId, String)| format!("{} {origin}", account_in_hex(account));
        let busy_origins: Vec<_> = turn.busy_origins.iter().map(of_origin).collect();
        let of_lane = |lane: &Lane| format!("{} {}", in_hex(lane.scac.as_bytes()), account_in_hex(&lane.account));
        let served: Vec<_> = turn.served.iter().map(of_lane).collect();
        let params = (
            micros(now),
            to_json(&held)?,
            turn.troubled,
            to_json(&busy)?,
            to_json(&busy_accounts)?,
            turn.carriers.map(|carriers| to_json(&carriers)).transpose()?,
            capped(limit),
            to_json(&busy_origins)?,
            to_json(&served)?,
        );
        let kind = QueueTable::of(T::QUEUE);
        self.whole_rows(kind.item, &kind.due(), params)
    }

    /// The items of all accounts that are due after a time, the latest first.
    pub fn due_after<T: QueueItem>(&self, moment: DateTime<Utc>, limit: usize) -> Result<Rows<T>> {
        let kind = QueueTable::of(T::QUEUE);
        self.whole_rows(kind.item, &kind.due_after(), (micros(moment), capped(limit)))
    }

    /// The number of items of all accounts that are due at `now`, including those of paused or unknown carriers and webhooks. Cheap: it
    /// reads only due items.
    pub fn count_due(&self, queue: Queue, now: DateTime<Utc>) -> Result<u64> {
        match queue {
            Queue::Subscriptions => self.number("SELECT count(*) FROM subscriptions WHERE due <= ?1", [micros(now)]),
            Queue::Documents => self.number("SELECT count(*) FROM documents WHERE due <= ?1", [micros(now)]),
            queue => self.number(&QueueTable::of(queue).count(), [micros(now)]),
        }
    }

    /// The time when the next item is due. Ignores items of paused carriers and webhooks, items that are not due later than `after`, and
    /// items of carriers that are not in `carriers`, if these are given. Subscriptions and documents have no pauses, and `carriers` does not apply
    /// to them.
    pub fn next_due(
        &self,
        queue: Queue,
        after: Option<DateTime<Utc>>,
        carriers: Option<&[String]>,
    ) -> Result<Option<DateTime<Utc>>> {
        let after = after.map_or(i64::MIN, micros);
        let sql = match queue {
            Queue::Subscriptions => Some("SELECT min(due) FROM subscriptions WHERE due > ?1"),
            Queue::Documents => Some("SELECT min(due) FROM documents WHERE due > ?1"),
            _ => None,
        };
        if let Some(sql) = sql {
            let due = self.first(sql, [after], |row| row.get::<_, Option<i64>>(0))?;
            return Ok(due.flatten().map(moment));
        }
        let carriers = carriers.map(|carriers| to_json(&carriers)).transpose()?;
        let next = |troubled| {
            self.first(NEXT_TURN, (QueueTable::of(queue).name, troubled, after, &carriers), |row| row.get::<_, i64>(0))
        };
        let due = [next(false)?, next(true)?].into_iter().flatten().min();
        Ok(due.and_then(DateTime::from_timestamp_micros))
    }

    /// Changes the time when an unreadable item is due; `None` for never.
    pub fn postpone(&self, queue: Queue, unreadable: &UnreadableRow, due: Option<DateTime<Utc>>) -> Result<()> {
        let table = match queue {
            Queue::Subscriptions => "subscriptions",
            Queue::Documents => "documents",
            queue => QueueTable::of(queue).table,
        };
        let sql = format!("UPDATE {table} SET due = ?3 WHERE account = ?1 AND id = ?2");
        self.run(&sql, (key(&unreadable.account), unreadable.id.as_bytes(), due.map(micros)))
    }

    /// The circuit breaker of a carrier or webhook; without failures if none is stored.
    pub fn breaker(&self, counterparty: &Counterparty) -> Result<Breaker> {
        let found = self.first(
            "SELECT failures, paused_until FROM queues WHERE kind = ?1 AND counterparty = ?2 AND account = x''",
            (kind(counterparty).name, value(counterparty)),
            |row| Ok((row.get::<_, u32>(0)?, row.get::<_, Option<i64>>(1)?)),
        )?;
        let breaker = |(failures, rests): (u32, Option<i64>)| Breaker {
            failures,
            rests_until: rests.and_then(DateTime::from_timestamp_micros),
        };
        Ok(found.map(breaker).unwrap_or_default())
    }

    /// When the first item that waits for a webhook became due or becomes due; `None` if none waits.
    pub fn first_delivery_due(&self, webhook: &WebhookId) -> Result<Option<DateTime<Utc>>> {
        let first_due = self.first(
            "SELECT first_due FROM queues WHERE kind = 'webhook' AND counterparty = ?1 AND account = x''",
            [key(webhook)],
            |row| row.get::<_, Option<i64>>(0),
        )?;
        Ok(first_due.flatten().and_then(DateTime::from_timestamp_micros))
    }

    /// Stores the circuit breaker of a carrier or webhook. While it is paused, its items are not due.
    pub fn put_breaker(&self, counterparty: &Counterparty, breaker: Breaker) -> Result<()> {
        self.change(
            "INSERT INTO queues (kind, counterparty, failures, paused_until) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO UPDATE SET failures = ?3, paused_until = ?4",
            (kind(counterparty).name, value(counterparty), breaker.failures, breaker.rests_until.map(micros)),
        )?;
        if matches!(counterparty, Counterparty::Carrier(_)) {
            self.change(
                "UPDATE queues SET failures = ?2, paused_until = ?3 WHERE kind = 'carrier' AND counterparty = ?1",
                (value(counterparty), breaker.failures, breaker.rests_until.map(micros)),
            )?;
        }
        Ok(())
    }

    /// Whether a carrier or webhook is paused beyond the latest permitted time.
    pub fn any_rests_after(&self, latest: LatestRests) -> Result<bool> {
        let sql =
            "SELECT EXISTS (SELECT 1 FROM queues WHERE paused_until > min(?1, ?2) AND paused_until > iif(kind = 'carrier', ?1, ?2))
                OR EXISTS (SELECT 1 FROM queues WHERE held_until > ?1)";
        Ok(self.number(sql, [micros(latest.of_carriers), micros(latest.of_webhooks)])? > 0)
    }

    /// Ends the pauses of the webhooks of an account.
    pub fn end_rests(&self, account: &AccountId) -> Result<()> {
        self.run(
            "UPDATE queues SET paused_until = NULL
             WHERE kind = 'webhook' AND counterparty IN (SELECT id FROM webhooks WHERE account = ?1) AND paused_until IS NOT NULL",
            [key(account)],
        )
    }

    /// Moves the ends of all pauses that end later than `after`.
    pub fn move_rests(&self, after: DateTime<Utc>, by: TimeDelta) -> Result<()> {
        let (after, by) = (micros(after), by.num_microseconds().unwrap_or(i64::MIN / 2));
        self.change("UPDATE queues SET paused_until = paused_until + ?2 WHERE paused_until > ?1", (after, by))?;
        self.run("UPDATE queues SET held_until = held_until + ?2 WHERE held_until > ?1", (after, by))
    }

    /// Shortens pauses that end later than the latest permitted time. The pause of a carrier that failed repeatedly is shortened to one after
    /// failures, like that of a webhook.
    pub fn shorten_rests(&self, latest: LatestRests) -> Result<()> {
        let sql = "UPDATE queues SET paused_until = iif(kind = 'carrier' AND failures < ?3, ?1, ?2)
             WHERE paused_until > min(?1, ?2) AND paused_until > iif(kind = 'carrier', ?1, ?2)";
        let (of_carriers, of_webhooks) = (micros(latest.of_carriers), micros(latest.of_webhooks));
        self.change(sql, [of_carriers, of_webhooks, i64::from(FAILURES)])?;
        self.run("UPDATE queues SET held_until = ?1 WHERE held_until > ?1", [micros(latest.of_carriers)])
    }

    /// The carriers with requests that are due at `now`, without the carriers in `except`.
    pub fn carriers_with_due_requests(&self, now: DateTime<Utc>, except: &[String]) -> Result<Vec<String>> {
        self.rows(
            "SELECT DISTINCT counterparty FROM queues WHERE kind = 'carrier' AND failing IN (0, 1) AND due <= ?1
                AND counterparty NOT IN (SELECT value FROM json_each(?2)) ORDER BY counterparty",
            (micros(now), to_json(&except)?),
            |row| row.get(0),
        )
    }

    /// Pauses a lane until a time, because of a credential if one is given. Without a credential, the later time applies if the lane is
    /// already paused. A lane without requests can also be paused.
    pub fn hold_lane(&self, lane: &Lane, until: DateTime<Utc>, credential: Option<&CredentialId>) -> Result<()> {
        self.run(
            // A new lane starts with the failures and the pause of its carrier.
            "INSERT INTO queues (kind, counterparty, account, failures, paused_until, held_until, credential)
             SELECT 'carrier', ?1, ?2,
                coalesce((SELECT failures FROM queues WHERE kind = 'carrier' AND counterparty = ?1 AND account = x''), 0),
                (SELECT paused_until FROM queues WHERE kind = 'carrier' AND counterparty = ?1 AND account = x''), ?3, ?4
             WHERE true
             ON CONFLICT DO UPDATE SET held_until = iif(?4 IS NULL, max(coalesce(held_until, ?3), ?3), ?3),
                credential = coalesce(?4, credential)",
            (&lane.scac, key(&lane.account), micros(until), credential.map(|credential| credential.0)),
        )
    }

    /// Ends the pause of a lane.
    pub fn release_lane(&self, lane: &Lane) -> Result<()> {
        self.run(
            "UPDATE queues SET held_until = NULL, credential = NULL WHERE kind = 'carrier' AND counterparty = ?1 AND account = ?2",
            (&lane.scac, key(&lane.account)),
        )
    }

    /// The accounts that have or had requests at a carrier, or whose lane there was paused.
    pub fn accounts_at(&self, scac: &str) -> Result<Vec<AccountId>> {
        self.ids("SELECT account FROM queues WHERE kind = 'carrier' AND counterparty = ?1 AND account > x''", [scac])
    }

    /// The number of requests in a lane that are due now or later.
    pub fn count_due_in_lane(&self, lane: &Lane, until: DateTime<Utc>) -> Result<u64> {
        let sql = "SELECT count(*) FROM requests WHERE carrier = ?1 AND account = ?2 AND due <= ?3";
        self.number(sql, (&lane.scac, key(&lane.account), micros(until)))
    }

    /// The numbers of requests in all lanes with a known carrier, sorted by carrier and account. Reads all waiting requests.
    pub fn lane_sizes(&self) -> Result<Vec<(Lane, LaneSize)>> {
        let sql = "SELECT carrier, account, sum(rank < ?1), sum(rank = ?1), sum(rank > ?1) FROM requests
             WHERE due IS NOT NULL AND carrier > '' GROUP BY carrier, account ORDER BY carrier, account";
        self.rows(sql, [NEW], |row| {
            let lane = Lane { scac: row.get(0)?, account: Uuid::from_bytes(row.get(1)?).into() };
            let count = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
            Ok((lane, LaneSize { urgent: count(2)?, new: count(3)?, others: count(4)? }))
        })
    }

    /// Adds or replaces a suspended credential.
    pub fn suspend_credential(&self, suspended: &SuspendedCredential) -> Result<()> {
        let SuspendedCredential { scac, credential, since, retry_at, reason } = suspended;
        self.run(
            "INSERT INTO suspended_credentials VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET since = ?3, retry_at = ?4, reason = ?5",
            (scac, credential.0, micros(*since), micros(*retry_at), reason),
        )
    }

    /// The suspended credentials of a carrier, or of all carriers.
    pub fn suspended_credentials(&self, scac: Option<&str>) -> Result<Vec<SuspendedCredential>> {
        let sql = "SELECT scac, credential, since, retry_at, reason FROM suspended_credentials
             WHERE ?1 IS NULL OR scac = ?1 ORDER BY scac, since";
        self.rows(sql, [scac], |row| {
            let (since, retry_at) = (moment(row.get(2)?), moment(row.get(3)?));
            Ok(SuspendedCredential {
                scac: row.get(0)?,
                credential: CredentialId(row.get(1)?),
                since,
                retry_at,
                reason: row.get(4)?,
            })
        })
    }

    /// The lanes that are paused because of a credential.
    pub fn lanes_held_for(&self, suspended: &SuspendedCredential) -> Result<Vec<Lane>> {
        let sql = "SELECT account FROM queues WHERE kind = 'carrier' AND counterparty = ?1 AND credential = ?2";
        let accounts = self.ids(sql, (&suspended.scac, suspended.credential.0))?;
        Ok(accounts.into_iter().map(|account| Lane { scac: suspended.scac.clone(), account }).collect())
    }

    /// Records a call to a carrier with a credential, and deletes the records of such calls before `keep_since`.
    pub fn add_call(
        &self,
        carrier: &str,
        credential: &CredentialId,
        at: DateTime<Utc>,
        keep_since: DateTime<Utc>,
    ) -> Result<()> {
        self.change(
            "INSERT INTO carrier_calls VALUES (?1, ?2, ?3, 1) ON CONFLICT DO UPDATE SET calls = calls + 1",
            (carrier, credential.0, micros(at)),
        )?;
        self.run(
            "DELETE FROM carrier_calls WHERE carrier = ?1 AND credential = ?2 AND at < ?3",
            (carrier, credential.0, micros(keep_since)),
        )
    }

    /// The calls to a carrier since a time, with their credentials.
    pub fn calls_since(&self, carrier: &str, moment: DateTime<Utc>) -> Result<Vec<(CredentialId, DateTime<Utc>)>> {
        let sql =
            "SELECT credential, at, calls FROM carrier_calls WHERE carrier = ?1 AND at >= ?2 ORDER BY credential, at";
        let found = self.rows(sql, (carrier, micros(moment)), |row| {
            Ok((CredentialId(row.get(0)?), columns::moment(row.get(1)?), row.get::<_, u32>(2)?))
        })?;
        let each = |(credential, at, calls)| (0..calls).map(move |_| (credential, at));
        Ok(found.into_iter().flat_map(each).collect())
    }

    /// Ends the suspension of a credential. Lanes that were paused because of it continue.
    pub fn release(&self, suspended: &SuspendedCredential) -> Result<()> {
        let of = (&suspended.scac, suspended.credential.0);
        self.change("DELETE FROM suspended_credentials WHERE scac = ?1 AND credential = ?2", of)?;
        self.run(
            "UPDATE queues SET held_until = NULL, credential = NULL
             WHERE kind = 'carrier' AND counterparty = ?1 AND credential = ?2",
            of,
        )
    }
}

fn kind(counterparty: &Counterparty) -> &'static QueueTable {
    match counterparty {
        Counterparty::Carrier(_) => &LOOK_UPS,
        Counterparty::Webhook(_) => &DELIVERIES,
    }
}

fn value(counterparty: &Counterparty) -> Value {
    match counterparty {
        Counterparty::Carrier(scac) => Value::Text(scac.clone()),
        Counterparty::Webhook(id) => key(id).map_or(Value::Null, |id| Value::Blob(id.to_vec())),
    }
}

fn bytes(counterparty: &Counterparty) -> Vec<u8> {
    match value(counterparty) {
        Value::Text(text) => text.into_bytes(),
        Value::Blob(blob) => blob,
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;
    use rusqlite::types::ToSql;

    use super::super::{SqliteStore, lock};
    use super::*;

    fn crowded(items: u32) -> SqliteStore {
        let store = SqliteStore::in_memory().unwrap();
        let script = format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {items})
             INSERT INTO requests (account, id, scac, number, kind, status, live, due, created, updated, body)
             SELECT x'01', cast(printf('%016d', i) AS BLOB), 'MAEU', i, '', 'pending', 1, i, 0, 0, '{{}}' FROM n;
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {items})
             INSERT INTO deliveries (account, id, webhook, pending, due, body)
             SELECT x'01', cast(printf('%016d', i) AS BLOB), x'AA', 1, i, '{{}}' FROM n;
             INSERT INTO requests (account, id, scac, number, kind, status, live, due, created, updated, body)
             VALUES (x'01', x'FF', 'TEST', 'last', '', 'pending', 1, 1000000, 0, 0, 'TEST');
             INSERT INTO deliveries (account, id, webhook, pending, due, body)
             VALUES (x'01', x'FE', x'BB', 1, 1000000, 'BB');"
        );
        lock(&store.writer).execute_batch(&script).unwrap();
        store
    }

    fn steps(store: &SqliteStore, sql: &str, busy: &[&str], held: &[&str]) -> (String, i32) {
        let connection = lock(&store.writer);
        let mut statement = connection.prepare(sql).unwrap();
        let list = |parts: &[&str]| serde_json::to_string(parts).unwrap();
        let (held, busy, none) = (list(held), list(busy), list(&[]));
        let params: [&dyn ToSql; 9] = [&2_000_000, &held, &false, &busy, &none, &None::<String>, &1, &none, &none];
        let body = statement.query_row(params, |row| row.get(2)).unwrap();
        (body, statement.get_status(StatementStatus::VmStep))
    }

    #[test]
    fn the_cost_of_a_claim_does_not_depend_on_the_number_of_waiting_items() {
        for (kind, counterparty, other) in [(&LOOK_UPS, "'MAEU'", "TEST"), (&DELIVERIES, "x'AA'", "BB")] {
            let party_in_hex = if kind.name == "carrier" { "4D414555" } else { "AA" };
            let [few, many] = [1_000, 100_000].map(|items| {
                let store = crowded(items);
                let sql = kind.due();
                let first = hex(b"0000000000000001");
                let free = steps(&store, &sql, &[], &[]);
                let held = steps(&store, &sql, &[], &[first.as_str()]);
                let busy = steps(&store, &sql, &[party_in_hex], &[]);
                let rest = format!(
                    "UPDATE queues SET paused_until = 3000000, failures = 9 WHERE counterparty = {counterparty}"
                );
                lock(&store.writer).execute_batch(&rest).unwrap();
                let resting = steps(&store, &sql, &[], &[]);
                assert_eq!([&free.0, &held.0, &busy.0, &resting.0], ["{}", "{}", other, other]);
                [free.1, held.1, busy.1, resting.1]
            });
            println!("steps of a claim, {}: {few:?} with 1,000 items, {many:?} with 100,000", kind.table);
            assert_eq!(few, many, "{}", kind.table);
        }
    }

    #[test]
    fn all_queries_of_queues_use_an_index() {
        let store = SqliteStore::in_memory().unwrap();
        for (sql, indexes) in [
            (LOOK_UPS.due(), &["queues_due", "requests_by_rank"][..]),
            (DELIVERIES.due(), &["queues_due", "deliveries_of_webhook"]),
            (LOOK_UPS.count(), &["PRIMARY KEY (kind=?)", "requests_of_lane"]),
            (DELIVERIES.count(), &["PRIMARY KEY (kind=?)", "deliveries_of_webhook"]),
            (LOOK_UPS.due_after(), &["PRIMARY KEY (kind=?)", "requests_of_lane"]),
            (DELIVERIES.due_after(), &["PRIMARY KEY (kind=?)", "deliveries_of_webhook"]),
            (NEXT_TURN.to_owned(), &["queues_due"]),
        ] {
            let connection = lock(&store.writer);
            let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let values = vec![Value::Null; statement.parameter_count()];
            let steps = statement.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3)).unwrap();
            let plan = steps.collect::<rusqlite::Result<Vec<_>>>().unwrap().join("; ");
            // Scans of the few ranks, and of lists that are parameters.
            let is_short = |step: &str| ["json_each", "CONSTANT ROW", "ranks"].iter().any(|short| step.contains(short));
            let walks = plan.split("; ").any(|step| step.starts_with("SCAN") && !is_short(step));
            assert!(indexes.iter().all(|index| plan.contains(index)) && !walks, "{sql}: {plan}");
        }
    }
}
