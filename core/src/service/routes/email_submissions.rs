//! `/email_submissions`

use super::context::{Includes, RequestContext};
use super::family::{self, Family};
use super::refusals::{no_such_path, wrong_method};
use super::reply::{Brought, Reply};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{EmailSubmission, EmailSubmissionId};
use crate::service::rendering::{Along, email_submissions};
use crate::store::{EmailRecord, Slice, Tx};

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(context, |_| Ok(Emails)),
        ([id], Method::Get) => get(context, &EmailSubmissionId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn get(context: &RequestContext<'_>, id: &EmailSubmissionId) -> Result<Reply> {
    family::get::<Emails>(context, id, |tx| tx.email(context.account, id))
}

struct Emails;

impl Family for Emails {
    const NAME: &'static str = "email submission";
    const INCLUDES: Includes = Includes {
        served: &["account", "user", "documents", "documents.last_document_representation"],
        by_default: &["documents", "documents.last_document_representation"],
    };

    type Record = EmailRecord;
    type Resource = EmailSubmission;

    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<EmailRecord>, u64)> {
        Ok((tx.emails(context.account, slice)?, tx.count_emails(context.account)?))
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
