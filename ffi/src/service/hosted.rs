//! A hosted account as a source: taken over, and kept current by what it posts.

use std::ffi::c_char;

use shiptrack::hosted_account::{Adoption, HostedAccount};

use super::{Service, account_of, cancel_of};
use crate::boundary::{Error, bytes as bytes_of, lend};
use crate::buffer::{self, Buffer};
use crate::cancel::Cancel;
use crate::client::{Client, client_of};
use crate::webhooks::{Headers, HeadersBody, Verifier, VerifierBody};

/// Takes over what a hosted account follows, the one that `client` has the key of: its tracking requests with their references, labels
/// and customers, and what it knows of their shipments. Doing so again adds nothing; one that was broken off, by an error, a kill or
/// `cancel`, goes on where it was left. The service needs somebody who answers for each carrier: the account itself does
/// (shiptrack_service_options_hosted()).
///
/// After `most` tracking requests it ends, to be gone on with; 0 for all. With `anew` (1) it looks through all of the account once
/// more. `cancel` may be NULL. It blocks for as long as the account has something to tell, and waits for the client's allowance.
///
/// `adopted_json` gets a JSON object with `seen`, `created`, `existing`, `facts`, `skipped`, `not_taken` and `is_complete`; hosted.md describes it.
/// It may be NULL for whoever does not want to know.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_adopt(
    service: *const Service,
    account_id: *const c_char,
    client: *const Client,
    most: usize,
    anew: i32,
    cancel: *const Cancel,
    adopted_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_optional_buffer(adopted_json, error, || {
        let mut adoption = Adoption::new().cancel(cancel_of(service, cancel)?);
        if most > 0 {
            adoption = adoption.most(most);
        }
        if anew != 0 {
            adoption = adoption.anew();
        }
        let (service, account) = account_of(service, account_id)?;
        Ok(service.adopt(&account, &HostedAccount::new(client_of(client)?), &adoption)?.to_json())
    })
}

/// Takes in what a hosted account posts to a webhook that is registered there: `headers` are the header fields as they came, `body` the
/// bytes as they came, and `verifier` has the webhook's secret. A signature that does not hold is refused with
/// SHIPTRACK_ERROR_SIGNATURE.
///
/// `notified_json` gets a JSON object whose `what` says what came of it: `due` where a tracking request is looked up at once (its id is
/// `tracking_request`), `taken_over` where it was not here yet (`adopted` has what shiptrack_service_adopt() tells), `nothing` where
/// nobody follows it here. It may be NULL for whoever does not want to know.
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
