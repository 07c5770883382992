//! `/documents`

use super::ask::{Ask, Includes};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::{PAGING, Paging, Reply};
use crate::error::Result;
use crate::http::Method;
use crate::resources::DocumentId;
use crate::service::rendering::{Along, documents};
use crate::store::{DocumentRecord, Tx};

const INCLUDES: Includes = Includes {
    // `current_extraction` is another name of the newest representation.
    served: &["account", "user", "last_document_representation", "current_extraction", "email_submission"],
    unserved: &["shipments", "cargos"],
};

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(ask),
        ([id], Method::Get) => get(ask, &DocumentId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn list(ask: &Ask<'_>) -> Result<Reply> {
    let (_, include, paging) = together!(
        taken = ask.takes(&[&["include"], &PAGING]),
        include = ask.include(&INCLUDES),
        paging = Paging::of(&ask.query),
    )?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let records = tx.documents(ask.account, &paging.slice())?;
        let total = tx.count_documents(ask.account)?;
        let found = records.iter().cloned().map(documents::resource).collect();
        Reply::list(ask, &paging, found, total, |shown| along(tx, ask, &records[..shown.len()], &include))
    })
}

fn get(ask: &Ask<'_>, id: &DocumentId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = ask.include(&INCLUDES))?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let record = tx.document(ask.account, id)?.filter(|record| record.discarded_at.is_none());
        let record = record.ok_or_else(|| not_found("document", id))?;
        let along = along(tx, ask, std::slice::from_ref(&record), &include)?;
        Ok(Reply::one(ask, 200, &documents::resource(record), along))
    })
}

fn along(tx: &dyn Tx, ask: &Ask<'_>, shown: &[DocumentRecord], include: &[&str]) -> Result<Option<Along>> {
    (!include.is_empty()).then(|| documents::along(tx, ask.account, shown, include)).transpose()
}
