//! Reads the arguments for subscriptions to carriers and for the callbacks that subscriptions receive.

use pyo3::prelude::*;
use shiptrack::Error;
use shiptrack::http::Headers;
use shiptrack::numbers::{NumberKind, TrackingNumber};
use shiptrack::service::NewSubscription;
use shiptrack::store::SubscriptionRecord;
use uuid::Uuid;

use crate::errors::OrRaise;
use crate::{arguments, convert};

/// Adds the number to a new subscription, if one is given. The kind of the number is inferred unless it is given.
pub fn with_number(
    py: Python<'_>,
    new: NewSubscription,
    number: Option<&Bound<'_, PyAny>>,
    kind: Option<&Bound<'_, PyAny>>,
) -> PyResult<NewSubscription> {
    let kind = kind.map(|kind| arguments::text("kind", kind)).transpose()?;
    let Some(number) = number else { return Ok(new) };
    let number = arguments::text("number", number)?;
    let kind = match kind {
        Some(kind) => NumberKind::parse(&kind).or_raise(py)?,
        None => TrackingNumber::infer(&number).or_raise(py)?.number.kind(),
    };
    Ok(new.about(kind, number))
}

/// Reads a text or a `Secret`.
pub fn secret(py: Python<'_>, secret: &Bound<'_, PyAny>) -> PyResult<String> {
    match secret.is_instance(&convert::structure(py, "Secret")?)? {
        true => arguments::text("secret", &secret.call_method0("reveal")?),
        false => arguments::text("secret", secret),
    }
}

pub fn subscription_id(py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<Uuid> {
    let text = arguments::any_id("id", id)?;
    Uuid::parse_str(&text).map_err(|_| Error::invalid("id", "the id of a subscription is a UUID")).or_raise(py)
}

pub fn headers(given: &Bound<'_, PyAny>) -> PyResult<Headers> {
    let mut headers = Headers::new();
    for (name, value) in arguments::headers("headers", given)? {
        headers.append(name, value);
    }
    Ok(headers)
}

/// Converts a subscription to a Python `Subscription`.
pub fn subscription_object<'py>(py: Python<'py>, record: &SubscriptionRecord) -> PyResult<Bound<'py, PyAny>> {
    convert::from_json(py, "Subscription", record.to_json())
}
