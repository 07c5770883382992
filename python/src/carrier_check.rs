//! Single look-ups that show how a profile and its credentials work.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shiptrack::carrier_http::profiles::{Profile, Profiles};
use shiptrack::carrier_http::{Bundle, Credentials};
use shiptrack::numbers::NumberKind;

use crate::access::{AccessSettings, Keywords, profiles_of};
use crate::arguments;
use crate::errors::OrRaise;
use crate::exit;
use crate::service::PyService;

/// Returns the profiles in a file or a dict, or the included ones, as JSON by carrier code.
#[pyfunction]
#[pyo3(signature = (profiles=None))]
pub fn _profiles(profiles: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let profiles = match profiles {
        Some(given) => profiles_of(given)?,
        None => Profiles::shipped(),
    };
    Ok(profiles.to_json())
}

/// Makes one look-up at a carrier and returns a full report, as JSON.
#[pyfunction]
#[pyo3(signature = (scac, number, kind=None, *, profiles=None, credentials=None, account="default", proxy=None, ca_file=None, record=None, service=None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub fn _check(
    py: Python<'_>,
    scac: &str,
    number: &str,
    kind: Option<&str>,
    profiles: Option<&Bound<'_, PyAny>>,
    credentials: Option<&Bound<'_, PyAny>>,
    account: &str,
    proxy: Option<&Bound<'_, PyAny>>,
    ca_file: Option<&Bound<'_, PyAny>>,
    record: Option<&Bound<'_, PyAny>>,
    service: Option<&PyService>,
) -> PyResult<String> {
    let (stored, account) = match service {
        Some(service) => service.stored_credentials_of(py, account)?,
        None => (Credentials::default(), account.to_owned()),
    };
    let shipped = PyDict::new(py);
    if profiles.is_none() {
        // An empty table selects the included profile of that code.
        let code =
            Profiles::shipped().get(scac).map_or_else(|| scac.to_owned(), |profile: &Profile| profile.scac.clone());
        shipped.set_item(code, PyDict::new(py))?;
    }
    let own = shipped.as_any();
    let profiles = Some(profiles.unwrap_or(own));
    let (shared_credentials, public_only, networks) = (None, None, None);
    let keywords = Keywords { profiles, credentials, shared_credentials, proxy, ca_file, public_only, networks };
    let Some(mut given) = AccessSettings::read(py, &keywords)? else { return Ok(String::new()) };
    // Credentials that are passed to a check are meant for the account that is checked.
    given.shared = true;
    let kind = kind.map(NumberKind::parse).transpose().or_raise(py)?;
    let folder = record.map(|folder| arguments::path("record", folder)).transpose()?;
    let access = given.access_after(stored).or_raise(py)?;
    let checked = exit::detached(py, || {
        access.profile(scac)?;
        // The folder is created before the call, so that no call is made that cannot be recorded.
        let bundle = folder.map(Bundle::create).transpose()?;
        let check = access.check(scac, number, kind, &account)?;
        bundle.map_or(Ok(()), |bundle| bundle.write(&check))?;
        Ok(check.to_json())
    });
    checked.or_raise(py)
}

/// Decodes a recorded look-up again and returns the comparison, as JSON.
#[pyfunction]
pub fn _replay(folder: &Bound<'_, PyAny>) -> PyResult<String> {
    let (py, path) = (folder.py(), arguments::path("folder", folder)?);
    let replayed = exit::detached(py, || Bundle::open(path)?.replay());
    Ok(replayed.or_raise(py)?.to_json())
}
