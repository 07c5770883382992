//! The tracking service in this process. The files of this folder contain its methods by topic.

mod accounts;
mod clients;
mod credentials;
mod edi;
mod events;
mod hosted;
mod mail;
mod open;
mod schedule;
mod subscriptions;

use std::sync::Arc;

use pyo3::prelude::*;
use shiptrack::resources::AccountId;
use shiptrack::{Error, ErrorKind, Service};

use crate::arguments;
use crate::errors::OrRaise;
use crate::exit;
use crate::open_service::OpenService;

/// The tracking service in this process, stored in the file at ``path``, or in memory if ``path`` is left out.
///
/// Work (look-ups and deliveries):
///
/// * ``worker``: A worker thread does work when it is due. With ``False``, or on a manual clock, work is done by
///   :meth:`run_due`, :meth:`settle`, :meth:`advance` and every ``wait``.
/// * ``threads``: Largest number of worker threads (32).
/// * ``clock``: A :class:`ManualClock` for tests.
/// * ``on_activity``: A callable that receives every look-up, delivery and problem (:data:`shiptrack.values.Activity`),
///   on the thread that did the work. The logger ``shiptrack.service`` receives the same.
///
/// Carriers:
///
/// * ``carriers``: A dict of carriers by code. A carrier is a callable, an object with a method ``look_up``, a
///   :class:`Client` of a hosted account, or a :class:`HostedAccount`.
/// * ``carrier_names``: Names of carriers that are not in the table of shipping lines, by code.
/// * ``any_carrier``: The carrier for all other codes.
/// * ``profiles``: Carriers that are asked over HTTP: a TOML or JSON file, or a dict by code. ``{}`` selects the
///   included profile.
/// * ``credentials``: Credentials for them: a file, a dict, or a function of code, name and account. If left out,
///   environment variables are used (``SHIPTRACK_MAEU_CLIENT_ID``). They belong to the account ``default``, or with
///   ``shared_credentials`` to all accounts.
/// * ``carrier_proxy``, ``carrier_ca_file``: HTTP proxy and trusted certificates for connections to carriers.
/// * ``carrier_public_only``, ``carrier_networks``: Restrict carriers to public addresses, or add private networks
///   (``["10.0.0.0/8"]``) in which plain HTTP is permitted.
///
/// Deliveries, documents, EDI:
///
/// * ``allow_loopback``, ``allow_networks``: Let webhooks reach this machine or private networks. Otherwise only public
///   addresses are reached.
/// * ``webhook_ips``: The addresses that deliveries come from, for ``client.webhooks.ips()``.
/// * ``extractors``: Callables that read documents.
/// * ``reader_command``: The program that reads PDF, XLSX and HTML documents, with its arguments; by default the Python interpreter. See
///   :func:`~shiptrack.serve_reader`.
/// * ``edi_senders``: What codes of single EDI senders mean, in addition to the known ones.
///
/// Settings, as dicts of :mod:`shiptrack.types`; members that are left out keep their defaults:
///
/// * ``limits``: Rate limits of API keys.
/// * ``look_up_timeout``: Longest duration of a look-up, in seconds.
/// * ``lifecycle``, ``following``: When a carrier is asked, and how long a shipment is tracked.
/// * ``pace``, ``paces``: How many look-ups a carrier gets, for all carriers and by code.
/// * ``delivery``, ``mail_limits``, ``recording``, ``documents``: Deliveries to webhooks, limits for mail, stored
///   facts, limits for documents.
/// * ``storage``: How the file is opened, and how much memory its caches use.
///
/// ``store_key`` encrypts the secrets in the file: 32 bytes, a text (64 hexadecimal digits or base64), or a
/// :class:`pathlib.Path` to a file with one of these. Afterwards the file can only be opened with the key. Stored
/// credentials require it.
///
/// If another process has the file open, opening it waits for ``storage={"busy_timeout": …}`` (10 seconds).
///
/// Opening a file that is already open in this process, by any thread, returns the same service. Its carriers, extractors and
/// ``on_activity`` are replaced by the ones passed. A carrier for a new code, another number of extractors, and any
/// other setting that differs raise :class:`~shiptrack.errors.ConfigurationError`.
#[pyclass(frozen, weakref, module = "shiptrack", name = "Service")]
pub struct PyService {
    pub open: Arc<OpenService>,
}

impl PyService {
    fn account(&self, py: Python<'_>, account: Option<&Bound<'_, PyAny>>) -> PyResult<(Service, AccountId)> {
        let service = self.open.service.get().or_raise(py)?;
        let Some(account) = account else {
            let default = service.default_account().clone();
            return Ok((service, default));
        };
        let wanted = arguments::any_id("account", account)?;
        let known = exit::detached(py, || service.accounts()).or_raise(py)?;
        match known.iter().find(|record| record.id.to_string() == wanted || record.name == wanted) {
            Some(record) => Ok((service, record.id.clone())),
            None => {
                let problem = format!("there is no account with the name or id {wanted:?}");
                Err(Error::refused(ErrorKind::NotFound, "account", problem)).or_raise(py)
            }
        }
    }
}
