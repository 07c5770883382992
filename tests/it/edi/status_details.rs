//! X12 315.

use shiptrack::carriers::edi::{Meaning, Senders, status_codes};
use shiptrack::tracking::{Certainty, Movement, Place, Statement};

use super::{lines, message, read};

/// A 315 with this status and these segments after it.
fn x12(b4: &str, more: &str) -> String {
    let count = 3 + more.matches('~').count();
    format!(
        "ISA*00*          *00*          *ZZ*OCEANLINE      *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\n\
         GS*QO*OCEANLINE*ME*20260502*1500*7*X*004010~\nST*315*0001~\n{b4}~\n{more}SE*{count}*0001~\nGE*1*7~\nIEA*1*000000007~\n"
    )
}

/// Every status at a place, read into what was seen there.
fn seen(code: &str, empty: &str) -> String {
    let text = x12(&format!("B4***{code}*20260502*1410**MSKU*030896*{empty}*45G1*USCHI*UN*1"), "");
    let message = message(&text);
    assert!(message.is_read, "{:?}", message.problems);
    lines(&message).into_iter().filter(|line| !line.contains("size_type")).collect::<Vec<_>>().join("; ")
}

#[test]
fn each_status_says_what_was_seen() {
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
fn what_is_expected_is_never_told_as_done() {
    for row in status_codes() {
        let expected = matches!(row.meaning, Meaning::Seen { certainty: Certainty::Estimated, .. });
        assert_eq!(seen(row.code, "L").contains(" estimated "), expected, "{}", row.code);
    }
}

#[test]
fn a_code_nobody_explained_is_told_and_kept() {
    let message = message(&x12("B4***ZQ*20260502*1410**MSKU*030896*L**USCHI*UN*1", ""));
    let told: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [r#"unknown_code at segment 2 (B4), element 3: "ZQ" is a status code nobody explained; it is kept"#]
    );
    let fact = message.facts.last().expect("a fact");
    assert_eq!((&fact.codes["status"], fact.source.to_string().as_str()), (&"ZQ".into(), "shipping_line"));
    assert_eq!(fact.codes["segment"], "B4***ZQ*20260502*1410**MSKU*030896*L**USCHI*UN*1");
    assert!(message.text.expect("its text is kept").starts_with("ST*315*0001~\nB4***ZQ*"));
}

#[test]
fn a_sender_has_codes_of_his_own() {
    let text = x12("B4***OA*20260502*1410**MSKU*030896*L**CNSHA*UN*1", "");
    let own = Senders::none().with("oceanline", "OA", Meaning::seen(Movement::GateIn));
    let read = shiptrack::carriers::edi::read(text.as_bytes(), &own);
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
fn the_route_says_what_part_of_the_voyage_a_status_belongs_to() {
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
fn the_times_of_the_route_are_told_with_the_vessel_they_belong_to() {
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
    // Off the first vessel at the place of transshipment, nobody says which one brings it to the port of discharge.
    let direct = ROUTE.replace("R4*T*UN*SGSIN*PSA TERMINAL*SG~", "").replace("R4*R*", "N9*RR*BNSF~R4*R*");
    let message = super::message(&x12("B4***AE*20260502*1410**MSKU*030896*L**CNSHA*UN*1", &direct));
    let lines = lines(&message);
    assert_eq!(
        lines[2],
        "MSKU0308961 arrived vessel import estimated 2026-05-30T08:00:00-07:00 USLAX/LOS ANGELES 9321483/TEST VOYAGER 042E [BILL1 BOOKING1]"
    );
    assert!(lines[3].starts_with("MSKU0308961 arrived rail import estimated 2026-06-04"), "{lines:?}");
    assert_eq!(lines.len(), 4, "the time of the load is told once: {lines:?}");
}

#[test]
fn a_place_is_found_wherever_the_sender_puts_its_code() {
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
fn a_code_that_nobody_can_read_says_nothing_of_the_part_of_the_voyage() {
    let route = "R4*L*UN*CNSHA*SHANGHAI*CN~R4*D*UN*USLAX*LOS ANGELES*US~";
    let seen = |b4: &str, more: &str| {
        let lines = lines(&message(&x12(b4, &format!("{more}{route}"))));
        lines.into_iter().nth(1).expect("what was seen")
    };
    let discharged = "MSKU0308961 discharged vessel laden actual 2026-05-02T14:10:00 Schedule D 9999";
    assert_eq!(seen("B4***UV*20260502*1410**MSKU*030896*L**9999*D*1", ""), discharged);
    assert_eq!(seen("B4***UV*20260502*1410**MSKU*030896*L", "R4*5*D*9999~"), discharged);
    // One that is expected is expected at the port of discharge.
    let expected = seen("B4***AG*20260502*1410**MSKU*030896*L**9999*D*1", "");
    assert_eq!(expected, "MSKU0308961 arrived laden import estimated 2026-05-02T14:10:00 USLAX/LOS ANGELES");
}

#[test]
fn a_code_that_nobody_can_read_takes_no_ports_name_away() {
    let text = x12("B4***VD*20260502*1410**MSKU*030896*L", "R4*L*K*58023**CN~R4*D*D*2704**US~");
    let facts = message(&text).facts;
    let particulars = facts.iter().find_map(|fact| match &fact.statement {
        Statement::Particulars(particulars) => Some(particulars),
        _ => None,
    });
    let particulars = particulars.expect("the port of discharge is said");
    assert_eq!(particulars.port_of_lading, None);
    assert_eq!(particulars.port_of_discharge, Some(Place::from("USLAX")));
}

#[test]
fn statuses_beside_the_first_and_boxes_named_elsewhere_are_read() {
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
fn what_is_not_right_is_told_with_its_place() {
    let told = |text: &str| -> Vec<String> {
        let transmission = read(text);
        transmission.messages().flat_map(|message| &message.problems).map(ToString::to_string).collect()
    };
    let b4 = "B4***VD*20261302*1410**MSKU*030896*L**CNSHA*UN*1";
    assert_eq!(
        told(&x12(b4, "")),
        [r#"not_a_time at segment 2 (B4), element 4: "20261302" is not a date; it is kept"#]
    );
    assert_eq!(told(&x12("B4**X", "")), ["missing_element at segment 2 (B4), element 3: no status is given"]);
    assert_eq!(told(&x12("N9*BM*1", "")), ["missing_segment at B4: a 315 says its status in B4"]);
    let dtm = told(&x12("B4***VD*20260502*1410**MSKU*030896*L**CNSHA*UN*1", "R4*D*UN*USLAX~DTM*139*SOON~"));
    assert_eq!(dtm, [r#"not_a_time at segment 4 (DTM), element 2: "SOON" is not a date; it is kept"#]);
    let message = message(&x12("B4**X", ""));
    assert!(!message.is_read && message.facts.is_empty() && message.text.is_some());
}
