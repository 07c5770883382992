//! Short forms of common functions, without the arguments that are usually omitted.

use std::ffi::c_char;
use std::ptr::{null, null_mut};

use super::{
    Client, Response, shiptrack_client_send, shiptrack_document_upload, shiptrack_tracking_request_track,
    shiptrack_tracking_request_wait,
};
use crate::boundary::{Error, length_of};
use crate::resource::Resource;
use crate::time::SHIPTRACK_DEFAULT_TIMEOUT;

/// Tracks a number: shiptrack_tracking_request_track() without a draft, and without reporting whether the request
/// already existed.
///
/// `request_type` is `bill_of_lading`, `booking_number` or `container`. `scac` is the code of the carrier; with NULL
/// the service determines the carrier.
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

/// Waits until a tracking request is `created`, `failed` or `tracking_stopped`, for at most `timeout_ms` milliseconds;
/// SHIPTRACK_DEFAULT_TIMEOUT means five minutes. After that it returns SHIPTRACK_ERROR_TIMEOUT. A service in this
/// process does its due work meanwhile, on this thread. It is shiptrack_tracking_request_wait() with the default
/// polling interval and without a callback. `resource` receives the request.
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

/// Uploads the file at `path` under its own name, and creates a document from it: shiptrack_document_upload() without a
/// callback.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_upload(
    client: *const Client,
    path: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    shiptrack_document_upload(client, path, null(), null(), None, null_mut(), resource, error)
}

/// Sends any request: shiptrack_client_send() with the query in `path`, and with the body as a text; NULL for no body.
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
