//! Renders documents and their extracted data.

use super::document_links::{self, DocumentLinks};
use super::included::{IncludedResource, Related};
use super::links::own_link;
use super::{accounts, containers, shipments};
use crate::documents::find::remove_from_missing;
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{Document, DocumentRepresentation};
use crate::store::{DocumentRecord, Tx};

pub(in crate::service) fn resource(tx: &Tx<'_>, record: &DocumentRecord) -> Result<Document> {
    Ok(with_links(record, &document_links::find(tx, record)?))
}

pub(in crate::service) fn with_links(record: &DocumentRecord, linked: &DocumentLinks) -> Document {
    let mut extra = own_link("documents", &record.document.id);
    if let (Some(this), Some(_)) = (&extra.links.this, &record.content) {
        let download = format!("{this}/download_url");
        extra.links.other.insert("download".to_owned(), download.into());
    }
    let document = Document {
        extra,
        shipments: ToMany::to(&linked.shipments),
        cargos: ToMany::to(&linked.cargos),
        ..record.document.clone()
    };
    document.into_full_form()
}

/// The extracted data. Values that a user set replace extracted ones.
pub(in crate::service) fn representation(record: &DocumentRecord) -> Option<DocumentRepresentation> {
    let mut representation = record.representation.clone()?;
    if let Some(manual) = &record.manual {
        let payload = representation.payload.get_or_insert_default();
        remove_from_missing(payload, |member| manual.get(member).is_some_and(|value| !value.is_null()));
        payload.extend(manual.clone());
        payload.retain(|_, value| !value.is_null());
        representation.updated_at = record.document.updated_at.clone();
    }
    Some(representation)
}

pub(in crate::service) fn add_related(
    related: &mut Related<'_>,
    records: &[DocumentRecord],
    shown: &[Document],
    include: &[&str],
) -> Result<()> {
    let (tx, account) = (related.tx, related.account);
    if include.contains(&"account") && !records.is_empty() {
        accounts::add(related)?;
    }
    if include.contains(&"user") {
        accounts::add_users(related, records.iter().filter_map(|record| record.document.user.id()))?;
    }
    if include.iter().any(|path| ["last_document_representation", "current_extraction"].contains(path)) {
        related.set.extend(records.iter().filter_map(representation).map(IncludedResource::of));
    }
    if include.contains(&"email_submission") {
        for id in records.iter().filter_map(|record| record.email.as_ref()) {
            related.set.find(id, || Ok(tx.email(account, id)?.map(|email| email.submission.into_short_form())))?;
        }
    }
    if include.contains(&"shipments") {
        shipments::add(related, shown.iter().flat_map(|document| document.shipments.ids()))?;
    }
    if include.contains(&"cargos") {
        for id in shown.iter().flat_map(|document| document.cargos.ids()) {
            related
                .set
                .find(&id, || tx.container(account, &id)?.map(|found| containers::resource(tx, found)).transpose())?;
        }
    }
    Ok(())
}
