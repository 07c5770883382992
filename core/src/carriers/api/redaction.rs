//! What is left of a look-up when everything that is somebody's secret is taken out of it. Pure.

use crate::carriers::hiding::HIDDEN;

/// Characters from which on a word of letters and digits may be a key.
const KEY: usize = 24;

/// Header fields of a request that say nothing of whoever asks.
const PLAIN: [&str; 5] = ["Accept", "API-Version", "Content-Type", "If-None-Match", "User-Agent"];

/// Whether the value of a header field of a request can be shown to everybody.
pub(super) fn is_plain(name: &str) -> bool {
    PLAIN.iter().any(|plain| plain.eq_ignore_ascii_case(name))
}

/// Bytes with `***` for each token; what is no answer but a refusal, which may repeat what was sent, also for whatever looks like a
/// key.
pub(super) fn without_keys(bytes: &[u8], is_refusal: bool) -> Vec<u8> {
    let mut made = Vec::with_capacity(bytes.len());
    for run in bytes.chunk_by(|one, other| is_of_key(*one) == is_of_key(*other)) {
        let is_hidden = is_token(run) || is_refusal && looks_like_a_key(run);
        made.extend_from_slice(if is_hidden { HIDDEN.as_bytes() } else { run });
    }
    made
}

fn is_of_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=_-.~".contains(&byte)
}

/// A signed token (JWT): three parts, of which the first is an object of JSON.
fn is_token(run: &[u8]) -> bool {
    run.len() >= KEY && run.starts_with(b"eyJ") && run.iter().filter(|byte| **byte == b'.').count() >= 2
}

fn looks_like_a_key(run: &[u8]) -> bool {
    run.len() >= KEY && run.iter().any(u8::is_ascii_digit) && run.iter().any(u8::is_ascii_alphabetic)
}

/// A URL with `***` for the value of each parameter but those that `shown` has something for.
pub(super) fn url(url: &str, mut shown: impl FnMut(&str, &str) -> Option<String>) -> String {
    let Some((place, query)) = url.split_once('?') else { return url.to_owned() };
    let mut made = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        made.append_pair(&name, shown(&name, &value).as_deref().unwrap_or(HIDDEN));
    }
    format!("{place}?{}", made.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_token_is_hidden_everywhere_and_a_key_in_a_refusal() {
        let told = br#"{"id":"0a1b2c3d-0000-4000-8000-0123456789ab","token":"eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.c2ln"}"#;
        let answer = r#"{"id":"0a1b2c3d-0000-4000-8000-0123456789ab","token":"***"}"#;
        assert_eq!(text(without_keys(told, false)), answer);
        assert_eq!(text(without_keys(told, true)), r#"{"id":"***","token":"***"}"#);
        let quota = b"Out of call volume quota. Quota will be replenished in 00:12:34.";
        assert_eq!(without_keys(quota, true), quota);
    }

    #[test]
    fn parameters_are_shown_that_are_known() {
        let known = |name: &str, value: &str| (name != "key").then(|| value.to_owned());
        let shown = url("https://api.line.example/v2/events?ref=B1&key=abc&limit=5", known);
        assert_eq!(shown, "https://api.line.example/v2/events?ref=B1&key=***&limit=5");
        assert_eq!(url("https://api.line.example/token", known), "https://api.line.example/token");
    }
}
