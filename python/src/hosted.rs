//! A hosted account as a carrier.

use std::sync::OnceLock;

use pyo3::prelude::*;
use shiptrack::Error;
use shiptrack::hosted::HostedAccount;

use crate::client::PyClient;
use crate::converters;
use crate::handle::Handle;

/// A hosted account as a carrier: ``Service(any_carrier=HostedAccount(client))``. It answers for the numbers that the
/// account tracks.
///
/// A plain ``client`` in the same place does the same. ``creating=True`` also creates tracking requests in the account
/// for numbers that it does not track yet, which may cost money there. ``confirming=True`` also asks the account which
/// carrier a number belongs to; it has no effect together with ``creating``.
#[pyclass(frozen, module = "shiptrack", name = "HostedAccount")]
pub struct PyHostedAccount {
    handle: Handle,
    creating: bool,
    confirming: bool,
    /// Reused by all look-ups.
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
        let flags = [("creating", self.creating), ("confirming", self.confirming)];
        let flags: String = flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!(", {name}")).collect();
        format!("<HostedAccount of {}{flags}>", self.handle.about())
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
