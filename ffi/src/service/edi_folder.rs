//! A folder into which somebody puts files of EDI.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::serde_json;
use shiptrack::service::EdiFolder as CoreFolder;

use super::{Service, account_of};
use crate::boundary::{Error, Failure, LockCell, count, free, lend, object, required_text, write_object};
use crate::buffer::{self, Buffer};
use crate::time::span;

/// A folder into which somebody puts files of EDI. What was taken in as a whole goes to `done/` in it, everything else to `failed/`,
/// each with what came of it beside it (`NAME.report.json`).
///
/// Ownership: yours; free it with shiptrack_edi_folder_free().
/// Lifetime: it keeps its service alive.
/// Threads: any number may use it at a time; sweeps come one after the other.
pub struct EdiFolder(());

object!(EdiFolder, "shiptrack_edi_folder", 0x20, LockCell<CoreFolder>);

const QUIET: Duration = Duration::from_secs(2);

/// The folder at `path`, whose files are taken in for an account (NULL for the default one) by a shiptrack_edi_folder_sweep() now and
/// then. It must be there; the folders in it are made. A file is taken in that has been as it is for `quiet_ms` (by default 2,000), and
/// was seen by a sweep before: somebody may be writing it. When `acknowledge` is not 0, the acknowledgements (997, CONTRL) are
/// written to `out/` in it, one file for each interchange, for whoever sends them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_edi_folder(
    service: *const Service,
    account_id: *const c_char,
    path: *const c_char,
    quiet_ms: i64,
    acknowledge: i32,
    folder: *mut *mut EdiFolder,
    error: *mut *mut Error,
) -> i32 {
    write_object(folder, "folder", error, || {
        let (service, account) = account_of(service, account_id)?;
        let (path, quiet) = (required_text(path, "path")?, span(quiet_ms, "quiet_ms", QUIET)?);
        let folder = service.edi_folder(&account, path)?;
        Ok(LockCell::new(folder.quiet(quiet).acknowledging(acknowledge != 0)))
    })
}

/// Takes in the files that are complete, oldest first, at most `limit`. `taken_json` gets a JSON array with what became of each:
/// `file`, `taken_at`, `moved_to` (null where it stays because it could not be read or moved), `report` (as of
/// shiptrack_service_ingest_edi(); null where it was not read), `problem` (why it was not taken in) and `acknowledgements`, the files
/// that were written. It may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_edi_folder_sweep(
    folder: *const EdiFolder,
    limit: usize,
    taken_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_optional_buffer(taken_json, error, || {
        let taken = lend::<LockCell<CoreFolder>>(folder)?.lock().sweep(count(limit, "limit")?)?;
        serde_json::to_string(&taken).map_err(|problem| Failure::argument("folder", problem.to_string()))
    })
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_edi_folder_free(folder: *mut EdiFolder) {
    free::<LockCell<CoreFolder>>(folder);
}
