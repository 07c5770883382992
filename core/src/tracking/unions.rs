//! Union-find.

use std::cell::Cell;

/// Union-find: the smallest number of a set represents it.
#[derive(Default)]
pub(crate) struct Unions(Vec<Cell<usize>>);

impl Unions {
    pub(crate) fn add(&mut self) -> usize {
        self.0.push(Cell::new(self.0.len()));
        self.0.len() - 1
    }

    pub(crate) fn find(&self, mut at: usize) -> usize {
        while self.0[at].get() != at {
            self.0[at].set(self.0[self.0[at].get()].get());
            at = self.0[at].get();
        }
        at
    }

    pub(crate) fn join(&self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)].set(one.min(other));
    }
}
