//! `Reader`: reads the files whose parsers are not trusted, in a reader process or in this one.

use super::command::ReaderCommand;
use super::file_format::{FileFormat, Limits, Problem};
use super::formats;
use super::pool::ReaderPool;
use super::text::Text;

/// How PDF, XLSX and HTML files are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderOptions {
    /// Maximum number of reader processes; with 0, such files are not read.
    pub readers: usize,
    /// Maximum size of the memory of a reader process, in bytes.
    pub memory: usize,
    /// Whether files are read in this process, without limits of time and memory. Only for trusted files.
    pub in_process: bool,
    /// The command that starts a reader process; `None` for the default.
    pub command: Option<ReaderCommand>,
}

/// Reads PDF, XLSX and HTML files.
#[derive(Debug)]
pub struct Reader(Place);

/// Where files are read.
#[derive(Debug)]
enum Place {
    Nowhere,
    ThisProcess,
    Processes(Box<ReaderPool>),
}

impl Reader {
    /// Creates a reader. Processes are started when they are needed.
    pub fn new(options: ReaderOptions) -> Self {
        let ReaderOptions { readers, memory, in_process, command } = options;
        Reader(match readers {
            0 => Place::Nowhere,
            _ if in_process => Place::ThisProcess,
            _ => Place::Processes(Box::new(ReaderPool::new(command, readers, memory))),
        })
    }

    pub(super) fn read(
        &self,
        account: &str,
        format: FileFormat,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Text, Problem> {
        if !formats::is_read(format) {
            return Err(Problem::NotRead(format.as_str()));
        }
        match &self.0 {
            Place::Nowhere => Err(Problem::SwitchedOff(format.as_str())),
            Place::ThisProcess => formats::read(format, bytes.to_vec(), limits),
            Place::Processes(pool) => pool.read(account, format, bytes, limits),
        }
    }

    /// Ends the reader processes. Later reads fail.
    pub fn close(&self) {
        if let Place::Processes(pool) = &self.0 {
            pool.close();
        }
    }
}
