//! EDI, as the host hands it in and looks at what could not be read.

use super::service::Service;
use crate::error::Result;
use crate::resources::AccountId;
use crate::service::engine::{EdiReport, UnreadEdi};

impl Service {
    /// Takes in EDI, bytes as they came: one interchange of X12 or EDIFACT or several, whatever stands around them. What each message says
    /// is recorded for the bookings, bills and containers that it names, as [`record_facts`](Service::record_facts) does: in one
    /// transaction a message, or several where it is about hundreds of shipments, the interchange that was written first first. A request whose carrier knew nothing so far is looked up
    /// again at once.
    ///
    /// An interchange that the account has already adds nothing, and is told as such; one of which a crash left a part goes on
    /// where that ended. A message that could not be read or recorded is kept with the reason
    /// ([`unread_edi`](Service::unread_edi)) for as long as facts are ([`recording`](super::ServiceBuilder::recording)). When there is no
    /// more room for such messages, the call is refused at the first of them ([`Conflict`](crate::error::ErrorKind::Conflict),
    /// code `too_much_unread_edi`): what stands before it was taken in, and the call can be repeated.
    ///
    /// ```
    /// use shiptrack::Service;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let file = b"UNB+UNOA:2+TERMINAL1+ME+260502:1500+77'UNH+1+COARRI:D:95B:UN'BGM+46+1+9'TDT+20+042E+1++:172+++9321483:146::X'\
    ///     EQD+CN+MSKU0308961+45G1:102:5++2+5'DTM+203:202605021410:203'LOC+9+CNSHA:139:6'UNT+7+1'UNZ+1+77'";
    /// let report = service.ingest_edi(service.default_account(), file)?;
    /// let interchange = &report.interchanges[0];
    /// assert!(report.is_whole() && interchange.messages[0].kept > 0 && interchange.acknowledgement.is_some());
    /// assert!(service.ingest_edi(service.default_account(), file)?.interchanges[0].is_repeated);
    /// # Ok(())
    /// # }
    /// ```
    pub fn ingest_edi(&self, account: &AccountId, bytes: &[u8]) -> Result<EdiReport> {
        self.engine().ingest_edi(account, bytes)
    }

    /// The account's messages of EDI of which nothing was taken in, those of the newest interchange first, at most `limit`.
    pub fn unread_edi(&self, account: &AccountId, limit: usize) -> Result<Vec<UnreadEdi>> {
        self.engine().unread_edi(account, limit)
    }

    /// Lets go of a message of which nothing was taken in, and makes room for others. False when none is kept under this id.
    pub fn discard_unread_edi(&self, account: &AccountId, id: &str) -> Result<bool> {
        self.engine().discard_unread_edi(account, id)
    }
}
