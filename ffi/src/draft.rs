//! Attributes of a resource that is created or updated.

use std::ffi::c_char;

use shiptrack::client::{Arguments, NewTrackingRequest, NewWebhook, TrackingRequestUpdate};
use shiptrack::error::Quoted;
use shiptrack::jsonapi::Members;
use shiptrack::resources::{Body, DeliveryHeader, Field, Link, Operation, Shape, operation};
use shiptrack::serde_json::{self, Value};
use shiptrack::webhooks::validate_headers;

use crate::boundary::{
    Error, Failure, LockCell, SHIPTRACK_ERROR_INTERNAL, change, copied, free, invalid_json, make, object, required_text,
};

/// Attributes of a resource that is to be created or updated, by their names in the interface. On an update, attributes
/// that are not set do not change; on creation, they get their defaults. The functions that take a draft copy it, so
/// you may reuse and free it.
///
/// | Resource | Attributes |
/// |---|---|
/// | a tracking request that is created | `ref_numbers`, `shipment_tags` (lists), `customer` (the id of a party), `initial_custom_fields` (JSON), `allow_wrong_check_digit` (a flag) |
/// | a tracking request that is updated | `ref_numbers`, `shipment_tags` (lists), `ref_number` (a text; the name that the hosted service documents) |
/// | a shipment | `ref_numbers`, `tags` (lists) |
/// | a webhook | `active` (a flag), `events` (a list), headers; `url` when it is updated |
///
/// The comments of the other functions list their attributes. A function rejects an attribute that it does not take, or
/// whose value has another type, with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the attribute.
/// To send attributes that this version does not know, use shiptrack_client_send().
///
/// Ownership: yours; free it with shiptrack_draft_free().
/// Threads: any number of threads may use it at the same time.
pub struct Draft(());

object!(Draft, "shiptrack_draft", 0x07, LockCell<Members>);

fn required_name<'a>(name: *const c_char) -> Result<&'a str, Failure> {
    match required_text(name, "name")? {
        "" => Err(Failure::argument("name", "the name of the attribute is empty")),
        name => Ok(name),
    }
}

/// Creates a draft without attributes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_new(draft: *mut *mut Draft, error: *mut *mut Error) -> i32 {
    make::<Members>(draft, "draft", error)
}

/// Sets the attribute `name` to a text.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_text(
    draft: *const Draft,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members: &mut Members| {
        Ok(members.insert(required_name(name)?.to_owned(), required_text(value, "value")?.into()))
    })
}

/// Sets the attribute `name` to true (`value` is not 0) or false (0).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_flag(
    draft: *const Draft,
    name: *const c_char,
    value: i32,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members: &mut Members| {
        Ok(members.insert(required_name(name)?.to_owned(), (value != 0).into()))
    })
}

/// Appends a text to the attribute `name`, which is a list: `ref_numbers`, `shipment_tags`, `tags`, `events`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_add(
    draft: *const Draft,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members: &mut Members| {
        let (name, value) = (required_name(name)?, required_text(value, "value")?);
        match members.entry(name).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(items) => items.push(value.into()),
            other => {
                let (name, set) = (Quoted(name), display_value(other));
                let detail = format!(
                    "{name} was set to {set}, so nothing can be added to it: use shiptrack_draft_add() for every entry"
                );
                return Err(Failure::argument("name", detail));
            }
        }
        Ok(())
    })
}

/// Adds a header that is sent with every delivery of a webhook. A header that no service accepts, because of its name
/// (`Host`, or not a valid header name) or its value (a line break), is rejected at once with SHIPTRACK_ERROR_INVALID;
/// shiptrack_error_pointer() is `name` or `value`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_header(
    draft: *const Draft,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members: &mut Members| {
        let header = delivery_header(required_text(name, "name")?, required_text(value, "value")?)?;
        let headers = members.entry("headers").or_insert_with(|| Value::Array(Vec::new()));
        match headers {
            Value::Array(headers) => headers.push(serde_json::json!(header)),
            _ => return Err(Failure::argument("draft", "headers was set to something that is not a list of headers")),
        }
        Ok(())
    })
}

/// Sets the attribute `name` to any JSON value. A text that is not JSON is rejected. In a change, `null` deletes the
/// value, or removes the related resource `name`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_json(
    draft: *const Draft,
    name: *const c_char,
    json: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(draft, error, |members: &mut Members| {
        let value: Value =
            serde_json::from_str(required_text(json, "json")?).map_err(|problem| invalid_json(&problem))?;
        Ok(members.insert(required_name(name)?.to_owned(), value))
    })
}

/// Frees the draft. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_draft_free(draft: *mut Draft) {
    free::<LockCell<Members>>(draft);
}

/// Checks the header as the service does. An error names the argument of this interface.
fn delivery_header(name: &str, value: &str) -> Result<DeliveryHeader, Failure> {
    validate_headers(&[(name.to_owned(), value.to_owned())]).map_err(|refusal| {
        let part = refusal.pointer().and_then(|pointer| pointer.rsplit('/').next()).unwrap_or("name").to_owned();
        Failure::renamed(&part, &refusal)
    })?;
    Ok(DeliveryHeader { name: name.to_owned(), value: value.to_owned() })
}

fn wrong_shape(name: &str, expected: &str, value: &Value) -> Failure {
    Failure::argument(name, format!("{name} must be {expected}, not {}", display_value(value)))
}

fn display_value(value: &Value) -> String {
    match value {
        Value::String(text) => format!("the text {}", Quoted(text)),
        other => other.to_string().chars().take(60).collect(),
    }
}

/// Unknown attributes are rejected here, because the service would ignore them.
fn unknown_attribute(what: &str, name: &str, known: &[&str]) -> Failure {
    let known = known.join(", ");
    Failure::argument(name, format!("{what} has no attribute {}. Use one of {known}", Quoted(name)))
}

/// Attributes whose values have the types of their fields.
struct CheckedDraft {
    fields: Members,
    /// The related resources; `None` if one is removed.
    links: Vec<(&'static Link, Option<String>)>,
}

impl CheckedDraft {
    /// Rejects unknown attributes, and those that are also `given` as arguments.
    fn new(operation: &'static Operation, given: &[&str], draft: Members) -> Result<Self, Failure> {
        let fields: Vec<_> = operation.fields().iter().filter(|known| !given.contains(&known.name)).collect();
        let links: Vec<_> = operation.links().iter().filter(|known| !given.contains(&known.name)).collect();
        let mut checked = CheckedDraft { fields: Members::new(), links: Vec::new() };
        for (name, value) in draft {
            if let Some(field) = fields.iter().find(|known| known.name == name) {
                check_shape(field, &value)?;
                checked.fields.insert(name, value);
            } else if let Some(link) = links.iter().find(|known| known.name == name) {
                let id = match value {
                    Value::String(id) => Some(id),
                    Value::Null if operation.method == "PATCH" => None,
                    other => return Err(wrong_shape(&name, TEXT, &other)),
                };
                checked.links.push((link, id));
            } else {
                let known = fields.iter().map(|known| known.name).chain(links.iter().map(|known| known.name));
                return Err(unknown_attribute(&describe_target(operation), &name, &known.collect::<Vec<_>>()));
            }
        }
        Ok(checked)
    }
}

fn describe_target(operation: &Operation) -> String {
    let kind = match operation.body {
        Body::Document(kind, ..) => kind.replace('_', " "),
        _ => operation.name.replace('_', " "),
    };
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let verb = if operation.method == "POST" { "created" } else { "changed" };
    format!("{article} {kind} that is {verb}")
}

const TEXT: &str = "a text, set by shiptrack_draft_text()";

fn check_shape(field: &Field, value: &Value) -> Result<(), Failure> {
    let all = |fits: fn(&Value) -> bool| value.as_array().is_some_and(|items| items.iter().all(fits));
    let (fits, expected) = match field.shape {
        Shape::List(Shape::Text | Shape::Enumeration(_)) => {
            (all(Value::is_string), "a list of texts, each added by shiptrack_draft_add()")
        }
        Shape::List(Shape::Structure(_)) => return check_headers(field.name, value),
        Shape::List(_) => (value.is_array(), "a list, set by shiptrack_draft_json()"),
        Shape::Flag => (value.is_boolean(), "true or false, set by shiptrack_draft_flag()"),
        Shape::Integer => (value.is_i64() || value.is_u64(), "a whole number, set by shiptrack_draft_json()"),
        Shape::Number => (value.is_number(), "a number, set by shiptrack_draft_json()"),
        Shape::Object | Shape::Structure(_) => {
            (value.is_object() || value.is_null(), "an object, set by shiptrack_draft_json()")
        }
        Shape::Any => (true, "any value"),
        _ => (value.is_string() || value.is_null(), TEXT),
    };
    if fits { Ok(()) } else { Err(wrong_shape(field.name, expected, value)) }
}

/// The error does not contain the value, because a header may be a secret.
fn check_headers(name: &str, value: &Value) -> Result<(), Failure> {
    const EXPECTED: &str = "a list of objects with name and value, each added by shiptrack_draft_header()";
    let read = serde_json::from_value::<Vec<DeliveryHeader>>(value.clone());
    read.map(drop).map_err(|_| Failure::argument(name, format!("{name} must be {EXPECTED}")))
}

pub(crate) fn find_operation(family: &str, name: &str) -> Result<&'static Operation, Failure> {
    let problem = || Failure::Boundary(SHIPTRACK_ERROR_INTERNAL, format!("{family} has no operation {name}"));
    operation(family, name).ok_or_else(problem)
}

pub(crate) fn apply(
    operation: &'static Operation,
    draft: *const Draft,
    arguments: Arguments,
) -> Result<Arguments, Failure> {
    let fields = operation.fields().iter().filter(|known| known.required).map(|known| known.name);
    let links = operation.links().iter().filter(|known| known.required).map(|known| known.name);
    let given: Vec<_> = fields.chain(links).collect();
    let checked = CheckedDraft::new(operation, &given, copied(draft)?)?;
    let linked = |arguments: Arguments, (link, id): (&Link, Option<String>)| match id {
        Some(id) => arguments.link(link.name, link.targets[0], id),
        None => arguments.unlink(link.name),
    };
    Ok(checked.links.into_iter().fold(arguments.fields(checked.fields), linked))
}

pub(crate) fn tracking_request(new: NewTrackingRequest, draft: Members) -> Result<NewTrackingRequest, Failure> {
    let given = ["request_type", "request_number", "scac", "auto_detect_vocc_scac"];
    let checked = CheckedDraft::new(find_operation("tracking_requests", "create")?, &given, draft)?;
    let new = checked.fields.into_iter().fold(new, |new, (name, value)| new.attribute(name, value));
    Ok(checked.links.into_iter().filter_map(|(_, customer)| customer).fold(new, NewTrackingRequest::customer))
}

pub(crate) fn tracking_request_update(draft: Members) -> Result<TrackingRequestUpdate, Failure> {
    let checked = CheckedDraft::new(find_operation("tracking_requests", "update")?, &[], draft)?;
    let update = checked.fields.into_iter().fold(TrackingRequestUpdate::new(), |update, (name, value)| match value {
        Value::Array(numbers) if name == "ref_numbers" => {
            update.ref_numbers(numbers.iter().filter_map(Value::as_str).collect::<Vec<_>>())
        }
        value => update.attribute(name, value),
    });
    Ok(checked.links.into_iter().fold(update, |update, (_, customer)| match customer {
        Some(customer) => update.customer(customer),
        None => update.without_customer(),
    }))
}

pub(crate) fn webhook(url: &str, draft: Members) -> Result<NewWebhook, Failure> {
    let checked = CheckedDraft::new(find_operation("webhooks", "create")?, &["url"], draft)?;
    Ok(checked.fields.into_iter().fold(NewWebhook::new(url), |new, (name, value)| new.attribute(name, value)))
}
