//! `/documents`

use super::context::{Includes, RequestContext};
use super::family::{self, Family};
use super::refusals::{no_such_path, wrong_method};
use super::reply::Reply;
use crate::error::Result;
use crate::http::Method;
use crate::resources::{Document, DocumentId};
use crate::service::rendering::{Along, documents};
use crate::store::{DocumentRecord, Slice, Tx};

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => family::list(context, |_| Ok(Documents)),
        ([id], Method::Get) => get(context, &DocumentId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn get(context: &RequestContext<'_>, id: &DocumentId) -> Result<Reply> {
    family::get::<Documents>(context, id, |tx| {
        Ok(tx.document(context.account, id)?.filter(|record| record.discarded_at.is_none()))
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

    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<DocumentRecord>, u64)> {
        Ok((tx.documents(context.account, slice)?, tx.count_documents(context.account)?))
    }

    fn resources(_: &dyn Tx, _: &RequestContext<'_>, records: &[DocumentRecord]) -> Result<Vec<Document>> {
        Ok(records.iter().cloned().map(documents::resource).collect())
    }

    fn along(
        tx: &dyn Tx,
        context: &RequestContext<'_>,
        records: &[DocumentRecord],
        _: &[Document],
        include: &[&str],
    ) -> Result<Along> {
        documents::along(tx, context.account, records, include)
    }
}
