//! What an earlier version derived from facts is derived anew, by the present rules: each shipment at its next look-up, none at
//! opening. Everything keeps its id, and nothing is told of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use shiptrack::carriers::{Answer, LookUp};
use shiptrack::clock::Clock;
use shiptrack::http::{Call, Method, Transport};
use shiptrack::resources::AccountId;
use shiptrack::service::Budget;
use shiptrack_tests::scenario::{json_of, send};
use shiptrack_tests::scratch::Scratch;

use super::answers::Answers;
use super::links::LINKED;
use super::make::{self, Opened};
use super::{VERSIONS, answers_of, text, unpacked, unzipped};

/// What is derived for an account: shipments, containers and the events of each container, by their paths.
fn derived(opened: &Opened, account: &AccountId) -> BTreeMap<String, Value> {
    let transport = opened.transport(account);
    let mut all = BTreeMap::new();
    for family in ["shipments", "containers"] {
        for one in list(transport.as_ref(), &format!("/v2/{family}")) {
            let path = format!("/v2/{family}/{}", text(&one["id"]));
            if family == "containers" {
                let events = format!("{path}/transport_events");
                all.insert(events.clone(), Value::Array(list(transport.as_ref(), &events)));
            }
            all.insert(path, one);
        }
    }
    all
}

/// All of a list.
fn list(transport: &dyn Transport, path: &str) -> Vec<Value> {
    let (mut next, mut all) = (Some(format!("{path}?page[size]=100")), Vec::new());
    while let Some(at) = next {
        let mut page = json_of(&send(transport, Method::Get, &at, None));
        all.append(page["data"].as_array_mut().expect("a list"));
        next = page["links"]["next"].as_str().map(str::to_owned);
    }
    all
}

/// The shipments and containers of the first account by their ids, without when somebody was last asked.
fn listed(opened: &Opened) -> BTreeMap<String, Value> {
    let transport = opened.transport(opened.service.default_account());
    let lists = ["/v2/shipments", "/v2/containers"].map(|path| list(transport.as_ref(), path));
    let mut all = BTreeMap::new();
    for mut one in lists.into_iter().flatten() {
        let attributes = one["attributes"].as_object_mut().expect("attributes");
        attributes
            .retain(|name, _| !name.starts_with("line_tracking_last") && !name.ends_with("last_tracking_request_at"));
        all.insert(text(&one["id"]).to_owned(), one);
    }
    all
}

/// The shipment that one of these is, or belongs to.
fn shipment_of<'r>(id: &'r str, one: &'r Value) -> Option<&'r str> {
    if one["type"] == "shipment" { Some(id) } else { one["relationships"]["shipment"]["data"]["id"].as_str() }
}

/// The ids of everything, where it stands.
fn ids(resources: &BTreeMap<String, Value>) -> BTreeMap<&str, Vec<&str>> {
    resources.iter().map(|(path, resource)| (path.as_str(), ids_in(resource))).collect()
}

fn ids_in(resource: &Value) -> Vec<&str> {
    let all = resource.as_array().map_or(std::slice::from_ref(resource), Vec::as_slice);
    let mut ids: Vec<&str> = all.iter().filter_map(|one| one["id"].as_str()).collect();
    ids.sort_unstable();
    ids
}

/// A service on the database of a version whose carrier answers, says nothing new, and counts how often it was asked.
fn open(version: u32, scratch: &Scratch) -> (Opened, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counting = Arc::clone(&asked);
    let nothing = move |_: &LookUp, _: &Call| {
        counting.fetch_add(1, Ordering::Relaxed);
        Ok(Answer::default())
    };
    (make::asking(&unpacked(version, scratch), nothing), asked)
}

#[test]
fn opening_derives_nothing_and_a_look_up_what_it_is_about() {
    for version in VERSIONS {
        let scratch = Scratch::new();
        let (opened, asked) = open(version, &scratch);
        let expected: Answers = serde_json::from_slice(&unzipped(&answers_of(version))).unwrap();
        let mut before = BTreeMap::new();
        for account in opened.service.accounts().unwrap() {
            before.append(&mut derived(&opened, &account.id));
        }
        let rows: usize = before.values().map(|one| one.as_array().map_or(1, Vec::len)).sum();
        assert!(rows > 900 && asked.load(Ordering::Relaxed) == 0, "version {version}: {rows} rows");
        for (path, now) in &before {
            assert_eq!(ids_in(now), ids_in(&expected.resources[path]), "version {version}: {path}");
        }

        if version >= LINKED {
            // Nothing that is still followed is derived otherwise.
            continue;
        }
        // One look-up at a time: what changes belongs to one shipment.
        let mut shipments = BTreeSet::new();
        let mut last = listed(&opened);
        while shipments.len() < 2 {
            assert!(asked.load(Ordering::Relaxed) < 300, "version {version}: no look-up derived anything");
            let due = opened.service.next_due().unwrap().expect("shipments are followed");
            opened.clock.advance_to(due.max(opened.clock.now()));
            opened.service.run_due(Budget::items(1)).unwrap();
            let now = listed(&opened);
            assert!(now.keys().eq(last.keys()), "version {version}");
            let changed = now.iter().filter(|(id, one)| last[*id] != **one);
            let changed: BTreeSet<&str> = changed.filter_map(|(id, one)| shipment_of(id, one)).collect();
            assert!(changed.len() <= 1, "version {version}: {changed:?}");
            shipments.extend(changed.into_iter().map(str::to_owned));
            last = now;
        }
    }
}

#[test]
fn what_is_derived_anew_keeps_its_id_and_is_not_told() {
    for version in VERSIONS {
        let scratch = Scratch::new();
        let (opened, _) = open(version, &scratch);
        let account = opened.service.default_account().clone();
        let before = derived(&opened, &account);
        let told = opened.service.events(&account, 0, usize::MAX).unwrap().len();
        // What was over is looked at once more.
        for path in before.keys().filter(|path| path.starts_with("/v2/shipments/")) {
            send(opened.transport(&account).as_ref(), Method::Patch, &format!("{path}/resume_tracking"), None);
        }
        opened.pass(Duration::from_secs(2 * 24 * 3_600));
        let after = derived(&opened, &account);
        assert_eq!(ids(&after), ids(&before), "version {version}");
        let news = opened.service.events(&account, 0, usize::MAX).unwrap().split_off(told);
        assert!(news.iter().all(|event| event.event.as_str().starts_with("tracking_request.")), "version {version}");

        // Last free days were days; they are the moments now that these begin with.
        let lfd = |one: &Value| one["attributes"]["pickup_lfd"].as_str().map(str::to_owned);
        let mut days = 0;
        for (path, one) in after.iter().filter(|(path, _)| path.starts_with("/v2/containers/")) {
            let (Some(old), Some(new)) = (lfd(&before[path]), lfd(one)) else { continue };
            assert_eq!(new, format!("{old}T07:00:00Z"), "version {version}: {path}");
            days += 1;
        }
        println!("version {version}: {} shipments and containers, {days} last free days", after.len());
        assert!(days > 5);
    }
}

#[test]
fn a_file_of_an_earlier_version_can_shrink_from_its_next_opening_on() {
    for version in VERSIONS {
        let scratch = Scratch::new();
        let path = unpacked(version, &scratch);
        // Where the head of a database says whether it notes whose page is whose, and gives pages back when asked.
        let can_shrink = || {
            let head = std::fs::read(&path).unwrap();
            [52, 64].map(|at| u32::from_be_bytes(head[at..at + 4].try_into().unwrap()) != 0)
        };
        assert_eq!(can_shrink(), [false, false], "version {version}");
        drop(make::open(&path));
        assert_eq!(can_shrink(), [true, true], "version {version}");
    }
}
