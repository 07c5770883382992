//! A folder for EDI files. A file is recorded first and moved then: after a crash in between it is found again, and
//! recording it again changes nothing.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::service::Service;
use crate::decoders::edi::{EdiLimits, Syntax};
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, Timestamp};
use crate::service::engine::intake::edi::EdiReport;
use crate::time::time_delta;

/// A folder into which somebody puts files of EDI. What was taken in as a whole goes to `done/` in it, everything else to `failed/`,
/// each with what came of it beside it (`NAME.report.json`); acknowledgements are put into `out/`.
///
/// ```
/// use std::time::Duration;
///
/// use shiptrack::Service;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir().join(format!("shiptrack-inbox-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let service = Service::in_memory()?;
/// let mut inbox = service.edi_folder(service.default_account(), &folder)?.quiet(Duration::ZERO);
/// std::fs::write(folder.join("notes.txt"), "hello")?;
/// assert!(inbox.sweep(100)?.is_empty(), "a file that was not seen before may still be written");
/// let taken = inbox.sweep(100)?;
/// assert_eq!(taken[0].moved_to.as_deref(), Some(folder.join("failed/notes.txt").as_path()));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct EdiFolder {
    service: Service,
    account: AccountId,
    path: PathBuf,
    acknowledges: bool,
    quiet: Duration,
    seen: HashMap<OsString, Sight>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Sight {
    size: u64,
    modified: Option<SystemTime>,
    since: DateTime<Utc>,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EdiFileReport {
    /// Its name.
    pub file: String,
    /// When it was taken in.
    pub taken_at: Timestamp,
    /// Where it is now; `None` where it stays because it could not be read or moved.
    pub moved_to: Option<PathBuf>,
    /// What came of it; `None` where it was not read.
    pub report: Option<EdiReport>,
    /// Why it was not taken in.
    pub problem: Option<String>,
    /// The acknowledgements that were written to `out/`.
    pub acknowledgements: Vec<PathBuf>,
}

impl Service {
    /// A folder whose files are taken in as EDI of an account, by a [`sweep`](EdiFolder::sweep) now and then. The folders in it are made where
    /// they are not there.
    pub fn edi_folder(&self, account: &AccountId, path: impl Into<PathBuf>) -> Result<EdiFolder> {
        let path = path.into();
        if !path.is_dir() {
            let problem = format!("{} is not a folder: make it first", path.display());
            return Err(Error::refused(ErrorKind::Configuration, "path", problem));
        }
        self.transport(account)?;
        let (service, account) = (self.clone(), account.clone());
        let quiet = Duration::from_secs(2);
        let folder = EdiFolder { service, account, path, acknowledges: false, quiet, seen: HashMap::new() };
        for name in [DONE, FAILED] {
            let made = folder.path.join(name);
            fs::create_dir_all(&made).map_err(|problem| failed(&made, problem))?;
            complete(&made).map_err(|problem| failed(&made, problem))?;
        }
        Ok(folder)
    }
}

const DONE: &str = "done";
const FAILED: &str = "failed";
const OUT: &str = "out";

impl EdiFolder {
    /// Has acknowledgements written to `out/`, one file for each interchange. Who sends them takes them from there.
    pub fn acknowledging(mut self, acknowledges: bool) -> Self {
        self.acknowledges = acknowledges;
        self
    }

    /// How long a file must have been as it is before it is taken in; two seconds unless told otherwise. A file that is seen for the
    /// first time is left for the next sweep in any case, for somebody may be writing it.
    pub fn quiet(mut self, quiet: Duration) -> Self {
        self.quiet = quiet;
        self
    }

    /// Takes in the files that are complete, oldest first, at most so many, and says what became of each. Files whose names begin
    /// with a dot, or end like those of transfers that go on (`.part`, `.tmp`, `.filepart`, `~`), are left alone, and so is whatever is
    /// no plain file.
    ///
    /// A file that cannot be read or moved is told and stays where it is. An error is one of the service or of the whole folder;
    /// files that were not taken in then are found by the next sweep.
    pub fn sweep(&mut self, most: usize) -> Result<Vec<EdiFileReport>> {
        let now = self.service.clock().now();
        let mut complete = self.look(now)?;
        complete.sort();
        let mut taken = Vec::new();
        for (_, name) in complete.into_iter().take(most) {
            self.seen.remove(&name);
            taken.push(self.take_in(&name, now)?);
        }
        Ok(taken)
    }

    fn look(&mut self, now: DateTime<Utc>) -> Result<Vec<(Option<SystemTime>, OsString)>> {
        let mut found = HashMap::new();
        let mut complete = Vec::new();
        let refused = |problem| failed(&self.path, problem);
        for entry in fs::read_dir(&self.path).map_err(refused)? {
            let entry = entry.map_err(refused)?;
            let Some(known) = entry.metadata().ok().filter(Metadata::is_file) else { continue };
            let name = entry.file_name();
            if is_passing(&name) {
                continue;
            }
            let sight = Sight { size: known.len(), modified: known.modified().ok(), since: now };
            let before = self.seen.get(&name).filter(|before| Sight { since: now, ..**before } == sight);
            if before.is_some_and(|before| now - before.since >= time_delta(self.quiet)) {
                complete.push((sight.modified, name.clone()));
            }
            found.insert(name, before.copied().unwrap_or(sight));
        }
        self.seen = found;
        Ok(complete)
    }

    fn take_in(&self, name: &OsString, now: DateTime<Utc>) -> Result<EdiFileReport> {
        let path = self.path.join(name);
        let file = name.to_string_lossy().into_owned();
        let mut taken = EdiFileReport {
            file,
            taken_at: now.into(),
            moved_to: None,
            report: None,
            problem: None,
            acknowledgements: Vec::new(),
        };
        match read(&path) {
            Ok(Some(bytes)) => match self.service.ingest_edi(&self.account, &bytes) {
                Ok(report) => taken.report = Some(report),
                Err(refused) if refused.kind() == ErrorKind::Conflict => {
                    taken.problem = Some(refused.message().to_owned())
                }
                Err(error) => return Err(error),
            },
            Ok(None) => taken.problem = Some(format!("it has more than the {} bytes that are read", limit())),
            Err(problem) => {
                taken.problem = Some(problem.to_string());
                return Ok(taken);
            }
        }
        if let Err(problem) = self.put_away(name, &mut taken) {
            taken.problem.get_or_insert_with(|| format!("it was taken in, and cannot be moved: {problem}"));
        }
        Ok(taken)
    }

    fn put_away(&self, name: &OsString, taken: &mut EdiFileReport) -> io::Result<()> {
        if self.acknowledges {
            taken.acknowledgements = self.acknowledge(taken)?;
        }
        let is_done = taken.problem.is_none() && taken.report.as_ref().is_some_and(EdiReport::is_whole);
        let folder = self.path.join(if is_done { DONE } else { FAILED });
        let (from, name) = (self.path.join(name), free_name(&folder, name));
        let (file, pending) = (folder.join(&name), folder.join(hidden(&report(&name))));
        taken.moved_to = Some(file.clone());
        let told = serde_json::to_vec_pretty(taken).unwrap_or_default();
        let moved = write(&pending, &told).and_then(|()| fs::rename(&from, &file));
        if moved.is_err() {
            taken.moved_to = None;
            let _ = fs::remove_file(&pending);
            return moved;
        }
        fs::rename(&pending, folder.join(report(&name)))?;
        sync(&folder);
        sync(&self.path);
        Ok(())
    }

    fn acknowledge(&self, taken: &EdiFileReport) -> io::Result<Vec<PathBuf>> {
        let out = self.path.join(OUT);
        fs::create_dir_all(&out)?;
        let mut written = Vec::new();
        let interchanges = taken.report.iter().flat_map(|report| &report.interchanges);
        for (number, interchange) in (1..).zip(interchanges) {
            let Some(bytes) = &interchange.acknowledgement else { continue };
            let kind = if interchange.syntax == Syntax::X12 { "997" } else { "contrl" };
            let mut name = OsString::from(format!("{}.{number}.{kind}", taken.file));
            // It may be left from an interrupted sweep.
            if fs::read(out.join(&name)).ok().as_ref() != Some(bytes) {
                name = free_name(&out, &name);
                let pending = out.join(hidden(&name));
                write(&pending, bytes)?;
                fs::rename(&pending, out.join(&name))?;
            }
            written.push(out.join(name));
        }
        sync(&out);
        Ok(written)
    }
}

fn failed(path: &Path, problem: io::Error) -> Error {
    Error::refused(ErrorKind::Configuration, "path", format!("{}: {problem}", path.display())).with_source(problem)
}

fn limit() -> usize {
    EdiLimits::default().bytes
}

fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    file.take(limit() as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= limit()).then_some(bytes))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Moves within a folder survive a loss of power where the system supports that. Otherwise a file is found again.
fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

fn is_passing(name: &OsString) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    let on_its_way = [".part", ".tmp", ".temp", ".filepart", ".crdownload", "~"];
    name.starts_with('.') || on_its_way.iter().any(|end| name.ends_with(end))
}

fn hidden(name: &OsString) -> OsString {
    [OsString::from("."), name.clone(), OsString::from(".part")].into_iter().collect()
}

fn report(name: &OsString) -> OsString {
    [name.clone(), OsString::from(".report.json")].into_iter().collect()
}

/// Neither the file nor its report may exist; adds a number if needed.
fn free_name(folder: &Path, name: &OsString) -> OsString {
    let numbered = |number: u32| match number {
        0 => name.clone(),
        number => [name.clone(), OsString::from(format!(".{number}"))].into_iter().collect(),
    };
    let is_free = |name: &OsString| !folder.join(name).exists() && !folder.join(report(name)).exists();
    (0..).map(numbered).find(is_free).unwrap_or_else(|| name.clone())
}

/// Finishes what a crashed process left: reports of moved files get their names, others are deleted.
fn complete(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(of) = name.strip_prefix('.').and_then(|name| name.strip_suffix(".report.json.part")) else { continue };
        let (file, told) = (folder.join(of), folder.join(report(&of.into())));
        match file.exists() && !told.exists() {
            true => fs::rename(&path, told)?,
            false => fs::remove_file(&path)?,
        }
    }
    Ok(())
}
