//! `/email_submissions`

use super::ask::{Ask, Includes};
use super::family::{self, Family};
use super::refusals::{no_such_path, wrong_method};
use super::reply::{Brought, Reply};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{EmailSubmission, EmailSubmissionId};
use crate::service::rendering::{Along, email_submissions};
use crate::store::{EmailRecord, Slice, Tx};

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(ask, |_| Ok(Emails)),
        ([id], Method::Get) => get(ask, &EmailSubmissionId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn get(ask: &Ask<'_>, id: &EmailSubmissionId) -> Result<Reply> {
    family::get::<Emails>(ask, id, |tx| tx.email(ask.account, id))
}

struct Emails;

impl Family for Emails {
    const NAME: &'static str = "email submission";
    const INCLUDES: Includes = Includes {
        served: &["account", "user", "documents", "documents.last_document_representation"],
        unserved: &[],
        by_default: &["documents", "documents.last_document_representation"],
    };

    type Record = EmailRecord;
    type Resource = EmailSubmission;

    fn page(&self, tx: &dyn Tx, ask: &Ask<'_>, slice: &Slice) -> Result<(Vec<EmailRecord>, u64)> {
        Ok((tx.emails(ask.account, slice)?, tx.count_emails(ask.account)?))
    }

    fn resources(tx: &dyn Tx, _: &Ask<'_>, records: &[EmailRecord]) -> Result<Vec<EmailSubmission>> {
        records.iter().cloned().map(|record| email_submissions::resource(tx, record)).collect()
    }

    fn brought(_: &dyn Tx, _: &Ask<'_>, emails: &[EmailSubmission], _: &[&str]) -> Result<Brought> {
        Ok(Brought::by(emails, true, |email| email.documents.get().len()))
    }

    fn along(
        tx: &dyn Tx,
        ask: &Ask<'_>,
        _: &[EmailRecord],
        shown: &[EmailSubmission],
        include: &[&str],
    ) -> Result<Along> {
        email_submissions::along(tx, ask.account, shown, include)
    }
}
