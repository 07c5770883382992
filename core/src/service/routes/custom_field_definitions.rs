//! Handlers of `/custom_field_definitions`. Those of options are in
//! [`custom_field_options`](super::custom_field_options).

use serde_json::Value;

use super::context::{RequestContext, shortened};
use super::custom_field_options;
use super::family::{self, Family};
use super::payload::{Payload, pointer, wrong_type};
use super::problems::combine;
use super::reply::{Handlers, Reply};
use crate::error::{Error, Quoted, Result};
use crate::fields::{self, Rules};
use crate::jsonapi::{MAX_NESTING, Members, is_shallow};
use crate::resources::{CustomFieldDataType, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldEntityType};
use crate::service::rendering::custom_fields;
use crate::store::{FieldDefinitionFilter, FieldDefinitionRecord, Slice, Tx};

/// Maximum number of definitions of an account.
const MAX_DEFINITIONS: u64 = 500;

/// Maximum number of values that are deleted in one transaction, so that other writers do not wait long.
const DELETE_BATCH: usize = 2_000;

/// Maximum length of a name in characters.
const MAX_NAME_LENGTH: usize = 255;
/// Maximum length of a description in characters.
const MAX_DESCRIPTION_LENGTH: usize = 4_096;
/// Maximum length of validation rules or of a default value, in bytes of JSON.
const MAX_JSON_LENGTH: usize = 8 * 1024;

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, |context| Ok(filter(context)))),
    ("create", create),
    ("get", family::get::<FieldDefinitionFilter>),
    ("update", update),
    ("delete", delete),
    ("options", custom_field_options::list),
    ("create_option", custom_field_options::create),
    ("get_option", custom_field_options::get),
    ("update_option", custom_field_options::update),
    ("delete_option", custom_field_options::delete),
];

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    let payload = Payload::of_new::<CustomFieldDefinition>(context)?;
    let now = context.engine.now();
    let (_, (entity_type, api_slug), data_type, _, reference_type) = combine!(
        members = payload.check_members(),
        slug = slug(&payload),
        data_type = data_type(&payload),
        name = payload.short_text("display_name", MAX_NAME_LENGTH),
        reference_type = payload.text("reference_type").map(|text| text.map(str::to_owned)),
    )?;
    fields::check_reference_type(&pointer("reference_type"), &data_type, reference_type.as_deref())?;
    let new = CustomFieldDefinition {
        id: context.engine.new_id(now),
        entity_type,
        api_slug,
        data_type,
        reference_type,
        created_at: Some(now.into()),
        ..Default::default()
    };
    let mut definition = apply_changes(context, &payload, new)?;
    fields::check_default(&pointer("default_value"), &definition, None)?;
    definition.updated_at = Some(now.into());
    let record = FieldDefinitionRecord { account: context.account.clone(), definition };
    context.engine.store.writing(|tx| add(tx, &record))?;
    family::written::<FieldDefinitionFilter>(context, 201, &record)
}

fn add(tx: &Tx<'_>, record: &FieldDefinitionRecord) -> Result<()> {
    let (account, definition) = (&record.account, &record.definition);
    let (slug, kind) = (&definition.api_slug, &definition.entity_type);
    if let Some(existing) = tx.field_definition_by_slug(account, kind, slug)? {
        let detail = format!("api_slug {slug} is already used by the definition {}", existing.definition.id);
        return Err(Error::invalid(&pointer("api_slug"), detail));
    }
    if tx.count_field_definitions(account, &FieldDefinitionFilter::default())? >= MAX_DEFINITIONS {
        return Err(Error::invalid(
            &pointer("api_slug"),
            format!("an account can have at most {MAX_DEFINITIONS} definitions"),
        ));
    }
    tx.put_field_definition(record)
}

fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let payload = family::change::<FieldDefinitionFilter>(context, &id)?;
    payload.check_members()?;
    let record = context.engine.store.writing(|tx| {
        let existing = family::existing::<FieldDefinitionFilter>(tx, context, &id)?;
        let mut definition = apply_changes(context, &payload, existing.definition)?;
        if payload.has_attribute("default_value") || payload.has_attribute("validation") {
            let options = custom_fields::options(tx, context.account, &definition)?;
            fields::check_default(&pointer("default_value"), &definition, Some(&options))?;
        }
        definition.updated_at = Some(context.engine.now().into());
        let record = FieldDefinitionRecord { definition, ..existing };
        tx.put_field_definition(&record)?;
        Ok(record)
    })?;
    family::written::<FieldDefinitionFilter>(context, 200, &record)
}

/// Deletes the values in several transactions, and the definition in the last of them.
fn delete(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    context.engine.store.reading(|tx| family::existing::<FieldDefinitionFilter>(tx, context, &id))?;
    loop {
        let is_done = context.engine.store.writing(|tx| {
            let is_last = tx.remove_fields_of(context.account, &id, DELETE_BATCH)? < DELETE_BATCH;
            if is_last {
                tx.remove_field_definition(context.account, &id)?;
            }
            Ok(is_last)
        })?;
        if is_done {
            return Ok(Reply::nothing(context));
        }
    }
}

/// Reads and checks `entity_type` and `api_slug`.
fn slug(payload: &Payload) -> Result<(CustomFieldEntityType, String)> {
    let entity = payload.required("entity_type").and_then(|name| {
        fields::entity_named(name).ok_or_else(|| {
            let names = fields::ENTITY_NAMES.join(", ");
            Error::invalid(
                &pointer("entity_type"),
                format!("{} cannot have custom fields; use one of {names}", Quoted(name)),
            )
        })
    });
    let (entity, slug) = combine!(entity = entity, slug = payload.required("api_slug"))?;
    fields::check_slug(&pointer("api_slug"), &entity, slug)?;
    Ok((entity, slug.to_owned()))
}

fn data_type(payload: &Payload) -> Result<CustomFieldDataType> {
    let name = payload.required("data_type")?;
    let data_type = CustomFieldDataType::parse(name);
    if data_type.is_known() {
        return Ok(data_type);
    }
    let names: Vec<&str> = CustomFieldDataType::ALL.iter().map(CustomFieldDataType::as_str).collect();
    let detail = format!("{} is not a data type; use one of {}", Quoted(name), names.join(", "));
    Err(Error::invalid(&pointer("data_type"), detail))
}

/// Applies the attributes in the payload to a definition, and checks them. Does not check the default value against the definition.
fn apply_changes(
    context: &RequestContext<'_>,
    payload: &Payload,
    definition: CustomFieldDefinition,
) -> Result<CustomFieldDefinition> {
    let default = |value: &Value| {
        check_size("default_value", value).map(|()| Some(value.clone()).filter(|value| !value.is_null()))
    };
    let (name, description, format, rules, default) = combine!(
        name = payload.change("display_name", |name| payload.short_text(name, MAX_NAME_LENGTH)),
        description = payload.change("description", |name| payload.optional_text(name, MAX_DESCRIPTION_LENGTH)),
        format = payload.change("default_format", |name| payload.optional_text(name, MAX_NAME_LENGTH)),
        rules = payload.value("validation").map(rules).transpose(),
        default = payload.value("default_value").map(default).transpose(),
    )?;
    let definition = CustomFieldDefinition {
        display_name: name.unwrap_or(definition.display_name),
        description: description.unwrap_or(definition.description),
        default_format: format.unwrap_or(definition.default_format),
        validation: rules.unwrap_or(definition.validation),
        default_value: default.unwrap_or(definition.default_value),
        ..definition
    };
    warn_of_no_effect(context, payload, &definition);
    Ok(definition)
}

/// Fails if the JSON value is too long or too deeply nested.
fn check_size(name: &str, value: &Value) -> Result<()> {
    let too_large = |what: String| Error::invalid(&pointer(name), what);
    if value.to_string().len() > MAX_JSON_LENGTH {
        return Err(too_large(format!("{name} can have at most {MAX_JSON_LENGTH} characters as JSON")));
    }
    let as_member = Members::from_iter([(name.to_owned(), value.clone())]);
    if !is_shallow(&as_member) {
        return Err(too_large(format!("{name} is nested more than {MAX_NESTING} levels deep")));
    }
    Ok(())
}

fn rules(value: &Value) -> Result<Option<Members>> {
    check_size("validation", value)?;
    match value {
        Value::Null => Ok(None),
        Value::Object(members) => Rules::read(&pointer("validation"), Some(members)).map(|_| Some(members.clone())),
        other => Err(wrong_type("validation", "an object of rules", other)),
    }
}

/// Warns of a format and of rules that have no effect on the data type. They are stored nevertheless, because clients of the hosted service
/// may send them.
fn warn_of_no_effect(context: &RequestContext<'_>, payload: &Payload, definition: &CustomFieldDefinition) {
    let data_type = &definition.data_type;
    let warn = |place: &str, what: &str, hint: &str| {
        context.warn(
            "kept",
            &pointer(place),
            format!("{what} is stored, but has no effect on values of type {data_type}{hint}"),
        );
    };
    if let Some(format) = definition.default_format.as_deref().filter(|_| payload.has_attribute("default_format"))
        && !fields::is_format(data_type, format)
    {
        warn("default_format", "this format", "");
    }
    if let Some(rules) = definition.validation.as_ref().filter(|_| payload.has_attribute("validation")) {
        let names = Rules::names_for(data_type).collect::<Vec<_>>().join(", ");
        for name in Rules::without_effect(rules, data_type) {
            let name = shortened(name);
            warn(
                &format!("validation/{name}"),
                &format!("the rule {name}"),
                &format!("; these have an effect: {names}"),
            );
        }
    }
}

fn filter(context: &RequestContext<'_>) -> FieldDefinitionFilter {
    type Type = CustomFieldDataType;
    FieldDefinitionFilter {
        kind: kind_filter(context),
        data_type: context.one_of("filter[data_type]", Type::ALL, Type::parse, Type::as_str),
        name: context.parameter("filter[display_name]").map(str::to_owned),
    }
}

/// Reads the filter for the type of resource. An unknown type matches nothing, and produces a warning.
pub(super) fn kind_filter(context: &RequestContext<'_>) -> Option<CustomFieldEntityType> {
    const NAME: &str = "filter[entity_type]";
    let name = context.parameter(NAME)?;
    Some(fields::entity_named(name).unwrap_or_else(|| {
        context.no_match(NAME, name, fields::ENTITY_NAMES.into_iter());
        CustomFieldEntityType::parse(name)
    }))
}

impl Family for FieldDefinitionFilter {
    const PAGE: u64 = 25;

    type Record = FieldDefinitionRecord;
    type Resource = CustomFieldDefinition;

    fn page(
        &self,
        tx: &Tx<'_>,
        context: &RequestContext<'_>,
        slice: &Slice,
    ) -> Result<(Vec<FieldDefinitionRecord>, u64)> {
        let found = tx.field_definitions(context.account, self, slice)?;
        Ok((found, tx.count_field_definitions(context.account, self)?))
    }

    fn find(
        tx: &Tx<'_>,
        context: &RequestContext<'_>,
        id: &CustomFieldDefinitionId,
    ) -> Result<Option<FieldDefinitionRecord>> {
        tx.field_definition(context.account, id)
    }

    fn resources(
        tx: &Tx<'_>,
        _: &RequestContext<'_>,
        records: &[FieldDefinitionRecord],
    ) -> Result<Vec<CustomFieldDefinition>> {
        records.iter().map(|record| custom_fields::definition(tx, record)).collect()
    }
}
