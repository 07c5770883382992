//! [`Service::rederive`]: derives stored shipments again after the rules or policies have changed.

use serde::Serialize;
use serde_json::Value;

use super::service::Service;
use crate::error::Result;
use crate::resources::{AccountId, ShipmentId};
use crate::service::engine::derive::rederive;

/// The result of [`Service::rederive`].
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RederiveReport {
    /// Number of shipments that had been derived by other rules.
    pub examined: usize,
    /// Those of them that differ from what was stored, the newest first.
    pub shipments: Vec<RederivedShipment>,
}

/// What differs in a shipment that was derived again.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RederivedShipment {
    /// The shipment.
    pub shipment: ShipmentId,
    /// Its number, as it was submitted.
    pub number: String,
    /// The changed attributes of the shipment, then those of its containers, then its changed events.
    pub changes: Vec<RederivedChange>,
}

/// A value that differs in a shipment that was derived again.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RederivedChange {
    /// Number of the container; `None` for an attribute of the shipment.
    pub container: Option<String>,
    /// Name of the attribute, or of the event: `pol_atd_at`, `container.transport.vessel_departed`. `container` if the container joined or
    /// left the shipment.
    pub name: String,
    /// The stored value. For an event: an object with its time and place, `null` if it was not valid.
    pub old: Value,
    /// The value by the rules in force.
    pub new: Value,
}

impl Service {
    /// Derives all shipments of the account again that were derived by other rules: by an earlier version of the library, or with other
    /// [following](super::ServiceBuilder::following) policies. Returns what differs. Nothing is notified for it.
    ///
    /// With `dry_run`, nothing is stored. Without this call, each shipment is derived again at its next look-up.
    ///
    /// Each shipment is one transaction, so other writers do not wait long. After an error, some of the shipments may have been derived
    /// again, and the call can be repeated.
    ///
    /// ```
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = shiptrack::Service::in_memory()?;
    /// let report = service.rederive(service.default_account(), true)?;
    /// for shipment in &report.shipments {
    ///     for change in &shipment.changes {
    ///         println!("{}: {} {} -> {}", shipment.number, change.name, change.old, change.new);
    ///     }
    /// }
    /// assert_eq!(report.examined, 0, "all shipments are derived by the rules of this version");
    /// # Ok(())
    /// # }
    /// ```
    pub fn rederive(&self, account: &AccountId, dry_run: bool) -> Result<RederiveReport> {
        rederive::rederive(self.engine(), account, dry_run)
    }
}
