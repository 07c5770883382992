//! Handlers of `/documents` and `/document_schemas`.

use serde_json::{Value, json};

use super::context::RequestContext;
use super::family::{self, Family};
use super::payload::{Payload, members, pointer, wrong_type};
use super::problems::combine;
use super::refusals::not_found;
use super::reply::{Handlers, Reply};
use crate::error::{Error, Quoted, Result};
use crate::jsonapi::{MAX_NESTING, Members, Resource, is_shallow};
use crate::resources::{Document, DocumentId, DocumentSchema, STORED_FILES};
use crate::service::engine::mail::document_schemas::{
    DOCUMENT_TYPES, is_valid_type, schema as schema_of, unknown_member, wrong_value,
};
use crate::service::engine::mail::documents as engine;
use crate::service::rendering::{Related, documents};
use crate::store::{DocumentFilter, DocumentOrder, DocumentRecord, Slice, Tx};

const TYPE: &str = "document_type_manual";
const VALUES: &str = "extracted_data_manual";

const LONGEST_NAME: usize = 255;

pub(super) const HANDLERS: Handlers = &[
    ("list", |context| family::list(context, Documents::of)),
    ("create", create),
    ("types", types),
    ("get", family::get::<Documents>),
    ("update", update),
    ("delete", delete),
    ("download_url", download_url),
    ("reextract", |context| read_again(context, false)),
    ("reclassify", |context| read_again(context, true)),
    ("relink", relink),
    ("rotate", rotate),
];

pub(super) const SCHEMA_HANDLERS: Handlers = &[("get", schema)];

fn schema(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.argument(0);
    let found = schema_of(id).ok_or_else(|| not_found(DocumentSchema::TYPE, id))?;
    Ok(Reply::one(context, 200, found))
}

fn create(context: &RequestContext<'_>) -> Result<Reply> {
    let payload = Payload::of_new::<Document>(context)?;
    let (_, name, attached) = combine!(
        taken = payload.check_members(),
        name = payload.short_text("name", LONGEST_NAME),
        attached = payload.required("attached_document"),
    )?;
    let record = context.engine.create_document(context.account, &name, attached)?;
    family::written::<Documents>(context, 201, &record)
}

/// Sets the type and the values that the user chose instead of the extracted ones. Null restores the extracted ones.
fn update(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let payload = family::change::<Documents>(context, &id)?;
    let (_, kind, values) = combine!(
        taken = payload.check_members(),
        kind = payload.optional_text(TYPE, LONGEST_NAME),
        values = values(&payload),
    )?;
    let record = existing(context)?;
    if let Some((name, known)) = values.as_ref().and_then(|values| unknown_member(values, &record)) {
        let detail = format!("{} is not a member of extracted data. Did you mean `{known}`?", Quoted(name));
        return Err(Error::invalid(&format!("{}/{name}", pointer(VALUES)), detail));
    }
    if let Some(kind) = &kind
        && !is_valid_type(kind, &record.document)
    {
        let names = DOCUMENT_TYPES.iter().map(|(code, _)| *code).collect::<Vec<_>>().join(", ");
        return Err(Error::invalid(
            &pointer(TYPE),
            format!("{} is not a document type; use one of {names}", Quoted(kind)),
        ));
    }
    let changed = context.engine.change_document(context.account, &id, |record| {
        if payload.has_attribute(TYPE) {
            record.document.document_type_manual.clone_from(&kind);
        }
        if payload.has_attribute(VALUES) {
            record.manual = values.clone();
        }
    })?;
    family::written::<Documents>(context, 200, &changed.ok_or_else(|| not_found(Document::TYPE, &id))?)
}

fn values(payload: &Payload) -> Result<Option<Members>> {
    match payload.value(VALUES) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(members)) if is_shallow(members) => match wrong_value(members) {
            None => Ok(Some(members.clone())),
            Some((name, wanted)) => {
                let detail = format!("{name} must be {wanted}, or null to remove the extracted value");
                Err(Error::invalid(&format!("{}/{name}", pointer(VALUES)), detail))
            }
        },
        Some(Value::Object(_)) => {
            let detail = format!("{VALUES} is nested more than {MAX_NESTING} levels deep");
            Err(Error::invalid(&pointer(VALUES), detail))
        }
        Some(other) => Err(wrong_type(VALUES, "an object", other)),
    }
}

fn delete(context: &RequestContext<'_>) -> Result<Reply> {
    let id = context.id();
    let removed = context.engine.discard_document(context.account, &id)?;
    removed.then(|| Reply::no_content(context)).ok_or_else(|| not_found(Document::TYPE, &id))
}

fn types(context: &RequestContext<'_>) -> Result<Reply> {
    let types: Vec<Value> =
        DOCUMENT_TYPES.iter().map(|(code, label)| json!({ "code": code, "label": label })).collect();
    Ok(Reply::plain(context, 200, json!({ "document_types": types })))
}

fn download_url(context: &RequestContext<'_>) -> Result<Reply> {
    let record = existing(context)?;
    if record.content.is_none() {
        return Err(Error::invalid("/data/id", "the document has no file"));
    }
    let url = format!("{}{STORED_FILES}{}", context.request.origin(), context.engine.link_to(&record));
    Ok(Reply::plain(context, 200, json!({ "download_url": url })))
}

fn existing(context: &RequestContext<'_>) -> Result<DocumentRecord> {
    context.engine.store.reading(|tx| family::existing::<Documents>(tx, context, &context.id()))
}

/// The response of operations that the hosted service does later, and this service later or at once.
fn accepted(context: &RequestContext<'_>) -> Reply {
    Reply::plain(context, 202, json!({ "status": "accepted" }))
}

fn read_again(context: &RequestContext<'_>, type_alone: bool) -> Result<Reply> {
    let id = context.id();
    let found = context.engine.read_again(context.account, &id, type_alone)?;
    found.then(|| accepted(context)).ok_or_else(|| not_found(Document::TYPE, &id))
}

/// Does nothing: the shipments of a document are found whenever it is read.
fn relink(context: &RequestContext<'_>) -> Result<Reply> {
    existing(context)?;
    Ok(accepted(context))
}

fn rotate(context: &RequestContext<'_>) -> Result<Reply> {
    existing(context)?;
    let body = members(context)?;
    match body.get("degrees").and_then(Value::as_u64) {
        Some(90 | 180 | 270) => {
            let detail = "this service does not rotate files: rotate the file before you upload it";
            context.warn("ignored", "/degrees", detail);
            Ok(accepted(context))
        }
        _ => Err(Error::invalid("/degrees", "degrees must be 90, 180 or 270")),
    }
}

struct Documents(DocumentFilter);

impl Documents {
    fn of(context: &RequestContext<'_>) -> Result<Self> {
        let (order, is_ascending) = order(context)?;
        let types = context
            .parameter("filter[document_types]")
            .map(|types| types.split(',').map(str::trim).filter(|kind| !kind.is_empty()).map(str::to_owned).collect());
        Ok(Documents(DocumentFilter {
            file_name: context.parameter("filter[filename]").map(str::to_owned),
            reference: context.parameter("filter[reference]").map(str::to_owned),
            types,
            order,
            is_ascending,
        }))
    }
}

fn order(context: &RequestContext<'_>) -> Result<(DocumentOrder, bool)> {
    let expected = "must be document_type, added_by or created_at, with a leading - for descending order";
    let order = context.read("sort", expected, |sort| {
        let (name, is_ascending) = sort.strip_prefix('-').map_or((sort, true), |name| (name, false));
        let order = match name {
            "document_type" => DocumentOrder::DocumentType,
            "added_by" => DocumentOrder::AddedBy,
            "created_at" => DocumentOrder::CreatedAt,
            _ => return None,
        };
        Some((order, is_ascending))
    })?;
    Ok(order.unwrap_or((DocumentOrder::CreatedAt, false)))
}

impl Family for Documents {
    type Record = DocumentRecord;
    type Resource = Document;

    fn page(&self, tx: &Tx<'_>, context: &RequestContext<'_>, slice: &Slice) -> Result<(Vec<DocumentRecord>, u64)> {
        Ok((tx.documents(context.account, &self.0, slice)?, tx.count_documents(context.account, &self.0)?))
    }

    fn find(tx: &Tx<'_>, context: &RequestContext<'_>, id: &DocumentId) -> Result<Option<DocumentRecord>> {
        engine::live_document(tx, context.account, id)
    }

    fn resources(tx: &Tx<'_>, _: &RequestContext<'_>, records: &[DocumentRecord]) -> Result<Vec<Document>> {
        records.iter().map(|record| documents::resource(tx, record)).collect()
    }

    fn add_related(
        related: &mut Related<'_>,
        _: &RequestContext<'_>,
        records: &[DocumentRecord],
        shown: &[Document],
        include: &[&str],
    ) -> Result<()> {
        documents::add_related(related, records, shown, include)
    }
}
