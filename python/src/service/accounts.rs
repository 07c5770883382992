//! Accounts and their API keys.

use pyo3::prelude::*;
use serde_json::json;
use shiptrack::Error;
use shiptrack::email::AllowedSenders;
use shiptrack::service::KeyOptions;
use shiptrack::tracking::EstimateOrder;

use super::PyService;
use crate::convert::{self, account_object, from_json};
use crate::errors::OrRaise;
use crate::{arguments, calls, converters};

fn set<T: Clone>(setting: &mut T, value: Option<&T>) {
    if let Some(value) = value {
        setting.clone_from(value);
    }
}

#[pymethods]
impl PyService {
    /// Creates an account and returns it. The name must be unique; every ``account=`` argument accepts it instead of
    /// the id. ``company_name`` is the name by default.
    #[pyo3(signature = (name, company_name=None))]
    fn create_account<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::name)] name: String,
        #[pyo3(from_py_with = converters::company_name)] company_name: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let company_name = company_name.unwrap_or_else(|| name.clone());
        let account = calls::run_detached(py, move || service.create_account(&name, &company_name))?;
        account_object(py, &account)
    }

    /// Changes the settings of an account and returns it. Settings that are left out keep their values.
    ///
    /// * ``track_numbers_in_mail``: Track numbers found in the mail of the account, unless they are already tracked or
    ///   no carrier is available for them.
    /// * ``record_arrival_notices``: Record the arrival, vessel and last free day of arrival notices as facts of a user
    ///   (``user_input``).
    /// * ``estimate_order``: Kinds of sources whose estimates are preferred, the most preferred one first:
    ///   ``shipping_line``, ``terminal``, ``rail``, ``ais``, ``user_input``. Kinds that are not listed follow in the order of
    ///   the service. ``()`` restores the order of the service. Applies to each shipment from its next look-up on; what
    ///   changes for this reason is not notified.
    /// * ``allowed_senders``: Addresses (``edi@line.example``) and domains (``line.example``, without its subdomains) whose
    ///   mail may report facts: attached EDI, and arrival notices with ``record_arrival_notices``. ``()`` allows no sender.
    /// * ``indirect_senders``: Senders in ``allowed_senders`` whose mail may report facts also if its content may be from
    ///   someone else: bounces, automatic replies, mail of lists, and messages that are attached to a message. List addresses
    ///   and no domain, because the mail server of a domain returns messages of strangers. ``()`` allows no sender.
    /// * ``authentication_server``: The name under which your mail server writes ``Authentication-Results`` (RFC 8601) into
    ///   messages. Then its topmost result must confirm the domain of the sender. With ``""``, the topmost result of any
    ///   server decides, and a message without a result is accepted, although anyone can forge a sender.
    #[pyo3(signature = (*, account=None, track_numbers_in_mail=None, record_arrival_notices=None, estimate_order=None,
                        allowed_senders=None, indirect_senders=None, authentication_server=None))]
    #[allow(clippy::too_many_arguments)]
    fn change_account<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = converters::track_numbers_in_mail)] track_numbers_in_mail: Option<bool>,
        #[pyo3(from_py_with = converters::record_arrival_notices)] record_arrival_notices: Option<bool>,
        #[pyo3(from_py_with = converters::estimate_order)] estimate_order: Option<Vec<String>>,
        #[pyo3(from_py_with = converters::allowed_senders)] allowed_senders: Option<Vec<String>>,
        #[pyo3(from_py_with = converters::indirect_senders)] indirect_senders: Option<Vec<String>>,
        #[pyo3(from_py_with = converters::authentication_server)] authentication_server: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, id) = self.account(py, account)?;
        let order = estimate_order.map(|kinds| EstimateOrder::new(&kinds)).transpose().or_raise(py)?;
        let senders = allowed_senders.map(|senders| AllowedSenders::new(&senders)).transpose().or_raise(py)?;
        let indirect = indirect_senders.map(|senders| AllowedSenders::named("indirect_senders", &senders));
        let indirect = indirect.transpose().or_raise(py)?;
        let changed = calls::run_detached(py, move || {
            service.change_account(&id, |settings| {
                set(&mut settings.track_numbers_in_mail, track_numbers_in_mail.as_ref());
                set(&mut settings.record_arrival_notices, record_arrival_notices.as_ref());
                set(&mut settings.estimate_order, order.as_ref());
                set(&mut settings.allowed_senders, senders.as_ref());
                set(&mut settings.indirect_senders, indirect.as_ref());
                set(&mut settings.authentication_server, authentication_server.as_ref());
            })
        })?;
        account_object(py, &changed)
    }

    /// Returns all accounts, oldest first.
    fn accounts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let service = self.open.service.get().or_raise(py)?;
        let accounts = calls::run_detached(py, move || service.accounts())?;
        accounts.iter().map(|account| account_object(py, account)).collect()
    }

    /// Creates an API key for the HTTP server and returns it with its text:
    /// ``service.create_key("laptop").key.reveal()``. The text cannot be read later.
    ///
    /// With ``read_only`` the key can only be used for reading. With ``unlimited`` it has no rate limits: for programs of
    /// the same operator, such as the workers of a web server.
    #[pyo3(signature = (name, *, account=None, read_only=false, unlimited=false))]
    fn create_key<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::name)] name: String,
        account: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = converters::read_only)] read_only: bool,
        #[pyo3(from_py_with = converters::unlimited)] unlimited: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let mut options = KeyOptions::default();
        (options.read_only, options.unlimited) = (read_only, unlimited);
        let new_key = calls::run_detached(py, move || service.create_key_with(&account, &name, options))?;
        let secret = convert::structure(py, "Secret")?.call1((new_key.key.reveal(),))?;
        convert::structure(py, "NewKey")?.call1((secret, from_json(py, "KeyRecord", json!(new_key.record))?))
    }

    /// Returns the API keys of an account, including revoked ones, without their texts.
    #[pyo3(signature = (*, account=None))]
    fn keys<'py>(&self, py: Python<'py>, account: Option<&Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let keys = calls::run_detached(py, move || service.keys(&account))?;
        keys.iter().map(|key| from_json(py, "KeyRecord", json!(key))).collect()
    }

    /// Revokes an API key. The server rejects requests with it from now on. Raises ``NotFoundError`` if the account has no such key.
    #[pyo3(signature = (id, *, account=None))]
    fn revoke_key<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let text = arguments::any_id("id", id)?;
        let id = uuid::Uuid::parse_str(&text)
            .map_err(|_| Error::invalid("id", "pass the id of a key, a UUID, not its name: `keys()` lists both"));
        let id = id.or_raise(py)?;
        let revoked = calls::run_detached(py, move || service.revoke_key(&account, id))?;
        from_json(py, "KeyRecord", json!(revoked))
    }
}
