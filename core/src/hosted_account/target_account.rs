//! The account of the embedded service that requests are taken over into.

use std::cell::RefCell;
use std::collections::HashMap;

use super::account::HostedAccount;
use super::adoption_report::AdoptionReport;
use super::carrier::answer;
use super::custom_fields::CustomFieldCopier;
use super::fact_batches::steps;
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
    pub fn of(service: &'s Service, account: &AccountId) -> Result<Self> {
        Ok(TargetAccount {
            service,
            account: account.clone(),
            client: service.client_of(account)?,
            customers: RefCell::default(),
            fields: CustomFieldCopier::default(),
        })
    }

    pub fn take_over(
        &self,
        hosted: &HostedAccount,
        there: &TrackingRequest,
        adopted: &mut AdoptionReport,
    ) -> Result<()> {
        let refused = |why: String| Err(Error::new(ErrorKind::Invalid, why));
        if there.status == RequestStatus::Failed {
            let reason = there.failed_reason.as_ref().map_or("no reason given", |reason| reason.as_str());
            return refused(format!("it failed there: {reason}"));
        }
        let Some(scac) = &there.scac else { return refused("its carrier is not known there yet".to_owned()) };
        let known = self.known(there, scac)?;
        let customer = self.customer(hosted, there)?;
        // The customer of an existing request does not change.
        let has_one = known.as_ref().map_or(customer.is_some(), |known| known.customer.get().is_some());
        if there.customer.get().is_some() && !has_one {
            adopted.leave("customer");
        }
        let (request, is_new) = match known {
            Some(known) => (self.completed(known, there)?, false),
            None => (self.made(there, scac, customer)?, true),
        };
        match is_new {
            true => adopted.created += 1,
            false => adopted.existing += 1,
        }
        let clients = (&hosted.client, &self.client);
        self.fields.take_over(clients, (&ResourceId::of(&there.id), &ResourceId::of(&request.id)), adopted)?;
        let Some(shipment) = there.shipment() else { return Ok(()) };
        let told = hosted.shipment(&shipment)?;
        let mut steps = steps(&told);
        let last = answer(&told, steps.pop().unwrap_or_default());
        if last.facts.is_empty() {
            return Ok(());
        }
        let first = told.first_expected();
        if request.shipment().is_none() && !first.is_empty() {
            let first = Answer::partial(first);
            adopted.facts += self.service.record_answer(&self.account, &request.id, first)?;
        }
        for facts in steps {
            adopted.facts += self.service.record_answer(&self.account, &request.id, Answer::partial(facts))?;
        }
        adopted.facts += self.service.record_answer(&self.account, &request.id, last)?;
        let request = self.client.tracking_requests().get(&request.id)?.into_inner();
        let Some(id) = request.shipment() else { return Ok(()) };
        let here = self.client.shipments().get_including(&id, ["containers"])?;
        self.label(&here, &told)?;
        self.fields.take_over(clients, (&ResourceId::of(&shipment), &ResourceId::of(&id)), adopted)?;
        for container in here.document().included_of::<Container>() {
            let container = container?;
            let Some(told) = told.containers.iter().find(|told| told.container.number == container.number) else {
                continue;
            };
            self.label_container(&container, told)?;
            let ids = (&ResourceId::of(&told.container.id), &ResourceId::of(&container.id));
            self.fields.take_over(clients, ids, adopted)?;
        }
        if there.status == RequestStatus::TrackingStopped && request.status == RequestStatus::Created {
            let reason = told.shipment.line_tracking_stopped_reason.clone();
            self.service.stop_following(&self.account, &id, reason.unwrap_or(StopReason::CancelledByUser))?;
        }
        Ok(())
    }

    fn known(&self, there: &TrackingRequest, scac: &str) -> Result<Option<TrackingRequest>> {
        let mut found: Option<TrackingRequest> = None;
        for request in self.client.tracking_requests().list().number(&*there.request_number).scac(scac) {
            let request = request?;
            if request.request_number == there.request_number && (is_live(&request) || found.is_none()) {
                found = Some(request);
            }
        }
        Ok(found.filter(|found| found.status != RequestStatus::Failed))
    }

    pub fn live(&self, number: &str, scac: Option<&str>) -> Result<Option<TrackingRequestId>> {
        for request in self.client.tracking_requests().list().number(number) {
            let request = request?;
            let is_same = scac.is_none() || request.scac.as_deref().is_none_or(|own| Some(own) == scac);
            if is_live(&request) && is_same && request.request_number == number {
                return Ok(Some(request.id));
            }
        }
        Ok(None)
    }

    /// Created if missing. `None` if the request has no customer, or the account does not return its name.
    fn customer(&self, hosted: &HostedAccount, there: &TrackingRequest) -> Result<Option<PartyId>> {
        let Some(id) = there.customer.id::<Party>() else { return Ok(None) };
        if let Some(known) = self.customers.borrow().get(&id) {
            return Ok(known.clone());
        }
        let customer = match hosted.client.parties().get(&id) {
            Ok(named) => Some(self.party(&named.company_name)?),
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

    fn made(&self, there: &TrackingRequest, scac: &str, customer: Option<PartyId>) -> Result<TrackingRequest> {
        let kind = NumberKind::parse(there.request_type.as_str())?;
        let new = NewTrackingRequest::new(kind, &*there.request_number).scac(scac);
        let new = new.ref_numbers(there.ref_numbers.iter().cloned());
        let mut new = new.shipment_tags(there.shipment_tags.iter().cloned());
        if let Some(customer) = customer {
            new = new.customer(customer.to_string());
        }
        Ok(self.client.tracking_requests().create(new)?.into_inner())
    }

    fn completed(&self, known: TrackingRequest, there: &TrackingRequest) -> Result<TrackingRequest> {
        let Some(all) = union(&known.ref_numbers, &there.ref_numbers) else { return Ok(known) };
        let changes = TrackingRequestUpdate::new().ref_numbers(all);
        Ok(self.client.tracking_requests().update(&known.id, changes)?.into_inner())
    }

    fn label(&self, here: &Shipment, told: &AccountShipment) -> Result<()> {
        let mut changes = ShipmentUpdate::new();
        if let Some(references) = union(&here.ref_numbers, &told.shipment.ref_numbers) {
            changes = changes.ref_numbers(references);
        }
        if let Some(tags) = union(&here.tags, &told.shipment.tags) {
            changes = changes.tags(tags);
        }
        if changes == ShipmentUpdate::new() {
            return Ok(());
        }
        self.client.shipments().update(&here.id, changes).map(drop)
    }

    fn label_container(&self, here: &Container, told: &AccountContainer) -> Result<()> {
        let Some(references) = union(&here.ref_numbers, &told.container.ref_numbers) else { return Ok(()) };
        let changes = ContainerUpdate::new().ref_numbers(references);
        self.client.containers().update(&here.id, changes).map(drop)
    }
}

fn is_live(request: &TrackingRequest) -> bool {
    !matches!(request.status, RequestStatus::Failed | RequestStatus::TrackingStopped)
}

fn union(has: &[String], brings: &[String]) -> Option<Vec<String>> {
    let mut all = has.to_vec();
    for one in brings {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
    (all.len() > has.len()).then_some(all)
}
