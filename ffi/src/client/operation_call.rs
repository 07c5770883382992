//! The call of an operation, shared by all generated functions: the description of the operation says where each
//! argument goes.

use std::ffi::c_char;
use std::ptr::null;

use shiptrack::client::Arguments;
use shiptrack::jsonapi::AnyResource;
use shiptrack::resources::{Answer, Operation, Type};
use shiptrack::serde_json::{self, Value};

use super::{Client, ClientBody, client_of};
use crate::boundary::{Error, Failure, call, lend, required_text, write_object};
use crate::buffer::{self, Buffer};
use crate::draft::{self, Draft};
use crate::page::{Pages, PagesBody};
use crate::query::{Parameters, Query};
use crate::resource::{Resource, ResourceBody, type_of};

#[derive(Clone, Copy)]
pub(crate) enum ArgumentValue {
    Text(*const c_char),
    Json(*const c_char),
    Integer(i64),
    Number(f64),
}

/// The required arguments of an operation, in the order of its description, followed by a draft and a query.
#[derive(Clone, Copy)]
pub(crate) struct OperationCall<'a> {
    client: *const Client,
    family: &'static str,
    name: &'static str,
    values: &'a [ArgumentValue],
    draft: *const Draft,
    query: *const Query,
}

pub(crate) fn call_of<'a>(
    client: *const Client,
    family: &'static str,
    name: &'static str,
    values: &'a [ArgumentValue],
) -> OperationCall<'a> {
    OperationCall { client, family, name, values, draft: null(), query: null() }
}

impl OperationCall<'_> {
    pub fn draft(self, draft: *const Draft) -> Self {
        OperationCall { draft, ..self }
    }

    pub fn query(self, query: *const Query) -> Self {
        OperationCall { query, ..self }
    }

    pub fn fetch_resource(self, resource: *mut *mut Resource, error: *mut *mut Error) -> i32 {
        write_object(resource, "resource", error, || {
            let (client, operation) = (client_of(self.client)?, self.operation()?);
            let found = client.call_for_one::<AnyResource>(operation, &self.with_query(operation)?)?;
            Ok(ResourceBody::of(found.into_document(), answered(operation))?)
        })
    }

    pub fn start_listing(self, pages: *mut *mut Pages, error: *mut *mut Error) -> i32 {
        write_object(pages, "pages", error, || {
            let (body, operation) = (lend::<ClientBody>(self.client)?, self.operation()?);
            let list = body.0.get()?.call_for_list(operation, &self.arguments(operation)?)?;
            Ok(PagesBody::new(&body.0, list, answered(operation), &Parameters::of(self.query)?))
        })
    }

    pub fn fetch_json(self, json: *mut *mut Buffer, error: *mut *mut Error) -> i32 {
        buffer::write_buffer(json, "json", error, || Ok(self.send()?.to_string()))
    }

    pub fn run(self, error: *mut *mut Error) -> i32 {
        call(error, || self.send().map(drop))
    }

    fn send(self) -> Result<Value, Failure> {
        let (client, operation) = (client_of(self.client)?, self.operation()?);
        Ok(client.call_for_json(operation, &self.with_query(operation)?)?)
    }

    fn operation(self) -> Result<&'static Operation, Failure> {
        draft::find_operation(self.family, self.name)
    }

    fn arguments(self, operation: &'static Operation) -> Result<Arguments, Failure> {
        let (mut values, mut arguments) = (self.values.iter().copied(), Arguments::new());
        let mut next = |name: &str| values.next().ok_or_else(|| Failure::argument(name, format!("{name} is missing")));
        for name in operation.path_arguments() {
            arguments = arguments.path(to_text(name, next(name)?)?);
        }
        for known in operation.parameters.iter().filter(|known| known.required) {
            arguments = arguments.query(known.name, to_text(known.argument, next(known.argument)?)?);
        }
        for known in operation.fields().iter().filter(|known| known.required) {
            arguments = arguments.field(known.name, to_json(known.name, next(known.name)?)?);
        }
        for known in operation.links().iter().filter(|known| known.required) {
            let kind = to_text(&format!("{}_type", known.name), next(known.name)?)?;
            let id = to_text(&format!("{}_id", known.name), next(known.name)?)?;
            arguments = arguments.link(known.name, &kind, id);
        }
        draft::apply(operation, self.draft, arguments)
    }

    fn with_query(self, operation: &'static Operation) -> Result<Arguments, Failure> {
        let query = Parameters::of(self.query)?.into_query();
        let arguments = self.arguments(operation)?;
        Ok(query.names().fold(arguments, |all, name| all.query(name, query.get(name).unwrap_or_default())))
    }
}

fn answered(operation: &Operation) -> Option<&'static Type> {
    match operation.answer {
        Answer::One(kind) | Answer::Pages(kind) | Answer::All(kind) => type_of(kind),
        _ => None,
    }
}

fn to_text(name: &str, argument: ArgumentValue) -> Result<String, Failure> {
    match to_json(name, argument)? {
        Value::String(text) => Ok(text),
        other => Ok(other.to_string()),
    }
}

fn to_json(name: &str, argument: ArgumentValue) -> Result<Value, Failure> {
    match argument {
        ArgumentValue::Text(text) => Ok(required_text(text, name)?.into()),
        ArgumentValue::Json(json) => {
            serde_json::from_str(required_text(json, &format!("{name}_json"))?).map_err(|problem| {
                let detail = format!("this is not JSON: {problem}. In JSON, a text is in quotes: \"Acme\"");
                Failure::argument(&format!("{name}_json"), detail)
            })
        }
        ArgumentValue::Integer(number) => Ok(number.into()),
        ArgumentValue::Number(number) if number.is_finite() => Ok(number.into()),
        ArgumentValue::Number(number) => Err(Failure::argument(name, format!("{name} is a number, not {number}"))),
    }
}
