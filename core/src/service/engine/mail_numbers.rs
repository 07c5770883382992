//! The numbers that mail names: noted, and tracked where the account wants that.

use chrono::{DateTime, Utc};

use super::parts::Engine;
use super::{creating, whose};
use crate::error::Result;
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::reading::{Room, Text, find};
use crate::resources::{RequestType, UntrackedNumber};
use crate::service::rendering::untracked;
use crate::store::{DocumentRecord, EmailRecord, NamedNumber, Tx};

/// How much of the text of a message is looked at, and how many numbers are kept of it and its documents.
const ROOM: Room = Room { bytes: 1 << 20, cells: 20_000 };
const MOST_NUMBERS: usize = 200;

/// The numbers that a message names itself.
pub(super) fn of_message(subject: &str, body: &str) -> Vec<NamedNumber> {
    let found = find::findings(&Text::of(&format!("{subject}\n{body}"), ROOM));
    let kinds = [
        (RequestType::BillOfLading, found.bills_of_lading),
        (RequestType::BookingNumber, found.bookings),
        (RequestType::Container, found.containers),
    ];
    let named = kinds.into_iter().flat_map(|(kind, numbers)| {
        let named = move |number| NamedNumber { kind: kind.clone(), number, document: None };
        numbers.into_iter().map(move |found| named(found.value))
    });
    named.take(MOST_NUMBERS).collect()
}

/// Notes the numbers of a document in the message it came with, in place of those it had.
pub(super) fn note(email: &mut EmailRecord, document: &DocumentRecord) {
    email.numbers.retain(|named| named.document.as_ref() != Some(&document.document.id));
    let room = MOST_NUMBERS.saturating_sub(email.numbers.len());
    email.numbers.extend(document.named(room));
}

/// Notes them in the record of that message.
pub(super) fn note_anew(tx: &Tx<'_>, document: &DocumentRecord) -> Result<()> {
    let email = document.email.as_ref().map(|email| tx.email(&document.account, email)).transpose()?.flatten();
    let Some(mut email) = email else { return Ok(()) };
    let before = email.numbers.clone();
    note(&mut email, document);
    if email.numbers == before { Ok(()) } else { tx.put_email(&email) }
}

impl Engine {
    /// Tracks the numbers of a message that nobody tracks, as many as one message may bring, where its account wants that. Those that
    /// nobody could be asked about stay offered, and so do those of a message that somebody has to look at.
    pub(super) fn track_named(&self, tx: &Tx<'_>, email: &EmailRecord, now: DateTime<Utc>) -> Result<()> {
        let wanted = tx.account(&email.account)?.is_some_and(|account| account.settings.track_numbers_in_mail);
        if !wanted || email.quarantined {
            return Ok(());
        }
        let documents = tx.document_ids_of(&email.account, &email.submission.id)?;
        let offered = untracked::of(tx, email, &documents)?;
        let askable = offered.iter().filter_map(|offered| self.askable(offered));
        for (number, scac) in askable.take(self.policies.documents.most_tracked) {
            let mut record = creating::draft(self, &email.account, &number, scac.as_ref(), now);
            record.user = email.submission.user.id();
            creating::begin(self, tx, record, now)?;
        }
        Ok(())
    }

    /// The number with its carrier, where somebody answers for that, or without one, where somebody can be asked whose it is.
    fn askable(&self, offered: &UntrackedNumber) -> Option<(TrackingNumber, Option<Scac>)> {
        let kind = NumberKind::parse(offered.request_type.as_str()).ok()?;
        let number = TrackingNumber::parse(kind, &offered.number).ok()?;
        match &offered.scac {
            Some(scac) => self.carrier(scac).and_then(|_| Scac::parse(scac).ok()).map(|scac| (number, Some(scac))),
            None => whose::can_be_sought(self, &offered.request_type).then_some((number, None)),
        }
    }
}
