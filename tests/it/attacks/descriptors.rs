//! A process without free file descriptors.

use shiptrack_tests::faults::{EMFILE, OPEN, Rule};

use super::faulty_disk::FaultyDisk;

#[test]
fn readers_wait_for_each_other_without_free_descriptors() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    disk.creates(&mut child);
    assert!(child.works("fill-descriptors 0").as_u64().unwrap() > 0);
    assert_eq!(child.works("readers 16"), serde_json::json!([]));
    disk.creates(&mut child);
    child.works("run 1");
    child.works("free-descriptors");
    disk.creates(&mut child);
    assert_eq!(child.works("observed"), serde_json::json!([]));
    child.works("close");
    disk.assert_whole();
}

#[test]
fn a_reader_that_cannot_be_opened_is_not_an_error() {
    let mut disk = FaultyDisk::new();
    let mut child = disk.open();
    disk.faults.set(&[Rule::every(OPEN, EMFILE)]);
    for spare in 0..4 {
        child.works(&format!("fill-descriptors {spare}"));
        assert_eq!(child.works("readers 8"), serde_json::json!([]));
        disk.creates(&mut child);
        child.works("free-descriptors");
    }
    child.works("run 1");
    disk.faults.clear();
    disk.creates(&mut child);
    child.works("close");
    disk.assert_whole();
}
