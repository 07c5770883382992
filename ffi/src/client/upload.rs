//! Uploads a file as a document.

use std::ffi::{c_char, c_void};
use std::io::{self, Read, Seek, SeekFrom};

use shiptrack::client::{Fetched, NewUpload};
use shiptrack::resources::Document;

use super::Client;
use super::handwritten_operations::fetch;
use crate::boundary::{Error, Failure, SHIPTRACK_ERROR_CALLBACK, null, optional_text, required_text};
use crate::resource::Resource;

/// Reports the progress of an upload: `sent` of `total` bytes. It is called before the first byte, after each part, and
/// after the last one. `sent` never decreases: if the file is sent again, the callback is next called when that attempt
/// has sent more. It runs on the thread that called, with nothing locked. Return 0 to continue; any other value ends
/// the upload with SHIPTRACK_ERROR_CANCELLED, and no document is created.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type UploadProgress = Option<unsafe extern "C" fn(user_data: *mut c_void, sent: u64, total: u64) -> i32>;

/// Reads bytes of a file, as pread() does: at most `room` bytes from `offset` into `buffer`. Return the number of bytes
/// read, which may be less than `room`; 0 at the end of the file; a negative number if they cannot be read, which ends
/// the upload with SHIPTRACK_ERROR_CALLBACK.
///
/// The file is read twice from start to end, first for its checksum and then to be sent, and once more for each retry.
/// Its content must not change. The function runs on the thread that called, with nothing locked.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type UploadRead =
    Option<unsafe extern "C" fn(user_data: *mut c_void, offset: u64, buffer: *mut u8, room: usize) -> i64>;

/// Uploads a file and creates a document from it. `resource` receives the document.
///
/// `path`: The file, as a path in UTF-8. shiptrack_document_upload_from() uploads bytes that are not in a file.
///
/// `name`: The name of the document; NULL for the name of the file.
///
/// `content_type`: The media type of the file, such as `application/pdf`; NULL to derive it from the file name
/// extension.
///
/// `progress`: A callback for the progress, which is called with `user_data`; may be NULL.
///
/// The file is read in parts, once for its checksum and once for each attempt to send it. A file that changes meanwhile
/// is rejected with SHIPTRACK_ERROR_INVALID and the pointer `file`; a path that cannot be opened, or is a directory or
/// a device, with the pointer `path`. The service names the URL to which the file is sent. The API key is never sent
/// there; a service at a public address may only name public addresses, and plain HTTP is limited to this machine
/// unless shiptrack_client_options_allow_insecure_http() permits it.
///
/// A timeout of the client covers the whole upload. Without one, the upload takes as long as bytes are sent; it fails
/// after thirty seconds without progress. A file that was uploaded before is rejected with SHIPTRACK_ERROR_CONFLICT and
/// the code `duplicate_document`; shiptrack_error_existing_document_id() is the existing document. If the error is in
/// doubt, the last step failed and the document may exist; after any other error no document exists.
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

/// As shiptrack_document_upload(), for bytes that are not in a file, or in one without a UTF-8 path. `read` reads the
/// bytes; it must not be NULL, and is called with the same `user_data` as `progress`.
///
/// `file_name`: The file name, which is also the name of the document unless `name` is set.
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

/// `progress` may cancel it.
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
        // SAFETY: the caller passed this function for this pointer.
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
    /// Why the callback could not read.
    failure: Option<Failure>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the caller passed this function for this pointer; the buffer has space for that many bytes.
        let returned = unsafe { (self.call)(self.user_data, self.offset, buffer.as_mut_ptr(), buffer.len()) };
        match usize::try_from(returned) {
            Ok(count) if count <= buffer.len() => {
                self.offset += count as u64;
                Ok(count)
            }
            _ => {
                let room = buffer.len();
                let message =
                    format!("the callback that reads the file returned {returned}, with room for {room} bytes");
                self.failure = Some(Failure::Boundary(SHIPTRACK_ERROR_CALLBACK, message));
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
