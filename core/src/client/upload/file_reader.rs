//! Reads a file once for its checksum, and again for every attempt to send it.

use std::fs::{self, File};
use std::io::{self, ErrorKind as Io, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use md5::{Digest, Md5};

use crate::client::Client;
use crate::error::{Error, Result};

const PIECE: usize = 64 * 1024;

pub(super) struct FileReader<'a> {
    source: Box<dyn SeekableRead + 'a>,
    start: u64,
    length: u64,
    checksum: [u8; 16],
    progress: Option<Box<dyn FnMut(u64, u64) + 'a>>,
    reported: Option<u64>,
    read: u64,
    digest: Md5,
    problem: Option<Error>,
}

impl<'a> FileReader<'a> {
    /// Computes length and checksum.
    pub fn new(
        mut source: Box<dyn SeekableRead + 'a>,
        progress: Option<Box<dyn FnMut(u64, u64) + 'a>>,
        client: &Client,
    ) -> Result<Self> {
        let start = source.stream_position().map_err(unreadable)?;
        let (mut digest, mut piece, mut length) = (Md5::new(), vec![0; PIECE], 0);
        loop {
            client.check_in_time()?;
            let read = fill(&mut source, &mut piece).map_err(unreadable)?;
            if read == 0 {
                break;
            }
            digest.update(&piece[..read]);
            length += read as u64;
        }
        let checksum = digest.finalize().into();
        let (reported, read, digest, problem) = (None, 0, Md5::new(), None);
        Ok(FileReader { source, start, length, checksum, progress, reported, read, digest, problem })
    }

    pub fn length(&self) -> u64 {
        self.length
    }

    pub fn checksum(&self) -> [u8; 16] {
        self.checksum
    }

    pub fn restart(&mut self) -> Result<()> {
        self.source.seek(SeekFrom::Start(self.start)).map_err(unreadable)?;
        (self.read, self.digest) = (0, Md5::new());
        self.report_progress(0);
        if self.length == 0 { self.check_end() } else { Ok(()) }
    }

    pub fn finish(&mut self) {
        self.report_progress(self.length);
    }

    pub fn problem(&mut self) -> Option<Error> {
        self.problem.take()
    }

    /// Returns the last piece only if the file has not changed.
    fn read_piece(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let left = usize::try_from(self.length - self.read).unwrap_or(usize::MAX);
        let most = buffer.len().min(PIECE).min(left);
        if most == 0 {
            return Ok(0);
        }
        let read = fill(&mut self.source, &mut buffer[..most]).map_err(unreadable)?;
        if read == 0 {
            return Err(changed("it is shorter now"));
        }
        self.digest.update(&buffer[..read]);
        self.read += read as u64;
        if self.read == self.length {
            self.check_end()?;
        }
        Ok(read)
    }

    fn check_end(&mut self) -> Result<()> {
        if fill(&mut self.source, &mut [0]).map_err(unreadable)? > 0 {
            return Err(changed("it is longer now"));
        }
        let digest: [u8; 16] = self.digest.clone().finalize().into();
        if digest == self.checksum { Ok(()) } else { Err(changed("it has other content now")) }
    }

    fn report_progress(&mut self, sent: u64) {
        let is_more = self.reported.is_none_or(|reported| sent > reported);
        if let Some(progress) = self.progress.as_mut().filter(|_| is_more) {
            self.reported = Some(sent);
            progress(sent, self.length);
        }
    }
}

impl Read for FileReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.report_progress(self.read);
        self.read_piece(buffer).map_err(|problem| {
            self.problem = Some(problem);
            io::Error::other("the file cannot be sent")
        })
    }
}

fn changed(how: &str) -> Error {
    Error::invalid(
        "file",
        format!("the file changed during the upload: {how}. Upload it again when no program writes to it"),
    )
}

fn unreadable(problem: io::Error) -> Error {
    Error::invalid("file", format!("the file cannot be read: {problem}")).with_source(problem)
}

fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(buffer) {
            Err(error) if error.kind() == Io::Interrupted => {}
            read => return read,
        }
    }
}

pub(super) enum UploadSource<'a> {
    File(PathBuf),
    Reader(Box<dyn SeekableRead + 'a>),
}

pub(super) trait SeekableRead: Read + Seek {}

impl<T: Read + Seek> SeekableRead for T {}

impl<'a> UploadSource<'a> {
    pub fn open(self) -> Result<Box<dyn SeekableRead + 'a>> {
        match self {
            UploadSource::File(path) => Ok(Box::new(open(&path)?)),
            UploadSource::Reader(reader) => Ok(reader),
        }
    }
}

/// Opens only regular files: opening a pipe or a device may block.
fn open(path: &Path) -> Result<File> {
    let refused =
        |problem: io::Error| Error::invalid("path", format!("{}: {problem}", path.display())).with_source(problem);
    if !fs::metadata(path).map_err(refused)?.is_file() {
        return Err(Error::invalid("path", format!("{} is a directory or a device, not a file", path.display())));
    }
    File::open(path).map_err(refused)
}
