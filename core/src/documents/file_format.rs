//! Detects the format of a file. Also the limits of reading, and the reasons why a file cannot be read.

use std::time::Duration;

use super::text::TextBudget;

closed_enum! {
    /// The format of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FileFormat {
        /// A PDF.
        Pdf => "PDF",
        /// An Excel workbook.
        Xlsx => "XLSX",
        /// An email message.
        Message => "a message",
        /// An HTML page.
        Html => "HTML",
        /// A table in CSV or TSV.
        Csv => "CSV",
        /// Any other text.
        Text => "text",
        /// A format without text.
        Other => "a file without text",
    }
    /// The name in error messages.
    pub fn as_str;
}

/// Number of bytes in which the header of a PDF is searched.
const PDF_HEADER_RANGE: usize = 1_024;

impl FileFormat {
    /// Detects the format from the first bytes; if they do not decide, from media type and name.
    pub fn of(name: &str, content_type: &str, bytes: &[u8]) -> Self {
        let head = &bytes[..bytes.len().min(PDF_HEADER_RANGE)];
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let name = name.to_ascii_lowercase();
        let is = |ending: &str, kinds: &[&str]| name.ends_with(ending) || kinds.contains(&kind.as_str());
        if is(".eml", &["message/rfc822"]) {
            return FileFormat::Message;
        }
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

/// Limits of reading a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of pages.
    pub pages: usize,
    /// Maximum number of cells of tables.
    pub cells: usize,
    /// Maximum size of the text, in bytes.
    pub text: usize,
    /// The longest time that reading may take.
    pub time: Duration,
}

impl Limits {
    pub(super) fn budget(&self) -> TextBudget {
        TextBudget { bytes: self.text, cells: self.cells }
    }
}

/// Why a document could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// This build does not read the format.
    #[error("this build does not read {0}")]
    NotRead(&'static str),
    /// The reader of the format is switched off.
    #[error("reading {0} is switched off: the setting `documents.readers` is 0")]
    SwitchedOff(&'static str),
    /// The file is damaged or has another format.
    #[error("the file cannot be read as {0}: {1}")]
    Damaged(&'static str, String),
    /// The file needs a password.
    #[error("the file is encrypted")]
    Encrypted,
    /// The reader process ended while it read the file.
    #[error("the file could not be read within {} MB and {} s", memory >> 20, time.as_secs_f64())]
    BeyondLimits {
        /// Maximum size of the memory of the process, in bytes.
        memory: usize,
        /// The longest time that reading may take.
        time: Duration,
    },
    /// No reader process can be used at present. This says nothing about the file.
    #[error("{}", .0.sentence)]
    Unavailable(Unavailable),
}

/// Why no reader process can be used at present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unavailable {
    /// The reason, with the cure if there is one.
    pub sentence: String,
    /// How long to wait until the file is read again.
    pub retry_in: Duration,
    /// Whether the reason is a new one that needs a cure.
    pub is_new: bool,
}
