//! Recognizes the answers of carriers' web pages, which public trackers parse. They are not read: their forms are undocumented and change.

use super::event::{as_text, items, member};
use crate::tracking::Node;

/// Maximum size of an answer that is examined, in bytes.
const MAX_EXAMINED: usize = 4 << 20;

/// Maximum nesting in which the event codes of CargoSmart are searched.
const MAX_DEPTH: usize = 12;

/// Returns the sentence that refuses the answer; `None` if it is not from a web page that is known.
pub(super) fn refusal(answer: &str) -> Option<String> {
    let answer = answer.trim();
    if answer.len() > MAX_EXAMINED {
        return None;
    }
    let node: Node<'_> = serde_json::from_str(answer).ok()?;
    let carrier = items(Some(&node)).iter().take(3).find_map(carrier)?;
    Some(format!(
        "the JSON is an answer of the web page of {carrier}, not of a DCSA Track & Trace API: to use it, write a carrier (`Carrier` in Rust, a \
         class with `look_up` in Python) that converts it to facts"
    ))
}

fn carrier(answer: &Node<'_>) -> Option<&'static str> {
    let has = |name: &str| member(answer, name).is_some();
    let list_has = |list: &str, names: &[&str]| {
        let first = items(member(answer, list)).first();
        first.is_some_and(|item| names.iter().any(|name| member(item, name).is_some()))
    };
    if has("IsSuccess") && has("Data") {
        Some("MSC")
    } else if list_has("containers", &["container_num"]) {
        Some("Maersk")
    } else if ["PastMoves", "CurrentMoves", "ProvisionalMoves"].into_iter().any(has) {
        Some("CMA CGM")
    } else if has("TRANS_RESULT_KEY") || list_has("data", &["copNo", "matrixId"]) || list_has("list", &["copNo"]) {
        Some("ONE")
    } else if has_cargosmart_event(answer, MAX_DEPTH) {
        Some("CargoSmart")
    } else {
        None
    }
}

/// Whether a member for an event has a code such as `CS060`.
fn has_cargosmart_event(node: &Node<'_>, depth: usize) -> bool {
    let is_code = |code: &str| {
        code.strip_prefix("CS")
            .is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let Some(depth) = depth.checked_sub(1) else { return false };
    match node {
        Node::List(list) => list.iter().any(|item| has_cargosmart_event(item, depth)),
        Node::Object(members) => members.iter().any(|(name, value)| {
            let is_event = name.to_ascii_lowercase().contains("event");
            is_event && as_text(value).is_some_and(|code| is_code(&code)) || has_cargosmart_event(value, depth)
        }),
        _ => false,
    }
}
