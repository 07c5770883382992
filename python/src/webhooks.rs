//! Signs and verifies notifications.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use shiptrack::jsonapi::Document;
use shiptrack::resources::WebhookNotification;
use shiptrack::webhooks::{Scheme, Signer, SigningSecret, Verifier};

use crate::errors::OrRaise;
use crate::exit;
use crate::{arguments, convert, objects, time};

/// Returns the header fields that sign a body: those of the hosted service and those of Standard Webhooks.
///
/// ``secrets`` is one secret or several, ``id`` the id of the message, ``now`` the time of the signature (the current
/// time).
#[pyfunction]
#[pyo3(signature = (secrets, body, *, id, now=None))]
pub fn sign<'py>(
    py: Python<'py>,
    secrets: &Bound<'py, PyAny>,
    body: &Bound<'py, PyAny>,
    id: &Bound<'py, PyAny>,
    now: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let signer = Signer::new(read_secrets(py, secrets)?).or_raise(py)?;
    let body = arguments::bytes("body", body)?;
    let headers = PyDict::new(py);
    for (name, value) in signer.sign(&arguments::any_id("id", id)?, &body, arguments::now(now)?).or_raise(py)? {
        headers.set_item(name, value)?;
    }
    Ok(headers)
}

/// Verifies the signature of a delivery. Pass the raw bytes of the body, before anything parses them.
///
/// ``tolerance`` is the largest age of a signature in seconds (300). ``require_timestamp`` says whether signatures
/// without a time are rejected; see :func:`receive`. Raises ``SignatureError`` if the signature is not valid.
#[pyfunction]
#[pyo3(signature = (secrets, headers, body, *, now=None, tolerance=None, require_timestamp=None))]
pub fn verify<'py>(
    py: Python<'py>,
    secrets: &Bound<'py, PyAny>,
    headers: &Bound<'py, PyAny>,
    body: &Bound<'py, PyAny>,
    now: Option<&Bound<'py, PyAny>>,
    tolerance: Option<&Bound<'py, PyAny>>,
    require_timestamp: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut verifier = Verifier::new(read_secrets(py, secrets)?).or_raise(py)?;
    if let Some(required) = require_timestamp {
        verifier = verifier.require_timestamp(arguments::flag("require_timestamp", required)?);
    }
    if let Some(tolerance) = tolerance {
        verifier = verifier.tolerance(arguments::duration("tolerance", tolerance)?);
    }
    let (body, headers) = (arguments::bytes("body", body)?, arguments::headers("headers", headers)?);
    let find = |name: &str| {
        let found = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    };
    let verified = verifier.verify(find, &body, arguments::now(now)?).or_raise(py)?;
    let scheme = match verified.scheme {
        Scheme::Hosted => "hosted",
        _ => "standard",
    };
    let timestamp = verified.timestamp.map(|at| time::datetime(py, &at)).transpose()?;
    convert::structure(py, "VerifiedSignature")?.call1((scheme, verified.id, timestamp))
}

/// Returns the notification in a body whose signature was verified.
#[pyfunction]
pub fn parse_notification(py: Python<'_>, body: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let body = arguments::document("body", body)?;
    let document = exit::detached(py, || Document::<WebhookNotification>::parse(body)).or_raise(py)?;
    objects::from_document(py, document)
}

fn read_secrets(py: Python<'_>, secrets: &Bound<'_, PyAny>) -> PyResult<Vec<SigningSecret>> {
    let class = convert::structure(py, "Secret")?;
    let one = |secret: &Bound<'_, PyAny>| SigningSecret::new(arguments::secret("secrets", secret)?).or_raise(py);
    if secrets.is_instance(&class)? || secrets.is_instance_of::<PyString>() {
        return Ok(vec![one(secrets)?]);
    }
    let refused = || arguments::expected("secrets", "a secret or several", secrets);
    if arguments::is_bytes(secrets) || secrets.cast::<PyMapping>().is_ok() {
        return Err(refused());
    }
    let several = secrets.try_iter().map_err(|_| refused())?;
    several.map(|secret| one(&secret?)).collect()
}
