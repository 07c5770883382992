//! Credentials that a service keeps, and the key it keeps them under.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use shiptrack::Error;
use shiptrack::service::KeptCredential;
use shiptrack::store::StoreKey;

use crate::errors::{OrRaise, renamed};
use crate::{arguments, convert, push, time};

/// A key: 32 bytes, a text that is one, or a path to a file with one.
pub fn store_key(name: &str, given: &Bound<'_, PyAny>) -> PyResult<StoreKey> {
    let py = given.py();
    if given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyByteArray>() {
        let bytes: Result<[u8; StoreKey::BYTES], _> = arguments::bytes(name, given)?.try_into();
        return bytes.map(StoreKey::new).map_err(|_| Error::invalid(name, "a key has 32 bytes")).or_raise(py);
    }
    let is_text = given.is_instance_of::<PyString>() || given.is_instance(&convert::structure(py, "Secret")?)?;
    if is_text {
        let hint = |refusal: Error| {
            let detail = refusal.errors().first().and_then(|object| object.detail.clone()).unwrap_or_default();
            Error::refused(refusal.kind(), name, format!("{detail}; a file with a key is named by a pathlib.Path"))
        };
        return StoreKey::parse(&push::secret(py, given)?).map_err(hint).or_raise(py);
    }
    StoreKey::from_file(arguments::path(name, given)?).map_err(|refusal| renamed(&refusal, name)).or_raise(py)
}

pub fn object<'py>(py: Python<'py>, kept: &KeptCredential) -> PyResult<Bound<'py, PyAny>> {
    let at = time::datetime(py, &kept.kept_at)?;
    convert::structure(py, "KeptCredential")?.call1((&kept.scac, &kept.name, at))
}
