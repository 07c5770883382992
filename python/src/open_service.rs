//! Services that are open in this process, and how they are closed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::clock::{CancelToken, Clock, SystemClock};
use shiptrack::decoders::edi::Senders;
use shiptrack::service::{Policies, ServiceBuilder};
use shiptrack::store::StoreKey;
use shiptrack::{Error, ErrorKind, Service};

use crate::access::AccessSettings;
use crate::calls::{self, Slot};
use crate::clock::PyManualClock;
use crate::errors::OrRaise;
use crate::open_files::OpenFiles;
use crate::plugins::{NewPlugins, Plugins};
use crate::policies;
use crate::server_slot::ServerSlot;

/// Shared by everything that is created from the service.
pub struct OpenService {
    pub service: Slot<Service>,
    pub path: Option<PathBuf>,
    pub clock: Option<Py<PyManualClock>>,
    pub plugins: Plugins,
    settings: Settings,
    /// Locked during a change of the key, so that concurrent changes are stored in order.
    rekeying: Mutex<()>,
    /// Number of worker threads; `None` without a worker.
    pub threads: Mutex<Option<usize>>,
    /// Locked while the service is being closed, which continues after Ctrl-C in `close()`.
    closing: Arc<Mutex<()>>,
    /// Servers that are stopped before the service is closed.
    pub servers: Mutex<Vec<Weak<ServerSlot>>>,
}

/// The settings of the service. They are compared if the same file is opened again.
pub struct Settings {
    pub allow_loopback: bool,
    pub allow_networks: Option<Vec<String>>,
    pub webhook_ips: Option<Vec<String>>,
    /// The program and its arguments.
    pub reader_command: Option<Vec<String>>,
    pub access: Option<AccessSettings>,
    /// Replaced by `rekey()`.
    pub store_key: Mutex<Option<StoreKey>>,
    /// By code.
    pub carrier_names: Option<Vec<(String, String)>>,
    /// JSON text.
    pub edi_senders: Option<String>,
    pub policies: Policies,
    /// Names of the policies that were passed. The others have their defaults.
    pub given: Vec<&'static str>,
}

impl Settings {
    pub fn apply(&self, mut builder: ServiceBuilder) -> Result<ServiceBuilder, Error> {
        if self.allow_loopback {
            builder = builder.allow_loopback();
        }
        if let Some(networks) = &self.allow_networks {
            builder = builder.allow_networks(networks)?;
        }
        if let Some(addresses) = &self.webhook_ips {
            builder = builder.webhook_ips(addresses)?;
        }
        if let Some([program, arguments @ ..]) = self.reader_command.as_deref() {
            builder = builder.reader_command(program, arguments);
        }
        for (scac, name) in self.carrier_names.iter().flatten() {
            builder = builder.carrier_name(scac, name)?;
        }
        if let Some(access) = &self.access {
            builder = builder.carrier_access(access.access()?);
        }
        if let Some(key) = &*lock(&self.store_key) {
            builder = builder.store_key(key.clone());
        }
        if let Some(senders) = &self.edi_senders {
            builder = builder.edi_senders(Senders::built_in().merge(Senders::from_json(senders)?));
        }
        Ok(builder.policies(self.policies.clone()))
    }

    /// Returns the name of the first setting that is passed and differs.
    fn first_difference(&self, given: &Settings) -> Option<&'static str> {
        let networks = given.allow_networks.is_some() && given.allow_networks != self.allow_networks;
        let ips = given.webhook_ips.is_some() && given.webhook_ips != self.webhook_ips;
        let reader = given.reader_command.is_some() && given.reader_command != self.reader_command;
        let access = given.access.is_some() && given.access != self.access;
        let key = lock(&given.store_key).clone();
        let key = key.is_some() && key != *lock(&self.store_key);
        let other = [
            (given.allow_loopback && !self.allow_loopback, "allow_loopback"),
            (networks, "allow_networks"),
            (ips, "webhook_ips"),
            (reader, "reader_command"),
            (access, "profiles"),
            (key, "store_key"),
            (given.carrier_names.is_some() && given.carrier_names != self.carrier_names, "carrier_names"),
            (given.edi_senders.is_some() && given.edi_senders != self.edi_senders, "edi_senders"),
        ];
        let other = other.into_iter().find_map(|(differs, name)| differs.then_some(name));
        let (mut own, mut theirs) = (self.policies.clone(), given.policies.clone());
        let is_other = |name: &&&str| match **name {
            "paces" => own.paces != theirs.paces,
            name => policies::settings_of(&mut own, name) != policies::settings_of(&mut theirs, name),
        };
        other.or_else(|| given.given.iter().find(is_other).copied())
    }
}

pub static FILES: OpenFiles<OpenService> = OpenFiles::new();

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for OpenService {
    fn drop(&mut self) {
        let turn = self.path.as_deref().and_then(|path| FILES.begin_close(path, self));
        self.service.close();
        drop(turn);
    }
}

/// Closes a service that is still open when the interpreter shuts down.
#[pyclass(frozen, module = "shiptrack._native", name = "_Closer")]
pub struct Closer {
    open: Weak<OpenService>,
    closing: Arc<Mutex<()>>,
    pid: u32,
}

impl Closer {
    pub fn of(open: &Arc<OpenService>) -> Self {
        Closer { open: Arc::downgrade(open), closing: Arc::clone(&open.closing), pid: std::process::id() }
    }
}

#[pymethods]
impl Closer {
    /// Waits for at most `timeout` seconds.
    fn __call__(&self, py: Python<'_>, timeout: f64) -> PyResult<()> {
        // The thread that closes the service exists only in the parent process, so this wait would never end.
        if std::process::id() != self.pid {
            return Ok(());
        }
        let clock = SystemClock::new();
        let timeout = Duration::from_secs_f64(timeout);
        self.open.upgrade().map_or(Ok(()), |open| open.close(py, timeout))?;
        wait_until_closed(py, &self.closing, timeout.saturating_sub(clock.monotonic()))
    }

    /// Whether nothing is left to close.
    #[getter]
    fn gone(&self) -> bool {
        self.open.strong_count() == 0 && !matches!(self.closing.try_lock(), Err(TryLockError::WouldBlock))
    }
}

/// Waits for a thread that closes a service, which began in a call of `close()` that Ctrl-C ended.
fn wait_until_closed(py: Python<'_>, closing: &Arc<Mutex<()>>, timeout: Duration) -> PyResult<()> {
    const POLL: Duration = Duration::from_millis(10);
    let closing = Arc::clone(closing);
    calls::run_on_helper(py, &CancelToken::new(), move || {
        let clock = SystemClock::new();
        while matches!(closing.try_lock(), Err(TryLockError::WouldBlock)) && clock.monotonic() < timeout {
            let _ = clock.sleep(POLL, &CancelToken::new());
        }
        Ok(())
    })
}

impl OpenService {
    pub fn new(
        service: Slot<Service>,
        path: Option<PathBuf>,
        clock: Option<Py<PyManualClock>>,
        plugins: Plugins,
        settings: Settings,
    ) -> Self {
        let (rekeying, threads, closing, servers) = Default::default();
        OpenService { service, path, clock, plugins, settings, rekeying, threads, closing, servers }
    }

    /// Stores the new key, so that it is compared if the file is opened again.
    pub fn rekey(&self, service: &Service, key: StoreKey) -> Result<(), Error> {
        let _held = lock(&self.rekeying);
        service.rekey(&key)?;
        *lock(&self.settings.store_key) = Some(key);
        Ok(())
    }

    /// Closes the service even if clients and listings still refer to it. Waits for at most `timeout` for code of the program.
    pub fn close(&self, py: Python<'_>, timeout: Duration) -> PyResult<()> {
        let Ok(service) = self.service.get() else { return Ok(()) };
        let turn = self.path.as_deref().and_then(|path| FILES.begin_close(path, self));
        let servers = std::mem::take(&mut *lock(&self.servers));
        let closing = Arc::clone(&self.closing);
        let closed = calls::run_on_helper(py, &CancelToken::new(), move || {
            let held = lock(&closing);
            let clock = SystemClock::new();
            let left = || timeout.saturating_sub(clock.monotonic());
            servers.iter().filter_map(Weak::upgrade).for_each(|server| server.stop(left()));
            let closed = service.close_within(left());
            drop((service, turn, held));
            closed
        });
        self.service.close();
        closed
    }

    /// Checks the arguments when the file of an open service is opened again. Fails if they differ from its settings.
    pub fn check_reopening(
        &self,
        py: Python<'_>,
        given: &NewPlugins,
        settings: &Settings,
        clock: Option<&Py<PyManualClock>>,
        (worker, threads): (Option<bool>, Option<usize>),
    ) -> PyResult<()> {
        let known = &self.plugins;
        let carriers = given.carriers.iter().map(|(scac, _)| scac);
        if let Some(scac) = carriers.into_iter().find(|scac| !known.carriers.contains_key(&scac.to_ascii_uppercase())) {
            return Err(already_open("carriers", &format!("without a carrier for {scac}"))).or_raise(py);
        }
        if given.any_carrier.is_some() && known.any_carrier.is_none() {
            return Err(already_open("any_carrier", "without a carrier for every code")).or_raise(py);
        }
        let extractors = given.extractors.as_ref().map(Vec::len);
        if extractors.is_some_and(|extractors| extractors != known.extractors.len()) {
            return Err(already_open("extractors", &format!("with {} extractors", known.extractors.len())))
                .or_raise(py);
        }
        if clock.is_some_and(|clock| self.clock.as_ref().is_none_or(|own| !own.is(clock))) {
            return Err(already_open("clock", "on another clock")).or_raise(py);
        }
        if let Some(name) = self.settings.first_difference(settings) {
            return Err(already_open(name, &format!("with another value of {name}"))).or_raise(py);
        }
        // A service on a manual clock never has a worker, so these arguments have no effect.
        if self.clock.is_some() {
            return Ok(());
        }
        match (*lock(&self.threads), worker, threads) {
            (Some(_), Some(false), _) => Err(already_open("worker", "with a worker")).or_raise(py),
            (None, Some(true), _) => Err(already_open("worker", "without a worker")).or_raise(py),
            (None, None, Some(_)) => Err(already_open("threads", "without a worker")).or_raise(py),
            (Some(running), _, Some(threads)) if threads != running => {
                Err(already_open("threads", &format!("with a worker of {running} threads"))).or_raise(py)
            }
            _ => Ok(()),
        }
    }
}

fn already_open(name: &str, how: &str) -> Error {
    let problem =
        format!("the file is already open in this process, {how}: close that service first, or leave {name} out");
    Error::refused(ErrorKind::Configuration, name, problem)
}

/// Follows symbolic links. If the file does not exist, its folder is resolved.
pub fn resolved(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
