//! The numbers of a message that nobody tracks. They are looked for whenever the message is told, so that one that is tracked
//! meanwhile is no longer offered, and nothing has to be kept in step.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::document_links;
use crate::error::Result;
use crate::numbers::{NumberKind, TrackingNumber};
use crate::resources::{AccountId, DocumentId, RequestType, Timestamp, UntrackedNumber};
use crate::shipping_lines::detect;
use crate::store::{EmailRecord, NamedNumber, RequestFilter, ShipmentFilter, Slice, Tx};

const MOST_OFFERED: usize = 50;

/// How long before a message the tracking of a number may have ended and still count.
const NEAR: TimeDelta = TimeDelta::days(90);

/// The numbers of a message and its documents that are not tracked. Where bills or bookings are named, containers are
/// left out: they come with those.
pub(in crate::service) fn find(
    tx: &Tx<'_>,
    email: &EmailRecord,
    documents: &[DocumentId],
) -> Result<Vec<UntrackedNumber>> {
    let came = email.submission.created_at.as_ref().and_then(Timestamp::utc).unwrap_or_default();
    let (mut offered, mut once) = (Vec::new(), BTreeSet::new());
    for named in telling(&email.numbers, documents) {
        let number = NumberKind::parse(named.kind.as_str()).and_then(|kind| TrackingNumber::parse(kind, &named.number));
        // What cannot be tracked is not offered.
        let Ok(number) = number else { continue };
        if !once.insert(number.without_scac().to_owned()) || is_tracked(tx, &email.account, &number, came)? {
            continue;
        }
        let selected = detect::detect(&named.number).ok().and_then(|found| found.shipping_line.selected);
        offered.push(UntrackedNumber {
            number: named.number.clone(),
            request_type: named.kind.clone(),
            scac: selected.map(|line| line.scac.to_owned()),
            document_id: named.document.as_ref().map(ToString::to_string),
        });
        if offered.len() == MOST_OFFERED {
            break;
        }
    }
    Ok(offered)
}

/// Bills and bookings, and containers where none are named. Numbers of the message itself count only if no document
/// names a bill or booking.
fn telling<'n>(numbers: &'n [NamedNumber], documents: &[DocumentId]) -> Vec<&'n NamedNumber> {
    let (mut papers, mut boxes, mut covered) = (Vec::new(), Vec::new(), BTreeSet::new());
    for document in documents.iter().map(Some).chain([None]) {
        let of = |kind: RequestType| -> Vec<&NamedNumber> {
            numbers.iter().filter(|named| named.document.as_ref() == document && named.kind == kind).collect()
        };
        let bills = of(RequestType::BillOfLading);
        let told = if bills.is_empty() { of(RequestType::BookingNumber) } else { bills };
        let contained = of(RequestType::Container);
        if !told.is_empty() {
            covered.extend(contained.iter().map(|named| &named.number));
        } else if document.is_some() || papers.is_empty() {
            boxes.extend(contained);
        }
        papers.extend(told);
    }
    papers.extend(boxes.into_iter().filter(|named| !covered.contains(&named.number)));
    papers
}

fn is_tracked(tx: &Tx<'_>, account: &AccountId, number: &TrackingNumber, came: DateTime<Utc>) -> Result<bool> {
    let slice = Slice { before: None, skip: 0, limit: 20 };
    let spellings = BTreeSet::from([number.normalized(), number.without_scac()]);
    for spelling in spellings {
        let filter = RequestFilter { number: Some(spelling.to_owned()), ..Default::default() };
        let requests = tx.requests(account, &filter, &slice)?;
        if requests.iter().any(|request| request.state.is_live() || request.updated_at > came - NEAR) {
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
