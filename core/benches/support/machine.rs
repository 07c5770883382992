//! What a program has taken of the machine so far. Zero where the system does not tell (it does on Linux).

use std::fs;
use std::ops::{Add, Sub};
use std::time::Duration;

/// Time of processors: of the threads of the loopback carrier, and of all others.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    pub own: Duration,
    pub carriers: Duration,
}

/// As the loopback carrier calls its threads, cut as the system does.
const CARRIER: &str = "(shiptrack-carri";
/// Ticks of `/proc` a second.
const TICKS: u32 = 100;

impl Cost {
    pub fn so_far() -> Self {
        let mut carriers = 0;
        for task in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let told = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            if told.contains(CARRIER) {
                carriers += ticks(&told);
            }
        }
        let all = ticks(&fs::read_to_string("/proc/self/stat").unwrap_or_default());
        let time = |ticks: u32| Duration::from_secs(ticks.into()) / TICKS;
        Cost { own: time(all.saturating_sub(carriers)), carriers: time(carriers) }
    }
}

impl Sub for Cost {
    type Output = Cost;

    fn sub(self, other: Cost) -> Cost {
        Cost { own: self.own.saturating_sub(other.own), carriers: self.carriers.saturating_sub(other.carriers) }
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost { own: self.own + other.own, carriers: self.carriers + other.carriers }
    }
}

/// Time in user and in system mode.
fn ticks(stat: &str) -> u32 {
    let behind_the_name = stat.rsplit(')').next().unwrap_or_default();
    behind_the_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum()
}

/// Bytes of memory in use.
pub fn memory() -> u64 {
    let told = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = told.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes * 1024)
}
