//! Real faults for a process of its own: calls of the system on files below a folder fail as they are told to, while it
//! runs. Linux only; the library that sees to it is compiled with `cc`.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Calls that can fail, to be added up.
pub const OPEN: u32 = 1;
pub const READ: u32 = 2;
pub const WRITE: u32 = 4;
pub const SYNC: u32 = 8;
pub const TRUNCATE: u32 = 16;
/// Writes and truncations that make a file longer: what a full disk refuses.
pub const GROW: u32 = 32;

pub const EIO: u32 = 5;
pub const ENOSPC: u32 = 28;
pub const EMFILE: u32 = 24;
pub const EDQUOT: u32 = 122;
/// A file larger than its limit lets it be.
pub const EFBIG: u32 = 27;

const RULES: usize = 8;
const RULE: usize = 64;

/// Which calls fail, and with what.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub calls: u32,
    pub error: u32,
    /// How many go well first.
    pub spared: i32,
    /// How many fail; -1 for all.
    pub times: i32,
    /// What the file's name ends with; nothing for all.
    pub ending: &'static str,
}

impl Rule {
    /// All such calls on all files fail.
    pub fn every(calls: u32, error: u32) -> Self {
        Rule { calls, error, spared: 0, times: -1, ending: "" }
    }

    /// Only on files whose name ends so.
    pub fn on(self, ending: &'static str) -> Self {
        Rule { ending, ..self }
    }

    /// Only the first one that is not spared.
    pub fn once_after(self, spared: i32) -> Self {
        Rule { spared, times: 1, ..self }
    }
}

/// What fails in the processes it was given to.
pub struct Faults {
    control: File,
    control_path: PathBuf,
    folder: PathBuf,
}

impl Faults {
    /// For files below `folder`; `control` is a file beside it.
    pub fn below(folder: &Path, control: &Path) -> Self {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(control);
        let faults = Faults { control: file.unwrap(), control_path: control.into(), folder: folder.into() };
        faults.clear();
        faults
    }

    /// Has the process this command starts fail as told.
    pub fn reach(&self, command: &mut Command) {
        command
            .env("LD_PRELOAD", library())
            .env("SHIPTRACK_FAULTS", &self.control_path)
            .env("SHIPTRACK_FAULTS_IN", &self.folder);
    }

    /// From now on these rules hold, and no others.
    pub fn set(&self, rules: &[Rule]) {
        assert!(rules.len() <= RULES);
        let mut bytes = vec![0; RULES * RULE];
        for (rule, place) in rules.iter().zip(bytes.chunks_mut(RULE)) {
            let words = [rule.calls, rule.error, rule.spared.cast_unsigned(), rule.times.cast_unsigned(), 0];
            for (word, place) in words.iter().zip(place.chunks_mut(4)) {
                place.copy_from_slice(&word.to_ne_bytes());
            }
            place[20..20 + rule.ending.len()].copy_from_slice(rule.ending.as_bytes());
        }
        self.control.write_all_at(&bytes, 0).unwrap();
    }

    /// Nothing fails any more.
    pub fn clear(&self) {
        self.set(&[]);
    }

    /// How many calls failed since the rules were set.
    pub fn hits(&self) -> u32 {
        let hits = |rule: usize| {
            let mut word = [0; 4];
            self.control.read_exact_at(&mut word, (rule * RULE + 16) as u64).unwrap();
            u32::from_ne_bytes(word)
        };
        (0..RULES).map(hits).sum()
    }
}

/// The library, compiled once a process.
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
