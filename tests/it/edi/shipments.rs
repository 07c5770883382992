//! Splitting a file with several shipments.

use shiptrack::decoders::{self, ReadLimits, Reading};
use shiptrack::preview;
use shiptrack::tracking::FoldPolicy;

/// A 315 with the status of a container at a place, on a day of May 2026, with these references.
fn status(number: usize, code: &str, (container, day, place): (&str, &str, &str), references: &str) -> String {
    let (owner, digits) = container.split_at(4);
    format!(
        "ST*315*{number:04}~B4***{code}*202605{day}*1200**{owner}*{}*L*45G1*{place}*UN*{}~{references}\
         Q2*9321483********042E***L*TEST VOYAGER~R4*L*UN*CNSHA~R4*D*UN*USLAX~SE*6*{number:04}~",
        &digits[..6],
        &digits[6..]
    )
}

fn file(messages: &[String]) -> String {
    format!(
        "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\
         GS*QO*LINE*ME*20260502*1500*7*X*004010~{}GE*{}*7~IEA*1*000000007~",
        messages.concat(),
        messages.len()
    )
}

fn reading(messages: &[String]) -> Reading {
    decoders::read(file(messages).as_bytes(), &ReadLimits::default())
}

/// The events of the voyages, one line each, with the number of the shipment.
fn events(reading: &Reading) -> Vec<String> {
    let now = "2026-07-01T00:00:00Z".parse().expect("a moment");
    let voyages = preview::voyages(reading, now, &FoldPolicy::default());
    let lines = |(number, voyage): (usize, shiptrack::tracking::Voyage)| {
        let line = move |event: shiptrack::tracking::VoyageEvent| {
            let name = event.raw_event.map(|name| name.as_str().to_owned()).unwrap_or_default();
            format!("{number} {} {} {name}", event.container.unwrap_or_default(), event.locode.unwrap_or_default())
        };
        voyage.events.into_iter().map(line).collect::<Vec<_>>()
    };
    (1..).zip(voyages).flat_map(lines).collect()
}

const ONE: &str = "MSKU0308961";
const OTHER: &str = "TGHU1643396";

#[test]
fn shipments_of_one_file_are_split_by_bill() {
    let reading = reading(&[
        status(1, "AE", (ONE, "02", "CNSHA"), "N9*BM*BILL1~"),
        status(2, "AE", (OTHER, "03", "CNSHA"), "N9*BM*BILL2~"),
        status(3, "UV", (ONE, "20", "USLAX"), "N9*BM*BILL1~"),
    ]);
    assert_eq!(
        events(&reading),
        [
            format!("1 {ONE} CNSHA vessel_loaded"),
            format!("1 {ONE} USLAX vessel_discharged"),
            format!("2 {OTHER} CNSHA vessel_loaded"),
        ]
    );
    let shipments = reading.shipments();
    let numbers: Vec<Vec<&str>> = shipments
        .iter()
        .map(|shipment| shipment.messages[0].numbers.iter().map(|named| named.number.as_str()).collect())
        .collect();
    assert_eq!(numbers, [["BILL1", ONE], ["BILL2", OTHER]]);
    let facts: usize = shipments.iter().map(|shipment| shipment.facts().count()).sum();
    assert_eq!(facts, reading.facts().count(), "no fact is lost or duplicated");
}

#[test]
fn containers_and_bookings_of_one_bill_are_one_shipment() {
    let reading = reading(&[
        status(1, "AE", (ONE, "02", "CNSHA"), "N9*BN*BOOKING1~"),
        status(2, "AE", (OTHER, "02", "CNSHA"), "N9*BM*BILL1~"),
        status(3, "VD", (ONE, "03", "CNSHA"), "N9*BN*BOOKING1~N9*BM*BILL1~"),
    ]);
    assert_eq!(reading.shipments().len(), 1);
}

#[test]
fn a_container_can_make_several_voyages() {
    let reading = reading(&[
        status(1, "UV", (ONE, "04", "USLAX"), "N9*BM*BILL1~"),
        status(2, "AE", (ONE, "28", "CNSHA"), "N9*BM*BILL2~"),
        // Without a bill: the voyage that is nearest in time counts.
        status(3, "OA", (ONE, "06", "USLAX"), ""),
        status(4, "I", (ONE, "27", "CNSHA"), ""),
    ]);
    assert_eq!(
        events(&reading),
        [
            format!("1 {ONE} USLAX vessel_discharged"),
            format!("1 {ONE} USLAX full_out"),
            format!("2 {ONE} CNSHA full_in"),
            format!("2 {ONE} CNSHA vessel_loaded"),
        ]
    );
}

#[test]
fn a_container_under_its_booking_and_later_under_its_bill_makes_one_voyage() {
    let reading = reading(&[
        status(1, "AE", (ONE, "02", "CNSHA"), "N9*BN*BOOKING1~"),
        status(2, "UV", (ONE, "20", "USLAX"), "N9*BM*BILL1~"),
    ]);
    assert_eq!(events(&reading).len(), 2);
    assert_eq!(reading.shipments().len(), 1);
}

#[test]
fn containers_without_documents_are_separate_shipments() {
    let reading = reading(&[
        status(1, "AE", (ONE, "02", "CNSHA"), ""),
        status(2, "AE", (OTHER, "02", "CNSHA"), ""),
        status(3, "VD", (ONE, "03", "CNSHA"), ""),
    ]);
    let events = events(&reading);
    assert_eq!(events[2], format!("2 {OTHER} CNSHA vessel_loaded"), "{events:?}");
}

#[test]
fn a_quay_report_is_split_by_bill() {
    let report = "UNB+UNOA:2+USLAXTERM+ME+260520:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'\
        LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'RFF+BM:BILL1'DTM+203:202605201410:203'EQD+CN+TGHU1643396'RFF+BM:BILL2'\
        DTM+203:202605201415:203'UNT+11+1'UNZ+1+77'";
    let reading = decoders::read(report.as_bytes(), &ReadLimits::default());
    assert_eq!(
        events(&reading),
        [format!("1 {ONE} USLAX vessel_discharged"), format!("2 {OTHER} USLAX vessel_discharged")]
    );
}

#[test]
fn an_event_retracted_by_id_is_removed() {
    let event = r#"[{"metadata": {"eventID": "e-1", "eventType": "TRANSPORT"}, "payload": {"eventClassifierCode": "ACT",
        "eventDateTime": "2026-05-01T00:00:00Z", "transportEventTypeCode": "ARRI",
        "transportCall": {"location": {"UNLocationCode": "NLRTM"}}}}]"#;
    let retraction = r#"[{"metadata": {"eventID": "e-2", "eventType": "TRANSPORT", "retractedEventID": "e-1"}}]"#;
    let mut reading = decoders::read(event.as_bytes(), &ReadLimits::default());
    assert_eq!(events(&reading).len(), 1);
    let retracted = decoders::read(retraction.as_bytes(), &ReadLimits::default());
    reading.join(retracted);
    assert_eq!(events(&reading).len(), 0);
}
