//! The targets of the relationships of a resource, read once, so that a getter of a target is as cheap as a getter of
//! an attribute.

use std::sync::OnceLock;

use shiptrack::jsonapi::{ResourceId, ToOne, View};
use shiptrack::resources::{TYPES, Type};
use shiptrack::serde_json::{self, Value, json};

use crate::boundary::OwnedText;

pub(crate) struct Target {
    pub(crate) kind: OwnedText,
    pub(crate) id: OwnedText,
}

impl From<&ResourceId> for Target {
    fn from(target: &ResourceId) -> Self {
        Target { kind: OwnedText::new(&target.kind), id: OwnedText::new(target.id.to_string()) }
    }
}

/// `None` if the document does not contain the relationship.
type Targets = Option<Box<[Target]>>;

type Named = (Box<str>, Targets);

#[derive(Default)]
pub(crate) struct Relations {
    /// Those in the description of the type, in its order.
    known: OnceLock<Box<[Targets]>>,
    /// All in the document by name; only read for a relationship without a description.
    others: OnceLock<Box<[Named]>>,
}

impl Relations {
    /// `view` and `value` are the resource of this type.
    pub(crate) fn find<'v>(
        &self,
        type_index: usize,
        name: &str,
        view: View<'_>,
        value: impl FnOnce() -> &'v Value,
    ) -> Option<&[Target]> {
        let known_type = TYPES.get(type_index);
        let place = known_type.and_then(|known| known.relationships.iter().position(|known| known.name == name));
        match place {
            Some(place) => self.known.get_or_init(|| known(known_type, view)).get(place)?.as_deref(),
            None => {
                let others = self.others.get_or_init(|| all(value()));
                others.iter().find(|(known, _)| **known == *name)?.1.as_deref()
            }
        }
    }
}

/// Finds all of them in one pass over the text.
fn known(known_type: Option<&Type>, view: View<'_>) -> Box<[Targets]> {
    let relationships = known_type.map_or(&[][..], |known| known.relationships);
    let names: Vec<&str> = relationships.iter().map(|known| known.name).collect();
    let mut found = vec![None; names.len()];
    view.find_members(&[], &mut [], &names, &mut found);
    found.into_iter().map(|relationship| targets_of(&relationship?.to_value())).collect()
}

fn all(resource: &Value) -> Box<[Named]> {
    let relationships = resource.get("relationships").and_then(Value::as_object);
    relationships
        .into_iter()
        .flatten()
        .map(|(name, relationship)| (name.as_str().into(), targets_of(relationship)))
        .collect()
}

fn targets_of(relationship: &Value) -> Targets {
    let read = |value: Value| serde_json::from_value::<ToOne>(value).unwrap_or_default();
    if let Value::Array(items) = relationship.get("data").unwrap_or(relationship) {
        let targets = items.iter().map(|item| read(json!({ "data": item })));
        return Some(targets.filter_map(|target| target.get().map(Target::from)).collect());
    }
    match read(relationship.clone()) {
        ToOne::Absent => None,
        ToOne::Empty => Some(Box::default()),
        ToOne::Linked(target) => Some(Box::new([Target::from(&target)])),
    }
}
