//! Attributes on their way to the service.

use std::ffi::c_char;
use std::sync::{Mutex, PoisonError};

use shiptrack::client::{Arguments, NewTrackingRequest, NewWebhook, TrackingRequestUpdate, WebhookUpdate};
use shiptrack::error::Quoted;
use shiptrack::jsonapi::Members;
use shiptrack::resources::{Body, DeliveryHeader, EventName, Field, Operation, Shape};
use shiptrack::serde_json::{self, Value};
use shiptrack::webhooks::validate_headers;

use crate::boundary::{Error, Failure, Handle, Out, call, free, lend, no_json, object, required_text};

/// Attributes of a resource that is to be created or changed, by their names on the wire. What is not named stays as
/// it is, or gets its default. The functions that take one copy it, so it may be used again and freed afterwards.
///
/// | What is made or changed | Attributes |
/// |---|---|
/// | a tracking request that is created | `ref_numbers`, `shipment_tags` (lists), `customer` (the id of a party), `initial_custom_fields` (JSON) |
/// | a tracking request that is changed | `ref_numbers`, `shipment_tags` (lists), `ref_number` (a text: what the hosted service documents) |
/// | a shipment | `ref_numbers`, `tags` (lists) |
/// | a webhook | `active` (a flag), `events` (a list), headers; `url` when it is changed |
///
/// Any other is refused by the function that is given the draft, with SHIPTRACK_ERROR_INVALID and its name as the pointer,
/// and so is one of the wrong shape. What a later version of the service takes goes through shiptrack_client_send().
///
/// Ownership: yours; free it with shiptrack_draft_free().
/// Threads: any number may use it at a time.
pub struct Draft {
    _private: [u8; 0],
}

object!(Draft, "shiptrack_draft", 0x07, DraftBody);

/// What was set.
#[derive(Default)]
pub struct DraftBody(Mutex<Members>);

/// The attributes behind a pointer that may be NULL.
pub(crate) fn attributes(draft: *const Draft) -> Result<Members, Failure> {
    if draft.is_null() {
        return Ok(Members::new());
    }
    Ok(lend::<DraftBody>(draft)?.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

fn change(
    draft: *const Draft,
    error: *mut *mut Error,
    change: impl FnOnce(&mut Members) -> Result<(), Failure>,
) -> i32 {
    call(error, || change(&mut lend::<DraftBody>(draft)?.0.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// The name of an attribute, which has one.
fn named<'a>(name: *const c_char) -> Result<&'a str, Failure> {
    match required_text(name, "name")? {
        "" => Err(Failure::argument("name", "the name of the attribute is empty")),
        name => Ok(name),
    }
}

/// Makes one without attributes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_new(draft: *mut *mut Draft, error: *mut *mut Error) -> i32 {
    call(error, || {
        Out::required(draft, "draft")?.set(Handle::give(DraftBody::default()));
        Ok(())
    })
}

/// Sets an attribute to a text.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_text(
    draft: *const Draft,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members| {
        members.insert(named(name)?.to_owned(), required_text(value, "value")?.into());
        Ok(())
    })
}

/// Sets an attribute to true (any number but 0) or false.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_flag(
    draft: *const Draft,
    name: *const c_char,
    value: i32,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members| {
        members.insert(named(name)?.to_owned(), (value != 0).into());
        Ok(())
    })
}

/// Adds a text to an attribute that is a list: `ref_numbers`, `shipment_tags`, `tags`, `events`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_add(
    draft: *const Draft,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members| {
        let (name, value) = (named(name)?, required_text(value, "value")?);
        match members.entry(name).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(items) => items.push(value.into()),
            other => {
                let (name, set) = (Quoted(name), shown(other));
                let detail = format!(
                    "{name} was set to {set}, so nothing can be added to it: use shiptrack_draft_add() for every entry"
                );
                return Err(Failure::argument("name", detail));
            }
        }
        Ok(())
    })
}

/// Adds a header that is sent along with every delivery of a webhook. One that a service refuses whatever else is set, for
/// its name (`Host`, or not a name of a header) or its value (a line break), is refused here, with SHIPTRACK_ERROR_INVALID
/// and `name` or `value` as the pointer.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_header(
    draft: *const Draft,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members| {
        let header = delivery_header(required_text(name, "name")?, required_text(value, "value")?)?;
        let headers = members.entry("headers").or_insert_with(|| Value::Array(Vec::new()));
        match headers {
            Value::Array(headers) => headers.push(serde_json::json!(header)),
            _ => return Err(Failure::argument("draft", "headers was set to something that is not a list of headers")),
        }
        Ok(())
    })
}

/// Sets an attribute to any JSON value.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_json(
    draft: *const Draft,
    name: *const c_char,
    json: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members| {
        let value: Value = serde_json::from_str(required_text(json, "json")?).map_err(|problem| no_json(&problem))?;
        members.insert(named(name)?.to_owned(), value);
        Ok(())
    })
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_free(draft: *mut Draft) {
    free::<DraftBody>(draft);
}

/// A header as the service would check it, refused by the names that its parts have here.
fn delivery_header(name: &str, value: &str) -> Result<DeliveryHeader, Failure> {
    validate_headers(&[(name.to_owned(), value.to_owned())]).map_err(|refusal| {
        let part = refusal.pointer().and_then(|pointer| pointer.rsplit('/').next()).unwrap_or("name").to_owned();
        Failure::renamed(&part, &refusal)
    })?;
    Ok(DeliveryHeader { name: name.to_owned(), value: value.to_owned() })
}

/// What was set for an attribute, and what had to be.
fn wrong(name: &str, expected: &str, value: &Value) -> Failure {
    Failure::argument(name, format!("{name} is {expected}, not {}", shown(value)))
}

/// A value as it is repeated.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("the text {}", Quoted(text)),
        other => other.to_string().chars().take(60).collect(),
    }
}

fn list(name: &str, value: &Value) -> Result<Vec<String>, Failure> {
    let texts = value.as_array().map(|items| items.iter().map(|item| item.as_str().map(str::to_owned)).collect());
    texts.flatten().ok_or_else(|| wrong(name, "a list of texts, each added by shiptrack_draft_add()", value))
}

fn text<'v>(name: &str, value: &'v Value) -> Result<&'v str, Failure> {
    value.as_str().ok_or_else(|| wrong(name, "a text, set by shiptrack_draft_text()", value))
}

fn flag(name: &str, value: &Value) -> Result<bool, Failure> {
    value.as_bool().ok_or_else(|| wrong(name, "true or false, set by shiptrack_draft_flag()", value))
}

/// An attribute that is not among those of `what`, which are refused rather than sent and passed over there.
fn unknown(what: &str, name: &str, known: &[&str]) -> Failure {
    let known = known.join(", ");
    Failure::argument(name, format!("{what} has no attribute {} to set; there are {known}", Quoted(name)))
}

/// Adds what a draft has to the arguments of an operation that is made from the description.
pub(crate) fn apply(operation: &Operation, draft: *const Draft, arguments: Arguments) -> Result<Arguments, Failure> {
    attributes(draft)?.into_iter().try_fold(arguments, |arguments, (name, value)| {
        let field = operation.fields().iter().find(|known| !known.required && known.name == name);
        let link = operation.links().iter().find(|known| !known.required && known.name == name);
        match (field, link) {
            (Some(field), _) => {
                check(field, &value)?;
                Ok(arguments.field(name, value))
            }
            (_, Some(link)) => Ok(arguments.link(name.as_str(), link.targets[0], text(&name, &value)?)),
            _ => Err(unknown(&what_of(operation), &name, &known_to(operation))),
        }
    })
}

/// What is made or changed by an operation.
fn what_of(operation: &Operation) -> String {
    let kind = match operation.body {
        Body::Document(kind, ..) => kind.replace('_', " "),
        _ => operation.name.replace('_', " "),
    };
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let verb = if operation.method == "POST" { "created" } else { "changed" };
    format!("{article} {kind} that is {verb}")
}

/// The names that a draft for an operation may have.
fn known_to(operation: &Operation) -> Vec<&'static str> {
    let fields = operation.fields().iter().filter(|known| !known.required).map(|known| known.name);
    fields.chain(operation.links().iter().filter(|known| !known.required).map(|known| known.name)).collect()
}

/// Refuses a value that is not of its field's shape.
fn check(field: &Field, value: &Value) -> Result<(), Failure> {
    let (fits, expected) = match field.shape {
        Shape::List(Shape::Text) => return list(field.name, value).map(drop),
        Shape::Flag => return flag(field.name, value).map(drop),
        Shape::List(_) => (value.is_array(), "a list, set by shiptrack_draft_json()"),
        Shape::Integer => (value.is_i64() || value.is_u64(), "a whole number, set by shiptrack_draft_json()"),
        Shape::Number => (value.is_number(), "a number, set by shiptrack_draft_json()"),
        Shape::Object | Shape::Structure(_) => {
            (value.is_object() || value.is_null(), "an object, set by shiptrack_draft_json()")
        }
        Shape::Any => (true, "any value"),
        _ => (value.is_string() || value.is_null(), "a text, set by shiptrack_draft_text()"),
    };
    if fits { Ok(()) } else { Err(wrong(field.name, expected, value)) }
}

pub(crate) fn tracking_request(new: NewTrackingRequest, draft: Members) -> Result<NewTrackingRequest, Failure> {
    const KNOWN: [&str; 4] = ["ref_numbers", "shipment_tags", "customer", "initial_custom_fields"];
    draft.into_iter().try_fold(new, |new, (name, value)| match name.as_str() {
        "ref_numbers" => Ok(new.ref_numbers(list(&name, &value)?)),
        "shipment_tags" => Ok(new.shipment_tags(list(&name, &value)?)),
        "customer" => Ok(new.customer(text(&name, &value)?)),
        "initial_custom_fields" => Ok(new.attribute(name, value)),
        _ => Err(unknown("a tracking request that is created", &name, &KNOWN)),
    })
}

pub(crate) fn tracking_request_update(draft: Members) -> Result<TrackingRequestUpdate, Failure> {
    const KNOWN: [&str; 3] = ["ref_numbers", "ref_number", "shipment_tags"];
    draft.into_iter().try_fold(TrackingRequestUpdate::new(), |update, (name, value)| match name.as_str() {
        "ref_numbers" => Ok(update.ref_numbers(list(&name, &value)?)),
        "ref_number" => Ok(update.attribute("ref_number", text(&name, &value)?)),
        "shipment_tags" => Ok(update.attribute("shipment_tags", list(&name, &value)?)),
        _ => Err(unknown("a tracking request that is changed", &name, &KNOWN)),
    })
}

fn headers(value: Value) -> Result<Vec<DeliveryHeader>, Failure> {
    const EXPECTED: &str = "a list of objects with name and value, each added by shiptrack_draft_header()";
    // What was given is not shown: a header may be a secret.
    serde_json::from_value(value).map_err(|_| Failure::argument("headers", format!("headers is {EXPECTED}")))
}

fn events(value: &Value) -> Result<Vec<EventName>, Failure> {
    Ok(list("events", value)?.iter().map(|name| EventName::parse(name)).collect())
}

pub(crate) fn webhook(url: &str, draft: Members) -> Result<NewWebhook, Failure> {
    const KNOWN: [&str; 3] = ["active", "events", "headers"];
    draft.into_iter().try_fold(NewWebhook::new(url), |new, (name, value)| match name.as_str() {
        "active" => Ok(new.active(flag(&name, &value)?)),
        "events" => Ok(new.events(events(&value)?)),
        "headers" => Ok(new.headers(headers(value)?)),
        _ => Err(unknown("a webhook that is created", &name, &KNOWN)),
    })
}

pub(crate) fn webhook_update(draft: Members) -> Result<WebhookUpdate, Failure> {
    const KNOWN: [&str; 4] = ["url", "active", "events", "headers"];
    draft.into_iter().try_fold(WebhookUpdate::new(), |update, (name, value)| match name.as_str() {
        "url" => Ok(update.url(text(&name, &value)?)),
        "active" => Ok(update.active(flag(&name, &value)?)),
        "events" => Ok(update.events(events(&value)?)),
        "headers" => Ok(update.headers(headers(value)?)),
        _ => Err(unknown("a webhook that is changed", &name, &KNOWN)),
    })
}
