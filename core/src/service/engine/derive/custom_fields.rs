//! Sets the initial custom fields of resources: those of the tracking request first, then the defaults.

use serde_json::Value;

use crate::error::Result;
use crate::fields;
use crate::jsonapi::{Members, ResourceId};
use crate::resources::{AccountId, ContainerId, CustomFieldDefinition, CustomFieldEntityType, ShipmentId};
use crate::service::engine::base::engine::WriteContext;
use crate::service::rendering::custom_fields::options;
use crate::store::{ContainerRecord, FieldRecord, RequestRecord};
use crate::tracking::normalize_container_number;

pub(in crate::service) fn set_defaults(
    cx: WriteContext<'_>,
    account: &AccountId,
    kind: &CustomFieldEntityType,
    entity: &ResourceId,
) -> Result<()> {
    for record in cx.tx.default_fields(account, kind)? {
        if let Some(default) = &record.definition.default_value {
            set(cx, account, &record.definition, entity, default)?;
        }
    }
    Ok(())
}

pub(in crate::service) fn set_for_shipment(
    cx: WriteContext<'_>,
    request: &RequestRecord,
    shipment: &ShipmentId,
) -> Result<()> {
    let kind = CustomFieldEntityType::Shipment;
    let fields = fields_of(request, "shipment");
    fields.into_iter().try_for_each(|field| set_valid(cx, request, &kind, &ResourceId::of(shipment), field))
}

pub(in crate::service) fn set_all(cx: WriteContext<'_>, request: &RequestRecord, shipment: &ShipmentId) -> Result<()> {
    if request.initial_custom_fields.is_none() {
        return Ok(());
    }
    set_for_shipment(cx, request, shipment)?;
    for ContainerRecord { container, .. } in cx.tx.containers_of(&request.tracked.account, shipment)? {
        set_for_container(cx, request, (&container.id, &container.number))?;
    }
    Ok(())
}

/// Sets the initial fields of a container. Fields for this container take precedence over fields for all containers of the
/// request.
pub(in crate::service) fn set_for_container(
    cx: WriteContext<'_>,
    request: &RequestRecord,
    (id, number): (&ContainerId, &str),
) -> Result<()> {
    let kind = CustomFieldEntityType::Container;
    let (for_one, for_all): (Vec<_>, Vec<_>) =
        fields_of(request, "containers").into_iter().partition(|field| number_of(field).is_some());
    let for_one = for_one.into_iter().filter(|field| number_of(field).as_deref() == Some(number));
    for_one.chain(for_all).try_for_each(|field| set_valid(cx, request, &kind, &ResourceId::of(id), field))
}

pub(in crate::service) fn number_of(field: &Members) -> Option<String> {
    let number = field.get("number").and_then(Value::as_str).map(str::trim).filter(|number| !number.is_empty());
    number.map(normalize_container_number)
}

fn fields_of<'r>(request: &'r RequestRecord, part: &str) -> Vec<&'r Members> {
    let fields = request.initial_custom_fields.as_ref().and_then(|parts| parts.get(part)).and_then(Value::as_array);
    fields.into_iter().flatten().filter_map(Value::as_object).collect()
}

/// Ignores the field if its definition was deleted, or no longer accepts the value.
fn set_valid(
    cx: WriteContext<'_>,
    request: &RequestRecord,
    kind: &CustomFieldEntityType,
    entity: &ResourceId,
    field: &Members,
) -> Result<()> {
    let account = &request.tracked.account;
    let (Some(slug), Some(value)) = (field.get("api_slug").and_then(Value::as_str), field.get("value")) else {
        return Ok(());
    };
    let Some(record) = cx.tx.field_definition_by_slug(account, kind, slug.trim())? else { return Ok(()) };
    let options = options(cx.tx, account, &record.definition)?;
    match fields::check_value(&record.definition, Some(&options), "", value) {
        Ok(value) => set(cx, account, &record.definition, entity, &value),
        Err(_) => Ok(()),
    }
}

/// Sets a field that has no value yet.
fn set(
    cx: WriteContext<'_>,
    account: &AccountId,
    definition: &CustomFieldDefinition,
    entity: &ResourceId,
    value: &Value,
) -> Result<()> {
    if cx.tx.field_of(account, entity, &definition.id)?.is_some() {
        return Ok(());
    }
    let record = FieldRecord {
        id: cx.engine.new_id(cx.now),
        account: account.clone(),
        definition: definition.id.clone(),
        kind: definition.entity_type.clone(),
        entity: entity.clone(),
        value: value.clone(),
    };
    cx.tx.put_field(&record, &fields::search_values(&definition.data_type, value))
}
