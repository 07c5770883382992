//! Answers look-ups from a hosted account.

use std::time::Duration;

use super::account::HostedAccount;
use super::shipment_facts::AccountShipment;
use crate::carriers::{Answer, Carrier, ConfirmationScope, LookUp, LookUpFailure};
use crate::client::{Client, NewTrackingRequest};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Failure, TransportError};
use crate::numbers::NumberKind;
use crate::resources::{FailedReason, RequestStatus, RequestType, ShipmentId, StopReason, TrackingRequest};
use crate::shipping_lines::main_code;
use crate::tracking::Fact;

/// Maximum duration of a look-up without a deadline, and of the copy of one request: a bill of lading with many containers needs many calls.
pub(super) const MAX_DURATION: Duration = Duration::from_secs(300);

/// Pause after a tracking request was created in the account.
const CREATED_PAUSE: Duration = Duration::from_secs(600);

/// Prefix of bookmarks.
const SHIPMENT: &str = "shipment:";

impl Carrier for HostedAccount {
    fn source_id(&self) -> Option<usize> {
        Some(self.client.shared_id())
    }

    fn confirms(&self, _kind: &RequestType) -> ConfirmationScope {
        match self.is_used_for_detection && !self.creates_missing {
            true => ConfirmationScope::OwnShipments,
            false => ConfirmationScope::Nothing,
        }
    }

    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        let timeout = look_up.waits.map_or(MAX_DURATION, |waits| waits.min(MAX_DURATION));
        let client = self.client_with_cancel(&call.cancel).with_timeout(timeout).as_one_call().impatient();
        let shipment_id = look_up.bookmark.as_deref().and_then(|bookmark| bookmark.strip_prefix(SHIPMENT));
        if let Some(shipment) = shipment_id.map(ShipmentId::new) {
            match self.answer(&client, &shipment) {
                // The account may track the number again, as another shipment.
                Err(LookUpFailure::Because { failure, .. }) if *failure == LookUpFailure::NotFound => {}
                result => return result,
            }
        }
        let spellings = [&*look_up.normalized_number, &*look_up.number];
        match find_tracked(&client, &look_up.kind, &spellings, &look_up.scac).map_err(failure)? {
            TrackedAs::Shipment(shipment) => self.answer(&client, &shipment),
            TrackedAs::ShipmentsOfContainer(shipments) => self.answer_of_line(&client, &shipments, &look_up.scac),
            TrackedAs::Request(request) if request.status == RequestStatus::Failed && !self.creates_missing => {
                Err(request_failure(&request))
            }
            TrackedAs::Request(request) if request.status != RequestStatus::Failed => {
                Err(LookUpFailure::NoDataYet.because(format!("the hosted account's request is {}", request.status)))
            }
            TrackedAs::Request(_) | TrackedAs::Nothing if self.creates_missing => create(&client, look_up),
            TrackedAs::Request(_) | TrackedAs::Nothing => {
                Err(LookUpFailure::NotFound.because("the hosted account does not follow this number"))
            }
        }
    }
}

impl HostedAccount {
    fn answer(&self, client: &Client, shipment: &ShipmentId) -> Result<Answer, LookUpFailure> {
        let shipment = self.resumed_shipment(client, shipment).map_err(failure)?;
        if shipment.shipment.line_tracking_stopped_reason == Some(StopReason::BookingCancelled) {
            return Err(LookUpFailure::Cancelled.because("the hosted account reports that the booking was cancelled"));
        }
        let facts = shipment.facts();
        Ok(answer(&shipment, facts))
    }

    /// Answers with the first shipment of this carrier, or of an unknown one.
    fn answer_of_line(&self, client: &Client, shipments: &[ShipmentId], scac: &str) -> Result<Answer, LookUpFailure> {
        let mut others = Vec::new();
        for id in shipments {
            match client.shipments().get(id).map_err(failure)?.shipping_line_scac.clone() {
                Some(other) if main_code(&other) != main_code(scac) => others.push(other),
                _ => return self.answer(client, id),
            }
        }
        let others = others.join(" and ");
        Err(LookUpFailure::NotFound.because(format!("the hosted account follows this container at {others}")))
    }
}

pub(super) fn answer(shipment: &AccountShipment, facts: Vec<Fact>) -> Answer {
    Answer::complete(facts).with_bookmark(format!("{SHIPMENT}{}", shipment.shipment.id))
}

fn create(client: &Client, look_up: &LookUp) -> Result<Answer, LookUpFailure> {
    let kind = NumberKind::parse(look_up.kind.as_str())
        .map_err(|refused| LookUpFailure::InvalidNumber.because(refused.to_string()))?;
    let new = NewTrackingRequest::new(kind, &*look_up.number).scac(&*look_up.scac);
    match client.tracking_requests().track(new) {
        Ok(_) => Ok(Answer::partial(Vec::new()).with_next_look(CREATED_PAUSE)),
        Err(refused) if [ErrorKind::Invalid, ErrorKind::Duplicate].contains(&refused.kind()) => {
            Err(LookUpFailure::NotFound.because(format!("the hosted account rejects the number: {refused}")))
        }
        Err(error) => Err(failure(error)),
    }
}

fn request_failure(request: &TrackingRequest) -> LookUpFailure {
    let failure = match &request.failed_reason {
        Some(FailedReason::InvalidNumber) => LookUpFailure::InvalidNumber,
        Some(FailedReason::BookingCancelled) => LookUpFailure::Cancelled,
        Some(FailedReason::DataUnavailable) => LookUpFailure::Withheld,
        _ => LookUpFailure::NotFound,
    };
    let reason = request.failed_reason.as_ref().map_or("no reason given", |reason| reason.as_str());
    failure.because(format!("the hosted account's request failed: {reason}"))
}

/// Only a 404 means that the account does not track the number.
pub(super) fn failure(error: Error) -> LookUpFailure {
    let retry_after = error.retry_after();
    let failure = match error.kind() {
        ErrorKind::NotFound => LookUpFailure::NotFound,
        ErrorKind::Unauthorized => LookUpFailure::Refused,
        ErrorKind::Forbidden => LookUpFailure::Forbidden,
        ErrorKind::RateLimited => LookUpFailure::RateLimited { retry_after },
        ErrorKind::Connect if is_local(&error) => LookUpFailure::NotSent,
        ErrorKind::UnexpectedResponse | ErrorKind::BadRequest | ErrorKind::Invalid => LookUpFailure::Unreadable,
        _ => LookUpFailure::Unreachable { retry_after },
    };
    failure.because(error.to_string())
}

/// Whether this computer could not send the request.
fn is_local(error: &Error) -> bool {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<TransportError>());
    source.is_some_and(|failed| failed.failure == Failure::Local)
}

/// What the account tracks for a number.
pub(super) enum TrackedAs {
    Shipment(ShipmentId),
    ShipmentsOfContainer(Vec<ShipmentId>),
    Request(Box<TrackingRequest>),
    Nothing,
}

/// Searches under each spelling that the number may have been submitted in. The account may track a container only as part of a bill of
/// lading, so the list of containers is searched, too.
pub(super) fn find_tracked(client: &Client, kind: &RequestType, spellings: &[&str], scac: &str) -> Result<TrackedAs> {
    let mut waiting = None;
    let mut seen: Vec<&str> = Vec::new();
    for spelling in spellings {
        if seen.contains(spelling) {
            continue;
        }
        seen.push(spelling);
        for request in client.tracking_requests().list().number(*spelling) {
            let request = request?;
            if request.request_number != *spelling || request.scac.as_deref().is_some_and(|other| other != scac) {
                continue;
            }
            match request.shipment() {
                Some(shipment) => return Ok(TrackedAs::Shipment(shipment)),
                None => waiting = waiting.or(Some(request)),
            }
        }
    }
    if *kind == RequestType::Container {
        let mut shipments = Vec::new();
        for container in client.containers().list().number(spellings[0]) {
            let container = container?;
            shipments.extend(container.shipment.id().filter(|_| container.number == spellings[0]));
        }
        if !shipments.is_empty() {
            return Ok(TrackedAs::ShipmentsOfContainer(shipments));
        }
    }
    Ok(waiting.map_or(TrackedAs::Nothing, |request| TrackedAs::Request(Box::new(request))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::ExchangePhase;

    #[test]
    fn call_that_did_not_leave_this_computer_is_not_sent() {
        let failed = |failure| TransportError::new(failure, ExchangePhase::Connect, "no");
        assert_eq!(failure(failed(Failure::Local).into()).kind(), &LookUpFailure::NotSent);
        assert_eq!(failure(failed(Failure::Io).into()).kind(), &LookUpFailure::Unreachable { retry_after: None });
    }

    #[test]
    fn only_not_found_is_a_statement_about_the_number() {
        let failure_of = |kind: ErrorKind| match failure(Error::new(kind, "no")) {
            LookUpFailure::Because { failure, .. } => *failure,
            other => other,
        };
        for (kind, expected) in [
            (ErrorKind::NotFound, LookUpFailure::NotFound),
            (ErrorKind::Unauthorized, LookUpFailure::Refused),
            (ErrorKind::Forbidden, LookUpFailure::Forbidden),
            (ErrorKind::RateLimited, LookUpFailure::RateLimited { retry_after: None }),
            (ErrorKind::Connect, LookUpFailure::Unreachable { retry_after: None }),
            (ErrorKind::Unavailable, LookUpFailure::Unreachable { retry_after: None }),
            (ErrorKind::UnexpectedResponse, LookUpFailure::Unreadable),
        ] {
            assert_eq!(failure_of(kind), expected, "{kind:?}");
        }
    }
}
