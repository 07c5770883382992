//! `/custom_field_definitions/{definition_id}/options`

use serde_json::Value;

use super::context::RequestContext;
use super::payload::{Payload, Takes, pointer, wrong};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::Reply;
use crate::error::{Error, Quoted, Result};
use crate::fields;
use crate::http::Method;
use crate::resources::{
    CustomFieldDataType, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldOption, CustomFieldOptionId,
};
use crate::service::rendering::custom_fields;
use crate::store::{FieldDefinitionRecord, FieldOptionRecord, Tx};

const NEW: Takes = Takes { attributes: &["label", "value", POSITION], relationships: &[] };
const CHANGES: Takes = Takes { attributes: &["label", POSITION], relationships: &[] };
const POSITION: &str = "position";

/// Options of one definition: all of them are told at once.
const MOST: usize = 500;

/// Characters of a label or a value.
const LONGEST: usize = 255;

const NAME: &str = "custom field option";

pub(super) fn route(
    context: &RequestContext<'_>,
    method: Method,
    of: &CustomFieldDefinitionId,
    rest: &[&str],
) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(context, of),
        ([], Method::Post) => create(context, of),
        ([], other) => Err(wrong_method(other, &[Method::Get, Method::Post])),
        ([id], Method::Get) => get(context, of, &CustomFieldOptionId::new(id)),
        ([id], Method::Patch) => update(context, of, &CustomFieldOptionId::new(id)),
        ([id], Method::Delete) => delete(context, of, &CustomFieldOptionId::new(id)),
        ([_], other) => Err(wrong_method(other, &[Method::Get, Method::Patch, Method::Delete])),
        _ => Err(no_such_path()),
    }
}

fn list(context: &RequestContext<'_>, of: &CustomFieldDefinitionId) -> Result<Reply> {
    context.takes(&[])?;
    context.engine.store.reading(|tx| {
        let definition = known(tx, context, of)?.definition;
        Ok(Reply::whole_list(context, custom_fields::options(tx, context.account, &definition)?, None))
    })
}

fn get(context: &RequestContext<'_>, of: &CustomFieldDefinitionId, id: &CustomFieldOptionId) -> Result<Reply> {
    context.takes(&[])?;
    let record = context.engine.store.reading(|tx| option(tx, context, of, id))?;
    Ok(Reply::one(context, 200, &record.option, None))
}

/// The account's definition with this id.
pub(super) fn known(
    tx: &dyn Tx,
    context: &RequestContext<'_>,
    id: &CustomFieldDefinitionId,
) -> Result<FieldDefinitionRecord> {
    tx.field_definition(context.account, id)?.ok_or_else(|| not_found("custom field definition", id))
}

/// The option with this id of this definition.
fn option(
    tx: &dyn Tx,
    context: &RequestContext<'_>,
    of: &CustomFieldDefinitionId,
    id: &CustomFieldOptionId,
) -> Result<FieldOptionRecord> {
    known(tx, context, of)?;
    let found = tx.field_option(context.account, id)?.filter(|record| record.definition == *of);
    found.ok_or_else(|| not_found(NAME, id))
}

fn create(context: &RequestContext<'_>, of: &CustomFieldDefinitionId) -> Result<Reply> {
    context.takes(&[])?;
    let mut payload = Payload::of_new::<CustomFieldOption>(context, &NEW)?;
    let (_, label, value, position) = together!(
        taken = payload.taken().end(),
        label = payload.short_text("label", LONGEST),
        value = payload.short_text("value", LONGEST),
        position = position(&payload),
    )?;
    let id = context.engine.new_id(context.engine.now());
    let option = CustomFieldOption { id, label, value, position, ..Default::default() };
    let record = FieldOptionRecord { account: context.account.clone(), definition: of.clone(), option };
    context.engine.store.writing(|tx| add(tx, &known(tx, context, of)?.definition, &record))?;
    Ok(Reply::one(context, 201, &record.option, None))
}

/// Adds an option to a definition that has some, unless it has this one or too many.
fn add(tx: &dyn Tx, definition: &CustomFieldDefinition, record: &FieldOptionRecord) -> Result<()> {
    let (value, refused) = (&record.option.value, |why: String| Err(Error::invalid(&pointer("value"), why)));
    if !fields::has_options(&definition.data_type) {
        return refused(format!("a field of the type {} has no options", definition.data_type));
    }
    if definition.data_type == CustomFieldDataType::EnumMulti && value.contains(',') {
        return refused(
            "the value of an option that is chosen beside others has no comma: the hosted service joins them with one"
                .to_owned(),
        );
    }
    let known = tx.field_options(&record.account, &definition.id)?;
    if let Some(known) = known.iter().find(|known| known.option.value == *value) {
        return refused(format!("value {} has already been taken, by the option {}", Quoted(value), known.option.id));
    }
    if known.len() >= MOST {
        return refused(format!("a field has {MOST} options at most"));
    }
    tx.put_field_option(record)
}

fn update(context: &RequestContext<'_>, of: &CustomFieldDefinitionId, id: &CustomFieldOptionId) -> Result<Reply> {
    context.takes(&[])?;
    let mut payload = Payload::of_change(context, id, &CHANGES)?;
    let label = if payload.says("label") { payload.short_text("label", LONGEST).map(Some) } else { Ok(None) };
    let (_, label, position) = together!(taken = payload.taken().end(), label = label, position = position(&payload))?;
    let record = context.engine.store.writing(|tx| {
        let mut record = option(tx, context, of, id)?;
        record.option.label = label.clone().unwrap_or(record.option.label);
        if payload.says(POSITION) {
            record.option.position = position;
        }
        tx.put_field_option(&record)?;
        Ok(record)
    })?;
    Ok(Reply::one(context, 200, &record.option, None))
}

fn position(payload: &Payload) -> Result<Option<i64>> {
    match payload.value(POSITION) {
        None | Some(Value::Null) => Ok(None),
        Some(told) => match told.as_u64().and_then(|told| u32::try_from(told).ok()) {
            Some(position) => Ok(Some(i64::from(position))),
            None => Err(wrong(POSITION, "a whole number from 0", told)),
        },
    }
}

/// Values that were chosen stay as they are.
fn delete(context: &RequestContext<'_>, of: &CustomFieldDefinitionId, id: &CustomFieldOptionId) -> Result<Reply> {
    context.takes(&[])?;
    context.engine.store.writing(|tx| {
        option(tx, context, of, id)?;
        tx.remove_field_option(context.account, id)
    })?;
    Ok(Reply::nothing(context))
}
