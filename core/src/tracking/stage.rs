//! Stages of a voyage, which decide how soon the carrier is asked again.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::Picture;
use super::moment::sort_instant;
use crate::resources::{Container, ContainerStatus, Shipment};

/// A stage of the voyage of a container. The [policy](crate::tracking::lifecycle::Policy) has a pause between look-ups for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stage {
    /// It is not on a vessel yet.
    BeforeLoading,
    /// It is on a vessel, in a port on the way, or between two vessels.
    AtSea {
        /// Estimated arrival at the port of discharge; `None` if unknown.
        arrives: Option<DateTime<Utc>>,
    },
    /// It is at its port of discharge.
    InPort,
    /// It is at its port of discharge, and its last free day is known.
    FreeUntil {
        /// The last free day.
        until: DateTime<Utc>,
    },
    /// It is on its way to the inland destination, or is there.
    Inland,
    /// It was picked up, and has not been returned empty.
    AwaitingEmpty,
}

impl Stage {
    /// The stages of all containers of a shipment, sorted and each once. A container that was returned has no stage. A booking without
    /// containers has the stage of its vessel.
    pub fn all_of(picture: &Picture) -> Vec<Stage> {
        let shipment = &picture.shipment;
        let mut stages: Vec<Stage> = match picture.containers.as_slice() {
            [] => vec![of_vessel(shipment)],
            containers => containers.iter().filter_map(|picture| of(&picture.container, shipment)).collect(),
        };
        stages.sort_unstable();
        stages.dedup();
        stages
    }
}

fn of(container: &Container, shipment: &Shipment) -> Option<Stage> {
    use ContainerStatus::*;
    let goes_inland = shipment.destination_locode.is_some() || shipment.destination_name.is_some();
    let is_inland = container.ind_ata_at.is_some();
    Some(match container.current_status {
        EmptyReturned => return None,
        OnRail => Stage::Inland,
        PickedUp if goes_inland && !is_inland && container.final_destination_full_out_at.is_none() => Stage::Inland,
        PickedUp | Delivered | Dropped => Stage::AwaitingEmpty,
        Available | NotAvailable | Grounded | OffDock | AwaitingInlandTransfer if is_inland => Stage::Inland,
        Available | NotAvailable | Grounded | OffDock | AwaitingInlandTransfer => in_port(container),
        OnShip if container.pod_arrived_at.is_some() => in_port(container),
        OnShip => at_sea(shipment),
        New | Loaded | Other(_) => Stage::BeforeLoading,
    })
}

fn in_port(container: &Container) -> Stage {
    match container.pickup_lfd.as_ref().and_then(sort_instant) {
        Some(until) => Stage::FreeUntil { until },
        None => Stage::InPort,
    }
}

fn of_vessel(shipment: &Shipment) -> Stage {
    match (&shipment.pod_ata_at, &shipment.pol_atd_at) {
        (Some(_), _) => Stage::InPort,
        (None, Some(_)) => at_sea(shipment),
        (None, None) => Stage::BeforeLoading,
    }
}

fn at_sea(shipment: &Shipment) -> Stage {
    Stage::AtSea { arrives: shipment.pod_eta_at.as_ref().and_then(sort_instant) }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, Particulars, fold};

    const CONTAINER: &str = "MSKU0308961";

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn did(milestone: Milestone, on: u32, place: &str) -> Fact {
        Fact::event(CONTAINER, Event::actual(milestone, day(on)).at_place(place)).received(day(on))
    }

    fn booked() -> Fact {
        let (lading, discharge) = ("CNSHA".into(), "USLAX".into());
        let ports =
            Particulars { port_of_lading: Some(lading), port_of_discharge: Some(discharge), ..Particulars::default() };
        Fact::particulars(ports).received(day(1))
    }

    fn stages(facts: &[Fact]) -> Vec<Stage> {
        Stage::all_of(&fold(facts, day(28), &FoldPolicy::default()))
    }

    #[test]
    fn a_container_passes_through_the_stages() {
        let eta = Fact::shipment_event(Event::estimated(Milestone::VesselArrived, day(20)).at_place("USLAX"));
        let mut known = vec![booked(), eta.received(day(1))];
        let mut seen = Vec::new();
        for next in [
            did(Milestone::FullIn, 2, "CNSHA"),
            did(Milestone::VesselLoaded, 3, "CNSHA"),
            did(Milestone::VesselArrived, 20, "USLAX"),
            did(Milestone::VesselDischarged, 21, "USLAX"),
            did(Milestone::FullOut, 22, "USLAX"),
            did(Milestone::EmptyIn, 25, "USLAX"),
        ] {
            known.push(next);
            seen.push(stages(&known));
        }
        let at_sea = Stage::AtSea { arrives: Some(day(20)) };
        let expected =
            [Stage::BeforeLoading, at_sea, Stage::InPort, Stage::InPort, Stage::AwaitingEmpty].map(|stage| vec![stage]);
        assert_eq!((&seen[..5], &seen[5]), (&expected[..], &vec![]), "a returned container has no stage");
    }

    #[test]
    fn a_container_on_a_train_is_inland() {
        let known = [
            did(Milestone::VesselLoaded, 3, "CNSHA"),
            did(Milestone::VesselDischarged, 21, "USLAX"),
            did(Milestone::RailDeparted, 22, "USLAX"),
        ];
        assert_eq!(stages(&known), [Stage::Inland]);
    }

    #[test]
    fn each_stage_of_a_shipment_is_listed_once() {
        let other = |fact: Fact, number: &str| Fact { container: Some(number.into()), ..fact };
        let known = [
            did(Milestone::VesselLoaded, 3, "CNSHA"),
            other(did(Milestone::VesselLoaded, 3, "CNSHA"), "CSQU3054383"),
            other(did(Milestone::FullIn, 2, "CNSHA"), "TEMU1234565"),
        ];
        assert_eq!(stages(&known), [Stage::BeforeLoading, Stage::AtSea { arrives: None }]);
        assert_eq!(stages(&[booked()]), [Stage::BeforeLoading], "a booking without containers");
    }
}
