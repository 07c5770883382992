//! Reads the arguments for carrier access: profiles, credentials and network settings. Also reads the key that encrypts stored
//! secrets.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMapping, PyString};
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, CredentialRequest, Credentials, Secret};
use shiptrack::http::Roots;
use shiptrack::store::StoreKey;
use shiptrack::{Error, ErrorKind};

use crate::errors::{self, OrRaise, renamed};
use crate::exit;
use crate::{arguments, convert, json_arguments, push};

/// How carriers are called: the settings of a [`CarrierAccess`].
#[derive(Clone, PartialEq)]
pub struct AccessSettings {
    profiles: Profiles,
    credentials: CredentialsSource,
    pub shared: bool,
    proxy: Option<String>,
    ca_file: Option<PathBuf>,
    public_only: bool,
    networks: Vec<String>,
}

/// Where credentials come from: environment variables, a text in the format of a credentials file, or a Python function.
#[derive(Clone)]
enum CredentialsSource {
    Environment,
    Text(String),
    Function(Arc<Py<PyAny>>),
}

impl PartialEq for CredentialsSource {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (CredentialsSource::Environment, CredentialsSource::Environment) => true,
            (CredentialsSource::Text(one), CredentialsSource::Text(other)) => one == other,
            (CredentialsSource::Function(one), CredentialsSource::Function(other)) => one.is(&**other),
            _ => false,
        }
    }
}

/// The keyword arguments of Python functions that call carriers.
pub struct Keywords<'a, 'py> {
    pub profiles: Option<&'a Bound<'py, PyAny>>,
    pub credentials: Option<&'a Bound<'py, PyAny>>,
    pub shared_credentials: Option<&'a Bound<'py, PyAny>>,
    pub proxy: Option<&'a Bound<'py, PyAny>>,
    pub ca_file: Option<&'a Bound<'py, PyAny>>,
    pub public_only: Option<&'a Bound<'py, PyAny>>,
    pub networks: Option<&'a Bound<'py, PyAny>>,
}

impl AccessSettings {
    /// Reads and checks the arguments. `None` if no profiles are given; then the other arguments are rejected.
    pub fn read(py: Python<'_>, keywords: &Keywords<'_, '_>) -> PyResult<Option<Self>> {
        let credentials = CredentialsSource::read(keywords.credentials)?;
        let shared = keywords.shared_credentials.map(|flag| arguments::flag("shared_credentials", flag)).transpose()?;
        let proxy = keywords.proxy.map(|url| arguments::text("carrier_proxy", url)).transpose()?;
        let ca_file = keywords.ca_file.map(|path| arguments::path("carrier_ca_file", path)).transpose()?;
        let public_only = keywords.public_only.map(|flag| arguments::flag("carrier_public_only", flag)).transpose()?;
        let networks = keywords.networks.map(|texts| arguments::texts("carrier_networks", texts)).transpose()?;
        let Some(profiles) = keywords.profiles else {
            let dependent = [
                ("credentials", keywords.credentials.is_some()),
                ("shared_credentials", shared.is_some()),
                ("carrier_proxy", proxy.is_some()),
                ("carrier_ca_file", ca_file.is_some()),
                ("carrier_public_only", public_only.is_some()),
                ("carrier_networks", networks.is_some()),
            ];
            let Some((name, _)) = dependent.into_iter().find(|(_, is_given)| *is_given) else { return Ok(None) };
            let problem = format!("{name} only has an effect together with profiles: pass profiles=… as well");
            return Err(Error::refused(ErrorKind::Configuration, name, problem)).or_raise(py);
        };
        let profiles = profiles_of(profiles)?;
        let (public_only, networks) = (public_only.unwrap_or(false), networks.unwrap_or_default());
        let shared = shared.unwrap_or(false);
        let given = AccessSettings { profiles, credentials, shared, proxy, ca_file, public_only, networks };
        given.check().or_raise(py)?;
        Ok(Some(given))
    }

    /// Checks the networks. Other settings are checked when they are read.
    fn check(&self) -> Result<(), Error> {
        let checked = CarrierAccess::new(Profiles::new(), Credentials::default()).allow_networks(&self.networks);
        checked.map(drop).map_err(|refusal| renamed(&refusal, "carrier_networks"))
    }

    pub fn access(&self) -> Result<CarrierAccess, Error> {
        self.access_after(Credentials::default())
    }

    /// Returns the access with the `stored` credentials, and with the credentials of the settings for those that are not stored.
    pub fn access_after(&self, stored: Credentials) -> Result<CarrierAccess, Error> {
        let owner = match self.shared {
            true => Credentials::of_every_account(),
            false => Credentials::of_account("default"),
        };
        let credentials = match &self.credentials {
            CredentialsSource::Environment => owner.from_environment(),
            CredentialsSource::Text(text) => owner.from_text(text)?,
            CredentialsSource::Function(function) => {
                let function = Arc::clone(function);
                // The function gets the account as an argument, so one function serves every account.
                Credentials::of_every_account().from_function(move |request| call_function(&function, request))
            }
        };
        let mut access = CarrierAccess::new(self.profiles.clone(), stored.and(credentials));
        if let Some(proxy) = &self.proxy {
            access = access.proxy(proxy);
        }
        if let Some(path) = &self.ca_file {
            access = access.roots(Roots::PemFile(path.clone()));
        }
        if self.public_only {
            access = access.public_only();
        }
        access.allow_networks(&self.networks)
    }
}

impl CredentialsSource {
    fn read(given: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        match given {
            None => Ok(CredentialsSource::Environment),
            Some(given) if given.is_callable() => Ok(CredentialsSource::Function(Arc::new(given.clone().unbind()))),
            Some(given) => credentials_of(given).map(CredentialsSource::Text),
        }
    }
}

/// Calls the Python function for a credential. `None` if the function returns `None`.
fn call_function(function: &Py<PyAny>, request: &CredentialRequest<'_>) -> Result<Option<Secret>, String> {
    let returned = exit::attached(|py| {
        let credential = function
            .bind(py)
            .call1((request.scac, request.name, request.account_name))
            .and_then(|answer| (!answer.is_none()).then(|| arguments::text("credentials", &answer)).transpose());
        credential.map_err(|problem| errors::describe(py, &problem))
    });
    let credential = returned.unwrap_or_else(|| Err("the Python interpreter is shutting down".to_owned()))?;
    Ok(credential.map(Secret::new))
}

/// Reads credentials from a mapping or from a file, and returns them as text. An error in a file names the file.
fn credentials_of(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if given.cast::<PyMapping>().is_ok() {
        return Ok(json_arguments::value("credentials", given)?.to_string());
    }
    let path = arguments::path("credentials", given)?;
    Credentials::of_every_account().from_file(&path).or_raise(given.py())?;
    std::fs::read_to_string(&path)
        .map_err(|problem| {
            let detail = format!("{}: {problem}", path.display());
            Error::refused(ErrorKind::Configuration, "credentials", detail)
        })
        .or_raise(given.py())
}

/// Reads profiles from a mapping or from a file.
pub fn profiles_of(given: &Bound<'_, PyAny>) -> PyResult<Profiles> {
    let read = match given.cast::<PyMapping>() {
        Ok(_) => Profiles::parse(&json_arguments::value("profiles", given)?.to_string()),
        Err(_) => Profiles::from_file(arguments::path("profiles", given)?),
    };
    read.or_raise(given.py())
}

/// Reads a key from 32 bytes, from a text, or from a file at a path. `name` is the name of the argument, for errors.
pub fn store_key(name: &str, given: &Bound<'_, PyAny>) -> PyResult<StoreKey> {
    let py = given.py();
    if given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyByteArray>() {
        let bytes: Result<[u8; StoreKey::BYTES], _> = arguments::bytes(name, given)?.try_into();
        return bytes
            .map(StoreKey::new)
            .map_err(|_| Error::invalid(name, "a key must have exactly 32 bytes"))
            .or_raise(py);
    }
    let is_text = given.is_instance_of::<PyString>() || given.is_instance(&convert::structure(py, "Secret")?)?;
    if is_text {
        let hint = |refusal: Error| {
            let detail = refusal.errors().first().and_then(|object| object.detail.clone()).unwrap_or_default();
            Error::refused(refusal.kind(), name, format!("{detail}; to read the key from a file, pass a pathlib.Path"))
        };
        return StoreKey::parse(&push::secret(py, given)?).map_err(hint).or_raise(py);
    }
    StoreKey::from_file(arguments::path(name, given)?).map_err(|refusal| renamed(&refusal, name)).or_raise(py)
}
