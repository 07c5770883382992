//! What the service does without knowing about HTTP: takes due work, asks carriers, moves requests on, publishes and
//! delivers notifications, ingests mail. [`rendering`](super::rendering) makes the resources it publishes.
//!
//! [`parts`] is what everything uses. The others, from small to large: [`trips`] (which voyage of a container a request
//! has), [`learning`] (what an answer changes), [`deliveries`] and [`change_notifications`], [`follow`] (creates
//! requests and moves them on), [`recorded`] (facts that no carrier was asked for), [`meant`] (what a number alone
//! means), [`kept`] (facts that wait for a request), [`said`] (facts by number), [`edi`], [`asking`] (one call to one
//! carrier), [`whose`] (finds the carrier of a number), [`look_ups`], [`trials`] (test notifications), [`turns`] (picks
//! work), [`work`] (does it), [`waiting`] and [`worker`].

pub(super) mod accounts;
mod asking;
mod backoff;
mod budget;
mod change_notifications;
mod chart;
mod claims;
mod credentials;
pub(super) mod custom_fields;
pub(super) mod deliveries;
pub(super) mod documents;
mod edi;
mod extract;
pub(super) mod follow;
mod inference;
mod kept;
mod learning;
mod lessons;
mod links;
pub(super) mod look_ups;
mod mail;
pub(super) mod meant;
mod notices;
mod observer;
mod parts;
mod plan;
mod policies;
mod push;
mod readings;
pub(super) mod recorded;
mod said;
pub(super) mod secrets;
mod subscribing;
pub(super) mod subscriptions;
pub(super) mod trials;
mod trials_in_flight;
mod trips;
mod turns;
mod upkeep;
mod uploads;
mod waiting;
mod wake;
mod watched;
pub(super) mod whose;
mod work;
mod worker;

pub use accounts::{ApiKey, NewKey};
pub use budget::{Budget, Done};
pub use credentials::{KeptCredential, SetAside};
pub(super) use documents::{KINDS, may_be, schema, wrong_value};
pub use edi::{EdiReport, InterchangeReport, MessageReport, UnreadEdi};
pub use extract::{BuiltInReader, DocumentReader, Extraction, Source};
pub use mail::{AttachedEdi, Ingested};
pub use observer::{Activity, ActivityObserver};
pub(super) use parts::{Engine, Parts};
pub use plan::CarrierPlan;
pub use policies::{DocumentPolicy, Pace, Policies, PolicyGroup, RecordingPolicy};
pub use push::Pushed;
pub use recorded::{Recorded, RecordedFor};
pub use subscriptions::NewSubscription;
pub(super) use turns::is_working;
pub(super) use uploads::Announcement;
pub use wake::OnWake;
pub(super) use worker::Worker;
