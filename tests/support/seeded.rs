//! Reproducible random numbers.

use std::sync::{Arc, Mutex, PoisonError};

use shiptrack::ids::Entropy;

/// A random generator that produces the same values for the same seed. Clones share one sequence.
#[derive(Clone, Debug)]
pub struct SeededRandom(Arc<Mutex<u64>>);

impl SeededRandom {
    pub fn new(seed: u64) -> Self {
        SeededRandom(Arc::new(Mutex::new(seed)))
    }

    /// Returns the next number (splitmix64).
    pub fn draw(&self) -> u64 {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `end - 1`; 0 if `end` is 0.
    pub fn below(&self, end: usize) -> usize {
        (self.draw() % end.max(1) as u64) as usize
    }
}

impl Entropy for SeededRandom {
    fn fill(&self, out: &mut [u8]) {
        for piece in out.chunks_mut(8) {
            piece.copy_from_slice(&self.draw().to_le_bytes()[..piece.len()]);
        }
    }
}
