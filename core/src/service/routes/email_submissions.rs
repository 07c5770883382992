//! `/email_submissions`

use super::ask::{Ask, Includes};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::{MOST_INCLUDED, PAGING, Paging, Reply};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{EmailSubmission, EmailSubmissionId};
use crate::service::rendering::email_submissions;

const INCLUDES: Includes =
    Includes { served: &["account", "user", "documents", "documents.last_document_representation"], unserved: &[] };

/// What is included unless the client asks for something else.
const BY_DEFAULT: [&str; 2] = ["documents", "documents.last_document_representation"];

pub(super) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => list(ask),
        ([id], Method::Get) => get(ask, &EmailSubmissionId::new(id)),
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn list(ask: &Ask<'_>) -> Result<Reply> {
    let (_, include, paging) = together!(
        taken = ask.takes(&[&["include"], &PAGING]),
        include = include(ask),
        paging = Paging::of(&ask.query),
    )?;
    ask.engine.store.reading(|tx| {
        let found = tx.emails(ask.account, &paging.slice())?;
        let total = tx.count_emails(ask.account)?;
        let found = found.into_iter().map(|record| email_submissions::resource(tx, record)).collect::<Result<_>>()?;
        let documents = |email: &EmailSubmission| email.documents.get().len();
        Reply::list_with(ask, &paging, found, total, (documents, MOST_INCLUDED), |shown| {
            email_submissions::along(tx, ask.account, shown, &include).map(Some)
        })
    })
}

fn get(ask: &Ask<'_>, id: &EmailSubmissionId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = include(ask))?;
    ask.engine.store.reading(|tx| {
        let record = tx.email(ask.account, id)?.ok_or_else(|| not_found("email submission", id))?;
        let email = email_submissions::resource(tx, record)?;
        let along = email_submissions::along(tx, ask.account, std::slice::from_ref(&email), &include)?;
        Ok(Reply::one(ask, 200, &email, Some(along)))
    })
}

fn include<'a>(ask: &'a Ask<'_>) -> Result<Vec<&'a str>> {
    Ok(ask.include(&INCLUDES)?.unwrap_or_else(|| BY_DEFAULT.to_vec()))
}
