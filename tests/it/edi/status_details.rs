//! Decoding of X12 315.

use shiptrack::decoders::edi::{Meaning, Senders, status_codes};
use shiptrack::tracking::{Certainty, Movement, Place, Statement};

use super::{lines, message, read};

/// A 315 with this status and further segments.
fn x12(b4: &str, more: &str) -> String {
    let count = 3 + more.matches('~').count();
    format!(
        "ISA*00*          *00*          *ZZ*OCEANLINE      *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\n\
         GS*QO*OCEANLINE*ME*20260502*1500*7*X*004010~\nST*315*0001~\n{b4}~\n{more}SE*{count}*0001~\nGE*1*7~\nIEA*1*000000007~\n"
    )
}

/// The event of this status at a place.
fn seen(code: &str, empty: &str) -> String {
    let text = x12(&format!("B4***{code}*20260502*1410**MSKU*030896*{empty}*45G1*USCHI*UN*1"), "");
    let message = message(&text);
    assert!(message.is_read, "{:?}", message.problems);
    lines(&message).into_iter().filter(|line| !line.contains("size_type")).collect::<Vec<_>>().join("; ")
}

#[test]
fn each_status_code_becomes_its_event() {
    for (code, empty, is) in [
        ("EE", "", "gate_out empty actual"),
        ("EE", "L", "gate_out empty actual"),
        ("I", "L", "gate_in laden actual"),
        ("I", "E", "gate_in empty actual"),
        ("I", "", "gate_in actual"),
        ("AE", "L", "loaded vessel laden actual"),
        ("ae", "l", "loaded vessel laden actual"),
        ("AP", "L", "loaded barge laden actual"),
        ("AO", "L", "loaded barge laden actual"),
        ("VD", "L", "departed vessel laden actual"),
        ("VA", "L", "arrived vessel laden actual"),
        ("UV", "L", "discharged vessel laden actual"),
        ("AL", "L", "loaded rail laden actual"),
        ("RL", "L", "departed rail laden actual"),
        ("P", "L", "passed_by_rail laden actual"),
        ("AR", "L", "arrived rail laden actual"),
        ("UR", "L", "discharged rail laden actual"),
        ("AV", "L", "available laden actual"),
        ("OA", "L", "gate_out laden actual"),
        ("OA", "E", "gate_out empty actual"),
        ("AM", "L", "loaded truck laden actual"),
        ("X1", "L", "arrived truck laden import actual"),
        ("D", "L", "dropped laden import actual"),
        ("RD", "", "gate_in empty actual"),
        ("CR", "L", "carrier_released laden actual"),
        ("CT", "L", "customs_released laden actual"),
        ("AG", "L", "arrived laden estimated"),
        ("C", "L", "departed laden estimated"),
        ("E", "L", "arrived laden estimated"),
        ("PA", "L", "held_pa laden actual"),
        ("C1", "L", "held_c1 laden actual"),
        ("BF", "L", "booking_confirmed laden actual"),
        ("ZQ", "L", "ZQ laden actual"),
    ] {
        assert_eq!(seen(code, empty), format!("MSKU0308961 {is} 2026-05-02T14:10:00 USCHI"), "{code} {empty}");
    }
    let both = "MSKU0308961 customs_released laden actual 2026-05-02T14:10:00 USCHI; \
                MSKU0308961 carrier_released laden actual 2026-05-02T14:10:00 USCHI";
    assert_eq!(seen("CU", "L"), both);
    for code in ["NF", "FT"] {
        let text = x12(&format!("B4***{code}*20260509*2359**MSKU*030896*L**USCHI*UN*1"), "");
        assert_eq!(lines(&message(&text))[0], r#"MSKU0308961 {"pickup_lfd_line":"2026-05-09"}"#);
    }
    let text = x12("B4***AA*20260509*0930**MSKU*030896*L**USCHI*UN*1", "");
    assert_eq!(lines(&message(&text))[0], r#"MSKU0308961 {"pickup_appointment_at":"2026-05-09T09:30:00"}"#);
}

#[test]
fn estimates_are_not_actual_events() {
    for row in status_codes() {
        let expected = matches!(row.meaning, Meaning::Event { certainty: Certainty::Estimated, .. });
        assert_eq!(seen(row.code, "L").contains(" estimated "), expected, "{}", row.code);
    }
}

#[test]
fn an_unknown_code_is_reported_and_stored() {
    let message = message(&x12("B4***ZQ*20260502*1410**MSKU*030896*L**USCHI*UN*1", ""));
    let reported: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        reported,
        [r#"unknown_code at segment 2 (B4), element 3: "ZQ" is an unknown status code; it is stored"#]
    );
    let fact = message.facts.last().expect("a fact");
    assert_eq!((&fact.codes["status"], fact.source.to_string().as_str()), (&"ZQ".into(), "shipping_line"));
    assert_eq!(fact.codes["segment"], "B4***ZQ*20260502*1410**MSKU*030896*L**USCHI*UN*1");
    assert!(message.text.expect("its text is kept").starts_with("ST*315*0001~\nB4***ZQ*"));
}

#[test]
fn senders_can_have_custom_codes() {
    let text = x12("B4***OA*20260502*1410**MSKU*030896*L**CNSHA*UN*1", "");
    let own = Senders::empty().with("oceanline", "OA", Meaning::actual(Movement::GateIn));
    let read = shiptrack::decoders::edi::read(text.as_bytes(), &own);
    let message = read.messages().next().expect("a message");
    assert_eq!(lines(message), ["MSKU0308961 gate_in laden actual 2026-05-02T14:10:00 CNSHA"]);
    let gateway = text.replace("ZZ*OCEANLINE ", "ZZ*GATEWAY   ").replace("GS*QO*OCEANLINE", "GS*QO*CARGOSMART");
    let message = super::message(&gateway.replace("***OA*", "***Z4*"));
    assert_eq!(lines(&message), ["MSKU0308961 discharged vessel laden transshipment actual 2026-05-02T14:10:00 CNSHA"]);
}

const ROUTE: &str = "N9*BM*BILL1~N9*BN*BOOKING1~N9*EQ*MSKU0308961~Q2*9321483********042E***L*TEST VOYAGER~\
                     R4*R*UN*CNNKG*NANJING*CN~R4*L*UN*CNSHA*SHANGHAI*CN~DTM*140*20260502*1410*LT~\
                     R4*T*UN*SGSIN*PSA TERMINAL*SG~R4*D*UN*USLAX*LOS ANGELES*US***CA~DTM*139*20260530*0800*PT~\
                     R4*E*UN*USCHI*CHICAGO*US***IL~DTM*139*20260604*0000~";

#[test]
fn the_phase_is_derived_from_the_route() {
    let at = |code: &str, place: &str| {
        let text = x12(&format!("B4***{code}*20260502*1410**MSKU*030896*L**{place}*UN*1"), ROUTE);
        lines(&message(&text))[1].clone()
    };
    let documents = "[BILL1 BOOKING1]";
    let vessel = "9321483/TEST VOYAGER 042E";
    for (code, place, is) in [
        ("AE", "CNSHA", format!("loaded vessel laden export actual 2026-05-02T14:10:00 CNSHA/SHANGHAI {vessel}")),
        (
            "UV",
            "SGSIN",
            format!("discharged vessel laden transshipment actual 2026-05-02T14:10:00 SGSIN/PSA TERMINAL {vessel}"),
        ),
        ("AE", "KRPUS", format!("loaded vessel laden transshipment actual 2026-05-02T14:10:00 KRPUS {vessel}")),
        (
            "VA",
            "USLAX",
            format!("arrived vessel laden import actual 2026-05-02T14:10:00 USLAX/LOS ANGELES, CA {vessel}"),
        ),
        ("I", "CNNKG", "gate_in laden export actual 2026-05-02T14:10:00 CNNKG/NANJING".to_owned()),
        ("OA", "USCHI", "gate_out laden import actual 2026-05-02T14:10:00 USCHI/CHICAGO, IL".to_owned()),
        ("AR", "USCHI", "arrived rail laden actual 2026-05-02T14:10:00 USCHI/CHICAGO, IL".to_owned()),
    ] {
        let is = is.replace("LOS ANGELES, CA", "LOS ANGELES").replace("CHICAGO, IL", "CHICAGO");
        assert_eq!(at(code, place), format!("MSKU0308961 {is} {documents}"), "{code} at {place}");
    }
}

#[test]
fn times_of_the_route_become_events_with_their_vessel() {
    let message = message(&x12("B4***OA*20260401*1410**MSKU*030896*E**CNNKG*UN*1", ROUTE));
    assert_eq!(
        lines(&message),
        [
            "* CNSHA/SHANGHAI > USLAX/LOS ANGELES > USCHI/CHICAGO MSKU0308961",
            "MSKU0308961 gate_out empty actual 2026-04-01T14:10:00 CNNKG/NANJING [BILL1 BOOKING1]",
            "MSKU0308961 departed vessel export actual 2026-05-02T14:10:00 CNSHA/SHANGHAI [BILL1 BOOKING1]",
            "MSKU0308961 arrived vessel import estimated 2026-05-30T08:00:00-07:00 USLAX/LOS ANGELES [BILL1 BOOKING1]",
            "MSKU0308961 arrived truck import estimated 2026-06-04T00:00:00 USCHI/CHICAGO [BILL1 BOOKING1]",
        ]
    );
    assert_eq!(message.numbers.bills, ["BILL1"]);
    assert_eq!(
        (&message.numbers.bookings[..], &message.numbers.containers[..]),
        (&["BOOKING1".to_owned()][..], &["MSKU0308961".to_owned()][..])
    );
    // After the discharge at the place of transshipment, the next vessel is unknown.
    let direct = ROUTE.replace("R4*T*UN*SGSIN*PSA TERMINAL*SG~", "").replace("R4*R*", "N9*RR*BNSF~R4*R*");
    let message = super::message(&x12("B4***AE*20260502*1410**MSKU*030896*L**CNSHA*UN*1", &direct));
    let lines = lines(&message);
    assert_eq!(
        lines[2..4],
        [
            "MSKU0308961 departed vessel export actual 2026-05-02T14:10:00 CNSHA/SHANGHAI 9321483/TEST VOYAGER 042E [BILL1 BOOKING1]",
            "MSKU0308961 arrived vessel import estimated 2026-05-30T08:00:00-07:00 USLAX/LOS ANGELES 9321483/TEST VOYAGER 042E [BILL1 BOOKING1]",
        ]
    );
    assert!(lines[4].starts_with("MSKU0308961 arrived rail import estimated 2026-06-04"), "{lines:?}");
    assert_eq!(lines.len(), 5, "{lines:?}");
}

#[test]
fn the_code_of_a_place_is_found_in_any_element() {
    for (b4, more, is) in [
        ("B4***VA*20260502*1410*USLAX*MSKU*030896*L***UN*1", "", "USLAX"),
        ("B4***VA*20260502*1410*USLAX*MSKU*030896*L**LOS ANGELES*UN*1", "", "USLAX/LOS ANGELES"),
        ("B4***VA*20260502*1410*2704*MSKU*030896*L**LONG BEACH*D*1", "", "LONG BEACH"),
        ("B4***VA*20260502*1410**MSKU*030896*L**2704*D*1", "R4*D*D*2704*LONG BEACH*US~", "LONG BEACH"),
        ("B4***VA*20260502*1410**MSKU*030896*L**2704*D*1", "R4*D*D*2704*LOS ANGELES, CA*US~", "USLAX/LOS ANGELES, CA"),
        ("B4***VA*20260502*1410**MSKU*030896*L**2704*D*1", "R4*D*D*2704**US~", "USLAX"),
        ("B4***VA*20260502*1410**MSKU*030896*L**2704*D*1", "", "USLAX"),
        ("B4***VA*20260502*1410**MSKU*030896*L**9999*D*1", "R4*D*D*9999**US~", "Schedule D 9999"),
        ("B4***VA*20260502*1410**MSKU*030896*L**58023*K*1", "", "Schedule K 58023"),
        ("B4***VA*20260502*1410**MSKU*030896*L**2704*D*1", "R4*5*UN*LGB*LONG BEACH*US~", "USLGB/LONG BEACH"),
        ("B4***VA*20260502*1410**MSKU*030896*L***", "R4*5*D*2704**US~", "USLAX"),
        ("B4***VA*20260502*1410**MSKU*030896*L***", "R4*5*D*9999**US~", "Schedule D 9999"),
        ("B4***VA*20260502*1410**MSKU*030896*L***", "R4*5*D*9999**US~R4*D*D*9999*SOMEWHERE*US~", "SOMEWHERE"),
        ("B4***VA*20260502*1410**MSKU*030896*L***", "R4*5*D*2704**US~R4*D*D*2704*LOS ANGELES*US~", "USLAX/LOS ANGELES"),
        ("B4***VA*20260502*1410**MSKU*030896*L**PARIS*CI*1", "", "PARIS"),
        ("B4***VA*20260502*1410**MSKU*030896*L***", "R4*5*UN*LGB*LONG BEACH*US~", "USLGB/LONG BEACH"),
        ("B4***VA*20260502*1410**MSKU*030896*L**uslax*un*1", "", "USLAX"),
        ("B4***VA*20260502*1410**MSKU*030896*L****1", "", "-"),
    ] {
        let message = message(&x12(b4, more));
        let line = lines(&message).into_iter().find(|line| line.contains(" vessel ")).expect("an arrival");
        let place = line.split("14:10:00 ").nth(1).expect("a place");
        assert_eq!(place, is, "{b4}");
    }
}

#[test]
fn an_unreadable_place_has_no_phase() {
    let route = "R4*L*UN*CNSHA*SHANGHAI*CN~R4*D*UN*USLAX*LOS ANGELES*US~";
    let seen = |b4: &str, more: &str| {
        let lines = lines(&message(&x12(b4, &format!("{more}{route}"))));
        lines.into_iter().nth(1).expect("what was seen")
    };
    let discharged = "MSKU0308961 discharged vessel laden actual 2026-05-02T14:10:00 Schedule D 9999";
    assert_eq!(seen("B4***UV*20260502*1410**MSKU*030896*L**9999*D*1", ""), discharged);
    assert_eq!(seen("B4***UV*20260502*1410**MSKU*030896*L", "R4*5*D*9999~"), discharged);
    // An estimated arrival is at the port of discharge.
    let expected = seen("B4***AG*20260502*1410**MSKU*030896*L**9999*D*1", "");
    assert_eq!(expected, "MSKU0308961 arrived laden import estimated 2026-05-02T14:10:00 USLAX/LOS ANGELES");
}

#[test]
fn an_unreadable_code_does_not_replace_the_name_of_a_port() {
    let text = x12("B4***VD*20260502*1410**MSKU*030896*L", "R4*L*K*58023**CN~R4*D*D*2704**US~");
    let facts = message(&text).facts;
    let particulars = facts.iter().find_map(|fact| match &fact.statement {
        Statement::Particulars(particulars) => Some(particulars),
        _ => None,
    });
    let particulars = particulars.expect("the port of discharge is stated");
    assert_eq!(particulars.port_of_lading, None);
    assert_eq!(particulars.port_of_discharge, Some(Place::from("USLAX")));
}

#[test]
fn further_statuses_and_containers_in_other_segments_are_read() {
    let text =
        x12("B4***UV*20260502*1410**MSKU*030896*L**USLAX*UN", "SG*AV*XX**20260503*0600*PT~SG*UV***20260502*1410~");
    let lines_of = lines(&message(&text));
    assert_eq!(
        lines_of,
        [
            "MSKU0308961 discharged vessel laden actual 2026-05-02T14:10:00 USLAX",
            "MSKU0308961 available laden actual 2026-05-03T06:00:00-07:00 USLAX",
        ]
    );
    let text = x12("B4***VD*20260502*1410*CNSHA", "N9*EQ*MSKU 030896-1~N9*EQ*TGHU1643396~");
    assert_eq!(lines(&message(&text)).len(), 2);
    let text = x12("B4***VD*20260502*1410*CNSHA", "N9*BM*BILL1~");
    assert_eq!(lines(&message(&text)), ["* departed vessel actual 2026-05-02T14:10:00 CNSHA [BILL1]"]);
}

#[test]
fn problems_have_segment_and_element() {
    let reported = |text: &str| -> Vec<String> {
        let transmission = read(text);
        transmission.messages().flat_map(|message| &message.problems).map(ToString::to_string).collect()
    };
    let b4 = "B4***VD*20261302*1410**MSKU*030896*L**CNSHA*UN*1";
    assert_eq!(
        reported(&x12(b4, "")),
        [r#"not_a_time at segment 2 (B4), element 4: "20261302" is not a date; it is stored as text"#]
    );
    assert_eq!(
        reported(&x12("B4**X", "")),
        ["missing_element at segment 2 (B4), element 3: the status code is missing"]
    );
    assert_eq!(reported(&x12("N9*BM*1", "")), ["missing_segment at B4: the message has no status"]);
    let dtm = reported(&x12("B4***VD*20260502*1410**MSKU*030896*L**CNSHA*UN*1", "R4*D*UN*USLAX~DTM*139*SOON~"));
    assert_eq!(dtm, [r#"not_a_time at segment 4 (DTM), element 2: "SOON" is not a date; it is stored as text"#]);
    let message = message(&x12("B4**X", ""));
    assert!(!message.is_read && message.facts.is_empty() && message.text.is_some());
}

#[test]
fn a_city_with_state_and_country_is_matched_with_the_route() {
    let route = "R4*L*UN*USJAX*JACKSONVILLE*US***FL~R4*D*UN*PRSJU*SAN JUAN*PR~";
    for name in ["JACKSONVILLE, FL, US", "Jacksonville, FL", "JACKSONVILLE, US"] {
        let text = x12(&format!("B4***VD*20260502*1410**MSKU*030896*L*45G1*{name}*CI*1"), route);
        assert_eq!(
            lines(&message(&text))[2],
            "MSKU0308961 departed vessel laden export actual 2026-05-02T14:10:00 USJAX/JACKSONVILLE",
            "{name}"
        );
    }
    let elsewhere = x12("B4***VD*20260502*1410**MSKU*030896*L*45G1*JACKSONVILLE, NC, US*CI*1", route);
    assert!(lines(&message(&elsewhere))[2].ends_with(" 2026-05-02T14:10:00 JACKSONVILLE, NC, US"));
}

#[test]
fn the_place_of_activity_completes_a_facility() {
    let b4 = "B4***AR*20260502*1410**MSKU*030896*L**LOGISTICS PARK*FR*1";
    for role in ["5", "I"] {
        let there = format!("R4*{role}*UN*USKCK*KANSAS CITY*US***KS~DTM*140*20260502*1410*CT~");
        assert_eq!(
            lines(&message(&x12(b4, &there))),
            ["MSKU0308961 arrived rail laden actual 2026-05-02T14:10:00-05:00 USKCK/KANSAS CITY/LOGISTICS PARK"]
        );
    }
    let at_another_time = "R4*I*UN*USKCK*KANSAS CITY*US***KS~DTM*140*20260501*0310*CT~";
    assert_eq!(
        lines(&message(&x12(b4, at_another_time))),
        ["MSKU0308961 arrived rail laden actual 2026-05-02T14:10:00 LOGISTICS PARK"]
    );
}

#[test]
fn the_place_of_activity_completes_the_time_of_b4() {
    let seen = |time: &str, there: &str| {
        let b4 = format!("B4***UV*{time}**MSKU*030896*L**SGSIN*UN*1");
        let read = message(&x12(&b4, &format!("R4*5*UN*SGSIN*SINGAPORE*SG~DTM*{there}~")));
        lines(&read)[0].split(' ').nth(5).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(seen("20260502*1410", "140*20260502*1410*UT"), "2026-05-02T14:10:00Z");
    assert_eq!(seen("20260502*1410", "140*20260502*1510*UT"), "2026-05-02T14:10:00");
    assert_eq!(seen("20260502*1410", "139*20260502*1410*UT"), "2026-05-02T14:10:00");
    assert_eq!(seen("20260502*", "140*20260502*1410*LT"), "2026-05-02T14:10:00");
    assert_eq!(seen("20260502*", "140*20260503*1410*LT"), "2026-05-02");
    assert_eq!(seen("*", "140*20260503*1410*LT"), "2026-05-03T14:10:00");
}

#[test]
fn a_status_without_a_place_gets_the_only_possible_place_of_the_route() {
    let route = "R4*L*UN*CNSHA*SHANGHAI*CN~R4*D*UN*NLRTM*ROTTERDAM*NL~";
    let seen = |code: &str, route: &str| {
        let text = x12(&format!("B4***{code}*20260502*1410**MSKU*030896*L*45G1***1"), route);
        lines(&message(&text)).remove(2).replace("MSKU0308961 ", "").replace("actual 2026-05-02T14:10:00 ", "")
    };
    assert_eq!(seen("AE", route), "loaded vessel laden export CNSHA/SHANGHAI");
    assert_eq!(seen("VD", route), "departed vessel laden export CNSHA/SHANGHAI");
    assert_eq!(seen("VA", route), "arrived vessel laden import NLRTM/ROTTERDAM");
    assert_eq!(seen("UV", route), "discharged vessel laden import NLRTM/ROTTERDAM");
    assert_eq!(seen("UV", &format!("{route}R4*T*UN*SGSIN~")), "discharged vessel laden -");
    assert_eq!(seen("AL", route), "loaded rail laden -");
    assert_eq!(seen("I", route), "gate_in laden -");
}

#[test]
fn another_movement_in_the_same_minute_is_a_separate_event() {
    let reported = |code: &str, place: &str, there: &str| {
        let text = x12(&format!("B4***{code}*20260502*1410**MSKU*030896*L**{place}*UN*1"), there);
        lines(&message(&text))[1..]
            .iter()
            .map(|line| line[12..].split(" actual").next().unwrap_or("").to_owned())
            .collect::<Vec<_>>()
    };
    let at_lading = |qualifier: &str| format!("R4*L*UN*CNSHA~DTM*{qualifier}*20260502*1410~R4*D*UN*NLRTM~");
    assert_eq!(reported("AE", "CNSHA", &at_lading("140")), ["loaded vessel laden export", "departed vessel export"]);
    let expected = reported("AE", "CNSHA", &at_lading("139"));
    assert_eq!(expected[1], "departed vessel export estimated 2026-05-02T14:10:00 CNSHA");
    let at_discharge = "R4*L*UN*CNSHA~R4*D*UN*NLRTM~DTM*140*20260502*1410~";
    assert_eq!(reported("UV", "NLRTM", at_discharge), ["discharged vessel laden import", "arrived vessel import"]);
    assert_eq!(reported("VA", "NLRTM", at_discharge), ["arrived vessel laden import"], "the same movement once");
    assert_eq!(
        reported("I", "CNSHA", &at_lading("140")),
        ["gate_in laden export"],
        "senders repeat the time of a status there"
    );
}

#[test]
fn a_place_without_a_code_has_the_time_zone_of_its_country() {
    let route = "R4*L*K*58023*BUSAN*KR~R4*D*CI**NO SUCH TOWN*JP~";
    let text = x12("B4***VD*20260502*1410**MSKU*030896*L*45G1*58023*K*1", route);
    let message = message(&text);
    assert_eq!(lines(&message)[0], "* KRPUS/BUSAN > NO SUCH TOWN > - MSKU0308961");
    assert!(lines(&message)[2].ends_with("KRPUS/BUSAN"));
    let Statement::Particulars(booked) = &message.facts[0].statement else { panic!("particulars come first") };
    let zone = booked.port_of_discharge.as_ref().and_then(|place| place.timezone.clone());
    assert_eq!(zone.as_deref(), Some("Asia/Tokyo"));
}

#[test]
fn an_invalid_time_of_day_is_reported_and_the_date_is_used() {
    for time in ["2460", "1130Z", "noon"] {
        let message = message(&x12(&format!("B4***UV*20260502*{time}**MSKU*030896*L**SGSIN*UN*1"), ""));
        assert_eq!(lines(&message), ["MSKU0308961 discharged vessel laden actual 2026-05-02 SGSIN"], "{time}");
        let reported: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
        let expected =
            format!("not_a_time at segment 2 (B4), element 5: \"{time}\" is not a time; only the date is used");
        assert_eq!(reported, [expected]);
    }
    let route = "R4*D*UN*SGSIN~DTM*139*20260502*2575~";
    let at_route = message(&x12("B4***AE*20260502*1410**MSKU*030896*L**CNSHA*UN*1", route));
    assert_eq!(
        at_route.problems[0].to_string(),
        r#"not_a_time at segment 4 (DTM), element 3: "2575" is not a time; only the date is used"#
    );
}

#[test]
fn a_text_that_is_no_container_number_is_refused_and_the_container_of_another_segment_is_used() {
    let departed = |b4: &str, more: &str| {
        let message = message(&x12(&format!("B4***VD*20260502*1410**{b4}***CNSHA*UN"), more));
        let problems: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
        assert!(message.numbers.containers.iter().all(|number| number == "MSKU0308961"), "{:?}", message.numbers);
        (lines(&message), problems)
    };
    let line = |start: &str| vec![format!("{start} actual 2026-05-02T14:10:00 CNSHA")];
    let refused =
        |text: &str| vec![format!("not_a_container: \"{text}\" is not a container number, and is not used as one")];
    let of_container = line("MSKU0308961 departed vessel");
    for (b4, text) in
        [("MAEU*MAEU", "MAEUMAEU"), ("MAEU*", "MAEU"), ("*0308961", "0308961"), ("MAEU*111111111", "MAEU111111111")]
    {
        assert_eq!(departed(b4, "N9*EQ*MSKU0308961~"), (of_container.clone(), refused(text)), "{b4}");
        assert_eq!(departed(b4, ""), (line("* unassigned_departed"), refused(text)), "{b4}");
    }
    let of_all = line("* departed vessel");
    assert_eq!(
        departed("MSKU*030896", "N9*EQ*MAEUMAEU~"),
        (of_container, Vec::new()),
        "the status names its container"
    );
    assert_eq!(departed("*", ""), (of_all, Vec::new()));
}

#[test]
fn a_status_that_cannot_be_used_completely_is_reported() {
    let problems =
        |b4: &str| -> Vec<String> { message(&x12(b4, "")).problems.iter().map(ToString::to_string).collect() };
    assert_eq!(
        problems("B4***VD****MSKU*030896*L**CNSHA*UN"),
        ["not_a_time at segment 2 (B4): the status \"VD\" has no time, so it is not published"]
    );
    assert_eq!(
        problems("B4***CH*20260502*1410****L**USLAX*UN"),
        [
            "not_a_container at segment 2 (B4): the status \"CH\" names no container, so it changes no hold, appointment or free day"
        ]
    );
    let two = "B4***VD*20260502*1410**MSKU*030896*L**CNSHA*UN~\nB4***VA*20260512*1410**MSKU*030896*L**USLAX*UN";
    assert_eq!(lines(&message(&x12(two, ""))).len(), 2, "a second status is read");
}

#[test]
fn the_first_64_bills_are_read() {
    let bills: String = (0..65).map(|n| format!("N9*BM*BILL{n:03}~")).collect();
    let message = message(&x12("B4***VD*20260502*1410**MSKU*030896*L*45G1*CNSHA*UN*1", &bills));
    assert!(message.is_read, "{:?}", message.problems);
    assert_eq!(message.numbers.bills.len(), 64);
    assert!(lines(&message).iter().any(|line| line.contains("departed")), "{:?}", lines(&message));
}

#[test]
fn another_container_in_n9_is_stored_with_the_event() {
    let other = |b4: &str, references: &str| {
        let text = x12(&format!("B4***AE*20260502*1410**{b4}"), references);
        let message = message(&text);
        let event = message.facts.iter().find(|fact| matches!(fact.statement, Statement::Event(_))).unwrap().clone();
        (event.container, event.codes.get("/other_container").and_then(|code| code.as_str().map(str::to_owned)))
    };
    let named = |number: &str| Some(number.to_owned());
    let b4 = "MSKU*030896*L*45G1*CNSHA*UN";
    for (b4, references, container, in_other_segment) in [
        (format!("{b4}*1"), "", "MSKU0308961", None),
        (format!("{b4}*1"), "N9*EQ*MSKU0308961~", "MSKU0308961", None),
        (b4.to_owned(), "N9*EQ*MSKU0308962~", "MSKU0308962", None),
        (format!("{b4}*1"), "N9*EQ*TGHU1643396~", "MSKU0308961", named("TGHU1643396")),
        (format!("{b4}*1"), "N9*EQ*TGHU1643396~N9*EQ*MSKU0308961~", "MSKU0308961", None),
        (format!("{b4}*1"), "N9*EQ*MSKU0308962~", "MSKU0308962", named("MSKU0308961")),
        (format!("{b4}*1"), "N9*EQ*MAEUMAEU~", "MSKU0308961", None),
    ] {
        assert_eq!(other(&b4, references), (named(container), in_other_segment), "{b4} {references}");
    }
}
