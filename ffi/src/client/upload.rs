//! Uploading a file as a document.

use std::ffi::{c_char, c_void};
use std::io::{self, Read, Seek, SeekFrom};

use shiptrack::client::{Fetched, NewUpload};
use shiptrack::resources::Document;

use super::Client;
use super::handwritten_operations::fetch;
use crate::boundary::{Error, Failure, SHIPTRACK_ERROR_CALLBACK, null, optional_text, required_text};
use crate::resource::Resource;

/// Is told how far an upload has come: `sent` bytes of `total`; before the first of them, after each piece, and once all have
/// been taken. `sent` never falls: a file that has to be sent again is told of when that is further than before. It runs
/// on the thread that called, with nothing locked. Return 0 to go on, anything else to stop with SHIPTRACK_ERROR_CANCELLED;
/// then no document was made.
///
/// It must return: no longjmp() past it, no end of its thread, no exception.
pub type UploadProgress = Option<unsafe extern "C" fn(user_data: *mut c_void, sent: u64, total: u64) -> i32>;

/// Reads bytes of a file, as pread() does: those from `offset` on, `room` of them at most, into `buffer`. Return how many
/// there were, which may be fewer than there is room for; 0 at the end of the file; a negative number when they cannot be read,
/// which ends the upload with SHIPTRACK_ERROR_CALLBACK.
///
/// The file is read from its start to its end, and once more to be sent; again from its start for every time it has to be
/// sent again. It must be the same each time. It runs on the thread that called, with nothing locked.
///
/// It must return: no longjmp() past it, no end of its thread, no exception.
pub type UploadRead =
    Option<unsafe extern "C" fn(user_data: *mut c_void, offset: u64, buffer: *mut u8, room: usize) -> i64>;

/// Uploads a file and makes a document of it: announces it to the service, sends it to where the service says, and creates the
/// document. `resource` gets the document.
///
/// `path`: The file, a path of the system's in UTF-8. shiptrack_document_upload_from() takes bytes that lie elsewhere.
///
/// `name`: What the document is called; NULL for the name of the file.
///
/// `content_type`: The media type of the file, `application/pdf`; NULL for what the ending of its name says.
///
/// `progress` may be NULL; it is called with `user_data`.
///
/// The file is read piece by piece, twice: for its checksum, and to be sent; again for every time it has to be sent again. One
/// that changes meanwhile is refused with SHIPTRACK_ERROR_INVALID, the pointer is `file`; one that cannot be opened, or is a
/// directory or a device, likewise, the pointer is `path`. The API key never goes to where the service has the file sent; a
/// service at a public address can name public addresses alone, and plain HTTP stays on this machine unless
/// shiptrack_client_options_allow_insecure_http() allows it.
///
/// A time-out of the client covers all of it. Without one sending takes as long as it gets on; thirty seconds in which not a
/// byte leaves end it. The same file a second time is refused with SHIPTRACK_ERROR_CONFLICT and the code `duplicate_document`:
/// shiptrack_error_existing_document_id() is the document there is. An error that is in doubt is one of the last step: the
/// document may be there. Whatever fails before leaves none.
///
/// A service in this process takes the file piece by piece, too.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_upload(
    client: *const Client,
    path: *const c_char,
    name: *const c_char,
    content_type: *const c_char,
    progress: UploadProgress,
    user_data: *mut c_void,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let new = NewUpload::file(required_text(path, "path")?);
        send(client, described(new, name, content_type)?, progress, user_data)
    })
}

/// The same for bytes that lie in no file, or in one that no UTF-8 path leads to: `read` reads them. It must not be NULL, and
/// is called with the same `user_data` as `progress`.
///
/// `file_name`: What the file is called; the document likewise, unless `name` says otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_upload_from(
    client: *const Client,
    file_name: *const c_char,
    read: UploadRead,
    name: *const c_char,
    content_type: *const c_char,
    progress: UploadProgress,
    user_data: *mut c_void,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let call = read.ok_or_else(|| null("read"))?;
        let mut source = Source { call, user_data, offset: 0, failure: None };
        let new = NewUpload::reader(required_text(file_name, "file_name")?, &mut source);
        let sent = send(client, described(new, name, content_type)?, progress, user_data);
        source.failure.map_or(sent, Err)
    })
}

fn described(new: NewUpload<'_>, name: *const c_char, content_type: *const c_char) -> Result<NewUpload<'_>, Failure> {
    let new = match optional_text(name, "name")? {
        Some(name) => new.name(name),
        None => new,
    };
    Ok(match optional_text(content_type, "content_type")? {
        Some(content_type) => new.content_type(content_type),
        None => new,
    })
}

/// `progress` may stop it.
fn send(
    client: &shiptrack::Client,
    new: NewUpload<'_>,
    progress: UploadProgress,
    user_data: *mut c_void,
) -> Result<Fetched<Document>, Failure> {
    let Some(progress) = progress else { return Ok(client.documents().upload(new)?) };
    let stop = client.cancel_token().child();
    let client = client.with_cancel(stop.clone());
    let new = new.progress(move |sent, total| {
        // SAFETY: the host gave this function for this pointer.
        if unsafe { progress(user_data, sent, total) } != 0 {
            stop.cancel();
        }
    });
    Ok(client.documents().upload(new)?)
}

struct Source {
    call: unsafe extern "C" fn(*mut c_void, u64, *mut u8, usize) -> i64,
    user_data: *mut c_void,
    offset: u64,
    /// Why the host could not read.
    failure: Option<Failure>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the host gave this function for this pointer; there is room for that many bytes during the call.
        let answered = unsafe { (self.call)(self.user_data, self.offset, buffer.as_mut_ptr(), buffer.len()) };
        match usize::try_from(answered) {
            Ok(count) if count <= buffer.len() => {
                self.offset += count as u64;
                Ok(count)
            }
            _ => {
                let room = buffer.len();
                let words = format!("the callback that reads the file answered {answered}, with room for {room} bytes");
                self.failure = Some(Failure::Boundary(SHIPTRACK_ERROR_CALLBACK, words));
                Err(io::Error::other("the callback failed"))
            }
        }
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let offset = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(by) => self.offset.checked_add_signed(by),
            SeekFrom::End(_) => None,
        };
        self.offset = offset.ok_or(io::ErrorKind::Unsupported)?;
        Ok(self.offset)
    }
}
