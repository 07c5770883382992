//! Handlers of `/custom_fields`, and of `/{family}/{id}/custom_fields` of shipments, containers and tracking requests.

use std::slice;

use serde_json::Value;

use super::context::RequestContext;
use super::custom_field_definitions::kind_filter;
use super::family::{self, Family};
use super::payload::{Payload, pointer};
use super::problems::{Problems, combine};
use super::refusals::not_found;
use super::reply::{Handlers, Reply};
use crate::error::{Error, Quoted, Result};
use crate::fields;
use crate::ids::Id;
use crate::jsonapi::{Resource, ResourceId};
use crate::resources::{
    Container, CustomField, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldEntityType, CustomFieldId,
    Shipment,
};
use crate::service::rendering::custom_fields;
use crate::store::{FieldFilter, FieldRecord, Slice, Tx};

const SLUG: &str = "api_slug";
const VALUE: &str = "value";
const ENTITY: &str = "entity";

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, |context| Ok(filter(context)))),
    ("create", create),
    ("get", family::get::<FieldFilter>),
    ("update", |context| update(context, field)),
    ("delete", |context| delete(context, field).map(|()| Reply::nothing(context))),
];

/// The resource in the path, which has the custom fields.
fn entity<T: Resource>(context: &RequestContext<'_>) -> ResourceId {
    ResourceId::of(&context.id::<T>())
}

pub(super) fn list_of<T: Resource>(context: &RequestContext<'_>) -> Result<Reply> {
    let entity = entity::<T>(context);
    context.engine.store.reading(|tx| {
        check_entity(tx, context, &entity)?;
        let found = tx.fields_of(context.account, &entity)?;
        Ok(Reply::whole_list(context, custom_fields::resources(tx, &found)?, None))
    })
}

pub(super) fn create_of<T: Resource>(context: &RequestContext<'_>) -> Result<Reply> {
    let payload = Payload::of_new::<CustomField>(context)?;
    let (_, new) = combine!(taken = payload.check_members(), new = new_field(&payload))?;
    store_field(context, &entity::<T>(context), &new, entity_not_found)
}

pub(super) fn update_of<T: Resource>(context: &RequestContext<'_>) -> Result<Reply> {
    update(context, field_of::<T>)
}

pub(super) fn delete_of<T: Resource>(context: &RequestContext<'_>) -> Result<Reply> {
    delete(context, field_of::<T>).map(|()| Reply::no_content(context))
}

/// Fails if the account does not have the resource.
fn check_entity(tx: &Tx<'_>, context: &RequestContext<'_>, entity: &ResourceId) -> Result<()> {
    match custom_fields::name_of(tx, context.account, entity)? {
        Some(_) => Ok(()),
        None => Err(entity_not_found(entity)),
    }
}

fn entity_not_found(entity: &ResourceId) -> Error {
    not_found(&entity.kind, &entity.id)
}

/// The entity type for a resource type. Only called for shipments, containers and tracking requests.
fn kind_of(entity: &ResourceId) -> CustomFieldEntityType {
    fields::entity_named(&entity.kind).unwrap_or(CustomFieldEntityType::Container)
}

struct NewField {
    slug: String,
    value: Value,
}

fn new_field(payload: &Payload) -> Result<NewField> {
    let (slug, value) =
        combine!(slug = payload.required(SLUG), value = sent_value(payload.value(VALUE), &pointer(VALUE)))?;
    Ok(NewField { slug: slug.to_owned(), value })
}

/// The value in a request body. It is required, but may be null.
fn sent_value(value: Option<&Value>, place: &str) -> Result<Value> {
    value.cloned().ok_or_else(|| Error::blank(place, "value is required; it may be null"))
}

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    let payload = Payload::of_new::<CustomField>(context)?;
    let (_, entity, new) =
        combine!(taken = payload.check_members(), entity = entity_of(&payload), new = new_field(&payload))?;
    store_field(context, &entity, &new, |entity| {
        let detail = format!("there is no {} with the id {}", entity.kind, Quoted(&entity.id.to_string()));
        Error::invalid("/data/relationships/entity/data/id", detail)
    })
}

/// Reads the entity from the request body. It must be a shipment or a container. A field of a tracking request is created only with the path of
/// the request, as in the documentation of the API.
fn entity_of(payload: &Payload) -> Result<ResourceId> {
    let entity = payload.to_one(ENTITY)?;
    let Some(entity) = entity.get() else {
        let detail = "entity can't be blank: name the shipment or container to which the field belongs";
        return Err(Error::blank("/data/relationships/entity", detail));
    };
    if ![Shipment::TYPE, Container::TYPE].contains(&entity.kind.as_str()) {
        let detail = format!("entity must be a shipment or a container, not {}", Quoted(&entity.kind));
        return Err(Error::invalid("/data/relationships/entity/data/type", detail));
    }
    Ok(entity.clone())
}

/// Stores the value of a custom field. Replaces the value if the entity has the field already.
fn store_field(
    context: &RequestContext<'_>,
    entity: &ResourceId,
    new: &NewField,
    not_found: impl Fn(&ResourceId) -> Error,
) -> Result<Reply> {
    let kind = kind_of(entity);
    let record = context.engine.store.writing(|tx| {
        if custom_fields::name_of(tx, context.account, entity)?.is_none() {
            return Err(not_found(entity));
        }
        let definition = definition_named(tx, context, &kind, &new.slug)?;
        let value = check_value(tx, context, &definition, &pointer(VALUE), &new.value)?;
        let existing = tx.field_of(context.account, entity, &definition.id)?;
        let search_values = fields::search_values(&definition.data_type, &value);
        let record = FieldRecord {
            id: existing.map_or_else(|| context.engine.new_id(context.engine.now()), |existing| existing.id),
            account: context.account.clone(),
            definition: definition.id,
            kind: definition.entity_type,
            entity: canonical(entity),
            value,
        };
        tx.put_field(&record, &search_values)?;
        Ok(record)
    })?;
    context.answer_after_commit(|tx| {
        let mut fields = custom_fields::resources(tx, slice::from_ref(&record))?;
        Ok(Reply::created(context, &format!("custom_fields/{}", record.id), fields.remove(0)))
    })
}

/// The same reference with its id in lower case.
fn canonical(entity: &ResourceId) -> ResourceId {
    let id = entity.id.uuid().map_or_else(|| entity.id.clone(), Id::from);
    ResourceId { kind: entity.kind.clone(), id }
}

fn definition_named(
    tx: &Tx<'_>,
    context: &RequestContext<'_>,
    kind: &CustomFieldEntityType,
    slug: &str,
) -> Result<CustomFieldDefinition> {
    let found = tx.field_definition_by_slug(context.account, kind, slug)?.map(|record| record.definition);
    found.ok_or_else(|| undefined(&pointer(SLUG), kind, slug))
}

pub(super) fn undefined(place: &str, kind: &CustomFieldEntityType, slug: &str) -> Error {
    Error::blank(place, format!("no custom field {} is defined for a {kind}", Quoted(slug)))
}

/// Checks a value against the definition of its field, and returns it in normal form. `place` is its JSON pointer, for errors.
pub(super) fn check_value(
    tx: &Tx<'_>,
    context: &RequestContext<'_>,
    definition: &CustomFieldDefinition,
    place: &str,
    value: &Value,
) -> Result<Value> {
    let options = custom_fields::options(tx, context.account, definition)?;
    let value = fields::check_value(definition, Some(&options), place, value)?;
    if let Some(named) = fields::referenced_resource(definition, &value)
        && custom_fields::name_of(tx, context.account, &named)?.is_none()
    {
        let detail = format!("there is no {} with the id {}", named.kind, Quoted(&named.id.to_string()));
        return Err(Error::invalid(&format!("{place}/id"), detail));
    }
    Ok(value)
}

/// Finds the field that the path of a request names.
type Find = fn(&Tx<'_>, &RequestContext<'_>) -> Result<FieldRecord>;

fn field(tx: &Tx<'_>, context: &RequestContext<'_>) -> Result<FieldRecord> {
    family::existing::<FieldFilter>(tx, context, &context.id())
}

fn field_of<T: Resource>(tx: &Tx<'_>, context: &RequestContext<'_>) -> Result<FieldRecord> {
    let (entity, slug) = (&entity::<T>(context), context.argument(1));
    check_entity(tx, context, entity)?;
    let kind = kind_of(entity);
    let definition = tx.field_definition_by_slug(context.account, &kind, slug)?;
    let found = match definition {
        Some(record) => tx.field_of(context.account, entity, &record.definition.id)?,
        None => None,
    };
    found.ok_or_else(|| not_found(CustomField::TYPE, slug))
}

fn update(context: &RequestContext<'_>, find: Find) -> Result<Reply> {
    let found = context.engine.store.reading(|tx| find(tx, context))?;
    let value = changed_value(context, &found.id)?;
    let record = context.engine.store.writing(|tx| {
        let existing = find(tx, context)?;
        let definition = tx.field_definition(context.account, &existing.definition)?;
        let definition = definition.ok_or_else(|| not_found(CustomField::TYPE, &existing.id))?.definition;
        let value = check_value(tx, context, &definition, &pointer(VALUE), &value)?;
        let search_values = fields::search_values(&definition.data_type, &value);
        let record = FieldRecord { value, ..existing };
        tx.put_field(&record, &search_values)?;
        Ok(record)
    })?;
    family::written::<FieldFilter>(context, 200, &record)
}

/// The new value. The body is a resource object, as in the reference of the API, or `{"value": …}`, as in its guides.
fn changed_value(context: &RequestContext<'_>, id: &CustomFieldId) -> Result<Value> {
    let payload = family::change::<FieldFilter>(context, id)?;
    let value = sent_value(payload.value(VALUE), &pointer(VALUE));
    let (_, value) = combine!(taken = payload.check_members(), value = value)?;
    Ok(value)
}

fn delete(context: &RequestContext<'_>, find: Find) -> Result<()> {
    context.engine.store.writing(|tx| tx.remove_field(context.account, &find(tx, context)?.id)).map(drop)
}

fn filter(context: &RequestContext<'_>) -> FieldFilter {
    FieldFilter {
        kind: kind_filter(context),
        entity: context.parameter("filter[entity_id]").map(str::to_owned),
        definition: context.parameter("filter[definition_id]").map(CustomFieldDefinitionId::new),
    }
}

impl Family for FieldFilter {
    const PAGE: u64 = 25;

    type Record = FieldRecord;
    type Resource = CustomField;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<FieldRecord>, u64)> {
        Ok((tx.fields(context.account, self, slice)?, tx.count_fields(context.account, self)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &CustomFieldId) -> Result<Option<FieldRecord>> {
        tx.field(context.account, id)
    }

    fn resources(tx: &Tx<'_>, _: &RequestContext<'_>, records: &[FieldRecord]) -> Result<Vec<CustomField>> {
        custom_fields::resources(tx, records)
    }
}

/// Checks the values of custom fields that a new tracking request sets. `sent` has the pointer, slug and value of each.
pub(super) fn check_initial_fields(
    context: &RequestContext<'_>,
    kind: &CustomFieldEntityType,
    sent: &[(String, &str, &Value)],
) -> Result<()> {
    if sent.is_empty() {
        return Ok(());
    }
    context.engine.store.reading(|tx| {
        let mut problems = Problems::default();
        for (place, slug, value) in sent {
            let place = pointer(place);
            let found = tx.field_definition_by_slug(context.account, kind, slug)?;
            problems.note(match found {
                None => Err(undefined(&format!("{place}/{SLUG}"), kind, slug)),
                Some(record) => {
                    check_value(tx, context, &record.definition, &format!("{place}/{VALUE}"), value).map(drop)
                }
            });
        }
        problems.end()
    })
}
