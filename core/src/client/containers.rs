//! Containers and what happened to them.

use super::base_url::path_of;
use super::draft::including;
use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{Container, ContainerId, TransportEvent};

const PATH: &str = "containers";

/// Reading containers.
#[derive(Debug, Clone, Copy)]
pub struct Containers<'c> {
    client: &'c Client,
}

impl<'c> Containers<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        Containers { client }
    }

    /// Reads one.
    pub fn get(&self, id: &ContainerId) -> Result<Fetched<Container>> {
        self.client.fetch(&self.client.draft(Method::Get, &[PATH, &id.to_string()])?)
    }

    /// Reads one, with related resources in its document (`shipment`, `pod_terminal`, `transport_events`, …).
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &ContainerId,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Container>> {
        self.client.fetch(&self.client.draft_with(Method::Get, &[PATH, &id.to_string()], &including(paths))?)
    }

    /// Lists them, the most recently refreshed first. The service takes no filters here that it documents.
    pub fn list(&self) -> List<Container> {
        List::new(self.client, PATH.to_owned())
    }

    /// Lists the events of one container. They come in no order of time: sort them by their `timestamp`.
    pub fn transport_events(&self, id: &ContainerId) -> List<TransportEvent> {
        List::new(self.client, path_of(&[PATH, &id.to_string(), "transport_events"]))
    }
}
