//! A process without free file descriptors.

use shiptrack_tests::faults::{EMFILE, OPEN, Rule};

use super::faulty_disk::FaultyDisk;

#[test]
fn readers_wait_for_each_other_without_free_descriptors() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    disk.creates(&mut child);
    assert!(child.expect_ok("fill-descriptors 0").as_u64().unwrap() > 0);
    assert_eq!(child.expect_ok("readers 16"), serde_json::json!([]));
    disk.creates(&mut child);
    child.expect_ok("run 1");
    child.expect_ok("free-descriptors");
    disk.creates(&mut child);
    assert_eq!(child.expect_ok("observed"), serde_json::json!([]));
    child.expect_ok("close");
    disk.assert_whole();
}

#[test]
fn a_reader_that_cannot_be_opened_is_not_an_error() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    disk.faults.set(&[Rule::every(OPEN, EMFILE)]);
    for spare in 0..4 {
        child.expect_ok(&format!("fill-descriptors {spare}"));
        assert_eq!(child.expect_ok("readers 8"), serde_json::json!([]));
        disk.creates(&mut child);
        child.expect_ok("free-descriptors");
    }
    child.expect_ok("run 1");
    disk.faults.clear();
    disk.creates(&mut child);
    child.expect_ok("close");
    disk.assert_whole();
}
