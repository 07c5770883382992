//! Takes over custom fields: definitions and options once, values with their resources.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::adoption_report::AdoptionReport;
use crate::client::{Client, Fetched, NewCustomFieldDefinition, NewCustomFieldOption};
use crate::error::{ErrorKind, Result};
use crate::jsonapi::{Resource, ResourceId};
use crate::resources::{CustomField, CustomFieldDataType, CustomFieldDefinition, CustomFieldEntityType};

type Name = (CustomFieldEntityType, String);

const VALUE: &str = "custom_field";

const UNTOLD: &str = "custom_fields_of";

#[derive(Default)]
pub(super) struct CustomFieldCopier {
    known: RefCell<Option<Known>>,
}

enum Known {
    /// The account may have some, but does not return them.
    Withheld,
    Told {
        kinds: HashSet<CustomFieldEntityType>,
        taken: HashMap<Name, Option<Value>>,
    },
}

impl CustomFieldCopier {
    pub fn take_over(
        &self,
        (there, here): (&Client, &Client),
        (from, to): (&ResourceId, &ResourceId),
        adopted: &mut AdoptionReport,
    ) -> Result<()> {
        self.define(there, here)?;
        let known = self.known.borrow();
        let kind = match &*from.kind {
            "shipment" => CustomFieldEntityType::Shipment,
            "tracking_request" => CustomFieldEntityType::TrackingRequest,
            _ => CustomFieldEntityType::Container,
        };
        let untold = |adopted: &mut AdoptionReport| {
            adopted.leave(&format!("{UNTOLD}_{}", from.kind));
            Ok(())
        };
        let taken = match known.as_ref() {
            Some(Known::Told { kinds, taken }) if kinds.contains(&kind) => taken,
            Some(Known::Withheld) => return untold(adopted),
            _ => return Ok(()),
        };
        let of = |client: &Client, id: &ResourceId| {
            let list = client.custom_fields().list().entity_type(kind.as_str()).entity_id(id.id.to_string());
            list.into_iter().map(|field| field.map(|field| (field.api_slug, field.value))).collect::<Result<Vec<_>>>()
        };
        let theirs = match of(there, from) {
            Err(refused) if is_unserved(refused.kind()) => return untold(adopted),
            theirs => theirs?,
        };
        let own: HashMap<String, Option<Value>> = of(here, to)?.into_iter().collect();
        for (slug, value) in theirs {
            let Some(value) = value else { continue };
            let refused = match taken.get(&(kind.clone(), slug.clone())) {
                None => true,
                Some(first) if own.get(&slug).is_some_and(|own| own != first || *own == Some(value.clone())) => false,
                Some(_) => match give(here, to, slug, value) {
                    Ok(_) => false,
                    Err(refused) if is_refused(refused.kind()) => true,
                    Err(error) => return Err(error),
                },
            };
            if refused {
                adopted.leave(VALUE);
            }
        }
        Ok(())
    }

    fn define(&self, there: &Client, here: &Client) -> Result<()> {
        if self.known.borrow().is_some() {
            return Ok(());
        }
        let all: Result<Vec<CustomFieldDefinition>> = there.custom_field_definitions().list().into_iter().collect();
        let all = match all {
            Err(refused) if refused.kind() == ErrorKind::Forbidden => {
                *self.known.borrow_mut() = Some(Known::Withheld);
                return Ok(());
            }
            Err(refused) if is_unserved(refused.kind()) => Vec::new(),
            all => all?,
        };
        let mut own: HashMap<Name, CustomFieldDefinition> = HashMap::new();
        if !all.is_empty() {
            for definition in here.custom_field_definitions().list() {
                let definition = definition?;
                own.insert(name_of(&definition), definition);
            }
        }
        let (mut kinds, mut taken) = (HashSet::new(), HashMap::new());
        for theirs in all {
            let name = name_of(&theirs);
            kinds.insert(name.0.clone());
            let ours = match own.remove(&name) {
                Some(ours) => ours,
                None => match here.custom_field_definitions().create(definition(&theirs)) {
                    Ok(made) => made.into_inner(),
                    Err(refused) if is_refused(refused.kind()) => continue,
                    Err(error) => return Err(error),
                },
            };
            // References lead to other ids here.
            if ours.data_type != theirs.data_type || ours.data_type == CustomFieldDataType::Reference {
                continue;
            }
            if [CustomFieldDataType::Enum, CustomFieldDataType::EnumMulti].contains(&ours.data_type) {
                options(there, here, &theirs, &ours)?;
            }
            taken.insert(name, ours.default_value.clone());
        }
        *self.known.borrow_mut() = Some(Known::Told { kinds, taken });
        Ok(())
    }
}

fn give(here: &Client, to: &ResourceId, slug: String, value: Value) -> Result<Fetched<CustomField>> {
    match &*to.kind {
        // A tracking request has a path of its own.
        "tracking_request" => here.tracking_requests().create_custom_field(&to.id.cast(), slug, value),
        _ => here.custom_fields().create(slug, value, to),
    }
}

fn is_refused(kind: ErrorKind) -> bool {
    [ErrorKind::Invalid, ErrorKind::BadRequest].contains(&kind)
}

fn is_unserved(kind: ErrorKind) -> bool {
    [ErrorKind::NotFound, ErrorKind::Forbidden, ErrorKind::MethodNotAllowed].contains(&kind)
}

fn name_of(definition: &CustomFieldDefinition) -> Name {
    let kind = match definition.entity_type.clone() {
        CustomFieldEntityType::Cargo => CustomFieldEntityType::Container,
        kind => kind,
    };
    (kind, definition.api_slug.clone())
}

fn definition(theirs: &CustomFieldDefinition) -> NewCustomFieldDefinition {
    let (kind, slug) = name_of(theirs);
    let kept = [
        ("description", theirs.description.clone().map(Value::from)),
        ("reference_type", theirs.reference_type.clone().map(Value::from)),
        ("validation", theirs.validation.clone().map(Value::from)),
        ("default_format", theirs.default_format.clone().map(Value::from)),
    ];
    let is_chosen = [CustomFieldDataType::Enum, CustomFieldDataType::EnumMulti].contains(&theirs.data_type);
    let default = theirs.default_value.clone().filter(|_| !is_chosen);
    let new = NewCustomFieldDefinition::new(kind.as_str(), slug, &*theirs.display_name, theirs.data_type.as_str());
    let kept = kept.into_iter().chain([("default_value", default)]);
    kept.fold(new, |new, (name, value)| match value {
        Some(value) => new.attribute(name, value),
        None => new,
    })
}

fn options(there: &Client, here: &Client, theirs: &CustomFieldDefinition, ours: &CustomFieldDefinition) -> Result<()> {
    let mut own = Vec::new();
    for option in here.custom_field_definitions().options(ours.id()) {
        own.push(option?.value);
    }
    for option in there.custom_field_definitions().options(theirs.id()) {
        let option = match option {
            Err(refused) if is_unserved(refused.kind()) => break,
            option => option?,
        };
        if own.contains(&option.value) {
            continue;
        }
        let new = NewCustomFieldOption::new(&*option.label, &*option.value);
        let new = option.position.into_iter().fold(new, NewCustomFieldOption::position);
        match here.custom_field_definitions().create_option(ours.id(), new) {
            Err(refused) if !is_refused(refused.kind()) => return Err(refused),
            _ => {}
        }
    }
    Ok(())
}
