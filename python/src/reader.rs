//! The process that reads documents: a Python interpreter that loads only the native module.

use std::path::PathBuf;

use pyo3::prelude::*;
use shiptrack::documents::{self, ReaderCommand, set_default_command};

use crate::arguments;

/// Loads the native module by its path, without the package and without the folders of other packages, and serves.
const PROGRAM: &str = "import sys, _imp
from importlib.machinery import ExtensionFileLoader, ModuleSpec
path = sys.argv[1]
module = _imp.create_dynamic(ModuleSpec('_native', ExtensionFileLoader('_native', path), origin=path))
_imp.exec_dynamic(module)
module.serve_reader()";

/// Sets the command of readers to the interpreter of this process. It is not `sys.executable`, which is the host program in an embedded
/// interpreter.
pub fn set_default(py: Python<'_>) -> PyResult<()> {
    set_default_command(interpreter(py)?);
    Ok(())
}

fn interpreter(py: Python<'_>) -> PyResult<Result<ReaderCommand, String>> {
    let sys = py.import("sys")?;
    let prefix: PathBuf = sys.getattr("base_exec_prefix")?.extract()?;
    let version = py.version_info();
    let program = prefix.join("bin").join(format!("python{}.{}", version.major, version.minor));
    if !program.is_file() {
        return Ok(Err(format!(
            "{} does not exist. Pass `reader_command`, or, in a frozen program, call `shiptrack.serve_reader()` as its first line",
            program.display()
        )));
    }
    let module: PathBuf = py.import("shiptrack._native")?.getattr("__file__")?.extract()?;
    let module = std::path::absolute(module)?;
    // `-B`, because a reader writes no files.
    let options = ["-I", "-S", "-B", "-c", PROGRAM].map(Into::into);
    Ok(Ok(ReaderCommand { program, arguments: options.into_iter().chain([module.into()]).collect() }))
}

/// Reads a program and its arguments.
pub fn command(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let command = arguments::texts(name, value)?;
    if command.is_empty() { Err(arguments::expected(name, "a program and its arguments", value)) } else { Ok(command) }
}

/// Makes a frozen program able to read documents: call it as the first line of the program.
///
/// PDF, XLSX and HTML documents are read in a process apart, so that a hostile file cannot end this one or take its
/// memory. A service starts the Python interpreter for that. A frozen program has none, so it is started again, with a
/// marker in the environment: in that process this function reads the documents and does not return. In other programs
/// it has no effect.
#[pyfunction]
pub fn serve_reader(py: Python<'_>) -> PyResult<()> {
    // The executable of a program that is not frozen is the interpreter, which would read its standard input.
    let is_frozen = py.import("sys")?.getattr_opt("frozen")?.is_some_and(|frozen| frozen.is_truthy().unwrap_or(false));
    if documents::is_reader() {
        end_at_limits(py)?;
    }
    if documents::is_reader() || is_frozen {
        documents::serve_reader();
    }
    Ok(())
}

/// Restores the default actions of the signals that end a reader at its limits of time. The host program may ignore them, and a process
/// inherits that.
fn end_at_limits(py: Python<'_>) -> PyResult<()> {
    let signals = py.import("_signal")?;
    for name in ["SIGALRM", "SIGXCPU"] {
        if let Some(number) = signals.getattr_opt(name)? {
            signals.call_method1("signal", (number, signals.getattr("SIG_DFL")?))?;
        }
    }
    Ok(())
}
