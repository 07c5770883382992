//! The public interface of the service for the host program.

mod accounts;
#[cfg(feature = "client")]
mod adoption;
mod builder;
mod edi_folder;
mod feed;
mod folder;
mod ingestion;
mod rederive;
mod service;
mod settle;

pub use builder::ServiceBuilder;
pub use edi_folder::{EdiFileReport, EdiFolder};
pub use feed::{Feed, FeedEvent};
pub use ingestion::QuarantinedEmail;
pub use service::Service;
pub use settle::{Progress, Settle, SettleReport};
