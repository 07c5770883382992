//! The tracking service in this process. Its methods are in the files of this folder, by topic.

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
use crate::open_service::OpenService;

/// The tracking service in this process: in the file at ``path``, or in memory.
///
/// Opening a file that this process has open gives the same service again. What is given anew takes the place of what was
/// given first: the carriers of the same codes, ``any_carrier``, as many ``extractors`` as there were, ``on_activity``. Any
/// other setting is refused with :class:`~shiptrack.errors.ConfigurationError` where it differs from how the file was
/// opened; one that is left out stays as it is.
///
/// Its worker does look-ups and deliveries as they fall due, with 32 ``threads`` at most unless told otherwise, unless
/// ``worker=False`` or the clock is a manual one: then :meth:`run_due` does, :meth:`advance`, and every ``wait``. ``carriers`` answer look-ups, by their code; ``extractors``
/// read documents. Deliveries reach public addresses, unless ``allow_loopback`` or ``allow_networks`` opens others; ``webhook_ips``
/// are the addresses they come from, for receivers that ask (``client.webhooks.ips()``).
/// ``limits`` are those of its API keys. ``lifecycle`` says when a carrier is asked, ``following`` how long a shipment is
/// followed, ``delivery`` how webhooks are told, ``pace`` how many look-ups each
/// carrier gets (``paces`` the same for some, by their codes), ``mail_limits`` what of a message is read,
/// ``recording`` how recorded facts are kept, ``documents`` what of files is taken in and read: dicts of
/// :mod:`shiptrack.types`, in which what is left out keeps its default. ``on_activity`` is told of every look-up, delivery and trouble right after it was written down, on the thread that did
/// it; so is the logger ``shiptrack.service``.
///
/// ``profiles`` name the carriers that are asked over HTTP, in a file (TOML, JSON) or a dict by code; ``{}`` in a table is the profile that
/// comes along. ``credentials`` are another such file or dict, or a function of code, name and account; without them they are looked
/// up in the environment (``SHIPTRACK_MAEU_CLIENT_ID``). Those of a file, a dict or the environment are the account ``default``'s, and with
/// ``shared_credentials`` every account's. ``carrier_proxy`` and ``carrier_ca_file`` are for the way to carriers alone;
/// ``carrier_public_only`` asks at public addresses only, ``carrier_networks`` (``["10.0.0.0/8"]``) in these networks, too, there without
/// TLS as well. ``edi_senders`` say what single senders of EDI mean by their codes, beside what comes along.
///
/// ``store_key`` keeps secrets in the file under this key alone: 32 bytes, a text of 64 hexadecimal digits or in base64, or a
/// :class:`pathlib.Path` of a file with one of these (a ``str`` is always a key). From then on the file is opened with it, or not at all. Credentials (:meth:`keep_credential`) are kept with it only;
/// webhooks and subscriptions, whose secrets stand in the file in clear otherwise, are sealed as well.
///
/// A :class:`Client` of a hosted account is a carrier as well: it answers for the numbers that the account follows. As a
/// :class:`HostedAccount` it can do more.
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
        let known = py.detach(|| service.accounts()).or_raise(py)?;
        // Called by id or by name. An earlier version let a name be another account's id.
        let by_id = known.iter().find(|record| record.id.to_string() == wanted);
        match by_id.or_else(|| known.iter().find(|record| record.name == wanted)) {
            Some(record) => Ok((service, record.id.clone())),
            None => {
                let problem = format!("there is no account with the name or id {wanted:?}");
                Err(Error::refused(ErrorKind::NotFound, "account", problem)).or_raise(py)
            }
        }
    }
}
