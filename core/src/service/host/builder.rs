//! The builder of a service.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::service::Service;
use crate::carrier_http::profiles::Profile;
use crate::carrier_http::{CarrierAccess, StoredCredentials};
use crate::carriers::Carrier;
use crate::clock::{Clock, SystemClock};
use crate::decoders::edi::Senders;
use crate::email;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::{Egress, Transport, egress};
use crate::ids::{Entropy, SystemEntropy};
use crate::limits::{Bucket, RateLimits};
use crate::sandbox::Sandbox;
use crate::service::engine::base::document_reader::{BuiltInReader, DocumentReader};
use crate::service::engine::base::engine::{Engine, EngineParts};
use crate::service::engine::base::infer_carrier;
use crate::service::engine::base::observer::ActivityObserver;
use crate::service::engine::base::policies::{Pace, Policies, RecordingPolicy};
use crate::store::{Store, StoreKey};
use crate::tracking::{FoldPolicy, lifecycle};
use crate::webhooks::DeliveryPolicy;

/// Settings of a service, and the parts a host plugs in. Services that are opened with clones of one share these parts.
#[derive(Clone)]
pub struct ServiceBuilder {
    pub(crate) clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    carriers: HashMap<String, Arc<dyn Carrier>>,
    any_carrier: Option<Arc<dyn Carrier>>,
    pub(crate) access: Option<CarrierAccess>,
    extractors: Vec<Arc<dyn DocumentReader>>,
    networks: Vec<String>,
    webhook_ips: Vec<String>,
    observer: Option<Arc<dyn ActivityObserver>>,
    policies: Policies,
    senders: Senders,
    keyring: StoredCredentials,
    key: Option<StoreKey>,
}

impl Default for ServiceBuilder {
    fn default() -> Self {
        let sandbox: Arc<dyn Carrier> = Arc::new(Sandbox);
        ServiceBuilder {
            clock: Arc::new(SystemClock::new()),
            entropy: Arc::new(SystemEntropy),
            carriers: HashMap::from([(Sandbox::SCAC.to_owned(), sandbox)]),
            any_carrier: None,
            access: None,
            extractors: Vec::new(),
            networks: Vec::new(),
            webhook_ips: Vec::new(),
            observer: None,
            policies: Policies::default(),
            senders: Senders::built_in(),
            keyring: StoredCredentials::default(),
            key: None,
        }
    }
}

impl ServiceBuilder {
    /// The settings a service has unless told otherwise.
    pub fn new() -> Self {
        Self::default()
    }

    /// The clock everything is timed by; a [`ManualClock`](crate::clock::ManualClock) for tests and rehearsals.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Where ids, keys and secrets come from.
    pub fn entropy(mut self, entropy: impl Entropy + 'static) -> Self {
        self.entropy = Arc::new(entropy);
        self
    }

    /// Answers look-ups for the carrier `scac`, in place of any source plugged in for it before.
    pub fn carrier(mut self, scac: &str, carrier: impl Carrier + 'static) -> Result<Self> {
        self.carriers.insert(own_code("carrier", scac)?, Arc::new(carrier));
        Ok(self)
    }

    /// Answers look-ups for every carrier nothing else is plugged in for.
    pub fn any_carrier(mut self, carrier: impl Carrier + 'static) -> Self {
        self.any_carrier = Some(Arc::new(carrier));
        self
    }

    /// Asks the carriers of these profiles over HTTP, those aside that a source is plugged in for, and no more often than their profiles
    /// say, with each account's credentials. In place of those given before.
    pub fn carrier_access(mut self, access: CarrierAccess) -> Self {
        self.access = Some(access);
        self
    }

    pub(crate) fn with_carriers_over(mut self, transport: &Arc<dyn Transport>) -> Result<Self> {
        // Clones of this builder open other services.
        self.keyring = StoredCredentials::default();
        let Some(access) = self.access.take() else { return Ok(self) };
        for (scac, carrier) in access.with_stored(&self.keyring).carriers(transport, &self.clock)? {
            self.carriers.entry(scac).or_insert(carrier);
        }
        Ok(self)
    }

    /// Keeps secrets in the store under this key alone: [credentials](Service::store_credential) of accounts at carriers, which no service
    /// without a key keeps, and webhooks and subscriptions, whose secrets stand there in clear otherwise. What is there already is sealed
    /// when the service is opened.
    ///
    /// From then on the file is opened with this key, or not at all: another one, and none, is refused as
    /// [`Configuration`](ErrorKind::Configuration) by the name `store_key`. Whoever loses the key loses the file; it is replaced with
    /// [`rekey`](Service::rekey).
    pub fn store_key(mut self, key: StoreKey) -> Self {
        self.key = Some(key);
        self
    }

    /// Reads documents, after the extractors plugged in before and ahead of the built-in one.
    pub fn extractor(mut self, extractor: impl DocumentReader + 'static) -> Self {
        self.extractors.push(Arc::new(extractor));
        self
    }

    /// Lets deliveries reach these networks too (CIDR, `127.0.0.0/8`), there without TLS as well; without it they reach
    /// public addresses only.
    pub fn allow_networks<N: Into<String>>(mut self, networks: impl IntoIterator<Item = N>) -> Result<Self> {
        self.networks.extend(networks.into_iter().map(Into::into));
        egress::validate(&self.networks).map_err(|error| refused("allow_networks", error.message().to_owned()))?;
        Ok(self)
    }

    /// Lets deliveries reach this machine's loopback addresses, there without TLS as well.
    pub fn allow_loopback(mut self) -> Self {
        self.networks.extend(["127.0.0.0/8".to_owned(), "::1/128".to_owned()]);
        self
    }

    /// Tells receivers which addresses deliveries come from (`GET /webhooks/ips`): IP addresses, or networks in CIDR form. The
    /// service does not know by itself; without them its list is empty. Those given before stay.
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

    /// All the numbers the service goes by; the next functions change some of them.
    pub fn policies(mut self, policies: Policies) -> Self {
        self.policies = policies;
        self
    }

    /// What every API key may ask for; [`RateLimits::interface`] unless told otherwise. A limit of nothing is refused when the
    /// service is opened.
    pub fn limits(mut self, limits: RateLimits) -> Self {
        self.policies.limits = limits;
        self
    }

    /// How often and how long carriers are asked.
    pub fn lifecycle(mut self, policy: lifecycle::Policy) -> Self {
        self.policies.lifecycle = policy;
        self
    }

    /// When following a shipment ends by itself, where one voyage ends and the next begins, and whose estimates are preferred.
    pub fn following(mut self, policy: FoldPolicy) -> Self {
        self.policies.following = policy;
        self
    }

    /// When deliveries are tried again, and given up.
    pub fn delivery(mut self, policy: DeliveryPolicy) -> Self {
        self.policies.delivery = policy;
        self
    }

    /// How many look-ups each carrier gets; [`Pace::default`] unless told otherwise.
    pub fn pace(mut self, pace: Pace) -> Self {
        self.policies.pace = pace;
        self
    }

    /// The same for the carrier `scac` alone.
    pub fn carrier_pace(mut self, scac: &str, pace: Pace) -> Result<Self> {
        self.policies.paces.insert(own_code("pace", scac)?, pace);
        Ok(self)
    }

    /// What a message may be at most before it is quarantined.
    pub fn mail_limits(mut self, limits: email::MailLimits) -> Self {
        self.policies.mail_limits = limits;
        self
    }

    /// How facts are kept that are recorded about numbers nobody tracks yet.
    pub fn recording(mut self, policy: RecordingPolicy) -> Self {
        self.policies.recording = policy;
        self
    }

    /// What single senders of EDI mean by their codes, and as whose words theirs count; [`Senders::built_in`] unless told otherwise.
    pub fn edi_senders(mut self, senders: Senders) -> Self {
        self.senders = senders;
        self
    }

    /// How long a carrier may take to answer one look-up.
    pub fn look_up_timeout(mut self, timeout: Duration) -> Self {
        self.policies.look_up_timeout = timeout;
        self
    }

    /// Tells `observer` of what the service does in the background, and of trouble there.
    pub fn observer(mut self, observer: impl ActivityObserver + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Refuses, by its name, a setting that cannot work, as opening the service does: for whoever takes settings one at a
    /// time.
    pub fn check(&self) -> Result<()> {
        if Bucket::ALL.into_iter().any(|bucket| self.policies.limits.of(bucket) == Some(0)) {
            return Err(refused(
                "limits",
                "a limit must be 1 or more: with 0 no request could ever be answered".to_owned(),
            ));
        }
        if self.policies.limits.per.is_zero() {
            return Err(refused("limits", "the time a limit counts in must be more than 0".to_owned()));
        }
        let mut profiles = self.access.iter().flat_map(|access| access.profiles().iter());
        profiles.try_for_each(Profile::check_askable)?;
        self.policies.paces.keys().try_for_each(|scac| own_code("pace", scac).map(|_| ()))
    }

    /// The service over a store, its deliveries, and what goes to the carriers of profiles, going out through `outbound`.
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
        let mut extractors = self.extractors;
        extractors.push(Arc::new(BuiltInReader::new(&policies.documents)));
        store.unlock(self.key.as_ref())?;
        Service::new(Engine::new(EngineParts {
            store: Box::new(store),
            clock: self.clock,
            entropy: self.entropy,
            outbound,
            carriers: self.carriers,
            any_carrier: self.any_carrier,
            extractors,
            policies,
            senders: self.senders,
            keyring: self.keyring,
            observer: self.observer,
            webhook_ips: self.webhook_ips,
            egress: match self.networks.as_slice() {
                [] => Egress::PublicOnly,
                networks => Egress::PublicAnd(networks.into()),
            },
        }))
    }
}

fn own_code(setting: &str, scac: &str) -> Result<String> {
    let detail = || format!("a carrier is named by its SCAC of four letters, not {}", Quoted(scac));
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
