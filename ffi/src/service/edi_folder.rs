//! A folder that receives EDI files.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::serde_json;
use shiptrack::service::EdiFolder as CoreFolder;

use super::{Service, account_of};
use crate::boundary::{Error, Failure, LockCell, count, free, lend, object, required_text, write_object};
use crate::buffer::{self, Buffer};
use crate::time::span;

/// A folder that receives EDI files. Files that were ingested completely move to its folder `done/`, all others to
/// `failed/`, each with a report next to it (`NAME.report.json`).
///
/// Ownership: yours; free it with shiptrack_edi_folder_free().
/// Lifetime: it keeps its service alive.
/// Threads: any number of threads may use it at the same time; concurrent sweeps run one after the other.
pub struct EdiFolder(());

object!(EdiFolder, "shiptrack_edi_folder", 0x20, LockCell<CoreFolder>);

const QUIET: Duration = Duration::from_secs(2);

/// Opens the folder at `path`, whose files shiptrack_edi_folder_sweep() ingests for an account (NULL for the account
/// `default`). The folder must exist; its subfolders are created. Because another program may still be writing a file,
/// a sweep ingests it only if an earlier sweep saw it and it has not changed for `quiet_ms` milliseconds;
/// SHIPTRACK_DEFAULT_TIMEOUT means 2,000. If `acknowledge` is not 0, the acknowledgements (997, CONTRL) are written to
/// its folder `out/`, one file for each interchange; another program sends them.
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

/// Ingests the files that are complete, oldest first, at most `limit`; 0 ingests none. `taken_json` receives a JSON
/// array with the result of each file: `file`, `taken_at`, `moved_to` (null if it stays because it could not be read or
/// moved), `report` (as from shiptrack_service_ingest_edi(); null if it was not read), `problem` (why it was not
/// ingested) and `acknowledgements`, the files that were written. It may be NULL.
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

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_edi_folder_free(folder: *mut EdiFolder) {
    free::<LockCell<CoreFolder>>(folder);
}
