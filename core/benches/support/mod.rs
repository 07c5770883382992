//! Shared by all benchmarks: their length, medians, and ratios with goals. A benchmark that misses a goal fails and
//! names it.
//!
//! A benchmark runs in one of three lengths:
//!
//! * `cargo bench`: the full length. Every ratio must reach its goal.
//! * `cargo bench … -- --short`: seconds instead of minutes. A ratio may miss its goal by the noise margin of its
//!   benchmark. A ratio that misses is measured again, at most twice, and the best result counts, because load on the
//!   machine only makes a result worse.
//! * `cargo test --all-targets`: one round, which only shows that the benchmark works.
//!
//! Compared alternatives are measured in turn within one run, so that load on the machine slows all of them equally.
//! So compare ratios and not times.

#![allow(dead_code, reason = "no benchmark uses everything")]

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The length of a benchmark.
#[derive(Clone, Copy, PartialEq)]
pub enum Length {
    Trial,
    Short,
    Full,
}

impl Length {
    pub fn of_this_run() -> Self {
        let has = |wanted: &str| std::env::args().any(|argument| argument == wanted);
        match (has("--bench"), has("--short")) {
            (false, _) => Length::Trial,
            (true, true) => Length::Short,
            (true, false) => Length::Full,
        }
    }
}

/// Whether ratios are compared with their goals.
pub fn is_measured() -> bool {
    Length::of_this_run() != Length::Trial
}

/// The value for the length of this run.
pub fn by_length<T>(trial: T, short: T, full: T) -> T {
    match Length::of_this_run() {
        Length::Trial => trial,
        Length::Short => short,
        Length::Full => full,
    }
}

/// Rounds in this run: a tenth of the full number in the short form, at least five.
pub fn rounds(full: usize) -> usize {
    by_length(1, (full / 10).max(5), full)
}

/// The first argument that is a number, else the value for the length of this run.
pub fn size(trial: usize, short: usize, full: usize) -> usize {
    std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or_else(|| by_length(trial, short, full))
}

pub fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    std::hint::black_box(work());
    begun.elapsed()
}

/// The processor time that this thread needs for the work. Unlike [`timed`], it does not include the time of other
/// programs. Use it for work of one thread that does not wait.
pub fn computed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = thread_time();
    std::hint::black_box(work());
    thread_time() - begun
}

#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    #[repr(C)]
    struct Time {
        seconds: std::ffi::c_long,
        nanoseconds: std::ffi::c_long,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the time is a `timespec`, which the call fills.
    let failed = unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "every Linux has this clock");
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// The elapsed time, on systems without this clock of a thread.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    static BEGUN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// The processor time of one of `calls` calls.
pub fn each(calls: u32, mut call: impl FnMut()) -> Duration {
    computed(|| (0..calls).for_each(|_| call())) / calls
}

pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

pub fn quotient(dividend: Duration, divisor: Duration) -> f64 {
    dividend.as_secs_f64() / divisor.as_secs_f64()
}

/// The bound of a ratio.
#[derive(Clone, Copy)]
pub enum Goal {
    AtLeast(f64),
    AtMost(f64),
}

impl Goal {
    /// Whether the ratio reaches the goal, or misses it by at most this part of it.
    fn is_met_by(self, ratio: f64, margin: f64) -> bool {
        match self {
            Goal::AtLeast(bound) => ratio >= bound * (1.0 - margin),
            Goal::AtMost(bound) => ratio <= bound * (1.0 + margin),
        }
    }

    fn better(self, first: f64, second: f64) -> f64 {
        match self {
            Goal::AtLeast(_) => first.max(second),
            Goal::AtMost(_) => first.min(second),
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

/// The goals of a benchmark, by the names of its ratios.
pub type Goals = &'static [(&'static str, Goal)];

/// How often a ratio is measured in the short form before it counts as missed.
const ATTEMPTS: usize = 3;

/// The ratios of one run, which are compared with the goals of the benchmark.
pub struct Ratios {
    goals: Goals,
    margin: f64,
    measured: Vec<(&'static str, f64)>,
}

impl Ratios {
    /// Ratios with these goals. `margin` is the noise that the short form allows, as a part of a goal.
    pub fn new(goals: Goals, margin: f64) -> Self {
        let margin = by_length(0.0, margin, 0.0);
        Ratios { goals, margin, measured: Vec::new() }
    }

    /// Measures and prints ratios that are measured together.
    pub fn measure<const N: usize>(&mut self, names: [&'static str; N], mut work: impl FnMut() -> [f64; N]) {
        let mut best = work();
        for _ in 1..by_length(1, ATTEMPTS, 1) {
            if names.iter().zip(best).all(|(name, ratio)| self.is_met(name, ratio)) {
                break;
            }
            let again = work();
            for ((name, best), again) in names.iter().zip(&mut best).zip(again) {
                *best = self.goal(name).better(*best, again);
            }
        }
        names.iter().zip(best).for_each(|(name, ratio)| self.report(name, ratio));
    }

    /// Prints one ratio with its goal.
    pub fn report(&mut self, name: &'static str, ratio: f64) {
        let goal = self.goal(name);
        let verdict = match self.is_met(name, ratio) {
            _ if !is_measured() => "not measured",
            true if goal.is_met_by(ratio, 0.0) => "met",
            true => "missed within the noise margin",
            false => "MISSED",
        };
        println!("ratio {ratio:>6.2}  ({goal}: {verdict})  {name}");
        self.measured.push((name, ratio));
    }

    fn goal(&self, name: &str) -> Goal {
        let named = self.goals.iter().find(|(known, _)| *known == name);
        named.unwrap_or_else(|| panic!("{name} has no goal")).1
    }

    fn is_met(&self, name: &str, ratio: f64) -> bool {
        self.goal(name).is_met_by(ratio, self.margin)
    }

    /// The names of the goals that were missed, or not measured.
    pub fn missed(&self) -> Vec<&'static str> {
        let is_met = |name: &str| {
            let mut ratios = self.measured.iter().filter(|(measured, _)| *measured == name).peekable();
            ratios.peek().is_some() && ratios.all(|(name, ratio)| self.is_met(name, *ratio))
        };
        self.goals.iter().map(|(name, _)| *name).filter(|name| !is_met(name)).collect()
    }

    /// The exit code of the benchmark.
    pub fn verdict(self) -> ExitCode {
        let missed = self.missed();
        if missed.is_empty() || !is_measured() {
            return ExitCode::SUCCESS;
        }
        eprintln!("missed: {}", missed.join("; "));
        ExitCode::FAILURE
    }
}

/// A folder on the disk of the build. It is deleted when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the benchmark");
        // Fails here if files cannot be written, and not in the middle of a measurement.
        std::fs::write(folder.join("probe"), b"probe").expect("a writable disk");
        Folder(folder)
    }

    /// Bytes of the files in the folder.
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
