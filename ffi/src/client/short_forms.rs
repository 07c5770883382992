//! Short forms of what is called most, without what can usually be left out. Each hands on to its long form.

use std::ffi::c_char;
use std::ptr::{null, null_mut};

use super::{
    Client, Response, shiptrack_client_send, shiptrack_document_upload, shiptrack_tracking_request_track,
    shiptrack_tracking_request_wait,
};
use crate::boundary::{Error, length_of};
use crate::resource::Resource;
use crate::time::SHIPTRACK_DEFAULT_TIMEOUT;

/// Tracks a number: shiptrack_tracking_request_track() without a draft, for those who need not know how it came.
///
/// `request_type` is `bill_of_lading`, `booking_number` or `container`. With `scac` NULL the service finds the carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_track(
    client: *const Client,
    request_type: *const c_char,
    request_number: *const c_char,
    scac: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    shiptrack_tracking_request_track(client, request_type, request_number, scac, null(), null_mut(), resource, error)
}

/// Waits until a tracking request is settled, for `timeout_ms` at most, by default five minutes: shiptrack_tracking_request_wait()
/// at its default pace, without a callback.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_wait(
    client: *const Client,
    id: *const c_char,
    timeout_ms: i64,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    shiptrack_tracking_request_wait(
        client,
        id,
        timeout_ms,
        SHIPTRACK_DEFAULT_TIMEOUT,
        None,
        null_mut(),
        resource,
        error,
    )
}

/// Uploads a file under its own name and makes a document of it: shiptrack_document_upload() with nobody looking on.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_upload(
    client: *const Client,
    path: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    shiptrack_document_upload(client, path, null(), null(), None, null_mut(), resource, error)
}

/// Sends any request: shiptrack_client_send() with the query in `path`, and a body that is a text; NULL for none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_send(
    client: *const Client,
    method: *const c_char,
    path: *const c_char,
    json: *const c_char,
    response: *mut *mut Response,
    error: *mut *mut Error,
) -> i32 {
    shiptrack_client_send(client, method, path, null(), json.cast(), length_of(json), response, error)
}
