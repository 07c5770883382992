//! Handlers of `/email_submissions`.

use super::context::RequestContext;
use super::family::{self, Family};
use super::reply::{Handlers, RelatedCounts};
use crate::error::Result;
use crate::resources::{EmailSubmission, EmailSubmissionId};
use crate::service::rendering::{Related, email_submissions};
use crate::store::{EmailRecord, Slice, Tx};

pub(super) const HANDLERS: Handlers =
    &[("list", |context| family::list(context, |_| Ok(Emails))), ("get", family::get::<Emails>)];

struct Emails;

impl Family for Emails {
    type Record = EmailRecord;
    type Resource = EmailSubmission;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<EmailRecord>, u64)> {
        Ok((tx.emails(context.account, slice)?, tx.count_emails(context.account)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &EmailSubmissionId) -> Result<Option<EmailRecord>> {
        tx.email(context.account, id)
    }

    fn resources(tx: &Tx<'_>, _: &RequestContext<'_>, records: &[EmailRecord]) -> Result<Vec<EmailSubmission>> {
        records.iter().cloned().map(|record| email_submissions::resource(tx, record)).collect()
    }

    fn related_counts(
        _: &Tx<'_>,
        _: &RequestContext<'_>,
        emails: &[EmailSubmission],
        _: &[&str],
    ) -> Result<RelatedCounts> {
        Ok(RelatedCounts::by(emails, true, |email| email.documents.get().len()))
    }

    fn add_related(
        related: &mut Related<'_>,
        _: &RequestContext<'_>,
        _: &[EmailRecord],
        shown: &[EmailSubmission],
        include: &[&str],
    ) -> Result<()> {
        email_submissions::add_related(related, shown, include)
    }
}
