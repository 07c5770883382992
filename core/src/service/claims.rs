//! Which work is in hand, so that no two threads do the same and no slow party takes up every thread.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::resources::{TrackingRequestId, WebhookId, WebhookNotificationId};

/// Look-ups of one carrier that may be under way at once.
const PER_CARRIER: usize = 2;

/// Deliveries to one webhook that may be under way at once: one, which also keeps them in order.
const PER_WEBHOOK: usize = 1;

/// Work in hand. It is kept in memory: one process holds the store, and a crash frees everything.
#[derive(Default)]
pub(crate) struct Claims(Mutex<Held>);

#[derive(Default)]
struct Held {
    look_ups: HashMap<TrackingRequestId, String>,
    deliveries: HashMap<WebhookNotificationId, WebhookId>,
    let_go: u64,
}

/// How much is in hand at a moment, and how often something was let go of until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glance {
    pub in_hand: usize,
    let_go: u64,
}

impl Claims {
    /// Takes a look-up in hand. False when somebody has it, or its carrier has enough to do.
    pub fn look_up(&self, id: &TrackingRequestId, scac: &str) -> bool {
        claim(&mut self.held().look_ups, id, scac.to_owned(), PER_CARRIER)
    }

    /// Takes a delivery in hand. False when somebody has it, or its webhook has enough to do.
    pub fn delivery(&self, id: &WebhookNotificationId, webhook: &WebhookId) -> bool {
        claim(&mut self.held().deliveries, id, webhook.clone(), PER_WEBHOOK)
    }

    /// The carriers that have enough to do.
    pub fn busy_carriers(&self) -> Vec<String> {
        busy(&self.held().look_ups, PER_CARRIER)
    }

    /// The webhooks that have enough to do.
    pub fn busy_webhooks(&self) -> Vec<WebhookId> {
        busy(&self.held().deliveries, PER_WEBHOOK)
    }

    pub fn look_up_done(&self, id: &TrackingRequestId) {
        let mut held = self.held();
        held.look_ups.remove(id);
        held.let_go += 1;
    }

    pub fn delivery_done(&self, id: &WebhookNotificationId) {
        let mut held = self.held();
        held.deliveries.remove(id);
        held.let_go += 1;
    }

    /// What is in hand. Two glances that are equal and see nothing in hand tell that nothing was in between either.
    pub fn glance(&self) -> Glance {
        let held = self.held();
        Glance { in_hand: held.look_ups.len() + held.deliveries.len(), let_go: held.let_go }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn claim<K: Eq + Hash + Clone, P: PartialEq>(held: &mut HashMap<K, P>, key: &K, party: P, most: usize) -> bool {
    let free = !held.contains_key(key) && held.values().filter(|known| **known == party).count() < most;
    if free {
        held.insert(key.clone(), party);
    }
    free
}

fn busy<K, P: Eq + Hash + Clone>(held: &HashMap<K, P>, most: usize) -> Vec<P> {
    let mut counts: HashMap<&P, usize> = HashMap::new();
    for party in held.values() {
        *counts.entry(party).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count >= most).map(|(party, _)| party.clone()).collect()
}
