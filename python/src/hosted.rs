//! A hosted account as a carrier.

use std::sync::OnceLock;

use pyo3::prelude::*;
use shiptrack::Error;
use shiptrack::hosted_account::HostedAccount;

use crate::client::PyClient;
use crate::converters;
use crate::handle::Handle;

/// A hosted account as a carrier: ``Service(any_carrier=HostedAccount(client))``. It answers for the numbers that the
/// account tracks.
///
/// A plain ``client`` in the same place does the same. ``create_missing=True`` also creates tracking requests in the account
/// for numbers that it does not track yet, which may cost money there. ``use_for_detection=True`` also asks the account which
/// carrier a number belongs to; it has no effect together with ``create_missing``.
#[pyclass(frozen, module = "shiptrack", name = "HostedAccount")]
pub struct PyHostedAccount {
    handle: Handle,
    create_missing: bool,
    use_for_detection: bool,
    /// Reused by all look-ups.
    account: OnceLock<HostedAccount>,
}

#[pymethods]
impl PyHostedAccount {
    #[new]
    #[pyo3(signature = (client, *, create_missing=false, use_for_detection=false))]
    fn new(
        client: &Bound<'_, PyClient>,
        #[pyo3(from_py_with = converters::create_missing)] create_missing: bool,
        #[pyo3(from_py_with = converters::use_for_detection)] use_for_detection: bool,
    ) -> Self {
        PyHostedAccount { create_missing, use_for_detection, ..PyHostedAccount::of(client) }
    }

    fn __repr__(&self) -> String {
        let flags = [("create_missing", self.create_missing), ("use_for_detection", self.use_for_detection)];
        let flags: String = flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!(", {name}")).collect();
        format!("<HostedAccount of {}{flags}>", self.handle.about())
    }
}

impl PyHostedAccount {
    pub fn of(client: &Bound<'_, PyClient>) -> Self {
        let handle = client.get().handle.clone();
        PyHostedAccount { handle, create_missing: false, use_for_detection: false, account: OnceLock::new() }
    }

    pub fn account(&self) -> Result<HostedAccount, Error> {
        let client = self.handle.long_lived_client()?;
        let made = || {
            let account = HostedAccount::new(client);
            let account = if self.create_missing { account.create_missing() } else { account };
            if self.use_for_detection { account.use_for_detection() } else { account }
        };
        Ok(self.account.get_or_init(made).clone())
    }
}
