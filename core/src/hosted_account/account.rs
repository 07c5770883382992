//! Reads from a hosted account.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::shipment_facts::{AccountContainer, AccountShipment};
use crate::client::Client;
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{Container, RawEvent, ShipmentId, Terminal, Vessel};

/// An account at a hosted service, read through a client and within its rate limit. Clones share their state.
///
/// As a [`Carrier`](crate::carriers::Carrier) it answers for numbers that the account tracks. It creates no tracking requests in the
/// account unless [`create_missing`](Self::create_missing) is set.
#[derive(Debug, Clone)]
pub struct HostedAccount {
    pub(super) client: Client,
    pub(super) creates_missing: bool,
    pub(super) is_used_for_detection: bool,
    raw_event_support: Arc<RawEventSupport>,
    unfinished: Arc<UnfinishedReads>,
}

impl HostedAccount {
    /// The account that the API key of `client` belongs to.
    pub fn new(client: Client) -> Self {
        HostedAccount {
            client,
            creates_missing: false,
            is_used_for_detection: false,
            raw_event_support: Arc::default(),
            unfinished: Arc::default(),
        }
    }

    /// Creates a tracking request in the account when a number is looked up that the account does not track yet. This may cost money.
    pub fn create_missing(mut self) -> Self {
        self.creates_missing = true;
        self
    }

    /// Also asks the account when the carrier of a number is detected. The account confirms the numbers that it tracks, and denies none.
    ///
    /// Has no effect together with [`create_missing`](Self::create_missing): the account would track the number at every candidate.
    pub fn use_for_detection(mut self) -> Self {
        self.is_used_for_detection = true;
        self
    }

    pub(super) fn with_cancel(&self, cancel: &CancelToken) -> Self {
        HostedAccount { client: self.client_with_cancel(cancel), ..self.clone() }
    }

    /// All calls end after `timeout` from now.
    pub(super) fn ending_after(&self, timeout: Duration) -> Self {
        HostedAccount { client: self.client.ending_after(timeout), ..self.clone() }
    }

    /// A client that either its own token or `cancel` cancels.
    pub(super) fn client_with_cancel(&self, cancel: &CancelToken) -> Client {
        let combined = self.client.cancel_token().child();
        cancel.adopt(&combined);
        self.client.with_cancel(combined)
    }

    /// Reads a shipment with its containers and their events: one call, and two more for each container.
    pub fn shipment(&self, id: &ShipmentId) -> Result<AccountShipment> {
        self.shipment_with(&self.client, id)
    }

    pub(super) fn shipment_with(&self, client: &Client, id: &ShipmentId) -> Result<AccountShipment> {
        self.read_shipment(client, id, &mut Vec::new())
    }

    /// Reads a shipment for a look-up. If the time of the look-up or the rate limit does not suffice for all containers, the next look-up
    /// continues after those that were read.
    pub(super) fn resumed_shipment(&self, client: &Client, id: &ShipmentId) -> Result<AccountShipment> {
        let mut read = self.unfinished.take(id, client.monotonic());
        let shipment = self.read_shipment(client, id, &mut read.containers);
        if shipment.is_err() {
            self.unfinished.put(id, client.monotonic(), read);
        }
        shipment
    }

    /// `read` has the containers that an earlier call read. If the call fails, it has those of this call, too.
    fn read_shipment(
        &self,
        client: &Client,
        id: &ShipmentId,
        read: &mut Vec<AccountContainer>,
    ) -> Result<AccountShipment> {
        let fetched = client.shipments().get_including(id, ["containers", "pod_terminal"])?;
        let document = fetched.document();
        let containers: Vec<Container> = document.included_of::<Container>().collect::<Result<_>>()?;
        let mut shipment = AccountShipment { shipment: (**document).clone(), containers: Vec::new() };
        let mut order = Vec::new();
        for container in containers {
            let terminal = container.pod_terminal.id::<Terminal>().or_else(|| shipment.shipment.pod_terminal.id());
            let terminal = terminal.and_then(|id| document.included::<Terminal>(&id)).transpose()?;
            let terminal = terminal.map(|terminal| terminal.name);
            // A container that was changed meanwhile is read again.
            if !read.iter().any(|known| known.container == container && known.terminal == terminal) {
                read.retain(|known| known.container.id != container.id);
                read.push(self.container(client, container.clone(), terminal)?);
            }
            order.push(container.id);
        }
        for id in order {
            let position = read.iter().position(|known| known.container.id == id);
            shipment.containers.extend(position.map(|position| read.swap_remove(position)));
        }
        Ok(shipment)
    }

    fn container(&self, client: &Client, container: Container, terminal: Option<String>) -> Result<AccountContainer> {
        let raw_events = self.raw_events(client, &container)?;
        let (mut transport_events, mut vessels) = (Vec::new(), Vec::new());
        for page in client.containers().transport_events(&container.id).include(["vessel"]).pages() {
            let page = page?;
            for event in page.iter() {
                transport_events.push(event?);
            }
            check_number_of_events(&container, transport_events.len())?;
            for vessel in page.included_of::<Vessel>() {
                vessels.push(vessel?);
            }
        }
        // The refusal counts only now: the events were read, so the container exists.
        let (raw_events, raw_events_unavailable) = match raw_events {
            Ok(raw_events) => (raw_events, false),
            Err(refusal) => (Vec::new(), !self.raw_event_support.record_refusal(refusal)),
        };
        Ok(AccountContainer { container, terminal, raw_events, raw_events_unavailable, transport_events, vessels })
    }

    /// The inner error is a refusal that may mean that the account has no raw events.
    fn raw_events(&self, client: &Client, container: &Container) -> Result<Result<Vec<RawEvent>, ErrorKind>> {
        if self.raw_event_support.is_missing() {
            return Ok(Ok(Vec::new()));
        }
        let events = client.containers().raw_events(&container.id).max_items(MAX_EVENTS + 1);
        match events.into_iter().collect::<Result<Vec<_>>>() {
            Err(error) if RawEventSupport::is_refusal(error.kind()) => Ok(Err(error.kind())),
            Err(error) => Err(error),
            Ok(raw_events) => {
                check_number_of_events(container, raw_events.len())?;
                self.raw_event_support.record_success();
                Ok(Ok(raw_events))
            }
        }
    }
}

/// Maximum number of events of a container. A server that returns more is broken.
const MAX_EVENTS: usize = 10_000;

fn check_number_of_events(container: &Container, events: usize) -> Result<()> {
    if events <= MAX_EVENTS {
        return Ok(());
    }
    let problem = format!("the container {} has more than {MAX_EVENTS} events in the hosted account", container.number);
    Err(Error::new(ErrorKind::UnexpectedResponse, problem))
}

/// Maximum number of containers of unfinished look-ups that are kept in memory.
const MAX_UNFINISHED: usize = 1_000;

/// How long they are used. Events may be added without a change of the container.
const UNFINISHED_LIFETIME: Duration = Duration::from_secs(15 * 60);

/// Containers that were read by look-ups that did not end, by shipment.
#[derive(Debug, Default)]
pub(super) struct UnfinishedReads(Mutex<HashMap<ShipmentId, UnfinishedRead>>);

#[derive(Debug)]
struct UnfinishedRead {
    /// Monotonic time at which the first container was read.
    since: Duration,
    containers: Vec<AccountContainer>,
}

impl UnfinishedReads {
    fn reads(&self) -> MutexGuard<'_, HashMap<ShipmentId, UnfinishedRead>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, id: &ShipmentId, now: Duration) -> UnfinishedRead {
        let found = self.reads().remove(id).filter(|read| read.is_current(now));
        found.unwrap_or_else(|| UnfinishedRead { since: now, containers: Vec::new() })
    }

    fn put(&self, id: &ShipmentId, now: Duration, read: UnfinishedRead) {
        let mut reads = self.reads();
        reads.retain(|_, read| read.is_current(now));
        let count = reads.values().map(|read| read.containers.len()).sum::<usize>();
        if count + read.containers.len() <= MAX_UNFINISHED {
            reads.insert(id.clone(), read);
        }
    }
}

impl UnfinishedRead {
    fn is_current(&self, now: Duration) -> bool {
        now.saturating_sub(self.since) < UNFINISHED_LIFETIME
    }
}

/// Number of refusals in a row after which the account is taken to have no raw events. A single one may be an accident.
const REFUSALS: usize = 3;

/// Counts refusals in a row.
#[derive(Debug, Default)]
pub(super) struct RawEventSupport(AtomicUsize);

impl RawEventSupport {
    pub fn is_refusal(kind: ErrorKind) -> bool {
        [ErrorKind::NotFound, ErrorKind::MethodNotAllowed].contains(&kind)
    }

    pub fn is_missing(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= REFUSALS
    }

    pub fn record_success(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Records a refusal for an existing container. Returns whether the account has no raw events.
    pub fn record_refusal(&self, kind: ErrorKind) -> bool {
        // The endpoint does not support this method, so one refusal is enough.
        let by = if kind == ErrorKind::MethodNotAllowed { REFUSALS } else { 1 };
        self.0.fetch_add(by, Ordering::Relaxed) + by >= REFUSALS
    }
}
