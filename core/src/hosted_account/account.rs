//! Reads from a hosted account.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::shipment_facts::{AccountContainer, AccountShipment};
use crate::client::Client;
use crate::clock::CancelToken;
use crate::error::{ErrorKind, Result};
use crate::resources::{Container, RawEvent, ShipmentId, Terminal, Vessel};

/// A hosted account, asked over a client within the client's own allowance. Clones are the same one.
///
/// As a [`Carrier`](crate::carriers::Carrier) it answers for numbers that the account follows, and makes no request there unless
/// [told to](Self::create_missing).
#[derive(Debug, Clone)]
pub struct HostedAccount {
    pub(super) client: Client,
    pub(super) creates: bool,
    pub(super) confirms: bool,
    raw_event_support: Arc<RawEventSupport>,
}

impl HostedAccount {
    /// The account that this client's key belongs to.
    pub fn new(client: Client) -> Self {
        HostedAccount { client, creates: false, confirms: false, raw_event_support: Arc::default() }
    }

    /// The same, which has the account follow a number that it is asked about and does not follow yet. That may cost money there.
    pub fn create_missing(mut self) -> Self {
        self.creates = true;
        self
    }

    /// The same, which is also asked whose a number is that nobody said it of: it knows those that it follows, and says nothing against
    /// others. One that is [creating](Self::create_missing) is not asked that, since it would follow the number at every carrier in question.
    pub fn use_for_detection(mut self) -> Self {
        self.confirms = true;
        self
    }

    pub(super) fn until(&self, cancel: &CancelToken) -> Self {
        HostedAccount { client: self.client_until(cancel), ..self.clone() }
    }

    pub(super) fn client_until(&self, cancel: &CancelToken) -> Client {
        let either = self.client.cancel_token().child();
        cancel.adopt(&either);
        self.client.with_cancel(either)
    }

    /// What the account tells of a shipment, its containers and their events: one call, and two for each container.
    pub fn shipment(&self, id: &ShipmentId) -> Result<AccountShipment> {
        self.shipment_with(&self.client, id)
    }

    pub(super) fn shipment_with(&self, client: &Client, id: &ShipmentId) -> Result<AccountShipment> {
        let fetched = client.shipments().get_including(id, ["containers", "pod_terminal"])?;
        let document = fetched.document();
        let containers: Vec<Container> = document.included_of::<Container>().collect::<Result<_>>()?;
        let mut told = AccountShipment { shipment: (**document).clone(), containers: Vec::new() };
        for container in containers {
            let terminal = container.pod_terminal.id::<Terminal>().or_else(|| told.shipment.pod_terminal.id());
            let terminal = terminal.and_then(|id| document.included::<Terminal>(&id)).transpose()?;
            let terminal = terminal.map(|terminal| terminal.name);
            told.containers.push(self.container(client, container, terminal)?);
        }
        Ok(told)
    }

    fn container(&self, client: &Client, container: Container, terminal: Option<String>) -> Result<AccountContainer> {
        let words = self.words(client, &container)?;
        let (mut transport_events, mut vessels) = (Vec::new(), Vec::new());
        for page in client.containers().transport_events(&container.id).include(["vessel"]).pages() {
            let page = page?;
            for event in page.iter() {
                transport_events.push(event?);
            }
            for vessel in page.included_of::<Vessel>() {
                vessels.push(vessel?);
            }
        }
        // Counted only after its events were read: then the container exists.
        let (raw_events, raw_events_unavailable) = match words {
            Ok(words) => (words, false),
            Err(refused) => (Vec::new(), !self.raw_event_support.concludes(refused)),
        };
        Ok(AccountContainer { container, terminal, raw_events, raw_events_unavailable, transport_events, vessels })
    }

    fn words(&self, client: &Client, container: &Container) -> Result<Result<Vec<RawEvent>, ErrorKind>> {
        if self.raw_event_support.is_concluded() {
            return Ok(Ok(Vec::new()));
        }
        match client.containers().raw_events(&container.id).into_iter().collect::<Result<_>>() {
            Err(refused) if RawEventSupport::may_be(refused.kind()) => Ok(Err(refused.kind())),
            Err(error) => Err(error),
            Ok(words) => {
                self.raw_event_support.has_told();
                Ok(Ok(words))
            }
        }
    }
}

/// Containers in a row without raw events that show that the account has none; a single one may be a mishap.
const ENOUGH: usize = 3;

#[derive(Debug, Default)]
pub(super) struct RawEventSupport(AtomicUsize);

impl RawEventSupport {
    pub fn may_be(kind: ErrorKind) -> bool {
        [ErrorKind::NotFound, ErrorKind::MethodNotAllowed].contains(&kind)
    }

    pub fn is_concluded(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= ENOUGH
    }

    pub fn has_told(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// After a refusal for an existing container: whether the account has none.
    pub fn concludes(&self, refused: ErrorKind) -> bool {
        // The endpoint does not take this method.
        let by = if refused == ErrorKind::MethodNotAllowed { ENOUGH } else { 1 };
        self.0.fetch_add(by, Ordering::Relaxed) + by >= ENOUGH
    }
}
