//! Included resources of a document.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::ResourceId;
use crate::resources::{AccountId, DeclaredResource};
use crate::store::{IncludedResources, Tx};

/// A resource as JSON.
pub(in crate::service) struct IncludedResource {
    identity: ResourceId,
    json: Box<RawValue>,
}

impl IncludedResource {
    pub fn of<T: DeclaredResource>(mut resource: T) -> Self {
        resource.drop_fractions();
        // Every resource of this crate writes to JSON: string keys, finite numbers.
        let json = to_raw_value(&resource).expect("a resource of plain values is valid JSON");
        IncludedResource { identity: ResourceId::of(resource.id()), json }
    }

    /// A resource that was stored as JSON, unchanged; `None` if it has no type and id.
    pub fn from_json(json: Box<RawValue>) -> Option<Self> {
        let identity = serde_json::from_str(json.get()).ok()?;
        Some(IncludedResource { identity, json })
    }

    pub fn identity(&self) -> &ResourceId {
        &self.identity
    }

    pub fn text(&self) -> Arc<str> {
        self.json.get().into()
    }
}

impl Serialize for IncludedResource {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(out)
    }
}

/// The included resources of a document: each once, in the order in which they were added.
#[derive(Default)]
pub(in crate::service) struct IncludedSet {
    resources: Vec<IncludedResource>,
    identities: HashSet<ResourceId>,
}

impl IncludedSet {
    pub fn add(&mut self, resource: IncludedResource) {
        if self.identities.insert(resource.identity.clone()) {
            self.resources.push(resource);
        }
    }

    /// Adds the resource that `look_up` finds, unless it is in the set. A deleted resource adds nothing.
    pub fn find<T: DeclaredResource>(&mut self, id: &Id<T>, look_up: impl FnOnce() -> Result<Option<T>>) -> Result<()> {
        if !self.identities.contains(&ResourceId::of(id))
            && let Some(found) = look_up()?
        {
            self.add(IncludedResource::of(found));
        }
        Ok(())
    }

    pub fn has(&self, resource: &ResourceId) -> bool {
        self.identities.contains(resource)
    }

    pub fn into_vec(self) -> Vec<IncludedResource> {
        self.resources
    }

    pub fn into_stored(self) -> IncludedResources {
        IncludedResources::of(self.resources.iter().map(IncludedResource::text).collect())
    }
}

impl Extend<IncludedResource> for IncludedSet {
    fn extend<I: IntoIterator<Item = IncludedResource>>(&mut self, resources: I) {
        resources.into_iter().for_each(|resource| self.add(resource));
    }
}

impl FromIterator<IncludedResource> for IncludedSet {
    fn from_iter<I: IntoIterator<Item = IncludedResource>>(resources: I) -> Self {
        let mut set = IncludedSet::default();
        set.extend(resources);
        set
    }
}

/// Collects related resources from the records of an account.
pub(in crate::service) struct Related<'t> {
    pub set: IncludedSet,
    pub tx: &'t Tx<'t>,
    pub account: &'t AccountId,
}

impl<'t> Related<'t> {
    pub fn new(tx: &'t Tx<'t>, account: &'t AccountId) -> Self {
        Related { set: IncludedSet::default(), tx, account }
    }
}

/// Whether one of the paths is `start` or begins with it.
pub(in crate::service) fn leads_to(paths: &[&str], start: &str) -> bool {
    paths.iter().any(|path| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// The rest of each path that begins with `start`.
pub(in crate::service) fn paths_after<'p>(paths: &[&'p str], start: &str) -> Vec<&'p str> {
    paths.iter().filter_map(|path| path.strip_prefix(start)?.strip_prefix('.')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::{Account, User};

    fn account(id: &str, company_name: &str) -> Account {
        Account { id: id.into(), company_name: company_name.to_owned(), ..Account::default() }
    }

    #[test]
    fn each_resource_is_included_once_as_it_was_added_first() {
        let mut set = IncludedSet::default();
        set.add(IncludedResource::of(account("1", "first")));
        set.add(IncludedResource::of(account("1", "second")));
        set.add(IncludedResource::of(User { id: "1".into(), ..User::default() }));
        let existing: AccountId = "1".into();
        set.find(&existing, || panic!("an included resource is not looked up")).unwrap();
        set.find(&"2".into(), || Ok(None::<Account>)).unwrap();
        set.find(&"2".into(), || Ok(Some(account("2", "third")))).unwrap();
        let texts: Vec<Arc<str>> = set.into_vec().iter().map(IncludedResource::text).collect();
        assert_eq!(texts.len(), 3);
        assert!(texts[0].contains("first") && texts[1].contains("user") && texts[2].contains("third"), "{texts:?}");
    }

    #[test]
    fn stored_resources_are_written_unchanged() {
        let text = r#"{"id": "x",  "type":"port"}"#;
        let resource = IncludedResource::from_json(RawValue::from_string(text.to_owned()).unwrap()).unwrap();
        assert_eq!(
            (serde_json::to_string(&resource).unwrap().as_str(), resource.identity.kind.as_str()),
            (text, "port")
        );
        assert!(IncludedResource::from_json(RawValue::from_string("{}".to_owned()).unwrap()).is_none());
    }
}
