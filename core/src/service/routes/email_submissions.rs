//! `/email_submissions`

use super::context::RequestContext;
use super::family::{self, Family};
use super::reply::{Brought, Handlers};
use crate::error::Result;
use crate::resources::{EmailSubmission, EmailSubmissionId};
use crate::service::rendering::{Along, email_submissions};
use crate::store::{EmailRecord, Slice, Tx};

pub(super) const HANDLERS: Handlers =
    &[("list", |context| family::list(context, |_| Ok(Emails))), ("get", family::get::<Emails>)];

struct Emails;

impl Family for Emails {
    type Record = EmailRecord;
    type Resource = EmailSubmission;

    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<EmailRecord>, u64)> {
        Ok((tx.emails(context.account, slice)?, tx.count_emails(context.account)?))
    }

    fn find(tx: &dyn Tx, context: &RequestContext<'_>, id: &EmailSubmissionId) -> Result<Option<EmailRecord>> {
        tx.email(context.account, id)
    }

    fn resources(tx: &dyn Tx, _: &RequestContext<'_>, records: &[EmailRecord]) -> Result<Vec<EmailSubmission>> {
        records.iter().cloned().map(|record| email_submissions::resource(tx, record)).collect()
    }

    fn brought(_: &dyn Tx, _: &RequestContext<'_>, emails: &[EmailSubmission], _: &[&str]) -> Result<Brought> {
        Ok(Brought::by(emails, true, |email| email.documents.get().len()))
    }

    fn along(
        tx: &dyn Tx,
        context: &RequestContext<'_>,
        _: &[EmailRecord],
        shown: &[EmailSubmission],
        include: &[&str],
    ) -> Result<Along> {
        email_submissions::along(tx, context.account, shown, include)
    }
}
