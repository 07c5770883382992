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

const CHECK_TIMEOUT: Duration = Duration::from_secs(60);

/// Access to carriers over HTTP: profiles, credentials and connection settings.
///
/// Requests to carriers have another egress rule than deliveries. With TLS, all addresses are allowed, or
/// [only public ones](Self::public_only). Without TLS, only this machine and [allowed networks](Self::allow_networks) are. Redirects are
/// never followed, and the next page must have the same origin.
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
    /// Creates access to the carriers of these profiles with these credentials.
    pub fn new(profiles: Profiles, credentials: Credentials) -> Self {
        CarrierAccess { profiles, credentials, ..CarrierAccess::default() }
    }

    /// Replaces the credentials.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = credentials;
        self
    }

    /// Uses an HTTP proxy (`http://user:password@host:port`). Requests without TLS fail then, because the egress rule cannot be checked:
    /// the proxy makes the connections.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.proxy = Some(Secret::new(url));
        self
    }

    /// Trusts these certificate authorities.
    pub fn roots(mut self, roots: Roots) -> Self {
        self.roots = roots;
        self
    }

    /// Allows only public addresses and [allowed networks](Self::allow_networks). Together with a proxy, all requests fail.
    pub fn public_only(mut self) -> Self {
        self.public_only = true;
        self
    }

    /// Also allows these networks (CIDR, `10.0.0.0/8`), with and without TLS. Fails if one is not a valid network.
    pub fn allow_networks<N: Into<String>>(mut self, networks: impl IntoIterator<Item = N>) -> Result<Self> {
        self.networks.extend(networks.into_iter().map(Into::into));
        egress::validate(&self.networks)?;
        Ok(self)
    }

    /// The profiles.
    pub fn profiles(&self) -> &Profiles {
        &self.profiles
    }

    /// Credentials in the store take precedence over the others.
    pub(crate) fn with_stored(mut self, stored: &StoredCredentials) -> Self {
        stored.add_profiles(&self.profiles);
        self.credentials = stored.source().and(self.credentials);
        self
    }

    /// The URL of the proxy, and the certificate authorities.
    pub(crate) fn proxy_and_roots(&self) -> (Option<String>, Roots) {
        (self.proxy.as_ref().map(|proxy| proxy.reveal().to_owned()), self.roots.clone())
    }

    fn carrier(&self, profile: &Profile, transport: &Arc<dyn Transport>, clock: &Arc<dyn Clock>) -> Result<ApiCarrier> {
        let loopback = ["127.0.0.0/8", "::1/128"].map(str::to_owned);
        let sender = Sender {
            transport: Arc::clone(transport),
            clock: Arc::clone(clock),
            egress: if self.public_only { Egress::PublicAnd(self.networks.clone().into()) } else { Egress::Open },
            networks: loopback.into_iter().chain(self.networks.iter().cloned()).collect(),
        };
        ApiCarrier::new(profile.clone(), self.credentials.clone(), sender)
    }

    /// Creates the carriers, by the codes of their tracking requests. The profile of a carrier takes precedence over a profile of another
    /// carrier that also answers for its code. Fails if a profile is not complete; the pointer of the error names the field.
    pub fn carriers(
        &self,
        transport: &Arc<dyn Transport>,
        clock: &Arc<dyn Clock>,
    ) -> Result<BTreeMap<String, Arc<ApiCarrier>>> {
        let mut carriers = BTreeMap::new();
        let mut further = Vec::new();
        for profile in self.profiles.iter() {
            let carrier = Arc::new(self.carrier(profile, transport, clock)?);
            carriers.insert(profile.scac.clone(), Arc::clone(&carrier));
            further.extend(profile.all_codes().into_iter().map(|code| (code, Arc::clone(&carrier))));
        }
        for (code, carrier) in further {
            carriers.entry(code).or_insert(carrier);
        }
        Ok(carriers)
    }

    /// [`check`](Self::check) with this transport and clock.
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
        let mut look_up = LookUp::about(&profile.scac, number.kind().as_str().into(), number.text(), clock.now());
        look_up.normalized_number = number.normalized_for(&code).to_owned();
        look_up.account_name = account.to_owned();
        let carrier = self.carrier(profile, transport, clock)?;
        let deadline = Some(clock.monotonic().saturating_add(CHECK_TIMEOUT));
        Ok(carrier.check(&look_up, &Call { deadline, ..Call::default() }))
    }

    /// The profile of a carrier. Fails without a profile for it; the error names the existing ones.
    pub fn profile(&self, scac: &str) -> Result<&Profile> {
        self.profiles.get(scac).ok_or_else(|| {
            let codes: Vec<&str> = self.profiles.iter().map(|profile| profile.scac.as_str()).collect();
            let detail = format!("there is no profile for `{scac}`. Profiles exist for: {}", codes.join(", "));
            Error::refused(ErrorKind::Invalid, "scac", detail)
        })
    }
}
