//! The tracking service inside this process.
//!
//! The client in this process, the HTTP server and a web framework of the host program
//! ([`Service::send`](crate::http::Transport::send)) reach the same router.
//!
//! # Driving it
//!
//! A service does nothing by itself: look-ups and deliveries that fall due wait until somebody does them. There are three
//! ways.
//!
//! * [`start_worker`](Service::start_worker) starts threads that do them. That is all a program on the system's clock needs.
//! * [`settle`](Service::settle) does everything that is due, and returns when nothing is: for a script that begins with what
//!   fell due since it last ran, and then exports what is there. Without it, it exports yesterday's data.
//! * [`run_due`](Service::run_due) does what is due now, within a budget, and [`next_due`](Service::next_due) says when to
//!   come back. It is for programs with a loop of their own.
//!
//! On a manual clock nothing falls due by itself, and a worker is refused: [`clock`](crate::clock) has an example.
//!
//! ```
//! use shiptrack::chrono::{DateTime, Utc};
//! use shiptrack::{Budget, Service};
//!
//! /// One turn of a program's own loop. Answers when the next one is wanted; whoever writes to the service meanwhile asks
//! /// `next_due` again.
//! fn turn(service: &Service) -> shiptrack::Result<Option<DateTime<Utc>>> {
//!     service.run_due(Budget::items(100))?;
//!     service.next_due()
//! }
//! # let service = Service::in_memory().unwrap();
//! # assert_eq!(turn(&service).unwrap(), None);
//! ```
//!
//! [`TrackingRequests::wait`](crate::client::TrackingRequests::wait) and [`wait_events`](Service::wait_events) do due work, too,
//! while they wait.
//!
//! # Hearing of events
//!
//! Every event stands in a feed, in order and for good, whether or not a webhook was told of it. A consumer keeps the place it
//! has got to:
//!
//! ```
//! use std::fs;
//! use std::path::Path;
//! use std::time::Duration;
//!
//! use shiptrack::Service;
//! use shiptrack::clock::CancelToken;
//!
//! /// Takes what is new in the feed, waiting for it if need be. Called in a loop until `cancel` says otherwise.
//! fn consume(service: &Service, place: &Path, cancel: &CancelToken) -> Result<usize, Box<dyn std::error::Error>> {
//!     let after = match place.exists() {
//!         true => fs::read_to_string(place)?.trim().parse()?,
//!         false => 0,
//!     };
//!     let events = service.wait_events(service.default_account(), after, 100, Duration::from_secs(30), cancel)?;
//!     for event in &events {
//!         println!("{} {}", event.sequence, event.event);
//!         // Stored behind what was done: after a crash between the two, the event comes once more, under the same id.
//!         fs::write(place, event.sequence.to_string())?;
//!     }
//!     Ok(events.len())
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use shiptrack::NewTrackingRequest;
//! # let service = Service::in_memory()?;
//! # service.client().tracking_requests().create(NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST"))?;
//! # let place = std::env::temp_dir().join(format!("shiptrack-feed-{}", std::process::id()));
//! # let cancel = CancelToken::new();
//! # assert_eq!(consume(&service, &place, &cancel)?, 1);
//! # assert_eq!(fs::read_to_string(&place)?, "1");
//! # fs::remove_file(&place)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Plugging a carrier in
//!
//! ```
//! use shiptrack::Service;
//! use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
//! use shiptrack::http::Call;
//! use shiptrack::tracking::{Event, Fact, Milestone};
//!
//! let own_records = |asked: &LookUp, _call: &Call| match asked.normalized_number.as_str() {
//!     "123456789" => {
//!         let departed = Event::actual(Milestone::VesselDeparted, "2026-05-01T21:40:00+08:00").at_place("CNSHA");
//!         Ok(Answer::complete(vec![Fact::event("MSKU0308961", departed)]))
//!     }
//!     _ => Err(LookUpFailure::NotFound),
//! };
//! let service = Service::builder().carrier("MAEU", own_records)?.in_memory()?;
//! # use shiptrack::{NewTrackingRequest, Wait};
//! # let requests = service.client();
//! # let made = requests.tracking_requests().create(NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU"))?;
//! # let made = requests.tracking_requests().wait(&made.id, Wait::until_answered())?;
//! # assert_eq!(made.status.as_str(), "created");
//! # Ok::<(), shiptrack::Error>(())
//! ```
//!
//! [`carriers`](crate::carriers) says what each answer leads to, [`tracking`](crate::tracking) what facts are.
//!
//! # Inside
//!
//! Four rooms, one above the other, each naming only those below it: *host* (what this page is about), *routes* (HTTP in and
//! out, nothing else), *engine* (what the service does), *rendering* (what is kept, as it is told).

mod engine;
mod host;
mod rendering;
mod routes;

#[doc(inline)]
pub use crate::limits::RateLimits;
#[doc(inline)]
pub use crate::store::{
    AccountRecord, AccountSettings, Counterparty, KeyRecord, StoreKey, SubscriptionRecord, SubscriptionState,
};
pub use engine::base::accounts::{ApiKey, NewKey};
pub use engine::base::budget::{Budget, WorkCounts};
pub use engine::base::document_reader::{BuiltInReader, DocumentInput, DocumentReader, Extraction};
pub use engine::base::observer::{Activity, ActivityObserver};
pub use engine::base::policies::{DocumentPolicy, Pace, Policies, RecordingPolicy};
pub use engine::base::wake::OnWake;
pub use engine::credentials::carrier_credentials::{CredentialSuspension, StoredCredential};
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
