//! Configures and opens a service.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::service::Service;
use crate::carrier_http::profiles::Profile;
use crate::carrier_http::{CarrierAccess, StoredCredentials};
use crate::carriers::Carrier;
use crate::clock::{CancelToken, Clock, SystemClock};
use crate::decoders::edi::Senders;
use crate::documents::ReaderCommand;
use crate::email;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::{Egress, Transport, egress};
use crate::ids::{Entropy, SystemEntropy};
use crate::limits::{Bucket, RateLimits};
use crate::sandbox::Sandbox;
use crate::service::engine::base::document_reader::{BuiltInReader, DocumentReader};
use crate::service::engine::base::engine::{Engine, EngineParts};
use crate::service::engine::base::infer_carrier;
use crate::service::engine::base::log_entry::LogEntry;
use crate::service::engine::base::log_line::LogLevel;
use crate::service::engine::base::observer::{Activity, ActivityObserver};
use crate::service::engine::base::policies::{Pace, Policies, RecordingPolicy};
use crate::shipping_lines;
use crate::store::{Migration, StoragePolicy, Store, StoreKey};
use crate::tracking::{FoldPolicy, lifecycle};
use crate::webhooks::DeliveryPolicy;

/// Longest name of a carrier, in characters.
const LONGEST_NAME: usize = 100;

/// Settings of a service, and the carriers and other parts that the host program adds. Services that are opened with
/// clones of one builder share these parts.
#[derive(Clone)]
pub struct ServiceBuilder {
    pub(crate) clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    carriers: HashMap<String, Arc<dyn Carrier>>,
    any_carrier: Option<Arc<dyn Carrier>>,
    carrier_names: HashMap<String, String>,
    pub(crate) access: Option<CarrierAccess>,
    extractors: Vec<Arc<dyn DocumentReader>>,
    reader_command: Option<ReaderCommand>,
    networks: Vec<String>,
    webhook_ips: Vec<String>,
    observer: Option<Arc<dyn ActivityObserver>>,
    policies: Policies,
    senders: Senders,
    keyring: StoredCredentials,
    key: Option<StoreKey>,
    migration: Option<Migration>,
    opening_cancel: CancelToken,
    /// The path of the database, if it was created.
    new_database: Option<PathBuf>,
}

impl Default for ServiceBuilder {
    fn default() -> Self {
        let sandbox: Arc<dyn Carrier> = Arc::new(Sandbox);
        ServiceBuilder {
            clock: Arc::new(SystemClock::new()),
            entropy: Arc::new(SystemEntropy),
            carriers: HashMap::from([(Sandbox::SCAC.to_owned(), sandbox)]),
            any_carrier: None,
            carrier_names: HashMap::new(),
            access: None,
            extractors: Vec::new(),
            reader_command: None,
            networks: Vec::new(),
            webhook_ips: Vec::new(),
            observer: None,
            policies: Policies::default(),
            senders: Senders::built_in(),
            keyring: StoredCredentials::default(),
            key: None,
            migration: None,
            opening_cancel: CancelToken::new(),
            new_database: None,
        }
    }
}

impl ServiceBuilder {
    /// A builder with the default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the clock of the service. Use a [`ManualClock`](crate::clock::ManualClock) in tests.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Sets the source of randomness for ids, keys and secrets.
    pub fn entropy(mut self, entropy: impl Entropy + 'static) -> Self {
        self.entropy = Arc::new(entropy);
        self
    }

    /// Adds the implementation of the carrier `scac`. It replaces an earlier one for the same carrier.
    pub fn carrier(mut self, scac: &str, carrier: impl Carrier + 'static) -> Result<Self> {
        self.carriers.insert(own_code("carrier", scac)?, Arc::new(carrier));
        Ok(self)
    }

    /// Sets the name of an added carrier that the table of shipping lines does not have. The list of shipping lines and the shipments of
    /// the carrier show it; without a name they show the code. Fails if the table has the carrier, and for an empty name or one of more
    /// than 100 characters.
    pub fn carrier_name(mut self, scac: &str, name: &str) -> Result<Self> {
        let (code, name) = (own_code("carrier_name", scac)?, name.trim());
        if let Some(line) = shipping_lines::by_scac(&code) {
            let detail = format!("{code} is {}: only a carrier that is not listed can be named", line.name);
            return Err(refused("carrier_name", detail));
        }
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            let detail = format!("the name of {code} must be one line of text with at most {LONGEST_NAME} characters");
            return Err(refused("carrier_name", detail));
        }
        self.carrier_names.insert(code, name.to_owned());
        Ok(self)
    }

    /// Adds an implementation that answers for every carrier without its own.
    pub fn any_carrier(mut self, carrier: impl Carrier + 'static) -> Self {
        self.any_carrier = Some(Arc::new(carrier));
        self
    }

    /// Asks carriers over HTTP, as their profiles describe, within the pace of each profile and with the credentials
    /// of each account. Carriers with their own [implementation](Self::carrier) are excluded. It replaces an earlier
    /// `carrier_access`.
    pub fn carrier_access(mut self, access: CarrierAccess) -> Self {
        self.access = Some(access);
        self
    }

    pub(crate) fn with_carriers_over(mut self, transport: &Arc<dyn Transport>) -> Result<Self> {
        // Clones of this builder open other services, which must not share credentials.
        self.keyring = StoredCredentials::default();
        let Some(access) = self.access.take() else { return Ok(self) };
        for profile in access.profiles().iter().filter(|profile| !profile.name.is_empty()) {
            self.carrier_names.entry(profile.scac.clone()).or_insert_with(|| profile.name.clone());
        }
        for (scac, carrier) in access.with_stored(&self.keyring).carriers(transport, &self.clock)? {
            self.carriers.entry(scac).or_insert(carrier);
        }
        Ok(self)
    }

    /// Encrypts secrets in the store with this key: [credentials](Service::store_credential) of accounts at carriers,
    /// and the secrets of webhooks and subscriptions. Without a key, credentials cannot be stored, and the other
    /// secrets are stored as plain text. Existing secrets are encrypted when the service is opened.
    ///
    /// From then on the file can only be opened with this key: another key, or none, is a
    /// [`Configuration`](ErrorKind::Configuration) error that names `store_key`. A lost key makes the file unusable.
    /// [`rekey`](Service::rekey) replaces the key.
    pub fn store_key(mut self, key: StoreKey) -> Self {
        self.key = Some(key);
        self
    }

    /// Ends the wait for another process that has the file open (`storage.busy_timeout`): opening fails with
    /// [`Cancelled`](ErrorKind::Cancelled).
    pub fn cancel_opening(mut self, cancel: CancelToken) -> Self {
        self.opening_cancel = cancel;
        self
    }

    pub(crate) fn opening_cancel(&self) -> &CancelToken {
        &self.opening_cancel
    }

    pub(crate) fn storage_policy(&self) -> &StoragePolicy {
        &self.policies.storage
    }

    /// Sets the migration that was done when the store was opened, to report it.
    pub(crate) fn migrated(mut self, migration: Option<Migration>) -> Self {
        self.migration = migration;
        self
    }

    /// Sets the path of the database if it was created, to report that.
    pub(crate) fn new_database(mut self, path: Option<PathBuf>) -> Self {
        self.new_database = path;
        self
    }

    /// Adds a reader of documents. It is tried after the readers that were added before, and before the built-in one.
    pub fn extractor(mut self, extractor: impl DocumentReader + 'static) -> Self {
        self.extractors.push(Arc::new(extractor));
        self
    }

    /// Sets the program that reads PDF, XLSX and HTML documents, with its arguments. It is started when the first document arrives, and
    /// must call [`serve_reader`](crate::documents::serve_reader) of this version of the library.
    ///
    /// Without it, the executable of this process is started again if its `main` began with `serve_reader`. Otherwise such documents wait.
    pub fn reader_command<A: Into<OsString>>(
        mut self,
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        let (program, arguments) = (program.into(), arguments.into_iter().map(Into::into).collect());
        self.reader_command = Some(ReaderCommand { program, arguments });
        self
    }

    /// Allows deliveries to these networks (in CIDR form, such as `127.0.0.0/8`), with or without TLS. By default
    /// deliveries only go to public addresses.
    pub fn allow_networks<N: Into<String>>(mut self, networks: impl IntoIterator<Item = N>) -> Result<Self> {
        self.networks.extend(networks.into_iter().map(Into::into));
        egress::validate(&self.networks).map_err(|error| refused("allow_networks", error.message().to_owned()))?;
        Ok(self)
    }

    /// Allows deliveries to the loopback addresses of this machine, with or without TLS.
    pub fn allow_loopback(mut self) -> Self {
        self.networks.extend(["127.0.0.0/8".to_owned(), "::1/128".to_owned()]);
        self
    }

    /// Adds addresses from which deliveries are sent, for the answer to `GET /webhooks/ips`: IP addresses, or
    /// networks in CIDR form. The service cannot detect them; by default the list is empty.
    pub fn webhook_ips<A: Into<String>>(mut self, addresses: impl IntoIterator<Item = A>) -> Result<Self> {
        for address in addresses.into_iter().map(Into::into) {
            if address.parse::<IpAddr>().is_err() && egress::validate(std::slice::from_ref(&address)).is_err() {
                let detail =
                    format!("{} is neither an IP address nor a network such as 203.0.113.0/24", Quoted(&address));
                return Err(refused("webhook_ips", detail));
            }
            if !self.webhook_ips.contains(&address) {
                self.webhook_ips.push(address);
            }
        }
        Ok(self)
    }

    /// Sets all numeric settings at once. The following functions set some of them.
    pub fn policies(mut self, policies: Policies) -> Self {
        self.policies = policies;
        self
    }

    /// Sets the rate limits of each API key; by default [`RateLimits::interface`]. A limit of 0 is rejected when the
    /// service is opened.
    pub fn limits(mut self, limits: RateLimits) -> Self {
        self.policies.limits = limits;
        self
    }

    /// Sets how often and how long carriers are asked.
    pub fn lifecycle(mut self, policy: lifecycle::Policy) -> Self {
        self.policies.lifecycle = policy;
        self
    }

    /// Sets when tracking of a shipment stops, where one voyage ends and the next begins, and which sources of
    /// estimates are preferred.
    pub fn following(mut self, policy: FoldPolicy) -> Self {
        self.policies.following = policy;
        self
    }

    /// Sets when failed deliveries are retried, and when they are given up.
    pub fn delivery(mut self, policy: DeliveryPolicy) -> Self {
        self.policies.delivery = policy;
        self
    }

    /// Sets how many look-ups each carrier gets; by default [`Pace::default`].
    pub fn pace(mut self, pace: Pace) -> Self {
        self.policies.pace = pace;
        self
    }

    /// Sets how many look-ups the carrier `scac` gets.
    pub fn carrier_pace(mut self, scac: &str, pace: Pace) -> Result<Self> {
        self.policies.paces.insert(own_code("pace", scac)?, pace);
        Ok(self)
    }

    /// Sets the limits of email messages. A larger message is quarantined.
    pub fn mail_limits(mut self, limits: email::MailLimits) -> Self {
        self.policies.mail_limits = limits;
        self
    }

    /// Sets how long facts about untracked numbers are stored, and how many.
    pub fn recording(mut self, policy: RecordingPolicy) -> Self {
        self.policies.recording = policy;
        self
    }

    /// Sets the code lists and the data sources of EDI senders; by default [`Senders::built_in`].
    pub fn edi_senders(mut self, senders: Senders) -> Self {
        self.senders = senders;
        self
    }

    /// Sets the timeout of one look-up.
    pub fn look_up_timeout(mut self, timeout: Duration) -> Self {
        self.policies.look_up_timeout = timeout;
        self
    }

    /// Calls `observer` for everything that the service does in the background, and for problems there.
    pub fn observer(mut self, observer: impl ActivityObserver + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Checks the settings and names the first invalid one, as opening the service does. Use it to check each setting
    /// as it is made.
    pub fn check(&self) -> Result<()> {
        if Bucket::ALL.into_iter().any(|bucket| self.policies.limits.of(bucket) == Some(0)) {
            return Err(refused(
                "limits",
                "a limit must be 1 or more: with 0, every request would be rejected".to_owned(),
            ));
        }
        if self.policies.limits.per.is_zero() {
            return Err(refused("limits", "the window of the limits must be longer than 0".to_owned()));
        }
        let mut profiles = self.access.iter().flat_map(|access| access.profiles().iter());
        profiles.try_for_each(Profile::check_askable)?;
        self.policies.paces.keys().try_for_each(|scac| own_code("pace", scac).map(|_| ()))
    }

    /// Opens the service on a store. Deliveries and requests to carriers of profiles are sent through `outbound`.
    #[cfg(feature = "internals")]
    #[doc(hidden)]
    pub fn build(self, store: impl Store + 'static, outbound: impl Transport + 'static) -> Result<Service> {
        self.check()?;
        let outbound: Arc<dyn Transport> = Arc::new(outbound);
        self.with_carriers_over(&outbound)?.finish(store, outbound)
    }

    pub(crate) fn finish(self, store: impl Store + 'static, outbound: Arc<dyn Transport>) -> Result<Service> {
        let mut policies = self.policies;
        let paces = policies.paces.into_iter().map(|(scac, pace)| Ok((own_code("pace", &scac)?, pace)));
        policies.paces = paces.collect::<Result<_>>()?;
        let built_in_reader = BuiltInReader::with_command(&policies.documents, self.reader_command);
        store.unlock(self.key.as_ref())?;
        let migration = self.migration;
        let engine = Engine::new(EngineParts {
            store: Box::new(store),
            clock: self.clock,
            entropy: self.entropy,
            outbound,
            carriers: self.carriers,
            any_carrier: self.any_carrier,
            carrier_names: self.carrier_names,
            extractors: self.extractors,
            built_in_reader,
            policies,
            senders: self.senders,
            keyring: self.keyring,
            observer: self.observer,
            webhook_ips: self.webhook_ips,
            egress: match self.networks.as_slice() {
                [] => Egress::PublicOnly,
                networks => Egress::PublicAnd(networks.into()),
            },
        });
        if let Some(Migration { from, to, copy }) = &migration {
            engine.report(&Activity::Migrated { from: *from, to: *to, copy });
        }
        if let Some(path) = &self.new_database {
            let text = format!("a new, empty database was created: {}", path.display());
            engine.log(&LogEntry::new(LogLevel::Warn, ("database", "new"), text));
        }
        Service::new(engine)
    }
}

fn own_code(setting: &str, scac: &str) -> Result<String> {
    let detail = || format!("{} is not a carrier code: use a SCAC of four letters, such as MAEU", Quoted(scac));
    infer_carrier::primary_code(scac).map_err(|_| refused(setting, detail()))
}

fn refused(setting: &str, detail: String) -> Error {
    Error::refused(ErrorKind::Configuration, setting, detail)
}

impl fmt::Debug for ServiceBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceBuilder")
            .field("carriers", &self.carriers.keys())
            .field("networks", &self.networks)
            .field("policies", &self.policies)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_migration_is_reported_when_the_service_opens() {
        let reported = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&reported);
        let mut builder = Service::builder().observer(move |activity: &Activity<'_>| {
            if let Activity::Migrated { from, to, copy } = activity {
                log.lock().unwrap().push((*from, *to, copy.to_path_buf()));
            }
        });
        let copy = PathBuf::from("s.db.version-1");
        builder.migration = Some(Migration { from: 1, to: 2, copy: copy.clone() });
        builder.open(":memory:").unwrap().close().unwrap();
        assert_eq!(*reported.lock().unwrap(), [(1, 2, copy)]);
    }
}
