//! Uses an account at a hosted service as a source of [facts](crate::tracking::Fact), or copies it.
//!
//! * [`HostedAccount`] is a [`Carrier`](crate::carriers::Carrier) that asks the account through a [`Client`](crate::Client). Installed with
//!   [`any_carrier`](crate::service::ServiceBuilder::any_carrier), it answers for all carriers that have no other source.
//! * [`Service::adopt`](crate::Service::adopt) copies what the account tracks.
//! * [`Service::receive_hosted`](crate::Service::receive_hosted) receives what the account posts to a webhook.
//!
//! The copied data stays readable without the account. `core/docs/hosted.md` describes the details.
//!
//! ```
//! use shiptrack::hosted_account::{Adoption, HostedAccount};
//! use shiptrack::{NewTrackingRequest, Service, Settle};
//!
//! # fn main() -> shiptrack::Result<()> {
//! // Any client works. This one is connected to a service in this process.
//! let provider = Service::in_memory()?;
//! let request = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST").ref_numbers(["PO-4711"]);
//! provider.client().tracking_requests().track(request)?;
//! provider.settle(Settle::new())?;
//!
//! let hosted = HostedAccount::new(provider.client());
//! let service = Service::builder().any_carrier(hosted.clone()).in_memory()?;
//! let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new())?;
//! assert_eq!((adopted.created, adopted.skipped.len()), (1, 0));
//! assert_eq!(service.client().shipments().list().first()?.unwrap().ref_numbers, ["PO-4711"]);
//!
//! let again = service.adopt(service.default_account(), &hosted, &Adoption::new())?;
//! assert_eq!((again.created, again.facts), (0, 0));
//! # Ok(())
//! # }
//! ```

mod account;
mod adoption;
mod adoption_report;
mod carrier;
mod custom_fields;
mod fact_batches;
mod notification;
mod shipment_facts;
mod target_account;

pub use account::HostedAccount;
pub use adoption::Adoption;
pub use adoption_report::{AdoptionReport, SkippedRequest};
pub use notification::NotificationOutcome;
pub use shipment_facts::{AccountContainer, AccountShipment};
