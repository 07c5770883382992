//! Values of filled PDF forms, forms that cannot be read, and text that annotations strike out.

use shiptrack_tests::reader;
use shiptrack_tests::sample_files::{FormField, message, pdf_form, pdf_with};

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

#[test]
fn text_that_an_annotation_strikes_out_is_not_read() {
    let file = |flags: &str| {
        let area = "/QuadPoints [70 732 400 732 70 716 400 716] /Rect [70 716 400 732]";
        let page = format!("/Annots [ << /Type /Annot /Subtype /StrikeOut {area} {flags} >> ]");
        pdf_with(&["Last Free Day: 20 May 2026", "Last Free Day: 16 May 2026"], &page, "")
    };
    let struck = payload(&file(""));
    assert_eq!(struck["last_free_day"]["value"], "2026-05-16", "{struck}");
    assert_eq!(struck["last_free_day"]["others"], Value::Null, "{struck}");
    let hidden = payload(&file("/F 2"));
    assert_eq!(hidden["last_free_day"]["others"], true, "{hidden}");
}

#[test]
fn a_file_that_only_has_an_xfa_form_is_not_read() {
    let problem = |form: &str| {
        let file = pdf_with(&["Please wait..."], "", &format!("/AcroForm << {form} >>"));
        let limits = reader::limits(Duration::from_secs(10));
        reader::read(&reader::reader(), "a.pdf", &file, &limits)
            .err()
            .map_or_else(String::new, |problem| problem.to_string())
    };
    assert!(problem("/XFA (x) /Fields []").contains("XFA"), "{}", problem("/XFA (x) /Fields []"));
    assert_eq!(problem("/XFA (x) /Fields [ << /FT /Tx >> ]"), "");
    assert_eq!(problem("/Fields []"), "");
}
