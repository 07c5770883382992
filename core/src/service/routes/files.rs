//! Uploads and downloads of files. An upload is announced with an API key; the file is sent and fetched with a signed
//! link and without a key.

use std::io::Read;
use std::ops::Deref;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::SubsecRound;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::context::RequestContext;
use super::failures;
use super::payload::document;
use super::problems::combine;
use super::refusals::{no_such_path, wrong_method};
use super::reply::{self, Reply};
use crate::email::safe_name;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Method, Request, Response, ResponseInPieces, Stream, StreamReceiver, StreamSource};
use crate::jsonapi::Members;
use crate::resources::{AccountId, STORED_FILES, Timestamp};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::mail::uploads::{Announcement, FileReceiver, FileSource};
use crate::store::UploadRecord;

const LONGEST_NAME: usize = 255;

fn link(request: &Request) -> Option<&str> {
    request.path().strip_prefix(STORED_FILES).filter(|link| !link.contains('/'))
}

pub(super) fn serves(request: &Request) -> bool {
    link(request).is_some()
}

/// The account of the link; `None` if the link is not valid.
pub(super) fn account(engine: &Engine, request: &Request) -> Option<AccountId> {
    engine.account_of_link(link(request)?)
}

pub(in crate::service) fn accepts_stream(request: &Request) -> bool {
    request.method == Method::Put && serves(request)
}

pub(super) fn reject_early(engine: &Engine, head: &Request) -> Option<Response> {
    let refused = |error: Error| reply::refusal(error.render());
    match (link(head), head.method) {
        (Some(link), Method::Put) => engine.upload_at(link).err().map(refused),
        (_, method) => Some(refused(wrong_method(method, &ALLOWED))),
    }
}

const ALLOWED: [&str; 3] = ["GET", "HEAD", "PUT"];

pub(super) fn answer(engine: &Engine, request: &Request) -> Response {
    let answered = match request.method {
        Method::Get | Method::Head => fetch(engine, request),
        Method::Put => receive(engine, request, &mut request.body.as_slice()),
        other => Err(wrong_method(other, &ALLOWED)),
    };
    answered.unwrap_or_else(|error| refused(engine, || account(engine, request), &error))
}

/// The path of a link is secret, so it is not in the log.
fn refused(engine: &Engine, account: impl FnOnce() -> Option<AccountId>, error: &Error) -> Response {
    failures::refused(engine, account, "a request for a file", error)
}

pub(in crate::service) fn answer_stream(engine: &Engine, request: &Request, mut body: Stream<'_>) -> Response {
    let received = announced_upload(engine, request, body.length());
    let received = received.and_then(|upload| engine.receive_file(upload, &mut body));
    let failed = |error: Error| refused(engine, || account(engine, request), &error);
    received.map_or_else(failed, |()| Response::new(204))
}

/// Begins to receive a file of `length` bytes in pieces.
pub(in crate::service) fn receive_stream(
    engine: Arc<Engine>,
    request: &Request,
    length: u64,
) -> Result<Box<dyn StreamReceiver>, Response> {
    match announced_upload(&engine, request, length) {
        Ok(upload) => Ok(Box::new(FileReceiver::new(engine, upload))),
        Err(error) => Err(refused(&engine, || account(&engine, request), &error)),
    }
}

impl StreamReceiver for FileReceiver<Arc<Engine>> {
    fn receive(&mut self, piece: &[u8]) -> Option<Response> {
        let error = FileReceiver::receive(self, piece).err()?;
        Some(refused(self.engine(), || Some(self.account().clone()), &error))
    }

    fn finish(self: Box<Self>) -> Response {
        let (engine, account) = (Arc::clone(self.engine()), self.account().clone());
        let failed = |error: Error| refused(&engine, || Some(account), &error);
        FileReceiver::finish(*self).map_or_else(failed, |()| Response::new(204))
    }
}

fn announced_upload(engine: &Engine, request: &Request, length: u64) -> Result<UploadRecord> {
    let upload = engine.upload_at(link(request).ok_or_else(no_such_path)?)?;
    if upload.byte_size != length {
        let detail = format!("{} bytes were announced, but {length} are sent", upload.byte_size);
        return Err(Error::invalid("/file", detail));
    }
    Ok(upload)
}

fn receive(engine: &Engine, request: &Request, bytes: &mut dyn Read) -> Result<Response> {
    let upload = engine.upload_at(link(request).ok_or_else(no_such_path)?)?;
    engine.receive_file(upload, bytes)?;
    Ok(Response::new(204))
}

fn fetch(engine: &Engine, request: &Request) -> Result<Response> {
    let (mut response, mut source) = open(engine, request)?;
    while (response.body.len() as u64) < source.length() {
        match source.next_part()? {
            part if part.is_empty() => return Err(ErrorKind::Store.into()),
            part => response.body.extend_from_slice(&part),
        }
    }
    Ok(response)
}

/// Answers the download of a file in pieces. `None` for other requests; `Err` is a complete response.
pub(in crate::service) fn answer_in_pieces(engine: &Arc<Engine>, request: &Request) -> Option<ResponseInPieces> {
    if !serves(request) || !matches!(request.method, Method::Get | Method::Head) {
        return None;
    }
    Some(match open(Arc::clone(engine), request) {
        Ok((response, source)) => Ok((response, Box::new(source))),
        Err(error) => Err(refused(engine, || account(engine, request), &error)),
    })
}

impl StreamSource for FileSource<Arc<Engine>> {
    fn length(&self) -> u64 {
        FileSource::length(self)
    }

    fn next_piece(&mut self) -> Result<Vec<u8>> {
        self.next_part()
    }
}

/// The response without the file, and the file. It is sent as an attachment, so that browsers neither show nor run it.
fn open<E: Deref<Target = Engine>>(engine: E, request: &Request) -> Result<(Response, FileSource<E>)> {
    let (record, source) = FileSource::open(engine, link(request).ok_or_else(no_such_path)?)?;
    let document = record.document;
    let kind = document.file_content_type.filter(|kind| is_field_value(kind));
    // Programs that download the file may store it under this name.
    let name = safe_name(&document.file_name.unwrap_or(document.name)).unwrap_or_else(|| "document".to_owned());
    let name = utf8_percent_encode(&name, NON_ALPHANUMERIC);
    let response = Response::new(200)
        .header("Content-Type", kind.as_deref().unwrap_or("application/octet-stream"))
        .header("Content-Disposition", format!("attachment; filename*=UTF-8''{name}"))
        .header("X-Content-Type-Options", "nosniff")
        .header("Content-Security-Policy", "sandbox")
        .header("Cache-Control", "private, no-store");
    Ok((response, source))
}

fn is_field_value(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

pub(super) fn announce(context: &RequestContext<'_>) -> Result<Reply> {
    context.check_query()?;
    let mut body = document(context.request)?;
    let Some(Value::Object(blob)) = body.remove("blob") else {
        return Err(Error::invalid(
            "/blob",
            "blob must be an object with filename, content_type, byte_size and checksum",
        ));
    };
    let (file_name, content_type, byte_size, checksum) = combine!(
        file_name = text(&blob, "filename").and_then(|name| match name.chars().count() {
            1..=LONGEST_NAME => Ok(name.to_owned()),
            _ => Err(Error::invalid("/blob/filename", format!("filename must have 1 to {LONGEST_NAME} characters"))),
        }),
        content_type = content_type(&blob),
        byte_size = blob
            .get("byte_size")
            .and_then(Value::as_u64)
            .ok_or_else(|| { Error::invalid("/blob/byte_size", "byte_size must be the size of the file in bytes") }),
        checksum = checksum(&blob),
    )?;
    let announced = Announcement { file_name, content_type, byte_size, checksum };
    let (upload, link) = context.engine.announce(context.account, announced)?;
    let url = format!("{}{STORED_FILES}{link}", context.request.origin());
    let body = json!({
        "id": upload.id,
        "key": upload.id,
        "filename": upload.file_name,
        "content_type": upload.content_type,
        "byte_size": upload.byte_size,
        "checksum": BASE64_STANDARD.encode(upload.checksum),
        "created_at": Timestamp::from(upload.created_at.trunc_subsecs(0)),
        "signed_id": upload.id,
        "direct_upload": { "url": url, "headers": { "Content-Type": upload.content_type } },
    });
    Ok(Reply::plain(context, 200, body))
}

fn text<'b>(blob: &'b Members, member: &str) -> Result<&'b str> {
    let text = blob.get(member).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    text.ok_or_else(|| Error::blank(&format!("/blob/{member}"), format!("{member} can't be blank")))
}

/// The media type. It must be a valid header value, because downloads send it.
fn content_type(blob: &Members) -> Result<String> {
    match blob.get("content_type") {
        None | Some(Value::Null) => Ok("application/octet-stream".to_owned()),
        Some(_) => match text(blob, "content_type")? {
            kind if kind.contains('/') && kind.len() <= LONGEST_NAME && is_field_value(kind) => Ok(kind.to_owned()),
            _ => {
                Err(Error::invalid("/blob/content_type", "content_type must be a media type, such as application/pdf"))
            }
        },
    }
}

fn checksum(blob: &Members) -> Result<[u8; 16]> {
    let text = text(blob, "checksum")?;
    let bytes = BASE64_STANDARD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Error::invalid("/blob/checksum", "checksum must be the MD5 of the file in base64"))
}
