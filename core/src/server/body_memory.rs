//! Limits the memory of all bodies, and the part of it that one account uses.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::threads::lock;

/// The memory of all bodies. An account can use half of it.
pub(super) struct BodyMemory {
    total: usize,
    used: Mutex<MemoryUse>,
}

#[derive(Default)]
struct MemoryUse {
    all: usize,
    by_account: HashMap<u128, usize>,
}

/// Bytes of a body. They are released when it is dropped.
pub(super) struct Reserved {
    memory: Arc<BodyMemory>,
    account: u128,
    bytes: usize,
}

impl BodyMemory {
    pub(super) fn new(total: usize) -> Arc<Self> {
        Arc::new(BodyMemory { total, used: Mutex::default() })
    }

    /// A reservation of no bytes yet.
    pub(super) fn reserve(self: &Arc<Self>, account: u128) -> Reserved {
        Reserved { memory: Arc::clone(self), account, bytes: 0 }
    }
}

impl Reserved {
    /// Reserves more bytes; `false` if there are not enough.
    pub(super) fn grow(&mut self, bytes: usize) -> bool {
        let mut used = lock(&self.memory.used);
        let own = used.by_account.get(&self.account).copied().unwrap_or(0).saturating_add(bytes);
        let all = used.all.saturating_add(bytes);
        if all > self.memory.total || own > self.memory.total.div_ceil(2) {
            return false;
        }
        used.all = all;
        if own > 0 {
            used.by_account.insert(self.account, own);
        }
        self.bytes += bytes;
        true
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let mut used = lock(&self.memory.used);
        used.all -= self.bytes;
        if let Some(own) = used.by_account.get_mut(&self.account) {
            *own -= self.bytes;
            if *own == 0 {
                used.by_account.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_uses_at_most_half() {
        let memory = BodyMemory::new(10);
        let mut first = memory.reserve(1);
        assert!(first.grow(3) && first.grow(2) && !first.grow(1));
        let mut second = memory.reserve(1);
        assert!(!second.grow(1));
        let mut other = memory.reserve(2);
        assert!(other.grow(4));
        assert!(!memory.reserve(3).grow(2), "all accounts together");
        drop(first);
        assert!(second.grow(5));
        drop((second, other));
        let used = lock(&memory.used);
        assert_eq!((used.all, used.by_account.len()), (0, 0));
    }
}
