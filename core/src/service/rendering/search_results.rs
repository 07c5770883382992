//! Renders search results.

use crate::error::Result;
use crate::ids::Id;
use crate::resources::{AccountId, SearchEntityType, SearchResult, Shipment, ShipmentId, Timestamp};
use crate::store::{ContainerRecord, RequestRecord, SearchHit, SearchHitRecord, ShipmentRecord, Tx};

/// The result for a search hit; `None` if the record is deleted or cannot be read.
pub(in crate::service) fn result(
    tx: &Tx<'_>,
    account: &AccountId,
    finding: &SearchHit,
) -> Result<Option<SearchResult>> {
    Ok(match tx.search_hit_record(account, finding)? {
        None => None,
        Some(SearchHitRecord::Shipment(record)) => Some(of_shipment(tx, *record)?),
        Some(SearchHitRecord::Container(record, shipment)) => Some(SearchResult {
            updated_at: updated_at(tx, account, &record.shipment)?,
            ..of_container(*record, shipment.as_deref())
        }),
        Some(SearchHitRecord::Request(record)) => Some(of_request(*record)),
    })
}

fn of_shipment(tx: &Tx<'_>, ShipmentRecord { tracked, shipment, .. }: ShipmentRecord) -> Result<SearchResult> {
    let containers = tx.container_ids_of(&tracked.account, &shipment.id)?.len();
    Ok(SearchResult {
        id: Id::new(&shipment.id.to_string()),
        entity_type: SearchEntityType::Shipment,
        number: Some(shipment.bill_of_lading_number.clone()),
        containers_count: i64::try_from(containers).ok(),
        ref_numbers: shipment.ref_numbers.clone(),
        created_at: shipment.created_at.clone(),
        updated_at: updated_at(tx, &tracked.account, &shipment.id)?,
        ..of_voyage(&shipment)
    })
}

/// When the tracking request of the shipment last changed: each look-up and each change of the shipment changes it.
fn updated_at(tx: &Tx<'_>, account: &AccountId, shipment: &ShipmentId) -> Result<Option<Timestamp>> {
    Ok(tx.request_of_shipment(account, shipment)?.map(|request| request.updated_at.into()))
}

fn of_container(record: ContainerRecord, shipment: Option<&ShipmentRecord>) -> SearchResult {
    let container = record.container;
    SearchResult {
        id: Id::new(&container.id.to_string()),
        entity_type: SearchEntityType::Cargo,
        number: Some(container.number),
        status: Some(container.current_status.as_str().to_owned()),
        ref_numbers: container.ref_numbers,
        created_at: container.created_at,
        ..shipment.map(|record| of_voyage(&record.shipment)).unwrap_or_default()
    }
}

fn of_voyage(shipment: &Shipment) -> SearchResult {
    SearchResult {
        shipment_id: Some(shipment.id.to_string()),
        scac: shipment.shipping_line_scac.clone(),
        port_of_lading_name: shipment.port_of_lading_name.clone(),
        port_of_discharge_name: shipment.port_of_discharge_name.clone(),
        tracking_stopped: Some(shipment.line_tracking_stopped_at.is_some()),
        tracking_stopped_reason: shipment.line_tracking_stopped_reason.clone(),
        ..SearchResult::default()
    }
}

fn of_request(record: RequestRecord) -> SearchResult {
    SearchResult {
        id: Id::new(&record.id.to_string()),
        entity_type: SearchEntityType::TrackingRequest,
        scac: record.shown_scac().map(str::to_owned),
        number: Some(record.number),
        shipment_id: record.shipment.map(|id| id.to_string()),
        status: Some(record.state.status.as_str().to_owned()),
        failed_reason: record.state.failed_reason,
        ref_numbers: record.ref_numbers,
        created_at: Some(record.created_at.into()),
        updated_at: Some(record.updated_at.into()),
        ..SearchResult::default()
    }
}
