//! Renders email submissions with their documents.

use super::included::{IncludedResource, Related};
use super::links::own_link;
use super::{accounts, documents, untracked_numbers};
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{EmailSubmission, Timestamp};
use crate::store::{EmailRecord, Tx};

pub(in crate::service) fn resource(tx: &Tx<'_>, record: EmailRecord) -> Result<EmailSubmission> {
    let documents = tx.document_ids_of(&record.account, &record.submission.id)?;
    let received_at = record.submission.created_at.as_ref().and_then(Timestamp::utc).unwrap_or_default();
    let untracked = untracked_numbers::find(tx, (&record.account, received_at), &record.numbers, &documents)?;
    let mut submission = record.submission;
    submission.documents_count = i64::try_from(documents.len()).ok();
    submission.documents = ToMany::to(&documents);
    submission.untracked_numbers = Some(untracked);
    submission.extra = own_link("email_submissions", &submission.id);
    Ok(submission.into_full_form())
}

pub(in crate::service) fn add_related(
    related: &mut Related<'_>,
    emails: &[EmailSubmission],
    include: &[&str],
) -> Result<()> {
    let representations = include.contains(&"documents.last_document_representation");
    if include.contains(&"account") && !emails.is_empty() {
        accounts::add(related)?;
    }
    if include.contains(&"user") {
        accounts::add_users(related, emails.iter().filter_map(|email| email.user.id()))?;
    }
    if representations || include.contains(&"documents") {
        for email in emails {
            for record in related.tx.documents_of(related.account, &email.id)? {
                let representation = documents::representation(&record).filter(|_| representations);
                let representation = representation.map(IncludedResource::of);
                related.set.add(IncludedResource::of(record.document.into_short_form()));
                related.set.extend(representation);
            }
        }
    }
    Ok(())
}
