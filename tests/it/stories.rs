//! Whole stories, as a host lives through them.

use std::collections::BTreeSet;

use serde_json::Value;
use shiptrack_tests::faults::{ENOSPC, GROW, Rule};
use shiptrack_tests::script_server::{CLOSED_PORT, Server, answer};

use crate::attacks::faulty_disk::FaultyDisk;

const FULL: Rule = Rule { calls: GROW, error: ENOSPC, spared: 0, times: -1, ending: "" };

/// The places in the feed that a receiver was told of.
fn told(receiver: &Server) -> BTreeSet<u64> {
    let place = |body: &[u8]| serde_json::from_slice::<Value>(body).unwrap()["meta"]["sequence"].as_u64().unwrap();
    receiver.requests().iter().map(|request| place(&request.body)).collect()
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
    assert!(!feed(&mut child).is_empty() && told(&healthy) == feed(&mut child), "dead receivers hold up no other");

    disk.faults.set(&[FULL]);
    // What the log has been given already may still be written over.
    while disk.create(&mut child).is_none() {}
    child.ask("run 1");
    let (before, posts) = (feed(&mut child), healthy.requests().len() + failing.requests().len());
    for _ in 0..20 {
        let (kind, says) = disk.create(&mut child).expect("there is no room");
        assert_eq!(kind, "storage_full", "{says}");
        assert_eq!(child.ask("run 1")["error"], "storage_full");
    }
    assert_eq!(feed(&mut child), before, "what is there is read");
    let since = healthy.requests().len() + failing.requests().len() - posts;
    assert_eq!(since, 0, "nobody is posted to when it could not be written down");

    disk.faults.clear();
    disk.creates(&mut child);
    for _ in 0..6 {
        child.expect_ok("run 1");
    }
    assert!(feed(&mut child).len() > before.len() && told(&healthy) == feed(&mut child), "all is told in the end");
    let heard = child.expect_ok("observed");
    assert_eq!(heard.as_array().map(Vec::len), Some(2), "full and well again, each told once: {heard}");
    assert!(failing.requests().len() < 13 * feed(&mut child).len(), "a receiver that fails is left in peace");

    child.kill();
    let mut child = disk.child();
    child.expect_ok(&receivers);
    child.expect_ok("close");
    disk.assert_whole();
}
