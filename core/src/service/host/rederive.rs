//! [`Service::rederive`]: derives stored shipments again after the rules or policies have changed.

use super::service::Service;
use crate::error::Result;
use crate::resources::AccountId;
use crate::service::engine::derive::rederive::{self, RederiveReport};

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
