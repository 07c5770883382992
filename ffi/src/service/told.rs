//! Answers in JSON, each in a buffer of the caller's.

use std::ffi::c_char;

use shiptrack::Service as CoreService;
use shiptrack::resources::AccountId;

use super::{Service, account_of, service_of};
use crate::boundary::{Error, Failure, Out, call};
use crate::buffer::{self, Buffer};

/// Where the answer goes.
#[derive(Clone, Copy)]
pub(super) enum To {
    /// There, under this name.
    Required(*mut *mut Buffer, &'static str),
    /// There, or nowhere: it may be NULL.
    Optional(*mut *mut Buffer),
}

/// Has a service answer.
pub(super) fn told(
    service: *const Service,
    to: To,
    error: *mut *mut Error,
    answer: impl FnOnce(&CoreService) -> Result<String, Failure>,
) -> i32 {
    call(error, || {
        let service = service_of(service)?;
        let out = match to {
            To::Required(place, name) => Out::required(place, name)?,
            To::Optional(place) if place.is_null() => return answer(&service).map(drop),
            To::Optional(place) => Out::optional(place),
        };
        buffer::give(out, answer(&service)?);
        Ok(())
    })
}

/// The same for an account, the default account for NULL.
pub(super) fn told_of(
    service: *const Service,
    account_id: *const c_char,
    to: To,
    error: *mut *mut Error,
    answer: impl FnOnce(&CoreService, &AccountId) -> Result<String, Failure>,
) -> i32 {
    told(service, to, error, |service| answer(service, &account_of(service, account_id)?))
}
