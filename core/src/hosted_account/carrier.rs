//! The account as a carrier.

use std::time::Duration;

use super::account::HostedAccount;
use super::shipment_facts::AccountShipment;
use crate::carriers::{Answer, Carrier, ConfirmationScope, LookUp, LookUpFailure};
use crate::client::{Client, NewTrackingRequest};
use crate::error::{Error, ErrorKind, Result};
use crate::http::Call;
use crate::numbers::NumberKind;
use crate::resources::{FailedReason, RequestStatus, RequestType, ShipmentId, StopReason, TrackingRequest};
use crate::shipping_lines;
use crate::tracking::Fact;

/// A bill with many containers is many calls.
const LONGEST: Duration = Duration::from_secs(300);

const SOON: Duration = Duration::from_secs(600);

const SHIPMENT: &str = "shipment:";

impl Carrier for HostedAccount {
    fn confirms(&self, _kind: &RequestType) -> ConfirmationScope {
        match self.confirms && !self.creates {
            true => ConfirmationScope::OwnShipments,
            false => ConfirmationScope::Nothing,
        }
    }

    fn look_up(&self, asked: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        let longest = asked.waits.map_or(LONGEST, |waits| waits.min(LONGEST));
        let client = self.client_until(&call.cancel).with_timeout(longest).as_one_call();
        let kept = asked.bookmark.as_deref().and_then(|bookmark| bookmark.strip_prefix(SHIPMENT));
        if let Some(kept) = kept.map(ShipmentId::new) {
            match self.answer(&client, &kept) {
                // It may follow the number anew, as another shipment.
                Err(LookUpFailure::Because { failure, .. }) if *failure == LookUpFailure::NotFound => {}
                told => return told,
            }
        }
        let spellings = [&*asked.normalized_number, &*asked.number];
        match followed(&client, &asked.kind, &spellings, &asked.scac).map_err(failure)? {
            Followed::Shipment(shipment) => self.answer(&client, &shipment),
            Followed::Boxes(shipments) => self.answer_of_line(&client, &shipments, &asked.scac),
            Followed::Request(request) if request.status == RequestStatus::Failed && !self.creates => {
                Err(given_up(&request))
            }
            Followed::Request(request) if request.status != RequestStatus::Failed => {
                Err(LookUpFailure::NoDataYet.because(format!("the hosted account's request is {}", request.status)))
            }
            Followed::Request(_) | Followed::Nothing if self.creates => create(&client, asked),
            Followed::Request(_) | Followed::Nothing => {
                Err(LookUpFailure::NotFound.because("the hosted account does not follow this number"))
            }
        }
    }
}

impl HostedAccount {
    fn answer(&self, client: &Client, shipment: &ShipmentId) -> Result<Answer, LookUpFailure> {
        let told = self.shipment_with(client, shipment).map_err(failure)?;
        if told.shipment.line_tracking_stopped_reason == Some(StopReason::BookingCancelled) {
            return Err(LookUpFailure::Cancelled.because("the hosted account says that the booking was cancelled"));
        }
        let facts = told.facts();
        Ok(answer(&told, facts))
    }

    fn answer_of_line(&self, client: &Client, shipments: &[ShipmentId], scac: &str) -> Result<Answer, LookUpFailure> {
        let code =
            |scac: &str| shipping_lines::by_scac(scac).map_or_else(|| scac.to_owned(), |line| line.scac.to_owned());
        let mut others = Vec::new();
        for id in shipments {
            match client.shipments().get(id).map_err(failure)?.shipping_line_scac.clone() {
                Some(other) if code(&other) != code(scac) => others.push(other),
                _ => return self.answer(client, id),
            }
        }
        let others = others.join(" and ");
        Err(LookUpFailure::NotFound.because(format!("the hosted account follows this container at {others}")))
    }
}

pub(super) fn answer(told: &AccountShipment, facts: Vec<Fact>) -> Answer {
    Answer::complete(facts).with_bookmark(format!("{SHIPMENT}{}", told.shipment.id))
}

fn create(client: &Client, asked: &LookUp) -> Result<Answer, LookUpFailure> {
    let kind = NumberKind::parse(asked.kind.as_str())
        .map_err(|refused| LookUpFailure::InvalidNumber.because(refused.to_string()))?;
    let new = NewTrackingRequest::new(kind, &*asked.number).scac(&*asked.scac);
    match client.tracking_requests().track(new) {
        Ok(_) => Ok(Answer::partial(Vec::new()).with_next_look(SOON)),
        Err(refused) if [ErrorKind::Invalid, ErrorKind::Duplicate].contains(&refused.kind()) => {
            Err(LookUpFailure::NotFound.because(format!("the hosted account does not take the number: {refused}")))
        }
        Err(error) => Err(failure(error)),
    }
}

fn given_up(request: &TrackingRequest) -> LookUpFailure {
    let failure = match &request.failed_reason {
        Some(FailedReason::InvalidNumber) => LookUpFailure::InvalidNumber,
        Some(FailedReason::BookingCancelled) => LookUpFailure::Cancelled,
        Some(FailedReason::DataUnavailable) => LookUpFailure::Withheld,
        _ => LookUpFailure::NotFound,
    };
    let reason = request.failed_reason.as_ref().map_or("no reason given", |reason| reason.as_str());
    failure.because(format!("the hosted account's request failed: {reason}"))
}

/// Only an explicit answer means that the account does not follow the number.
pub(super) fn failure(error: Error) -> LookUpFailure {
    let retry_after = error.retry_after();
    let failure = match error.kind() {
        ErrorKind::NotFound => LookUpFailure::NotFound,
        ErrorKind::Unauthorized => LookUpFailure::Refused,
        ErrorKind::Forbidden => LookUpFailure::Forbidden,
        ErrorKind::RateLimited => LookUpFailure::RateLimited { retry_after },
        ErrorKind::UnexpectedResponse | ErrorKind::BadRequest | ErrorKind::Invalid => LookUpFailure::Unreadable,
        _ => LookUpFailure::Unreachable { retry_after },
    };
    failure.because(error.to_string())
}

pub(super) enum Followed {
    Shipment(ShipmentId),
    Boxes(Vec<ShipmentId>),
    Request(Box<TrackingRequest>),
    Nothing,
}

/// In the spellings the number may have been submitted in. A container may be followed with its bill only.
pub(super) fn followed(client: &Client, kind: &RequestType, spellings: &[&str], scac: &str) -> Result<Followed> {
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
                Some(shipment) => return Ok(Followed::Shipment(shipment)),
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
            return Ok(Followed::Boxes(shipments));
        }
    }
    Ok(waiting.map_or(Followed::Nothing, |request| Followed::Request(Box::new(request))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_account_says_nothing_of_the_number_unless_it_is_not_found() {
        let meant = |kind: ErrorKind| match failure(Error::new(kind, "no")) {
            LookUpFailure::Because { failure, .. } => *failure,
            other => other,
        };
        for (kind, means) in [
            (ErrorKind::NotFound, LookUpFailure::NotFound),
            (ErrorKind::Unauthorized, LookUpFailure::Refused),
            (ErrorKind::Forbidden, LookUpFailure::Forbidden),
            (ErrorKind::RateLimited, LookUpFailure::RateLimited { retry_after: None }),
            (ErrorKind::Connect, LookUpFailure::Unreachable { retry_after: None }),
            (ErrorKind::Unavailable, LookUpFailure::Unreachable { retry_after: None }),
            (ErrorKind::UnexpectedResponse, LookUpFailure::Unreadable),
        ] {
            assert_eq!(meant(kind), means, "{kind:?}");
        }
    }
}
