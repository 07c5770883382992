//! Numbers that stand in mail, tracked where the account wants that.

use chrono::{DateTime, Utc};

use super::parts::Engine;
use super::{creating, whose};
use crate::error::Result;
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::UntrackedNumber;
use crate::service::rendering::untracked;
use crate::store::{DocumentRecord, EmailRecord, Tx};

impl Engine {
    /// Tracks the numbers of a message that nobody tracks, as many as one message may bring, where its account wants that. Those that
    /// nobody could be asked about stay offered, and so do those of a message that somebody has to look at.
    pub(super) fn track_named(
        &self,
        tx: &dyn Tx,
        email: &EmailRecord,
        documents: &[DocumentRecord],
        now: DateTime<Utc>,
    ) -> Result<()> {
        let wanted = tx.account(&email.account)?.is_some_and(|account| account.settings.track_numbers_in_mail);
        if !wanted || email.quarantined {
            return Ok(());
        }
        let offered = untracked::of(tx, email, documents)?;
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
