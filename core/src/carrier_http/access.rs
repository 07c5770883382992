//! Builds the carriers of a service from profiles, credentials and connection settings.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::carrier::ApiCarrier;
use super::check::Check;
use super::credentials::{Credentials, StoredCredentials};
use super::sender::Sender;
use crate::carrier_http::profiles::{Profile, Profiles};
use crate::carriers::LookUp;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Roots, Transport, egress};
use crate::ids::Secret;
use crate::numbers::{NumberKind, Scac, TrackingNumber};

const LONGEST_CHECK: Duration = Duration::from_secs(60);

/// How a service gets at the carriers of some profiles.
///
/// What goes to carriers has an egress rule of its own, which is not that of deliveries: with TLS any address, for profiles are the
/// host's, or [public ones only](Self::public_only); without TLS this machine, and networks the host [opens](Self::allow_networks).
/// Redirects are never followed, and a page leads to its own origin alone.
#[derive(Debug, Clone, Default)]
pub struct CarrierAccess {
    profiles: Profiles,
    credentials: Credentials,
    proxy: Option<Secret>,
    roots: Roots,
    public_only: bool,
    networks: Vec<String>,
}

impl CarrierAccess {
    /// The carriers of these profiles, asked with these credentials.
    pub fn new(profiles: Profiles, credentials: Credentials) -> Self {
        CarrierAccess { profiles, credentials, ..CarrierAccess::default() }
    }

    /// Asks with these credentials, in place of those given before.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = credentials;
        self
    }

    /// Asks through an HTTP proxy (`http://user:password@host:port`). What is asked without TLS cannot be: nobody can tell where a
    /// proxy connects to.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.proxy = Some(Secret::new(url));
        self
    }

    /// Trusts these certificate authorities.
    pub fn roots(mut self, roots: Roots) -> Self {
        self.roots = roots;
        self
    }

    /// Asks at public addresses only, and in the networks that are [opened](Self::allow_networks). Together with a proxy nobody can
    /// be asked.
    pub fn public_only(mut self) -> Self {
        self.public_only = true;
        self
    }

    /// Asks in these networks, too (CIDR, `10.0.0.0/8`), there without TLS as well.
    pub fn allow_networks<N: Into<String>>(mut self, networks: impl IntoIterator<Item = N>) -> Result<Self> {
        self.networks.extend(networks.into_iter().map(Into::into));
        egress::validate(&self.networks)?;
        Ok(self)
    }

    /// The profiles.
    pub fn profiles(&self) -> &Profiles {
        &self.profiles
    }

    /// Stored credentials take precedence over those given before.
    pub(crate) fn with_stored(mut self, kept: &StoredCredentials) -> Self {
        kept.note(&self.profiles);
        self.credentials = kept.source().and(self.credentials);
        self
    }

    pub(crate) fn connection(&self) -> (Option<String>, Roots) {
        (self.proxy.as_ref().map(|proxy| proxy.reveal().to_owned()), self.roots.clone())
    }

    fn carrier(&self, profile: &Profile, transport: &Arc<dyn Transport>, clock: &Arc<dyn Clock>) -> Result<ApiCarrier> {
        let own = ["127.0.0.0/8", "::1/128"].map(str::to_owned);
        let sender = Sender {
            transport: Arc::clone(transport),
            clock: Arc::clone(clock),
            egress: if self.public_only { Egress::PublicAnd(self.networks.clone().into()) } else { Egress::Open },
            networks: own.into_iter().chain(self.networks.iter().cloned()).collect(),
        };
        ApiCarrier::new(profile.clone(), self.credentials.clone(), sender)
    }

    /// What answers for each carrier, by the code its requests are kept under. A profile of a carrier's own comes before one that
    /// answers for it beside another. What cannot be asked is refused by its place.
    pub fn carriers(
        &self,
        transport: &Arc<dyn Transport>,
        clock: &Arc<dyn Clock>,
    ) -> Result<BTreeMap<String, Arc<ApiCarrier>>> {
        let mut carriers = BTreeMap::new();
        let mut beside = Vec::new();
        for profile in self.profiles.iter() {
            let carrier = Arc::new(self.carrier(profile, transport, clock)?);
            carriers.insert(profile.scac.clone(), Arc::clone(&carrier));
            beside.extend(profile.all_codes().into_iter().map(|code| (code, Arc::clone(&carrier))));
        }
        for (code, carrier) in beside {
            carriers.entry(code).or_insert(carrier);
        }
        Ok(carriers)
    }

    /// [`check`](Self::check) over a transport, by a clock.
    pub fn check_with_transport(
        &self,
        transport: &Arc<dyn Transport>,
        clock: &Arc<dyn Clock>,
        (scac, number, kind): (&str, &str, Option<NumberKind>),
        account: &str,
    ) -> Result<Check> {
        let profile = self.profile(scac)?;
        let number = match kind {
            Some(kind) => TrackingNumber::parse(kind, number)?,
            None => TrackingNumber::infer(number)?.number,
        };
        let code = Scac::for_request(&profile.scac)?;
        let mut asked = LookUp::about(&profile.scac, number.kind().as_str().into(), number.text(), clock.now());
        asked.normalized_number = number.normalized_for(&code).to_owned();
        asked.account_name = account.to_owned();
        let carrier = self.carrier(profile, transport, clock)?;
        let deadline = Some(clock.monotonic().saturating_add(LONGEST_CHECK));
        Ok(carrier.check(&asked, &Call { deadline, ..Call::default() }))
    }

    /// The profile of a carrier, or a refusal that names those there are.
    pub fn profile(&self, scac: &str) -> Result<&Profile> {
        self.profiles.get(scac).ok_or_else(|| {
            let known: Vec<&str> = self.profiles.iter().map(|profile| profile.scac.as_str()).collect();
            let detail = format!("there is no profile of that carrier; there are: {}", known.join(", "));
            Error::refused(ErrorKind::Invalid, "scac", detail)
        })
    }
}
