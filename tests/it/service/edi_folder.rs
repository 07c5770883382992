//! A watched folder of EDI files.

use std::fs;
use std::path::{Path, PathBuf};

use shiptrack::service::{EdiFileReport, EdiFolder};
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::scratch::Scratch;

use super::*;

const TERMINAL_REPORT: &str = "UNB+UNOA:2+USLAXTERM+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'\
    LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'DTM+203:202604201410:203'UNT+7+1'UNZ+1+77'";

struct Stage {
    scenario: Scenario,
    folder: EdiFolder,
    path: PathBuf,
    _scratch: Scratch,
}

impl Stage {
    fn new() -> Self {
        let (scenario, scratch) = (Scenario::new(), Scratch::new());
        let path = scratch.path("inbox");
        fs::create_dir(&path).unwrap();
        let folder = scenario.service.edi_folder(&scenario.account, &path).unwrap().acknowledging(true);
        Stage { scenario, folder, path, _scratch: scratch }
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.path.join(name), text).unwrap();
    }

    fn sweep(&mut self) -> Vec<EdiFileReport> {
        let reports = self.folder.sweep(100).unwrap();
        self.scenario.clock.advance(Duration::from_secs(2));
        reports
    }

    /// Sweeps twice: a file is ingested when it did not change since the sweep before.
    fn settle(&mut self) -> Vec<EdiFileReport> {
        let mut reports = self.sweep();
        reports.extend(self.sweep());
        reports
    }

    fn files(&self, folder: &str) -> Vec<String> {
        files(&self.path.join(folder))
    }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = entries
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn complete_files_are_ingested_and_moved_with_a_report() {
    let mut stage = Stage::new();
    stage.put("quay.edi", &TERMINAL_REPORT[..100]);
    assert!(stage.sweep().is_empty());
    stage.put("quay.edi", TERMINAL_REPORT);
    stage.put("upload.edi.part", TERMINAL_REPORT);
    assert!(stage.sweep().is_empty(), "the file has grown");
    let reports = stage.sweep();
    assert_eq!(reports.len(), 1);
    assert!(reports[0].report.as_ref().unwrap().is_whole(), "{reports:?}");
    assert_eq!(reports[0].moved_to, Some(stage.path.join("done/quay.edi")));
    assert_eq!(stage.files("done"), ["quay.edi", "quay.edi.report.json"]);
    assert_eq!((stage.files(""), stage.files("failed").len()), (vec!["upload.edi.part".to_owned()], 0));
    let report: Value =
        serde_json::from_slice(&fs::read(stage.path.join("done/quay.edi.report.json")).unwrap()).unwrap();
    assert_eq!((&report["file"], &report["report"]["is_whole"]), (&json!("quay.edi"), &json!(true)));
    assert_eq!(stage.files("out"), ["quay.edi.1.contrl"]);
    assert!(
        fs::read_to_string(stage.path.join("out/quay.edi.1.contrl")).unwrap().starts_with("UNB+UNOA:2+ME+USLAXTERM")
    );
}

#[test]
fn files_with_errors_are_moved_to_failed_and_names_can_repeat() {
    let mut stage = Stage::new();
    stage.put("notes.txt", "hello");
    stage.put("orders.edi", &TERMINAL_REPORT.replace("COARRI", "COPRAR"));
    fs::create_dir(stage.path.join("folder")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", stage.path.join("link.edi")).unwrap();
    assert_eq!(stage.settle().len(), 2);
    stage.put("notes.txt", "hello again");
    stage.settle();
    assert_eq!(
        stage.files("failed"),
        [
            "notes.txt",
            "notes.txt.1",
            "notes.txt.1.report.json",
            "notes.txt.report.json",
            "orders.edi",
            "orders.edi.report.json"
        ]
    );
    assert_eq!(fs::read_to_string(stage.path.join("failed/notes.txt.1")).unwrap(), "hello again");
    assert_eq!(stage.files("done").len(), 0);
}

#[test]
fn a_file_without_messages_or_with_other_text_is_not_whole() {
    let mut stage = Stage::new();
    let without_messages = "UNB+UNOA:2+USLAXTERM+ME+260520:1510+1'UNZ+0+1'";
    let with_other_text = TERMINAL_REPORT.replace("UNH+", "Dear colleagues'UNH+");
    for (name, text) in [("a.edi", without_messages), ("b.edi", with_other_text.as_str())] {
        stage.put(name, text);
    }
    let reports = stage.settle();
    assert_eq!((stage.files("done").len(), stage.files("failed").len()), (0, 4));
    let problems: Vec<_> =
        reports.iter().map(|report| report.report.as_ref().unwrap().problems[0].to_string()).collect();
    assert!(problems[0].contains("the file has no message"), "{problems:?}");
    assert!(problems[1].contains("\"Dear colleagues\" is outside of any message"), "{problems:?}");
    assert!(reports[1].report.as_ref().unwrap().interchanges[0].messages[0].is_recorded());
}

#[test]
fn a_crash_at_any_step_loses_no_file_and_ingests_none_twice() {
    let mut stage = Stage::new();
    // The process ended after the file was ingested and acknowledged, and before it was moved.
    stage.scenario.service.ingest_edi(&stage.scenario.account, TERMINAL_REPORT.as_bytes()).unwrap();
    stage.put("quay.edi", TERMINAL_REPORT);
    stage.put("done/.quay.edi.report.json.part", "{}");
    let reports = stage.settle();
    let report = reports[0].report.as_ref().unwrap();
    assert!(report.interchanges[0].is_repeated && report.is_whole(), "{report:?}");
    assert_eq!(stage.files("done"), ["quay.edi", "quay.edi.report.json"]);
    // The process ended after the file was moved and before its report was renamed, and before any file was moved.
    fs::rename(stage.path.join("done/quay.edi.report.json"), stage.path.join("done/.quay.edi.report.json.part"))
        .unwrap();
    stage.put("failed/.other.edi.report.json.part", "{}");
    let Stage { scenario, path, .. } = &stage;
    drop(scenario.service.edi_folder(&scenario.account, path).unwrap());
    assert_eq!(
        (stage.files("done"), stage.files("failed")),
        (vec!["quay.edi".into(), "quay.edi.report.json".into()], vec![])
    );
    // An acknowledgement that was not sent yet is not written twice.
    stage.put("quay.edi", TERMINAL_REPORT);
    stage.settle();
    assert_eq!(stage.files("out"), ["quay.edi.1.contrl"]);
}

#[test]
fn a_sweep_ingests_at_most_the_requested_number_of_files_oldest_first() {
    let mut stage = Stage::new();
    for number in 0..5 {
        stage.put(&format!("{number}.edi"), &TERMINAL_REPORT.replace("77'", &format!("{number}'")));
    }
    stage.sweep();
    assert_eq!(stage.folder.sweep(2).unwrap().len(), 2);
    assert_eq!(stage.folder.sweep(100).unwrap().len(), 3);
    assert_eq!(stage.files("done").len(), 10);
}

#[test]
fn a_missing_folder_is_rejected() {
    let stage = Stage::new();
    let error = stage.scenario.service.edi_folder(&stage.scenario.account, stage.path.join("nowhere")).unwrap_err();
    assert_eq!(error.kind(), shiptrack::error::ErrorKind::Configuration);
}

#[cfg(unix)]
#[test]
fn subfolders_that_are_links_are_not_followed() {
    for name in ["done", "failed", "out"] {
        let mut stage = Stage::new();
        let elsewhere = stage.path.with_file_name("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let _ = fs::remove_dir(stage.path.join(name));
        std::os::unix::fs::symlink("../elsewhere", stage.path.join(name)).unwrap();
        stage.put("quay.edi", TERMINAL_REPORT);
        stage.put("authorized_keys", "ssh-ed25519 AAAA");
        for _ in 0..3 {
            match stage.folder.sweep(100) {
                Ok(reports) => {
                    let all = reports.iter().all(|report| report.moved_to.is_none() || report.problem.is_none());
                    assert!(all && name == "out", "{reports:?}");
                }
                Err(error) => assert!(error.to_string().contains("links are not followed"), "{error}"),
            }
            stage.scenario.clock.advance(Duration::from_secs(2));
        }
        assert_eq!(files(&elsewhere), [""; 0], "{name}");
        assert!(stage.files("").contains(&"quay.edi".to_owned()), "{name}");
        if name != "out" {
            let opened = stage.scenario.service.edi_folder(&stage.scenario.account, &stage.path);
            assert_eq!(opened.unwrap_err().kind(), shiptrack::error::ErrorKind::Configuration);
        }
    }
}

#[cfg(unix)]
#[test]
fn link_in_place_of_a_report_or_file_is_not_followed() {
    let mut stage = Stage::new();
    let target = stage.path.with_file_name("target");
    fs::write(&target, "kept").unwrap();
    for link in ["done/.quay.edi.report.json.part", "done/quay.edi", "out/.quay.edi.1.contrl.part", "linked.edi"] {
        let link = stage.path.join(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&target, link).unwrap();
    }
    stage.put("quay.edi", TERMINAL_REPORT);
    let reports = stage.settle();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
    assert_eq!(stage.files("done"), ["quay.edi.1", "quay.edi.1.report.json"]);
    assert_eq!(stage.files("out"), ["quay.edi.1.contrl"]);
}
