//! Measures the memory used to ingest messages and to upload files. Runs in a child process, because memory is counted per process.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use peak_alloc::PeakAlloc;
use serde::{Deserialize, Serialize};
use shiptrack::client::{Client, NewUpload};
use shiptrack::http::{Method, Roots};
use shiptrack::service::{Budget, IngestedEmail, Policies, Service};

use crate::scenario::send;

/// The memory used to ingest one message, and the result. Sizes are in bytes.
#[derive(Debug, Serialize, Deserialize)]
pub struct MemoryUse {
    /// Size of the message.
    pub size: usize,
    /// Peak of the allocated memory, without the message.
    pub peak: usize,
    /// Peak of the resident memory, including that of SQLite; 0 if the operating system does not report it.
    pub resident: usize,
    /// Growth of the database file.
    pub kept: u64,
    /// Peak of the allocated memory while the submission is read over the interface.
    pub shown: usize,
    /// For information only: tests do not check the time.
    pub milliseconds: u128,
    pub quarantined: bool,
    pub documents: i64,
    pub problems: Vec<String>,
}

/// Ingests every message of a folder, sorted by file name, and prints one line of JSON for each.
pub fn measure_mail(database: &Path, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::open(database)?;
    for file in sorted_files(folder)? {
        let memory_use = measure(&service, database, &std::fs::read(&file)?)?;
        writeln!(io::stdout(), "{}", serde_json::to_string(&memory_use)?)?;
    }
    Ok(())
}

/// Ingests every EDI file of a folder, sorted by file name, and prints for each the peaks of the allocated and of the resident memory, and
/// the number of facts that are stored for numbers that are not tracked.
pub fn measure_edi(database: &Path, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut policies = Policies::default();
    policies.recording.most_kept = usize::MAX;
    let service = Service::builder().policies(policies).open(database)?;
    for file in sorted_files(folder)? {
        let bytes = std::fs::read(&file)?;
        let before = resident::current_after_peak_reset();
        let (report, peak) = with_peak(|| service.ingest_edi(service.default_account(), &bytes));
        let resident = resident::peak().saturating_sub(before);
        let report = report?;
        assert!(report.is_whole(), "{:?}", report.problems);
        let messages = report.interchanges.iter().flat_map(|interchange| &interchange.messages);
        let kept: usize = messages.map(|message| message.kept).sum();
        writeln!(io::stdout(), "{peak} {resident} {kept}")?;
    }
    Ok(())
}

/// Uploads a file and prints the peak of the allocated memory.
pub fn measure_upload(base_url: &str, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let client = Client::builder(base_url, "key").roots(Roots::Bundled).build()?;
    let (answer, peak) = with_peak(|| client.documents().upload(NewUpload::file(file)));
    answer?;
    writeln!(io::stdout(), "{peak}")?;
    Ok(())
}

/// Uploads a file to a service behind a socket in this process, and prints the peaks of the allocated and of the resident memory, each for
/// client and server together.
pub fn measure_received(database: &Path, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::open(database)?;
    let key = service.create_key(service.default_account(), "k")?;
    let server = service.server().start()?;
    let client = Client::builder(format!("{}/v2", server.url()), key.key.reveal()).roots(Roots::Bundled).build()?;
    // The first upload allocates what all uploads share.
    client.documents().upload(NewUpload::reader("warm", io::Cursor::new(vec![1; 1 << 20])))?;
    service.run_due(Budget::ALL)?;
    let before = resident::current_after_peak_reset();
    let (answer, peak) = with_peak(|| client.documents().upload(NewUpload::file(file)));
    let document = answer?;
    let resident = resident::peak().saturating_sub(before);
    let kept = service.document_content(service.default_account(), &document.id)?.unwrap_or_default();
    assert!(kept == std::fs::read(file)?, "the stored file differs from the uploaded one");
    writeln!(io::stdout(), "{peak} {resident}")?;
    Ok(())
}

fn sorted_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<_> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

fn measure(service: &Service, database: &Path, message: &[u8]) -> Result<MemoryUse, Box<dyn std::error::Error>> {
    service.run_due(Budget::ALL)?;
    let (before, started) = (file_size(database), Instant::now());
    let resident_before = resident::current_after_peak_reset();
    let (ingested, peak) = with_peak(|| service.ingest_email(service.default_account(), message, None));
    let ingested = ingested?;
    let resident = resident::peak().saturating_sub(resident_before);
    let milliseconds = started.elapsed().as_millis();
    service.run_due(Budget::ALL)?;
    let kept = file_size(database).saturating_sub(before);
    check_kept(service, message, &ingested)?;
    let ((), shown) = with_peak(|| show(service, &ingested));
    Ok(MemoryUse {
        size: message.len(),
        peak,
        resident,
        kept,
        shown,
        milliseconds,
        quarantined: ingested.quarantined,
        documents: ingested.submission.documents_count.unwrap_or_default(),
        problems: ingested.problems,
    })
}

/// Checks that the message is stored unchanged, and that a second copy of it is recognized.
fn check_kept(service: &Service, message: &[u8], ingested: &IngestedEmail) -> Result<(), Box<dyn std::error::Error>> {
    let account = service.default_account();
    let content = service.email_content(account, &ingested.submission.id)?;
    assert!(content.as_deref() == Some(message), "the stored message differs from the ingested one");
    let second = service.ingest_email(account, message, None)?;
    assert!(!second.is_new && second.submission == ingested.submission, "the second copy is not recognized");
    Ok(())
}

fn show(service: &Service, ingested: &IngestedEmail) {
    let transport = service.transport(service.default_account()).expect("the transport of the default account");
    let path = format!("/v2/email_submissions/{}", ingested.submission.id);
    let shown = send(transport.as_ref(), Method::Get, &path, None);
    assert_eq!(shown.status, 200, "{}", String::from_utf8_lossy(&shown.body));
}

fn file_size(database: &Path) -> u64 {
    let log = database.with_extension("db-wal");
    [database, &log].iter().filter_map(|path| path.metadata().ok()).map(|found| found.len()).sum()
}

/// Returns the result of `work` and the peak of the memory that it allocated.
fn with_peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    PeakAlloc.reset_peak_usage();
    let before = PeakAlloc.current_usage();
    let answer = work();
    (answer, PeakAlloc.peak_usage().saturating_sub(before))
}

#[cfg(target_os = "linux")]
mod resident {
    //! Resident memory, from `/proc`.

    pub fn current_after_peak_reset() -> usize {
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        peak()
    }

    pub fn peak() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok());
        kilobytes.unwrap_or_default() * 1024
    }
}

#[cfg(not(target_os = "linux"))]
mod resident {
    pub fn current_after_peak_reset() -> usize {
        0
    }

    pub fn peak() -> usize {
        0
    }
}
