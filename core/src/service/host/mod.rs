//! The service as the program has it that opened it: putting it together, driving it, accounts and keys, the feed, mail, EDI.

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
pub use feed::FeedEvent;
pub use intake::Quarantined;
pub use service::Service;
pub use settle::{Progress, Settle, Settled};
