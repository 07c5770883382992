//! The error object of the C interface.

use shiptrack::serde_json;

use super::handle::object;
use super::optional_output::write_optional_object;
use super::status::{self, Failure};
use super::text::OwnedText;

/// The details of a failure. A function that fails writes it if its last argument is not NULL.
///
/// Ownership: yours; free it with shiptrack_error_free().
/// Lifetime: its texts are valid until it is freed. It stays valid after the objects involved in the failure are freed.
/// Threads: any number of threads may read it at the same time.
pub struct Error(());

object!(Error, "shiptrack_error", 0x01, ErrorBody);

pub(crate) struct ErrorBody {
    pub(crate) status: i32,
    pub(super) error: shiptrack::Error,
    pub(super) message: OwnedText,
    pub(super) code: OwnedText,
    pub(super) pointer: OwnedText,
    pub(super) detail: OwnedText,
    pub(super) request_id: OwnedText,
    pub(super) resume_from: OwnedText,
    pub(super) existing_document_id: OwnedText,
    pub(super) objects: OwnedText,
    pub(super) body: OwnedText,
}

impl ErrorBody {
    /// `message` replaces the message of the error.
    pub(crate) fn new(status: i32, error: shiptrack::Error, message: Option<String>) -> Self {
        let detail = error.errors().iter().find_map(|object| object.detail.as_deref());
        let objects = serde_json::to_vec(error.errors()).unwrap_or_default();
        ErrorBody {
            message: OwnedText::new(message.unwrap_or_else(|| error.to_string())),
            code: OwnedText::optional(error.code()),
            pointer: OwnedText::optional(error.pointer()),
            detail: OwnedText::optional(detail),
            request_id: OwnedText::optional(error.request_id()),
            resume_from: OwnedText::optional(error.resume_from()),
            existing_document_id: OwnedText::optional(existing_document_id(&error)),
            objects: OwnedText::new(objects),
            body: OwnedText::optional(error.body()),
            status,
            error,
        }
    }
}

fn existing_document_id(error: &shiptrack::Error) -> Option<&str> {
    error.errors().iter().find_map(|object| object.meta.as_ref()?.get("existing_document_id")?.as_str())
}

impl Error {
    /// Writes the error to `place`, unless that is NULL, and returns its status.
    pub(super) fn report(failure: Failure, place: *mut *mut Error) -> i32 {
        use shiptrack::ErrorKind::Invalid;
        let (status, error, message) = match failure {
            Failure::NoValue(status) => return status,
            Failure::Core(error) => (status::status_of(error.kind()), error, None),
            Failure::Boundary(status, message) => (status, shiptrack::Error::new(Invalid, message), None),
            // The message begins with the name, so it is used without the pointer that the core would append.
            Failure::Argument(status, name, message) => {
                (status, shiptrack::Error::refused(Invalid, &name, &*message), Some(message))
            }
        };
        write_optional_object(place, ErrorBody::new(status, error, message));
        status
    }
}
