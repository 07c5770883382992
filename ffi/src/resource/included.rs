//! Included resources, each built when it is first asked for, and kept to be lent out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Resource, ResourceBody, Source, family};
use crate::boundary::KeptObject;

type Slot = OnceLock<KeptObject<ResourceBody>>;

/// The included resources of a document that were built already.
#[derive(Default)]
pub(crate) struct Included {
    by_name: Mutex<HashMap<(String, String), KeptObject<ResourceBody>>>,
    by_place: OnceLock<Box<[Slot]>>,
}

impl Included {
    /// The one of this type and id.
    pub(crate) fn find(&self, source: &Arc<dyn Source>, kind: &str, id: &str) -> Option<*const Resource> {
        let key = (kind.to_owned(), id.to_owned());
        let lock = || self.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return Some(known.lend());
        }
        let read = family::read(source.find_included(kind, id)?).ok()?;
        let kept = ResourceBody::kept(read, Some(source.clone()));
        Some(lock().entry(key).or_insert(kept).lend())
    }

    /// The one at a place of the document; `None` past the end.
    pub(crate) fn at(&self, source: &Arc<dyn Source>, place: usize) -> shiptrack::Result<Option<*const Resource>> {
        let slots = self.by_place.get_or_init(|| (0..source.included_count()).map(|_| Slot::new()).collect());
        let Some(slot) = slots.get(place) else { return Ok(None) };
        if let Some(known) = slot.get() {
            return Ok(Some(known.lend()));
        }
        let Some(view) = source.included_at(place) else { return Ok(None) };
        let read = family::read(view)?;
        Ok(Some(slot.get_or_init(|| ResourceBody::kept(read, Some(source.clone()))).lend()))
    }
}
