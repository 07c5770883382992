// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Vessels that carry containers.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched};
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::Query;
use crate::resources::Vessel;

/// Vessels that carry containers.
#[derive(Debug, Clone, Copy)]
pub struct Vessels<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Vessels<'_> {
    /// Reads a vessel by its id or its IMO number. The hosted service adds its positions on request, which requires a paid plan (403 otherwise).
    pub fn get(&self, id: &Id<Vessel>) -> Result<Fetched<Vessel>> {
        self.client.call_for_one(const { named("vessels", "get") }, &Arguments::new().path(id))
    }

    /// Like [`get`](Self::get), with query parameters. `show_positions[from_timestamp]`: Adds the positions of the vessel from this time on. If missing, from seven days ago. `show_positions[to_timestamp]`: Adds the positions of the vessel until this time.
    pub fn get_with(&self, id: &Id<Vessel>, query: &Query) -> Result<Fetched<Vessel>> {
        self.client.call_for_one(const { named("vessels", "get") }, &Arguments::new().path(id).queries(query))
    }

    /// Reads the estimated positions of a vessel on its way between two ports, one for each minute. The hosted service requires a paid plan (403 otherwise).
    pub fn future_positions(
        &self,
        id: &Id<Vessel>,
        port_id: impl Into<String>,
        previous_port_id: impl Into<String>,
    ) -> Result<Fetched<Vessel>> {
        self.client.call_for_one(
            const { named("vessels", "future_positions") },
            &Arguments::new().path(id).query("port_id", port_id).query("previous_port_id", previous_port_id),
        )
    }

    /// Reads the estimated positions of a vessel on its way between two ports, from its current position on.
    pub fn future_positions_with_coordinates(
        &self,
        id: &Id<Vessel>,
        port_id: impl Into<String>,
        previous_port_id: impl Into<String>,
        latitude: f64,
        longitude: f64,
    ) -> Result<Fetched<Vessel>> {
        self.client.call_for_one(
            const { named("vessels", "future_positions_with_coordinates") },
            &Arguments::new()
                .path(id)
                .query("port_id", port_id)
                .query("previous_port_id", previous_port_id)
                .query("latitude", latitude.to_string())
                .query("longitude", longitude.to_string()),
        )
    }
}
