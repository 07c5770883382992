//! Copies custom fields: definitions and options once, values with each resource.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::adoption_report::AdoptionReport;
use crate::client::{Client, Fetched, NewCustomFieldDefinition, NewCustomFieldOption};
use crate::error::{ErrorKind, Result};
use crate::jsonapi::{Resource, ResourceId};
use crate::resources::{CustomField, CustomFieldDataType, CustomFieldDefinition, CustomFieldEntityType};

/// Identity of a definition.
type Name = (CustomFieldEntityType, String);

/// Names of omissions in the report.
const VALUE: &str = "custom_field";

const VALUES_OF: &str = "custom_fields_of";

#[derive(Default)]
pub(super) struct CustomFieldCopier {
    definitions: RefCell<Option<Definitions>>,
}

enum Definitions {
    /// The account may have definitions, but does not return them.
    Withheld,
    Copied {
        /// Kinds of resources with custom fields in the hosted account.
        kinds: HashSet<CustomFieldEntityType>,
        /// Default values of the definitions that exist here.
        defaults: HashMap<Name, Option<Value>>,
    },
}

impl CustomFieldCopier {
    pub fn copy(
        &self,
        (remote, local): (&Client, &Client),
        (from, to): (&ResourceId, &ResourceId),
        report: &mut AdoptionReport,
    ) -> Result<()> {
        self.copy_definitions(remote, local)?;
        let definitions = self.definitions.borrow();
        let kind = match &*from.kind {
            "shipment" => CustomFieldEntityType::Shipment,
            "tracking_request" => CustomFieldEntityType::TrackingRequest,
            _ => CustomFieldEntityType::Container,
        };
        let record_unreadable = |report: &mut AdoptionReport| {
            report.record_omission(&format!("{VALUES_OF}_{}", from.kind));
            Ok(())
        };
        let defaults = match definitions.as_ref() {
            Some(Definitions::Copied { kinds, defaults }) if kinds.contains(&kind) => defaults,
            Some(Definitions::Withheld) => return record_unreadable(report),
            _ => return Ok(()),
        };
        let values_of = |client: &Client, id: &ResourceId| {
            let list = client.custom_fields().list().entity_type(kind.as_str()).entity_id(id.id.to_string());
            list.into_iter().map(|field| field.map(|field| (field.api_slug, field.value))).collect::<Result<Vec<_>>>()
        };
        let remote_values = match values_of(remote, from) {
            Err(error) if is_unsupported(error.kind()) => return record_unreadable(report),
            values => values?,
        };
        let local_values: HashMap<String, Option<Value>> = values_of(local, to)?.into_iter().collect();
        for (slug, value) in remote_values {
            let Some(value) = value else { continue };
            let is_omitted = match defaults.get(&(kind.clone(), slug.clone())) {
                None => true,
                // The value was changed here, or is the same already.
                Some(default)
                    if local_values
                        .get(&slug)
                        .is_some_and(|local| local != default || *local == Some(value.clone())) =>
                {
                    false
                }
                Some(_) => match set_value(local, to, slug, value) {
                    Ok(_) => false,
                    Err(error) if is_rejected(error.kind()) => true,
                    Err(error) => return Err(error),
                },
            };
            if is_omitted {
                report.record_omission(VALUE);
            }
        }
        Ok(())
    }

    fn copy_definitions(&self, remote: &Client, local: &Client) -> Result<()> {
        if self.definitions.borrow().is_some() {
            return Ok(());
        }
        let all: Result<Vec<CustomFieldDefinition>> = remote.custom_field_definitions().list().into_iter().collect();
        let all = match all {
            Err(error) if error.kind() == ErrorKind::Forbidden => {
                *self.definitions.borrow_mut() = Some(Definitions::Withheld);
                return Ok(());
            }
            Err(error) if is_unsupported(error.kind()) => Vec::new(),
            all => all?,
        };
        let mut existing: HashMap<Name, CustomFieldDefinition> = HashMap::new();
        if !all.is_empty() {
            for definition in local.custom_field_definitions().list() {
                let definition = definition?;
                existing.insert(name_of(&definition), definition);
            }
        }
        let (mut kinds, mut defaults) = (HashSet::new(), HashMap::new());
        for source in all {
            let name = name_of(&source);
            kinds.insert(name.0.clone());
            let target = match existing.remove(&name) {
                Some(target) => target,
                None => match local.custom_field_definitions().create(definition(&source)) {
                    Ok(created) => created.into_inner(),
                    Err(error) if is_rejected(error.kind()) => continue,
                    Err(error) => return Err(error),
                },
            };
            // References are not copied: resources have other ids here.
            if target.data_type != source.data_type || target.data_type == CustomFieldDataType::Reference {
                continue;
            }
            if [CustomFieldDataType::Enum, CustomFieldDataType::EnumMulti].contains(&target.data_type) {
                copy_options(remote, local, &source, &target)?;
            }
            defaults.insert(name, target.default_value.clone());
        }
        *self.definitions.borrow_mut() = Some(Definitions::Copied { kinds, defaults });
        Ok(())
    }
}

fn set_value(local: &Client, to: &ResourceId, slug: String, value: Value) -> Result<Fetched<CustomField>> {
    match &*to.kind {
        // Tracking requests have another path.
        "tracking_request" => local.tracking_requests().create_custom_field(&to.id.cast(), slug, value),
        _ => local.custom_fields().create(slug, value, to),
    }
}

fn is_rejected(kind: ErrorKind) -> bool {
    [ErrorKind::Invalid, ErrorKind::BadRequest].contains(&kind)
}

fn is_unsupported(kind: ErrorKind) -> bool {
    [ErrorKind::NotFound, ErrorKind::Forbidden, ErrorKind::MethodNotAllowed].contains(&kind)
}

fn name_of(definition: &CustomFieldDefinition) -> Name {
    let kind = match definition.entity_type.clone() {
        CustomFieldEntityType::Cargo => CustomFieldEntityType::Container,
        kind => kind,
    };
    (kind, definition.api_slug.clone())
}

fn definition(source: &CustomFieldDefinition) -> NewCustomFieldDefinition {
    let (kind, slug) = name_of(source);
    let attributes = [
        ("description", source.description.clone().map(Value::from)),
        ("reference_type", source.reference_type.clone().map(Value::from)),
        ("validation", source.validation.clone().map(Value::from)),
        ("default_format", source.default_format.clone().map(Value::from)),
    ];
    let is_choice = [CustomFieldDataType::Enum, CustomFieldDataType::EnumMulti].contains(&source.data_type);
    let default = source.default_value.clone().filter(|_| !is_choice);
    let new = NewCustomFieldDefinition::new(kind.as_str(), slug, &*source.display_name, source.data_type.as_str());
    let attributes = attributes.into_iter().chain([("default_value", default)]);
    attributes.fold(new, |new, (name, value)| match value {
        Some(value) => new.attribute(name, value),
        None => new,
    })
}

fn copy_options(
    remote: &Client,
    local: &Client,
    source: &CustomFieldDefinition,
    target: &CustomFieldDefinition,
) -> Result<()> {
    let mut existing = Vec::new();
    for option in local.custom_field_definitions().options(target.id()) {
        existing.push(option?.value);
    }
    for option in remote.custom_field_definitions().options(source.id()) {
        let option = match option {
            Err(error) if is_unsupported(error.kind()) => break,
            option => option?,
        };
        if existing.contains(&option.value) {
            continue;
        }
        let new = NewCustomFieldOption::new(&*option.label, &*option.value);
        let new = option.position.into_iter().fold(new, NewCustomFieldOption::position);
        match local.custom_field_definitions().create_option(target.id(), new) {
            Err(error) if !is_rejected(error.kind()) => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
