//! The processor time and the memory that this program has used. Zero on other systems than Linux.

use std::fs;
use std::ops::{Add, Sub};
use std::time::Duration;

/// Processor time of the threads of the loopback carrier, and of all other threads.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    pub own: Duration,
    pub carriers: Duration,
}

/// The name of the threads of the loopback carrier, truncated by the system.
const CARRIER: &str = "(shiptrack-carri";
/// Ticks of `/proc` in a second.
const TICKS: u32 = 100;

impl Cost {
    pub fn so_far() -> Self {
        let mut carriers = 0;
        for task in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let stat = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            if stat.contains(CARRIER) {
                carriers += ticks(&stat);
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

/// The time in user and system mode, in ticks.
fn ticks(stat: &str) -> u32 {
    let fields = stat.rsplit(')').next().unwrap_or_default();
    fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum()
}

/// Bytes of memory in use.
#[allow(dead_code, reason = "no benchmark uses everything")]
pub fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes * 1024)
}
