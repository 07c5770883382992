//! Decoding of EDIFACT IFTSTA, CODECO and COARRI.

use shiptrack::tracking::Statement;

use super::{lines, message};

/// A message of this kind with these segments.
fn edifact(kind: &str, segments: &str) -> String {
    let count = 2 + segments.matches('\'').count();
    format!("UNB+UNOC:3+USLAXTERM:ZZZ+ME:ZZZ+260502:1500+77'UNH+1+{kind}:D:95B:UN'{segments}UNT+{count}+1'UNZ+1+77'")
}

fn only(kind: &str, segments: &str) -> Vec<String> {
    let message = message(&edifact(kind, segments));
    assert!(message.is_read && message.problems.is_empty(), "{segments}: {:?}", message.problems);
    lines(&message)
}

const STATUS: &str = "BGM+23+1+9'DTM+137:202605021500:203'NAD+CA+MAEU:160:87'RFF+BN:BOOKING1'RFF+BM:BILL1'CNI+1'";

#[test]
fn a_status_has_movement_place_and_vessel() {
    let text = format!(
        "{STATUS}STS+1+VD::22'DTM+334:202605021410:203'LOC+175+CNSHA:139:6:SHANGHAI'\
         TDT+20+042E+1++MAEU:172+++9321483:146:11:TEST VOYAGER'LOC+9+CNSHA:139:6'DTM+186:202605021410:203'\
         LOC+13+SGSIN:139:6'LOC+11+USLAX:139:6'DTM+132:202605300800:203'LOC+7+USCHI:139:6'DTM+132:20260604:102'\
         EQD+CN+MSKU0308961+45G1:102:5+++5'EQD+CN+TGHU1643396+45G1:102:5+++4'"
    );
    let lines = only("IFTSTA", &text);
    let of = |number: &str, emptiness: &str| {
        [
            format!("{number} {{\"size_type\":\"45G1\"}}"),
            format!(
                "{number} departed vessel {emptiness} export actual 2026-05-02T14:10:00 CNSHA/SHANGHAI 9321483/TEST VOYAGER \
                 042E [BOOKING1 BILL1]"
            ),
            format!("{number} arrived vessel import estimated 2026-05-30T08:00:00 USLAX [BOOKING1 BILL1]"),
            format!("{number} arrived truck import estimated 2026-06-04 USCHI [BOOKING1 BILL1]"),
        ]
    };
    let expected = [
        &["* CNSHA/SHANGHAI > USLAX > USCHI MSKU0308961 TGHU1643396".replace("/SHANGHAI", "")][..],
        &of("MSKU0308961", "laden"),
        &of("TGHU1643396", "laden"),
    ]
    .concat();
    assert_eq!(lines, expected);
}

#[test]
fn another_container_in_rff_is_stored_with_the_event() {
    let of = |equipment: &str, reference: &str| {
        let text = format!("{STATUS}STS+1+VD'{reference}DTM+334:202605021410:203'LOC+175+CNSHA'{equipment}");
        let facts = message(&edifact("IFTSTA", &text)).facts;
        let event = facts.into_iter().find(|fact| matches!(fact.statement, Statement::Event(_))).unwrap();
        (
            event.container.unwrap(),
            event.codes.get("/other_container").and_then(|code| code.as_str().map(str::to_owned)),
        )
    };
    let eqd = "EQD+CN+MSKU0308961'";
    for (equipment, reference, container, other) in [
        (eqd, "", "MSKU0308961", None),
        (eqd, "RFF+EQ:MSKU0308961'", "MSKU0308961", None),
        ("", "RFF+EQ:TGHU1643396'", "TGHU1643396", None),
        (eqd, "RFF+EQ:TGHU1643396'", "MSKU0308961", Some("TGHU1643396")),
        (eqd, "RFF+EQ:MSKU0308962'", "MSKU0308961", Some("MSKU0308962")),
        ("EQD+CN+MSKU0308961'EQD+CN+TGHU1643396'", "RFF+EQ:TGHU1643396'", "MSKU0308961", None),
    ] {
        assert_eq!(
            of(equipment, reference),
            (container.to_owned(), other.map(str::to_owned)),
            "{equipment} {reference}"
        );
    }
}

#[test]
fn codes_of_the_standard_are_completed_from_the_message() {
    let seen = |status: &str, at: &str, transport: &str| {
        let text = format!(
            "{STATUS}STS+1+{status}'DTM+334:202605021410:203'LOC+175+{at}'TDT+20+042E+{transport}'LOC+9+CNSHA'LOC+11+USLAX'\
             LOC+7+USCHI'EQD+CN+MSKU0308961'"
        );
        only("IFTSTA", &text).remove(1)
    };
    let sea = "1++MAEU:172+++9321483:146:11:TEST VOYAGER";
    let vessel = "9321483/TEST VOYAGER 042E [BOOKING1 BILL1]";
    for (status, at, transport, is) in [
        ("48", "CNSHA", sea, format!("loaded vessel export actual 2026-05-02T14:10:00 CNSHA {vessel}")),
        ("24+40", "CNSHA", sea, format!("departed vessel export actual 2026-05-02T14:10:00 CNSHA {vessel}")),
        ("24", "SGSIN", sea, format!("departed vessel transshipment actual 2026-05-02T14:10:00 SGSIN {vessel}")),
        (
            "1",
            "USLAX",
            &sea.replace("1+", "10+"),
            format!("arrived vessel import actual 2026-05-02T14:10:00 USLAX {vessel}"),
        ),
        ("29", "USLAX", sea, format!("discharged vessel import actual 2026-05-02T14:10:00 USLAX {vessel}")),
        ("24", "USLAX", "2", "departed rail actual 2026-05-02T14:10:00 USLAX [BOOKING1 BILL1]".to_owned()),
        ("1", "USCHI", "20", "arrived rail import actual 2026-05-02T14:10:00 USCHI [BOOKING1 BILL1]".to_owned()),
        ("21", "USCHI", "3", "dropped laden import actual 2026-05-02T14:10:00 USCHI [BOOKING1 BILL1]".to_owned()),
    ] {
        assert_eq!(seen(status, at, transport), format!("MSKU0308961 {is}"), "{status} at {at}");
    }
}

#[test]
fn segments_before_the_statuses_apply_to_all_of_them() {
    let text = "BGM+23+1+9'CNI+1+MAEU123456789'LOC+9+CNSHA'LOC+12+USLAX'EQD+CN+MSKU0308961+45G1:102:5'LOC+147+SGSIN:139:6'\
                STS+1+48'DTM+334:202605021410:203'LOC+175+CNSHA'STS+1+24'DTM+334:202605092200:203'\
                CNI+2+800123456::10'EQD+CN+TGHU1643396'STS+1+29'DTM+334:202605302200:203'LOC+175+USLAX'";
    assert_eq!(
        only("IFTSTA", text),
        [
            "* CNSHA > USLAX > - MSKU0308961",
            "MSKU0308961 loaded export actual 2026-05-02T14:10:00 CNSHA [MAEU123456789]",
            "* CNSHA > USLAX > - MSKU0308961",
            "MSKU0308961 departed transshipment actual 2026-05-09T22:00:00 SGSIN [MAEU123456789]",
            "TGHU1643396 discharged actual 2026-05-30T22:00:00 USLAX",
        ]
    );
}

#[test]
fn date_and_time_may_be_in_two_segments() {
    let status = |times: &str| format!("{STATUS}STS+1+VD'{times}LOC+175+CNSHA'EQD+CN+MSKU0308961'");
    let at = |times: &str| only("IFTSTA", &status(times))[0].split(' ').nth(4).map(str::to_owned);
    assert_eq!(at("DTM+334:20260502:102'DTM+334:101112:402'").as_deref(), Some("2026-05-02T10:11:12"));
    assert_eq!(at("DTM+334:20260502:102'DTM+334:1410:401'").as_deref(), Some("2026-05-02T14:10:00"));
    let gate = "BGM+34+1+9'EQD+CN+MSKU0308961'DTM+7:20260502:102'DTM+7:141000:402'LOC+165+USLAX'";
    assert_eq!(only("CODECO", gate), ["MSKU0308961 gate_in actual 2026-05-02T14:10:00 USLAX"]);
    let alone = message(&edifact("IFTSTA", &status("DTM+334:101112:402'")));
    assert_eq!(
        alone.problems[0].to_string(),
        "not_a_time at segment 9 (DTM), element 1: \"101112\" is not a date; it is stored as text"
    );
}

#[test]
fn statuses_of_several_consignments_have_separate_containers() {
    let text = "BGM+23+1+9'RFF+BM:BILL0'RFF+EQ:CMAU5127498'CNI+1'STS+1+EE'RFF+EQ:MSKU0308961'DTM+334:202605021410:203'LOC+175+CNSHA'\
                CNI+2'STS+1+AE'RFF+BM:BILL2'DTM+334:202605031410:203'LOC+175+CNSHA'EQD+CN+TGHU1643396'STS+1+RD'DTM+334:202606031410:203'";
    assert_eq!(
        only("IFTSTA", text),
        [
            "MSKU0308961 gate_out empty actual 2026-05-02T14:10:00 CNSHA [BILL0]",
            "TGHU1643396 loaded vessel actual 2026-05-03T14:10:00 CNSHA [BILL2]",
            "CMAU5127498 gate_in empty actual 2026-06-03T14:10:00 - [BILL0]",
        ]
    );
}

#[test]
fn a_cancellation_is_about_the_bookings_it_names() {
    let cancelled = |segments: &str| {
        let read = shiptrack::decoders::read(edifact("IFTSTA", segments).as_bytes(), &Default::default());
        read.messages.into_iter().flat_map(|message| message.cancelled).collect::<Vec<_>>()
    };
    let word = |named: &str| format!("STS+1+CA'{named}DTM+334:202605021410:203'");
    let both = "BGM+23+1+9'RFF+BN:B1'CNI+1'STS+1+AE'RFF+BN:B2'RFF+EQ:MSKU0308961'DTM+334:202605011410:203'CNI+2'";
    assert_eq!(cancelled(&format!("{both}{}", word("RFF+BN:B2'"))), ["B2"]);
    assert_eq!(cancelled(&format!("{both}{}", word("RFF+BM:BILL2'"))), [""; 0], "the booking of the bill is unknown");
    assert_eq!(cancelled(&format!("BGM+23+1+9'RFF+BN:B1'CNI+1'{}", word("RFF+BM:BILL1'"))), ["B1"], "the only one");
    assert_eq!(cancelled(&format!("{both}STS+1+AE'RFF+BM:BILL2'RFF+EQ:MSKU0308961'")), [""; 0], "nothing is cancelled");
}

#[test]
fn imo_numbers_are_detected_and_a_cancelled_status_is_withdrawn() {
    let status = |vessel: &str| {
        format!("{STATUS}STS+1+VA'DTM+334:202605021410:203'LOC+175+USLAX'TDT+20+1+1+++++{vessel}'EQD+CN+MSKU0308961'")
    };
    let vessel = |text: &str| only("IFTSTA", &status(text))[0].split("USLAX ").nth(1).map(str::to_owned);
    assert_eq!(vessel("A8BI5:146::MAGNAVIA").as_deref(), Some("-/MAGNAVIA 1 [BOOKING1 BILL1]"));
    assert_eq!(vessel("9321483:103::TEST VOYAGER").as_deref(), Some("9321483/TEST VOYAGER 1 [BOOKING1 BILL1]"));
    assert_eq!(vessel("9321484:146::TEST VOYAGER").as_deref(), Some("-/TEST VOYAGER 1 [BOOKING1 BILL1]"));
    let cancelled = status(":::X").replace("BGM+23+1+9'", "BGM+23+1+1'");
    assert_eq!(
        only("IFTSTA", &cancelled),
        ["MSKU0308961 withdrawn: 2|shipping_line|MSKU0308961|arrived|actual|laden|USLAX|0"]
    );
}

#[test]
fn a_gate_report_has_direction_contents_and_mode() {
    let gate = |bgm: &str, equipment: &str, transport: &str| {
        let text = format!(
            "BGM+{bgm}+1+9'TDT+20+042E+1++:172+++9321483:146::X'NAD+CF+MAEU:160:166'EQD+CN+MSKU0308961+45G1:102:5++{equipment}'\
             RFF+BN:BOOKING1'DTM+7:202605021410:203'LOC+9+CNSHA:139:6'LOC+165+USLAX:139:6+TRAPAC:TER:ZZZ'{transport}"
        );
        only("CODECO", &text)[1].clone()
    };
    let at = "actual 2026-05-02T14:10:00 USLAX/TRAPAC [BOOKING1]";
    for (bgm, equipment, transport, is) in [
        ("34", "2+5", "TDT+1++3'", "gate_in truck laden export"),
        ("36", "3+5", "", "gate_out laden import"),
        ("36", "2+4", "TDT+1++3'", "gate_out truck empty export"),
        ("34", "3+4", "", "gate_in empty import"),
        ("36", "3+5", "TDT+1++2'", "gate_out rail laden import"),
        ("34", "6+5", "TDT+1++3'DTM+ACT:202605021400:203'", "gate_in truck laden transshipment"),
    ] {
        assert_eq!(gate(bgm, equipment, transport), format!("MSKU0308961 {is} {at}"), "{bgm} {equipment}");
    }
}

#[test]
fn reports_without_direction_or_containers_are_not_read() {
    for (kind, segments, is) in [
        (
            "CODECO",
            "BGM+393+1+9'EQD+CN+MSKU0308961'",
            "missing_segment at BGM: \"393\" is an unsupported type of report; expected gate-in (34) or gate-out (36)",
        ),
        ("CODECO", "BGM+34+1+9'EQD+CH+CHASSIS001'", "missing_segment at EQD: the report names no container"),
        ("COARRI", "EQD+CN+MSKU0308961'", "missing_segment at BGM: the type of the report is missing"),
        ("IFTSTA", "BGM+23+1+9'", "missing_segment at STS: the message has no status"),
        (
            "BAPLIE",
            "BGM++1+9'",
            "unknown_message: \"BAPLIE\" is not supported: only 312, 315, 322, IFTSTA, IFTMAN, CODECO and COARRI are",
        ),
    ] {
        let message = message(&edifact(kind, segments));
        let problems: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
        assert_eq!((problems, message.is_read), (vec![is.to_owned()], false), "{kind}");
    }
}

#[test]
fn a_quay_report_has_loaded_and_discharged_containers() {
    let quay = |bgm: &str, whole: &str, own: &str| {
        let text = format!(
            "BGM+{bgm}+1+9'TDT+20+042E+1++MAEU:172:166+++9321483:146::TEST VOYAGER'{whole}\
             EQD+CN+MSKU0308961+0000:102:5+{own}DTM+203:202605021410:203'"
        );
        only("COARRI", &text).last().cloned().expect("an event")
    };
    let vessel = "9321483/TEST VOYAGER 042E";
    let at = "2026-05-02T14:10:00";
    for (bgm, whole, own, is) in [
        (
            "46",
            "LOC+9+CNSHA:139:6'",
            "+2+5'LOC+11+USLAX'",
            format!("loaded vessel laden export actual {at} CNSHA {vessel}"),
        ),
        (
            "46",
            "",
            "+6+5'LOC+9+SGSIN'LOC+11+USLAX'",
            format!("loaded vessel laden transshipment actual {at} SGSIN {vessel}"),
        ),
        (
            "44",
            "LOC+11+USLAX:139:6+TRAPAC:TER:ZZZ'",
            "+3+5'LOC+9+CNSHA'",
            format!("discharged vessel laden import actual {at} USLAX/TRAPAC {vessel}"),
        ),
        ("44", "", "++4'LOC+9+USLAX45:139:6'", format!("discharged vessel empty actual {at} USLAX/USLAX45 {vessel}")),
        ("44", "", "++5'LOC+9+CNSHA:139:6'", format!("discharged vessel laden actual {at} - {vessel}")),
        ("270", "LOC+165+NLRTM:139:6'", "+2+5'", format!("loaded vessel laden export actual {at} NLRTM {vessel}")),
        ("270", "LOC+165+NLRTM:139:6'", "+3+5'", format!("discharged vessel laden import actual {at} NLRTM {vessel}")),
        ("270", "LOC+9+AUSYD'", "++5'LOC+11+TWKHH'", format!("loaded vessel laden actual {at} AUSYD {vessel}")),
        ("98", "LOC+11+AUSYD'", "++5'LOC+9+CNSHK'", format!("discharged vessel laden actual {at} AUSYD {vessel}")),
    ] {
        assert_eq!(quay(bgm, whole, own), format!("MSKU0308961 {is}"), "{bgm} {own}");
    }
}

#[test]
fn the_source_of_a_gate_report_is_the_terminal() {
    let message = message(&edifact("COARRI", "BGM+44+1+9'EQD+CN+MSKU0308961'DTM+203:202605021410:203'LOC+165+USLAX'"));
    assert_eq!(message.facts[0].source.to_string(), "terminal:USLAXTERM");
}

/// The events of a status with these transports.
fn on_legs(status: &str, at: &str, legs: &str) -> Vec<String> {
    let text = format!("{STATUS}STS+1+{status}'DTM+334:202605101410:203'LOC+175+{at}'{legs}EQD+CN+MSKU0308961'");
    only("IFTSTA", &text).into_iter().map(|line| line.replace(" [BOOKING1 BILL1]", "")).collect()
}

const TO_SINGAPORE: &str = "TDT+20+042E+1++MAEU:172+++9321483:146::TEST VOYAGER'LOC+9+CNSHA'DTM+186:202605021410:203'LOC+11+SGSIN'\
                            DTM+132:202605101200:203'";

#[test]
fn transports_of_a_consignment_are_joined_into_one_route() {
    let on = "TDT+30+017W+1++MAEU:172+++9074729:146::NEXT VOYAGER'LOC+9+SGSIN'DTM+133:202605120000:203'LOC+11+NLRTM'DTM+132:202606010800:203'";
    let legs = format!("{TO_SINGAPORE}{on}");
    assert_eq!(
        on_legs("UV", "SGSIN", &legs),
        [
            "* CNSHA > NLRTM > - MSKU0308961",
            "MSKU0308961 discharged vessel transshipment actual 2026-05-10T14:10:00 SGSIN 9321483/TEST VOYAGER 042E",
            "MSKU0308961 departed vessel export actual 2026-05-02T14:10:00 CNSHA 9321483/TEST VOYAGER 042E",
            "MSKU0308961 arrived vessel import estimated 2026-06-01T08:00:00 NLRTM",
        ]
    );
    assert_eq!(
        on_legs("AE", "SGSIN", &legs)[1],
        "MSKU0308961 loaded vessel transshipment actual 2026-05-10T14:10:00 SGSIN 9074729/NEXT VOYAGER 017W"
    );
    let feeder = "TDT+10+F1+1'LOC+9+CNNKG'LOC+11+CNSHA'";
    assert_eq!(
        on_legs("VD", "CNSHA", &format!("{feeder}{TO_SINGAPORE}"))[..2],
        [
            "* CNNKG > SGSIN > - MSKU0308961",
            "MSKU0308961 departed vessel transshipment actual 2026-05-10T14:10:00 CNSHA 9321483/TEST VOYAGER 042E",
        ]
    );
}

#[test]
fn ports_of_the_consignment_have_precedence() {
    let text = format!(
        "BGM+23+1+9'CNI+1+MAEU123456789'LOC+9+CNSHA'LOC+11+NLRTM'STS+1+UV'DTM+334:202605101410:203'LOC+175+SGSIN'\
         {TO_SINGAPORE}EQD+CN+MSKU0308961'"
    );
    let lines = only("IFTSTA", &text);
    assert_eq!(lines[0], "* CNSHA > NLRTM > - MSKU0308961");
    assert!(lines[1].starts_with("MSKU0308961 discharged vessel transshipment actual 2026-05-10T14:10:00 SGSIN"));
    assert!(lines[2].starts_with("MSKU0308961 departed vessel export actual 2026-05-02T14:10:00 CNSHA"));
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_train_after_the_last_vessel_goes_to_the_place_of_delivery() {
    let sea = "TDT+20+042E+1++MAEU:172+++9321483:146::TEST VOYAGER'LOC+9+CNSHA'LOC+11+NLRTM'DTM+178:202605100600:203'";
    let legs = format!("{sea}TDT+30++2'LOC+9+NLRTM'LOC+11+DEDUS'DTM+132:202605120800:203'");
    assert_eq!(
        on_legs("24", "NLRTM", &legs),
        [
            "* CNSHA > NLRTM > DEDUS MSKU0308961",
            "MSKU0308961 departed rail actual 2026-05-10T14:10:00 NLRTM",
            "MSKU0308961 arrived vessel import actual 2026-05-10T06:00:00 NLRTM 9321483/TEST VOYAGER 042E",
            "MSKU0308961 arrived rail import estimated 2026-05-12T08:00:00 DEDUS",
        ]
    );
    assert_eq!(
        on_legs("29", "NLRTM", &legs)[1],
        "MSKU0308961 discharged vessel import actual 2026-05-10T14:10:00 NLRTM 9321483/TEST VOYAGER 042E"
    );
}

#[test]
fn a_departure_behind_the_port_of_discharge_belongs_to_the_port_of_lading() {
    let behind = |times: &str| {
        let legs = format!("TDT+20+042E+1'LOC+9+CNSHA'LOC+12+USLAX'{times}");
        on_legs("48", "CNSHA", &legs)[2..].to_vec()
    };
    assert_eq!(
        behind("DTM+132:20260530:102'DTM+186:202605110200:203'"),
        [
            "MSKU0308961 departed vessel export actual 2026-05-11T02:00:00 CNSHA 042E",
            "MSKU0308961 arrived vessel import estimated 2026-05-30 USLAX 042E",
        ]
    );
    let by_rail = behind("DTM+178:20260530:102'DTM+133:20260601:102'");
    assert_eq!(by_rail, ["MSKU0308961 arrived vessel import actual 2026-05-30 USLAX 042E"], "the train leaves then");
}

#[test]
fn a_status_without_a_place_gets_the_only_possible_place_of_its_transport() {
    let seen = |status: &str| {
        let text = format!(
            "{STATUS}STS+1+{status}'DTM+334:202605101410:203'TDT+20+042E+10'LOC+9+CNSHA:::SHANGHAI'LOC+12+USLAX'EQD+CN+MSKU0308961'"
        );
        only("IFTSTA", &text)[1].replace(" [BOOKING1 BILL1]", "")
    };
    assert_eq!(seen("24+40"), "MSKU0308961 departed vessel export actual 2026-05-10T14:10:00 CNSHA/SHANGHAI 042E");
    assert_eq!(seen("29"), "MSKU0308961 discharged vessel import actual 2026-05-10T14:10:00 USLAX 042E");
}

#[test]
fn a_place_with_only_a_name_is_matched_with_the_route() {
    let legs = "TDT+20+042E+1'LOC+9+USJAX:139:6:JACKSONVILLE, FL, US'LOC+11+PRSJU'";
    assert_eq!(
        on_legs("VD", ":::JACKSONVILLE, FL, US", legs)[1],
        "MSKU0308961 departed vessel export actual 2026-05-10T14:10:00 USJAX/JACKSONVILLE, FL 042E"
    );
}

#[test]
fn cst_is_local_time_outside_of_america() {
    let at = |place: &str| {
        let text = format!("{STATUS}STS+1+UV'DTM+334:202605021410CST:303'LOC+175+{place}'EQD+CN+MSKU0308961'");
        only("IFTSTA", &text)[0].split(' ').nth(4).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(at("CNSHA"), "2026-05-02T14:10:00");
    assert_eq!(at("USHOU"), "2026-05-02T14:10:00-06:00");
    assert_eq!(at("USLAX"), "2026-05-02T14:10:00-06:00");
}

#[test]
fn an_invalid_time_of_day_is_reported() {
    let text = format!("{STATUS}STS+1+UV'DTM+334:202605022460:203'LOC+175+SGSIN'EQD+CN+MSKU0308961'");
    let message = message(&edifact("IFTSTA", &text));
    assert!(lines(&message)[0].contains(" 2026-05-02 SGSIN"));
    assert_eq!(
        message.problems[0].to_string(),
        "not_a_time at segment 9 (DTM), element 1: \"202605022460\" is not a time; only the date is used"
    );
}

#[test]
fn a_discharge_is_at_the_current_port_of_the_vessel() {
    let report = |next: &str, own: &str| {
        let text = format!(
            "BGM+98++9'TDT+20+042E+1'LOC+11+{next}'LOC+9+PHMNL'EQD+CN+MSKU0308961+42G1:102:5++3+5'\
             DTM+203:202605020234:203'LOC+11+{own}'LOC+9+TWKHH'"
        );
        only("COARRI", &text).pop().unwrap_or_default()
    };
    assert!(report("HKHKG", "PHMNL").contains(" 2026-05-02T02:34:00 PHMNL"));
    assert!(report("HKHKG", "HKHKG").contains(" 2026-05-02T02:34:00 HKHKG"));
    assert!(report("HKHKG", "CNXMN").contains(" 2026-05-02T02:34:00 HKHKG"));
}

#[test]
fn a_text_that_is_no_container_number_is_refused() {
    let read = |kind: &str, segments: &str| {
        let message = message(&edifact(kind, segments));
        let problems: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
        (lines(&message), message.numbers.containers, problems)
    };
    let refused = "not_a_container: \"MAEUMAEU\" is not a container number, and is not used as one";
    let status = "STS+1+VD::22'DTM+334:202605021410:203'LOC+175+CNSHA:139:6'";
    let (events, containers, problems) =
        read("IFTSTA", &format!("{STATUS}RFF+EQ:MSKU0308961'{status}EQD+CN+MAEUMAEU'"));
    assert_eq!((containers, problems), (vec!["MSKU0308961".to_owned()], vec![refused.to_owned()]));
    assert!(events.last().is_some_and(|line| line.starts_with("MSKU0308961 departed")), "{events:?}");
    let (events, containers, problems) = read("IFTSTA", &format!("{STATUS}{status}EQD+CN+MAEUMAEU'"));
    assert_eq!((containers.len(), problems), (0, vec![refused.to_owned()]));
    assert!(events.last().is_some_and(|line| line.starts_with("* unassigned_departed")), "{events:?}");
    let gate = "BGM+34+1+9'EQD+CN+MSKU0308961'DTM+7:202605021410:203'LOC+165+USLAX:139:6'\
                EQD+CN+MAEUMAEU'DTM+7:202605031410:203'LOC+165+USLAX:139:6'";
    let (events, containers, problems) = read("CODECO", gate);
    assert_eq!((containers, problems), (vec!["MSKU0308961".to_owned()], vec![refused.to_owned()]));
    assert_eq!(
        events,
        [
            "MSKU0308961 gate_in actual 2026-05-02T14:10:00 USLAX",
            "* unassigned_gate_in actual 2026-05-03T14:10:00 USLAX"
        ]
    );
}

#[test]
fn the_first_64_entries_of_a_list_are_read_and_the_others_are_one_statement_that_is_not_read() {
    let containers: String = (0..65).map(|n| format!("EQD+CN+MSKU{n:07}'")).collect();
    let text = format!("BGM+23+1+9'RFF+BM:BILL1'{containers}STS+1+VD'DTM+334:202605021410:203'LOC+175+CNSHA'");
    let message = message(&edifact("IFTSTA", &text));
    let departures = lines(&message).iter().filter(|line| line.contains("departed")).count();
    assert!(message.is_read, "{:?}", message.problems);
    assert_eq!((departures, lines(&message).iter().filter(|line| line.contains("unread_")).count()), (64, 1));
    assert!(
        message
            .problems
            .iter()
            .any(|problem| problem.to_string().contains("1 places, transports or numbers are left out"))
    );
}

#[test]
fn an_entry_that_is_left_out_counts_once_and_not_for_each_status() {
    let ports: String = (0..65).map(|_| "LOC+13+SGSIN'").collect();
    let status = "STS+1+VD'DTM+334:202605021410:203'LOC+175+CNSHA'LOC+9+CNSHA'EQD+CN+MSKU0308961'";
    let message = message(&edifact("IFTSTA", &format!("BGM+23+1+9'RFF+BM:BILL1'{ports}{status}{status}")));
    let problems: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
    assert!(message.is_read && problems.iter().any(|problem| problem.contains("1 places")), "{problems:?}");
}
