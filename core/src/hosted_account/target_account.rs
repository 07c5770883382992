//! The account of this service into which a hosted account is copied.

use std::cell::RefCell;
use std::collections::HashMap;

use super::account::HostedAccount;
use super::adoption_report::AdoptionReport;
use super::carrier::answer;
use super::custom_fields::CustomFieldCopier;
use super::fact_batches::fact_batches;
use super::shipment_facts::{AccountContainer, AccountShipment};
use crate::carriers::Answer;
use crate::client::{Client, ContainerUpdate, NewTrackingRequest, ShipmentUpdate, TrackingRequestUpdate};
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::ResourceId;
use crate::numbers::NumberKind;
use crate::resources::{
    AccountId, Container, Party, PartyId, RequestStatus, Shipment, StopReason, TrackingRequest, TrackingRequestId,
};
use crate::service::Service;

pub(super) struct TargetAccount<'s> {
    service: &'s Service,
    account: AccountId,
    client: Client,
    customers: RefCell<HashMap<PartyId, Option<PartyId>>>,
    fields: CustomFieldCopier,
}

impl<'s> TargetAccount<'s> {
    pub fn new(service: &'s Service, account: &AccountId) -> Result<Self> {
        Ok(TargetAccount {
            service,
            account: account.clone(),
            client: service.client_of(account)?,
            customers: RefCell::default(),
            fields: CustomFieldCopier::default(),
        })
    }

    pub fn copy_request(
        &self,
        hosted: &HostedAccount,
        remote: &TrackingRequest,
        report: &mut AdoptionReport,
    ) -> Result<()> {
        let refused = |why: String| Err(Error::new(ErrorKind::Invalid, why));
        if remote.status == RequestStatus::Failed {
            let reason = remote.failed_reason.as_ref().map_or("no reason given", |reason| reason.as_str());
            return refused(format!("the request failed in the hosted account: {reason}"));
        }
        let Some(scac) = &remote.scac else {
            return refused("the hosted account has not detected the carrier yet".to_owned());
        };
        let existing = self.existing_request(remote, scac)?;
        let customer = self.customer(hosted, remote)?;
        // The customer of an existing request does not change.
        let has_customer = existing.as_ref().map_or(customer.is_some(), |existing| existing.customer.get().is_some());
        if remote.customer.get().is_some() && !has_customer {
            report.record_omission("customer");
        }
        let (request, is_new) = match existing {
            Some(existing) => (self.add_references(existing, remote)?, false),
            None => (self.create_request(remote, scac, customer)?, true),
        };
        match is_new {
            true => report.created += 1,
            false => report.existing += 1,
        }
        let clients = (&hosted.client, &self.client);
        self.fields.copy(clients, (&ResourceId::of(&remote.id), &ResourceId::of(&request.id)), report)?;
        let Some(shipment) = remote.shipment() else { return Ok(()) };
        let remote_shipment = hosted.shipment(&shipment)?;
        let mut batches = fact_batches(&remote_shipment);
        let last = answer(&remote_shipment, batches.pop().unwrap_or_default());
        if last.facts.is_empty() {
            return Ok(());
        }
        let first = remote_shipment.first_estimates();
        if request.shipment().is_none() && !first.is_empty() {
            let first = Answer::partial(first);
            report.facts += self.service.record_answer(&self.account, &request.id, first)?;
        }
        for facts in batches {
            report.facts += self.service.record_answer(&self.account, &request.id, Answer::partial(facts))?;
        }
        report.facts += self.service.record_answer(&self.account, &request.id, last)?;
        let request = self.client.tracking_requests().get(&request.id)?.into_inner();
        let Some(id) = request.shipment() else { return Ok(()) };
        let local = self.client.shipments().get_including(&id, ["containers"])?;
        self.copy_labels(&local, &remote_shipment)?;
        self.fields.copy(clients, (&ResourceId::of(&shipment), &ResourceId::of(&id)), report)?;
        for container in local.document().included_of::<Container>() {
            let container = container?;
            let Some(remote) =
                remote_shipment.containers.iter().find(|remote| remote.container.number == container.number)
            else {
                continue;
            };
            self.copy_container_labels(&container, remote)?;
            let ids = (&ResourceId::of(&remote.container.id), &ResourceId::of(&container.id));
            self.fields.copy(clients, ids, report)?;
        }
        if remote.status == RequestStatus::TrackingStopped && request.status == RequestStatus::Created {
            let reason = remote_shipment.shipment.line_tracking_stopped_reason.clone();
            self.service.stop_following(&self.account, &id, reason.unwrap_or(StopReason::CancelledByUser))?;
        }
        Ok(())
    }

    /// The request here for the same number, a live one if there is one. `None` if it failed.
    fn existing_request(&self, remote: &TrackingRequest, scac: &str) -> Result<Option<TrackingRequest>> {
        let mut found: Option<TrackingRequest> = None;
        for request in self.client.tracking_requests().list().number(&*remote.request_number).scac(scac) {
            let request = request?;
            if request.request_number == remote.request_number && (is_live(&request) || found.is_none()) {
                found = Some(request);
            }
        }
        Ok(found.filter(|found| found.status != RequestStatus::Failed))
    }

    pub fn live_request(&self, number: &str, scac: Option<&str>) -> Result<Option<TrackingRequestId>> {
        for request in self.client.tracking_requests().list().number(number) {
            let request = request?;
            let is_same = scac.is_none() || request.scac.as_deref().is_none_or(|own| Some(own) == scac);
            if is_live(&request) && is_same && request.request_number == number {
                return Ok(Some(request.id));
            }
        }
        Ok(None)
    }

    /// The party here with the name of the request's customer, created if missing. `None` if the request has no customer, or the hosted
    /// account does not return the name.
    fn customer(&self, hosted: &HostedAccount, remote: &TrackingRequest) -> Result<Option<PartyId>> {
        let Some(id) = remote.customer.id::<Party>() else { return Ok(None) };
        if let Some(known) = self.customers.borrow().get(&id) {
            return Ok(known.clone());
        }
        let customer = match hosted.client.parties().get(&id) {
            Ok(party) => Some(self.party(&party.company_name)?),
            Err(refused) if [ErrorKind::NotFound, ErrorKind::Forbidden].contains(&refused.kind()) => None,
            Err(error) => return Err(error),
        };
        self.customers.borrow_mut().insert(id, customer.clone());
        Ok(customer)
    }

    fn party(&self, name: &str) -> Result<PartyId> {
        for known in self.client.parties().list() {
            let known = known?;
            if known.company_name == name {
                return Ok(known.id);
            }
        }
        Ok(self.client.parties().create(name)?.id.clone())
    }

    fn create_request(
        &self,
        remote: &TrackingRequest,
        scac: &str,
        customer: Option<PartyId>,
    ) -> Result<TrackingRequest> {
        let kind = NumberKind::parse(remote.request_type.as_str())?;
        let new = NewTrackingRequest::new(kind, &*remote.request_number).scac(scac);
        let new = new.ref_numbers(remote.ref_numbers.iter().cloned());
        let mut new = new.shipment_tags(remote.shipment_tags.iter().cloned());
        if let Some(customer) = customer {
            new = new.customer(customer.to_string());
        }
        Ok(self.client.tracking_requests().create(new)?.into_inner())
    }

    fn add_references(&self, existing: TrackingRequest, remote: &TrackingRequest) -> Result<TrackingRequest> {
        let Some(all) = union(&existing.ref_numbers, &remote.ref_numbers) else { return Ok(existing) };
        let changes = TrackingRequestUpdate::new().ref_numbers(all);
        Ok(self.client.tracking_requests().update(&existing.id, changes)?.into_inner())
    }

    fn copy_labels(&self, local: &Shipment, remote: &AccountShipment) -> Result<()> {
        let mut changes = ShipmentUpdate::new();
        if let Some(references) = union(&local.ref_numbers, &remote.shipment.ref_numbers) {
            changes = changes.ref_numbers(references);
        }
        if let Some(tags) = union(&local.tags, &remote.shipment.tags) {
            changes = changes.tags(tags);
        }
        if changes == ShipmentUpdate::new() {
            return Ok(());
        }
        self.client.shipments().update(&local.id, changes).map(drop)
    }

    fn copy_container_labels(&self, local: &Container, remote: &AccountContainer) -> Result<()> {
        let Some(references) = union(&local.ref_numbers, &remote.container.ref_numbers) else { return Ok(()) };
        let changes = ContainerUpdate::new().ref_numbers(references);
        self.client.containers().update(&local.id, changes).map(drop)
    }
}

fn is_live(request: &TrackingRequest) -> bool {
    !matches!(request.status, RequestStatus::Failed | RequestStatus::TrackingStopped)
}

/// `None` if `added` has nothing new.
fn union(texts: &[String], added: &[String]) -> Option<Vec<String>> {
    let mut all = texts.to_vec();
    for text in added {
        if !all.contains(text) {
            all.push(text.clone());
        }
    }
    (all.len() > texts.len()).then_some(all)
}
