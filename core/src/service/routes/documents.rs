//! `/documents`

use super::ask::{Ask, Includes};
use super::family::{self, Family};
use super::refusals::{no_such_path, wrong_method};
use super::reply::Reply;
use crate::error::Result;
use crate::http::Method;
use crate::resources::{Document, DocumentId};
use crate::service::rendering::{Along, documents};
use crate::store::{DocumentRecord, Slice, Tx};

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(ask, |_| Ok(Documents)),
        ([id], Method::Get) => get(ask, &DocumentId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn get(ask: &Ask<'_>, id: &DocumentId) -> Result<Reply> {
    family::get::<Documents>(ask, id, |tx| {
        Ok(tx.document(ask.account, id)?.filter(|record| record.discarded_at.is_none()))
    })
}

struct Documents;

impl Family for Documents {
    const NAME: &'static str = "document";
    const INCLUDES: Includes = Includes {
        // `current_extraction` is another name of the newest representation.
        served: &["account", "user", "last_document_representation", "current_extraction", "email_submission"],
        unserved: &["shipments", "cargos"],
        by_default: &[],
    };

    type Record = DocumentRecord;
    type Resource = Document;

    fn page(&self, tx: &dyn Tx, ask: &Ask<'_>, slice: &Slice) -> Result<(Vec<DocumentRecord>, u64)> {
        Ok((tx.documents(ask.account, slice)?, tx.count_documents(ask.account)?))
    }

    fn resources(_: &dyn Tx, _: &Ask<'_>, records: &[DocumentRecord]) -> Result<Vec<Document>> {
        Ok(records.iter().cloned().map(documents::resource).collect())
    }

    fn along(
        tx: &dyn Tx,
        ask: &Ask<'_>,
        records: &[DocumentRecord],
        _: &[Document],
        include: &[&str],
    ) -> Result<Along> {
        documents::along(tx, ask.account, records, include)
    }
}
