//! Injects failures of system calls into a child process, for files in a folder. Linux only.
//!
//! The failures come from a preloaded library (`faults.c`) that is compiled with `cc`.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// System calls that can fail. Combine them with `|`.
pub const OPEN: u32 = 1;
pub const READ: u32 = 2;
pub const WRITE: u32 = 4;
pub const SYNC: u32 = 8;
pub const TRUNCATE: u32 = 16;
/// Writes and truncations that make a file longer: the calls that fail on a full disk.
pub const GROW: u32 = 32;

pub const EIO: u32 = 5;
pub const ENOSPC: u32 = 28;
pub const EMFILE: u32 = 24;
pub const EDQUOT: u32 = 122;
/// The file is larger than the limit allows.
pub const EFBIG: u32 = 27;

const RULES: usize = 8;
const RULE_SIZE: usize = 64;

/// The calls that fail, and their error.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub calls: u32,
    pub error: u32,
    /// Number of calls that succeed before the first failure.
    pub spared: i32,
    /// Number of calls that fail; -1 for all.
    pub times: i32,
    /// Suffix of the file name; empty for all files.
    pub ending: &'static str,
}

impl Rule {
    /// All of these calls fail on all files.
    pub fn every(calls: u32, error: u32) -> Self {
        Rule { calls, error, spared: 0, times: -1, ending: "" }
    }

    /// Limits the rule to files with this suffix.
    pub fn on(self, ending: &'static str) -> Self {
        Rule { ending, ..self }
    }

    /// Limits the rule to one failure, after `spared` successful calls.
    pub fn once_after(self, spared: i32) -> Self {
        Rule { spared, times: 1, ..self }
    }
}

/// Controls the failures of the child processes that it was applied to.
pub struct Faults {
    control: File,
    control_path: PathBuf,
    folder: PathBuf,
}

impl Faults {
    /// Controls failures for files in `folder`. `control` is the path of the control file, outside of it.
    pub fn in_folder(folder: &Path, control: &Path) -> Self {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(control);
        let faults = Faults { control: file.unwrap(), control_path: control.into(), folder: folder.into() };
        faults.clear();
        faults
    }

    /// Preloads the library into the process that this command starts.
    pub fn apply_to(&self, command: &mut Command) {
        command
            .env("LD_PRELOAD", library())
            .env("SHIPTRACK_FAULTS", &self.control_path)
            .env("SHIPTRACK_FAULTS_IN", &self.folder);
    }

    /// Replaces all rules.
    pub fn set(&self, rules: &[Rule]) {
        assert!(rules.len() <= RULES);
        let mut bytes = vec![0; RULES * RULE_SIZE];
        for (rule, slot) in rules.iter().zip(bytes.chunks_mut(RULE_SIZE)) {
            let words = [rule.calls, rule.error, rule.spared.cast_unsigned(), rule.times.cast_unsigned(), 0];
            for (word, target) in words.iter().zip(slot.chunks_mut(4)) {
                target.copy_from_slice(&word.to_ne_bytes());
            }
            slot[20..20 + rule.ending.len()].copy_from_slice(rule.ending.as_bytes());
        }
        self.control.write_all_at(&bytes, 0).unwrap();
    }

    /// Removes all rules.
    pub fn clear(&self) {
        self.set(&[]);
    }

    /// Returns the number of calls that failed since the rules were set.
    pub fn hits(&self) -> u32 {
        let hits = |rule: usize| {
            let mut word = [0; 4];
            self.control.read_exact_at(&mut word, (rule * RULE_SIZE + 16) as u64).unwrap();
            u32::from_ne_bytes(word)
        };
        (0..RULES).map(hits).sum()
    }
}

/// Returns the path of the library. It is compiled once per process.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/support/faults/faults.c");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tmp");
        std::fs::create_dir_all(&folder).unwrap();
        let library = folder.canonicalize().unwrap().join(format!("faults-{}.so", std::process::id()));
        let built =
            Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).args([source, "-ldl"]).status();
        assert!(built.expect("there is a C compiler").success());
        library
    })
}
