//! `ReaderProcess` on systems without the sockets and limits of Unix: it cannot be started.

use super::command::ReaderCommand;
use super::file_format::{FileFormat, Limits, Problem};
use super::text::Text;

#[derive(Debug)]
pub(super) struct Ended;

#[derive(Debug)]
pub(super) struct Connection;

#[derive(Debug)]
pub(super) struct ReaderProcess {
    pub files: u32,
}

impl ReaderProcess {
    pub fn start(_: &ReaderCommand) -> Result<Self, String> {
        Err("it needs a Unix system. With `documents.trusted_documents_in_process`, trusted files are read in this process".to_owned())
    }

    pub fn connection(&self) -> std::sync::Arc<Connection> {
        std::sync::Arc::new(Connection)
    }

    pub fn read(&mut self, _: FileFormat, _: &[u8], _: &Limits, _: usize) -> Result<Result<Text, Problem>, Ended> {
        Err(Ended)
    }

    pub fn has_ended(&mut self) -> bool {
        true
    }
}

impl Connection {
    pub fn end(&self) {}
}
