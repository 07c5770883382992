//! The numbers of a message that nobody tracks. They are looked for whenever the message is told, so that one that is tracked
//! meanwhile is no longer offered, and nothing has to be kept in step.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::document_links;
use crate::carriers::detect;
use crate::error::Result;
use crate::numbers::{NumberKind, TrackingNumber};
use crate::resources::{AccountId, DocumentId, RequestType, Timestamp, UntrackedNumber};
use crate::store::{DocumentRecord, EmailRecord, RequestFilter, ShipmentFilter, Slice, Tx};

/// Numbers of one message that are looked for.
const MOST_NUMBERS: usize = 200;

/// Numbers that are offered.
const MOST_OFFERED: usize = 50;

/// How long before a message the tracking of its number may have ended, for it to have been this one.
const NEAR: TimeDelta = TimeDelta::days(90);

/// A number that a message names, and where.
struct Named<'r> {
    kind: RequestType,
    number: &'r str,
    document: Option<&'r DocumentId>,
}

/// The numbers of a message and its documents that nobody tracks. A source that names bills, or else bookings, is not asked for its
/// containers: they come with those.
pub(in crate::service) fn of(
    tx: &dyn Tx,
    email: &EmailRecord,
    documents: &[DocumentRecord],
) -> Result<Vec<UntrackedNumber>> {
    let came = email.submission.created_at.as_ref().and_then(Timestamp::utc).unwrap_or_default();
    let (mut offered, mut once) = (Vec::new(), BTreeSet::new());
    for named in named_in(email, documents).into_iter().take(MOST_NUMBERS) {
        let number = NumberKind::parse(named.kind.as_str()).and_then(|kind| TrackingNumber::parse(kind, named.number));
        // What cannot be tracked is not offered.
        let Ok(number) = number else { continue };
        if !once.insert(number.without_code().to_owned()) || is_tracked(tx, &email.account, &number, came)? {
            continue;
        }
        let selected = detect::detect(named.number).ok().and_then(|found| found.shipping_line.selected);
        offered.push(UntrackedNumber {
            number: named.number.to_owned(),
            request_type: named.kind,
            scac: selected.map(|line| line.scac.to_owned()),
            document_id: named.document.map(ToString::to_string),
        });
        if offered.len() == MOST_OFFERED {
            break;
        }
    }
    Ok(offered)
}

/// What is worth tracking: papers, and containers that stand beside none.
fn named_in<'r>(email: &'r EmailRecord, documents: &'r [DocumentRecord]) -> Vec<Named<'r>> {
    let (mut papers, mut boxes, mut covered) = (Vec::new(), Vec::new(), BTreeSet::new());
    let of_message = email.numbers.iter().map(|named| (named.kind.clone(), &*named.number)).collect();
    let of_documents = documents.iter().map(|record| (Some(&record.document.id), numbers_of(record)));
    for (document, numbers) in of_documents.chain([(None, of_message)]) {
        let of = |kind: &RequestType| -> Vec<Named<'r>> {
            let own = numbers.iter().filter(|(known, _)| known == kind);
            own.map(|(kind, number)| Named { kind: kind.clone(), number, document }).collect()
        };
        let bills = of(&RequestType::BillOfLading);
        let told = if bills.is_empty() { of(&RequestType::BookingNumber) } else { bills };
        let contained = of(&RequestType::Container);
        if !told.is_empty() {
            covered.extend(contained.iter().map(|named| named.number));
        } else if document.is_some() || papers.is_empty() {
            boxes.extend(contained);
        }
        papers.extend(told);
    }
    papers.extend(boxes.into_iter().filter(|named| !covered.contains(named.number)));
    papers
}

/// The numbers of a document, without those it has of its message alone.
fn numbers_of(record: &DocumentRecord) -> Vec<(RequestType, &str)> {
    let kinds = [RequestType::BillOfLading, RequestType::BookingNumber, RequestType::Container];
    let members = DocumentRecord::NAMING.into_iter().zip(kinds);
    members.flat_map(|(member, kind)| record.own_numbers_of(member).map(move |number| (kind.clone(), number))).collect()
}

/// Whether the account tracks the number, or did when the message came.
fn is_tracked(tx: &dyn Tx, account: &AccountId, number: &TrackingNumber, came: DateTime<Utc>) -> Result<bool> {
    let slice = Slice { before: None, skip: 0, limit: 20 };
    let spellings = BTreeSet::from([number.normalised(), number.without_code()]);
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
        NumberKind::Container => document_links::is_under_way(tx, account, number.normalised(), came),
        _ => Ok(false),
    }
}
