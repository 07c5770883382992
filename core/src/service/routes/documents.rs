//! `/documents`

use crate::error::Result;
use crate::http::Method;
use crate::resources::{DocumentId, User};
use crate::service::accounts;
use crate::service::asked::Includes;
use crate::service::mail;
use crate::service::problems::together;
use crate::service::reply::{Included, PAGING, Paging, Reply};
use crate::service::router::{Ask, no_such_path, not_found, wrong_method};
use crate::store::{DocumentRecord, Tx};

const INCLUDES: Includes = Includes {
    // `current_extraction` is another name of the newest representation.
    served: &["account", "user", "last_document_representation", "current_extraction", "email_submission"],
    unserved: &["shipments", "cargos"],
};

pub(in crate::service) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
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
        let found = records.iter().cloned().map(mail::document).collect();
        Reply::list(ask, &paging, found, total, |shown| included(tx, ask, &records[..shown.len()], &include))
    })
}

fn get(ask: &Ask<'_>, id: &DocumentId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = ask.include(&INCLUDES))?;
    let include = include.unwrap_or_default();
    ask.engine.store.reading(|tx| {
        let record = tx.document(ask.account, id)?.filter(|record| record.discarded_at.is_none());
        let record = record.ok_or_else(|| not_found("document", id))?;
        let included = included(tx, ask, std::slice::from_ref(&record), &include)?;
        Ok(Reply::one(ask, 200, &mail::document(record), included))
    })
}

fn included(tx: &dyn Tx, ask: &Ask<'_>, records: &[DocumentRecord], include: &[&str]) -> Result<Option<Vec<Included>>> {
    if include.is_empty() {
        return Ok(None);
    }
    let mut included = Vec::new();
    if include.contains(&"account") && !records.is_empty() {
        included.extend(accounts::resource(tx, ask.account)?.map(Included::Account));
    }
    if include.contains(&"user") {
        let mut users: Vec<_> = records.iter().filter_map(|record| record.document.user.id::<User>()).collect();
        users.sort();
        users.dedup();
        included.extend(users.into_iter().map(|id| Included::User(User { id, ..Default::default() })));
    }
    if include.iter().any(|path| ["last_document_representation", "current_extraction"].contains(path)) {
        let found = records.iter().filter_map(|record| record.representation.clone());
        included.extend(found.map(Included::Representation));
    }
    if include.contains(&"email_submission") {
        let mut ids: Vec<_> = records.iter().filter_map(|record| record.email.clone()).collect();
        ids.sort();
        ids.dedup();
        for id in ids {
            included.extend(tx.email(ask.account, &id)?.map(|email| Included::Email(email.submission.short())));
        }
    }
    Ok(Some(included))
}
