//! What taking in a message costs, and sending a file, measured in a process of its own: memory is counted for a process as a whole.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use peak_alloc::PeakAlloc;
use serde::{Deserialize, Serialize};
use shiptrack::client::{Client, NewUpload};
use shiptrack::http::{Method, Roots};
use shiptrack::service::{Budget, IngestedEmail, Service};

use crate::scenario::send;

/// What taking in one message cost, and what became of it. Sizes are in bytes.
#[derive(Debug, Serialize, Deserialize)]
pub struct Weight {
    /// The message's own size.
    pub size: usize,
    /// The most memory that was in use at once, beyond the message itself.
    pub peak: usize,
    /// The same as the operating system counts it, SQLite's share with it; 0 where it does not tell.
    pub resident: usize,
    /// What the database grew by.
    pub kept: u64,
    /// The most memory its resource and its documents took when they were asked for.
    pub shown: usize,
    /// Figures for people: nothing is asserted about time.
    pub milliseconds: u128,
    pub quarantined: bool,
    pub documents: i64,
    pub problems: Vec<String>,
}

/// Takes in every message of a folder, in the order of their names, and tells what each cost, a line each.
pub fn weigh_mail(database: &Path, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::open(database)?;
    let mut files: Vec<_> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    for file in files {
        let weight = weigh(&service, database, &std::fs::read(&file)?)?;
        writeln!(io::stdout(), "{}", serde_json::to_string(&weight)?)?;
    }
    Ok(())
}

/// Uploads a file, and tells the most memory that took.
pub fn weigh_upload(base_url: &str, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let client = Client::builder(base_url, "key").roots(Roots::Bundled).build()?;
    let (answer, peak) = counted(|| client.documents().upload(NewUpload::file(file)));
    answer?;
    writeln!(io::stdout(), "{peak}")?;
    Ok(())
}

/// Uploads a file to a service of this process behind a socket, and tells the most memory that took: the client's and the
/// server's together, as they allocated it, and as the operating system counts it.
pub fn weigh_received(database: &Path, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let service = Service::open(database)?;
    let key = service.create_key(service.default_account(), "k")?;
    let server = service.server().start()?;
    let client = Client::builder(format!("{}/v2", server.url()), key.key.reveal()).roots(Roots::Bundled).build()?;
    // What is made once, for whatever is sent.
    client.documents().upload(NewUpload::reader("warm", io::Cursor::new(vec![1; 1 << 20])))?;
    service.run_due(Budget::ALL)?;
    let before = resident::now_with_peak_forgotten();
    let (answer, peak) = counted(|| client.documents().upload(NewUpload::file(file)));
    let document = answer?;
    let resident = resident::peak().saturating_sub(before);
    let kept = service.document_content(service.default_account(), &document.id)?.unwrap_or_default();
    assert!(kept == std::fs::read(file)?, "other bytes are kept than were sent");
    writeln!(io::stdout(), "{peak} {resident}")?;
    Ok(())
}

fn weigh(service: &Service, database: &Path, message: &[u8]) -> Result<Weight, Box<dyn std::error::Error>> {
    service.run_due(Budget::ALL)?;
    let (before, begun) = (file_size(database), Instant::now());
    let resident_before = resident::now_with_peak_forgotten();
    let (ingested, peak) = counted(|| service.ingest_email(service.default_account(), message, None));
    let ingested = ingested?;
    let resident = resident::peak().saturating_sub(resident_before);
    let milliseconds = begun.elapsed().as_millis();
    service.run_due(Budget::ALL)?;
    let kept = file_size(database).saturating_sub(before);
    check_kept(service, message, &ingested)?;
    let ((), shown) = counted(|| show(service, &ingested));
    Ok(Weight {
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

/// The message is there with its bytes, and known when it comes again.
fn check_kept(service: &Service, message: &[u8], ingested: &IngestedEmail) -> Result<(), Box<dyn std::error::Error>> {
    let account = service.default_account();
    let content = service.email_content(account, &ingested.submission.id)?;
    assert!(content.as_deref() == Some(message), "its bytes are not the ones that came");
    let again = service.ingest_email(account, message, None)?;
    assert!(!again.is_new && again.submission == ingested.submission, "it is not known when it comes again");
    Ok(())
}

fn show(service: &Service, ingested: &IngestedEmail) {
    let transport = service.transport(service.default_account()).expect("the host's own way in");
    let path = format!("/v2/email_submissions/{}", ingested.submission.id);
    let shown = send(transport.as_ref(), Method::Get, &path, None);
    assert_eq!(shown.status, 200, "{}", String::from_utf8_lossy(&shown.body));
}

fn file_size(database: &Path) -> u64 {
    let log = database.with_extension("db-wal");
    [database, &log].iter().filter_map(|path| path.metadata().ok()).map(|found| found.len()).sum()
}

/// What `work` answers, and the most it had allocated beyond what there was before.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    PeakAlloc.reset_peak_usage();
    let before = PeakAlloc.current_usage();
    let answer = work();
    (answer, PeakAlloc.peak_usage().saturating_sub(before))
}

#[cfg(target_os = "linux")]
mod resident {
    //! Resident memory, from `/proc`.

    pub fn now_with_peak_forgotten() -> usize {
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
    pub fn now_with_peak_forgotten() -> usize {
        0
    }

    pub fn peak() -> usize {
        0
    }
}
