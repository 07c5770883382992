//! What the benches share: rounds, medians, and the line that tells a ratio and its goal.
//!
//! The ways to be compared take turns within one run, so that a busy machine slows all of them alike: read the ratios,
//! not the times.

#![allow(dead_code, reason = "every bench takes what it needs")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// `cargo bench` says so; anything else (`cargo test --all-targets`) only wants to know that it works.
pub fn is_measured() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

pub fn rounds(measured: usize) -> usize {
    if is_measured() { measured } else { 1 }
}

pub fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    std::hint::black_box(work());
    begun.elapsed()
}

/// The time of one of `calls` calls.
pub fn each(calls: u32, mut call: impl FnMut()) -> Duration {
    timed(|| (0..calls).for_each(|_| call())) / calls
}

pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

pub fn quotient(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

/// What a ratio has to be.
#[derive(Clone, Copy)]
pub enum Goal {
    AtLeast(f64),
    AtMost(f64),
}

/// Prints one ratio beside its goal.
pub fn tell(what: &str, ratio: f64, goal: Goal) {
    let (words, bound, met) = match goal {
        Goal::AtLeast(bound) => ("at least", bound, ratio >= bound),
        Goal::AtMost(bound) => ("at most", bound, ratio <= bound),
    };
    let verdict = match met {
        _ if !is_measured() => "not measured",
        true => "met",
        false => "MISSED",
    };
    println!("ratio {ratio:>6.2}  ({words} {bound:.2}: {verdict})  {what}");
}

/// A folder on the disk the project is built on, gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the bench");
        // Tells at once when the disk takes no files, rather than in the middle of a measurement.
        std::fs::write(folder.join("probe"), b"probe").expect("a disk that takes files");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
