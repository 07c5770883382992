//! Handlers of `/custom_field_definitions/{definition_id}/options`.

use serde_json::Value;

use super::context::RequestContext;
use super::family;
use super::payload::{Payload, pointer, wrong_type};
use super::problems::combine;
use super::refusals::not_found;
use super::reply::Reply;
use crate::error::{Error, Quoted, Result};
use crate::fields;
use crate::jsonapi::Resource;
use crate::resources::{CustomFieldDataType, CustomFieldDefinition, CustomFieldOption, CustomFieldOptionId};
use crate::service::rendering::custom_fields;
use crate::store::{FieldDefinitionFilter, FieldDefinitionRecord, FieldOptionRecord, Tx};

const POSITION: &str = "position";

/// Maximum number of options of a definition.
const MAX_OPTIONS: usize = 500;

/// Maximum length of a label and of a value, in characters.
const MAX_LENGTH: usize = 255;

pub(super) fn list(context: &RequestContext<'_>) -> Result<Reply> {
    context.engine.store.reading(|tx| {
        let definition = definition(tx, context)?.definition;
        Ok(Reply::whole_list(context, custom_fields::options(tx, context.account, &definition)?, None))
    })
}

pub(super) fn get(context: &RequestContext<'_>) -> Result<Reply> {
    let record = context.engine.store.reading(|tx| option(tx, context))?;
    Ok(Reply::one(context, 200, record.option))
}

fn definition(tx: &Tx<'_>, context: &RequestContext<'_>) -> Result<FieldDefinitionRecord> {
    family::existing::<FieldDefinitionFilter>(tx, context, &context.id())
}

fn option_id(context: &RequestContext<'_>) -> CustomFieldOptionId {
    CustomFieldOptionId::new(context.argument(1))
}

fn option(tx: &Tx<'_>, context: &RequestContext<'_>) -> Result<FieldOptionRecord> {
    definition(tx, context)?;
    let id = option_id(context);
    let found = tx.field_option(context.account, &id)?.filter(|record| record.definition == context.id());
    found.ok_or_else(|| not_found(CustomFieldOption::TYPE, &id))
}

pub(super) fn create(context: &RequestContext<'_>) -> Result<Reply> {
    let payload = Payload::of_new::<CustomFieldOption>(context)?;
    let (_, label, value, position) = combine!(
        taken = payload.check_members(),
        label = payload.short_text("label", MAX_LENGTH),
        value = payload.short_text("value", MAX_LENGTH),
        position = position(&payload),
    )?;
    let id = context.engine.new_id(context.engine.now());
    let option = CustomFieldOption { id, label, value, position, ..Default::default() };
    let record = FieldOptionRecord { account: context.account.clone(), definition: context.id(), option };
    context.engine.store.writing(|tx| add(tx, &definition(tx, context)?.definition, &record))?;
    Ok(Reply::one(context, 201, record.option))
}

fn add(tx: &Tx<'_>, definition: &CustomFieldDefinition, record: &FieldOptionRecord) -> Result<()> {
    let (value, refused) = (&record.option.value, |why: String| Err(Error::invalid(&pointer("value"), why)));
    if !fields::has_options(&definition.data_type) {
        return refused(format!("a field of type {} has no options", definition.data_type));
    }
    if definition.data_type == CustomFieldDataType::EnumMulti && value.contains(',') {
        return refused(
            "the value of an option of an enum_multi field cannot contain a comma: the hosted service joins values with commas"
                .to_owned(),
        );
    }
    let existing = tx.field_options(&record.account, &definition.id)?;
    if let Some(existing) = existing.iter().find(|existing| existing.option.value == *value) {
        return refused(format!("value {} is already used by the option {}", Quoted(value), existing.option.id));
    }
    if existing.len() >= MAX_OPTIONS {
        return refused(format!("a field can have at most {MAX_OPTIONS} options"));
    }
    tx.put_field_option(record)
}

pub(super) fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let present = || context.engine.store.reading(|tx| option(tx, context)).map(|record| record.option);
    let payload = Payload::of_change(context, &option_id(context), present)?;
    let label = payload.change("label", |name| payload.short_text(name, MAX_LENGTH));
    let (_, label, position) = combine!(taken = payload.check_members(), label = label, position = position(&payload))?;
    let record = context.engine.store.writing(|tx| {
        let mut record = option(tx, context)?;
        record.option.label = label.clone().unwrap_or(record.option.label);
        if payload.has_attribute(POSITION) {
            record.option.position = position;
        }
        tx.put_field_option(&record)?;
        Ok(record)
    })?;
    Ok(Reply::one(context, 200, record.option))
}

fn position(payload: &Payload) -> Result<Option<i64>> {
    match payload.value(POSITION) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().and_then(|number| u32::try_from(number).ok()) {
            Some(position) => Ok(Some(i64::from(position))),
            None => Err(wrong_type(POSITION, "a whole number from 0", value)),
        },
    }
}

/// Deletes an option. Fields that have its value keep it.
pub(super) fn delete(context: &RequestContext<'_>) -> Result<Reply> {
    context.engine.store.writing(|tx| {
        option(tx, context)?;
        tx.remove_field_option(context.account, &option_id(context))
    })?;
    Ok(Reply::nothing(context))
}
