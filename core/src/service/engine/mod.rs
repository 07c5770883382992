//! What the service does: taking due work in hand, asking carriers, moving requests on, notifying of what is news, delivering
//! it, taking in mail. It knows nothing of who asks over HTTP, or how; what it has to tell of, [`rendering`](super::rendering)
//! makes.
//!
//! [`parts`] is what everything works with. Above it, from what is small to what puts it together:
//! [`trips`] (which voyage of a container a request has), [`learning`] (what an answer changes), [`deliveries`] and
//! [`change_notifications`] (notifications and their way to webhooks), [`follow`] (a request begun, or moved on),
//! [`recorded`] (facts that no carrier was asked for), [`meant`] (what a number alone means), [`kept`] (facts that wait for
//! their number), [`said`] (facts by the numbers they are about), [`edi`], [`asking`] (one question to one carrier),
//! [`whose`] (carriers asked whose a number is), [`look_ups`] (one look-up), [`trials`] (a notification sent once, to try a
//! receiver), [`turns`] (which work is next), [`work`] (all that is due), [`waiting`] and [`worker`].

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
