//! The numbers in a message and its documents: found, listed in the email submission, and tracked if the account has that setting.

use chrono::{DateTime, Utc};

use super::message_state;
use crate::documents::{Text, TextBudget, find};
use crate::error::Result;
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{RequestType, UntrackedNumber};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::derive::new_requests;
use crate::service::engine::look_up::detect_carrier;
use crate::service::rendering::untracked_numbers;
use crate::store::{DocumentRecord, EmailState, NamedNumber, Tx};

const MESSAGE_TEXT: TextBudget = TextBudget { bytes: 1 << 20, cells: 20_000 };
const MAX_NUMBERS: usize = 200;

/// The numbers in the text of a message.
pub(super) fn numbers_in_text(subject: &str, body: &str) -> Vec<NamedNumber> {
    let found = find::findings(&Text::of(&format!("{subject}\n{body}"), MESSAGE_TEXT));
    let kinds = [
        (RequestType::BillOfLading, found.bills_of_lading),
        (RequestType::BookingNumber, found.bookings),
        (RequestType::Container, found.containers),
        (RequestType::Container, found.doubtful_containers),
    ];
    let named = kinds.into_iter().flat_map(|(kind, numbers)| {
        let named = move |number| NamedNumber { kind: kind.clone(), number, document: None };
        numbers.into_iter().map(move |found| named(found.value))
    });
    named.take(MAX_NUMBERS).collect()
}

/// Replaces the numbers of a document.
pub(super) fn update_numbers(email: &mut EmailState, document: &DocumentRecord) {
    email.numbers.retain(|named| named.document.as_ref() != Some(&document.document.id));
    let room = MAX_NUMBERS.saturating_sub(email.numbers.len());
    email.numbers.extend(document.named_numbers(room));
}

/// Replaces the numbers of the message itself.
pub(super) fn replace_own_numbers(email: &mut EmailState, found: &[NamedNumber]) {
    email.numbers.retain(|named| named.document.is_some());
    let room = MAX_NUMBERS.saturating_sub(email.numbers.len());
    email.numbers.extend(found.iter().take(room).cloned());
}

pub(super) fn refresh_numbers(tx: &Tx<'_>, document: &DocumentRecord) -> Result<()> {
    let Some(before) = message_state::of_document(tx, document)? else { return Ok(()) };
    let mut email = before.clone();
    update_numbers(&mut email, document);
    if email == before { Ok(()) } else { tx.put_email_state(&email) }
}

impl Engine {
    /// Tracks the numbers in a message, if the account has that setting, up to the limit of a message. Numbers without a
    /// carrier to ask, and those of a message in quarantine, are only offered.
    pub(super) fn track_named_numbers(&self, tx: &Tx<'_>, email: &mut EmailState, now: DateTime<Utc>) -> Result<()> {
        let is_enabled = tx.account(&email.account)?.is_some_and(|account| account.settings.track_numbers_in_mail);
        let most = self.policies.documents.most_tracked as u64;
        if !is_enabled || email.quarantined || email.usage.tracked >= most {
            return Ok(());
        }
        let documents = tx.document_ids_of(&email.account, &email.id)?;
        let offered = untracked_numbers::find(tx, (&email.account, email.received_at), &email.numbers, &documents)?;
        for (number, scac) in offered.iter().filter_map(|offered| self.askable(offered)) {
            if email.usage.tracked >= most {
                break;
            }
            let mut record = new_requests::draft(self, &email.account, &number, scac.as_ref(), now);
            record.user = email.user.clone();
            new_requests::create(self.within(tx, now), record)?;
            email.usage.tracked += 1;
        }
        Ok(())
    }

    fn askable(&self, offered: &UntrackedNumber) -> Option<(TrackingNumber, Option<Scac>)> {
        let kind = NumberKind::parse(offered.request_type.as_str()).ok()?;
        let number = TrackingNumber::parse(kind, &offered.number).ok()?;
        match &offered.scac {
            Some(scac) => self.carrier(scac).and_then(|_| Scac::parse(scac).ok()).map(|scac| (number, Some(scac))),
            None => (!detect_carrier::candidates(self, &offered.request_type).is_empty()).then_some((number, None)),
        }
    }
}
