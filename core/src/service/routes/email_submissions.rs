//! `/email_submissions`

use crate::error::Result;
use crate::http::Method;
use crate::resources::{EmailSubmission, EmailSubmissionId, User};
use crate::service::accounts;
use crate::service::asked::Includes;
use crate::service::mail;
use crate::service::problems::together;
use crate::service::reply::{Included, MOST_INCLUDED, PAGING, Paging, Reply};
use crate::service::router::{Ask, no_such_path, not_found, wrong_method};
use crate::store::Tx;

const INCLUDES: Includes =
    Includes { served: &["account", "user", "documents", "documents.last_document_representation"], unserved: &[] };

/// What is included unless the client asks for something else.
const BY_DEFAULT: [&str; 2] = ["documents", "documents.last_document_representation"];

pub(in crate::service) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
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
        let found = found.into_iter().map(|record| mail::resource(tx, record)).collect::<Result<_>>()?;
        let documents = |email: &EmailSubmission| email.documents.get().len();
        Reply::list_with(ask, &paging, found, total, (documents, MOST_INCLUDED), |shown| {
            included(tx, ask, shown, &include).map(Some)
        })
    })
}

fn get(ask: &Ask<'_>, id: &EmailSubmissionId) -> Result<Reply> {
    let (_, include) = together!(taken = ask.takes(&[&["include"]]), include = include(ask))?;
    ask.engine.store.reading(|tx| {
        let record = tx.email(ask.account, id)?.ok_or_else(|| not_found("email submission", id))?;
        let email = mail::resource(tx, record)?;
        let included = included(tx, ask, std::slice::from_ref(&email), &include)?;
        Ok(Reply::one(ask, 200, &email, Some(included)))
    })
}

fn include<'a>(ask: &'a Ask<'_>) -> Result<Vec<&'a str>> {
    Ok(ask.include(&INCLUDES)?.unwrap_or_else(|| BY_DEFAULT.to_vec()))
}

fn included(tx: &dyn Tx, ask: &Ask<'_>, emails: &[EmailSubmission], include: &[&str]) -> Result<Vec<Included>> {
    let representations = include.contains(&"documents.last_document_representation");
    let mut included = Vec::new();
    if include.contains(&"account") && !emails.is_empty() {
        included.extend(accounts::resource(tx, ask.account)?.map(Included::Account));
    }
    if include.contains(&"user") {
        let mut users: Vec<_> = emails.iter().filter_map(|email| email.user.id::<User>()).collect();
        users.sort();
        users.dedup();
        included.extend(users.into_iter().map(|id| Included::User(User { id, ..Default::default() })));
    }
    if representations || include.contains(&"documents") {
        for email in emails {
            for record in tx.documents_of(ask.account, &email.id)? {
                let representation = record.representation.clone().filter(|_| representations);
                included.push(Included::Document(record.document.short()));
                included.extend(representation.map(Included::Representation));
            }
        }
    }
    Ok(included)
}
