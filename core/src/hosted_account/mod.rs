//! A hosted account as a source: what it tells of the numbers that it follows, taken in as [facts](crate::tracking::Fact).
//!
//! [`HostedAccount`] is a [`Carrier`](crate::carriers::Carrier) that asks the account behind a [`Client`](crate::Client). Plugged in with
//! [`any_carrier`](crate::service::ServiceBuilder::any_carrier), it answers for every carrier that nothing else is plugged in for;
//! [`Service::adopt`](crate::Service::adopt) takes over what the account follows, and
//! [`Service::receive_hosted`](crate::Service::receive_hosted) what it posts to a webhook. All of it stays when the account is
//! unplugged, and can be read without it. `core/docs/hosted.md` has the whole.
//!
//! ```
//! use shiptrack::hosted_account::{Adoption, HostedAccount};
//! use shiptrack::{NewTrackingRequest, Service, Settle};
//!
//! # fn main() -> shiptrack::Result<()> {
//! // Any client will do; this one speaks to a service in this process.
//! let provider = Service::in_memory()?;
//! let made = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST").ref_numbers(["PO-4711"]);
//! provider.client().tracking_requests().track(made)?;
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
