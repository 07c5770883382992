//! Extracts error texts from responses of carriers: DCSA error objects, those of API gateways, and HTML pages.

use std::time::Duration;

use super::event::{as_text, items, member, text};
use crate::decoders::encoding::json_text;
use crate::decoders::mask::{HIDDEN, hide, long_enough};
use crate::tracking::Node;

/// Maximum number of bytes of a body that are searched for an error text.
const MAX_SEARCHED: usize = 64 << 10;
/// Maximum length of an error text, in characters.
const MAX_TEXT: usize = 300;
/// Minimum length of a word that is masked if it looks like a key.
const MIN_KEY: usize = 24;

/// The names of members that contain error texts. The first group that occurs is used. Texts of one group are joined.
const TEXT_MEMBERS: [&[&str]; 8] = [
    &["errorCodeMessage"],
    &["reason", "message"],
    &["error_description"],
    &["faultstring"],
    &["moreInformation"],
    &["detail", "details"],
    &["errorCodeText", "title", "description"],
    &["statusCodeMessage", "statusCodeText", "statusText", "httpMessage", "code"],
];

const WRAPPERS: [&str; 5] = ["errors", "error", "feedbackElements", "fault", "response"];

pub(crate) fn error_text(body: &[u8], secrets: &[&str]) -> Option<String> {
    let (body, secrets) = (looked_at(body), long_enough(secrets));
    let text = match node(&body) {
        Some(node) => text_in(&node, 3)?,
        // Masked before the text is cut: half a secret would not be found.
        None => page_text(&hide(&body, &secrets))?,
    };
    Some(shown(&text, &secrets)).filter(|text| !text.is_empty())
}

pub(super) fn stated_status(body: &[u8]) -> Option<u16> {
    let body = looked_at(body);
    let node = node(&body)?;
    let is_error = WRAPPERS.iter().any(|place| member(&node, place).is_some()) || text(&node, "message").is_some();
    let inner = WRAPPERS.iter().filter_map(|place| items(member(&node, place)).first());
    let status =
        |node: &Node<'_>| ["statusCode", "status", "httpStatus"].iter().find_map(|name| text(node, name)?.parse().ok());
    let named = std::iter::once(&node).chain(inner).find_map(status);
    named.filter(|status| is_error && (400..600).contains(status))
}

/// `Some` if the body reports an exhausted quota, with the pause if it states one.
pub(crate) fn exhausted_quota(body: &[u8]) -> Option<Option<Duration>> {
    let text = error_text(body, &[])?.to_lowercase();
    let exhausted =
        text.contains("quota") && ["out of", "exceed", "replenish", "spent"].iter().any(|word| text.contains(word));
    let too_often =
        ["rate limit", "ratelimit", "too many requests", "call volume"].iter().any(|word| text.contains(word));
    (exhausted || too_often).then(|| text.split_once(" in ").and_then(|(_, rest)| pause(rest)))
}

/// Parses `12 seconds`, `00:12:34` and `1.00:12:34`.
fn pause(text: &str) -> Option<Duration> {
    let number = text.split(|c: char| !(c.is_ascii_digit() || c == ':' || c == '.')).next()?.trim_end_matches('.');
    if !number.contains(':') {
        return if text.contains("second") { number.parse().ok().map(Duration::from_secs) } else { None };
    }
    let (days, clock) = number.split_once('.').unwrap_or(("0", number));
    let parts: Vec<u64> = clock.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let seconds = parts.iter().try_fold(0u64, |sum, part| sum.checked_mul(60)?.checked_add(*part))?;
    Some(Duration::from_secs(days.parse::<u64>().ok()?.checked_mul(86_400)?.checked_add(seconds)?))
}

/// Whether a member of an answer reports an error. Feedback that is a warning or a hint does not.
pub(super) fn is_error(name: &str, value: &Node<'_>) -> bool {
    let stated = |item: &&Node<'_>| match item {
        Node::Flag(flag) => *flag,
        Node::Object(members) => !members.is_empty(),
        item => as_text(item).is_some(),
    };
    let is_mild =
        |item: &Node<'_>| text(item, "severity").is_some_and(|severity| !severity.eq_ignore_ascii_case("ERROR"));
    let is_feedback = name.eq_ignore_ascii_case("feedbackElements");
    items(Some(value)).iter().filter(stated).any(|item| !is_feedback || !is_mild(item))
}

pub(super) fn blames_another_parameter(body: &[u8]) -> bool {
    let text = looked_at(body).to_lowercase();
    let names = |words: &[&str]| words.iter().any(|word| text.contains(word));
    names(&["limit", "cursor", "sort", "api-version", "eventtype", "eventcreateddatetime", "accept"])
        && !names(&["reference", "container", "booking", "bill of lading", "document"])
}

pub(super) fn is_html(body: &[u8]) -> bool {
    body.trim_ascii_start().first() == Some(&b'<')
}

fn looked_at(body: &[u8]) -> String {
    json_text(body.get(..MAX_SEARCHED).unwrap_or(body)).into_owned()
}

fn node(body: &str) -> Option<Node<'_>> {
    serde_json::from_str(body.trim_start_matches('\u{feff}')).ok()
}

/// Inner texts have precedence over outer ones.
fn text_in(node: &Node<'_>, levels: usize) -> Option<String> {
    if let Node::Text(_) = node {
        return as_text(node).map(|text| text.into_owned());
    }
    if let Node::List(items) = node {
        return items.iter().take(10).find_map(|item| text_in(item, levels.checked_sub(1)?));
    }
    if text(node, "error_description").is_some() && text(node, "error").is_some() {
        return joined(node, &["error", "error_description"]);
    }
    let within = || WRAPPERS.iter().find_map(|name| text_in(member(node, name)?, levels.checked_sub(1)?));
    within().or_else(|| TEXT_MEMBERS.iter().find_map(|together| joined(node, together)))
}

fn joined(node: &Node<'_>, names: &[&str]) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in names.iter().filter_map(|name| text(node, name)) {
        if !texts.iter().any(|known| *known == text) {
            texts.push(text.into_owned());
        }
    }
    (!texts.is_empty()).then(|| texts.join(": "))
}

fn page_text(body: &str) -> Option<String> {
    let lower = body.to_ascii_lowercase();
    let title = lower.find("<title>").and_then(|at| {
        let begins = at + "<title>".len();
        let ends = begins + lower.get(begins..)?.find("</title>")?;
        body.get(begins..ends).map(str::to_owned)
    });
    title.or_else(|| {
        let mut text = String::new();
        let mut is_tag = false;
        for c in body.chars().take(4 * MAX_TEXT) {
            match c {
                '<' => is_tag = true,
                '>' => is_tag = false,
                _ if !is_tag => text.push(c),
                _ => {}
            }
        }
        (!text.trim().is_empty()).then_some(text)
    })
}

fn shown(words: &str, secrets: &[&str]) -> String {
    let words = hide(words, secrets);
    let looks_like_a_key = |word: &&str| {
        let core = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        core.len() >= MIN_KEY
            && core.bytes().any(|byte| byte.is_ascii_digit())
            && core.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-.~:".contains(&byte))
    };
    let blanks = |c: char| c.is_whitespace() || c.is_control();
    let shown: Vec<&str> = words
        .split(blanks)
        .filter(|word| !word.is_empty())
        .map(|word| if looks_like_a_key(&word) { HIDDEN } else { word })
        .collect();
    let shown = shown.join(" ");
    match shown.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_texts_are_found_in_every_documented_format() {
        for (body, words) in [
            (
                r#"{"error":[{"code":"ERR_GW_001","message":"Unauthorized","reason":"Invalid or expired Key","status":"401"}]}"#,
                "Invalid or expired Key: Unauthorized",
            ),
            (
                r#"{"httpMethod":"GET","requestUri":"/x","errors":[{"reason":"invalidQuery","message":"no such thing"}],"statusCode":400}"#,
                "invalidQuery: no such thing",
            ),
            (
                r#"{"errors":{"reason":"rateLimitExceeded","message":"Slow down"},"statusCode":"429"}"#,
                "rateLimitExceeded: Slow down",
            ),
            (
                r#"{"errors":[{"errorCode":7003,"errorCodeText":"invalidData","errorCodeMessage":"too long"}]}"#,
                "too long",
            ),
            (r#"{"feedbackElements":[{"severity":"ERROR","message":"unknown reference"}]}"#, "unknown reference"),
            (
                r#"{"message":"Container, Bill of Lading, or Booking: not found"}"#,
                "Container, Bill of Lading, or Booking: not found",
            ),
            (
                r#"{"httpCode":"401","httpMessage":"Unauthorized","moreInformation":"Client id not registered."}"#,
                "Client id not registered.",
            ),
            (r#"{"fault":{"faultstring":"Invalid ApiKey"}}"#, "Invalid ApiKey"),
            (r#"{"error":"invalid_client","error_description":"unknown client"}"#, "invalid_client: unknown client"),
            ("<html><head><title>403 Forbidden</title></head><body>no</body></html>", "403 Forbidden"),
            ("<p>Service\n  <b>down</b></p>", "Service down"),
            ("plain\u{7}words", "plain words"),
        ] {
            assert_eq!(error_text(body.as_bytes(), &[]).as_deref(), Some(words), "{body}");
        }
        for body in ["", "{}", "[]", "null", "<p></p>"] {
            assert_eq!(error_text(body.as_bytes(), &[]), None, "{body}");
        }
    }

    #[test]
    fn secrets_are_masked() {
        let body = br#"{"message":"key s3cr3t of token eyJhbGciOiJSUzI1NiJ9.abc123def456 is bad"}"#;
        assert_eq!(error_text(body, &["s3cr3t"]).as_deref(), Some("key *** of token *** is bad"));
        let long = format!(r#"{{"message":"{}"}}"#, "ä ".repeat(1_000));
        assert_eq!(error_text(long.as_bytes(), &[]).unwrap().chars().count(), MAX_TEXT + 1);
    }

    #[test]
    fn an_exhausted_quota_is_distinguished_from_a_wrong_key() {
        for (text, pause) in [
            ("Out of call volume quota. Quota will be replenished in 00:12:34.", Some(754)),
            ("Out of call volume quota. Quota will be replenished in 1.00:00:01.", Some(86_401)),
            ("Rate limit is exceeded. Try again in 12 seconds.", Some(12)),
            ("rateLimitExceeded", None),
        ] {
            let body = format!(r#"{{"statusCode":403,"message":"{text}"}}"#);
            assert_eq!(exhausted_quota(body.as_bytes()), Some(pause.map(Duration::from_secs)), "{text}");
        }
        assert_eq!(exhausted_quota(br#"{"message":"Invalid or expired Key"}"#), None);
    }

    #[test]
    fn a_status_in_the_body_counts_if_the_body_is_an_error() {
        assert_eq!(stated_status(br#"{"errors":{"reason":"unauthorized"},"statusCode":"401"}"#), Some(401));
        assert_eq!(stated_status(br#"{"error":[{"code":"E","status":"401"}]}"#), Some(401));
        for body in ["[]", r#"{"events":[],"statusCode":200}"#, r#"{"statusCode":500}"#, "no"] {
            assert_eq!(stated_status(body.as_bytes()), None, "{body}");
        }
    }
}
