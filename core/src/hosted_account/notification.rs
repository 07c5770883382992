//! Receives the notifications that a hosted account posts to a webhook.

use serde_json::json;

use super::account::HostedAccount;
use super::adoption::copy_request;
use super::adoption_report::AdoptionReport;
use super::carrier::MAX_DURATION;
use super::target_account::TargetAccount;
use crate::error::Result;
use crate::jsonapi::Document;
use crate::resources::{AccountId, Shipment, TrackingRequest, TrackingRequestId, WebhookNotification};
use crate::service::Service;
use crate::webhooks::Verifier;

/// What a notification of a hosted account caused.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum NotificationOutcome {
    /// This tracking request is due for a look-up now.
    LookUpDue(TrackingRequestId),
    /// The tracking request did not exist here, and was copied.
    RequestAdopted(AdoptionReport),
    /// The notification is about nothing that is tracked here or could be.
    Ignored,
}

impl NotificationOutcome {
    /// The JSON form, which is the same in every language: `what` (`due`, `taken_over` or `nothing`), `tracking_request` (the id of the
    /// request that is due, or null) and `adopted` (an [`AdoptionReport`], or null).
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
    /// Receives a notification that a hosted account posted to a webhook. `verifier` has the secret of the webhook, `header` returns a
    /// header field by its lower-case name, and `body` is the unchanged body.
    ///
    /// The tracking request that the notification is about becomes due for a look-up, so several notifications about one shipment cause
    /// one look-up. A tracking request that does not exist here is copied, as with [`adopt`](Service::adopt).
    ///
    /// Fails with [`Signature`](crate::error::ErrorKind::Signature) if the signature is not valid.
    pub fn receive_hosted<'h>(
        &self,
        account: &AccountId,
        hosted: &HostedAccount,
        verifier: &Verifier,
        header: impl Fn(&str) -> Option<&'h str>,
        body: &[u8],
    ) -> Result<NotificationOutcome> {
        verifier.verify(header, body, self.clock().now())?;
        let notification = Document::<WebhookNotification>::parse(body)?;
        let target = TargetAccount::new(self, account)?;
        let request = notification.first_included::<TrackingRequest>().transpose()?;
        if let Some(request) = &request {
            if let Some(here) = target.live_request(&request.request_number, request.scac.as_deref())? {
                return self.ask_carrier_soon(account, &here).map(|()| NotificationOutcome::LookUpDue(here));
            }
            let mut report = AdoptionReport { is_complete: true, ..AdoptionReport::default() };
            copy_request(&hosted.ending_after(MAX_DURATION), &target, request, &mut report)?;
            // Not an error: the account would post a refused notification again and again.
            let is_skipped = report.created + report.existing == 0;
            return Ok(if is_skipped {
                NotificationOutcome::Ignored
            } else {
                NotificationOutcome::RequestAdopted(report)
            });
        }
        let Some(shipment) = notification.first_included::<Shipment>().transpose()? else {
            return Ok(NotificationOutcome::Ignored);
        };
        let numbers = [&shipment.bill_of_lading_number, &shipment.normalized_number];
        for number in numbers {
            if let Some(here) = target.live_request(number, shipment.shipping_line_scac.as_deref())? {
                return self.ask_carrier_soon(account, &here).map(|()| NotificationOutcome::LookUpDue(here));
            }
        }
        Ok(NotificationOutcome::Ignored)
    }
}
