//! Creates tracking requests, also for numbers that may be tracked already.

use std::ops::Deref;
use std::sync::PoisonError;

use chrono::{DateTime, TimeDelta, Utc};

use super::operations::named;
use super::{Arguments, Client, Fetched, Inference, LineDecision, List, NewTrackingRequest, TrackingRequestUpdate};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::jsonapi::Warning;
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{FailedReason, RequestStatus, ShippingLine, TrackingRequest, TrackingRequestId};
use crate::shipping_lines::{line_named, main_code};

/// Maximum number of requests of a carrier that are searched for another spelling of the number.
const MAX_SEARCHED: usize = 1_000;

/// Maximum number of earlier requests that are read.
const MAX_EARLIER: usize = 100;

const MAX_CREATES: u32 = 3;

/// The result of [`TrackingRequests::track`]. It dereferences to the [`TrackingRequest`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TrackResult {
    /// The tracking request for the number.
    pub request: TrackingRequest,
    /// What the call did.
    pub how: TrackOutcome,
    /// True if this may be the second request for the number: an earlier create of the same call had an unknown outcome, and may have
    /// created a request that failed at once. Only after [`track_until_certain`](TrackingRequests::track_until_certain).
    pub maybe_duplicate: bool,
    /// Names of attributes that were requested and that an existing request does not have. `shipment_tags`, `customer` and others can only
    /// be set when a request is created. `ref_numbers` is included if the service did not accept them. Empty for a new request.
    pub left_out: Vec<String>,
    /// Warnings of the service about the request that this call created, for example that the number may be that of a container. Empty for an
    /// existing request.
    pub warnings: Vec<Warning>,
}

/// What [`TrackingRequests::track`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackOutcome {
    /// It created the request.
    Created,
    /// The request exists and is live.
    Adopted,
    /// The newest request for the number failed because of the number. Nothing was created or changed. [`RetrackPolicy`] decides this.
    Returned,
}

impl TrackResult {
    fn created(created: Fetched<TrackingRequest>) -> Self {
        let warnings = created.document().warnings();
        let request = created.into_inner();
        TrackResult { request, how: TrackOutcome::Created, maybe_duplicate: false, left_out: Vec::new(), warnings }
    }

    fn existing(request: TrackingRequest, how: TrackOutcome, new: &NewTrackingRequest) -> Self {
        let left_out = new.missing_in(&request);
        TrackResult { request, how, maybe_duplicate: false, left_out, warnings: Vec::new() }
    }
}

impl Deref for TrackResult {
    type Target = TrackingRequest;

    fn deref(&self) -> &TrackingRequest {
        &self.request
    }
}

impl TrackingRequests<'_> {
    /// Tracks a number. Safe to call twice: if a live request for the number and carrier exists, that one is returned (the newest of
    /// several). References that it does not have yet are added; other missing attributes are in [`left_out`](TrackResult::left_out). With
    /// carrier detection, a live request at any carrier is used, because the service would accept a second request and fail it when the
    /// carrier is known.
    ///
    /// A container makes many voyages, and a request is for one of them. If the voyage of a live request is over, a service in this process
    /// creates a request for the next one. Otherwise the live request is returned at once, and the service schedules one look-up, at most
    /// one an hour. If this look-up shows that the next voyage has begun, the service stops the live request and creates the next request
    /// by itself. The events `tracking_request.tracking_stopped` and `tracking_request.succeeded` report both. Over HTTP, a rejected
    /// [`create`](Self::create) does the same.
    ///
    /// A live request for the same number as one of another kind, such as a bill of lading with the form of a container number, is an error
    /// of the kind [`Duplicate`](ErrorKind::Duplicate).
    ///
    /// If the newest request for the number failed because of the number, that request is returned
    /// ([`Returned`](TrackOutcome::Returned)) and none is created: for a week if the number cannot exist, for a day if it was not found.
    /// [`retrack`](Self::retrack) changes this. For this, the number is first searched in the given spelling.
    ///
    /// A create with an unknown outcome is an error that [is in doubt](Error::is_in_doubt). It is safe to call this method again, except
    /// for the case that is described at [`track_until_certain`](Self::track_until_certain).
    pub fn track(&self, new: NewTrackingRequest) -> Result<TrackResult> {
        let client = self.client.as_one_call();
        let new = with_carrier_code(&client, new)?;
        let target = TrackTarget::of(&new)?;
        let existing = self.existing(&client, &target)?;
        if let Some(request) = existing.live {
            target.check_kind(&request)?;
            return target
                .create_for_next_trip(&client, &request, &new)?
                .map_or_else(|| adopt(&client, request, &new), Ok);
        }
        if let Some(request) = existing.newest.filter(|newest| target.has_kind(newest))
            && self.retrack_policy.returns(&request, client.clock().now())
            && target.is_at_detected_carrier(&client, &request)?
        {
            return Ok(TrackResult::existing(request, TrackOutcome::Returned, &new));
        }
        match TrackingRequests::new(&client).create(new.clone()) {
            Ok(created) => Ok(TrackResult::created(created)),
            Err(duplicate) if duplicate.kind() == ErrorKind::Duplicate => {
                let mut listings = target.listings_by_spelling(&client);
                listings.push(target.listing_of_carrier(&client));
                match ExistingRequests::find(&target, listings)?.live {
                    Some(live) => {
                        target.check_kind(&live)?;
                        adopt(&client, live, &new)
                    }
                    // The shipment is tracked by another number. The error contains the id of that request.
                    None => match tracking_request_of(&duplicate) {
                        Some(id) => adopt(&client, TrackingRequests::new(&client).get(&id)?.into_inner(), &new),
                        None => Err(duplicate),
                    },
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Tracks a number as [`track`](Self::track) does. If the outcome of a create is unknown, it is sent again, and a rejection as a
    /// duplicate proves that the first one had an effect. If the second one is accepted, the first may have created a request that failed
    /// at once; then [`maybe_duplicate`](TrackResult::maybe_duplicate) is true.
    pub fn track_until_certain(&self, new: NewTrackingRequest) -> Result<TrackResult> {
        let client = self.client.as_one_call();
        let mut creates = 1;
        loop {
            match TrackingRequests::new(&client).retrack(self.retrack_policy).track(new.clone()) {
                Ok(tracked) => {
                    let maybe_duplicate = creates > 1 && tracked.how == TrackOutcome::Created;
                    return Ok(TrackResult { maybe_duplicate, ..tracked });
                }
                Err(error) if error.is_in_doubt() && error.kind() != ErrorKind::Cancelled && creates < MAX_CREATES => {
                    pause(&client, creates, error)?;
                    creates += 1;
                }
                // The earlier create is still in doubt.
                Err(error) if creates > 1 => return Err(error.in_doubt()),
                Err(error) => return Err(error),
            }
        }
    }

    fn existing(&self, client: &Client, target: &TrackTarget) -> Result<ExistingRequests> {
        let mut listings = target.listings_by_spelling(client);
        match (&target.scac, self.retrack_policy) {
            (Some(_), RetrackPolicy::Always) => return Ok(ExistingRequests::default()),
            // A live request in another spelling is found when the create is rejected as a duplicate.
            (Some(_), _) => listings = listings.into_iter().take(1).map(|list| list.max_items(MAX_EARLIER)).collect(),
            (None, _) => {}
        }
        match ExistingRequests::find(target, listings) {
            // A key may be allowed to create requests and not to read them.
            Err(error) if error.kind() == ErrorKind::Forbidden => Ok(ExistingRequests::default()),
            result => result,
        }
    }
}

/// Replaces the name of the carrier by its code.
fn with_carrier_code(client: &Client, new: NewTrackingRequest) -> Result<NewTrackingRequest> {
    let Some(name) = new.carrier_name() else { return Ok(new) };
    new.validate()?;
    let lines: Vec<ShippingLine> = client.shipping_lines().list().into_iter().collect::<Result<_>>()?;
    // An installed carrier may have the name of another line as its code.
    let code = match lines.iter().find(|line| line.scac.eq_ignore_ascii_case(name.trim())) {
        Some(line) => line.scac.clone(),
        None => line_named(name, &lines)?.scac.clone(),
    };
    Ok(new.scac(code))
}

fn pause(client: &Client, creates: u32, error: Error) -> Result<()> {
    let shared = &client.shared;
    let pause = shared.settings.retries.pause(creates, shared.settings.entropy.fraction());
    let now = client.clock().monotonic();
    if client.deadline().is_some_and(|deadline| now.saturating_add(pause) >= deadline) || !shared.budget.withdraw() {
        return Err(error);
    }
    client.clock().sleep(pause, client.cancel_token()).map_err(|_| Error::from(ErrorKind::Cancelled).in_doubt())
}

fn tracking_request_of(duplicate: &Error) -> Option<TrackingRequestId> {
    let id = duplicate.errors().first()?.meta.as_ref()?.get("tracking_request_id")?;
    Some(TrackingRequestId::new(id.as_str()?))
}

fn adopt(client: &Client, request: TrackingRequest, new: &NewTrackingRequest) -> Result<TrackResult> {
    Ok(TrackResult::existing(with_references(client, request, new)?, TrackOutcome::Adopted, new))
}

/// The requests that exist for a number.
#[derive(Default)]
struct ExistingRequests {
    live: Option<TrackingRequest>,
    newest: Option<TrackingRequest>,
}

impl ExistingRequests {
    fn find(target: &TrackTarget, listings: Vec<List<TrackingRequest>>) -> Result<Self> {
        let mut existing = ExistingRequests::default();
        for list in listings {
            for found in list {
                match found {
                    Ok(found) if target.matches(&found) => existing.add(found),
                    // An unreadable item cannot match; an unreadable listing ends the search.
                    Err(error) if error.resume_from().is_some() => return Err(error),
                    Ok(_) | Err(_) => {}
                }
            }
            if existing.live.is_some() {
                break;
            }
        }
        Ok(existing)
    }

    fn add(&mut self, found: TrackingRequest) {
        let is_newer =
            |other: &Option<TrackingRequest>| other.as_ref().is_none_or(|other| created_at(&found) > created_at(other));
        if is_live(&found) && is_newer(&self.live) {
            self.live = Some(found.clone());
        }
        if is_newer(&self.newest) {
            self.newest = Some(found);
        }
    }
}

/// Adds the references of `new`. It is no error if the service ignores them. The whole list is written: clones of this client take turns,
/// but a reference that another client adds at the same time may be lost.
fn with_references(client: &Client, request: TrackingRequest, new: &NewTrackingRequest) -> Result<TrackingRequest> {
    let references = new.references();
    if references.iter().all(|reference| request.ref_numbers.contains(reference)) {
        return Ok(request);
    }
    let _lock = client.shared.adopting.lock().unwrap_or_else(PoisonError::into_inner);
    let request = TrackingRequests::new(client).get(&request.id)?.into_inner();
    let mut all = request.ref_numbers.clone();
    for reference in references {
        if !all.contains(&reference) {
            all.push(reference);
        }
    }
    if all.len() == request.ref_numbers.len() {
        return Ok(request);
    }
    match TrackingRequests::new(client).update(&request.id, TrackingRequestUpdate::new().ref_numbers(all)) {
        Ok(updated) => Ok(updated.into_inner()),
        // An invalid reference is an error, as for a create.
        Err(error) if error.pointer().is_some_and(|place| place.contains("/ref_numbers/")) => Err(error),
        Err(error) if is_refusal(&error) => Ok(request),
        Err(error) => Err(error),
    }
}

fn is_refusal(error: &Error) -> bool {
    use ErrorKind::{BadRequest, Conflict, Forbidden, Invalid, MethodNotAllowed, NotFound};
    matches!(error.kind(), BadRequest | Conflict | Forbidden | Invalid | MethodNotAllowed | NotFound)
}

/// The number and carrier to track.
struct TrackTarget {
    number: TrackingNumber,
    scac: Option<Scac>,
}

impl TrackTarget {
    fn of(new: &NewTrackingRequest) -> Result<Self> {
        let (number, scac) = new.parsed()?;
        Ok(TrackTarget { number, scac })
    }

    fn has_kind(&self, found: &TrackingRequest) -> bool {
        found.request_type.as_str() == self.number.kind().as_str()
    }

    /// Fails if the number is tracked as a number of another kind: the same text can be a container and a bill of lading.
    fn check_kind(&self, live: &TrackingRequest) -> Result<()> {
        if self.has_kind(live) {
            return Ok(());
        }
        let kind_name = |kind: &str| kind.replace('_', " ");
        let (number, kind) = (&live.request_number, kind_name(self.number.kind().as_str()));
        let detail = format!(
            "{} is already tracked as a {} (tracking request {}), not as a {kind}: stop that request first, or use its kind",
            Quoted(number),
            kind_name(live.request_type.as_str()),
            live.id
        );
        Err(Error::refused(ErrorKind::Duplicate, "/data/attributes/request_type", detail))
    }

    fn listing_of_carrier(&self, client: &Client) -> List<TrackingRequest> {
        let requests = TrackingRequests::new(client).list().page_size(100).max_items(MAX_SEARCHED);
        match &self.scac {
            Some(scac) => requests.scac(scac.as_str()),
            None => requests,
        }
    }

    fn listings_by_spelling(&self, client: &Client) -> Vec<List<TrackingRequest>> {
        let bare = self.scac.as_ref().map_or(self.number.normalized(), |scac| self.number.normalized_for(scac));
        let mut spellings = vec![self.number.text(), self.number.normalized(), bare];
        spellings.dedup();
        spellings.into_iter().map(|number| self.listing_of_carrier(client).number(number)).collect()
    }

    fn matches(&self, found: &TrackingRequest) -> bool {
        // A request shows the code that it was created with, which may be another code of the carrier.
        let found_scac = found.scac.as_deref().and_then(|scac| Scac::parse(main_code(scac)).ok());
        let scac = self.scac.as_ref().map(|scac| main_code(scac.as_str()));
        let same_carrier = scac.is_none() || scac == found_scac.as_ref().map(Scac::as_str);
        same_carrier && self.is_same_number(&found.request_number, found_scac.as_ref())
    }

    /// With carrier detection, whether the request has the carrier that the service would choose. An earlier caller may have used another
    /// one.
    fn is_at_detected_carrier(&self, client: &Client, found: &TrackingRequest) -> Result<bool> {
        let (None, Some(scac)) = (&self.scac, &found.scac) else { return Ok(true) };
        match TrackingRequests::new(client).infer_number(self.number.text()) {
            Ok(inferred) => Ok(inferred.decision() == Some(LineDecision::AutoSelect)
                && inferred.selected().is_some_and(|selected| selected.scac == main_code(scac))),
            Err(error) if is_refusal(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Creates a request for the next voyage of a container whose live request is for a voyage that is over. A service in this process
    /// decides this from its stored data. Otherwise it rejects the create as a duplicate, and schedules a look-up.
    fn create_for_next_trip(
        &self,
        client: &Client,
        live: &TrackingRequest,
        new: &NewTrackingRequest,
    ) -> Result<Option<TrackResult>> {
        let is_container = self.number.kind() == NumberKind::Container;
        if live.status != RequestStatus::Created || !is_container || !client.shared.transport.is_embedded() {
            return Ok(None);
        }
        // With carrier detection, the detected carrier is used.
        let new = live.scac.as_ref().map_or_else(|| new.clone(), |scac| new.clone().scac(scac.as_str()));
        match TrackingRequests::new(client).create(new) {
            Ok(created) => Ok(Some(TrackResult::created(created))),
            Err(error) if error.kind() == ErrorKind::Duplicate => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_same_number(&self, text: &str, scac: Option<&Scac>) -> bool {
        // A bill of lading may have been submitted as a booking number, and the reverse.
        let kind = match self.number.kind() {
            NumberKind::Container => NumberKind::Container,
            _ => NumberKind::BillOfLading,
        };
        let Ok(found) = TrackingNumber::parse_with_any_check_digit(kind, text) else { return false };
        match scac {
            Some(scac) => found.normalized_for(scac) == self.number.normalized_for(scac),
            None => found.normalized() == self.number.normalized(),
        }
    }
}

fn is_live(request: &TrackingRequest) -> bool {
    matches!(request.status, RequestStatus::Pending | RequestStatus::AwaitingManifest | RequestStatus::Created)
}

fn created_at(request: &TrackingRequest) -> Option<DateTime<Utc>> {
    request.created_at.as_ref()?.utc()
}

/// Operations on tracking requests.
#[derive(Debug, Clone, Copy)]
pub struct TrackingRequests<'c> {
    pub(super) client: &'c Client,
    retrack_policy: RetrackPolicy,
}

impl<'c> TrackingRequests<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        TrackingRequests { client, retrack_policy: RetrackPolicy::default() }
    }

    /// Sets how [`track`](Self::track) treats numbers whose last request failed.
    ///
    /// ```no_run
    /// # use shiptrack::client::{RetrackPolicy, Client, NewTrackingRequest};
    /// # fn example(client: &Client, number: NewTrackingRequest) -> shiptrack::Result<()> {
    /// client.tracking_requests().retrack(RetrackPolicy::Always).track(number)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn retrack(self, policy: RetrackPolicy) -> Self {
        TrackingRequests { retrack_policy: policy, ..self }
    }

    /// Creates a tracking request. Number and carrier are validated before the request is sent.
    ///
    /// A second request for the same number and carrier is rejected as a duplicate while the first is live. [`track`](Self::track) returns
    /// the first one instead.
    pub fn create(&self, new: NewTrackingRequest) -> Result<Fetched<TrackingRequest>> {
        let client = self.client.as_one_call();
        let new = with_carrier_code(&client, new)?;
        client.call_for_one(const { named("tracking_requests", "create") }, &new.arguments()?)
    }

    /// Changes a tracking request.
    pub fn update(&self, id: &TrackingRequestId, changes: TrackingRequestUpdate) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "update") }, &changes.arguments(id))
    }

    /// Infers the kind and the carrier of a number.
    pub fn infer_number(&self, number: &str) -> Result<Inference> {
        let operation = const { named("tracking_requests", "infer_number") };
        self.client.call_for_one(operation, &Arguments::new().field("number", number)).map(Inference::new)
    }
}

impl Client {
    /// Tracking requests: numbers that are tracked.
    pub fn tracking_requests(&self) -> TrackingRequests<'_> {
        TrackingRequests::new(self)
    }
}

/// How [`TrackingRequests::track`] treats a number whose last request failed.
///
/// A program that tracks the same list of numbers every day would otherwise create a new request for each invalid number every day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum RetrackPolicy {
    /// Depends on the reason. If the number is the reason, the failed request is returned and none is created: for a week if the number
    /// cannot exist (`invalid_number`, `booking_cancelled`, `scac_auto_detect_failed`), for a day if the carrier did not know it
    /// (`not_found`). In all other cases a new request is created: after problems of the carrier, its credentials or the service, if data
    /// came too late, and for unknown reasons.
    #[default]
    ByReason,
    /// A new request is always created, and no failed request is searched for.
    Always,
    /// The failed request is always returned.
    Never,
}

impl RetrackPolicy {
    pub(super) fn returns(self, last: &TrackingRequest, now: DateTime<Utc>) -> bool {
        if last.status != RequestStatus::Failed {
            return false;
        }
        match self {
            RetrackPolicy::Always => false,
            RetrackPolicy::Never => true,
            RetrackPolicy::ByReason => {
                let failed_at = last.updated_at.as_ref().or(last.created_at.as_ref()).and_then(|at| at.utc());
                let period = last.failed_reason.as_ref().and_then(period_after);
                // A time in the future (the clocks differ) counts as now.
                failed_at.zip(period).is_some_and(|(at, period)| now.signed_duration_since(at) < period)
            }
        }
    }
}

/// How long a failed request is returned.
fn period_after(reason: &FailedReason) -> Option<TimeDelta> {
    match reason {
        FailedReason::InvalidNumber | FailedReason::BookingCancelled | FailedReason::ScacAutoDetectFailed => {
            Some(TimeDelta::days(7))
        }
        FailedReason::NotFound => Some(TimeDelta::days(1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::Timestamp;

    fn failed(reason: &str, at: &str) -> TrackingRequest {
        TrackingRequest {
            status: RequestStatus::Failed,
            failed_reason: Some(FailedReason::parse(reason)),
            updated_at: Some(Timestamp::from(at.to_owned())),
            ..TrackingRequest::default()
        }
    }

    fn returned_for(again: RetrackPolicy, last: &TrackingRequest) -> Vec<i64> {
        let at: DateTime<Utc> = "2026-05-01T12:00:00Z".parse().unwrap();
        let hours = [-5, 0, 23, 24, 24 * 7 - 1, 24 * 7, 24 * 365];
        hours.into_iter().filter(|hour| again.returns(last, at + TimeDelta::hours(*hour))).collect()
    }

    #[test]
    fn failure_because_of_the_number_is_returned_for_a_period() {
        let week = [-5, 0, 23, 24, 24 * 7 - 1];
        for (reason, hours) in [
            ("invalid_number", &week[..]),
            ("booking_cancelled", &week),
            ("scac_auto_detect_failed", &week),
            ("not_found", &week[..3]),
            ("retries_exhausted", &[]),
            ("shipping_line_unreachable", &[]),
            ("unrecognized_response", &[]),
            ("internal_processing_error", &[]),
            ("data_unavailable", &[]),
            ("duplicate", &[]),
            ("expired", &[]),
            ("of_another_version", &[]),
        ] {
            assert_eq!(
                returned_for(RetrackPolicy::ByReason, &failed(reason, "2026-05-01T12:00:00Z")),
                hours,
                "{reason}"
            );
        }
    }

    #[test]
    fn failure_without_date_or_reason_is_retracked() {
        assert_eq!(returned_for(RetrackPolicy::ByReason, &failed("not_found", "long ago")), [0_i64; 0]);
        let without_reason = TrackingRequest { failed_reason: None, ..failed("not_found", "2026-05-01T12:00:00Z") };
        assert_eq!(returned_for(RetrackPolicy::ByReason, &without_reason), [0_i64; 0]);
    }

    #[test]
    fn always_retracks_and_never_does_not() {
        let last = failed("not_found", "2026-05-01T12:00:00Z");
        assert_eq!(returned_for(RetrackPolicy::Always, &last), [0_i64; 0]);
        assert_eq!(returned_for(RetrackPolicy::Never, &failed("duplicate", "long ago")).len(), 7);
        let stopped = TrackingRequest { status: RequestStatus::TrackingStopped, ..last };
        assert_eq!(returned_for(RetrackPolicy::Never, &stopped), [0_i64; 0]);
    }
}
