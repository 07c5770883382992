//! Renders custom fields and their definitions.

use std::collections::HashMap;

use super::parties;
use crate::error::Result;
use crate::fields;
use crate::jsonapi::{Resource, ResourceId, ToMany, ToOne};
use crate::resources::{
    AccountId, Container, CustomField, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldOption, Party,
    Shipment, TrackingRequest,
};
use crate::store::{FieldDefinitionRecord, FieldRecord, Tx};

/// A definition with links to its options. Its list of fields is empty, because there may be any number of them.
pub(in crate::service) fn definition(tx: &Tx<'_>, record: &FieldDefinitionRecord) -> Result<CustomFieldDefinition> {
    let options = options(tx, &record.account, &record.definition)?;
    let ids: Vec<_> = options.into_iter().map(|option| option.id).collect();
    Ok(CustomFieldDefinition {
        account: ToOne::to(&record.account),
        options: ToMany::to(&ids),
        fields: ToMany::Linked(Vec::new()),
        ..record.definition.clone()
    })
}

pub(in crate::service) fn options(
    tx: &Tx<'_>,
    account: &AccountId,
    definition: &CustomFieldDefinition,
) -> Result<Vec<CustomFieldOption>> {
    if !fields::has_options(&definition.data_type) {
        return Ok(Vec::new());
    }
    Ok(tx.field_options(account, &definition.id)?.into_iter().map(|record| record.option).collect())
}

/// Renders fields with their display values.
pub(in crate::service) fn resources(tx: &Tx<'_>, records: &[FieldRecord]) -> Result<Vec<CustomField>> {
    let mut known: HashMap<CustomFieldDefinitionId, (CustomFieldDefinition, Vec<CustomFieldOption>)> = HashMap::new();
    let mut resources = Vec::with_capacity(records.len());
    for record in records {
        if !known.contains_key(&record.definition) {
            let found = tx.field_definition(&record.account, &record.definition)?;
            // A definition exists as long as it has values.
            let found = found.map(|found| found.definition).unwrap_or_default();
            let options = options(tx, &record.account, &found)?;
            known.insert(record.definition.clone(), (found, options));
        }
        let (definition, options) = &known[&record.definition];
        resources.push(value(tx, record, definition, options)?);
    }
    Ok(resources)
}

fn value(
    tx: &Tx<'_>,
    record: &FieldRecord,
    definition: &CustomFieldDefinition,
    options: &[CustomFieldOption],
) -> Result<CustomField> {
    let display_value = match fields::referenced_resource(definition, &record.value) {
        Some(named) => name_of(tx, &record.account, &named)?,
        None => fields::display_value(definition, options, &record.value),
    };
    Ok(CustomField {
        id: record.id.clone(),
        api_slug: definition.api_slug.clone(),
        value: Some(record.value.clone()).filter(|value| !value.is_null()),
        display_value,
        entity: ToOne::Linked(record.entity.clone()),
        definition: ToOne::to(&record.definition),
        ..Default::default()
    })
}

/// The number or name of a resource, for display; `None` if it does not exist.
pub(in crate::service) fn name_of(tx: &Tx<'_>, account: &AccountId, named: &ResourceId) -> Result<Option<String>> {
    Ok(match named.kind.as_str() {
        Shipment::TYPE => tx.shipment(account, &named.id.cast())?.map(|found| found.shipment.bill_of_lading_number),
        Container::TYPE => tx.container(account, &named.id.cast())?.map(|found| found.container.number),
        TrackingRequest::TYPE => tx.request(account, &named.id.cast())?.map(|found| found.number),
        Party::TYPE => match named.id.uuid() {
            Some(id) => parties::find(tx, account, id)?.map(|party| party.company_name),
            None => None,
        },
        _ => None,
    })
}
