//! The format of a file, the limits of reading it, and why it was not read.

use std::time::Duration;

use super::text::TextBudget;

closed_enum! {
    /// What a file is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FileFormat {
        /// A PDF.
        Pdf => "PDF",
        /// A workbook of Excel.
        Xlsx => "XLSX",
        /// A page of HTML.
        Html => "HTML",
        /// A table as text.
        Csv => "CSV",
        /// Any other text.
        Text => "text",
        /// Nothing that has text.
        Other => "a file without text",
    }
    /// As a problem calls it.
    pub fn as_str;
}

/// A PDF may begin anywhere in these bytes.
const HEAD: usize = 1_024;

impl FileFormat {
    /// What a file of this name, media type and content is.
    pub fn of(name: &str, content_type: &str, bytes: &[u8]) -> Self {
        let head = &bytes[..bytes.len().min(HEAD)];
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let name = name.to_ascii_lowercase();
        let is = |ending: &str, kinds: &[&str]| name.ends_with(ending) || kinds.contains(&kind.as_str());
        if memchr::memmem::find(head, b"%PDF-").is_some() {
            return FileFormat::Pdf;
        }
        if bytes.starts_with(b"PK\x03\x04") {
            let workbook = ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];
            return if is(".xlsx", &workbook) { FileFormat::Xlsx } else { FileFormat::Other };
        }
        if is(".html", &["text/html", "application/xhtml+xml"]) || name.ends_with(".htm") {
            return FileFormat::Html;
        }
        if is(".csv", &["text/csv"]) || is(".tsv", &["text/tab-separated-values"]) {
            return FileFormat::Csv;
        }
        if kind.starts_with("text/") || name.ends_with(".txt") { FileFormat::Text } else { FileFormat::Other }
    }
}

/// What is read of one document at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Pages.
    pub pages: usize,
    /// Cells of tables.
    pub cells: usize,
    /// Bytes of text that are looked at.
    pub text: usize,
    /// Bytes that what is packed in the file may unpack to.
    pub unpacked: usize,
    /// How long it may take.
    pub time: Duration,
}

impl Limits {
    pub(super) fn room(&self) -> TextBudget {
        TextBudget { bytes: self.text, cells: self.cells }
    }
}

/// Why a document could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is of a kind that is not read here.
    #[error("{0} is not read by this build")]
    NotRead(&'static str),
    /// It is damaged, or is not what it says.
    #[error("it cannot be read as {0}: {1}")]
    Damaged(&'static str, String),
    /// Nobody can read it without its password.
    #[error("it is encrypted")]
    Encrypted,
    /// More is packed in it than is unpacked.
    #[error("it unpacks to more than the {0} bytes that are unpacked")]
    Unpacks(usize),
    /// It took too long.
    #[error("reading it took longer than {0:?}")]
    TooSlow(Duration),
    /// So many others took too long, and have not come to an end, that no more are begun.
    #[error("too many documents that were being read have not come to an end: restart the service")]
    Stuck,
}
