//! Included resources. Each is created on first use, and kept so that it can be lent.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Resource, ResourceBody, Shared};
use crate::boundary::{LockCell, OwnedObject};

type Slot = OnceLock<OwnedObject<ResourceBody>>;

/// Included resources that were created already.
#[derive(Default)]
pub(crate) struct Included {
    by_name: LockCell<HashMap<(String, String), OwnedObject<ResourceBody>>>,
    by_place: OnceLock<Box<[Slot]>>,
}

impl Included {
    pub(crate) fn find(&self, page: &Shared, kind: &str, id: &str) -> Option<*const Resource> {
        let key = (kind.to_owned(), id.to_owned());
        if let Some(known) = self.by_name.lock().get(&key) {
            return Some(known.lend());
        }
        let kept = ResourceBody::at(page, page.find_included(kind, id)?, None).ok()?.keep();
        Some(self.by_name.lock().entry(key).or_insert(kept).lend())
    }

    /// `None` past the end.
    pub(crate) fn at(&self, page: &Shared, place: usize) -> shiptrack::Result<Option<*const Resource>> {
        let slots = self.by_place.get_or_init(|| page.all_included().map(|_| Slot::new()).collect());
        let Some(slot) = slots.get(place) else { return Ok(None) };
        if let Some(known) = slot.get() {
            return Ok(Some(known.lend()));
        }
        let Some(view) = page.all_included().nth(place) else { return Ok(None) };
        let read = ResourceBody::at(page, view, None)?;
        Ok(Some(slot.get_or_init(|| read.keep()).lend()))
    }
}
