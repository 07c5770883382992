//! A process that may open no more files.

use shiptrack_tests::faults::{EMFILE, OPEN, Rule};

use super::puppets::Stand;

#[test]
fn without_descriptors_readers_wait_for_one_another_and_nobody_is_harmed() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    stand.creates(&mut child);
    assert!(child.works("fill-descriptors 0").as_u64().unwrap() > 0);
    assert_eq!(child.works("readers 16"), serde_json::json!([]));
    stand.creates(&mut child);
    child.works("run 1");
    child.works("free-descriptors");
    stand.creates(&mut child);
    assert_eq!(child.works("told"), serde_json::json!([]));
    child.works("close");
    stand.assert_whole();
}

#[test]
fn a_reader_that_cannot_be_opened_ends_nothing() {
    let mut stand = Stand::new();
    let mut child = stand.open();
    stand.faults.set(&[Rule::every(OPEN, EMFILE)]);
    for spare in 0..4 {
        child.works(&format!("fill-descriptors {spare}"));
        assert_eq!(child.works("readers 8"), serde_json::json!([]));
        stand.creates(&mut child);
        child.works("free-descriptors");
    }
    child.works("run 1");
    stand.faults.clear();
    stand.creates(&mut child);
    child.works("close");
    stand.assert_whole();
}
