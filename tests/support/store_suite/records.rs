//! Creates records for tests.

use std::cell::Cell;

use crate::with;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use shiptrack::ids::Id;
use shiptrack::jsonapi::{Members, ToOne};
use shiptrack::resources::{
    AccountId, Container, ContainerId, DeliveryStatus, Document, EmailSubmission, EmailSubmissionId, RequestStatus,
    RequestType, Shipment, ShipmentId, Timestamp, TransportEvent, Webhook, WebhookId,
};
use shiptrack::store::{
    AccountRecord, BlobId, ContainerRecord, DeliveryRecord, DocumentRecord, EmailRecord, EventRecord,
    IncludedResources, KeyRecord, NamedNumber, NotificationRecord, RecordedNotice, RequestRecord, ShipmentRecord,
    TrackedNumber, WebhookRecord,
};
use shiptrack::tracking::{Fact, Statement};
use uuid::Uuid;

/// Creates records. Ids increase and contain the time of creation; each record is created one second after the previous one.
pub struct Maker {
    pub account: AccountId,
    count: Cell<u32>,
}

impl Maker {
    /// A maker for the account with this number.
    pub fn new(account: u32) -> Self {
        Maker { account: uuid(0, account).into(), count: Cell::new(account << 20) }
    }

    pub fn uuid(&self) -> Uuid {
        self.count.set(self.count.get() + 1);
        uuid(1, self.count.get())
    }

    pub fn account(&self, name: &str) -> AccountRecord {
        AccountRecord {
            id: self.account.clone(),
            name: name.into(),
            company_name: format!("{name} & Söhne"),
            created_at: at(self.count.get()),
            adoptions: Default::default(),
            settings: Default::default(),
        }
    }

    pub fn key(&self, hash: u8) -> KeyRecord {
        KeyRecord {
            id: self.uuid(),
            account: self.account.clone(),
            name: "ci".into(),
            hash: [hash; 32],
            hint: "stk_12".into(),
            read_only: false,
            unlimited: false,
            created_at: at(self.count.get()),
            revoked_at: None,
        }
    }

    pub fn tracked(&self, number: &str) -> TrackedNumber {
        TrackedNumber { account: self.account.clone(), scac: Some("MAEU".into()), number: number.into() }
    }

    pub fn request(&self, number: &str) -> RequestRecord {
        let id = self.uuid();
        let now = at(self.count.get());
        RequestRecord {
            ref_numbers: vec!["PO-1".into(), "ünïcode \" \\ \u{0} \u{1f6a2}".into()],
            shipment_tags: vec!["import".into()],
            customer: Some(self.uuid()),
            initial_custom_fields: Some(Members::from_iter([("shipment".to_owned(), json!([{ "value": 1.5 }]))])),
            user: Some(Id::from("user_1")),
            revision: 3,
            ..RequestRecord::new(id.into(), self.tracked(number), RequestType::BillOfLading, number.into(), now)
        }
    }

    /// A request that is no longer active, so that there can be several for one number.
    pub fn ended(&self, number: &str) -> RequestRecord {
        let mut request = self.request(number);
        request.state = with(request.state, |record| {
            record.status = RequestStatus::Failed;
            record.due = None;
        });
        request
    }

    pub fn shipment(&self, number: &str) -> ShipmentRecord {
        let shipment = with(Shipment::default(), |record| {
            record.id = self.uuid().into();
            record.bill_of_lading_number = number.into();
            record.normalized_number = number.into();
            record.ref_numbers = vec!["PO-1".into()];
            record.pod_eta_at = Some(Timestamp::new("2026-05-02T15:00:00+02:00"));
        });
        ShipmentRecord::new(self.tracked(number), shipment)
    }

    pub fn container(&self, shipment: &ShipmentId, number: &str) -> ContainerRecord {
        let container = with(Container::default(), |record| {
            record.id = self.uuid().into();
            record.number = number.into();
            record.equipment_length = Some(40);
        });
        ContainerRecord::new(self.account.clone(), shipment.clone(), container)
    }

    pub fn event(&self, container: &ContainerId, key: &str) -> EventRecord {
        let event = with(TransportEvent::default(), |record| {
            record.id = self.uuid().into();
            record.event = format!("container.transport.{key}").as_str().into();
        });
        EventRecord { account: self.account.clone(), container: container.clone(), key: key.into(), event }
    }

    pub fn fact(&self, text: &str) -> Fact {
        Fact::new(None, Statement::Withdrawn(text.into()))
            .with_source(shiptrack::resources::DataSource::ShippingLine)
            .received(at(self.count.get()))
    }

    pub fn notification(&self, key: &str) -> NotificationRecord {
        NotificationRecord {
            sequence: 0,
            id: self.uuid().into(),
            account: self.account.clone(),
            event: "tracking_request.succeeded".into(),
            reference: ToOne::Empty,
            included: IncludedResources::of(vec![format!("{{\"key\":\"{key}\"}}").into()]),
            created_at: at(self.count.get()),
        }
    }

    pub fn webhook(&self) -> WebhookRecord {
        let webhook = with(Webhook::default(), |record| {
            record.id = self.uuid().into();
            record.url = "https://example.com/hook".into();
            record.active = Some(true);
            record.events = vec!["tracking_request.succeeded".into()];
        });
        WebhookRecord { account: self.account.clone(), webhook, ..WebhookRecord::default() }
    }

    pub fn delivery(&self, webhook: &WebhookId, status: DeliveryStatus, due: Option<u32>) -> DeliveryRecord {
        DeliveryRecord {
            id: self.uuid().into(),
            account: self.account.clone(),
            webhook: webhook.clone(),
            notification: 1,
            event: "tracking_request.succeeded".into(),
            status,
            attempts: 2,
            last_status: Some(503),
            due: due.map(at),
            created_at: at(self.count.get()),
        }
    }

    pub fn email(&self, raw: BlobId) -> EmailRecord {
        let submission = with(EmailSubmission::default(), |record| {
            record.id = self.uuid().into();
            record.subject = "Arrival notice".into();
            record.from = vec!["a@example.com".into()];
        });
        let numbers = vec![NamedNumber { kind: RequestType::Container, number: "MSKU0308961".into(), document: None }];
        let problems = vec!["odd".into()];
        EmailRecord {
            account: self.account.clone(),
            submission,
            raw,
            problems,
            quarantined: false,
            numbers,
            authentication: Vec::new(),
            indirection: None,
        }
    }

    pub fn document(&self, email: Option<&EmailSubmissionId>, position: u32) -> DocumentRecord {
        let document = with(Document::default(), |record| {
            record.id = self.uuid().into();
            record.name = format!("{position}.pdf");
        });
        DocumentRecord {
            account: self.account.clone(),
            email: email.cloned(),
            position,
            document,
            content: Some(BlobId([7; 32])),
            recorded: Some(RecordedNotice { numbers: vec!["MAEU123456789".to_owned()], digest: BlobId([9; 32]) }),
            ..DocumentRecord::default()
        }
    }
}

/// The time `seconds` after the start of the tests.
pub fn at(seconds: u32) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::seconds(seconds.into())
}

fn uuid(kind: u32, number: u32) -> Uuid {
    let millis = u128::try_from(at(number).timestamp_millis()).expect("a time after 1970");
    Uuid::from_u128((millis << 80) + 0x7000_8000_0000_0000_0000 + u128::from(kind))
}
