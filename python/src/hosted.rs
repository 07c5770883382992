//! A hosted account as a source.

use std::sync::OnceLock;

use pyo3::prelude::*;
use shiptrack::Error;
use shiptrack::hosted::HostedAccount;

use crate::client::PyClient;
use crate::converters;
use crate::handle::Handle;

/// A hosted account as a carrier: it answers for the numbers that it follows, as the plain ``client`` does.
///
/// With ``creating`` it is told to follow a number that it does not follow yet, which may cost money there. With ``confirming`` it is
/// also asked whose a number is that nobody said it of; one that is creating is not.
#[pyclass(frozen, module = "shiptrack", name = "HostedAccount")]
pub struct PyHostedAccount {
    handle: Handle,
    creating: bool,
    confirming: bool,
    /// Kept between look-ups.
    account: OnceLock<HostedAccount>,
}

#[pymethods]
impl PyHostedAccount {
    #[new]
    #[pyo3(signature = (client, *, creating=false, confirming=false))]
    fn new(
        client: &Bound<'_, PyClient>,
        #[pyo3(from_py_with = converters::creating)] creating: bool,
        #[pyo3(from_py_with = converters::confirming)] confirming: bool,
    ) -> Self {
        PyHostedAccount { creating, confirming, ..PyHostedAccount::of(client) }
    }

    fn __repr__(&self) -> String {
        let told = [("creating", self.creating), ("confirming", self.confirming)];
        let told: String = told.iter().filter(|(_, is_so)| *is_so).map(|(name, _)| format!(", {name}")).collect();
        format!("<HostedAccount of {}{told}>", self.handle.about())
    }
}

impl PyHostedAccount {
    pub fn of(client: &Bound<'_, PyClient>) -> Self {
        let handle = client.get().handle.clone();
        PyHostedAccount { handle, creating: false, confirming: false, account: OnceLock::new() }
    }

    pub fn account(&self) -> Result<HostedAccount, Error> {
        let client = self.handle.long_lived_client()?;
        let made = || {
            let account = HostedAccount::new(client);
            let account = if self.creating { account.creating() } else { account };
            if self.confirming { account.confirming() } else { account }
        };
        Ok(self.account.get_or_init(made).clone())
    }
}
