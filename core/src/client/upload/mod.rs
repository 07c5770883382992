//! Uploads a file as a document in three requests: it announces the file with size and checksum, sends it to the URL that the service
//! returns, and creates the document. Only the last request changes the account.

mod file_reader;
mod upload_target;

use std::io::{Read, Seek};
use std::path::PathBuf;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::request_draft::{InvalidArgument, RequestDraft};
use super::{Documents, Fetched};
use crate::error::{Error, Quoted, Result};
use crate::http::{Method, is_field_name};
use crate::resources::{DIRECT_UPLOADS, Document, Idempotency};
use file_reader::{FileReader, UploadSource};
use upload_target::Announcement;

impl Documents<'_> {
    /// Uploads a file and creates a document from it.
    ///
    /// The file is read twice in pieces: for its checksum, and to send it. If it changes in between, the upload fails
    /// ([`Invalid`](crate::error::ErrorKind::Invalid), `file`) before the last piece is sent. The file is sent to the URL and with the
    /// headers that the service returns, and never with the API key. A service at a public address can only name public addresses, and
    /// plain http is only used on this machine, unless [`allow_insecure_http`](super::ClientBuilder::allow_insecure_http) is set. Redirects
    /// are not followed. After a temporary failure, the file is sent again from its start.
    ///
    /// The time-out of the client covers the whole upload. Without it, sending may take any time, and ends after 30 seconds without
    /// progress.
    ///
    /// A file that was uploaded before is a [`Conflict`](crate::error::ErrorKind::Conflict) with the code `duplicate_document`; its `meta`
    /// has `existing_document_id` and `existing_document_name`. Only an error of the last request can be [in doubt](Error::is_in_doubt):
    /// the document may exist. After other errors there is no document. A service without `/rails/active_storage/direct_uploads` answers
    /// 404.
    pub fn upload(&self, new: NewUpload<'_>) -> Result<Fetched<Document>> {
        let client = self.client.as_one_call();
        let announcement = RequestDraft::new(Method::Post, client.base().at_origin(DIRECT_UPLOADS))
            .with_idempotency(Idempotency::Safe);
        let (name, content_type) = new.name_and_type()?;
        client.check_early_rejection(&announcement)?;
        let mut reader = FileReader::new(new.source.open()?, new.progress, &client)?;
        let announcement = announcement.body(&json!({ "blob": {
            "filename": new.file_name,
            "content_type": content_type,
            "byte_size": reader.length(),
            "checksum": BASE64_STANDARD.encode(reader.checksum()),
        } }));
        let announced = client.exchange(&announcement, Announcement::parse)?;
        announced.target(&client, reader.length())?.upload(&client, &mut reader)?;
        client.documents().create(name, announced.signed_id)
    }
}

/// A file to upload as a document.
#[must_use = "a file is uploaded by passing it to the client"]
pub struct NewUpload<'a> {
    source: UploadSource<'a>,
    file_name: String,
    name: Option<String>,
    content_type: Option<String>,
    progress: Option<Box<dyn FnMut(u64, u64) + 'a>>,
}

impl<'a> NewUpload<'a> {
    /// The file at `path`. It is opened by the upload.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        NewUpload::new(UploadSource::File(path), file_name)
    }

    /// The data of `reader` from its current position to its end, as a file with this name. It is read twice, so it must be seekable.
    pub fn reader(file_name: impl Into<String>, reader: impl Read + Seek + 'a) -> Self {
        NewUpload::new(UploadSource::Reader(Box::new(reader)), file_name.into())
    }

    fn new(source: UploadSource<'a>, file_name: String) -> Self {
        NewUpload { source, file_name, name: None, content_type: None, progress: None }
    }

    /// Sets the name of the document. Default: the name of the file.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the media type of the file. Default: the media type for the ending of its name, or `application/octet-stream`.
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// Calls `progress` with the number of sent bytes and the total: before the first piece, after every piece, and at the end. The number
    /// never decreases, also when the file is sent again.
    ///
    /// It is called on the thread of the upload, without a lock. It can cancel the [token](crate::client::Client::with_cancel) of the
    /// client to end the upload.
    pub fn progress(mut self, progress: impl FnMut(u64, u64) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    fn name_and_type(&self) -> Result<(String, String)> {
        let name = self.name.as_ref().unwrap_or(&self.file_name);
        if self.file_name.is_empty() && matches!(self.source, UploadSource::File(_)) {
            let detail = "`path` is empty, or is not the path of a file";
            return Err(Error::invalid("path", detail));
        }
        if name.is_empty() || self.file_name.is_empty() {
            return Err(InvalidArgument::missing("name").into());
        }
        let content_type = match &self.content_type {
            Some(media_type) if is_media_type(media_type) => media_type.clone(),
            Some(text) => {
                let detail = format!("{} is not a media type, such as application/pdf", Quoted(text));
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
    let entry = ENDINGS.iter().find(|(entry, _)| entry.eq_ignore_ascii_case(ending));
    entry.map_or("application/octet-stream", |(_, media_type)| media_type)
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
    fn media_type_is_guessed_from_the_ending() {
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
    fn media_type_is_validated() {
        for text in ["application/pdf", "text/csv; charset=utf-8"] {
            assert!(is_media_type(text), "{text}");
        }
        for text in ["", "pdf", "application/", "/pdf", "a/b c", "text/csv; x=\r\nHost: evil", "a/b/c"] {
            assert!(!is_media_type(text), "{text}");
        }
    }
}
