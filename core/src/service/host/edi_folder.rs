//! Ingests EDI files from a folder.
//!
//! A file is ingested first, and then moved. After a crash in between, the file is ingested again, which changes nothing.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::folder::{FileInfo, Folder};
use super::service::Service;
use crate::decoders::edi::{EdiLimits, Syntax};
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, Timestamp};
use crate::service::engine::base::log_entry::LogEntry;
use crate::service::engine::base::log_line::LogLevel;
use crate::service::engine::base::repeats::Topic;
use crate::service::engine::intake::edi::EdiReport;
use crate::time::time_delta;

/// A folder in which other programs put EDI files. A file that was ingested completely is moved to its subfolder
/// `done/`, any other file to `failed/`, each with a report (`NAME.report.json`). Acknowledgements are written to
/// `out/`. Symbolic links in the folder are not followed: a link is not ingested, and a subfolder that is a link is an error.
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
/// assert!(inbox.sweep(100)?.is_empty(), "a new file may still be written");
/// let reports = inbox.sweep(100)?;
/// assert_eq!(reports[0].moved_to.as_deref(), Some(folder.join("failed/notes.txt").as_path()));
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
    /// Files of the last sweep that were not ingested yet.
    seen: HashMap<OsString, FileState>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct FileState {
    info: FileInfo,
    /// When the file was first found with this size and modification time.
    since: DateTime<Utc>,
}

/// The result of ingesting a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EdiFileReport {
    /// The name of the file.
    pub file: String,
    /// When it was ingested.
    pub taken_at: Timestamp,
    /// Where it is now; `None` if it was left in place because it could not be read or moved.
    pub moved_to: Option<PathBuf>,
    /// The result of ingesting; `None` if it was not ingested.
    pub report: Option<EdiReport>,
    /// Why it was not ingested or not moved.
    pub problem: Option<String>,
    /// The acknowledgements that were written to `out/`.
    pub acknowledgements: Vec<PathBuf>,
}

impl EdiFileReport {
    /// Whether everything in the file was ingested.
    fn is_whole(&self) -> bool {
        self.problem.is_none() && self.report.as_ref().is_some_and(EdiReport::is_whole)
    }
}

impl Service {
    /// Opens a folder whose files are ingested for an account, by calls of [`sweep`](EdiFolder::sweep). Creates its
    /// subfolders. The folder itself must exist.
    pub fn edi_folder(&self, account: &AccountId, path: impl Into<PathBuf>) -> Result<EdiFolder> {
        let path = path.into();
        if !path.is_dir() {
            let problem = format!("{} is not a folder: create it first", path.display());
            return Err(Error::refused(ErrorKind::Configuration, "path", problem));
        }
        self.transport(account)?;
        let (service, account) = (self.clone(), account.clone());
        let quiet = Duration::from_secs(2);
        let folder = EdiFolder { service, account, path, acknowledges: false, quiet, seen: HashMap::new() };
        let opened = folder.open()?;
        for (name, subfolder) in [(DONE, &opened.done), (FAILED, &opened.failed)] {
            finish_interrupted_moves(subfolder).map_err(|problem| failed(&folder.path.join(name), problem))?;
        }
        Ok(folder)
    }
}

/// The folder and its subfolders, open for one sweep.
struct OpenedFolder {
    folder: Folder,
    done: Folder,
    failed: Folder,
}

const DONE: &str = "done";
const FAILED: &str = "failed";
const OUT: &str = "out";

impl EdiFolder {
    /// Sets whether acknowledgements are written to `out/`, one file for each interchange. Sending them is up to the
    /// host program.
    pub fn acknowledging(mut self, acknowledges: bool) -> Self {
        self.acknowledges = acknowledges;
        self
    }

    /// Sets how long a file must be unchanged before it is ingested; two seconds by default. A file that is seen for
    /// the first time always waits for the next sweep, because it may still be written.
    pub fn quiet(mut self, quiet: Duration) -> Self {
        self.quiet = quiet;
        self
    }

    /// Ingests complete files, oldest first, and returns a report for each. At most `limit` files.
    ///
    /// Ignores everything that is not a plain file, and files whose names start with a dot or end like those of
    /// unfinished transfers (`.part`, `.tmp`, `.temp`, `.filepart`, `.crdownload`, `~`).
    ///
    /// A file that cannot be read or moved is reported and stays in place. An error means that the service or the
    /// whole folder failed; the next sweep finds the remaining files.
    pub fn sweep(&mut self, limit: usize) -> Result<Vec<EdiFileReport>> {
        let swept = self.ingest_complete(limit);
        if let Err(error) = swept.as_ref().map_err(ToString::to_string) {
            self.log(LogLevel::Error, ("EDI folder", &error), format!("the EDI folder: {error}"));
        }
        swept
    }

    fn ingest_complete(&mut self, limit: usize) -> Result<Vec<EdiFileReport>> {
        let now = self.service.clock().now();
        let opened = self.open()?;
        let mut complete = self.find_complete(&opened.folder, now)?;
        complete.sort();
        let mut reports = Vec::new();
        for (_, name) in complete.into_iter().take(limit) {
            self.seen.remove(&name);
            let report = self.ingest_file(&opened, &name, now)?;
            self.log_file(&report);
            reports.push(report);
        }
        Ok(reports)
    }

    /// Opens the folder, and opens or creates its subfolders.
    fn open(&self) -> Result<OpenedFolder> {
        let folder = Folder::open(&self.path).map_err(|problem| failed(&self.path, problem))?;
        let subfolder =
            |name: &str| open_subfolder(&folder, name).map_err(|problem| failed(&self.path.join(name), problem));
        let (done, failed) = (subfolder(DONE)?, subfolder(FAILED)?);
        Ok(OpenedFolder { folder, done, failed })
    }

    fn log_file(&self, report: &EdiFileReport) {
        let file = &report.file;
        let (level, what) = match (&report.moved_to, report.is_whole()) {
            (None, _) => (LogLevel::Warn, format!("was not moved: {}", report.problem.as_deref().unwrap_or_default())),
            (Some(to), true) => (LogLevel::Info, format!("was ingested, and moved to {}", to.display())),
            (Some(to), false) => {
                (LogLevel::Warn, format!("was not or only partly ingested, and moved to {}", to.display()))
            }
        };
        self.log(level, ("EDI file", file), format!("{file} {what}"));
    }

    fn log(&self, level: LogLevel, topic: Topic<'_>, text: String) {
        self.service.engine().log(&LogEntry::new(level, topic, text).about(Some(&self.account), None));
    }

    fn find_complete(&mut self, folder: &Folder, now: DateTime<Utc>) -> Result<Vec<(Option<SystemTime>, OsString)>> {
        let mut found = HashMap::new();
        let mut complete = Vec::new();
        for name in folder.names().map_err(|problem| failed(&self.path, problem))? {
            if is_unfinished(&name) {
                continue;
            }
            let Some(info) = folder.file_info(&name) else { continue };
            let before = self.seen.get(&name).filter(|before| before.info == info);
            if before.is_some_and(|before| now - before.since >= time_delta(self.quiet)) {
                complete.push((info.modified, name.clone()));
            }
            found.insert(name, before.copied().unwrap_or(FileState { info, since: now }));
        }
        self.seen = found;
        Ok(complete)
    }

    fn ingest_file(&self, opened: &OpenedFolder, name: &OsString, now: DateTime<Utc>) -> Result<EdiFileReport> {
        let file = name.to_string_lossy().into_owned();
        let mut outcome = EdiFileReport {
            file,
            taken_at: now.into(),
            moved_to: None,
            report: None,
            problem: None,
            acknowledgements: Vec::new(),
        };
        match read(&opened.folder, name) {
            Ok(Some(bytes)) => match self.service.ingest_edi(&self.account, &bytes) {
                Ok(report) => outcome.report = Some(report),
                Err(refused) if refused.kind() == ErrorKind::Conflict => {
                    outcome.problem = Some(refused.message().to_owned())
                }
                Err(error) => return Err(error),
            },
            Ok(None) => {
                outcome.problem = Some(format!("the file has more than {} bytes, the limit of EDI files", limit()))
            }
            Err(problem) => {
                outcome.problem = Some(problem.to_string());
                return Ok(outcome);
            }
        }
        if let Err(problem) = self.move_file(opened, name, &mut outcome) {
            outcome.problem.get_or_insert_with(|| format!("the file was ingested, but cannot be moved: {problem}"));
        }
        Ok(outcome)
    }

    fn move_file(&self, opened: &OpenedFolder, name: &OsString, outcome: &mut EdiFileReport) -> io::Result<()> {
        if self.acknowledges {
            outcome.acknowledgements = self.write_acknowledgements(&opened.folder, outcome)?;
        }
        let (subfolder, folder) = if outcome.is_whole() { (DONE, &opened.done) } else { (FAILED, &opened.failed) };
        let moved = free_name(folder, name);
        let (report, pending) = (report_name(&moved), hidden_name(&report_name(&moved)));
        outcome.moved_to = Some(self.path.join(subfolder).join(&moved));
        let json = serde_json::to_vec_pretty(outcome).unwrap_or_default();
        let result = write(folder, &pending, &json).and_then(|()| opened.folder.rename(name, folder, &moved));
        if result.is_err() {
            outcome.moved_to = None;
            let _ = folder.remove_file(&pending);
            return result;
        }
        folder.rename(&pending, folder, &report)?;
        // This makes moves survive a loss of power, if the system supports that. Otherwise the file is found and ingested again.
        let _ = folder.sync();
        let _ = opened.folder.sync();
        Ok(())
    }

    fn write_acknowledgements(&self, folder: &Folder, outcome: &EdiFileReport) -> io::Result<Vec<PathBuf>> {
        let out = open_subfolder(folder, OUT)?;
        let mut written = Vec::new();
        let interchanges = outcome.report.iter().flat_map(|report| &report.interchanges);
        for (number, interchange) in (1..).zip(interchanges) {
            let Some(bytes) = &interchange.acknowledgement else { continue };
            let kind = if interchange.syntax == Syntax::X12 { "997" } else { "contrl" };
            let mut name = OsString::from(format!("{}.{number}.{kind}", outcome.file));
            // The file may be left from an interrupted sweep.
            if read(&out, &name).ok().flatten().as_ref() != Some(bytes) {
                name = free_name(&out, &name);
                let pending = hidden_name(&name);
                write(&out, &pending, bytes)?;
                out.rename(&pending, &out, &name)?;
            }
            written.push(self.path.join(OUT).join(name));
        }
        let _ = out.sync();
        Ok(written)
    }
}

/// Opens a subfolder, and creates it if it does not exist. Fails if it is a link.
fn open_subfolder(folder: &Folder, name: &str) -> io::Result<Folder> {
    let name = OsStr::new(name);
    folder.create_folder(name)?;
    folder.open_folder(name).map_err(|problem| {
        io::Error::new(
            problem.kind(),
            format!("this subfolder is a link or cannot be opened; links are not followed ({problem})"),
        )
    })
}

fn failed(path: &Path, problem: io::Error) -> Error {
    Error::refused(ErrorKind::Configuration, "path", format!("{}: {problem}", path.display())).with_source(problem)
}

fn limit() -> usize {
    EdiLimits::default().bytes
}

/// `None` if the file is too large.
fn read(folder: &Folder, name: &OsStr) -> io::Result<Option<Vec<u8>>> {
    let file = folder.open_file(name)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("this is not a plain file"));
    }
    let mut bytes = Vec::new();
    file.take(limit() as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= limit()).then_some(bytes))
}

/// Replaces a file that is left from an interrupted sweep.
fn write(folder: &Folder, name: &OsStr, bytes: &[u8]) -> io::Result<()> {
    match folder.remove_file(name) {
        Err(problem) if problem.kind() != io::ErrorKind::NotFound => return Err(problem),
        _ => {}
    }
    let mut file = folder.create_file(name)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn is_unfinished(name: &OsString) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    let endings = [".part", ".tmp", ".temp", ".filepart", ".crdownload", "~"];
    name.starts_with('.') || endings.iter().any(|end| name.ends_with(end))
}

fn hidden_name(name: &OsString) -> OsString {
    [OsString::from("."), name.clone(), OsString::from(".part")].into_iter().collect()
}

fn report_name(name: &OsString) -> OsString {
    [name.clone(), OsString::from(".report.json")].into_iter().collect()
}

/// A name that is free for the file and its report: `name`, with a number added if needed.
fn free_name(folder: &Folder, name: &OsString) -> OsString {
    let numbered = |number: u32| match number {
        0 => name.clone(),
        number => [name.clone(), OsString::from(format!(".{number}"))].into_iter().collect(),
    };
    let is_free = |name: &OsString| !folder.has(name) && !folder.has(&report_name(name));
    (0..).map(numbered).find(is_free).unwrap_or_else(|| name.clone())
}

/// Finishes moves that a crash interrupted: reports of moved files get their final names, and other reports are
/// deleted.
fn finish_interrupted_moves(folder: &Folder) -> io::Result<()> {
    for name in folder.names()? {
        let text = name.to_str().unwrap_or_default();
        let Some(moved) = text.strip_prefix('.').and_then(|name| name.strip_suffix(".report.json.part")) else {
            continue;
        };
        let moved = OsString::from(moved);
        let report = report_name(&moved);
        match folder.has(&moved) && !folder.has(&report) {
            true => folder.rename(&name, folder, &report)?,
            false => folder.remove_file(&name)?,
        }
    }
    Ok(())
}
