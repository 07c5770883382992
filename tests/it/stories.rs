//! Long scenarios of a host program.

use std::collections::BTreeSet;

use serde_json::Value;
use shiptrack_tests::faults::{ENOSPC, GROW, Rule};
use shiptrack_tests::script_server::{CLOSED_PORT, Server, answer};

use crate::attacks::faulty_disk::FaultyDisk;

const FULL: Rule = Rule { calls: GROW, error: ENOSPC, spared: 0, times: -1, ending: "" };

/// Returns the sequence numbers of the events that a receiver got.
fn received(receiver: &Server) -> BTreeSet<u64> {
    let sequence = |body: &[u8]| serde_json::from_slice::<Value>(body).unwrap()["meta"]["sequence"].as_u64().unwrap();
    receiver.requests().iter().map(|request| sequence(&request.body)).collect()
}

#[test]
fn a_service_with_dead_receivers_recovers_from_a_full_disk() {
    let healthy = Server::answering(answer(200, &[], b""));
    let failing = Server::answering(answer(500, &[], b""));
    let receivers = format!("open-to {},{},http://{CLOSED_PORT}/", healthy.url("/"), failing.url("/"));
    let mut disk = FaultyDisk::new();
    let mut child = disk.child();
    child.expect_ok(&receivers);
    for _ in 0..6 {
        disk.creates(&mut child);
    }
    child.expect_ok("run 1");
    let feed = |child: &mut shiptrack_tests::child_service::ChildService| -> BTreeSet<u64> {
        serde_json::from_value(child.expect_ok("feed")).unwrap()
    };
    assert!(
        !feed(&mut child).is_empty() && received(&healthy) == feed(&mut child),
        "dead receivers do not delay the others"
    );

    disk.faults.set(&[FULL]);
    // Space that the log already has can still be overwritten.
    while disk.create(&mut child).is_none() {}
    child.ask("run 1");
    let (before, posts) = (feed(&mut child), healthy.requests().len() + failing.requests().len());
    for _ in 0..20 {
        let (kind, message) = disk.create(&mut child).expect("the disk is full");
        assert_eq!(kind, "storage_full", "{message}");
        assert_eq!(child.ask("run 1")["error"], "storage_full");
    }
    assert_eq!(feed(&mut child), before, "stored events can be read");
    let since = healthy.requests().len() + failing.requests().len() - posts;
    assert_eq!(since, 0, "there are no deliveries while their result cannot be stored");

    disk.faults.clear();
    disk.creates(&mut child);
    for _ in 0..6 {
        child.expect_ok("run 1");
    }
    assert!(
        feed(&mut child).len() > before.len() && received(&healthy) == feed(&mut child),
        "all events are delivered in the end"
    );
    let observed = child.expect_ok("observed");
    assert_eq!(
        observed.as_array().map(Vec::len),
        Some(2),
        "one report of the failure and one of the recovery: {observed}"
    );
    assert!(failing.requests().len() < 13 * feed(&mut child).len(), "a failing receiver is not called too often");

    child.kill();
    let mut child = disk.child();
    child.expect_ok(&receivers);
    child.expect_ok("close");
    disk.assert_whole();
}
