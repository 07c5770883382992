//! Receives what a hosted account posts to a webhook.

use serde_json::json;

use super::account::HostedAccount;
use super::adoption::take;
use super::adoption_report::AdoptionReport;
use super::target_account::TargetAccount;
use crate::error::Result;
use crate::jsonapi::Document;
use crate::resources::{AccountId, Shipment, TrackingRequest, TrackingRequestId, WebhookNotification};
use crate::service::Service;
use crate::webhooks::Verifier;

/// What came of a notification.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum NotificationOutcome {
    /// This tracking request is looked up at once.
    LookUpDue(TrackingRequestId),
    /// A tracking request was taken over that was not here yet.
    RequestAdopted(AdoptionReport),
    /// It is about nothing that is followed here, or can be.
    Ignored,
}

impl NotificationOutcome {
    /// The JSON form, which is the same in every language: `what` (`due`, `taken_over` or `nothing`), and with that the `tracking_request`
    /// that is due, or what was `adopted`.
    pub fn to_json(&self) -> String {
        let (what, due, adopted) = match self {
            NotificationOutcome::LookUpDue(request) => ("due", Some(request), None),
            NotificationOutcome::RequestAdopted(adopted) => ("taken_over", None, Some(adopted)),
            NotificationOutcome::Ignored => ("nothing", None, None),
        };
        json!({ "what": what, "tracking_request": due, "adopted": adopted }).to_string()
    }
}

impl Service {
    /// Takes in what a hosted account posts to a webhook that is registered there. `verifier` has the webhook's secret, `header` is asked
    /// with lower-case names, `body` is as it came; a signature that does not hold is refused
    /// ([`Signature`](crate::error::ErrorKind::Signature)).
    ///
    /// A tracking request that it is about is due at once: several notifications of one shipment are one look-up, which asks the
    /// account that is plugged in. One that is not here yet is taken over.
    pub fn receive_hosted<'h>(
        &self,
        account: &AccountId,
        hosted: &HostedAccount,
        verifier: &Verifier,
        header: impl Fn(&str) -> Option<&'h str>,
        body: &[u8],
    ) -> Result<NotificationOutcome> {
        verifier.verify(header, body, self.clock().now())?;
        let told = Document::<WebhookNotification>::parse(body)?;
        let home = TargetAccount::of(self, account)?;
        let request = told.first_included::<TrackingRequest>().transpose()?;
        if let Some(request) = &request {
            if let Some(here) = home.live(&request.request_number, request.scac.as_deref())? {
                return self.ask_carrier_soon(account, &here).map(|()| NotificationOutcome::LookUpDue(here));
            }
            let mut adopted = AdoptionReport { is_complete: true, ..AdoptionReport::default() };
            take(hosted, &home, request, &mut adopted)?;
            // Not an error: a refused notification would be posted again and again.
            let is_left = adopted.created + adopted.existing == 0;
            return Ok(if is_left {
                NotificationOutcome::Ignored
            } else {
                NotificationOutcome::RequestAdopted(adopted)
            });
        }
        let Some(shipment) = told.first_included::<Shipment>().transpose()? else {
            return Ok(NotificationOutcome::Ignored);
        };
        let numbers = [&shipment.bill_of_lading_number, &shipment.normalized_number];
        for number in numbers {
            if let Some(here) = home.live(number, shipment.shipping_line_scac.as_deref())? {
                return self.ask_carrier_soon(account, &here).map(|()| NotificationOutcome::LookUpDue(here));
            }
        }
        Ok(NotificationOutcome::Ignored)
    }
}
