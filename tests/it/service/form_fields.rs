//! Values of filled PDF forms.

use shiptrack_tests::sample_files::{FormField, message, pdf_form};

use super::*;

/// The values that were read of a file in mail.
fn payload(file: &[u8]) -> Value {
    let scenario = Scenario::new();
    let mail = message("Form", "See there", &[("form.pdf", "application/pdf", file)]);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let email = scenario.get(&format!("/v2/email_submissions/{}", ingested.submission.id));
    let document = email["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap();
    let read = scenario.get(&format!("/v2/documents/{document}?include=last_document_representation"));
    read["included"][0]["attributes"]["payload"].clone()
}

fn field<'a>(label: &'a str, entries: &'a str, appearance: Option<&'a str>) -> FormField<'a> {
    FormField { label, entries, appearance }
}

#[test]
fn values_of_form_fields_are_read_with_and_without_an_appearance() {
    let read = payload(&pdf_form(
        "ARRIVAL NOTICE",
        &[
            field("B/L No:", "/FT /Tx /V (MAEU123456789)", Some("MAEU123456789")),
            field("Container:", "/FT /Tx /V (MSKU0308961)", None),
            field("Vessel:", "/FT /Ch /V <FEFF0054004500530054>", Some("")),
            field("ETA:", "/Parent << /FT /Tx /Parent << /V (11 May 2026) >> >>", None),
            field("Last Free Day:", "/FT /Tx /V (20 May 2026\\r) /F 4", None),
        ],
    ));
    assert_eq!(read["bills_of_lading"][0]["number"], "MAEU123456789", "{read}");
    assert_eq!(read["containers"][0]["number"], "MSKU0308961", "{read}");
    assert_eq!(read["vessel_name"]["value"], "TEST", "{read}");
    assert_eq!(read["eta"]["value"], "2026-05-11", "{read}");
    assert_eq!(read["last_free_day"]["value"], "2026-05-20", "{read}");
}

#[test]
fn hidden_fields_and_buttons_have_no_value() {
    let read = payload(&pdf_form(
        "ARRIVAL NOTICE",
        &[
            field("B/L No:", "/FT /Tx /V (MAEU123456789)", None),
            field("ETA:", "/FT /Tx /V (11 May 2026) /F 2", Some("11 May 2026")),
            field("Last Free Day:", "/FT /Btn /V (20 May 2026)", None),
        ],
    ));
    assert_eq!(read["bills_of_lading"][0]["number"], "MAEU123456789", "{read}");
    assert_eq!((&read["eta"], &read["last_free_day"]), (&Value::Null, &Value::Null), "{read}");
}

#[test]
fn a_value_of_several_lines_keeps_its_lines() {
    let value = "/FT /Tx /V (Container: MSKU0308961\\nContainer: TGHU1643396)";
    let read = payload(&pdf_form("ARRIVAL NOTICE", &[field("Goods", value, None)]));
    let numbers: Vec<_> = read["containers"].as_array().unwrap().iter().map(|found| &found["number"]).collect();
    assert_eq!(numbers, ["MSKU0308961", "TGHU1643396"], "{read}");
}
