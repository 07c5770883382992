//! Documents, with what was read out of them.

use super::accounts;
use super::included::{Along, Included};
use super::links::own_link;
use crate::error::Result;
use crate::resources::{AccountId, Document};
use crate::store::{DocumentRecord, Tx};

/// The document as its own endpoint tells it.
pub(in crate::service) fn resource(record: DocumentRecord) -> Document {
    Document { extra: own_link("documents", &record.document.id), ..record.document }.full()
}

/// What comes along with documents.
pub(in crate::service) fn along(
    tx: &dyn Tx,
    account: &AccountId,
    records: &[DocumentRecord],
    include: &[&str],
) -> Result<Along> {
    let mut along = Along::default();
    if include.contains(&"account") && !records.is_empty() {
        accounts::add(&mut along, tx, account)?;
    }
    if include.contains(&"user") {
        accounts::add_users(&mut along, records.iter().filter_map(|record| record.document.user.id()))?;
    }
    if include.iter().any(|path| ["last_document_representation", "current_extraction"].contains(path)) {
        along.extend(records.iter().filter_map(|record| record.representation.as_ref()).map(Included::of));
    }
    if include.contains(&"email_submission") {
        for id in records.iter().filter_map(|record| record.email.as_ref()) {
            along.find(id, || Ok(tx.email(account, id)?.map(|email| email.submission.short())))?;
        }
    }
    Ok(along)
}
