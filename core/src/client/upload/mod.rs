//! Uploads a document's file in three requests: the file is announced with size and checksum, sent to the place that
//! the service names, and a document is created of it. Only the last one changes what the account sees.

mod file_reader;
mod upload_target;

use std::io::{Read, Seek};
use std::path::PathBuf;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::request_draft::{Draft, Unfit};
use super::{Documents, Fetched};
use crate::error::{Error, Quoted, Result};
use crate::http::{Method, is_field_name};
use crate::resources::{DIRECT_UPLOADS, Document, Idempotency};
use file_reader::{Bytes, Sending};
use upload_target::Announced;

impl Documents<'_> {
    /// Uploads a file and creates a document of it.
    ///
    /// The file is read twice, piece by piece: for its checksum, and to be sent. One that changes in between is refused
    /// ([`Invalid`](crate::error::ErrorKind::Invalid), `file`) before the last of it has left. It goes where the service
    /// says, with the header fields the service gives and never with the API key; a service at a public address can name
    /// public addresses alone, and plain http stays on this machine unless the client
    /// [allows it](super::ClientBuilder::allow_insecure_http). Redirects are not followed. When sending fails in a way that
    /// may pass, the file is sent again from its start.
    ///
    /// A time-out of the client covers all of it. Without one, sending may take as long as it gets on: thirty seconds
    /// in which not a byte leaves are its end.
    ///
    /// The same file a second time is a [`Conflict`](crate::error::ErrorKind::Conflict) with the code
    /// `duplicate_document`, whose `meta` has `existing_document_id` and `existing_document_name`. An error that is
    /// [in doubt](Error::is_in_doubt) is one of the last request: the document may be there. Whatever fails before leaves
    /// no document. A service that has nothing at `/rails/active_storage/direct_uploads` answers 404.
    pub fn upload(&self, new: NewUpload<'_>) -> Result<Fetched<Document>> {
        let client = self.client.as_one_call();
        let announcement = Draft::to(Method::Post, client.base().beside(DIRECT_UPLOADS)).repeated(Idempotency::Safe);
        let (name, content_type) = new.described()?;
        client.would_be_refused(&announcement)?;
        let mut sending = Sending::of(new.bytes.open()?, new.progress, &client)?;
        let announcement = announcement.body(&json!({ "blob": {
            "filename": new.file_name,
            "content_type": content_type,
            "byte_size": sending.length(),
            "checksum": BASE64_STANDARD.encode(sending.checksum()),
        } }));
        let announced = client.exchange(&announcement, Announced::read)?;
        announced.place(&client, sending.length())?.take(&client, &mut sending)?;
        client.documents().create(name, announced.signed_id)
    }
}

/// A file to be made a document.
#[must_use = "a file is uploaded by handing it to the client"]
pub struct NewUpload<'a> {
    bytes: Bytes<'a>,
    file_name: String,
    name: Option<String>,
    content_type: Option<String>,
    progress: Option<Box<dyn FnMut(u64, u64) + 'a>>,
}

impl<'a> NewUpload<'a> {
    /// The file at `path`. It is opened when it is uploaded.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        NewUpload::of(Bytes::File(path), file_name)
    }

    /// What `reader` has from where it stands to its end, as a file of this name. It is read twice, so it must be one that
    /// can be put back.
    pub fn reader(file_name: impl Into<String>, reader: impl Read + Seek + 'a) -> Self {
        NewUpload::of(Bytes::Reader(Box::new(reader)), file_name.into())
    }

    fn of(bytes: Bytes<'a>, file_name: String) -> Self {
        NewUpload { bytes, file_name, name: None, content_type: None, progress: None }
    }

    /// Calls the document this, instead of by its file.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Says that the file is of this media type, instead of what the ending of its name says
    /// (`application/octet-stream` when that says nothing).
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// Tells `progress` how many bytes were sent, of how many: before the first, after every piece, and once all have been
    /// taken. The number never falls; when the file is sent again, it waits until that is further than before.
    ///
    /// It is called on the thread that uploads, with nothing locked. To stop in the middle, it can cancel the client's
    /// [token](crate::client::Client::with_cancel).
    pub fn progress(mut self, progress: impl FnMut(u64, u64) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    fn described(&self) -> Result<(String, String)> {
        let name = self.name.as_ref().unwrap_or(&self.file_name);
        if self.file_name.is_empty() && matches!(self.bytes, Bytes::File(_)) {
            let detail = "path is empty, or names no file";
            return Err(Error::invalid("path", detail));
        }
        if name.is_empty() || self.file_name.is_empty() {
            return Err(Unfit::missing("name").into());
        }
        let content_type = match &self.content_type {
            Some(given) if is_media_type(given) => given.clone(),
            Some(given) => {
                let detail = format!("{} is not a media type, such as application/pdf", Quoted(given));
                return Err(Error::invalid("content_type", detail));
            }
            None => guess_media_type(&self.file_name).to_owned(),
        };
        Ok((name.clone(), content_type))
    }
}

debug_fields!(NewUpload<'_>: file_name, name, content_type);

const ENDINGS: [(&str, &str); 25] = [
    ("bmp", "image/bmp"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("eml", "message/rfc822"),
    ("gif", "image/gif"),
    ("heic", "image/heic"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("msg", "application/vnd.ms-outlook"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("rtf", "application/rtf"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("txt", "text/plain"),
    ("webp", "image/webp"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "application/xml"),
];

fn guess_media_type(file_name: &str) -> &'static str {
    let ending = file_name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = ENDINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending));
    known.map_or("application/octet-stream", |(_, media_type)| media_type)
}

fn is_media_type(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim();
    let named = essence.split_once('/').is_some_and(|(kind, name)| is_field_name(kind) && is_field_name(name));
    named && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_says_what_a_file_is() {
        for (name, media_type) in [
            ("invoice-17.pdf", "application/pdf"),
            ("SCAN.TIFF", "image/tiff"),
            ("a.pdf.zip", "application/octet-stream"),
            ("pdf", "application/octet-stream"),
            ("", "application/octet-stream"),
        ] {
            assert_eq!(guess_media_type(name), media_type, "{name}");
        }
    }

    #[test]
    fn a_media_type_has_two_names_and_no_line_break() {
        for text in ["application/pdf", "text/csv; charset=utf-8"] {
            assert!(is_media_type(text), "{text}");
        }
        for text in ["", "pdf", "application/", "/pdf", "a/b c", "text/csv; x=\r\nHost: evil", "a/b/c"] {
            assert!(!is_media_type(text), "{text}");
        }
    }
}
