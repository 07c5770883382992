//! `ReaderCommand`: the command that starts a reader process, and the default commands of this process.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::threads::lock;

/// The environment variable of a reader process. It is the only one that says that a process is a reader.
pub(super) const MARKER: &str = "SHIPTRACK_READER";

/// Whether this process passed through [`serve_reader`](super::serve_reader), so that its own executable can be a reader.
static HAS_PASSED: AtomicBool = AtomicBool::new(false);

/// The command that the binding of another language has set, or why it has no command.
static OF_BINDING: Mutex<Option<Result<ReaderCommand, String>>> = Mutex::new(None);

/// A program and its arguments. The program must serve as a reader, as [`serve_reader`](super::serve_reader) does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderCommand {
    /// The path of the program.
    pub program: PathBuf,
    /// The arguments.
    pub arguments: Vec<OsString>,
}

/// Sets the command of all readers in this process for which the program names none; or why it has no command, with the cure.
pub fn set_default_command(command: Result<ReaderCommand, String>) {
    *lock(&OF_BINDING) = Some(command);
}

/// Whether this process is a reader.
pub fn is_reader() -> bool {
    std::env::var_os(MARKER).is_some()
}

pub(super) fn pass() {
    HAS_PASSED.store(true, Ordering::Relaxed);
}

/// Returns the command for a program that names none, or why it has no command, with the cure.
///
/// The executable of this process is only started again if its `main` began with `serve_reader`: any other program would begin its own
/// work a second time.
pub(super) fn default_command() -> Result<ReaderCommand, String> {
    let of_binding = lock(&OF_BINDING).clone();
    match of_binding {
        Some(Ok(command)) => return Ok(command),
        _ if HAS_PASSED.load(Ordering::Relaxed) => {}
        Some(Err(why)) => return Err(why),
        None => {
            return Err(
                "this program does not call `shiptrack::documents::serve_reader()` as the first line of `main`. Call \
                        it there, or name a program that does with the option `reader_command`"
                    .to_owned(),
            );
        }
    }
    let program =
        std::env::current_exe().map_err(|problem| format!("the path of this program is unknown: {problem}"))?;
    // The link leads to this executable even if its file was replaced.
    let link = PathBuf::from("/proc/self/exe");
    let program = if cfg!(target_os = "linux") && link.exists() { link } else { program };
    Ok(ReaderCommand { program, arguments: Vec::new() })
}
