//! Notices in PDF and XLSX as people lay them out, the data that is missing in a notice, and which of it is recorded.

use shiptrack::documents::find::{Findings, findings};
use shiptrack::documents::{Text, find};
use shiptrack_tests::reader;
use shiptrack_tests::sample_files::{SENDER, cell, message, pdf, workbook, workbook_with};

use super::*;

const SHEET: &str = r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main""#;

fn text(name: &str, bytes: &[u8]) -> Text {
    let limits = reader::limits(Duration::from_secs(10));
    reader::read(&reader::reader(), name, bytes, &limits).unwrap().unwrap()
}

fn day(found: Option<&find::Finding<chrono::NaiveDate>>) -> String {
    found.map_or_else(String::new, |found| found.value.to_string())
}

/// Bill, vessel, voyage, arrival and last free day.
fn facts(found: &Findings) -> [String; 5] {
    let text = |found: Option<&find::Finding<String>>| found.map_or_else(String::new, |found| found.value.clone());
    [
        text(found.bills_of_lading.first()),
        text(found.vessel.as_ref()),
        text(found.voyage.as_ref()),
        day(found.eta.as_ref()),
        day(found.last_free_day.as_ref()),
    ]
}

#[test]
fn labels_in_the_middle_of_a_line_of_a_pdf_are_read() {
    let file = pdf(&[
        "NOTICE OF ARRIVAL",
        "B/L NO. : EGLV143612345678",
        "VSL/VOY : BETA RIVER 0912-031W",
        "POL : NINGBO  ETD : 2026/02/01",
        "POD : NEW YORK ETA : 2026/03/03",
        "FREE TIME EXPIRES ON 2026/03/09",
        "PLEASE SURRENDER ORIGINAL B/L BEFORE 2026/03/01",
    ]);
    let found = findings(&text("a.pdf", &file));
    assert_eq!(facts(&found), ["EGLV143612345678", "BETA RIVER", "0912-031W", "2026-03-03", "2026-03-09"]);
    assert!(!found.eta.unwrap().has_others && !found.last_free_day.unwrap().has_others);
}

#[test]
fn the_new_arrival_of_a_revised_notice_in_pdf_replaces_the_previous_one() {
    let file = pdf(&["REVISED ARRIVAL NOTICE", "Previous ETA: 03-MAR-2026", "New ETA: 08-MAR-2026"]);
    let found = findings(&text("a.pdf", &file));
    assert_eq!(found.eta.map(|eta| (eta.value.to_string(), eta.has_others)), Some(("2026-03-08".to_owned(), false)));
}

/// A style sheet with a format of zeros (style 1) and a struck font (style 2).
fn styles() -> (&'static str, String) {
    let text = format!(
        r#"<styleSheet {SHEET}><numFmts count="1"><numFmt numFmtId="164" formatCode="0000000000"/></numFmts><fonts count="2"><font/><font><strike/></font></fonts><cellXfs count="3"><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>"#
    );
    ("xl/styles.xml", text)
}

#[test]
fn numbers_keep_the_zeros_of_their_format() {
    let rows = format!(r#"<row r="1">{}<c r="B1" s="1"><v>47001234</v></c></row>"#, cell("A1", "Booking No"));
    let found = findings(&text("a.xlsx", &workbook_with(&rows, "", &[styles()])));
    assert_eq!(found.bookings.first().map(|found| found.value.as_str()), Some("0047001234"));
}

#[test]
fn what_excel_does_not_display_is_not_read() {
    let struck = r#"<c r="A3" t="inlineStr" s="2"><is><t>LFD: 1 Mar 2026</t></is></c>"#;
    let runs = r#"<c r="A4" t="inlineStr"><is><r><t>LFD: </t></r><r><rPr><strike/></rPr><t>2 Mar 2026</t></r><r><t xml:space="preserve"> 9 Mar 2026</t></r></is></c>"#;
    let rows = format!(
        r#"<row r="1" hidden="1">{}</row><row r="3">{struck}</row><row r="4">{runs}</row>"#,
        cell("A1", "LFD: 3 Mar 2026")
    );
    let found = findings(&text("a.xlsx", &workbook_with(&rows, "", &[styles()])));
    let lfd = found.last_free_day.map(|day| (day.value.to_string(), day.has_others));
    assert_eq!(lfd, Some(("2026-03-09".to_owned(), false)));
}

#[test]
fn a_column_that_mixes_typed_dates_and_text_proves_no_order() {
    let row = |number: usize, container: &str, day: &str| {
        format!(
            r#"<row r="{number}">{}{}</row>"#,
            cell(&format!("A{number}"), container),
            cell(&format!("B{number}"), day)
        )
    };
    let table = |first: &str| {
        let rows = [row(1, "Container", "LFD"), row(2, CONTAINERS[0], first), row(3, CONTAINERS[1], "3/5/2026")];
        findings(&text("a.xlsx", &workbook(&rows.concat()))).last_free_days.len()
    };
    assert_eq!((table("3/29/2026"), table("2026-03-29")), (2, 1));
}

fn tracked() -> Scenario {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    scenario.allow_senders(&[SENDER]);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario
}

/// Ingests a notice, and returns the path of its document and its data.
fn ingest(scenario: &Scenario, lines: &str) -> (String, Value) {
    scenario.pass(HOUR);
    let text = format!("ARRIVAL NOTICE\nB/L No: {BILL}\n{lines}\n");
    let mail = message(&scenario.now().to_string(), "See there", &[("a.txt", "text/plain", text.as_bytes())]);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let email = scenario.get(&format!("/v2/email_submissions/{}", ingested.submission.id));
    let id = email["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap();
    let path = format!("/v2/documents/{id}");
    let payload = payload_of(scenario, &path);
    (path, payload)
}

fn payload_of(scenario: &Scenario, path: &str) -> Value {
    scenario.get(&format!("{path}?include=last_document_representation"))["included"][0]["attributes"]["payload"]
        .clone()
}

/// The last free days of the containers, as days of the month.
fn free_until(scenario: &Scenario) -> [u32; 2] {
    CONTAINERS.map(|number| {
        let found = scenario.get(&format!("/v2/containers?filter[number]={number}"));
        let day = &found["data"][0]["attributes"]["import_deadlines"]["pickup_lfd_line"];
        day.as_str().map_or(0, |day| day[8..10].parse().unwrap())
    })
}

#[test]
fn a_notice_is_about_all_containers_of_its_bill_only_if_it_names_none() {
    for (lines, days) in [
        ("Last Free Day: 2026-05-20", [20, 20]),
        ("Container:\nLast Free Day: 2026-05-20", [0, 0]),
        ("MSKU 030896\nLast Free Day: 2026-05-20", [0, 0]),
        ("Your box TGHU1643390\nLast Free Day: 2026-05-20", [0, 0]),
    ] {
        let scenario = tracked();
        let (path, _) = ingest(&scenario, lines);
        assert_eq!(free_until(&scenario), days, "{lines}");
        if days == [0, 0] {
            scenario.pass(HOUR);
            patch(&scenario, &path, "document", json!({ "extracted_data_manual": { "containers": [] } }));
            assert_eq!(free_until(&scenario), [20, 20], "a user states that it names none: {lines}");
        }
    }
}

#[test]
fn uncertain_and_computed_days_are_shown_and_not_recorded() {
    let scenario = tracked();
    let (_, changed) = ingest(&scenario, "Last Free Day: 20 May 2026 -> 18 May 2026");
    assert_eq!(changed["last_free_day"]["others"], true);
    let (_, computed) = ingest(&scenario, "Demurrage from: 21 May 2026");
    assert_eq!(
        (&computed["last_free_day"]["value"], &computed["last_free_day"]["computed"]),
        (&json!("2026-05-20"), &json!(true))
    );
    let (_, detention) = ingest(&scenario, "Detention last free day: 28 May 2026");
    assert_eq!(
        (detention["detention_last_free_day"]["value"].as_str(), detention.get("last_free_day")),
        (Some("2026-05-28"), None)
    );
    assert_eq!(free_until(&scenario), [0, 0]);
}

#[test]
fn a_notice_names_the_data_that_is_missing_until_a_user_adds_it() {
    let scenario = tracked();
    let (path, payload) = ingest(&scenario, "Vessel: TBA\nETA: 03/04/2026\nPOD: Los Angeles");
    assert_eq!(payload["missing"], json!(["containers", "vessel", "voyage", "eta", "last_free_day"]));
    let corrected = json!({ "eta": "2026-04-03", "vessel_name": "BETA RIVER", "last_free_day": null });
    patch(&scenario, &path, "document", json!({ "extracted_data_manual": corrected }));
    assert_eq!(payload_of(&scenario, &path)["missing"], json!(["containers", "voyage", "last_free_day"]));
    let (_, complete) = ingest(
        &scenario,
        &format!(
            "Container: {}\nVessel/Voyage: BETA RIVER / 031W\nETA: 2026-05-11\nPOD: Los Angeles\nLFD: 2026-05-20",
            CONTAINERS[0]
        ),
    );
    assert_eq!(complete["missing"], json!([]));
}

#[test]
fn a_correction_of_an_unknown_member_is_rejected_with_the_nearest_name() {
    let scenario = tracked();
    let (path, _) = ingest(&scenario, "LFD: 2026-05-20");
    let change = json!({ "extracted_data_manual": { "last_fre_day": "2026-05-21" } });
    let (status, refused) = scenario.refused(Method::Patch, &path, Some(&document("document", change)));
    let pointer = "/data/attributes/extracted_data_manual/last_fre_day";
    assert_eq!((status, &refused[0]["source"]["pointer"]), (422, &json!(pointer)));
    assert!(refused[0]["detail"].as_str().unwrap().contains("`last_free_day`"), "{refused:?}");
    assert_eq!(free_until(&scenario), [20, 20]);
}
