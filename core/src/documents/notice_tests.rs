//! Arrival notices as people write them, with what is found in each.

use std::time::Duration;

use super::{ARRIVAL_NOTICE, Limits, Text, detect_document_type, find, formats};
use crate::jsonapi::Members;

fn limits() -> Limits {
    Limits { pages: 10, cells: 10_000, text: 1 << 20, time: Duration::from_secs(10) }
}

/// What is found in a text: the names and values of the members, those of dates with their marks.
fn summary(text: &Text) -> String {
    let found = find::findings(text);
    let mut payload: Members = found.payload();
    let is_notice = detect_document_type(Some(text), "").is_some_and(|(kind, _)| kind == ARRIVAL_NOTICE);
    payload.retain(|_, value| !value.is_boolean() || *value == true);
    let value = |value: &serde_json::Value| {
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        let number = text("number").or_else(|| text("value")).unwrap_or_else(|| value.to_string());
        let of_container = text("container").map_or(String::new(), |container| format!("{container}="));
        let mark = |name: &str| if value.get(name).is_some() { format!(" ({name})") } else { String::new() };
        format!("{of_container}{number}{}{}", mark("others"), mark("computed"))
    };
    let member = |(name, found): (String, serde_json::Value)| {
        let values =
            found.as_array().map_or_else(|| value(&found), |list| list.iter().map(value).collect::<Vec<_>>().join(","));
        format!("{name} {values}")
    };
    let order = [
        "bills_of_lading",
        "bookings",
        "containers",
        "doubtful_containers",
        "unread_containers",
        "vessel_name",
        "voyage_number",
        "port_of_discharge",
        "eta",
        "last_free_day",
        "last_free_days",
        "detention_last_free_day",
        "combined_last_free_day",
        "good_through",
    ];
    let position = |(name, _): &(String, serde_json::Value)| order.iter().position(|other| other == name);
    let mut members: Vec<(String, serde_json::Value)> = payload.into_iter().collect();
    members.sort_by_key(position);
    let mut parts: Vec<String> = members.into_iter().map(member).collect();
    if is_notice {
        parts.insert(0, "notice".to_owned());
    }
    parts.extend(found.unread.iter().map(|member| format!("unread {member}")));
    parts.join("; ")
}

fn text(plain: &str) -> Text {
    formats::plain(plain.as_bytes(), &limits())
}

fn check(cases: &[(&str, &str)], read: impl Fn(&str) -> Text) {
    let mut wrong = Vec::new();
    for (written, expected) in cases {
        let found = summary(&read(written));
        if found != *expected {
            wrong.push(format!("{written}\n   found:    {found}\n   expected: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn values_of_texts_are_read_as_people_write_them() {
    check(
        &[
            ("LFD: 9th of March 2026", "last_free_day 2026-03-09"),
            ("LFD: Mon, 9 Mar 2026\nETA: mardi 3 mars 2026", "eta 2026-03-03; last_free_day 2026-03-09"),
            ("Vessel:\nLFD: 9 Mar 2026", "last_free_day 2026-03-09"),
            ("Vessel:\nBETA RIVER\nLFD: 9 Mar 2026", "vessel_name BETA RIVER; last_free_day 2026-03-09"),
            ("Vessel: T.B.A.", ""),
            ("Vessel: -\nACME LINE", ""),
            (
                "Container    Status     LFD\nTCKU7248999  Terminal   9 Mar 2026",
                "containers TCKU7248999; last_free_day 2026-03-09",
            ),
            ("Vessel: to be nominated\nVoyage: N/A", ""),
            ("LFD: 9 Mar 2026 -> 5 Mar 2026", "last_free_day 2026-03-09 (others)"),
            ("LFD: 9 Mar 2026 (same: 09-MAR-2026)", "last_free_day 2026-03-09"),
            ("LFD: 9 - 12 Mar 2026", "unread last_free_day"),
            (
                "LFD: 9\u{a0}Mar\u{a0}2026\nETA: 2026\u{2011}03\u{2011}03\nTCKU\u{a0}724899\u{2011}9",
                "containers TCKU7248999; eta 2026-03-03; last_free_day 2026-03-09",
            ),
            ("POD: NEW YORK ETA: 2026/03/03", "port_of_discharge NEW YORK; eta 2026-03-03"),
            ("VSL/VOY : BETA RIVER 0912-031W", "vessel_name BETA RIVER; voyage_number 0912-031W"),
            ("FREE TIME EXPIRES ON 2026/03/09", "last_free_day 2026-03-09"),
            ("Storage free until 9 Mar 2026", "last_free_day 2026-03-09"),
            ("Free time until: 9 Mar 2026", "last_free_day 2026-03-09"),
            ("ETA USNYC 2026-03-03", "eta 2026-03-03"),
            ("Previous ETA: 03-MAR-2026\nNew ETA: 08-MAR-2026", "eta 2026-03-08"),
            ("ETA: 03-MAR-2026\nRevised ETA: 08-MAR-2026", "eta 2026-03-08 (others)"),
            ("Booking/BL: 260012345 / MAEU223344556", "bills_of_lading MAEU223344556; bookings 260012345"),
            ("Booking/BL: MAEU223344556", "bills_of_lading MAEU223344556"),
            ("Booking / BL No.: 260012345", "bookings 260012345"),
            ("House B/L: NYC2603001\nMaster B/L: 223344556", "bills_of_lading 223344556"),
            ("B/L No: NYC2603001\nMBL: MAEU223344556", "bills_of_lading MAEU223344556"),
            ("HBL/MBL: NYC2603001 / 223344556\nCarrier/Vessel: ACME / BETA RIVER\nPOL/POD: NINGBO / NEW YORK", ""),
            ("MBL/HBL: MAEU223344556 / NYC2603001", "bills_of_lading MAEU223344556"),
            ("B/L: NYC2603001\nCarrier's B/L: 223344556", "bills_of_lading 223344556"),
            ("POD/ETA: NEW YORK / 3 Mar 2026", "eta 2026-03-03"),
            ("Container/Seal: two / none\nVoyage: 031W", "unread_containers true; voyage_number 031W"),
            ("Container: TCKU 724899/9, CSQU 305438-3", "containers TCKU7248999,CSQU3054383"),
            ("Container: TCKU7248990\nVoyage: 031W", "unread_containers true; voyage_number 031W"),
            ("Containers: two\nVoyage: 031W", "unread_containers true; voyage_number 031W"),
            ("Your box TCKU72489S9\nVoyage: 031W", "unread_containers true; voyage_number 031W"),
            ("Container: TCKU7248999, CSQU3O54383", "containers TCKU7248999; doubtful_containers CSQU3O54383"),
            ("Your box TCKU 724899\nVoyage: 031W", "unread_containers true; voyage_number 031W"),
            ("B/L: MAEU1234568", "bills_of_lading MAEU1234568"),
            (
                "Vessel: CARRIER STAR\nPOD: Container Terminal Bronx",
                "vessel_name CARRIER STAR; port_of_discharge Container Terminal Bronx",
            ),
            (
                "PLEASE SURRENDER THE ORIGINAL B/L BEFORE 2026/03/01\nWe know that the ETA may change after 3 March 2026",
                "",
            ),
        ],
        text,
    );
}

#[test]
fn only_the_arrival_at_the_port_of_discharge_is_the_eta() {
    check(
        &[
            (
                "ETA Algeciras (T/S): 01-Mar-2026\nETA New York (POD): 09-Mar-2026\nETA Columbus: 15-Mar-2026",
                "eta 2026-03-09",
            ),
            ("ETA New York: 09-Mar-2026\nETA Columbus: 15-Mar-2026", "eta 2026-03-09 (others)"),
            ("ETA POD: 09-Mar-2026\nFinal ETA: 15-Mar-2026\nRail ETA: 14-Mar-2026", "eta 2026-03-09"),
            ("ETA Port of Discharge: 09-Mar-2026\nETA Place of Delivery: 15-Mar-2026", "eta 2026-03-09"),
            ("ETD Ningbo: 01-Feb-2026\nETA at transshipment port: 10-Feb-2026", ""),
            ("Truck ETA: 9 Mar 2026\nTrain ETA: 9 Mar 2026\nETA of documents: 9 Mar 2026\nETA LKW: 09.03.2026", ""),
            ("ETD/ETA: 9 Mar 2026\nDestination/ETA: Columbus / 9 Mar 2026", ""),
            ("CY Cut off: 01-Feb-2026\nActual arrival: 02-Feb-2026", ""),
        ],
        text,
    );
}

#[test]
fn dates_that_are_no_last_free_day_are_never_one() {
    check(
        &[
            (
                "Last free day demurrage: 09-Mar-2026\nLast free day detention: 19-Mar-2026",
                "last_free_day 2026-03-09; detention_last_free_day 2026-03-19",
            ),
            ("Free time: 4 days from discharge, demurrage from 10-Mar-2026", "last_free_day 2026-03-09 (computed)"),
            ("LFD: 09-Mar-2026\nDemurrage starts: 11-Mar-2026", "last_free_day 2026-03-09"),
            (
                "Standgeld ab: 10.03.2026\nZahlbar bis: 20.03.2026\nFreistellung: 01.03.2026",
                "last_free_day 2026-03-09 (computed)",
            ),
            ("Fälligkeit: 20.03.2026\nFällig am 21.03.2026", ""),
            ("Surestaries à partir du 10/03/2026\nÉchéance : 20/03/2026", "unread last_free_day"),
            ("Surestaries à partir du 13 mars 2026\nÉchéance : 20 mars 2026", "last_free_day 2026-03-12 (computed)"),
            ("Demoras desde: 13 de marzo de 2026\nVencimiento: 20/03/2026", "last_free_day 2026-03-12 (computed)"),
            (
                "滞期费起算日: 2026年3月10日\n免箱期: 2026年3月19日",
                "last_free_day 2026-03-09 (computed); detention_last_free_day 2026-03-19",
            ),
            ("Demurrage good through: 12 Mar 2026", "good_through 2026-03-12"),
            ("Combined free time until 19 Mar 2026", "combined_last_free_day 2026-03-19"),
            ("LFD (demurrage & detention): 19 Mar 2026", "combined_last_free_day 2026-03-19"),
            ("Payment due: 12 Mar 2026\nRelease date: 1 Mar 2026", ""),
            ("CFS LFD: 9 Mar 2026\nChassis LFD: 9 Mar 2026\nReefer plug-in free until 9 Mar 2026", ""),
            ("Customs free time until: 9 Mar 2026\nLFD equipment: 9 Mar 2026\nPower LFD: 9 Mar 2026", ""),
            ("Leercontainer frei bis: 19.03.2026", "detention_last_free_day 2026-03-19"),
            ("Frei bis (Rückgabe): 19.03.2026", "detention_last_free_day 2026-03-19"),
            ("ETA: 3 Mar 2026, detention LFD: 19 Mar 2026", "eta 2026-03-03; detention_last_free_day 2026-03-19"),
            (
                "DETENTION\nLast free day: 19 Mar 2026\nDemurrage:\nLast free day: 9 Mar 2026",
                "last_free_day 2026-03-09; detention_last_free_day 2026-03-19",
            ),
            ("Demurrage & Detention\nLast free day: 19 Mar 2026", "combined_last_free_day 2026-03-19"),
            ("Container    Type       LFD\nTCKU7248999  Detention  19 Mar 2026", "containers TCKU7248999"),
            (
                "Container    LFD\nTCKU7248999  19.03.2026 (detention)\nCSQU3054383  9 Mar 2026",
                "containers TCKU7248999,CSQU3054383; last_free_day 2026-03-09 (others); last_free_days CSQU3054383=2026-03-09",
            ),
            (
                "               Detention    Demurrage\nLast free day  19 Mar 2026  9 Mar 2026",
                "last_free_day 2026-03-19 (others)",
            ),
            ("Milestone  Planned     Actual\nETA        3 Mar 2026  5 Mar 2026", "eta 2026-03-03 (others)"),
            ("LFD: 19-03-26\nLFD: 26-03-09", "unread last_free_day"),
        ],
        text,
    );
}

#[test]
fn notices_in_other_languages_are_read() {
    check(
        &[
            (
                "ANKUNFTSAVIS\nKonnossement-Nr.: HLCUNYC260312345\nSchiff: BETA RIVER Reise: 031W\nVoraussichtliche Ankunft: 3. März 2026\n\
                 Löschhafen: New York\nContainernummer: TCKU7248999\nLetzter freier Tag: 9. März 2026",
                "notice; bills_of_lading HLCUNYC260312345; containers TCKU7248999; vessel_name BETA RIVER; voyage_number 031W; \
                 port_of_discharge New York; eta 2026-03-03; last_free_day 2026-03-09",
            ),
            (
                "AVIS D’ARRIVÉE\nNavire : BETA RIVER\nConnaissement N° : MAEU223344556\nConteneur : TCKU7248999\n\
                 Date d’arrivée prévue : 3 mars 2026\nFranchise jusqu’au : 9 mars 2026",
                "notice; bills_of_lading MAEU223344556; containers TCKU7248999; vessel_name BETA RIVER; eta 2026-03-03; last_free_day 2026-03-09",
            ),
            (
                "AVISO DE ARRIBO\nBuque/Viaje: BETA RIVER / 031W\nConocimiento de embarque: MAEU223344556\nContenedor: TCKU7248999\n\
                 Fecha estimada de llegada: 3 de marzo de 2026\nÚltimo día libre: 9 de marzo de 2026",
                "notice; bills_of_lading MAEU223344556; containers TCKU7248999; vessel_name BETA RIVER; voyage_number 031W; eta 2026-03-03; last_free_day 2026-03-09",
            ),
            (
                "到货通知书\n提单号：MAEU223344556\n箱号：TCKU7248999\n船名/航次：BETA RIVER / 031W\n预计到港：2026年3月3日\n免堆期至：2026年3月9日",
                "notice; bills_of_lading MAEU223344556; containers TCKU7248999; vessel_name BETA RIVER; voyage_number 031W; eta 2026-03-03; last_free_day 2026-03-09",
            ),
        ],
        text,
    );
}

#[test]
fn the_order_of_day_and_month_is_proven_by_dates_of_the_same_label_without_a_contradiction() {
    check(
        &[
            ("ETA: 3/5/2026", "unread eta"),
            ("ETA      LFD\n3/5/2026  3/29/2026", "last_free_day 2026-03-29; unread eta"),
            ("LFD: 3/29/2026\nLFD: 3/5/2026", "last_free_day 2026-03-29 (others)"),
            (
                "LFD: 3/29/2026\nLFD: 3/5/2026\nIssued 25/2/2026",
                "last_free_day 2026-03-29 (others); unread last_free_day",
            ),
            ("LFD: 2026-03-29\nLFD: 3/5/2026", "last_free_day 2026-03-29 (others); unread last_free_day"),
        ],
        text,
    );
}

#[test]
#[cfg(feature = "read-html")]
fn pages_are_read_as_they_are_displayed() {
    let html = |page: &str| super::html::read(page.as_bytes(), &limits()).unwrap();
    check(
        &[
            (
                "<table><tr><th>B/L No<th>Container<th>Vessel<th>ETA<th>Last<br>free day<tr><td>MAEU223344556<td>TCKU7248999<td>BETA RIVER<td>3 Mar 2026<td>9 Mar 2026</table>",
                "bills_of_lading MAEU223344556; containers TCKU7248999; vessel_name BETA RIVER; eta 2026-03-03; last_free_day 2026-03-09",
            ),
            (
                "<table><tr><td>Vessel<td>Agent<td>LFD<tr><td>BETA RIVER<td>ACME<td>9 Mar 2026</table>",
                "vessel_name BETA RIVER; last_free_day 2026-03-09",
            ),
            (
                "<table><tr><td>Vessel<td><tr><td>Berth<td>ACME QUAY<tr><td>LFD<td>9 Mar 2026</table>",
                "last_free_day 2026-03-09",
            ),
            (
                "<p><span>Bill of lading number</span><span>MAEU223344556</span></p><p><span>Vessel name</span><span>BETA RIVER</span>",
                "bills_of_lading MAEU223344556; vessel_name BETA RIVER",
            ),
            ("<p style='display:none'>LFD: 1 Mar 2026</p><p>LFD: 9 Mar 2026", "last_free_day 2026-03-09"),
            (
                "<p>LFD: <s>9 Mar 2026</s> 5 Mar 2026<p>Container: <del>CSQU3054383</del> TCKU7248999",
                "containers TCKU7248999; last_free_day 2026-03-05",
            ),
            ("<p>LFD: 9 Mar 2026 &rarr; 5 Mar 2026", "last_free_day 2026-03-09 (others)"),
            (
                "<table><tr><td>Container<td>LFD<tr><td>TCKU7248999<td>9 Mar 2026<tr><td>CSQU3054383<td>8 Mar 2026</table>",
                "containers TCKU7248999,CSQU3054383; last_free_day 2026-03-09 (others); last_free_days CSQU3054383=2026-03-08,TCKU7248999=2026-03-09",
            ),
            ("<p>ETA:&nbsp;3&nbsp;Mar&nbsp;2026", "eta 2026-03-03"),
        ],
        html,
    );
}
