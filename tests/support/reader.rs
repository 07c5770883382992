//! The reader process of the tests: the test child.

use std::path::PathBuf;
use std::sync::Once;
use std::time::Duration;

use shiptrack::documents::{self, File, Limits, Problem, Reader, ReaderCommand, ReaderOptions, Text};

/// The command of the test child, which begins with `serve_reader`.
pub fn command() -> ReaderCommand {
    let mut program = std::env::current_exe().expect("the path of this program");
    // Test programs are in the folder `deps` next to the child.
    if !program.with_file_name(CHILD).exists() {
        program.pop();
    }
    ReaderCommand { program: program.with_file_name(CHILD), arguments: Vec::new() }
}

const CHILD: &str = "shiptrack-test-child";

/// Makes the test child the reader of all services of this process that name no other.
pub fn use_child() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| documents::set_default_command(Ok(command())));
}

/// Options of readers that are the test child.
pub fn options(readers: usize, memory: usize) -> ReaderOptions {
    ReaderOptions { readers, memory, in_process: false, command: Some(command()) }
}

/// A reader with two processes and the default limit of memory.
pub fn reader() -> Reader {
    Reader::new(options(2, 512 << 20))
}

pub fn limits(time: Duration) -> Limits {
    Limits { pages: 100, cells: 200_000, text: 4 << 20, time }
}

/// The path of the test child.
pub fn child() -> PathBuf {
    command().program
}

/// Reads a file of an account that is named `account`.
pub fn read(reader: &Reader, name: &str, bytes: &[u8], limits: &Limits) -> Result<Option<Text>, Problem> {
    documents::read_text(reader, File { account: "account", name, content_type: "", bytes }, limits)
}
