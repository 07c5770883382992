//! Examples that other projects publish. The expected facts are written by hand. The files are not part of this project; see
//! `tests/it/samples.rs`.

use std::path::{Path, PathBuf};

use shiptrack::decoders::edi::{self, Message, Senders};

/// The only message of a sample. `None` if the file is missing.
fn sample(name: &str) -> Option<Message> {
    let default_folder = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("SHIPTRACK_SAMPLES").map_or_else(default_folder, PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join("edi").join(name)) else {
        println!("the sample {name} is missing: nothing is compared");
        return None;
    };
    assert!(edi::recognises(&bytes));
    let transmission = edi::read(&bytes, &Senders::built_in());
    assert!(transmission.problems.is_empty(), "{:?}", transmission.problems);
    let found = transmission.messages().next().cloned();
    Some(found.expect("a message"))
}

#[test]
fn a_status_of_a_transshipment_has_departure_and_estimated_arrival() {
    let Some(message) = sample("x12types-v004010_315-2.edi") else { return };
    assert_eq!(message.problems.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>(), ["control_number"]);
    assert_eq!(
        super::lines(&message)[1..],
        [
            "TCKU7248807 arrived vessel laden transshipment actual 2022-11-14T14:50:00 MAPTM/APM TERMINALS TANGER MED \
             9633999/CAP SAN MALEAS 242N [52BUE013415X 2BUE013415]",
            "TCKU7248807 departed vessel export actual 2022-10-25T02:55:00 ARBUE/TERMINAL 4 9633999/CAP SAN MALEAS 242N \
             [52BUE013415X 2BUE013415]",
            "TCKU7248807 arrived vessel import estimated 2022-11-30T23:00:00 DEHAM/EUROGATE CONTAINER TERMI \
             [52BUE013415X 2BUE013415]",
        ]
    );
}

#[test]
fn a_status_at_a_place_without_a_code_keeps_its_name() {
    let Some(message) = sample("x12types-v004010_315-1.edi") else { return };
    assert!(message.problems.is_empty());
    assert_eq!(
        super::lines(&message),
        [
            "* USMEM/BNSF MEMPHIS RAMP > - > USDAL/BNSF ALLIANCE RAMP GMCU6094137",
            "GMCU6094137 arrived vessel empty actual 2022-09-01T08:07:00 LOCKBOURNE 9330141/MARIM 202N \
             [21001ASK5V9U 1NAN910141]",
        ]
    );
}

#[test]
fn a_status_by_rail_has_the_movements_of_the_vessel() {
    let Some(message) = sample("edifact-types-d00b_iftsta.edi") else { return };
    assert!(message.problems.is_empty());
    let documents = "[ABCD224O4023815X 24O4023815]";
    assert_eq!(
        super::lines(&message)[2..],
        [
            format!("TRHU4561222 passed_by_rail laden actual 2022-11-19T07:10:00 USSYR/SYRACUSE {documents}"),
            format!(
                "TRHU4561222 departed vessel export actual 2022-11-09T14:15:00 COCTG/SOCIEDAD PORTUARIA DE CARTAGEN {documents}"
            ),
            format!(
                "TRHU4561222 arrived vessel import actual 2022-11-17T05:05:00 USNYC/APM TERMINALS ELIZABETH {documents}"
            ),
            format!("TRHU4561222 arrived rail import estimated 2022-11-21T07:00:00 USWOQ/WOODRIDGE, IL {documents}"),
        ]
    );
}
