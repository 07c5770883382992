//! Stores the keys by which shipments and containers are found, in separate rows that change only if a key changes.

use chrono::{NaiveDate, NaiveTime};
use rusqlite::params;

use super::columns::{capitals, key, micros, word};
use super::session::Tx;
use crate::error::Result;
use crate::resources::{Container, Timestamp};
use crate::store::{ContainerRecord, ShipmentRecord};
use crate::zones::Zone;

const EPOCH: NaiveDate = NaiveDate::from_ymd_opt(1970, 1, 1).unwrap();

impl Tx<'_> {
    pub(super) fn put_shipment_keys(&self, record: &ShipmentRecord) -> Result<()> {
        let (tracked, shipment) = (&record.tracked, &record.shipment);
        let eta = shipment.pod_eta_at.as_ref().and_then(moment_of);
        let named = |name: &Option<String>| name.as_deref().map(word).filter(|name| !name.is_empty());
        // A place without a code is stored by its name.
        let place = |code: &Option<String>, name: &Option<String>| named(code).or_else(|| named(name));
        self.change(
            "INSERT INTO shipment_keys
                (account, id, reversed_number, stopped, scac, vessel, lading, discharge, destination, eta, eta_day, customer)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
                (SELECT customer FROM requests WHERE account = ?1 AND shipment = ?2 AND +customer IS NOT NULL
                 ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1))
             ON CONFLICT DO UPDATE SET
                reversed_number = ?3, stopped = ?4, scac = ?5, vessel = ?6, lading = ?7, discharge = ?8, destination = ?9, eta = ?10,
                eta_day = ?11
             WHERE (reversed_number, stopped, scac, vessel, lading, discharge, destination, eta)
                IS NOT (?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                key(&tracked.account),
                key(&shipment.id),
                reversed(&tracked.number),
                shipment.line_tracking_stopped_at.is_some(),
                named(&shipment.shipping_line_scac).or_else(|| named(&tracked.scac)),
                named(&shipment.pod_vessel_name),
                place(&shipment.port_of_lading_locode, &shipment.port_of_lading_name),
                place(&shipment.port_of_discharge_locode, &shipment.port_of_discharge_name),
                place(&shipment.destination_locode, &shipment.destination_name),
                eta,
                eta.map(day_of),
            ],
        )?;
        self.put_words("shipment tags", &tracked.account, &shipment.id, &shipment.tags)
    }

    pub(super) fn put_container_keys(&self, record: &ContainerRecord) -> Result<()> {
        let container = &record.container;
        self.change(
            "INSERT INTO container_keys
                (account, id, reversed_number, status, last_free_day, scac, vessel, lading, discharge, destination, customer, eta, eta_day)
             SELECT ?1, ?2, ?3, ?4, ?5, scac, vessel, lading, discharge, destination, customer, eta, eta_day
             FROM (SELECT 1) LEFT JOIN shipment_keys ON account = ?1 AND id = ?6 WHERE true
             ON CONFLICT DO UPDATE SET
                reversed_number = excluded.reversed_number, status = excluded.status, last_free_day = excluded.last_free_day,
                scac = excluded.scac, vessel = excluded.vessel, lading = excluded.lading,
                discharge = excluded.discharge, destination = excluded.destination,
                customer = excluded.customer, eta = excluded.eta, eta_day = excluded.eta_day
             WHERE (reversed_number, status, last_free_day, scac, vessel, lading, discharge, destination, customer, eta) IS NOT
                (excluded.reversed_number, excluded.status, excluded.last_free_day, excluded.scac, excluded.vessel, excluded.lading,
                 excluded.discharge, excluded.destination, excluded.customer, excluded.eta)",
            params![
                key(&record.account),
                key(&container.id),
                reversed(&container.number),
                container.current_status.as_str(),
                free_day(container).map(days),
                key(&record.shipment),
            ],
        )?;
        self.put_words("containers", &record.account, &container.id, &container.ref_numbers)
    }
}

/// The reversed number. A search for the end of a number is a search for the beginning of this.
pub(super) fn reversed(number: &str) -> String {
    capitals(number).chars().rev().collect()
}

pub(super) fn day_of(moment: i64) -> i64 {
    moment.div_euclid(A_DAY)
}

pub(super) fn begins_a_day(moment: i64) -> bool {
    moment.rem_euclid(A_DAY) == 0
}

const A_DAY: i64 = 24 * 60 * 60 * 1_000_000;

pub(super) fn days(day: NaiveDate) -> i64 {
    (day - EPOCH).num_days()
}

fn moment_of(timestamp: &Timestamp) -> Option<i64> {
    let begin = || timestamp.date().filter(|_| timestamp.is_date()).map(|day| day.and_time(NaiveTime::MIN).and_utc());
    timestamp.utc().or_else(begin).map(micros)
}

/// The last free day in the time zone of its place, or as written if the zone is unknown.
fn free_day(container: &Container) -> Option<NaiveDate> {
    let timestamp = container.pickup_lfd.as_ref()?;
    if timestamp.is_date() {
        return timestamp.date();
    }
    let zones = [&container.pod_timezone, &container.final_destination_timezone];
    let zones: Vec<Zone> = zones.into_iter().flatten().filter_map(|name| Zone::named(name)).collect();
    match timestamp.choose_zone(&zones) {
        Some(zone) => timestamp.at_place(zone).map(|time| time.day()),
        None => timestamp.date(),
    }
}
