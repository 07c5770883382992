//! Tests of filters: compares the results of lists with a scan of all rows.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde_json::json;
use shiptrack::ids::{Entropy, SystemEntropy};
use shiptrack::jsonapi::ResourceId;
use shiptrack::resources::{ContainerStatus, CustomFieldDefinitionId, RequestStatus, RequestType, Timestamp};
use shiptrack::store::{
    CommonFilter, ContainerFilter, ContainerRecord, FieldCondition, FieldRecord, Position, RequestFilter,
    RequestRecord, ShipmentFilter, ShipmentRecord, Slice, Store, Tx,
};
use uuid::Uuid;

use super::records::{Maker, at};

/// More containers than the store sorts for one page.
const CONTAINERS: usize = 2_400;
const SHIPMENTS: usize = 240;
const REQUESTS: usize = 300;
const QUESTIONS: usize = 160;
const FIELD: u128 = 0xf1e1d;

const TAGS: [&str; 3] = ["hot", "Import", "für Köln"];
const REFERENCES: [&str; 4] = ["PO-1", "po-1", "Order 7", "PO-77"];
const PORTS: [&str; 3] = ["CNSHA", "USLAX", "NLRTM"];
const VESSELS: [&str; 4] = ["Ever Given", "EVER GIVEN", "Göta Älv", "GOTA ALV"];
const CARRIERS: [&str; 2] = ["MAEU", "MSCU"];
const STATUSES: [ContainerStatus; 3] = [ContainerStatus::New, ContainerStatus::Available, ContainerStatus::OnShip];
const VALUES: [&str; 2] = ["red", "BLUE"];

/// A reproducible sequence of random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).expect("a small number")
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// One of these, or `None`.
    fn maybe<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        (self.below(3) > 0).then(|| self.pick(of))
    }

    fn subset(&mut self, texts: &[&str]) -> Vec<String> {
        texts.iter().filter(|_| self.below(3) == 0).map(|&text| text.to_owned()).collect()
    }

    fn day(&mut self) -> NaiveDate {
        at(0).date_naive() + TimeDelta::days(i64::try_from(self.below(9)).expect("a small number"))
    }

    fn moment(&mut self) -> DateTime<Utc> {
        at(0) + TimeDelta::hours(i64::try_from(self.below(9 * 24)).expect("a small number"))
    }
}

/// A copy of the stored records in memory, to compare with.
struct World {
    maker: Maker,
    dice: Dice,
    customers: Vec<Uuid>,
    shipments: Vec<ShipmentRecord>,
    containers: Vec<ContainerRecord>,
    requests: Vec<RequestRecord>,
    /// The customers of the shipments.
    owners: BTreeMap<String, Uuid>,
    /// The values of the custom field, by resource.
    values: BTreeMap<String, String>,
}

impl World {
    fn new(account: u32, seed: u64) -> Self {
        let maker = Maker::new(account);
        let customers = (0..3).map(|_| maker.uuid()).collect();
        World {
            maker,
            dice: Dice(seed),
            customers,
            shipments: Vec::new(),
            containers: Vec::new(),
            requests: Vec::new(),
            owners: BTreeMap::new(),
            values: BTreeMap::new(),
        }
    }

    fn fill(&mut self, store: &dyn Store) {
        for n in 0..SHIPMENTS {
            let mut record = self.maker.shipment(&format!("MAEU{n}"));
            self.change_shipment(&mut record);
            self.shipments.push(record);
        }
        for n in 0..CONTAINERS {
            let shipment = self.dice.pick(&self.shipments).shipment.id;
            let mut record = self.maker.container(&shipment, &format!("MSKU{n:07}"));
            self.change_container(&mut record);
            self.containers.push(record);
        }
        for n in 0..REQUESTS {
            let mut record = self.maker.request(&format!("N{n}"));
            record.ref_numbers = self.dice.subset(&REFERENCES);
            record.shipment_tags = self.dice.subset(&TAGS);
            record.customer = self.dice.maybe(&self.customers);
            record.tracked.scac = self.dice.maybe(&CARRIERS).map(str::to_owned);
            self.change_request(&mut record);
            self.requests.push(record);
        }
        self.owners = self.owners_by_requests();
        // Containers are written before and after their shipments: the order must not matter.
        store.writing(|tx| self.requests[..REQUESTS / 2].iter().try_for_each(|record| tx.put_request(record))).unwrap();
        store
            .writing(|tx| self.containers[..CONTAINERS / 2].iter().try_for_each(|record| tx.put_container(record)))
            .unwrap();
        store.writing(|tx| self.shipments.iter().try_for_each(|record| tx.put_shipment(record))).unwrap();
        store
            .writing(|tx| self.containers[CONTAINERS / 2..].iter().try_for_each(|record| tx.put_container(record)))
            .unwrap();
        store.writing(|tx| self.requests[REQUESTS / 2..].iter().try_for_each(|record| tx.put_request(record))).unwrap();
        let ids: Vec<(&str, ResourceId)> =
            (self.shipments.iter().map(|record| ("Shipment", ResourceId::of(&record.shipment.id))))
                .chain(self.containers.iter().map(|record| ("Container", ResourceId::of(&record.container.id))))
                .chain(self.requests.iter().map(|record| ("TrackingRequest", ResourceId::of(&record.id))))
                .collect();
        let values: Vec<_> = ids.into_iter().filter_map(|(kind, id)| self.value(kind, id)).collect();
        let put = |tx: &Tx<'_>| values.iter().try_for_each(|(record, text)| tx.put_field(record, &[text.clone()]));
        store.writing(put).unwrap();
    }

    fn change_shipment(&mut self, record: &mut ShipmentRecord) {
        let (dice, shipment) = (&mut self.dice, &mut record.shipment);
        let text = |text: Option<&str>| text.map(str::to_owned);
        shipment.ref_numbers = dice.subset(&REFERENCES);
        shipment.tags = dice.subset(&TAGS);
        shipment.shipping_line_scac = Some(dice.pick(&CARRIERS).to_owned());
        shipment.pod_vessel_name = text(dice.maybe(&VESSELS));
        shipment.port_of_lading_locode = text(dice.maybe(&PORTS));
        shipment.port_of_discharge_locode = text(dice.maybe(&PORTS));
        shipment.destination_locode = text(dice.maybe(&PORTS));
        shipment.pod_eta_at = (dice.below(4) > 0).then(|| dice.moment().into());
        shipment.line_tracking_stopped_at = (dice.below(4) == 0).then(|| Timestamp::new("2026-05-02T15:00:00Z"));
    }

    fn change_container(&mut self, record: &mut ContainerRecord) {
        let (dice, container) = (&mut self.dice, &mut record.container);
        container.ref_numbers = dice.subset(&REFERENCES[..1]);
        container.current_status = dice.pick(&STATUSES);
        container.pickup_lfd = match dice.below(3) {
            0 => None,
            1 => Some(dice.day().into()),
            // The beginning of a day in Los Angeles.
            _ => Some(Timestamp::new(format!("{}T07:00:00Z", dice.day()))),
        };
        container.pod_timezone = Some("America/Los_Angeles".to_owned());
    }

    fn change_request(&mut self, record: &mut RequestRecord) {
        let statuses = [RequestStatus::Created, RequestStatus::TrackingStopped, RequestStatus::Failed];
        record.state.status = self.dice.pick(&statuses);
        record.shipment = (self.dice.below(4) > 0).then(|| self.dice.pick(&self.shipments).shipment.id);
        record.updated_at = self.dice.moment();
    }

    fn value(&mut self, kind: &str, entity: ResourceId) -> Option<(FieldRecord, String)> {
        let value = self.dice.maybe(&VALUES)?;
        self.values.insert(entity.id.to_string(), value.to_owned());
        let record = FieldRecord {
            id: self.maker.uuid().into(),
            account: self.maker.account.clone(),
            definition: definition(kind),
            kind: kind.into(),
            entity,
            value: json!(value),
        };
        Some((record, value.to_owned()))
    }

    /// Changes some of the records.
    fn change(&mut self, store: &dyn Store) {
        for at in 0..SHIPMENTS / 2 {
            let mut record = self.shipments[at].clone();
            self.change_shipment(&mut record);
            self.shipments[at] = record;
        }
        for at in 0..CONTAINERS / 4 {
            let mut record = self.containers[at].clone();
            self.change_container(&mut record);
            if self.dice.below(4) == 0 {
                record.shipment = self.dice.pick(&self.shipments).shipment.id;
            }
            self.containers[at] = record;
        }
        for at in 0..REQUESTS / 2 {
            let mut record = self.requests[at].clone();
            self.change_request(&mut record);
            self.requests[at] = record;
            // A shipment without a request with a customer keeps its last customer.
            self.owners.extend(self.owners_by_requests());
        }
        let put = |tx: &Tx<'_>| {
            self.requests.iter().try_for_each(|record| tx.put_request(record))?;
            self.containers.iter().try_for_each(|record| tx.put_container(record))?;
            self.shipments.iter().try_for_each(|record| tx.put_shipment(record))
        };
        store.writing(put).unwrap();
    }

    /// Deletes some of the requests, and some of the shipments with their containers.
    fn delete(&mut self, store: &dyn Store) {
        let dice = &mut self.dice;
        let requests: Vec<RequestRecord> = self.requests.extract_if(.., |_| dice.below(4) == 0).collect();
        let shipments: Vec<ShipmentRecord> = self.shipments.extract_if(.., |_| dice.below(4) == 0).collect();
        let account = &self.maker.account;
        let remove = |tx: &Tx<'_>| {
            requests.iter().try_for_each(|record| tx.remove_request(record))?;
            shipments.iter().try_for_each(|record| tx.remove_shipment(account, &record.shipment.id))
        };
        store.writing(remove).unwrap();
        let is_left = |record: &ContainerRecord| shipments.iter().all(|gone| gone.shipment.id != record.shipment);
        self.containers.retain(is_left);
        self.owners.extend(self.owners_by_requests());
    }

    fn common(&mut self, kind: &str) -> CommonFilter {
        let (dice, customers) = (&mut self.dice, &self.customers);
        let mut rarely = |items: &[&str]| (dice.below(5) == 0).then(|| dice.pick(items).to_owned());
        let mut common = CommonFilter {
            reference: rarely(&REFERENCES),
            tag: rarely(&TAGS),
            scac: rarely(&CARRIERS),
            vessel: rarely(&VESSELS),
            port_of_lading: rarely(&PORTS),
            port_of_discharge: rarely(&PORTS),
            destination: rarely(&PORTS),
            ..CommonFilter::default()
        };
        common.customers = (dice.below(5) == 0).then(|| vec![dice.pick(customers), dice.pick(customers)]);
        common.updated_from = (dice.below(5) == 0).then(|| dice.moment());
        common.eta_from = (dice.below(4) == 0).then(|| dice.moment());
        common.eta_until = (dice.below(4) == 0).then(|| dice.moment());
        common.fields = self.fields(kind);
        common
    }

    fn fields(&mut self, kind: &str) -> Vec<FieldCondition> {
        let text = (self.dice.below(5) == 0).then(|| self.dice.pick(&VALUES).to_owned());
        text.into_iter().map(|text| FieldCondition { definition: definition(kind), text }).collect()
    }

    fn has_fields(&self, id: &str, fields: &[FieldCondition]) -> bool {
        fields.iter().all(|field| self.values.get(id).is_some_and(|value| value.eq_ignore_ascii_case(&field.text)))
    }

    /// The customers of shipments, from the requests that track them.
    fn owners_by_requests(&self) -> BTreeMap<String, Uuid> {
        let mut best: BTreeMap<String, ((bool, bool, usize), Uuid)> = BTreeMap::new();
        for (at, request) in self.requests.iter().enumerate() {
            let (Some(shipment), Some(customer)) = (&request.shipment, request.customer) else { continue };
            let state = &request.state;
            let rank = (state.is_live(), state.status == RequestStatus::TrackingStopped, at);
            let current = best.entry(shipment.to_string()).or_insert((rank, customer));
            *current = (*current).max((rank, customer));
        }
        best.into_iter().map(|(shipment, (_, customer))| (shipment, customer)).collect()
    }

    /// The shipments that match the filter, except for reference and custom fields.
    fn matching_shipments(&self, common: &CommonFilter) -> BTreeMap<String, &ShipmentRecord> {
        let matches = |record: &&ShipmentRecord| {
            let shipment = &record.shipment;
            let eta = shipment.pod_eta_at.as_ref().and_then(Timestamp::utc);
            matches_text(&common.scac, &shipment.shipping_line_scac)
                && matches_text(&common.vessel, &shipment.pod_vessel_name)
                && matches_text(&common.port_of_lading, &shipment.port_of_lading_locode)
                && matches_text(&common.port_of_discharge, &shipment.port_of_discharge_locode)
                && matches_text(&common.destination, &shipment.destination_locode)
                && contains_text(&common.tag, &shipment.tags)
                && common.customers.as_ref().is_none_or(|wanted| {
                    self.owners.get(&shipment.id.to_string()).is_some_and(|owner| wanted.contains(owner))
                })
                && common.updated_from.is_none_or(|from| {
                    let mut requests = self.requests.iter();
                    requests
                        .any(|request| request.shipment.as_ref() == Some(&shipment.id) && request.updated_at >= from)
                })
                && common.eta_from.is_none_or(|from| eta.is_some_and(|eta| eta >= from))
                && common.eta_until.is_none_or(|until| eta.is_some_and(|eta| eta < until))
        };
        self.shipments.iter().filter(matches).map(|record| (record.shipment.id.to_string(), record)).collect()
    }

    fn check_shipments(&mut self, store: &dyn Store) {
        let filter = ShipmentFilter {
            number: (self.dice.below(9) == 0).then(|| self.dice.pick(&self.shipments).tracked.number),
            search: (self.dice.below(9) == 0).then(|| "maeu1".to_owned()),
            tracking_stopped: self.dice.maybe(&[true, false]),
            common: self.common("Shipment"),
        };
        let shipments = self.matching_shipments(&filter.common);
        let wanted = shipments.values().filter(|record| {
            let shipment = &record.shipment;
            let stopped = shipment.line_tracking_stopped_at.is_some();
            matches_text(&filter.number, &Some(record.tracked.number.clone()))
                && filter.search.as_ref().is_none_or(|_| record.tracked.number.starts_with("MAEU1"))
                && filter.tracking_stopped.is_none_or(|wanted| wanted == stopped)
                && contains_text(&filter.common.reference, &shipment.ref_numbers)
                && self.has_fields(&shipment.id.to_string(), &filter.common.fields)
        });
        let wanted: Vec<Uuid> = wanted.filter_map(|record| record.shipment.id.uuid()).collect();
        let account = &self.maker.account;
        let pages = |tx: &Tx<'_>, slice: &Slice| {
            let found = tx.shipments(account, &filter, slice)?;
            Ok(found.into_iter().filter_map(|record| record.shipment.id.uuid()).collect())
        };
        check(store, wanted, &filter, |tx| tx.count_shipments(account, &filter), pages);
    }

    fn check_containers(&mut self, store: &dyn Store) {
        let filter = ContainerFilter {
            number: (self.dice.below(9) == 0).then(|| self.dice.pick(&self.containers).container.number),
            shipment: (self.dice.below(9) == 0).then(|| self.dice.pick(&self.shipments).shipment.id),
            status: (self.dice.below(3) == 0).then(|| self.dice.pick(&STATUSES)),
            free_from: (self.dice.below(4) == 0).then(|| self.dice.day()),
            free_until: (self.dice.below(4) == 0).then(|| self.dice.day()),
            common: self.common("Container"),
        };
        // The list without a filter has another order.
        let status = filter.status.clone().or_else(|| filter.is_empty().then(|| self.dice.pick(&STATUSES)));
        let filter = ContainerFilter { status, ..filter };
        let shipments = self.matching_shipments(&filter.common);
        let wanted = self.containers.iter().filter(|record| {
            let Some(shipment) = shipments.get(&record.shipment.to_string()) else { return false };
            let container = &record.container;
            // Midnight in Los Angeles is on the same day in UTC.
            let day = container.pickup_lfd.as_ref().and_then(Timestamp::date);
            matches_text(&filter.number, &Some(container.number.clone()))
                && filter.shipment.as_ref().is_none_or(|wanted| *wanted == record.shipment)
                && filter.status.as_ref().is_none_or(|wanted| *wanted == container.current_status)
                && filter.free_from.is_none_or(|from| day.is_some_and(|day| day >= from))
                && filter.free_until.is_none_or(|until| day.is_some_and(|day| day <= until))
                && (contains_text(&filter.common.reference, &container.ref_numbers)
                    || contains_text(&filter.common.reference, &shipment.shipment.ref_numbers))
                && self.has_fields(&container.id.to_string(), &filter.common.fields)
        });
        let wanted: Vec<Uuid> = wanted.filter_map(|record| record.container.id.uuid()).collect();
        let account = &self.maker.account;
        let pages = |tx: &Tx<'_>, slice: &Slice| {
            let found = tx.containers(account, &filter, slice)?;
            Ok(found.into_iter().filter_map(|record| record.container.id.uuid()).collect())
        };
        check(store, wanted, &filter, |tx| tx.count_containers(account, &filter), pages);
    }

    fn check_requests(&mut self, store: &dyn Store) {
        let (dice, customers) = (&mut self.dice, &self.customers);
        let filter = RequestFilter {
            number: (dice.below(9) == 0).then(|| dice.pick(&self.requests).number),
            search: (dice.below(9) == 0).then(|| "n1".to_owned()),
            status: (dice.below(3) == 0).then_some(RequestStatus::Failed),
            scac: (dice.below(3) == 0).then(|| dice.pick(&CARRIERS).to_owned()),
            updated_from: (dice.below(4) == 0).then(|| dice.moment()),
            updated_until: (dice.below(4) == 0).then(|| dice.moment()),
            created_from: (dice.below(4) == 0).then(|| dice.pick(&self.requests).created_at),
            created_until: (dice.below(4) == 0).then(|| dice.pick(&self.requests).created_at),
            reference: (dice.below(3) == 0).then(|| dice.pick(&REFERENCES).to_owned()),
            tag: (dice.below(3) == 0).then(|| dice.pick(&TAGS).to_owned()),
            customers: (dice.below(3) == 0).then(|| vec![dice.pick(customers), dice.pick(customers)]),
            ..RequestFilter::default()
        };
        let filter = RequestFilter { fields: self.fields("TrackingRequest"), ..filter };
        let wanted = self.requests.iter().filter(|record| {
            matches_text(&filter.number, &Some(record.number.clone()))
                && filter.search.as_ref().is_none_or(|_| record.number.starts_with("N1"))
                && filter.status.as_ref().is_none_or(|wanted| *wanted == record.state.status)
                && matches_text(&filter.scac, &record.tracked.scac)
                && filter.updated_from.is_none_or(|from| record.updated_at >= from)
                && filter.updated_until.is_none_or(|until| record.updated_at < until)
                && filter.created_from.is_none_or(|from| record.created_at >= from)
                && filter.created_until.is_none_or(|until| record.created_at < until)
                && contains_text(&filter.reference, &record.ref_numbers)
                && contains_text(&filter.tag, &record.shipment_tags)
                && filter
                    .customers
                    .as_ref()
                    .is_none_or(|wanted| record.customer.is_some_and(|own| wanted.contains(&own)))
                && self.has_fields(&record.id.to_string(), &filter.fields)
        });
        let wanted: Vec<Uuid> = wanted.filter_map(|record| record.id.uuid()).collect();
        let account = &self.maker.account;
        let pages = |tx: &Tx<'_>, slice: &Slice| {
            let found = tx.requests(account, &filter, slice)?;
            Ok(found.into_iter().filter_map(|record| record.id.uuid()).collect())
        };
        check(store, wanted, &filter, |tx| tx.count_requests(account, &filter), pages);
    }
}

/// Each type of resource has one custom field.
fn definition(kind: &str) -> CustomFieldDefinitionId {
    Uuid::from_u128(FIELD + kind.len() as u128).into()
}

fn matches_text(wanted: &Option<String>, found: &Option<String>) -> bool {
    wanted.as_ref().is_none_or(|wanted| found.as_ref().is_some_and(|found| fold_name(found) == fold_name(wanted)))
}

fn contains_text(wanted: &Option<String>, found: &[String]) -> bool {
    wanted.as_ref().is_none_or(|wanted| found.iter().any(|found| fold_name(found) == fold_name(wanted)))
}

/// Folds the names of this test.
fn fold_name(name: &str) -> String {
    name.to_lowercase().replace('ä', "a").replace('ö', "o").replace('ü', "u")
}

/// Checks that a list has the expected ids, newest first, and the expected count, and that its pages by cursor and by number are equal. Of
/// many pages, checks the first and one in the middle.
fn check(
    store: &dyn Store,
    mut wanted: Vec<Uuid>,
    filter: &impl std::fmt::Debug,
    count: impl Fn(&Tx<'_>) -> shiptrack::Result<u64>,
    page: impl Fn(&Tx<'_>, &Slice) -> shiptrack::Result<Vec<Uuid>>,
) {
    const SIZE: usize = 40;
    wanted.sort_unstable();
    wanted.reverse();
    let middle = wanted.len() / 2;
    let until = |from: usize| (from + SIZE).min(wanted.len());
    store
        .reading(|tx| {
            assert_eq!(count(tx)?, wanted.len() as u64, "{filter:?}");
            for from in [0, middle] {
                let before = from.checked_sub(1).map(|last| Position::Item(wanted[last]));
                for (before, skip) in [(before, 0), (None, from as u64)] {
                    let found = page(tx, &Slice { before, skip, limit: SIZE as u64 })?;
                    assert_eq!(found, wanted[from..until(from)], "{filter:?}");
                }
            }
            let past_end = page(tx, &Slice { before: None, skip: wanted.len() as u64, limit: 1 })?;
            assert!(past_end.is_empty(), "{filter:?}");
            Ok(())
        })
        .unwrap();
}

pub fn every_filter_agrees_with_a_scan_of_all_rows(store: &dyn Store) {
    let (mut world, mut other) = (World::new(1, 0x5eed), World::new(2, 0xd1ce));
    world.fill(store);
    other.fill(store);
    for _ in 0..QUESTIONS / 2 {
        world.check_shipments(store);
        world.check_containers(store);
        world.check_requests(store);
    }
    for step in [World::change, World::delete] {
        step(&mut world, store);
        for _ in 0..QUESTIONS / 2 {
            world.check_shipments(store);
            world.check_containers(store);
            world.check_requests(store);
        }
    }
    other.check_containers(store);
}

pub fn periods_of_any_length_are_listed_and_counted_also_before_1970(store: &dyn Store) {
    const DAYS: i64 = 300;
    let maker = Maker::new(1);
    let begin = DateTime::UNIX_EPOCH - TimeDelta::days(DAYS / 2) - TimeDelta::hours(1);
    let eta = |n: i64| begin + TimeDelta::hours(n * 37 % (DAYS * 24));
    let shipments: Vec<ShipmentRecord> = (0..2 * DAYS)
        .map(|n| {
            let mut record = maker.shipment(&format!("MAEU{n}"));
            record.shipment.pod_eta_at = Some(eta(n).into());
            record
        })
        .collect();
    store.writing(|tx| shipments.iter().try_for_each(|record| tx.put_shipment(record))).unwrap();
    for (from, until) in [(0, DAYS * 24), (24, 25), (1, 24 * 160), (24 * 149, 24 * 151), (30, 29)] {
        for (from, until) in [(Some(from), Some(until)), (Some(from), None), (None, Some(until))] {
            let moment = |hours: Option<i64>| hours.map(|hours| begin + TimeDelta::hours(hours));
            let common = CommonFilter { eta_from: moment(from), eta_until: moment(until), ..CommonFilter::default() };
            let filter = ShipmentFilter { common, ..ShipmentFilter::default() };
            let wanted = shipments.iter().filter(|record| {
                let eta = record.shipment.pod_eta_at.as_ref().and_then(Timestamp::utc).unwrap();
                filter.common.eta_from.is_none_or(|from| eta >= from)
                    && filter.common.eta_until.is_none_or(|until| eta < until)
            });
            let wanted: Vec<Uuid> = wanted.filter_map(|record| record.shipment.id.uuid()).collect();
            let pages = |tx: &Tx<'_>, slice: &Slice| {
                let found = tx.shipments(&maker.account, &filter, slice)?;
                Ok(found.into_iter().filter_map(|record| record.shipment.id.uuid()).collect())
            };
            check(store, wanted, &filter, |tx| tx.count_shipments(&maker.account, &filter), pages);
        }
    }
}

pub fn requests_are_counted_by_kind_and_time_of_creation(store: &dyn Store) {
    let maker = Maker::new(1);
    let requests: Vec<RequestRecord> = (0..40u32)
        .map(|n| {
            let moment = at(n * 3_600);
            let id = SystemEntropy.uuid(moment).into();
            let kind = if n % 4 == 0 { RequestType::Container } else { RequestType::BillOfLading };
            let name = format!("N{n}");
            RequestRecord::new(id, maker.tracked(&name), kind, name.clone(), moment)
        })
        .collect();
    store.writing(|tx| requests.iter().try_for_each(|record| tx.put_request(record))).unwrap();
    let mut other = requests[0].clone();
    other.kind = RequestType::BookingNumber;
    store.writing(|tx| tx.put_request(&other)).unwrap();
    let count = |filter: RequestFilter| store.reading(|tx| tx.count_requests(&maker.account, &filter)).unwrap();
    for (kind, expected) in
        [(RequestType::Container, 9), (RequestType::BillOfLading, 30), (RequestType::BookingNumber, 1)]
    {
        assert_eq!(count(RequestFilter { kind: Some(kind), ..RequestFilter::default() }), expected);
    }
    for (from, until) in [(0, 39), (1, 1), (3, 4), (0, 40), (5, 33), (39, 50), (33, 5)] {
        let (created_from, created_until) = (Some(at(from * 3_600)), Some(at(until * 3_600)));
        let both = RequestFilter { created_from, created_until, ..RequestFilter::default() };
        assert_eq!(count(both), u64::from(until.min(40).saturating_sub(from)), "{from} {until}");
        let since = RequestFilter { created_from, ..RequestFilter::default() };
        assert_eq!(count(since), u64::from(40 - from), "since {from}");
        let before = RequestFilter { created_until, ..RequestFilter::default() };
        assert_eq!(count(before), u64::from(until.min(40)), "before {until}");
    }
}
