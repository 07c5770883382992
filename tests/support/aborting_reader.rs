//! A process with a document reader that ends it, for tests of what the next process does.

use std::error::Error as AnyError;
use std::io::Cursor;
use std::path::Path;

use shiptrack::client::NewUpload;
use shiptrack::error::Error;
use shiptrack::service::{Activity, Budget, DocumentInput, DocumentReader, Extraction, Service};

use crate::sample_files::message;

/// The content of a document whose reader aborts the process.
const DEADLY: &[u8] = b"deadly";

/// The text of an arrival notice.
pub const NOTICE: &str = "ARRIVAL NOTICE\r\nB/L No: MAEU123456789\r\nETA: 2026-05-11\r\n";

struct AbortingReader;

impl DocumentReader for AbortingReader {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        if source.content == DEADLY {
            std::process::abort();
        }
        Ok(None)
    }
}

/// A mail with this notice, a document whose reader aborts the process, and a list about another bill.
pub fn mail() -> Vec<u8> {
    let list = b"PACKING LIST\r\nB/L No: MAEU987654321\r\n";
    let files = [("deadly.txt", "text/plain", DEADLY), ("list.txt", "text/plain", list)];
    message("Your cargo", NOTICE, &files)
}

/// Opens the service on this file, does the task, reads the documents that are due, and prints why readings failed.
pub fn read_documents(path: &Path, task: &str) -> Result<(), Box<dyn AnyError>> {
    let observer = |activity: &Activity<'_>| {
        if let Activity::ExtractionFailed { error, .. } = activity {
            println!("{error}");
        }
    };
    let service = Service::builder().extractor(AbortingReader).observer(observer).open(path)?;
    let (client, account) = (service.client(), service.default_account());
    match task {
        "upload" => {
            client.documents().upload(NewUpload::reader("deadly.txt", Cursor::new(DEADLY)))?;
        }
        "mail" => {
            service.ingest_email(account, &mail(), None)?;
        }
        "reextract" => {
            let document = client.documents().list().first()?.ok_or("there is no document")?;
            client.documents().reextract(&document.id)?;
        }
        _ => {}
    }
    service.run_due(Budget::ALL)?;
    Ok(service.close()?)
}
