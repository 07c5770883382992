//! Decoding of X12 322.

use super::{lines, message};

fn x12(segments: &str) -> String {
    let count = 2 + segments.matches('~').count();
    format!(
        "ISA*00*          *00*          *ZZ*BNSF           *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~\n\
         GS*SO*BNSF*ME*20260502*1500*7*X*004010~\nST*322*0001~\n{segments}SE*{count}*0001~\nGE*1*7~\nIEA*1*000000007~\n"
    )
}

const UNIT: &str = "N7*MSKU*030896*43459*G*******CN******L*1****45G1~M7*SEAL1~W2*MSKU*030896**CC*L********1~";
const RAMP: &str = "R4*5*UN*USCHI*CHICAGO*US~";
const REFERENCES: &str = "N9*BN*BOOKING1~N9*BM*BILL12345~";

#[test]
fn an_activity_becomes_an_event_at_the_ramp() {
    let text =
        x12(&format!("Q5*OA*20260610*104520*LT**CHICAGO*IL*US~{UNIT}{RAMP}N1*RR*BNSF RAILWAY*ZZ*BNSF~{REFERENCES}"));
    let message = message(&text);
    assert!(message.is_read && message.problems.is_empty(), "{:?}", message.problems);
    assert_eq!(
        lines(&message),
        [
            r#"MSKU0308961 {"size_type":"45G1","seal_number":"SEAL1"}"#,
            "MSKU0308961 gate_out laden actual 2026-06-10T10:45:20 USCHI/CHICAGO [BOOKING1 BILL12345]"
        ]
    );
    assert!(message.facts.iter().all(|fact| fact.source.to_string() == "rail:BNSF"), "{:?}", message.facts[0].source);
}

#[test]
fn the_code_arrived_of_a_railway_is_the_arrival_of_the_train() {
    for (party, event) in [("N1*RR*BNSF RAILWAY~", "arrived rail laden actual"), ("", "noted_a laden actual")] {
        let message = message(&x12(&format!("Q5*A*20260610*104520*LT~{UNIT}{RAMP}{party}{REFERENCES}")));
        let facts = lines(&message);
        assert!(facts[1].starts_with(&format!("MSKU0308961 {event}")), "{facts:?}");
        assert!(message.problems.is_empty(), "{:?}", message.problems);
    }
}

#[test]
fn a_last_free_day_is_that_of_the_railway_or_the_terminal() {
    for (party, member, source) in
        [("N1*RR*BNSF RAILWAY~", "pickup_lfd_rail", "rail:BNSF"), ("", "pickup_lfd_terminal", "terminal:BNSF")]
    {
        let message = message(&x12(&format!("Q5*NF*20260625*120000*LT~{UNIT}{RAMP}{party}{REFERENCES}")));
        let status = &lines(&message)[0];
        assert!(status.contains(&format!(r#""{member}":"2026-06-25""#)) && !status.contains("line"), "{status}");
        assert_eq!(message.facts[0].source.to_string(), source);
    }
}

#[test]
fn the_place_without_r4_is_the_city_of_the_status() {
    let facts = lines(&message(&x12(&format!("Q5*AL*20260524*0730*LT**LONG BEACH*CA*US~{UNIT}"))));
    assert_eq!(facts[1], "MSKU0308961 loaded rail laden actual 2026-05-24T07:30:00 USLGB/LONG BEACH");
}

#[test]
fn chassis_are_no_containers_and_w2_names_the_container_if_n7_does_not() {
    let segments = "Q5*I*20260524*0730~N7*TSXZ*544037*********CH~W2*MSKU*030896**CC*E********1~R4*5*UN*USCHI~";
    let message = message(&x12(segments));
    assert_eq!(message.numbers.containers, ["MSKU0308961"]);
    assert_eq!(lines(&message), ["MSKU0308961 gate_in empty actual 2026-05-24T07:30:00 USCHI"]);
}

#[test]
fn a_message_without_a_status_or_a_code_is_not_read() {
    let without_status = message(&x12(&format!("{UNIT}{REFERENCES}")));
    assert!(!without_status.is_read);
    assert!(
        without_status.problems[0].to_string().starts_with("missing_segment at Q5"),
        "{:?}",
        without_status.problems
    );
    let without_code = message(&x12(&format!("Q5**20260524~{UNIT}")));
    assert!(
        !without_code.is_read && without_code.problems[0].to_string().contains("element 1: the status code is missing")
    );
    assert_eq!(without_code.numbers.containers, ["MSKU0308961"]);
}
