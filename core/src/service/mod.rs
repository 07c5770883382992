//! The tracking service, running inside your program.
//!
//! Open a [`Service`] on a file or in memory, and use it through its [`client`](Service::client). An HTTP
//! [server](crate::server), or a web framework that calls [`Service::send`](crate::http::Transport::send), gives
//! other programs access to it.
//!
//! # Doing due work
//!
//! A service does no work in the background unless the program asks for it. Look-ups and deliveries that are due wait in
//! queues. There are three ways to process them:
//!
//! * [`start_worker`](Service::start_worker) starts threads that process due work until the service is closed. Use it in
//!   a program that keeps running.
//! * [`settle`](Service::settle) processes everything that is due and returns. Call it at the start of a script, so that
//!   the script reads current data.
//! * [`run_due`](Service::run_due) processes what is due now, within a budget, and [`next_due`](Service::next_due) returns
//!   when to call it again. Use it in a program with its own event loop.
//!
//! If the service has a manual clock, `start_worker` fails: call [`run_until`](Service::run_until), as in the example of
//! [`clock`](crate::clock).
//!
//! ```
//! use shiptrack::chrono::{DateTime, Utc};
//! use shiptrack::{Budget, Service};
//!
//! /// One iteration of the program's loop. Returns the time of the next one. A write to the service may make work due earlier.
//! fn iterate(service: &Service) -> shiptrack::Result<Option<DateTime<Utc>>> {
//!     service.run_due(Budget::items(100))?;
//!     service.next_due()
//! }
//! # let service = Service::in_memory().unwrap();
//! # assert_eq!(iterate(&service).unwrap(), None);
//! ```
//!
//! [`TrackingRequests::wait`](crate::client::TrackingRequests::wait) and [`wait_events`](Service::wait_events) also
//! process due work while they wait.
//!
//! # Reading events
//!
//! The service stores every event permanently in a feed, whether or not a webhook received it. Sequence numbers give the
//! order of the events. A consumer stores the sequence number of the last event that it has handled:
//!
//! ```
//! use std::fs;
//! use std::path::Path;
//! use std::time::Duration;
//!
//! use shiptrack::Service;
//! use shiptrack::clock::CancelToken;
//!
//! /// Handles new events, or waits for the next one. Call it in a loop until `cancel` is cancelled.
//! fn consume(service: &Service, position_file: &Path, cancel: &CancelToken) -> Result<usize, Box<dyn std::error::Error>> {
//!     let after = match position_file.exists() {
//!         true => fs::read_to_string(position_file)?.trim().parse()?,
//!         false => 0,
//!     };
//!     let events = service.wait_events(service.default_account(), after, 100, Duration::from_secs(30), cancel)?;
//!     for event in &events {
//!         println!("{} {}", event.sequence, event.event);
//!         // The position is stored last. After a crash before this line, the event is read again, with the same id.
//!         fs::write(position_file, event.sequence.to_string())?;
//!     }
//!     Ok(events.len())
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use shiptrack::NewTrackingRequest;
//! # let service = Service::in_memory()?;
//! # service.client().tracking_requests().create(NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST"))?;
//! # let position_file = std::env::temp_dir().join(format!("shiptrack-feed-{}", std::process::id()));
//! # let cancel = CancelToken::new();
//! # assert_eq!(consume(&service, &position_file, &cancel)?, 1);
//! # assert_eq!(fs::read_to_string(&position_file)?, "1");
//! # fs::remove_file(&position_file)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Adding a carrier
//!
//! ```
//! use shiptrack::Service;
//! use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
//! use shiptrack::http::Call;
//! use shiptrack::tracking::{Event, Fact, Milestone};
//!
//! let own_records = |look_up: &LookUp, _call: &Call| match look_up.normalized_number.as_str() {
//!     "123456789" => {
//!         let departed = Event::actual(Milestone::VesselDeparted, "2026-05-01T21:40:00+08:00").at_place("CNSHA");
//!         Ok(Answer::complete(vec![Fact::event("MSKU0308961", departed)]))
//!     }
//!     _ => Err(LookUpFailure::NotFound),
//! };
//! let service = Service::builder().carrier("MAEU", own_records)?.in_memory()?;
//! # use shiptrack::{NewTrackingRequest, Wait};
//! # let requests = service.client();
//! # let request = requests.tracking_requests().create(NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU"))?;
//! # let request = requests.tracking_requests().wait(&request.id, Wait::until_answered())?;
//! # assert_eq!(request.status.as_str(), "created");
//! # Ok::<(), shiptrack::Error>(())
//! ```
//!
//! The closure is called for each look-up of a number of this carrier. [`carriers`](crate::carriers) describes the effect
//! of each answer, and [`tracking`](crate::tracking) describes facts. [`carrier_http`](crate::carrier_http) asks real
//! carriers over HTTP.

// Layers, from top to bottom; each uses only the layers below it: `host` is the public interface of the service, `routes` answers HTTP
// requests, `engine` does the work, and `rendering` converts stored records into resources.

mod engine;
mod host;
mod rendering;
mod routes;

#[doc(inline)]
pub use crate::limits::RateLimits;
pub use crate::store::StoragePolicy;
#[doc(inline)]
pub use crate::store::{
    AccountRecord, AccountSettings, Counterparty, KeyRecord, StoreKey, SubscriptionRecord, SubscriptionState,
};
pub use engine::base::accounts::{ApiKey, KeyOptions, NewKey};
pub use engine::base::budget::{Budget, WorkCounts};
pub use engine::base::document_reader::{BuiltInReader, DocumentInput, DocumentReader, Extraction};
pub use engine::base::log_line::{LogLevel, LogLine};
pub use engine::base::observer::{Activity, ActivityObserver};
pub use engine::base::policies::{DocumentPolicy, Pace, Policies, RecordingPolicy};
pub use engine::base::wake::OnWake;
pub use engine::credentials::carrier_credentials::{CredentialSuspension, StoredCredential};
pub use engine::derive::rederive::{RederiveReport, RederivedChange, RederivedShipment};
pub use engine::intake::edi::{EdiReport, InterchangeReport, MessageReport, UnreadEdi};
pub use engine::intake::push::PushReport;
pub use engine::intake::record_facts::{RecordingReport, RequestReport};
pub use engine::intake::subscription_admin::NewSubscription;
pub use engine::mail::messages::{AttachedEdi, IngestedEmail};
pub use engine::schedule::carrier_plan::CarrierPlan;
pub use host::{
    EdiFileReport, EdiFolder, Feed, FeedEvent, Progress, QuarantinedEmail, Service, ServiceBuilder, Settle,
    SettleReport,
};

internals! {
    use engine::base::policies::{PolicyGroup};
}
