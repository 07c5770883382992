//! Union-find, for groups of items that are found to belong together.

use std::cell::Cell;

/// Sets of numbers. The smallest number of a set represents it.
#[derive(Default)]
pub(crate) struct Unions(Vec<Cell<usize>>);

impl Unions {
    /// Adds a set with one new number, and returns that number.
    pub(crate) fn add(&mut self) -> usize {
        self.0.push(Cell::new(self.0.len()));
        self.0.len() - 1
    }

    /// The number that represents the set.
    pub(crate) fn find(&self, mut at: usize) -> usize {
        while self.0[at].get() != at {
            self.0[at].set(self.0[self.0[at].get()].get());
            at = self.0[at].get();
        }
        at
    }

    /// Merges two sets.
    pub(crate) fn join(&self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)].set(one.min(other));
    }
}
