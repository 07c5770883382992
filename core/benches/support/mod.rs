//! What the benches share: rounds, medians, and the ratios with their goals. A bench that misses one fails and names it.
//!
//! The ways to be compared take turns within one run, so that a busy machine slows all of them alike: read the ratios,
//! not the times.

#![allow(dead_code, reason = "every bench takes what it needs")]

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
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

impl Goal {
    fn is_met_by(self, ratio: f64) -> bool {
        match self {
            Goal::AtLeast(bound) => ratio >= bound,
            Goal::AtMost(bound) => ratio <= bound,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::AtLeast(bound) => write!(f, "at least {bound:.2}"),
            Goal::AtMost(bound) => write!(f, "at most {bound:.2}"),
        }
    }
}

/// What a bench has to reach: its ratios by name.
pub type Goals = &'static [(&'static str, Goal)];

/// The ratios of one run, held against the goals of its bench.
pub struct Ratios {
    goals: Goals,
    measured: Vec<(&'static str, f64)>,
}

impl Ratios {
    pub fn of(goals: Goals) -> Self {
        Ratios { goals, measured: Vec::new() }
    }

    /// Prints one ratio beside its goal.
    pub fn tell(&mut self, name: &str, ratio: f64) {
        let named = self.goals.iter().find(|(known, _)| *known == name);
        let (name, goal) = *named.unwrap_or_else(|| panic!("{name} has no goal"));
        let verdict = match goal.is_met_by(ratio) {
            _ if !is_measured() => "not measured",
            true => "met",
            false => "MISSED",
        };
        println!("ratio {ratio:>6.2}  ({goal}: {verdict})  {name}");
        self.measured.push((name, ratio));
    }

    /// The names of the goals that were not reached, or not measured at all.
    pub fn missed(&self) -> Vec<&'static str> {
        let reached = |name: &str, goal: Goal| {
            let mut ratios = self.measured.iter().filter(|(measured, _)| *measured == name).peekable();
            ratios.peek().is_some() && ratios.all(|(_, ratio)| goal.is_met_by(*ratio))
        };
        self.goals.iter().filter(|(name, goal)| !reached(name, *goal)).map(|(name, _)| *name).collect()
    }

    /// How the bench ends.
    pub fn verdict(self) -> ExitCode {
        let missed = self.missed();
        if missed.is_empty() || !is_measured() {
            return ExitCode::SUCCESS;
        }
        eprintln!("missed: {}", missed.join("; "));
        ExitCode::FAILURE
    }
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

    /// Bytes of the files in it.
    pub fn bytes(&self) -> u64 {
        let files = std::fs::read_dir(&self.0).expect("the folder").flatten();
        files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
