//! An account at a hosted service as a source of tracking data: import, and its notifications.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::hosted_account::{Adoption, HostedAccount};

use super::{Service, account_of, cancel_of};
use crate::boundary::{Error, bytes as bytes_of, lend};
use crate::buffer::{self, Buffer};
use crate::cancel::Cancel;
use crate::client::{Client, client_of};
use crate::time::{SHIPTRACK_DEFAULT_TIMEOUT, time_limit};
use crate::webhooks::{Headers, HeadersBody, Verifier, VerifierBody};

/// Imports what an account at a hosted service tracks into an account of this service (NULL for the account `default`):
/// its tracking requests with their references, labels and customers, and the data of their shipments. `client` is a
/// client with the API key of the hosted account. Importing again adds nothing; an import that was interrupted by an
/// error, a crash or `cancel` continues where it stopped. Every carrier must have a source of tracking data in this
/// service; the hosted account can be that source (shiptrack_service_options_hosted()).
///
/// `max_requests` ends the import after so many tracking requests, to be continued by the next call; 0 means no limit.
/// `max_pages` does so after so many pages of up to 100 tracking requests; 0 means 1,000. If `restart` is not 0, all of
/// the hosted account is read again. `timeout_ms` is the longest time of the call in milliseconds, with all pauses that
/// the hosted account requests; SHIPTRACK_DEFAULT_TIMEOUT means no limit. After it, the call fails with
/// SHIPTRACK_ERROR_TIMEOUT or SHIPTRACK_ERROR_RATE_LIMITED. `cancel` may be NULL. The call blocks while it reads the
/// hosted account and waits for the rate limit of the client.
///
/// `adopted_json` receives a JSON object with `seen`, `created`, `existing`, `facts`, `skipped`, `not_taken` and
/// `is_complete`; share/doc/shiptrack/hosted.md describes it. It may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_adopt(
    service: *const Service,
    account_id: *const c_char,
    client: *const Client,
    max_requests: usize,
    max_pages: usize,
    restart: i32,
    timeout_ms: i64,
    cancel: *const Cancel,
    adopted_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_optional_buffer(adopted_json, error, || {
        let mut adoption = Adoption::new().cancel(cancel_of(service, cancel)?);
        if max_requests > 0 {
            adoption = adoption.most(max_requests);
        }
        if max_pages > 0 {
            adoption = adoption.max_pages(max_pages);
        }
        if restart != 0 {
            adoption = adoption.anew();
        }
        if timeout_ms != SHIPTRACK_DEFAULT_TIMEOUT {
            adoption = adoption.timeout(time_limit(timeout_ms, "timeout_ms", Duration::MAX)?);
        }
        let (service, account) = account_of(service, account_id)?;
        Ok(service.adopt(&account, &HostedAccount::new(client_of(client)?), &adoption)?.to_json())
    })
}

/// Processes a delivery from a webhook of a hosted account, for an account of this service (NULL for the account
/// `default`). `client` has the API key of the hosted account and `verifier` the secret of the webhook; `headers` are
/// the header fields and `body` the bytes as they were received. A signature that is not valid is rejected with
/// SHIPTRACK_ERROR_SIGNATURE.
///
/// `notified_json` receives a JSON object whose `what` says what happened: `due` if a tracking request is now looked up
/// (its id is `tracking_request`), `taken_over` if it was imported (`adopted` has the report of
/// shiptrack_service_adopt()), `nothing` if this service does not track it. It may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_receive_hosted(
    service: *const Service,
    account_id: *const c_char,
    client: *const Client,
    verifier: *const Verifier,
    headers: *const Headers,
    body: *const u8,
    body_length: usize,
    notified_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_optional_buffer(notified_json, error, || {
        let (service, account) = account_of(service, account_id)?;
        let hosted = HostedAccount::new(client_of(client)?);
        let verifier = lend::<VerifierBody>(verifier)?;
        let headers = lend::<HeadersBody>(headers)?.to_http();
        let body = bytes_of(body, body_length, "body")?;
        let notified = service.receive_hosted(&account, &hosted, &verifier.0, |name| headers.get(name), body)?;
        Ok(notified.to_json())
    })
}
