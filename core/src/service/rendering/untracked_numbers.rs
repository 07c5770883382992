//! Finds the numbers in an email message that are not tracked.
//!
//! They are found whenever the message is read. So a number that is tracked meanwhile is no longer listed, and
//! nothing has to be updated.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::document_links;
use crate::error::Result;
use crate::numbers::{ContainerSlip, NumberKind, TrackingNumber};
use crate::resources::{AccountId, DocumentId, RequestType, UntrackedNumber};
use crate::shipping_lines::detect;
use crate::store::{NamedNumber, RequestFilter, ShipmentFilter, Slice, Tx};

const MAX_OFFERED: usize = 50;

/// Maximum time between the end of tracking and a message, in which a number in the message still counts as tracked.
const RECENTLY_TRACKED: TimeDelta = TimeDelta::days(90);

/// The numbers of a message and its documents that are not tracked. Containers are omitted if their bill of lading or
/// booking is named, because they are tracked with it.
pub(in crate::service) fn find(
    tx: &Tx<'_>,
    (account, received_at): (&AccountId, DateTime<Utc>),
    numbers: &[NamedNumber],
    documents: &[DocumentId],
) -> Result<Vec<UntrackedNumber>> {
    let (mut offered, mut seen) = (Vec::new(), BTreeSet::new());
    for named in trackable(numbers, documents) {
        let number = NumberKind::parse(named.kind.as_str()).and_then(|kind| TrackingNumber::parse(kind, &named.number));
        // Numbers that cannot be tracked are not offered.
        let Ok(number) = number else { continue };
        if number.kind() != NumberKind::Container && ContainerSlip::of(number.normalized()).is_some() {
            continue;
        }
        if !seen.insert(number.without_scac().to_owned()) || is_tracked(tx, account, &number, received_at)? {
            continue;
        }
        let selected = detect::detect(&named.number).ok().and_then(|found| found.shipping_line.auto_selected());
        offered.push(UntrackedNumber {
            number: named.number.clone(),
            request_type: named.kind.clone(),
            scac: selected.map(|line| line.scac.to_owned()),
            document_id: named.document.as_ref().map(ToString::to_string),
        });
        if offered.len() == MAX_OFFERED {
            break;
        }
    }
    Ok(offered)
}

/// The numbers to offer. Of each document and of the message itself, these are the bills of lading; without any, the bookings; without any,
/// the containers.
/// Containers of the message count only if no document names a bill or booking.
fn trackable<'n>(numbers: &'n [NamedNumber], documents: &[DocumentId]) -> Vec<&'n NamedNumber> {
    let (mut document_numbers, mut containers, mut covered) = (Vec::new(), Vec::new(), BTreeSet::new());
    for document in documents.iter().map(Some).chain([None]) {
        let of = |kind: RequestType| -> Vec<&NamedNumber> {
            numbers.iter().filter(|named| named.document.as_ref() == document && named.kind == kind).collect()
        };
        let bills = of(RequestType::BillOfLading);
        let main = if bills.is_empty() { of(RequestType::BookingNumber) } else { bills };
        let contained = of(RequestType::Container);
        if !main.is_empty() {
            covered.extend(contained.iter().map(|named| &named.number));
        } else if document.is_some() || document_numbers.is_empty() {
            containers.extend(contained);
        }
        document_numbers.extend(main);
    }
    document_numbers.extend(containers.into_iter().filter(|named| !covered.contains(&named.number)));
    document_numbers
}

fn is_tracked(tx: &Tx<'_>, account: &AccountId, number: &TrackingNumber, came: DateTime<Utc>) -> Result<bool> {
    let slice = Slice { before: None, skip: 0, limit: 20 };
    let spellings = BTreeSet::from([number.normalized(), number.without_scac()]);
    for spelling in spellings {
        let filter = RequestFilter { number: Some(spelling.to_owned()), ..Default::default() };
        let requests = tx.requests(account, &filter, &slice)?;
        if requests.iter().any(|request| request.state.is_live() || request.updated_at > came - RECENTLY_TRACKED) {
            return Ok(true);
        }
        let filter = ShipmentFilter { number: Some(spelling.to_owned()), ..Default::default() };
        if number.kind() != NumberKind::Container && !tx.shipments(account, &filter, &slice)?.is_empty() {
            return Ok(true);
        }
    }
    match number.kind() {
        NumberKind::Container => document_links::is_under_way(tx, account, number.normalized(), came),
        _ => Ok(false),
    }
}
