//! The carrier port: whoever can say where a shipment is.

pub mod detect;
pub mod lines;
mod sandbox;

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::http::Call;
use crate::resources::RequestType;
use crate::tracking::Fact;

pub use sandbox::Sandbox;

/// A source of tracking data: a carrier's interface, a file, a host's own database.
///
/// It is called from several threads at once, and never while the service holds a lock or a transaction: it may call
/// the service back. A closure over the same two arguments is a carrier, too.
pub trait Carrier: Send + Sync {
    /// Asks for everything known about a number.
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure>;
}

impl<F> Carrier for F
where
    F: Fn(&LookUp, &Call) -> Result<Answer, LookUpFailure> + Send + Sync,
{
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        self(look_up, call)
    }
}

/// What a carrier is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct LookUp {
    /// The carrier's code.
    pub scac: String,
    /// Kind of the number.
    pub kind: RequestType,
    /// The number as it was submitted.
    pub number: String,
    /// The form of it the carrier wants: upper case, no spaces, no redundant prefix.
    pub normalised_number: String,
    /// Which try this is, from 1.
    pub attempt: u32,
    /// When the number was first asked about: the creation of its tracking request.
    pub first_asked_at: DateTime<Utc>,
    /// The service's time.
    pub now: DateTime<Utc>,
}

/// What a carrier said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The facts, in any order.
    pub facts: Vec<Fact>,
    /// Whether this is everything the source knows. Then an estimate it no longer names is withdrawn.
    pub complete: bool,
    /// Other numbers of the same shipment.
    pub references: Vec<String>,
}

/// Why a carrier said nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookUpFailure {
    /// It does not know the number.
    #[error("the carrier does not know the number")]
    NotFound,
    /// It knows the number and has no data yet.
    #[error("the carrier has no data yet")]
    NoDataYet,
    /// There can be no such number.
    #[error("the carrier takes this for no number of its own")]
    InvalidNumber,
    /// The booking was cancelled.
    #[error("the booking was cancelled")]
    Cancelled,
    /// It has data and keeps it from us.
    #[error("the carrier withholds the data")]
    Withheld,
    /// It refuses our credentials.
    #[error("the carrier refuses the credentials")]
    Refused,
    /// It cannot be reached.
    #[error("the carrier cannot be reached")]
    Unreachable {
        /// The pause it asked for.
        retry_after: Option<Duration>,
    },
    /// Its answer cannot be read.
    #[error("the carrier's answer cannot be read")]
    Unreadable,
}
