//! Container numbers and codes of places as terminals, depots and lines write them.

use super::{lines, message, read};

/// A COARRI with a discharge of one container, which ends with these segments.
fn discharge(container: &str, segments: &str) -> String {
    format!(
        "UNB+UNOA:2+PIER9+LINER+260302:1000+7'UNH+1+COARRI:D:95B:UN'BGM+44+D7+9'TDT+20+117W+1++LINER:172+++9450612:146::BRAVO'\
         EQD+CN+{container}+22G1:102:5++3+5'DTM+203:202603020815:203'{segments}UNT+7+1'UNZ+1+7'"
    )
}

/// A 315 with an arrival of a container, which ends with these segments.
fn arrival(b4_equipment: &str, segments: &str) -> String {
    format!(
        "ISA*00*          *00*          *ZZ*LINER          *ZZ*HOST           *260302*1000*U*00401*000000007*0*P*>~\
         GS*QO*LINER*HOST*20260302*1000*7*X*004010~ST*315*0001~B4***UV*20260302*0815*USSAV*{b4_equipment}*USSAV*UN~\
         {segments}R4*D*UN*USSAV*SAVANNAH*US~SE*5*0001~GE*1*7~IEA*1*000000007~"
    )
}

fn first_line(text: &str) -> String {
    lines(&message(text)).into_iter().find(|line| line.contains(" actual ")).unwrap_or_default()
}

#[test]
fn a_mark_in_place_of_a_character_makes_a_container_number_unreadable() {
    for mark in ["*", ".", "/", "_", "\u{1}"] {
        let text = discharge(&format!("TGHU164{mark}396"), "LOC+11+USSAV:139:6'");
        let message = message(&text);
        assert_eq!(message.numbers.containers, [""; 0], "{mark:?}");
        assert!(lines(&message).iter().all(|line| line.starts_with("* ")), "{mark:?}: {:?}", lines(&message));
        let problems: Vec<String> = message.problems.iter().map(ToString::to_string).collect();
        let [problem] = &problems[..] else { panic!("{problems:?}") };
        assert!(problem.contains("is not a container number, and is not used as one"), "{problem}");
    }
}

#[test]
fn marks_between_the_groups_of_a_container_number_are_ignored_if_its_check_digit_is_right() {
    for written in ["TGHU164339/6", "TGHU 164339.6", "tghu/164339-6", "TGHU1643396.", "ＴＧＨＵ1643396"] {
        let text = discharge(written, "LOC+11+USSAV:139:6'");
        assert!(first_line(&text).starts_with("TGHU1643396 discharged"), "{written}: {:?}", lines(&message(&text)));
    }
    assert!(first_line(&discharge("TGHU164339/5", "LOC+11+USSAV:139:6'")).starts_with("* unassigned_discharged"));
    assert!(first_line(&arrival("***L*22G1", "N9*EQ*TGHU 164339/6~")).starts_with("TGHU1643396 discharged"));
}

#[test]
fn a_missing_check_digit_of_b4_is_computed_unless_a_mark_replaces_it() {
    assert!(first_line(&arrival("TGHU*164339*L*22G1", "")).starts_with("TGHU1643396 discharged"));
    let marked = arrival("TGHU*164339*L*22G1", "").replace("*USSAV*UN~", "*USSAV*UN*?~");
    assert!(first_line(&marked).starts_with("* unassigned_discharged"), "{:?}", lines(&message(&marked)));
}

#[test]
fn a_315_with_the_code_of_the_line_in_place_of_the_number_has_the_container_of_n9() {
    let text = arrival("HLCU*HLCU**", "N9*BM*HLCUSAV260200117~N9*SCA*HLCU~N9*EQ*TGHU1643396~");
    let message = message(&text);
    assert_eq!(message.numbers.containers, ["TGHU1643396"]);
    assert!(first_line(&text).starts_with("TGHU1643396 discharged"));
}

#[test]
fn a_longer_code_is_a_terminal_only_if_the_tables_or_the_message_name_the_port() {
    for (code, expected) in [
        // A numbered terminal of a port.
        ("USSAV01", "USSAV/USSAV01"),
        // The BIC code of a terminal in the tables.
        ("NLRTMCARA", "NLRTM/NLRTMCARA"),
        ("US SAV", "USSAV"),
        // The beginning is the UN/LOCODE of a town in Germany, which is no port.
        ("DEPOT007", "DEPOT007"),
        ("DELHI2", "DELHI2"),
        ("NLRTMXYZW", "NLRTMXYZW"),
    ] {
        let line = first_line(&discharge("TGHU1643396", &format!("LOC+165+{code}:139:6'")));
        assert!(line.contains(&format!("2026-03-02T08:15:00 {expected} ")), "{code}: {line}");
    }
    let named = first_line(&discharge("TGHU1643396", "LOC+11+NLRTM:139:6'LOC+165+NLRTMXYZW:139:6'"));
    assert!(named.contains(" NLRTM/NLRTMXYZW "), "{named}");
    let by_name = first_line(&discharge("TGHU1643396", "LOC+165+NLRTMXYZW:139:6:ROTTERDAM'"));
    assert!(by_name.contains(" NLRTM/ROTTERDAM/NLRTMXYZW "), "{by_name}");
}

#[test]
fn five_letters_without_a_code_list_are_a_name_if_a_place_has_that_name() {
    for name in ["BREST", "DELHI", "ARICA", "TOKYO"] {
        let line = first_line(&discharge("TGHU1643396", &format!("LOC+165+{name}'")));
        assert!(line.contains(&format!("2026-03-02T08:15:00 {name} ")), "{line}");
        let code = first_line(&discharge("TGHU1643396", &format!("LOC+165+{name}:139:6'")));
        assert!(code.contains(&format!(" {name} ")), "{code}");
    }
    let port = read(&discharge("TGHU1643396", "LOC+165+USSAV'"));
    let locodes: Vec<_> = port.messages().flat_map(lines).collect();
    assert!(locodes.iter().any(|line| line.contains(" USSAV ")), "{locodes:?}");
    // The port of discharge has the name, so that the container is there.
    let arica = message(&discharge("TGHU1643396", "LOC+11+CLARI:139:6'LOC+165+ARICA'"));
    assert!(lines(&arica).iter().any(|line| line.contains(" CLARI/ARICA ")), "{:?}", lines(&arica));
}
