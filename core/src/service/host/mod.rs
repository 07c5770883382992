//! The service as a host program uses it.

mod accounts;
#[cfg(feature = "client")]
mod adopted;
mod builder;
mod edi_folder;
mod feed;
mod intake;
mod service;
mod settle;

pub use builder::ServiceBuilder;
pub use edi_folder::{EdiFolder, TakenFile};
pub use feed::{Feed, FeedEvent};
pub use intake::Quarantined;
pub use service::Service;
pub use settle::{Progress, Settle, Settled};
