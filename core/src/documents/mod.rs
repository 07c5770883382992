//! Reads documents: [`serve_reader`] makes a program able to read PDF, XLSX and HTML files.
//!
//! The module extracts text from files, and finds numbers, vessels and dates in text. `read_text` detects the format of a file and returns its
//! text with positions, within `Limits`, or a `Problem`. `findings` searches text: `labels` finds labels, `values` the text that belongs to each.
//! Formats that need a library are read if the feature of that library is enabled.
//!
//! PDF, XLSX and HTML files are read in a reader process, because their parsers are recursive, and hostile files can keep them busy or take
//! much memory: `Reader` passes them to it, and [`serve_reader`] is what runs in it. Other formats are read here.
//! This module uses `numbers`, `spelling`, `shipping_lines`, `clock`, and of `email` the reader of messages and the search for container numbers.

mod command;
#[cfg(feature = "read-csv")]
mod csv;
mod dates;
mod document_numbers;
mod document_type;
mod file_format;
#[doc(hidden)]
pub mod find;
mod formats;
mod free_days;
#[cfg(feature = "read-html")]
mod html;
mod label_table;
mod labels;
mod message;
#[cfg(test)]
mod notice_tests;
#[cfg(feature = "read-pdf")]
mod pdf;
mod pool;
#[cfg_attr(not(unix), path = "no_process.rs")]
mod process;
mod protocol;
mod reader;
mod search_budget;
mod serve;
mod text;
mod values;
mod vessels;
#[cfg(feature = "read-xlsx")]
mod xlsx;
#[cfg(feature = "read-xlsx")]
mod xlsx_display;

pub use command::ReaderCommand;
pub use serve::serve_reader;

pub(crate) use pool::max_readers_of_account;
#[doc(hidden)]
pub use {
    command::{is_reader, set_default_command},
    document_type::{ARRIVAL_NOTICE, detect_document_type, mentions_arrival_notice},
    file_format::{FileFormat, Limits, Problem, Unavailable},
    reader::{Reader, ReaderOptions},
    text::{Cell, Line, Text, TextBudget, TextPosition},
};

/// A file with what is known about it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct File<'f> {
    /// The account that it belongs to. Accounts take turns at the reader processes.
    pub account: &'f str,
    /// The name of the file.
    pub name: &'f str,
    /// The media type.
    pub content_type: &'f str,
    /// The content.
    pub bytes: &'f [u8],
}

/// The text of a file. `None` for a format without text.
#[doc(hidden)]
pub fn read_text(reader: &Reader, file: File<'_>, limits: &Limits) -> Result<Option<Text>, Problem> {
    let File { account, name, content_type, bytes } = file;
    match FileFormat::of(name, content_type, bytes) {
        FileFormat::Other => Ok(None),
        FileFormat::Text => Ok(Some(formats::plain(bytes, limits))),
        FileFormat::Message => {
            message::read(bytes, limits, |html| reader.read(account, FileFormat::Html, html, limits)).map(Some)
        }
        #[cfg(feature = "read-csv")]
        FileFormat::Csv => csv::read(bytes, limits).map(Some),
        #[cfg(not(feature = "read-csv"))]
        FileFormat::Csv => Ok(Some(formats::plain(bytes, limits))),
        format @ (FileFormat::Html | FileFormat::Xlsx | FileFormat::Pdf) => {
            reader.read(account, format, bytes, limits).map(Some)
        }
    }
}

/// Reads plain text.
#[doc(hidden)]
pub fn read_plain_text(text: &str, limits: &Limits) -> Text {
    formats::plain(text.as_bytes(), limits)
}
