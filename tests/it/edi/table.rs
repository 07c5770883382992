//! Generates the table of status codes in `core/docs/edi.md`.

use shiptrack::decoders::edi::{Meaning, StatusCode, status_codes};
use shiptrack::tracking::{Certainty, Phase};
use shiptrack_tests::codegen::{check_generated, root};

const HEAD: &str = "| Code | Description | Meaning |\n|---|---|---|\n";

#[test]
fn the_table_of_status_codes_is_current() {
    let path = "core/docs/edi.md";
    let text = std::fs::read_to_string(root().join(path)).expect("the page can be read");
    let (before, after) = text.split_once(HEAD).expect("the head of the table");
    let after: String = after.split_inclusive('\n').skip_while(|line| line.starts_with('|')).collect();
    let rows: String = status_codes().map(row).collect();
    check_generated(path, &format!("{before}{HEAD}{rows}{after}"));
}

fn row(code: StatusCode) -> String {
    format!("| `{}` | {} | {} |\n", code.code, code.words, description(code.code, &code.meaning))
}

fn description(code: &str, meaning: &Meaning) -> String {
    let code = code.to_ascii_lowercase();
    match meaning {
        Meaning::Event { motion, certainty } => {
            let mut parts = vec![format!("`{}`", motion.movement)];
            parts.extend(motion.mode.as_ref().map(|mode| format!("by {mode}")));
            parts.extend(motion.empty.map(|empty| if empty { "empty" } else { "laden" }.to_owned()));
            parts.extend(motion.phase.as_ref().filter(|phase| **phase == Phase::Import).map(|_| "import".to_owned()));
            parts.extend((*certainty == Certainty::Estimated).then(|| "expected".to_owned()));
            parts.join(", ")
        }
        Meaning::Release => {
            "`customs_released` and `carrier_released`, which lift the holds `customs` and `freight`".to_owned()
        }
        Meaning::Appointment => "\"pickup_appointment\"; the reading `pickup_appointment_at`".to_owned(),
        Meaning::FreeTime => "\"free_time\"; the reading `pickup_lfd_line`".to_owned(),
        Meaning::HoldPlaced(name) => format!("\"held_{code}\"; the hold `{name}` is placed"),
        Meaning::HoldLifted(name) if **name == *"*" => format!("\"hold_released_{code}\"; all holds are lifted"),
        Meaning::HoldLifted(name) => format!("\"hold_released_{code}\"; the holds `{name}` are lifted"),
        Meaning::Note(name) => format!("\"{name}\""),
        other => format!("{other:?}"),
    }
}
