//! The tracking service in this process.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use serde_json::json;
use shiptrack::carrier_api::Credentials;
use shiptrack::clock::{CancelToken, Clock};
use shiptrack::decoders::edi::Senders;
use shiptrack::hosted::{Adoption, HostedAccount, Notified};
use shiptrack::http::{Call, Request, Transport};
use shiptrack::resources::{AccountId, DocumentId, EmailSubmissionId, UserId};
use shiptrack::service::{Budget, NewSubscription, ServiceBuilder};
use shiptrack::store::AccountSettings;
use shiptrack::webhooks::{Secret, Verifier};
use shiptrack::{Error, ErrorKind, Service};

use crate::access::{AccessGiven, Keywords};
use crate::calls::{self, Slot};
use crate::client::{Handle, PyClient, PyResponse};
use crate::clock::{PyCancel, PyManualClock};
use crate::convert::{account_object, loaded};
use crate::edi_folder::PyEdiFolder;
use crate::errors::OrRaise;
use crate::events::PyEvents;
use crate::open::{self, Closer, Open, Plugins, Settings, lock, resolved};
use crate::plugins::{Given, Place, PyCarrier, PyExtractor};
use crate::resource::PyResource;
use crate::server::PyServer;
use crate::watch::{self, Watch};
use crate::{access, arguments, convert, facts, json, named, policies, progress, push, time};

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
    pub open: Arc<Open>,
}

impl PyService {
    fn subscribe<'py>(
        &self,
        py: Python<'py>,
        mut new: NewSubscription,
        secret: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        if let Some(secret) = secret {
            new = new.secret(push::secret(py, secret)?);
        }
        push::object(py, &calls::quick(py, move || service.add_subscription(&account, new))?)
    }

    /// Also returns the name of the account.
    pub fn kept_of(&self, py: Python<'_>, account: &str) -> PyResult<(Credentials, String)> {
        let (service, id) = self.account(py, Some(PyString::new(py, account).as_any()))?;
        calls::quick(py, move || {
            let name = service.accounts()?.into_iter().find(|known| known.id == id).map(|known| known.name);
            Ok((service.credentials_of(&id)?, name.unwrap_or_default()))
        })
    }

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

/// A dict by sender, or its JSON text.
fn senders(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = match given.cast::<PyString>() {
        Ok(text) => text.to_str()?.to_owned(),
        Err(_) => {
            arguments::mapping("edi_senders", given)?;
            json::from_python("edi_senders", given)?.to_string()
        }
    };
    Senders::from_json(&text).map(|_| text).or_raise(given.py())
}

// The default of `threads` stands as a number in signatures.
const _: () = assert!(Service::WORKER_THREADS == 32);

#[pymethods]
impl PyService {
    #[new]
    #[pyo3(signature = (path=None, *, worker=None, threads=None, clock=None, carriers=None, any_carrier=None,
        extractors=None, allow_loopback=false, allow_networks=None, webhook_ips=None, limits=None, look_up_timeout=None, lifecycle=None,
        following=None, delivery=None, pace=None, paces=None, mail_limits=None, recording=None, documents=None,
        on_activity=None, profiles=None, credentials=None, shared_credentials=None, carrier_proxy=None, carrier_ca_file=None,
        carrier_public_only=None, carrier_networks=None, edi_senders=None, store_key=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        path: Option<&Bound<'_, PyAny>>,
        worker: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = named::clock)] clock: Option<Py<PyManualClock>>,
        carriers: Option<&Bound<'_, PyAny>>,
        any_carrier: Option<&Bound<'_, PyAny>>,
        extractors: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = named::allow_loopback)] allow_loopback: bool,
        allow_networks: Option<&Bound<'_, PyAny>>,
        webhook_ips: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyAny>>,
        look_up_timeout: Option<&Bound<'_, PyAny>>,
        lifecycle: Option<&Bound<'_, PyAny>>,
        following: Option<&Bound<'_, PyAny>>,
        delivery: Option<&Bound<'_, PyAny>>,
        pace: Option<&Bound<'_, PyAny>>,
        paces: Option<&Bound<'_, PyAny>>,
        mail_limits: Option<&Bound<'_, PyAny>>,
        recording: Option<&Bound<'_, PyAny>>,
        documents: Option<&Bound<'_, PyAny>>,
        on_activity: Option<&Bound<'_, PyAny>>,
        profiles: Option<&Bound<'_, PyAny>>,
        credentials: Option<&Bound<'_, PyAny>>,
        shared_credentials: Option<&Bound<'_, PyAny>>,
        carrier_proxy: Option<&Bound<'_, PyAny>>,
        carrier_ca_file: Option<&Bound<'_, PyAny>>,
        carrier_public_only: Option<&Bound<'_, PyAny>>,
        carrier_networks: Option<&Bound<'_, PyAny>>,
        edi_senders: Option<&Bound<'_, PyAny>>,
        store_key: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let worker = worker.map(|worker| arguments::flag("worker", worker)).transpose()?;
        let threads = threads.map(arguments::threads).transpose()?;
        let given = Given::read(carriers, any_carrier, extractors, on_activity)?;
        let keywords = [
            ("limits", limits),
            ("look_up_timeout", look_up_timeout),
            ("lifecycle", lifecycle),
            ("following", following),
            ("delivery", delivery),
            ("pace", pace),
            ("paces", paces),
            ("mail_limits", mail_limits),
            ("recording", recording),
            ("documents", documents),
        ];
        let settings = Settings {
            allow_loopback,
            allow_networks: allow_networks.map(|texts| arguments::texts("allow_networks", texts)).transpose()?,
            webhook_ips: webhook_ips.map(|texts| arguments::texts("webhook_ips", texts)).transpose()?,
            access: AccessGiven::read(
                py,
                &Keywords {
                    profiles,
                    credentials,
                    shared_credentials,
                    proxy: carrier_proxy,
                    ca_file: carrier_ca_file,
                    public_only: carrier_public_only,
                    networks: carrier_networks,
                },
            )?,
            store_key: Mutex::new(store_key.map(|key| access::store_key("store_key", key)).transpose()?),
            edi_senders: edi_senders.map(senders).transpose()?,
            policies: policies::policies(&keywords)?,
            given: keywords.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name).collect(),
        };
        let path = path.map(|path| file(py, path)).transpose()?.filter(|path| path.as_os_str() != ":memory:");
        let path = path.map(|path| std::path::absolute(resolved(&path))).transpose()?;
        if let Some(open) = path.as_deref().and_then(open::find) {
            open.takes(py, &given, &settings, clock.as_ref(), (worker, threads))?;
            open.replace(given);
            return Ok(PyService { open });
        }
        let on_activity = Place::new(given.on_activity.unwrap_or_else(|| py.None()));
        let mut builder = ServiceBuilder::new().observer(Watch(on_activity.clone()));
        if let Some(clock) = &clock {
            builder = builder.clock(clock.get().clock.clone());
        }
        let mut places = HashMap::new();
        for (scac, carrier) in given.carriers {
            let place = Place::new(carrier);
            builder = builder.carrier(&scac, PyCarrier(place.clone())).or_raise(py)?;
            places.insert(scac.to_ascii_uppercase(), place);
        }
        let any_carrier = given.any_carrier.map(Place::new);
        if let Some(place) = &any_carrier {
            builder = builder.any_carrier(PyCarrier(place.clone()));
        }
        let extractors: Vec<_> = given.extractors.into_iter().flatten().map(Place::new).collect();
        for place in &extractors {
            builder = builder.extractor(PyExtractor(place.clone()));
        }
        builder = settings.apply(builder).or_raise(py)?;
        let file = path.clone();
        let opened = calls::quick(py, move || match file {
            Some(file) => builder.open(file),
            None => builder.in_memory(),
        })?;
        let manual = clock.is_some();
        let plugins = Plugins { carriers: places, any_carrier, extractors, on_activity, on_wake: OnceLock::new() };
        let service = Slot::new("service", opened);
        let open = Arc::new(Open::new(service, path, clock, plugins, settings));
        open::remember(&open);
        let service = PyService { open };
        service.begin(py, worker.unwrap_or(true) && !manual, threads.unwrap_or(Service::WORKER_THREADS))?;
        Ok(service)
    }

    /// A client of this service in this process: no key, no limits.
    #[pyo3(signature = (account=None))]
    fn client(&self, py: Python<'_>, account: Option<&Bound<'_, PyAny>>) -> PyResult<PyClient> {
        let (service, account) = self.account(py, account)?;
        let handle = Handle::embedded(service.client_of(&account).or_raise(py)?, Arc::clone(&self.open));
        Ok(PyClient { handle })
    }

    /// A client of this service for asyncio, whose calls take ``threads`` threads at most.
    #[pyo3(signature = (account=None, *, threads=32))]
    fn async_client<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let client = self.client(py, account)?;
        py.import("shiptrack._async")?.call_method1("of", (client, threads))
    }

    /// Answers a request as the server does, for a web framework of your own to hand on.
    ///
    /// The path goes with its query (``/v2/shipments?page[size]=5``), the key in the header ``Authorization: Token <key>``. A refusal
    /// is an answer, not an exception.
    #[pyo3(signature = (method, path, *, headers=None, body=None))]
    fn send(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = named::method)] method: String,
        #[pyo3(from_py_with = named::path)] path: String,
        headers: Option<&Bound<'_, PyAny>>,
        body: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyResponse> {
        let service = self.open.service.get().or_raise(py)?;
        let mut request = Request::new(arguments::method(py, &method)?, path);
        for (name, value) in
            headers.map(|headers| arguments::headers("headers", headers)).transpose()?.into_iter().flatten()
        {
            request.headers.append(name, value);
        }
        request.body = body.map(|body| arguments::bytes("body", body)).transpose()?.unwrap_or_default();
        calls::quick(py, move || Ok(service.send(request, &Call::default())?)).map(|answer| PyResponse { answer })
    }

    /// Puts the service behind a socket. ``limits`` change what it takes from the world before it says no.
    #[pyo3(
        signature = (address="127.0.0.1:0".to_owned(), *, public_url=None, allow_remote=false, limits=None),
        text_signature = "($self, address='127.0.0.1:0', *, public_url=None, allow_remote=False, limits=None)"
    )]
    pub fn serve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = named::address)] address: String,
        #[pyo3(from_py_with = named::public_url)] public_url: Option<String>,
        #[pyo3(from_py_with = named::allow_remote)] allow_remote: bool,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyServer> {
        let mut builder = self.open.service.get().or_raise(py)?.server().address(address);
        if let Some(url) = public_url {
            builder = builder.public_url(url);
        }
        if allow_remote {
            builder = builder.allow_remote();
        }
        if let Some(limits) = limits {
            builder = builder.limits(policies::server_limits(limits)?);
        }
        let running = calls::quick(py, move || builder.start())?;
        let server = PyServer::new(running, Arc::clone(&self.open));
        lock(&self.open.servers).push(server.weak());
        Ok(server)
    }

    /// Does the work that is due now.
    #[pyo3(signature = (items=None))]
    fn run_due<'py>(&self, py: Python<'py>, items: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let items = items.map(|items| arguments::whole("items", items, 0)).transpose()?;
        let budget = items.map_or(Budget::ALL, Budget::items);
        let done = calls::waiting(py, &CancelToken::new(), move || service.run_due(budget))?;
        loaded(py, "Done", json!(done))
    }

    /// Does everything that is due now, and what falls due through that, until nothing is: look-ups and deliveries.
    ///
    /// After a restart it brings the service up to date before anything is exported. What is scheduled for later is left for
    /// later, and a manual clock is not moved. Each item is tried once; what a worker has in hand is waited for. ``timeout``
    /// begins nothing more once it is over, without being an error: ``left`` of the answer says how much is still due.
    /// ``progress`` is told how many items are done, and how many there are as far as is known.
    #[pyo3(signature = (timeout=None, *, progress=None, cancel=None))]
    fn settle<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = named::cancel)] cancel: Option<Py<PyCancel>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let timeout = timeout.map(|timeout| arguments::timeout("timeout", timeout)).transpose()?;
        let cancel = cancel.map_or_else(CancelToken::new, |cancel| cancel.get().token.child());
        progress::settle(py, service, timeout, cancel, progress)
    }

    /// Moves the manual clock forward, doing work as it falls due: ``advance(3600)`` or ``advance(hours=1)``.
    #[pyo3(signature = (by=None, *, weeks=None, days=None, hours=None, minutes=None, seconds=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn advance<'py>(
        &self,
        py: Python<'py>,
        by: Option<&Bound<'_, PyAny>>,
        weeks: Option<&Bound<'_, PyAny>>,
        days: Option<&Bound<'_, PyAny>>,
        hours: Option<&Bound<'_, PyAny>>,
        minutes: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let Some(clock) = &self.open.clock else {
            let problem = "only a service on a manual clock is advanced: Service(clock=ManualClock())";
            return Err(Error::refused(ErrorKind::Configuration, "clock", problem)).or_raise(py);
        };
        let by = arguments::step(by, [weeks, days, hours, minutes, seconds])?;
        let clock = clock.get().clock.clone();
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let done = calls::waiting(py, &cancel, move || service.run_until(time::later(clock.now(), by), &token))?;
        loaded(py, "Done", json!(done))
    }

    /// When the next look-up or delivery is due.
    fn next_due<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let service = self.open.service.get().or_raise(py)?;
        let due = calls::quick(py, move || service.next_due())?;
        due.map(|due| time::datetime(py, &due)).transpose()
    }

    /// What each carrier is to be asked for with each set of credentials, as JSON.
    fn _carriers_plan(&self, py: Python<'_>) -> PyResult<String> {
        let service = self.open.service.get().or_raise(py)?;
        let plans = calls::waiting(py, &CancelToken::new(), move || service.carriers_plan())?;
        Ok(serde_json::to_string(&plans).unwrap_or_default())
    }

    /// The credentials that carriers refuse, each with what waits for it. One look-up an hour tries it again, and others in its place
    /// are used at once.
    fn set_aside<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let found = calls::quick(py, move || service.set_aside())?;
        let told = serde_json::to_string(&found).unwrap_or_default();
        py.import("shiptrack._access")?.call_method1("set_aside", (told,))
    }

    /// Starts at most ``threads`` threads that do work as it falls due, as they are needed, unless they run already.
    #[pyo3(signature = (threads=32))]
    fn start_worker(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::threads)] threads: usize) -> PyResult<()> {
        self.begin(py, true, threads)
    }

    /// Ends these threads, once what they are doing is done.
    fn stop_worker(&self, py: Python<'_>) -> PyResult<()> {
        let service = self.open.service.get().or_raise(py)?;
        *lock(&self.open.threads) = None;
        calls::waiting(py, &CancelToken::new(), move || {
            service.stop_worker();
            Ok(())
        })
    }

    /// Has ``wake`` called whenever :meth:`next_due` or :meth:`events` may answer otherwise than before.
    ///
    /// It is called on the thread where that happened, and should do no more than wake a loop of your own
    /// (``lambda: loop.call_soon_threadsafe(event.set)``). ``None`` ends it.
    #[pyo3(signature = (wake))]
    fn on_wake(&self, py: Python<'_>, wake: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let wake = wake.map(|wake| arguments::callable("wake", wake, None)).transpose()?.unwrap_or_else(|| py.None());
        let service = self.open.service.get().or_raise(py)?;
        let place = self.open.plugins.on_wake.get_or_init(|| {
            let place = Place::new(py.None());
            let callable = place.clone();
            service.on_wake(move || watch::wake(&callable));
            place
        });
        place.put(wake);
        Ok(())
    }

    /// What time it is for the service.
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        time::datetime(py, &self.open.service.get().or_raise(py)?.clock().now())
    }

    /// The manual clock it was given.
    #[getter]
    fn clock(&self, py: Python<'_>) -> Option<Py<PyManualClock>> {
        self.open.clock.as_ref().map(|clock| clock.clone_ref(py))
    }

    /// The file it lives in, a ``pathlib.Path``; ``None`` in memory.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.open.path.clone()
    }

    /// Records what somebody told without being asked: a terminal, a trucker, an EDI message, a clerk.
    ///
    /// ``number`` is a bill of lading, a booking or a container, in any spelling; every number of the account that is that
    /// number, or whose shipment has that container, gets the ``facts`` (dicts, or their JSON text) as if its carrier had told
    /// them, and what is news is told at once. Nobody is looked up, nothing is withdrawn because it is not named, and when the
    /// carrier is asked next stays as it was, unless the last container has come back empty by it. Recording the same again adds
    /// nothing; of what is expected, it says when that was confirmed last. Facts about a container need not name it.
    ///
    /// What nobody tracks yet is kept for a while (``recording``), and joins when the number, or a shipment with that container,
    /// comes to be tracked. More than an account may keep raise :class:`~shiptrack.errors.ConflictError` with the code
    /// ``too_many_kept_facts``.
    #[pyo3(signature = (number, facts, *, account=None))]
    fn record_facts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = named::number)] number: String,
        facts: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let told = facts::given(facts)?;
        let recorded = calls::quick(py, move || service.record_facts(&account, &number, &told))?;
        loaded(py, "Recorded", json!(recorded))
    }

    /// Takes in EDI, bytes as they came: one interchange of X12 or EDIFACT or several.
    ///
    /// What each message says is recorded for the bookings, bills and containers that it names, as :meth:`record_facts` does. An
    /// interchange that the account has already adds nothing, and is told as such; one of which a crash left a part goes on where
    /// that ended. The report carries the acknowledgement for whoever must send it back.
    ///
    /// A message that could not be read or recorded is kept (:meth:`unread_edi`). When there is no more room for such messages, the
    /// first of them raises :class:`~shiptrack.errors.ConflictError` with the code ``too_much_unread_edi``; what stands before it
    /// was taken in.
    #[pyo3(signature = (document, *, account=None))]
    fn ingest_edi<'py>(
        &self,
        py: Python<'py>,
        document: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let bytes = arguments::bytes("document", document)?;
        let report = calls::waiting(py, &CancelToken::new(), move || service.ingest_edi(&account, &bytes))?;
        loaded(py, "EdiReport", report.to_json())
    }

    /// Keeps a credential of an account at a carrier, in place of the one of that name there is: ``client_id`` of ``MAEU``, as its profile
    /// names it; a name that the profile does not ask for is refused.
    ///
    /// The account's look-ups are asked with it, before any that ``credentials`` give; what waits because the one before it was refused goes on. It stands in
    /// the file under the ``store_key`` and is shown nowhere; without a key, :class:`~shiptrack.errors.ConfigurationError`.
    #[pyo3(signature = (scac, name, secret, *, account=None))]
    fn keep_credential(
        &self,
        py: Python<'_>,
        scac: &Bound<'_, PyAny>,
        name: &Bound<'_, PyAny>,
        secret: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (service, account) = self.account(py, account)?;
        let (scac, name) = (arguments::text("scac", scac)?, arguments::text("name", name)?);
        let secret = shiptrack::carrier_api::Secret::new(push::secret(py, secret)?);
        calls::quick(py, move || service.keep_credential(&account, &scac, &name, &secret))
    }

    /// Which credentials are kept of an account, never what they are.
    #[pyo3(signature = (*, account=None))]
    fn kept_credentials<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let kept = calls::quick(py, move || service.kept_credentials(&account))?;
        kept.iter().map(|kept| loaded(py, "KeptCredential", json!(kept))).collect()
    }

    /// Keeps a credential no more. One that is not kept raises :class:`~shiptrack.errors.NotFoundError`.
    #[pyo3(signature = (scac, name, *, account=None))]
    fn forget_credential(
        &self,
        py: Python<'_>,
        scac: &Bound<'_, PyAny>,
        name: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (service, account) = self.account(py, account)?;
        let (scac, name) = (arguments::text("scac", scac)?, arguments::text("name", name)?);
        calls::quick(py, move || service.forget_credential(&account, &scac, &name))
    }

    /// Keeps all secrets in the file under this key instead of the present ``store_key``: all that can be read, or none. From then on the file is
    /// opened with this one; a copy of it from before is still under the one before.
    fn rekey(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<()> {
        let service = self.open.service.get().or_raise(py)?;
        let (key, open) = (access::store_key("key", key)?, Arc::clone(&self.open));
        calls::quick(py, move || open.rekey(&service, key))
    }

    /// Takes in what was sent without being asked for: a callback of a carrier's event subscription, or a signed report of a source of
    /// one's own.
    ///
    /// ``headers`` are the header fields of any framework, ``body`` the bytes as they came, before anything parses them. What it says
    /// is recorded as :meth:`record_facts` does; an event that is sent and one that is polled are one, and the same once more adds
    /// nothing. Answer 204 when it returns, and ``status`` of the error when it raises
    /// (:class:`~shiptrack.errors.SignatureError`, :class:`~shiptrack.errors.NotFoundError` for what is of no subscription, …).
    fn receive_push<'py>(
        &self,
        py: Python<'py>,
        headers: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let (headers, body) = (push::headers(headers)?, arguments::bytes("body", body)?);
        let pushed = calls::waiting(py, &CancelToken::new(), move || service.receive_push(&headers, &body))?;
        loaded(py, "Pushed", pushed.to_json())
    }

    /// Takes over what a hosted account follows: its tracking requests with their references, labels and customers, and what it knows of
    /// their shipments. Doing so again adds nothing; one that was broken off goes on where it was left.
    ///
    /// ``client`` is a client of that account. The service needs somebody who answers for each carrier: the account itself does, as
    /// ``Service(any_carrier=client)``. After ``most`` tracking requests it ends, to be gone on with; ``anew`` looks through all of the
    /// account once more.
    #[pyo3(signature = (client, *, account=None, most=None, anew=None))]
    fn adopt<'py>(
        &self,
        py: Python<'py>,
        client: &Bound<'py, PyClient>,
        account: Option<&Bound<'_, PyAny>>,
        most: Option<&Bound<'_, PyAny>>,
        anew: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let hosted = HostedAccount::new(client.get().handle.client().or_raise(py)?);
        let cancel = CancelToken::new();
        let mut adoption = Adoption::new().cancel(cancel.clone());
        if let Some(most) = most {
            adoption = adoption.most(arguments::whole("most", most, 1)?);
        }
        if anew.map(|anew| arguments::flag("anew", anew)).transpose()?.unwrap_or(false) {
            adoption = adoption.anew();
        }
        let adopted = calls::waiting(py, &cancel, move || service.adopt(&account, &hosted, &adoption))?;
        loaded(py, "Adopted", adopted.to_json())
    }

    /// Takes in what a hosted account posts to a webhook that is registered there, and says what came of it: ``"due"`` where a tracking
    /// request is looked up at once, ``"taken_over"`` where it was not here yet, ``"nothing"`` where nobody follows it here.
    ///
    /// ``headers`` are the header fields of any framework, ``body`` the bytes as they came; ``secret`` is the webhook's. A signature that
    /// does not hold raises :class:`~shiptrack.errors.SignatureError`.
    #[pyo3(signature = (client, headers, body, *, secret, account=None))]
    fn receive_hosted(
        &self,
        py: Python<'_>,
        client: &Bound<'_, PyClient>,
        headers: &Bound<'_, PyAny>,
        body: &Bound<'_, PyAny>,
        secret: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let (service, account) = self.account(py, account)?;
        let hosted = HostedAccount::new(client.get().handle.client().or_raise(py)?);
        let (headers, body) = (push::headers(headers)?, arguments::bytes("body", body)?);
        let secret = Secret::new(push::secret(py, secret)?).or_raise(py)?;
        let notified = calls::waiting(py, &CancelToken::new(), move || {
            let verifier = Verifier::new([secret])?;
            service.receive_hosted(&account, &hosted, &verifier, |name| headers.get(name), &body)
        })?;
        Ok(match notified {
            Notified::Due(_) => "due",
            Notified::TakenOver(_) => "taken_over",
            _ => "nothing",
        })
    }

    /// Takes in the callbacks of an event subscription at a carrier.
    ///
    /// ``called`` is the carrier's id of it, which its callbacks carry; without it the first one that verifies says so. ``secret`` is
    /// base64, as the carrier was given it; without it the service makes one, for :meth:`Subscription.secret
    /// <shiptrack.values.Subscription>` to be given to the carrier. Where it is about one ``number``, what comes by it is about that.
    ///
    /// With a ``callback_url`` the service asks the carrier to call back there, where its profile allows it, as work that is due: in its
    /// worker, or in :meth:`run_due`. It renews the subscription before it ends, and has it ended when it is removed. Where the same is
    /// asked for already, that is given.
    #[pyo3(signature = (carrier, *, called=None, number=None, kind=None, secret=None, callback_url=None, account=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn subscribe_carrier<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = named::carrier)] carrier: String,
        called: Option<&Bound<'py, PyAny>>,
        number: Option<&Bound<'py, PyAny>>,
        kind: Option<&Bound<'py, PyAny>>,
        secret: Option<&Bound<'py, PyAny>>,
        callback_url: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut new = push::about(py, NewSubscription::of_carrier(carrier), number, kind)?;
        if let Some(url) = callback_url {
            new = new.call_back(arguments::text("callback_url", url)?);
        }
        if let Some(called) = called {
            new = new.called(arguments::text("called", called)?);
        }
        self.subscribe(py, new, secret, account)
    }

    /// Takes in the reports of a source of one's own: what kind of source it is (``terminal``, ``rail``, ``user_input``, …), and which
    /// one of its kind. They are signed as :func:`shiptrack.webhooks.sign` does.
    #[pyo3(signature = (source, name, *, secret=None, account=None))]
    fn subscribe_source<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = named::source)] source: String,
        #[pyo3(from_py_with = named::name)] name: String,
        secret: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.subscribe(py, NewSubscription::own(source.as_str(), name), secret, account)
    }

    /// Who may send to an account without being asked, oldest first.
    #[pyo3(signature = (*, account=None))]
    fn subscriptions<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let found = calls::quick(py, move || service.subscriptions(&account))?;
        found.iter().map(|record| push::object(py, record)).collect()
    }

    /// Gives a subscription another secret: this one, or a new one. What the one before signed is taken for the ``overlap``, too: a day,
    /// unless it is said.
    #[pyo3(signature = (id, *, secret=None, overlap=None, account=None), text_signature = "($self, id, *, secret=None, overlap=86400, account=None)")]
    fn rotate_subscription<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        secret: Option<&Bound<'py, PyAny>>,
        overlap: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let secret = secret.map(|secret| push::secret(py, secret)).transpose()?;
        let overlap = overlap.map(|overlap| arguments::span("overlap", overlap)).transpose()?;
        let id = push::id(py, id)?;
        let rotate = move || service.rotate_subscription(&account, id, secret.as_deref(), overlap);
        push::object(py, &calls::quick(py, rotate)?)
    }

    /// Takes nothing in any more of a subscription. A carrier that the service asked to call back is asked to end it.
    #[pyo3(signature = (id, *, account=None))]
    fn remove_subscription(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (service, account) = self.account(py, account)?;
        let id = push::id(py, id)?;
        calls::waiting(py, &CancelToken::new(), move || service.remove_subscription(&account, id))
    }

    /// A folder whose files are taken in as EDI, by :meth:`EdiFolder.sweep` now and then.
    ///
    /// Files that were taken in as a whole go to ``done/`` in it, others to ``failed/``, each with a report beside it. ``acknowledge`` has
    /// the 997 or CONTRL of each interchange written to ``out/``; who sends them takes them from there. A file must have been as it
    /// is for ``quiet`` seconds.
    #[pyo3(signature = (path, *, acknowledge=false, quiet=None, account=None), text_signature = "($self, path, *, acknowledge=False, quiet=2, account=None)")]
    fn edi_folder(
        &self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = named::acknowledge)] acknowledge: bool,
        quiet: Option<&Bound<'_, PyAny>>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEdiFolder> {
        let path = arguments::path("path", path)?;
        let (service, account) = self.account(py, account)?;
        let quiet = quiet.map(|quiet| arguments::timeout("quiet", quiet)).transpose()?;
        let folder = calls::quick(py, move || service.edi_folder(&account, path))?.acknowledging(acknowledge);
        Ok(PyEdiFolder::new(match quiet {
            Some(quiet) => folder.quiet(quiet),
            None => folder,
        }))
    }

    /// The messages of EDI of which nothing was taken in, those of the newest interchange first.
    #[pyo3(signature = (limit=1000, *, account=None))]
    fn unread_edi<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = named::limit)] limit: usize,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let unread = calls::quick(py, move || service.unread_edi(&account, limit))?;
        unread.iter().map(|message| loaded(py, "UnreadEdi", json!(message))).collect()
    }

    /// Lets go of a message of EDI of which nothing was taken in, and makes room for others.
    #[pyo3(signature = (id, *, account=None))]
    fn discard_unread_edi(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = named::id)] id: String,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let (service, account) = self.account(py, account)?;
        calls::quick(py, move || service.discard_unread_edi(&account, &id))
    }

    /// Takes in a message: its bytes as they came, or an ``email.message.Message``. The same bytes twice are one.
    ///
    /// A ``str`` is refused: decoding may have changed what it was made of.
    #[pyo3(signature = (message, *, account=None, user=None))]
    fn ingest_email<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
        user: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let bytes: Vec<u8> = match message.getattr_opt("as_bytes")? {
            Some(as_bytes) => as_bytes.call0()?.extract()?,
            None if message.is_instance_of::<PyString>() => {
                let problem = "message: the bytes as they came are expected, not a str: decoding may have changed them";
                return Err(PyTypeError::new_err(problem));
            }
            None => arguments::bytes("message", message)?,
        };
        let user = user.map(|user| arguments::id_named("user", user, "user")).transpose()?.map(|id| UserId::new(&id));
        let taken =
            calls::waiting(py, &CancelToken::new(), move || service.ingest_email(&account, &bytes, user.as_ref()))?;
        let submission = PyResource::of_resource(py, &taken.submission)?;
        let edi = taken.edi.iter().map(|edi| loaded(py, "AttachedEdi", json!(edi))).collect::<PyResult<Vec<_>>>()?;
        let made =
            (submission, taken.is_new, taken.quarantined, PyTuple::new(py, taken.problems)?, PyTuple::new(py, edi)?);
        convert::structure(py, "Ingested")?.call1(made)
    }

    /// The messages that could not be read, newest first.
    #[pyo3(signature = (*, account=None))]
    fn quarantined_emails<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let found = calls::quick(py, move || service.quarantined_emails(&account))?;
        found.iter().map(|message| loaded(py, "Quarantined", json!(message))).collect()
    }

    /// What was wrong with a message, quarantined or not; ``None`` when there is no such message.
    #[pyo3(signature = (id, *, account=None))]
    fn email_problems<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let ((service, account), id) =
            (self.account(py, account)?, EmailSubmissionId::new(&arguments::id(id, "email_submission")?));
        let found = calls::quick(py, move || service.email_problems(&account, &id))?;
        found.map(|problems| PyTuple::new(py, problems)).transpose()
    }

    /// The bytes of a document.
    #[pyo3(signature = (id, *, account=None))]
    fn document_content<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let ((service, account), id) = (self.account(py, account)?, DocumentId::new(&arguments::id(id, "document")?));
        let found = calls::quick(py, move || service.document_content(&account, &id))?;
        Ok(found.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// The bytes of a message as it was taken in.
    #[pyo3(signature = (id, *, account=None))]
    fn email_content<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let ((service, account), id) =
            (self.account(py, account)?, EmailSubmissionId::new(&arguments::id(id, "email_submission")?));
        let found = calls::quick(py, move || service.email_content(&account, &id))?;
        Ok(found.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Discards a document: it is no longer listed or counted.
    #[pyo3(signature = (id, *, account=None))]
    fn discard_document(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let ((service, account), id) = (self.account(py, account)?, DocumentId::new(&arguments::id(id, "document")?));
        calls::quick(py, move || service.discard_document(&account, &id))
    }

    /// The events behind ``after``, in the order they happened.
    ///
    /// With ``follow`` the iterator waits for those that come, and ends when none came for ``timeout``.
    #[pyo3(signature = (after=0, *, account=None, follow=false, timeout=None))]
    fn events(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = named::after)] after: u64,
        account: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = named::follow)] follow: bool,
        timeout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEvents> {
        let (_, account) = self.account(py, account)?;
        let timeout = timeout.map(|timeout| arguments::timeout("timeout", timeout)).transpose()?;
        Ok(PyEvents::new(Arc::clone(&self.open), account, after, follow, timeout))
    }

    /// Delivers once more every notification that failed. Answers how many.
    #[pyo3(signature = (*, account=None))]
    fn replay_failed(&self, py: Python<'_>, account: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let (service, account) = self.account(py, account)?;
        calls::quick(py, move || service.replay_failed(&account))
    }

    /// Makes another account. Its name is its own, and stands for it wherever ``account=`` does.
    #[pyo3(signature = (name, company_name=None))]
    fn create_account<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = named::name)] name: String,
        #[pyo3(from_py_with = named::company_name)] company_name: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let company_name = company_name.unwrap_or_else(|| name.clone());
        let made = calls::quick(py, move || service.create_account(&name, &company_name))?;
        account_object(py, &made)
    }

    /// Sets what an account wants done by itself; what is not given stays as it is.
    ///
    /// With ``track_numbers_in_mail`` numbers that stand in its mail, and that nobody tracks, are tracked, where somebody can be asked
    /// about them. With ``record_arrival_notices`` what arrival notices say of arrival, vessel and last free day is recorded as
    /// facts of a user (``user_input``).
    #[pyo3(signature = (*, account=None, track_numbers_in_mail=None, record_arrival_notices=None))]
    fn change_account<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = named::track_numbers_in_mail)] track_numbers_in_mail: Option<bool>,
        #[pyo3(from_py_with = named::record_arrival_notices)] record_arrival_notices: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, id) = self.account(py, account)?;
        let changed = calls::quick(py, move || {
            service.change_account(&id, |wants| {
                let AccountSettings { track_numbers_in_mail: track, record_arrival_notices: record } = wants;
                (*track, *record) =
                    (track_numbers_in_mail.unwrap_or(*track), record_arrival_notices.unwrap_or(*record));
            })
        })?;
        account_object(py, &changed)
    }

    /// All accounts, oldest first.
    fn accounts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let service = self.open.service.get().or_raise(py)?;
        let found = calls::quick(py, move || service.accounts())?;
        found.iter().map(|account| account_object(py, account)).collect()
    }

    /// Makes an API key. It is seen here and never again: ``service.create_key("laptop").key.reveal()`` is its text.
    #[pyo3(signature = (name, *, account=None, read_only=false))]
    fn create_key<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = named::name)] name: String,
        account: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = named::read_only)] read_only: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let made = calls::quick(py, move || match read_only {
            true => service.create_read_only_key(&account, &name),
            false => service.create_key(&account, &name),
        })?;
        let secret = convert::structure(py, "Secret")?.call1((made.key.reveal(),))?;
        convert::structure(py, "NewKey")?.call1((secret, loaded(py, "KeyRecord", json!(made.record))?))
    }

    /// The keys of an account, revoked ones too.
    #[pyo3(signature = (*, account=None))]
    fn keys<'py>(&self, py: Python<'py>, account: Option<&Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let found = calls::quick(py, move || service.keys(&account))?;
        found.iter().map(|key| loaded(py, "KeyRecord", json!(key))).collect()
    }

    /// Revokes a key at once.
    #[pyo3(signature = (id, *, account=None))]
    fn revoke_key<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let text = arguments::any_id("id", id)?;
        let id = uuid::Uuid::parse_str(&text).map_err(|_| Error::invalid("id", "the id of a key is a UUID"));
        let id = id.or_raise(py)?;
        let revoked = calls::quick(py, move || service.revoke_key(&account, id))?;
        loaded(py, "KeyRecord", json!(revoked))
    }

    /// Stops servers and workers, and lets go of the file.
    ///
    /// Every later call raises :class:`~shiptrack.errors.ClosedError`, those of its clients, listings and feeds too. It
    /// waits for the carrier that is being asked; Ctrl-C ends that wait, and the rest is done behind it. The end of the
    /// interpreter waits for the carrier as well.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.open.close(py)
    }

    /// Whether it was closed.
    #[getter]
    fn closed(&self) -> bool {
        !self.open.service.is_open()
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.open.close(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyService>().is_ok_and(|other| Arc::ptr_eq(&self.open, &other.get().open))
    }

    fn __hash__(&self) -> usize {
        Arc::as_ptr(&self.open) as usize
    }

    fn __repr__(&self) -> String {
        let place = self.open.path.as_ref().map_or("in memory".to_owned(), |path| format!("on {}", path.display()));
        format!("<Service {place}{}>", if self.open.service.is_open() { "" } else { ", closed" })
    }
}

fn file(py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let file = arguments::path("path", path)?;
    if file.as_os_str().is_empty() {
        let problem = "an empty text names no file: give None for a service in memory";
        return Err(Error::refused(ErrorKind::Configuration, "path", problem)).or_raise(py);
    }
    Ok(file)
}

impl PyService {
    /// The worker is stopped before the interpreter ends.
    fn begin(&self, py: Python<'_>, worker: bool, threads: usize) -> PyResult<()> {
        if !worker {
            return Ok(());
        }
        let service = self.open.service.get().or_raise(py)?;
        calls::quick(py, move || service.start_worker(threads))?;
        lock(&self.open.threads).get_or_insert(threads);
        let closer = Py::new(py, Closer::of(&self.open))?;
        py.import("shiptrack._exit")?.call_method1("close_at_exit", (closer,)).map(drop)
    }
}
