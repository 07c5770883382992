//! Creates tracking requests, and tracks numbers that may be tracked already.

use std::ops::Deref;
use std::sync::PoisonError;

use chrono::{DateTime, TimeDelta, Utc};

use super::operations::named;
use super::{Arguments, Client, Fetched, Inference, LineDecision, List, NewTrackingRequest, TrackingRequestUpdate};
use crate::error::{Error, ErrorKind, Result};
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{FailedReason, RequestStatus, TrackingRequest, TrackingRequestId};
use crate::time::saturating_add;

/// Requests of a carrier in which another spelling of the number is searched for.
const MOST_LOOKED_AT: usize = 1_000;

const MOST_BEFORE: usize = 100;

/// In milliseconds. A service in this process looks the number up during the first ones.
const LOOK_UP_PAUSES: [i64; 11] = [0, 0, 0, 0, 50, 100, 200, 400, 800, 1_600, 3_200];

const MOST_CREATES: u32 = 3;

/// The tracking request for a number, and how it came about. It dereferences to the [`TrackingRequest`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TrackResult {
    /// The request.
    pub request: TrackingRequest,
    /// How it came about.
    pub how: TrackOutcome,
    /// Whether this may be the second request for the number: an earlier create of the same call had an unknown
    /// outcome, and may have made one that has failed since. Only after
    /// [`track_until_certain`](TrackingRequests::track_until_certain).
    pub maybe_duplicate: bool,
    /// What was asked for and the adopted request does not have, by name: `shipment_tags`, `customer` and the like can
    /// only be set when a request is created, and `ref_numbers` is here when the service did not take them. Empty for a
    /// request that this call created.
    pub left_out: Vec<String>,
}

/// How a tracking request came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackOutcome {
    /// This call created it.
    Created,
    /// It was there before, and lives.
    Adopted,
    /// It was there before and failed, for a reason that lies in the number: nothing was made and nothing was changed.
    /// [`RetrackPolicy`] decides.
    Returned,
}

impl TrackResult {
    fn created(request: TrackingRequest) -> Self {
        TrackResult { request, how: TrackOutcome::Created, maybe_duplicate: false, left_out: Vec::new() }
    }

    fn there_before(request: TrackingRequest, how: TrackOutcome, new: &NewTrackingRequest) -> Self {
        let left_out = new.left_out_of(&request);
        TrackResult { request, how, maybe_duplicate: false, left_out }
    }
}

impl Deref for TrackResult {
    type Target = TrackingRequest;

    fn deref(&self) -> &TrackingRequest {
        &self.request
    }
}

impl TrackingRequests<'_> {
    /// Tracks a number. Safe to call twice: when a live request for the number and carrier is there already, that one
    /// is taken over, the newest of several. References it does not have yet are added to those it has; what else it
    /// lacks is named in [`left_out`](TrackResult::left_out). Where the carrier is left to be found out, a live request for
    /// the number is looked for at whatever carrier: the service would accept a second one, and fail it once the carrier
    /// is known.
    ///
    /// A container makes many voyages, and a request is for one of them. Where the live one is followed by a service in this
    /// process, that looks it up once more; when the container has gone on to its next voyage, this call makes the request
    /// for that.
    ///
    /// When the newest request for the number failed, and the reason lies in the number, that one is returned as it is
    /// ([`Returned`](TrackOutcome::Returned)) and no other is made: for a week when there can be no such number, for a day
    /// when it was not found. [`retrack`](Self::retrack) decides otherwise. To know, the number is looked for first, under
    /// the spelling it is given in.
    ///
    /// A create whose outcome nobody knows is an error that [is in doubt](Error::is_in_doubt). Calling again then is
    /// safe, but for one case that [`track_until_certain`](Self::track_until_certain) tells of.
    pub fn track(&self, new: NewTrackingRequest) -> Result<TrackResult> {
        let client = self.client.as_one_call();
        let wanted = Wanted::by(&new)?;
        let known = self.known(&client, &wanted)?;
        if let Some(request) = known.live {
            return wanted.on_its_next_trip(&client, &request, &new)?.map_or_else(|| adopt(&client, request, &new), Ok);
        }
        if let Some(request) = known.newest
            && self.retrack_policy.returns(&request, client.clock().now())
            && wanted.is_at_its_carrier(&client, &request)?
        {
            return Ok(TrackResult::there_before(request, TrackOutcome::Returned, &new));
        }
        match TrackingRequests::new(&client).create(new.clone()) {
            Ok(created) => Ok(TrackResult::created(created.into_inner())),
            Err(refused) if refused.kind() == ErrorKind::Duplicate => {
                let mut listings = wanted.under_its_spellings(&client);
                listings.push(wanted.at_carrier(&client));
                match Known::among(&wanted, listings)?.live {
                    Some(live) => {
                        wanted.on_its_next_trip(&client, &live, &new)?.map_or_else(|| adopt(&client, live, &new), Ok)
                    }
                    // The shipment is tracked by another number; the refusal names that request.
                    None => match tracked_by(&refused) {
                        Some(id) => adopt(&client, TrackingRequests::new(&client).get(&id)?.into_inner(), &new),
                        None => Err(refused),
                    },
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Tracks a number as [`track`](Self::track) does, and goes on when the outcome of a create is unknown: it is sent
    /// again, and a refusal as a duplicate proves that the first one took effect. When the second one is accepted, the
    /// first may still have made a request that failed at once; the result says so.
    pub fn track_until_certain(&self, new: NewTrackingRequest) -> Result<TrackResult> {
        let client = self.client.as_one_call();
        let mut creates = 1;
        loop {
            match TrackingRequests::new(&client).retrack(self.retrack_policy).track(new.clone()) {
                Ok(tracked) => {
                    let maybe_duplicate = creates > 1 && tracked.how == TrackOutcome::Created;
                    return Ok(TrackResult { maybe_duplicate, ..tracked });
                }
                Err(error) if error.is_in_doubt() && error.kind() != ErrorKind::Cancelled && creates < MOST_CREATES => {
                    pause(&client, creates, error)?;
                    creates += 1;
                }
                // The earlier create is still in doubt.
                Err(error) if creates > 1 => return Err(error.in_doubt()),
                Err(error) => return Err(error),
            }
        }
    }

    fn known(&self, client: &Client, wanted: &Wanted) -> Result<Known> {
        let mut listings = wanted.under_its_spellings(client);
        match (&wanted.scac, self.retrack_policy) {
            (Some(_), RetrackPolicy::Always) => return Ok(Known::default()),
            // A live one in another spelling is found when the create is refused as a duplicate.
            (Some(_), _) => listings = listings.into_iter().take(1).map(|list| list.max_items(MOST_BEFORE)).collect(),
            (None, _) => {}
        }
        match Known::among(wanted, listings) {
            // A key may be allowed to create and not to read.
            Err(refused) if refused.kind() == ErrorKind::Forbidden => Ok(Known::default()),
            known => known,
        }
    }
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

fn tracked_by(refused: &Error) -> Option<TrackingRequestId> {
    let named = refused.errors().first()?.meta.as_ref()?.get("tracking_request_id")?;
    Some(TrackingRequestId::new(named.as_str()?))
}

fn adopt(client: &Client, request: TrackingRequest, new: &NewTrackingRequest) -> Result<TrackResult> {
    Ok(TrackResult::there_before(with_references(client, request, new)?, TrackOutcome::Adopted, new))
}

#[derive(Default)]
struct Known {
    live: Option<TrackingRequest>,
    newest: Option<TrackingRequest>,
}

impl Known {
    fn among(wanted: &Wanted, listings: Vec<List<TrackingRequest>>) -> Result<Self> {
        let mut known = Known::default();
        for list in listings {
            for found in list {
                match found {
                    Ok(found) if wanted.is_met_by(&found) => known.take(found),
                    // An unreadable item cannot match; an unreadable listing ends the search.
                    Err(error) if error.resume_from().is_some() => return Err(error),
                    Ok(_) | Err(_) => {}
                }
            }
            if known.live.is_some() {
                break;
            }
        }
        Ok(known)
    }

    fn take(&mut self, found: TrackingRequest) {
        let is_newer =
            |known: &Option<TrackingRequest>| known.as_ref().is_none_or(|known| created_at(&found) > created_at(known));
        if is_live(&found) && is_newer(&self.live) {
            self.live = Some(found.clone());
        }
        if is_newer(&self.newest) {
            self.newest = Some(found);
        }
    }
}

/// Adds the references of `new`. A service that ignores them is no failure. The list is written whole: clones of this
/// client take turns, but what another client adds at the same moment may be lost.
fn with_references(client: &Client, request: TrackingRequest, new: &NewTrackingRequest) -> Result<TrackingRequest> {
    let references = new.references();
    if references.iter().all(|reference| request.ref_numbers.contains(reference)) {
        return Ok(request);
    }
    let _one_at_a_time = client.shared.adopting.lock().unwrap_or_else(PoisonError::into_inner);
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
        // An invalid reference is refused, as on creation.
        Err(refused) if refused.pointer().is_some_and(|place| place.contains("/ref_numbers/")) => Err(refused),
        Err(refused) if is_no(&refused) => Ok(request),
        Err(error) => Err(error),
    }
}

fn is_no(error: &Error) -> bool {
    use ErrorKind::{BadRequest, Conflict, Forbidden, Invalid, MethodNotAllowed, NotFound};
    matches!(error.kind(), BadRequest | Conflict | Forbidden | Invalid | MethodNotAllowed | NotFound)
}

struct Wanted {
    number: TrackingNumber,
    scac: Option<Scac>,
}

impl Wanted {
    fn by(new: &NewTrackingRequest) -> Result<Self> {
        let (number, scac) = new.checked()?;
        Ok(Wanted { number, scac })
    }

    fn at_carrier(&self, client: &Client) -> List<TrackingRequest> {
        let requests = TrackingRequests::new(client).list().page_size(100).max_items(MOST_LOOKED_AT);
        match &self.scac {
            Some(scac) => requests.scac(scac.as_str()),
            None => requests,
        }
    }

    fn under_its_spellings(&self, client: &Client) -> Vec<List<TrackingRequest>> {
        let bare = self.scac.as_ref().map_or(self.number.normalized(), |scac| self.number.normalized_for(scac));
        let mut spellings = vec![self.number.text(), self.number.normalized(), bare];
        spellings.dedup();
        spellings.into_iter().map(|number| self.at_carrier(client).number(number)).collect()
    }

    fn is_met_by(&self, found: &TrackingRequest) -> bool {
        let found_scac = found.scac.as_deref().and_then(|scac| Scac::parse(scac).ok());
        let same_carrier = self.scac.is_none() || self.scac == found_scac;
        same_carrier && self.is_same_number(&found.request_number, found_scac.as_ref())
    }

    /// Whether the request answers this one. If the carrier is to be detected, an earlier caller may have named a wrong
    /// one: the service is asked which one it would choose.
    fn is_at_its_carrier(&self, client: &Client, found: &TrackingRequest) -> Result<bool> {
        let (None, Some(asked)) = (&self.scac, &found.scac) else { return Ok(true) };
        match TrackingRequests::new(client).infer_number(self.number.text()) {
            Ok(inferred) => Ok(inferred.decision() == Some(LineDecision::AutoSelect)
                && inferred.selected().is_some_and(|selected| selected.scac == *asked)),
            Err(refused) if is_no(&refused) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// For a container whose live request is of its last voyage. A service in this process checks that when a create is
    /// refused as a duplicate, and ends the old request if the container has moved on.
    fn on_its_next_trip(
        &self,
        client: &Client,
        live: &TrackingRequest,
        new: &NewTrackingRequest,
    ) -> Result<Option<TrackResult>> {
        let (transport, now) = (&client.shared.transport, || client.clock().now());
        let was_looked_up = |at: &TrackingRequest| at.updated_at.as_ref().and_then(|at| at.utc());
        let is_followed = live.status == RequestStatus::Created && was_looked_up(live) < Some(now());
        if !is_followed || self.number.kind() != NumberKind::Container || !transport.is_embedded() {
            return Ok(None);
        }
        // With auto-detection the detected carrier is meant.
        let new = live.scac.as_ref().map_or_else(|| new.clone(), |scac| new.clone().scac(scac.as_str()));
        let create = || match TrackingRequests::new(client).create(new.clone()) {
            Ok(created) => Ok(Some(TrackResult::created(created.into_inner()))),
            Err(refused) if refused.kind() == ErrorKind::Duplicate => Ok(None),
            Err(error) => Err(error),
        };
        if let Some(created) = create()? {
            return Ok(Some(created));
        }
        for pause in LOOK_UP_PAUSES {
            let paused = transport.pause(saturating_add(now(), TimeDelta::milliseconds(pause)), client.cancel_token());
            paused.map_err(|_| Error::from(ErrorKind::Cancelled))?;
            let seen = TrackingRequests::new(client).get(&live.id)?.into_inner();
            if !is_live(&seen) {
                return create();
            }
            if was_looked_up(&seen) > was_looked_up(live) {
                break;
            }
        }
        Ok(None)
    }

    fn is_same_number(&self, text: &str, scac: Option<&Scac>) -> bool {
        // Whatever kind it was submitted as, a container number is one and everything else is not.
        let kind = match self.number.kind() {
            NumberKind::Container => NumberKind::Container,
            _ => NumberKind::BillOfLading,
        };
        let Ok(found) = TrackingNumber::parse(kind, text) else { return false };
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

/// Creating, reading and following tracking requests.
#[derive(Debug, Clone, Copy)]
pub struct TrackingRequests<'c> {
    pub(super) client: &'c Client,
    retrack_policy: RetrackPolicy,
}

impl<'c> TrackingRequests<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        TrackingRequests { client, retrack_policy: RetrackPolicy::default() }
    }

    /// Has [`track`](Self::track) treat numbers whose last request failed like this.
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

    /// Creates a tracking request. Number and carrier are checked before anything leaves.
    ///
    /// A second request for the same number and carrier is refused as a duplicate while the first one lives;
    /// [`track`](Self::track) takes over the first one instead.
    pub fn create(&self, new: NewTrackingRequest) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "create") }, &new.arguments()?)
    }

    /// Changes one.
    pub fn update(&self, id: &TrackingRequestId, changes: TrackingRequestUpdate) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "update") }, &changes.arguments(id))
    }

    /// Asks the service what a number is and which carrier it belongs to.
    pub fn infer_number(&self, number: &str) -> Result<Inference> {
        let operation = const { named("tracking_requests", "infer_number") };
        self.client.call_for_one(operation, &Arguments::new().field("number", number)).map(Inference::new)
    }
}

impl Client {
    /// Tracking requests: numbers to be tracked.
    pub fn tracking_requests(&self) -> TrackingRequests<'_> {
        TrackingRequests::new(self)
    }
}

/// What becomes of a number that is tracked again after its last request failed.
///
/// Whoever tracks the same list of numbers every day would make a new request for each hopeless one every day, and find
/// it failed the day after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum RetrackPolicy {
    /// It depends on why it failed. When the reason lies in the number, the failed request is returned and nothing is
    /// made: for a week when there can be no such number or booking (`invalid_number`, `booking_cancelled`,
    /// `scac_auto_detect_failed`), for a day when the carrier did not know it (`not_found`). In every other case a new
    /// request is made: after trouble with the carrier, its credentials or the service, when data came too late, and
    /// for reasons this version does not know.
    #[default]
    ByReason,
    /// A new request is made, whatever became of the last one, and nothing is looked for first.
    Always,
    /// A request that failed is returned, however long ago and for whatever reason.
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
                let rest = last.failed_reason.as_ref().and_then(rest_after);
                // A time in the future (the clocks differ) counts as now.
                failed_at.zip(rest).is_some_and(|(at, rest)| now.signed_duration_since(at) < rest)
            }
        }
    }
}

fn rest_after(reason: &FailedReason) -> Option<TimeDelta> {
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
    fn a_failure_that_lies_in_the_number_stands_for_a_while() {
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
    fn a_failure_nobody_dated_or_gave_a_reason_for_is_repeated() {
        assert_eq!(returned_for(RetrackPolicy::ByReason, &failed("not_found", "long ago")), [0_i64; 0]);
        let silent = TrackingRequest { failed_reason: None, ..failed("not_found", "2026-05-01T12:00:00Z") };
        assert_eq!(returned_for(RetrackPolicy::ByReason, &silent), [0_i64; 0]);
    }

    #[test]
    fn always_repeats_and_never_does_not() {
        let last = failed("not_found", "2026-05-01T12:00:00Z");
        assert_eq!(returned_for(RetrackPolicy::Always, &last), [0_i64; 0]);
        assert_eq!(returned_for(RetrackPolicy::Never, &failed("duplicate", "long ago")).len(), 7);
        let stopped = TrackingRequest { status: RequestStatus::TrackingStopped, ..last };
        assert_eq!(returned_for(RetrackPolicy::Never, &stopped), [0_i64; 0]);
    }
}
