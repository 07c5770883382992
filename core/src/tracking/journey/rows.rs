//! Containers as rows of a table, each with the ports of its shipment and its own vessel and arrival.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use super::{Journey, TrackingState, filled, instant};
use crate::error::Result;
use crate::numbers::ContainerNumber;
use crate::resources::{Container, ContainerId, ContainerStatus, ShipmentId, Timestamp};
use crate::tracking::normalize_container_number;
use crate::zones::{LocalTime, Zone};

/// One container and its shipment. What is not known is `None`.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContainerRow {
    /// Number of the container.
    pub number: String,
    /// Status of the container.
    pub status: ContainerStatus,
    /// Whether it is still tracked; `None` if its shipment is unknown.
    pub tracking: Option<TrackingState>,
    /// Number of the shipment as it was submitted; `None` if that is the number of a container, of this or another one.
    pub bill_of_lading: Option<String>,
    /// SCAC of the shipping line.
    pub line: Option<String>,
    /// UN/LOCODE of the port of lading.
    pub port_of_lading: Option<String>,
    /// Name of the port of lading.
    pub port_of_lading_name: Option<String>,
    /// UN/LOCODE of the port of discharge.
    pub port_of_discharge: Option<String>,
    /// Name of the port of discharge.
    pub port_of_discharge_name: Option<String>,
    /// UN/LOCODE of the inland destination.
    pub destination: Option<String>,
    /// Name of the inland destination.
    pub destination_name: Option<String>,
    /// Vessel that brings the container to the port of discharge.
    pub vessel: Option<String>,
    /// Number of the voyage of that vessel.
    pub voyage: Option<String>,
    /// Name of the terminal at the port of discharge.
    pub terminal: Option<String>,
    /// Estimated arrival at the port of discharge; a date counts as noon UTC.
    pub eta: Option<DateTime<Utc>>,
    /// The same in local time of the port; `None` if its time zone is unknown.
    pub eta_local: Option<NaiveDateTime>,
    /// First estimate of the arrival of the shipment.
    pub first_eta: Option<DateTime<Utc>>,
    /// Actual arrival at the port of discharge.
    pub arrived: Option<DateTime<Utc>>,
    /// The same in local time of the port; `None` if its time zone is unknown.
    pub arrived_local: Option<NaiveDateTime>,
    /// Days between the first estimate and the arrival, or the estimated arrival; negative if the container is early. While an estimate
    /// that has passed is the last one, the days to the current time, if the journey [has it](Journey::at).
    pub delay_days: Option<f64>,
    /// The earliest last day without charges where the container is picked up, in the time zone of that place.
    pub last_free_day: Option<NaiveDate>,
    /// Whose last free day that is: `line`, `terminal` or `rail`; `None` if that is unknown.
    pub last_free_day_source: Option<&'static str>,
    /// Id of the container.
    pub id: ContainerId,
    /// Id of its shipment.
    pub shipment_id: Option<ShipmentId>,
}

impl Journey<'_> {
    /// The container as a row of a table. If the containers of its shipment travel on several vessels, `first_eta` and `delay_days` may be
    /// about any of these vessels.
    pub fn row(&self) -> ContainerRow {
        let Journey { container, shipment, terminal_name, .. } = *self;
        let arrival = self.arrival();
        let zone_name = filled(container.pod_timezone.as_ref()).or_else(|| shipment?.pod_timezone.as_ref());
        let zone = zone_name.and_then(|name| Zone::named(name));
        let (last_free_day, last_free_day_source) = last_free_day_and_source(container).unzip();
        let microseconds = arrival.delay().and_then(|delay| delay.num_microseconds());
        let mut row = ContainerRow {
            number: container.number.clone(),
            status: container.current_status.clone(),
            bill_of_lading: shipment.and_then(|shipment| bill_of(&container.number, &shipment.bill_of_lading_number)),
            terminal: terminal_name.map(str::to_owned),
            eta: instant(arrival.eta.as_ref()),
            eta_local: local_time(arrival.eta.as_ref(), zone.as_ref()),
            first_eta: instant(arrival.first_eta.as_ref()),
            arrived: instant(arrival.arrived.as_ref()),
            arrived_local: local_time(arrival.arrived.as_ref(), zone.as_ref()),
            #[allow(clippy::cast_precision_loss, reason = "a delay of 285 years is exact")]
            delay_days: microseconds.map(|delay| delay as f64 / 86_400_000_000.0),
            last_free_day,
            last_free_day_source: last_free_day_source.flatten(),
            id: container.id.clone(),
            shipment_id: container.shipment.get().map(|link| link.id.cast()),
            tracking: arrival.tracking,
            vessel: arrival.vessel,
            voyage: arrival.voyage,
            ..ContainerRow::default()
        };
        if let Some(shipment) = shipment {
            row.line.clone_from(&shipment.shipping_line_scac);
            row.port_of_lading.clone_from(&shipment.port_of_lading_locode);
            row.port_of_lading_name.clone_from(&shipment.port_of_lading_name);
            row.port_of_discharge.clone_from(&shipment.port_of_discharge_locode);
            row.port_of_discharge_name.clone_from(&shipment.port_of_discharge_name);
            row.destination.clone_from(&shipment.destination_locode);
            row.destination_name.clone_from(&shipment.destination_name);
        }
        row
    }
}

/// Returns the last free day of a container in the time zone of the place it applies to: the inland destination if only the railway
/// gives a last free day, otherwise the port of discharge. `None` if it is unknown, or if it is an instant in UTC and the zone is unknown.
pub fn last_free_day(container: &Container) -> Option<NaiveDate> {
    let is_inland = container.import_deadlines.as_ref().is_some_and(|deadlines| {
        deadlines.pickup_lfd_line.is_none()
            && deadlines.pickup_lfd_terminal.is_none()
            && deadlines.pickup_lfd_rail.is_some()
    });
    let mut names = [&container.pod_timezone, &container.final_destination_timezone];
    if is_inland {
        names.reverse();
    }
    let zones: Vec<Zone> = names.into_iter().flatten().filter_map(|name| Zone::named(name)).collect();
    container.pickup_lfd.as_ref()?.day_at_place(&zones)
}

/// The last free day of a container, and whose it is: the first of line, terminal and railway that gives this day. The `pickup_lfd` of the
/// hosted service is not the earliest: then the earliest of the three is returned.
fn last_free_day_and_source(container: &Container) -> Option<(NaiveDate, Option<&'static str>)> {
    let day = last_free_day(container)?;
    let zone = |name: &Option<String>| name.as_deref().and_then(Zone::named);
    let (port, inland) = (zone(&container.pod_timezone), zone(&container.final_destination_timezone));
    let deadlines = container.import_deadlines.clone().unwrap_or_default();
    let days = [
        (deadlines.pickup_lfd_line, [&port, &inland], "line"),
        (deadlines.pickup_lfd_terminal, [&port, &inland], "terminal"),
        (deadlines.pickup_lfd_rail, [&inland, &port], "rail"),
    ];
    let known: Vec<(NaiveDate, &str)> = days
        .into_iter()
        .filter_map(|(at, zones, source)| Some((at?.day_at_place(zones.into_iter().flatten())?, source)))
        .collect();
    let is_first = known.first().is_some_and(|(first, _)| *first == day);
    let chosen = match is_first {
        true => known.iter().min_by_key(|(day, _)| *day),
        false => known.iter().find(|(known, _)| *known == day),
    };
    Some(chosen.map_or((day, None), |(day, source)| (*day, Some(*source))))
}

fn bill_of(container: &str, number: &str) -> Option<String> {
    let written = normalize_container_number(number);
    let is_container = written.eq_ignore_ascii_case(container) || ContainerNumber::parse(&written).is_ok();
    (!is_container && !number.is_empty()).then(|| number.to_owned())
}

fn local_time(at: Option<&Timestamp>, zone: Option<&Zone>) -> Option<NaiveDateTime> {
    let at = at?;
    match zone.and_then(|zone| at.at_place(zone)) {
        Some(LocalTime::Moment(moment)) => Some(moment.naive_local()),
        Some(LocalTime::Day(day)) => Some(day.and_time(NaiveTime::MIN)),
        None => at.date().filter(|_| at.is_date()).map(|day| day.and_time(NaiveTime::MIN)),
    }
}

/// Clears `first_eta` and `delay_days` of all rows of a shipment that has containers on several vessels. The first estimate of such a
/// shipment may be about any of the vessels.
pub fn clear_shared_first_eta(rows: &mut [ContainerRow]) {
    let mut vessels: HashMap<ShipmentId, HashSet<Option<String>>> = HashMap::new();
    for row in rows.iter() {
        if let Some(shipment) = &row.shipment_id {
            vessels.entry(shipment.clone()).or_default().insert(row.vessel.clone());
        }
    }
    for row in rows {
        if row.shipment_id.as_ref().is_some_and(|shipment| vessels[shipment].len() > 1) {
            row.first_eta = None;
            row.delay_days = None;
        }
    }
}

/// Removes duplicate rows: those of containers that are tracked by their own number in addition to their bill of lading.
///
/// `related` returns the shipments that have containers of a shipment on the same voyage (`meta.related_shipments`). It is
/// called only for containers with several rows. An error of `related` is returned.
pub fn remove_duplicate_rows(
    rows: Vec<ContainerRow>,
    mut related: impl FnMut(&ShipmentId) -> Result<Vec<ShipmentId>>,
) -> Result<Vec<ContainerRow>> {
    let mut indexes: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        indexes.entry(&row.number).or_default().push(at);
    }
    let mut known: HashMap<&ShipmentId, Vec<ShipmentId>> = HashMap::new();
    let mut duplicates = HashSet::new();
    for (at, row) in rows.iter().enumerate() {
        let same = &indexes[row.number.as_str()];
        let is_by_own_number = row.tracking.is_some() && row.bill_of_lading.is_none();
        let Some(shipment) = row.shipment_id.as_ref().filter(|_| is_by_own_number && same.len() > 1) else { continue };
        let same_voyage = match known.entry(shipment) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(related(shipment)?),
        };
        let others = same.iter().filter(|other| **other != at && !duplicates.contains(*other));
        let mut others = others.filter_map(|other| rows[*other].shipment_id.as_ref());
        if others.any(|other| same_voyage.contains(other)) {
            duplicates.insert(at);
        }
    }
    let mut index = 0..;
    Ok(rows.into_iter().filter(|_| index.next().is_none_or(|at| !duplicates.contains(&at))).collect())
}
