//! Facts that the host hands in.

use super::service::Service;
use crate::carriers::Answer;
use crate::error::Result;
use crate::resources::{AccountId, TrackingRequestId};
use crate::service::engine::{Recorded, look_ups, meant};
use crate::tracking::Fact;

impl Service {
    /// Records what somebody told without being asked: a terminal, a trucker, an EDI message, a clerk. `number` is a bill of
    /// lading, a booking or a container, in any spelling; every number of the account that is that number, or whose
    /// shipment has that container, gets the facts as if its carrier had told them, and what is news is told at once. Nobody
    /// is looked up, nothing is withdrawn because it is not named, and when the carrier is asked next stays as it was, unless
    /// the last container has come back empty by it. Recording the same again adds nothing; of what is expected, it says when
    /// that was confirmed last.
    ///
    /// A number with the shape of a container number may be a bill as well: it is what the facts name it as, else what the account tracks
    /// it as, else a container where its check digit is right. Where that does not tell, and where several carriers have the number
    /// of a bill, this is refused ([`Invalid`](crate::error::ErrorKind::Invalid), code `ambiguous_number`) by the name `number`.
    ///
    /// Facts about a container need not name it. What they say of a whole shipment
    /// ([`particulars`](crate::tracking::Particulars)) reaches only the shipment whose own number is given.
    ///
    /// What nobody tracks yet is kept for a while ([`recording`](super::ServiceBuilder::recording)), and joins when the number,
    /// or a shipment with that container, comes to be tracked. More than an account may keep are refused
    /// ([`Conflict`](crate::error::ErrorKind::Conflict), code `too_many_kept_facts`).
    ///
    /// ```
    /// use shiptrack::resources::DataSource;
    /// use shiptrack::tracking::{Event, Fact, Movement, Source};
    /// use shiptrack::{NewTrackingRequest, Service, Settle};
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let made = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST");
    /// service.client().tracking_requests().track(made)?;
    /// service.settle(Settle::new())?;
    /// let number = service.client().containers().list().first()?.unwrap().number.clone();
    ///
    /// let released = Fact::event(&number, Event::actual(Movement::CustomsReleased, "2026-05-12"))
    ///     .said_by(Source::named(DataSource::UserInput, "broker"));
    /// let recorded = service.record_facts(service.default_account(), &number, &[released])?;
    /// assert_eq!((recorded.requests.len(), recorded.requests[0].new), (1, 1));
    /// # Ok(())
    /// # }
    /// ```
    pub fn record_facts(&self, account: &AccountId, number: &str, facts: &[Fact]) -> Result<Recorded> {
        meant::record(self.engine(), account, number, facts)
    }
}

impl Service {
    /// Takes in what somebody says of the number of a tracking request, as if its carrier had answered so just now: the request moves on,
    /// and what is news is told. Answers how many facts are news. A request that ended stays as it is.
    ///
    /// For words of others beside the carrier there is [`record_facts`](Self::record_facts).
    pub fn record_answer(&self, account: &AccountId, request: &TrackingRequestId, answer: Answer) -> Result<usize> {
        look_ups::record(self.engine(), account, request, answer)
    }
}
