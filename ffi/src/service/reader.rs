//! The program that reads documents.

use std::ffi::{OsString, c_char};
use std::sync::Once;

use shiptrack::documents::{ReaderCommand, set_default_command};

use super::options::{ServiceOptions, set};
use crate::boundary::{Error, required_text, texts, value_or};

/// Where `ffi/install` puts the program, below the prefix. The version is in its name, so that packages of two versions can be installed.
const PROGRAM: &str = concat!("libexec/shiptrack/shiptrack-reader-", env!("CARGO_PKG_VERSION"));

/// Folders above the library in which the prefix is searched: the library is in `lib` or `lib/x86_64-linux-gnu`.
const MAX_FOLDERS: usize = 3;

/// Sets the command of readers to the installed program. Called when the first service is opened.
pub(super) fn set_installed_reader() {
    static SET: Once = Once::new();
    SET.call_once(|| set_default_command(installed_reader()));
}

fn installed_reader() -> Result<ReaderCommand, String> {
    const CURE: &str = "Name the program with shiptrack_service_options_reader_command(), or call shiptrack_serve_reader() \
        as the first line of main()";
    let library = library::path().ok_or_else(|| format!("the path of the library is unknown. {CURE}"))?;
    let is_program = std::fs::canonicalize(&library).ok() == std::fs::canonicalize("/proc/self/exe").ok();
    if is_program {
        return Err(format!("the library is linked statically. {CURE}"));
    }
    let program = library.ancestors().skip(1).take(MAX_FOLDERS).map(|folder| folder.join(PROGRAM));
    let program = program.into_iter().find(|program| program.is_file());
    let program = program.ok_or_else(|| format!("{PROGRAM} is not installed next to {}. {CURE}", library.display()))?;
    Ok(ReaderCommand { program, arguments: vec![OsString::from(library)] })
}

/// Makes this program able to read documents: call it as the first line of `main`, if the program links the library statically or names
/// itself with shiptrack_service_options_reader_command().
///
/// PDF, XLSX and HTML documents are read in a process apart, so that a hostile file cannot end this one or take its memory. A
/// service starts the installed program `libexec/shiptrack/shiptrack-reader-<version>` for that; if it is not installed, it starts the
/// program that called this function again, with a marker in the environment. In the started process this function reads
/// the documents and does not return; otherwise it returns at once.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_serve_reader() {
    value_or((), || {
        shiptrack::documents::serve_reader();
        Some(())
    });
}

/// Sets the program that reads PDF, XLSX and HTML documents, with `count` arguments. It is started when the first such document
/// arrives, and must call shiptrack_serve_reader() of this version of the library. Without this call, the installed program
/// is used; if it is not installed, such documents are stored and wait.
///
/// The setting `documents.readers` is the number of processes at once; with 0, such documents are stored and not read.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_reader_command(
    options: *const ServiceOptions,
    program: *const c_char,
    arguments: *const *const c_char,
    count: usize,
    error: *mut *mut Error,
) -> i32 {
    set(options, error, |builder| {
        let program = required_text(program, "program")?;
        Ok(builder.reader_command(program, texts(arguments, count, "arguments")?))
    })
}

/// cbindgen:ignore
mod library {
    use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
    use std::os::unix::ffi::OsStrExt;
    use std::path::{Path, PathBuf};
    use std::ptr::{null, null_mut};

    /// `Dl_info` of the C library.
    #[repr(C)]
    struct LibraryInfo {
        path: *const c_char,
        base: *mut c_void,
        symbol: *const c_char,
        address: *mut c_void,
    }

    // SAFETY: this is the declaration of the C library.
    unsafe extern "C" {
        fn dladdr(address: *const c_void, info: *mut LibraryInfo) -> c_int;
    }

    /// The path of this library.
    pub(super) fn path() -> Option<PathBuf> {
        let mut info = LibraryInfo { path: null(), base: null_mut(), symbol: null(), address: null_mut() };
        // SAFETY: the address is that of a function of this library, and `info` is large enough for the result.
        let is_found = unsafe { dladdr(super::shiptrack_serve_reader as *const c_void, &raw mut info) } != 0;
        if !is_found || info.path.is_null() {
            return None;
        }
        // SAFETY: the C library returned a text that stays valid while this library is loaded.
        let path = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(info.path) }.to_bytes()));
        std::path::absolute(path).ok()
    }
}
