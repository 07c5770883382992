//! The writer: events of an account with many webhooks are written in transactions of limited length.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::client::{NewTrackingRequest, NewWebhook, WebhookUpdate};
use shiptrack::clock::ManualClock;
use shiptrack::error::{Error, ErrorKind, Result};
use shiptrack::http::Call;
use shiptrack::resources::{EventName, WebhookId};
use shiptrack::service::{Budget, Policies, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};
use shiptrack::tracking::Fact;
use shiptrack_tests::depth::depth;
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::scenario::start;
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::script_server::CLOSED_PORT;

const WEBHOOKS: usize = 100;
const CONTAINERS: usize = 12;

/// A store that accepts a limited number of writes, as if the process were killed then. Counts the deliveries of each write.
struct Limited {
    store: SqliteStore,
    left: Arc<AtomicUsize>,
    longest: Arc<AtomicUsize>,
}

impl Store for Limited {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let killed = || Error::new(ErrorKind::Internal, "killed");
        if self.left.load(Ordering::Relaxed) == 0 {
            return Err(killed());
        }
        let (mut changed, longest) = (false, &self.longest);
        let store: &dyn Store = &self.store;
        let before = store.reading(|tx| tx.count_deliveries(&default_account(tx)?))?;
        self.store.write(&mut |tx| {
            work(tx)?;
            let after = tx.count_deliveries(&default_account(tx)?)?;
            changed = true;
            longest.fetch_max(usize::try_from(after.saturating_sub(before)).unwrap(), Ordering::Relaxed);
            Ok(())
        })?;
        self.left.fetch_sub(usize::from(changed), Ordering::Relaxed);
        Ok(())
    }

    fn check_writable(&self) -> Result<()> {
        self.store.check_writable()
    }

    fn maintain(&self) -> Result<()> {
        self.store.maintain()
    }

    fn close(&self) -> Result<()> {
        self.store.close()
    }
}

fn default_account(tx: &Tx<'_>) -> Result<shiptrack::resources::AccountId> {
    Ok(tx.accounts()?.first().map(|account| account.id.clone()).unwrap_or_default())
}

fn bill(_: &LookUp, _: &Call) -> std::result::Result<Answer, LookUpFailure> {
    let facts = (0..CONTAINERS).map(|number| {
        json!({
            "container": format!("MSKU{number:07}"),
            "event": { "movement": "departed", "mode": "vessel", "at": "2026-04-20T10:00:00Z", "place": { "locode": "CNSHA" } },
        })
    });
    let facts = Value::from(facts.collect::<Vec<_>>());
    Ok(Answer::complete(Fact::parse_all(&facts.to_string()).unwrap()))
}

/// A service on the file that can write so often, and the number of deliveries of its longest write.
fn service(path: &Path, writes: usize) -> (Service, Outbound, Arc<AtomicUsize>) {
    let (left, longest) = (Arc::new(AtomicUsize::new(usize::MAX)), Arc::new(AtomicUsize::new(0)));
    let store = Limited { store: SqliteStore::open(path).unwrap(), left: left.clone(), longest: longest.clone() };
    let outbound = Outbound::default();
    let mut policies = Policies::default();
    policies.delivery.shipment_updates_in_feed = true;
    let builder = Service::builder().clock(ManualClock::new(start())).policies(policies).carrier("MAEU", bill).unwrap();
    let service = builder.build(store, outbound.clone()).unwrap();
    left.store(writes, Ordering::Relaxed);
    (service, outbound, longest)
}

fn events() -> Vec<EventName> {
    EventName::ALL.iter().filter(|event| !event.is_extension()).cloned().collect()
}

#[test]
fn events_with_many_receivers_are_delivered_completely_although_the_process_is_killed_at_every_write() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let (first, ..) = service(&path, usize::MAX);
    let create = |number: usize| {
        let new = NewWebhook::new(format!("https://receiver{number}.example/")).events(events());
        first.client().webhooks().create(new).unwrap().id.clone()
    };
    let webhooks: Vec<WebhookId> = (0..WEBHOOKS).map(create).collect();
    first.client().webhooks().update(&webhooks[0], WebhookUpdate::new().active(false)).unwrap();
    first.client().tracking_requests().create(NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")).unwrap();
    drop(first);

    // Each process can write only once: it is killed after the first write that changes something.
    let (mut kills, mut longest) = (0, 0);
    loop {
        let (killed, outbound, longest_write) = service(&path, 1);
        let _ = killed.run_due(Budget::ALL);
        longest = longest.max(longest_write.load(Ordering::Relaxed));
        // Deliveries begin when all rows are written.
        let has_begun = outbound.count() > 0;
        drop(killed);
        if has_begun {
            break;
        }
        kills += 1;
        assert!(kills < 200, "the deliveries are never written");
        if kills == 2 {
            // Webhooks that are created or activated after the events get none of their deliveries; one that was active gets them.
            let (between, ..) = service(&path, usize::MAX);
            let client = between.client();
            client.webhooks().update(&webhooks[0], WebhookUpdate::new().active(true)).unwrap();
            client.webhooks().update(&webhooks[1], WebhookUpdate::new().active(false)).unwrap();
            client.webhooks().delete(&webhooks[2]).unwrap();
            client.webhooks().create(NewWebhook::new("https://later.example/").events(events())).unwrap();
        }
    }
    assert!(kills > 5, "{kills} kills");
    assert!(longest <= 1_000, "a transaction wrote {longest} deliveries");

    let (last, ..) = service(&path, usize::MAX);
    last.run_due(Budget::ALL).unwrap();
    // A replay finds all of them.
    let replayed = last.client().webhooks().replay(&webhooks[3], start() - chrono::TimeDelta::minutes(1)).unwrap();
    assert_eq!(replayed, json!({ "replayed": 0 }));
    let feed = last.events(last.default_account(), 0, usize::MAX).unwrap();
    let mut received: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for delivery in last.client().webhook_notifications().list() {
        let delivery = delivery.unwrap();
        let webhook = delivery.webhook.id::<shiptrack::resources::Webhook>().unwrap().to_string();
        received.entry(webhook).or_default().push(delivery.event.to_string());
    }
    let published: Vec<String> =
        feed.iter().map(|event| event.event.to_string()).filter(|event| event != "shipment.updated").collect();
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let published = sorted(published);
    assert!(published.len() > CONTAINERS, "{published:?}");
    let expected: BTreeSet<String> = webhooks
        .iter()
        .enumerate()
        .filter(|(number, _)| ![0, 2].contains(number))
        .map(|(_, id)| id.to_string())
        .collect();
    assert_eq!(received.keys().cloned().collect::<BTreeSet<_>>(), expected);
    for (webhook, events) in received {
        assert_eq!(sorted(events), published, "{webhook}");
    }
}

#[test]
fn an_account_has_at_most_a_hundred_webhooks_unless_a_setting_allows_more() {
    let scratch = Scratch::new();
    let (service, ..) = service(&scratch.path("s.db"), usize::MAX);
    let create = |service: &Service, number: usize| {
        service.client().webhooks().create(NewWebhook::new(format!("https://receiver{number}.example/")))
    };
    (0..100).for_each(|number| drop(create(&service, number).unwrap()));
    let refused = create(&service, 100).unwrap_err();
    assert_eq!((refused.kind(), refused.http_status()), (ErrorKind::Invalid, Some(422)));
    assert!(refused.to_string().contains("delivery.most_webhooks"), "{refused}");
    let first = service.client().webhooks().list().into_iter().next().unwrap().unwrap();
    service.client().webhooks().delete(&first.id).unwrap();
    create(&service, 100).unwrap();
    // Each account has its own.
    let other = service.create_account("other", "Other Ltd").unwrap();
    service.client_of(&other.id).unwrap().webhooks().create(NewWebhook::new("https://receiver.example/")).unwrap();
}

#[test]
fn other_accounts_write_while_the_events_of_an_account_with_many_webhooks_are_written() {
    let webhooks = depth(300, 10_000);
    let scratch = Scratch::new();
    let mut policies = Policies::default();
    policies.delivery.most_webhooks = webhooks;
    let builder = Service::builder().policies(policies).allow_loopback().carrier("MAEU", bill).unwrap();
    let service = builder.open(scratch.path("s.db")).unwrap();
    let [busy, other] = ["busy", "other"].map(|name| {
        let account = service.create_account(name, name).unwrap();
        service.client_of(&account.id).unwrap()
    });
    for number in 0..webhooks {
        busy.webhooks().create(NewWebhook::new(format!("http://{CLOSED_PORT}/{number}"))).unwrap();
    }
    let requests: Vec<_> = (0..5)
        .map(|number| {
            let new = NewTrackingRequest::bill_of_lading(format!("MAEU10000000{number}"), "MAEU");
            busy.tracking_requests().create(new).unwrap().id.clone()
        })
        .collect();
    service.start_worker(Service::WORKER_THREADS).unwrap();
    let (began, mut longest, mut writes) = (Instant::now(), Duration::ZERO, 0);
    while requests.iter().any(|id| busy.tracking_requests().get(id).unwrap().status.as_str() == "pending")
        || writes < 20
    {
        let start = Instant::now();
        other.parties().create(format!("party {writes}")).unwrap();
        longest = longest.max(start.elapsed());
        writes += 1;
    }
    println!(
        "figures: {webhooks} webhooks, five bills of {CONTAINERS} containers looked up in {:?}; {writes} writes of another account took at \
         most {longest:?}",
        began.elapsed()
    );
    assert!(longest < Duration::from_secs(3), "{longest:?}");
    service.stop_worker();
}
