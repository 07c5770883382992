//! Errors that several families share.

use std::fmt;

use crate::error::{Error, ErrorKind, ErrorObject, ErrorSource, Quoted};
use crate::http::Method;
use crate::jsonapi::Members;

pub(super) fn no_such_path() -> Error {
    Error::new(ErrorKind::NotFound, "there is no resource at this path")
}

/// The error for operations and parameters that this service does not have. The hosted service answers like this if
/// the plan of an account does not include a function.
pub(super) fn not_served(why: &str, parameter: Option<&str>) -> Error {
    let kind = ErrorKind::Forbidden;
    let object = ErrorObject::new(kind.title()).with_code("not_served").with_detail(why);
    let object = ErrorObject { source: parameter.map(ErrorSource::naming), ..object };
    Error::new(kind, why.to_owned()).with_objects(vec![object])
}

/// The error for a wrong method. Its `meta` has the allowed methods, from which the header `Allow` is made.
pub(super) fn wrong_method(method: Method, allowed: &[&str]) -> Error {
    let detail = format!("{method} cannot be used here; use {}", join_with_or(allowed));
    let allowed = allowed.join(", ");
    let kind = ErrorKind::MethodNotAllowed;
    let mut object = ErrorObject::new(kind.title()).with_code(kind.code()).with_detail(&detail);
    object.meta = Some(Members::from_iter([(ALLOW.to_owned(), allowed.into())]));
    Error::new(kind, detail).with_objects(vec![object])
}

fn join_with_or(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}

pub(super) const ALLOW: &str = "allow";

/// The error for an unknown id. It is the same for resources of other accounts.
pub(super) fn not_found(kind: &str, id: impl fmt::Display) -> Error {
    let kind = kind.replace('_', " ");
    Error::new(ErrorKind::NotFound, format!("there is no {kind} with the id {}", Quoted(&id.to_string())))
}
