//! Whether there is anything left to follow.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::ledger::{HeldEvent, Ledger};
use super::picture::{ContainerPicture, FoldPolicy};
use super::route::Route;
use crate::resources::{Container, ContainerStatus, StopReason};
use crate::tracking::Certainty;
use crate::tracking::moment::moment;

/// Why nothing is left to follow, and from when on nothing is if nobody says anything new.
pub(super) fn reason(
    ledger: &Ledger<'_>,
    containers: &[ContainerPicture],
    route: &Route,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> (Option<StopReason>, Option<DateTime<Utc>>) {
    let returned = |seen: &ContainerPicture| seen.container.current_status == ContainerStatus::EmptyReturned;
    if !containers.is_empty() && containers.iter().all(returned) {
        return (Some(StopReason::AllContainersTerminated), Some(now));
    }
    if is_cancelled(ledger) {
        return (Some(StopReason::BookingCancelled), Some(now));
    }
    let arrivals = containers.iter().map(|seen| arrival(&seen.container, route));
    // Whoever leaves full has arrived, even if nobody said so.
    let ends =
        containers.iter().map(|seen| arrival(&seen.container, route).or_else(|| full_out(&seen.container, route)));
    let last_news = ledger.facts.last().map(|fact| fact.received_at);
    let windows = [
        (StopReason::PastArrivalWindow, last_of_all(arrivals), policy.arrival_window),
        (StopReason::PastFullOutWindow, last_of_all(ends), policy.arrival_window),
        (StopReason::NoUpdatesAtLine, last_news, policy.silence_window),
    ];
    let is_over = |(_, last, window): &&(_, Option<DateTime<Utc>>, _)| last.is_some_and(|last| now - last > *window);
    let reason = windows.iter().find(is_over).map(|(reason, ..)| reason.clone());
    // A window that no calendar has an end of never closes.
    let end =
        |(_, last, window): &(_, Option<DateTime<Utc>>, _)| last.and_then(|last| last.checked_add_signed(*window));
    (reason, windows.iter().filter_map(end).min())
}

/// Whether the last word on every booking that anybody spoke of is that nothing comes of it, and no container went on its way
/// since: a shipment may have another booking that nobody spoke of.
fn is_cancelled(ledger: &Ledger<'_>) -> bool {
    let happened = || ledger.events().filter(|told| told.event.certainty == Certainty::Actual);
    let when = |told: &HeldEvent<'_>| (told.event.at.as_ref().and_then(moment), told.first_received);
    let mut last_words: BTreeMap<&str, (_, bool)> = BTreeMap::new();
    for told in happened() {
        let Some(is_cancelled) = told.event.motion.movement.cancels_booking() else { continue };
        let word = (when(told), is_cancelled);
        let documents = &told.event.documents;
        for document in documents.iter().map(String::as_str).chain(documents.is_empty().then_some("")) {
            let last = last_words.entry(document).or_insert(word);
            *last = word.max(*last);
        }
    }
    let Some((spoken, _)) = last_words.values().max() else { return false };
    let goes_on = |told: &HeldEvent<'_>| told.event.motion.is_laden_handling() && when(told) > *spoken;
    last_words.values().all(|(_, is_cancelled)| *is_cancelled) && !happened().any(goes_on)
}

/// The last of the moments; `None` when one is missing, for one container under way keeps the shipment going.
fn last_of_all(moments: impl Iterator<Item = Option<DateTime<Utc>>>) -> Option<DateTime<Utc>> {
    moments.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// When the container left the end of the carrier's voyage, to be unpacked.
fn full_out(container: &Container, route: &Route) -> Option<DateTime<Utc>> {
    let left = match route.destination {
        Some(_) => container.final_destination_full_out_at.as_ref(),
        None => container.pod_full_out_at.as_ref(),
    };
    left.and_then(moment)
}

/// When the container reached the end of the carrier's voyage.
fn arrival(container: &Container, route: &Route) -> Option<DateTime<Utc>> {
    let arrived = match route.destination {
        Some(_) => container.ind_ata_at.as_ref(),
        None => container.pod_arrived_at.as_ref().or(container.pod_discharged_at.as_ref()),
    };
    arrived.and_then(moment)
}
