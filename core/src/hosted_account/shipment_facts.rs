//! Turns a shipment of a hosted account into facts.

use std::collections::BTreeSet;

use crate::resources::{
    Container, DataSource, EventName, Milestone, RawEvent, Shipment, Timestamp, TransportEvent,
    Vessel as VesselResource,
};
use crate::tracking::{
    Certainty, Event, Fact, Motion, Movement, Particulars, Place, Source, Statement, TerminalStatus, Vessel,
};

/// A shipment as a hosted account returns it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AccountShipment {
    /// The shipment.
    pub shipment: Shipment,
    /// Its containers.
    pub containers: Vec<AccountContainer>,
}

/// A container as a hosted account returns it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AccountContainer {
    /// The container.
    pub container: Container,
    /// The name of its terminal at the port of discharge; `None` if unknown.
    pub terminal: Option<String>,
    /// The original events of its sources.
    pub raw_events: Vec<RawEvent>,
    /// True if the raw events of this container could not be read, although the account has raw events. The container is incomplete then.
    pub raw_events_unavailable: bool,
    /// The events that the account derived. They are used where raw events are missing.
    pub transport_events: Vec<TransportEvent>,
    /// The vessels of the transport events.
    pub vessels: Vec<VesselResource>,
}

impl AccountShipment {
    /// Returns all facts, each with the source that the account names. The carrier of the shipment has no name as a source, as in its own
    /// answers.
    pub fn facts(&self) -> Vec<Fact> {
        let carrier = self.shipment.shipping_line_scac.as_deref();
        let mut facts: Vec<Fact> = self.particulars().into_iter().collect();
        for container in &self.containers {
            facts.extend(container.facts(carrier));
        }
        if self.containers.is_empty() {
            facts.extend(self.estimates());
        }
        facts
    }

    /// Estimates of the whole shipment, which no raw event has while there are no containers.
    fn estimates(&self) -> impl Iterator<Item = Fact> {
        let Shipment { pol_etd_at, pol_atd_at, pod_eta_at, pod_ata_at, destination_eta_at, destination_ata_at, .. } =
            &self.shipment;
        let estimates = [
            (Milestone::VesselDeparted, pol_etd_at, pol_atd_at),
            (Milestone::VesselArrived, pod_eta_at, pod_ata_at),
            (Milestone::ArrivedAtDestination, destination_eta_at, destination_ata_at),
        ];
        estimates.into_iter().filter(|(.., actual)| actual.is_none()).filter_map(|(milestone, at, _)| {
            Some(Fact::shipment_event(estimate_of(&milestone, at.as_ref()?, &self.shipment)))
        })
    }

    /// Returns the first estimates. The account stores them with the shipment, without an event. Record them before all other facts when
    /// the shipment is new.
    pub fn first_estimates(&self) -> Vec<Fact> {
        let Shipment { pol_original_etd_at, pod_original_eta_at, destination_original_eta_at, .. } = &self.shipment;
        let firsts = [
            (Milestone::VesselDeparted, pol_original_etd_at),
            (Milestone::VesselArrived, pod_original_eta_at),
            (Milestone::ArrivedAtDestination, destination_original_eta_at),
        ];
        let mut facts = Vec::new();
        for (milestone, at) in firsts {
            let Some(at) = at else { continue };
            facts.extend(
                self.containers.iter().map(|container| container.first_estimate(&milestone, at, &self.shipment)),
            );
            if self.containers.is_empty() {
                facts.push(Fact::shipment_event(estimate_of(&milestone, at, &self.shipment)));
            }
        }
        if !facts.is_empty() {
            facts.extend(self.particulars());
        }
        facts
    }

    fn particulars(&self) -> Option<Fact> {
        let of = |milestone| place_of(&milestone, &self.shipment);
        let particulars = Particulars {
            port_of_lading: of(Milestone::VesselDeparted),
            port_of_discharge: of(Milestone::VesselArrived),
            destination: of(Milestone::ArrivedAtDestination),
            containers: self.containers.iter().map(|container| container.container.number.clone()).collect(),
            left: Vec::new(),
        };
        (particulars != Particulars::default()).then(|| Fact::particulars(particulars))
    }
}

impl AccountContainer {
    pub(super) fn facts(&self, carrier: Option<&str>) -> Vec<Fact> {
        let mut facts: Vec<Fact> = self.raw_events.iter().filter_map(|raw| self.raw_event_fact(raw, carrier)).collect();
        let stated: BTreeSet<(String, bool)> = self
            .raw_events
            .iter()
            .filter(|raw| raw.invalidated_at.is_none())
            .filter_map(|raw| Some((raw.event.as_ref()?.as_str().to_owned(), raw.estimated)))
            .collect();
        let further = self.transport_events.iter().filter_map(|event| {
            let (milestone, estimated) = milestone_of(&event.event)?;
            let is_stated = stated.contains(&(milestone.as_str().to_owned(), estimated));
            let is_stated =
                is_stated || milestone == Milestone::ArrivedAtDestination && self.came_by_rail(event, estimated);
            (!is_stated && event.invalidated_at.is_none())
                .then(|| self.transport_event_fact(event, milestone, estimated))
        });
        facts.extend(further);
        facts.extend(self.status_facts());
        facts
    }

    /// The first estimate of a milestone, with place and vessel of the carrier's raw event.
    fn first_estimate(&self, milestone: &Milestone, at: &Timestamp, shipment: &Shipment) -> Fact {
        let carrier = shipment.shipping_line_scac.as_deref();
        let named = |estimated: bool| {
            let fits = move |raw: &&RawEvent| raw.estimated == estimated && raw.event.as_ref() == Some(milestone);
            self.raw_events.iter().find(fits).and_then(|raw| self.raw_event_fact(raw, carrier))
        };
        let mut event = match named(true).or_else(|| named(false)).map(|fact| fact.statement) {
            Some(Statement::Event(event)) => event,
            _ => estimate_of(milestone, at, shipment),
        };
        (event.certainty, event.at, event.description) = (Certainty::Estimated, Some(at.clone()), None);
        Fact::event(&self.container.number, event)
    }

    /// `None` for an invalidated event. An event that the account could not interpret becomes an unknown movement.
    fn raw_event_fact(&self, raw: &RawEvent, carrier: Option<&str>) -> Option<Fact> {
        if raw.invalidated_at.is_some() {
            return None;
        }
        let at = raw.timestamp.clone().or_else(|| raw.actual_at.clone()).or_else(|| raw.estimated_at.clone());
        let at = at.or_else(|| raw.actual_on.clone()).or_else(|| raw.estimated_on.clone());
        let motion = match (&raw.event, &raw.original_event) {
            (Some(milestone), _) => Motion::from(milestone.clone()),
            (None, Some(text)) => Motion::from(Movement::parse(&slug(text))),
            (None, None) => return None,
        };
        let mut event = Event { motion, at, certainty: certainty(raw.estimated), ..Event::default() };
        event.place = place(&raw.location_locode, &raw.location_name, &raw.timezone).unwrap_or_default();
        event.vessel = vessel(raw.vessel_name.as_ref(), raw.vessel_imo.as_ref());
        event.voyage = filled(&raw.voyage_number);
        event.description = filled(&raw.original_event);
        let kind = raw.data_source.clone().unwrap_or(DataSource::ShippingLine);
        let name = filled(&raw.data_provider_code).or_else(|| filled(&raw.data_provider_name));
        let is_own = kind == DataSource::ShippingLine && (name.is_none() || name.as_deref() == carrier);
        let source = if is_own { Source::from(kind) } else { Source { kind, name } };
        let mut fact = Fact::event(&self.container.number, event).with_source(source);
        if let Some(codes) = raw.other.get("codes").and_then(|codes| codes.as_object()) {
            fact.codes.clone_from(codes);
        }
        Some(fact)
    }

    /// The account derives two arrivals from one raw event of a train.
    fn came_by_rail(&self, arrival: &TransportEvent, estimated: bool) -> bool {
        let moment = |at: &Option<Timestamp>| at.as_ref().and_then(Timestamp::utc);
        let is_same = |at: &Option<Timestamp>, locode: &Option<String>| {
            moment(at).is_some() && moment(at) == moment(&arrival.timestamp) && *locode == arrival.location_locode
        };
        let has_raw_event = self.raw_events.iter().any(|raw| {
            let is_rail = raw.event == Some(Milestone::RailArrived) && raw.estimated == estimated;
            is_rail && raw.invalidated_at.is_none() && is_same(&raw.timestamp, &raw.location_locode)
        });
        let has_event = !estimated
            && self.transport_events.iter().any(|event| {
                let is_rail = event.event == EventName::TransportRailArrived && event.invalidated_at.is_none();
                is_rail && is_same(&event.timestamp, &event.location_locode)
            });
        has_raw_event || has_event
    }

    fn transport_event_fact(&self, transport_event: &TransportEvent, milestone: Milestone, estimated: bool) -> Fact {
        let mut event = Event {
            motion: Motion::from(milestone),
            at: transport_event.timestamp.clone(),
            certainty: certainty(estimated),
            ..Event::default()
        };
        event.place = place(&transport_event.location_locode, &None, &transport_event.timezone).unwrap_or_default();
        let vessel_resource =
            transport_event.vessel.id().and_then(|id| self.vessels.iter().find(|vessel| vessel.id == id));
        event.vessel = vessel_resource.and_then(|found| vessel(Some(&found.name), found.imo.as_ref()));
        event.voyage = filled(&transport_event.voyage_number);
        let kind = transport_event.data_source.clone().unwrap_or(DataSource::ShippingLine);
        Fact::event(&self.container.number, event).with_source(kind)
    }

    fn status_facts(&self) -> Vec<Fact> {
        let Container { number, .. } = &self.container;
        let statuses = [
            (DataSource::ShippingLine, self.line_status()),
            (DataSource::Terminal, self.terminal_status()),
            (DataSource::Rail, self.rail_status()),
        ];
        let filled = statuses.into_iter().filter(|(_, status)| *status != TerminalStatus::default());
        filled
            .map(|(source, status)| Fact::new(Some(number), Statement::TerminalStatus(status)).with_source(source))
            .collect()
    }

    fn line_status(&self) -> TerminalStatus {
        let container = &self.container;
        TerminalStatus {
            pickup_lfd_line: self.deadline(|all| all.pickup_lfd_line.clone()).or_else(|| container.ssl_lfd.clone()),
            size_type: size_type(container),
            seal_number: filled(&container.seal_number),
            weight_in_lbs: container.weight_in_lbs.clone().filter(|weight| weight.as_f64() != Some(0.0)),
            terminal: self.terminal.clone(),
            ..TerminalStatus::default()
        }
    }

    fn terminal_status(&self) -> TerminalStatus {
        let container = &self.container;
        let is_known = container.availability_known == Some(true);
        let holds = container.holds_at_pod_terminal.clone();
        let fees = container.fees_at_pod_terminal.clone();
        TerminalStatus {
            available_for_pickup: container.available_for_pickup.filter(|_| is_known),
            pickup_lfd_terminal: self.deadline(|all| all.pickup_lfd_terminal.clone()),
            pickup_appointment_at: container.pickup_appointment_at.clone(),
            holds: (is_known || !holds.is_empty()).then_some(holds),
            fees: (is_known || !fees.is_empty()).then_some(fees),
            location_at_terminal: filled(&container.location_at_pod_terminal),
            chassis_number: filled(&container.pod_full_out_chassis_number),
            ..TerminalStatus::default()
        }
    }

    fn rail_status(&self) -> TerminalStatus {
        let container = &self.container;
        TerminalStatus {
            pickup_lfd_rail: self
                .deadline(|all| all.pickup_lfd_rail.clone())
                .or_else(|| container.ind_facility_lfd_on.clone()),
            pod_rail_carrier_scac: filled(&container.pod_rail_carrier_scac),
            ind_rail_carrier_scac: filled(&container.ind_rail_carrier_scac),
            ..TerminalStatus::default()
        }
    }

    fn deadline(&self, of: impl Fn(&crate::resources::ImportDeadlines) -> Option<Timestamp>) -> Option<Timestamp> {
        self.container.import_deadlines.as_ref().and_then(of)
    }
}

fn estimate_of(milestone: &Milestone, at: &Timestamp, shipment: &Shipment) -> Event {
    Event {
        motion: Motion::from(milestone.clone()),
        place: place_of(milestone, shipment).unwrap_or_default(),
        at: Some(at.clone()),
        certainty: Certainty::Estimated,
        ..Event::default()
    }
}

fn place_of(milestone: &Milestone, shipment: &Shipment) -> Option<Place> {
    let Shipment { port_of_lading_locode, port_of_lading_name, pol_timezone, .. } = shipment;
    match milestone {
        Milestone::VesselDeparted => place(port_of_lading_locode, port_of_lading_name, pol_timezone),
        Milestone::VesselArrived => {
            place(&shipment.port_of_discharge_locode, &shipment.port_of_discharge_name, &shipment.pod_timezone)
        }
        _ => place(&shipment.destination_locode, &shipment.destination_name, &shipment.destination_timezone),
    }
}

/// The flag is true for an estimate. `None` for an event about a changed date.
fn milestone_of(name: &EventName) -> Option<(Milestone, bool)> {
    let rest = name.as_str().strip_prefix("container.transport.")?;
    let (estimated, rest) = match rest.strip_prefix("estimated.") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let rest = if rest == "arrived_at_inland_destination" { "arrived_at_destination" } else { rest };
    Some((Milestone::parse(rest), estimated)).filter(|(milestone, _)| milestone.is_known())
}

fn certainty(estimated: bool) -> Certainty {
    if estimated { Certainty::Estimated } else { Certainty::Actual }
}

fn place(locode: &Option<String>, name: &Option<String>, timezone: &Option<String>) -> Option<Place> {
    let (locode, name) = (filled(locode), filled(name));
    (locode.is_some() || name.is_some()).then(|| Place { locode, name, facility: None, timezone: filled(timezone) })
}

fn vessel(name: Option<&String>, imo: Option<&String>) -> Option<Vessel> {
    let of = |text: Option<&String>| filled(&text.cloned());
    let (name, imo) = (of(name), of(imo));
    Vessel::reported(name, imo)
}

fn filled(text: &Option<String>) -> Option<String> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn slug(text: &str) -> String {
    let slug = text.chars().map(|char| if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '_' });
    slug.take(60).collect()
}

/// The ISO 6346 code, as far as length, height and type determine it.
fn size_type(container: &Container) -> Option<String> {
    let length = match container.equipment_length? {
        10 => '1',
        20 => '2',
        40 => '4',
        45 => 'L',
        _ => return None,
    };
    let height = match container.equipment_height.as_deref() {
        Some("high_cube") => '5',
        _ => '2',
    };
    let kind = match container.equipment_type.as_deref() {
        Some("dry") => "G1",
        Some("reefer") => "R1",
        Some("open top") => "U1",
        Some("flat rack") => "P1",
        Some("tank") => "T1",
        Some("bulk") => "B1",
        _ => "",
    };
    Some(format!("{length}{height}{kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(event: Option<Milestone>, words: &str, estimated: bool) -> RawEvent {
        RawEvent {
            event,
            original_event: Some(words.to_owned()),
            estimated,
            timestamp: Some("2026-05-01T08:00:00Z".into()),
            data_source: Some(DataSource::ShippingLine),
            data_provider_code: Some("MAEU".to_owned()),
            location_locode: Some("CNSHA".to_owned()),
            ..RawEvent::default()
        }
    }

    fn facts_of(raw_events: Vec<RawEvent>, names: &[EventName]) -> Vec<Fact> {
        let container = Container { number: "MSKU0308961".to_owned(), ..Container::default() };
        let transport_events =
            names.iter().map(|event| TransportEvent { event: event.clone(), ..TransportEvent::default() }).collect();
        AccountContainer { container, raw_events, transport_events, ..AccountContainer::default() }.facts(Some("MAEU"))
    }

    #[test]
    fn raw_event_becomes_fact_with_its_source() {
        let facts = facts_of(vec![raw(Some(Milestone::TransshipmentLoaded), "Load", false)], &[]);
        let Statement::Event(event) = &facts[0].statement else { panic!("an event") };
        assert_eq!((&event.motion.movement, event.certainty), (&Movement::Loaded, Certainty::Actual));
        assert_eq!(event.place.locode.as_deref(), Some("CNSHA"));
        assert_eq!(facts[0].source, Source::from(DataSource::ShippingLine), "the carrier of the shipment has no name");
        let by_terminal = RawEvent {
            data_source: Some(DataSource::Terminal),
            data_provider_code: Some("WBCT".to_owned()),
            ..raw(Some(Milestone::FullOut), "Out", false)
        };
        assert_eq!(facts_of(vec![by_terminal], &[])[0].source, Source::named(DataSource::Terminal, "WBCT"));
    }

    #[test]
    fn invalidated_raw_event_is_dropped_and_unknown_one_is_kept() {
        let invalidated =
            RawEvent { invalidated_at: Some("2026-05-02".into()), ..raw(Some(Milestone::FullOut), "Out", false) };
        let unknown = raw(None, "Booking Confirmed", false);
        let facts = facts_of(vec![invalidated, unknown], &[]);
        assert_eq!(facts.len(), 1);
        let Statement::Event(event) = &facts[0].statement else { panic!("an event") };
        assert_eq!(event.motion.movement.as_str(), "booking_confirmed");
    }

    #[test]
    fn transport_events_fill_gaps_of_raw_events() {
        let raw_events = vec![raw(Some(Milestone::VesselLoaded), "Load", false)];
        let names = [
            EventName::TransportVesselLoaded,
            EventName::TransportAvailable,
            EventName::EstimatedVesselArrived,
            EventName::ContainerPickupLfdChanged,
        ];
        let movements: Vec<String> = facts_of(raw_events, &names)
            .iter()
            .filter_map(|fact| match &fact.statement {
                Statement::Event(event) => Some(format!("{} {}", event.motion.movement, event.certainty.as_str())),
                _ => None,
            })
            .collect();
        assert_eq!(movements, ["loaded actual", "available actual", "arrived estimated"]);
    }

    #[test]
    fn size_type_is_derived_from_equipment() {
        let container = Container {
            equipment_length: Some(40),
            equipment_height: Some("high_cube".to_owned()),
            equipment_type: Some("reefer".to_owned()),
            ..Container::default()
        };
        assert_eq!(size_type(&container).as_deref(), Some("45R1"));
        assert_eq!(size_type(&Container::default()), None);
    }
}
