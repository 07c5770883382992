//! `/documents` and `/document_schemas`

use serde_json::{Value, json};

use super::context::{Includes, RequestContext};
use super::family::{self, Family};
use super::payload::{Payload, Takes, document, pointer, wrong};
use super::problems::together;
use super::refusals::{no_such_path, not_found, wrong_method};
use super::reply::Reply;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::Method;
use crate::jsonapi::{MOST_NESTED, Members, is_shallow};
use crate::resources::{Document, DocumentId};
use crate::service::engine::{KINDS, documents as engine, may_be, schema as schema_of, wrong_value};
use crate::service::rendering::{Along, documents};
use crate::store::{DocumentFilter, DocumentOrder, DocumentRecord, Slice, Tx};

const NEW: Takes = Takes { attributes: &["name", "attached_document"], relationships: &[] };

const TYPE: &str = "document_type_manual";
const VALUES: &str = "extracted_data_manual";
const CHANGES: Takes = Takes { attributes: &[TYPE, VALUES], relationships: &[] };

/// Characters of the name of a document, and of a type a user gives it.
const LONGEST_NAME: usize = 255;

pub(super) fn route(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    use Method::{Delete, Get, Patch, Post};
    match (rest, method) {
        ([], Get) => family::list(context, Documents::of),
        ([], Post) => create(context),
        ([], other) => Err(wrong_method(other, &[Get, Post])),
        (["types"], Get) => types(context),
        (["types"], other) => Err(wrong_method(other, &[Get])),
        ([id], Get) => {
            family::get::<Documents>(context, id, |tx| engine::kept(tx, context.account, &DocumentId::new(id)))
        }
        ([id], Patch) => update(context, &DocumentId::new(id)),
        ([id], Delete) => delete(context, &DocumentId::new(id)),
        ([_], other) => Err(wrong_method(other, &[Get, Patch, Delete])),
        ([id, "download_url"], Get) => download_url(context, &DocumentId::new(id)),
        ([_, "download_url"], other) => Err(wrong_method(other, &[Get])),
        ([id, "reextract"], Post) => read_again(context, &DocumentId::new(id), false),
        ([id, "reclassify"], Post) => read_again(context, &DocumentId::new(id), true),
        ([id, "relink"], Post) => relink(context, &DocumentId::new(id)),
        ([id, "rotate"], Post) => rotate(context, &DocumentId::new(id)),
        ([_, "reextract" | "reclassify" | "relink" | "rotate"], other) => Err(wrong_method(other, &[Post])),
        _ => Err(no_such_path()),
    }
}

/// The schema of what is read out of documents of one type.
pub(super) fn schema(context: &RequestContext<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([id], Method::Get) => {
            context.takes(&[])?;
            let found = schema_of(id).ok_or_else(|| not_found("document schema", id))?;
            Ok(Reply::one(context, 200, &found, None))
        }
        ([_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    context.takes(&[])?;
    let mut payload = Payload::of_new::<Document>(context, &NEW)?;
    let (_, name, attached) = together!(
        taken = payload.taken().end(),
        name = payload.required("name").and_then(|name| not_too_long("name", name)),
        attached = payload.required("attached_document"),
    )?;
    let record = context.engine.create_document(context.account, name, attached)?;
    answer(context, 201, &record)
}

fn not_too_long<'n>(member: &str, text: &'n str) -> Result<&'n str> {
    match text.chars().count() > LONGEST_NAME {
        true => Err(Error::invalid(&pointer(member), format!("{member} has {LONGEST_NAME} characters at most"))),
        false => Ok(text),
    }
}

fn answer(context: &RequestContext<'_>, status: u16, record: &DocumentRecord) -> Result<Reply> {
    context.answer_done(|tx| Ok(Reply::one(context, status, &documents::resource(tx, record)?, None)))
}

/// What a user says of a document counts before what was found; null leaves it to the service again.
fn update(context: &RequestContext<'_>, id: &DocumentId) -> Result<Reply> {
    context.takes(&[])?;
    let mut payload = Payload::of_change::<Document>(context, id, &CHANGES)?;
    let (_, kind, values) = together!(
        taken = payload.taken().end(),
        kind = payload.text(TYPE).and_then(|kind| kind.map(|kind| not_too_long(TYPE, kind)).transpose()),
        values = values(&payload),
    )?;
    if let Some(kind) = kind
        && !may_be(kind, &found(context, id)?.document)
    {
        let known = KINDS.iter().map(|(code, _)| *code).collect::<Vec<_>>().join(", ");
        return Err(Error::invalid(
            &pointer(TYPE),
            format!("{} is not a type of document: there are {known}", Quoted(kind)),
        ));
    }
    let changed = context.engine.change_document(context.account, id, |record| {
        if payload.says(TYPE) {
            record.document.document_type_manual = kind.map(str::to_owned);
        }
        if payload.says(VALUES) {
            record.manual = values.clone();
        }
    })?;
    answer(context, 200, &changed.ok_or_else(|| not_found(Documents::NAME, id))?)
}

fn values(payload: &Payload) -> Result<Option<Members>> {
    match payload.value(VALUES) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(members)) if is_shallow(members) => match wrong_value(members) {
            None => Ok(Some(members.clone())),
            Some((name, wanted)) => {
                let detail = format!("{name} has to be {wanted}, or null, which takes away what was found");
                Err(Error::invalid(&format!("{}/{name}", pointer(VALUES)), detail))
            }
        },
        Some(Value::Object(_)) => {
            let detail = format!("{VALUES} is nested deeper than {MOST_NESTED} levels");
            Err(Error::invalid(&pointer(VALUES), detail))
        }
        Some(other) => Err(wrong(VALUES, "an object", other)),
    }
}

fn delete(context: &RequestContext<'_>, id: &DocumentId) -> Result<Reply> {
    context.takes(&[])?;
    match context.engine.discard_document(context.account, id)? {
        true => Ok(Reply::no_content(context)),
        false => Err(not_found(Documents::NAME, id)),
    }
}

fn types(context: &RequestContext<'_>) -> Result<Reply> {
    context.takes(&[])?;
    let types: Vec<Value> = KINDS.iter().map(|(code, label)| json!({ "code": code, "label": label })).collect();
    Ok(Reply::plain(context, 200, Members::from_iter([("document_types".to_owned(), types.into())])))
}

fn download_url(context: &RequestContext<'_>, id: &DocumentId) -> Result<Reply> {
    context.takes(&[])?;
    let record = found(context, id)?;
    if record.content.is_none() {
        return Err(Error::invalid("/data/id", "the document has no file"));
    }
    let url = format!("{}{}/{}", context.request.origin(), super::files::PATH, context.engine.link_to(&record));
    Ok(Reply::plain(context, 200, Members::from_iter([("download_url".to_owned(), url.into())])))
}

fn found(context: &RequestContext<'_>, id: &DocumentId) -> Result<DocumentRecord> {
    let found = context.engine.store.reading(|tx| engine::kept(tx, context.account, id))?;
    found.ok_or_else(|| not_found(Documents::NAME, id))
}

/// It is done when this is answered.
fn completed(context: &RequestContext<'_>) -> Reply {
    Reply::plain(context, 202, Members::from_iter([("status".to_owned(), "completed".into())]))
}

fn read_again(context: &RequestContext<'_>, id: &DocumentId, type_alone: bool) -> Result<Reply> {
    context.takes(&[])?;
    match context.engine.read_again(context.account, id, type_alone)? {
        true => Ok(completed(context)),
        false => Err(not_found(Documents::NAME, id)),
    }
}

/// Which shipments a document is of is found whenever it is told.
fn relink(context: &RequestContext<'_>, id: &DocumentId) -> Result<Reply> {
    context.takes(&[])?;
    found(context, id)?;
    Ok(completed(context))
}

fn rotate(context: &RequestContext<'_>, id: &DocumentId) -> Result<Reply> {
    context.takes(&[])?;
    found(context, id)?;
    let body = document(context.request)?;
    let detail = match body.get("degrees").and_then(Value::as_u64) {
        Some(90 | 180 | 270) => {
            "this service keeps files as they came, and turns no images: turn it before it is uploaded"
        }
        _ => "degrees is 90, 180 or 270",
    };
    Err(Error::invalid("/degrees", detail))
}

/// Which documents are asked for.
struct Documents(DocumentFilter);

impl Documents {
    fn of(context: &RequestContext<'_>) -> Result<Self> {
        let query = &context.query;
        let (order, is_ascending) = order(query.get("sort"))?;
        let types = query
            .get("filter[document_types]")
            .map(|types| types.split(',').map(str::trim).filter(|kind| !kind.is_empty()).map(str::to_owned).collect());
        Ok(Documents(DocumentFilter {
            file_name: query.get("filter[filename]").map(str::to_owned),
            reference: query.get("filter[reference]").map(str::to_owned),
            types,
            order,
            is_ascending,
        }))
    }
}

fn order(sort: Option<&str>) -> Result<(DocumentOrder, bool)> {
    let Some(sort) = sort else { return Ok((DocumentOrder::CreatedAt, false)) };
    let (name, is_ascending) = sort.strip_prefix('-').map_or((sort, true), |name| (name, false));
    let order = match name {
        "document_type" => DocumentOrder::DocumentType,
        "added_by" => DocumentOrder::AddedBy,
        "created_at" => DocumentOrder::CreatedAt,
        _ => {
            let detail = format!(
                "sort is document_type, added_by or created_at, with a - before it for the other way round, not {}",
                Quoted(sort)
            );
            return Err(Error::refused(ErrorKind::BadRequest, "sort", detail));
        }
    };
    Ok((order, is_ascending))
}

impl Family for Documents {
    const NAME: &'static str = "document";
    const TAKES: &'static [&'static str] =
        &["include", "sort", "filter[filename]", "filter[reference]", "filter[document_types]"];
    const INCLUDES: Includes = Includes {
        // `current_extraction` is another name of the newest representation.
        served: &[
            "account",
            "user",
            "last_document_representation",
            "current_extraction",
            "email_submission",
            "shipments",
            "cargos",
        ],
        by_default: &[],
    };

    type Record = DocumentRecord;
    type Resource = Document;

    fn page(&self, tx: &dyn Tx, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<DocumentRecord>, u64)> {
        Ok((tx.documents(context.account, &self.0, slice)?, tx.count_documents(context.account, &self.0)?))
    }

    fn resources(tx: &dyn Tx, _: &RequestContext<'_>, records: &[DocumentRecord]) -> Result<Vec<Document>> {
        records.iter().map(|record| documents::resource(tx, record)).collect()
    }

    fn along(
        tx: &dyn Tx,
        context: &RequestContext<'_>,
        records: &[DocumentRecord],
        shown: &[Document],
        include: &[&str],
    ) -> Result<Along> {
        documents::along(tx, context.account, records, shown, include)
    }
}
