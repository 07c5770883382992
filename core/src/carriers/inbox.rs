//! Carriers that only send: nobody can ask them.

use super::{Answer, Carrier, LookUp, LookUpFailure};
use crate::http::Call;

/// Stands in for carriers that are never asked, because they send what they have: EDI, or whatever a host records. It answers nothing
/// itself, so a shipment is what was recorded for its number.
///
/// ```
/// use shiptrack::carriers::Inbox;
/// use shiptrack::{NewTrackingRequest, Service, Settle};
///
/// # fn main() -> shiptrack::Result<()> {
/// let service = Service::builder().any_carrier(Inbox).in_memory()?;
/// let client = service.client();
/// let request = client.tracking_requests().create(NewTrackingRequest::bill_of_lading("BILL12345", "OOLU"))?;
/// service.settle(Settle::new())?;
/// let file = b"UNB+UNOA:2+LINE+ME+260502:1500+77'UNH+1+IFTSTA:D:00B:UN'BGM+23+1+9'RFF+BM:BILL12345'CNI+1'STS+1+AE'\
///     DTM+334:202605021410:203'LOC+175+CNSHA'EQD+CN+MSKU0308961'UNT+9+1'UNZ+1+77'";
/// service.ingest_edi(service.default_account(), file)?;
/// service.settle(Settle::new())?;
/// assert_eq!(client.tracking_requests().get(&request.id)?.status.as_str(), "created");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Inbox;

impl Carrier for Inbox {
    fn look_up(&self, _: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        Ok(Answer::default())
    }
}
