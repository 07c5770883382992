// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Ships.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched};
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::Query;
use crate::resources::Vessel;

/// Ships.
#[derive(Debug, Clone, Copy)]
pub struct Vessels<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Vessels<'_> {
    /// Reads a ship by its id or its IMO number. Its positions come along where they are asked for, which the hosted service wants a paid plan for (403 otherwise).
    pub fn get(&self, id: &Id<Vessel>) -> Result<Fetched<Vessel>> {
        self.client.call_for_one(const { named("vessels", "get") }, &Arguments::new().path(id))
    }

    /// The same, with query parameters. `show_positions[from_timestamp]`: With its positions from this moment on; from seven days ago unless it is said. `show_positions[to_timestamp]`: With its positions until this moment.
    pub fn get_with(&self, id: &Id<Vessel>, query: &Query) -> Result<Fetched<Vessel>> {
        self.client.call_for_one(const { named("vessels", "get") }, &Arguments::new().path(id).queries(query))
    }

    /// Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants a paid plan for it (403 otherwise).
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

    /// The same, from where the ship is now.
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
