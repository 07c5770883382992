//! Where the bytes of a file come from.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Where the bytes come from.
pub(super) enum Bytes<'a> {
    File(PathBuf),
    Reader(Box<dyn Source + 'a>),
}

/// What can be read, and read again.
pub(super) trait Source: Read + Seek {}

impl<T: Read + Seek> Source for T {}

impl<'a> Bytes<'a> {
    /// Opens what is not open yet.
    pub fn open(self) -> Result<Box<dyn Source + 'a>> {
        match self {
            Bytes::File(path) => Ok(Box::new(open(&path)?)),
            Bytes::Reader(reader) => Ok(reader),
        }
    }
}

/// Opens a file. Opening a pipe, or a device, may wait for ever.
fn open(path: &Path) -> Result<File> {
    let refused =
        |problem: std::io::Error| Error::invalid("path", format!("{}: {problem}", path.display())).with_source(problem);
    if !fs::metadata(path).map_err(refused)?.is_file() {
        return Err(Error::invalid("path", format!("{} is a directory or a device, not a file", path.display())));
    }
    File::open(path).map_err(refused)
}
