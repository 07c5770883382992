//! What a source says of a tracking request without having been asked for it.

use super::service::Service;
use crate::carriers::Answer;
use crate::error::Result;
use crate::resources::{AccountId, TrackingRequestId};
use crate::service::engine::look_ups;

impl Service {
    /// Takes in what somebody says of the number of a tracking request, as if its carrier had answered so just now: the request moves on,
    /// and what is news is told. Answers how many facts are news. A request that ended stays as it is.
    ///
    /// For words of others beside the carrier there is [`record_facts`](Self::record_facts).
    pub fn record_answer(&self, account: &AccountId, request: &TrackingRequestId, answer: Answer) -> Result<usize> {
        look_ups::record(self.engine(), account, request, answer)
    }
}
