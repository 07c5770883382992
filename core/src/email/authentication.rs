//! Parses `Authentication-Results` (RFC 8601): what a mail server found out about the sender of a message.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// Maximum number of results of a message, and of domains in one result.
pub(super) const MAX_RESULTS: usize = 8;
const MAX_DOMAINS: usize = 16;
const MAX_BYTES: usize = 16 << 10;
/// Maximum length of a name in DNS.
const MAX_NAME: usize = 253;

/// The result that one mail server wrote into a message.
///
/// Everyone can write such a field. Only the topmost one of the own mail server is to be trusted, because servers add their fields at the
/// top.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuthenticationResult {
    /// The name of the server, in lower case. Empty if the field does not name it.
    pub server: String,
    /// The domains for which DMARC, DKIM or SPF passed, in lower case. Empty if the field is unreadable.
    pub passed: Vec<String>,
    /// Whether DMARC failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_failed: bool,
    /// Whether the field does not have the form of RFC 8601, or has a property of a method, or DMARC, twice. Then it is unknown which
    /// part of it the server wrote, and the field confirms no sender.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unreadable: bool,
}

impl AuthenticationResult {
    /// Parses the value of a field.
    pub(super) fn read(value: &str) -> Self {
        Self::parse(value).unwrap_or(AuthenticationResult { is_unreadable: true, ..AuthenticationResult::default() })
    }

    /// `None` if the field is unreadable.
    fn parse(value: &str) -> Option<Self> {
        if value.len() > MAX_BYTES {
            return None;
        }
        let mut parts = parts(value)?;
        let mut result = AuthenticationResult::default();
        // Some servers write no name, and begin with the first method.
        if !parts.first()?.contains('=') {
            let server = parts.remove(0);
            result.server = server.split_whitespace().next().filter(|name| name.len() <= MAX_NAME)?.to_lowercase();
        }
        let mut has_dmarc = false;
        for part in &parts {
            let Some(method) = MethodResult::parse(part)? else { continue };
            if method.name == "dmarc" && std::mem::replace(&mut has_dmarc, true) {
                return None;
            }
            if method.verdict == "pass" {
                result.passed.extend(method.domain().filter(|domain| domain.len() <= MAX_NAME));
            }
            result.has_failed |= method.name == "dmarc" && method.verdict == "fail";
        }
        result.passed.truncate(MAX_DOMAINS);
        Some(result)
    }

    /// Whether the server confirmed that the message is from this domain: DMARC did not fail, and a method passed for the domain or a
    /// parent of it.
    pub fn confirms(&self, domain: &str) -> bool {
        let is_parent = |parent: &str| {
            parent.contains('.')
                && domain.strip_suffix(parent).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        !self.is_unreadable && !self.has_failed && self.passed.iter().any(|passed| is_parent(passed))
    }
}

/// The result of one method, such as `dkim=pass header.d=line.example`.
struct MethodResult<'v> {
    /// In lower case, without the version.
    name: String,
    verdict: String,
    properties: Vec<(String, &'v str)>,
}

impl<'v> MethodResult<'v> {
    /// `None` if the part is not readable; `None` inside if it has no result.
    fn parse(part: &'v str) -> Option<Option<Self>> {
        if matches!(part.trim().to_ascii_lowercase().as_str(), "" | "none") {
            return Some(None);
        }
        let words = part.split_whitespace().map(|word| word.split_once('='));
        let words: Option<Vec<(String, &str)>> =
            words.map(|word| word.map(|(name, value)| (name.to_ascii_lowercase(), value))).collect();
        let mut properties = words?;
        let (method, verdict) = properties.remove(0);
        let mut seen = HashSet::new();
        if !properties.iter().all(|(name, _)| seen.insert(name.as_str())) {
            return None;
        }
        let name = method.split('/').next().unwrap_or_default().to_owned();
        Some(Some(MethodResult { name, verdict: verdict.to_ascii_lowercase(), properties }))
    }

    /// The domain that the method checked.
    fn domain(&self) -> Option<String> {
        let names: &[&str] = match self.name.as_str() {
            "dmarc" => &["header.from"],
            "dkim" => &["header.d", "header.i"],
            "spf" => &["smtp.mailfrom"],
            _ => return None,
        };
        let value = |name: &&str| self.properties.iter().find(|(known, _)| known == name);
        let (_, value) = names.iter().find_map(value)?;
        value.rsplit('@').next().map(str::to_lowercase)
    }
}

/// Splits a value at its semicolons, without comments, quotes and the blanks around equals signs. `None` if a comment or quotation is not
/// closed, or a parenthesis closes no comment.
fn parts(value: &str) -> Option<Vec<String>> {
    let (mut parts, mut depth, mut is_quoted) = (vec![String::new()], 0_usize, false);
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        let Some(part) = parts.last_mut() else { break };
        match c {
            '\\' if depth > 0 || is_quoted => {
                let escaped = characters.next().filter(|_| depth == 0);
                part.extend(escaped.filter(|c| !c.is_whitespace() && *c != '='));
            }
            '"' if depth == 0 => is_quoted = !is_quoted,
            // A quoted text is one word.
            _ if is_quoted => part.extend(Some(c).filter(|c| !c.is_whitespace() && *c != '=')),
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                // A comment separates words.
                if depth == 0 && !part.ends_with('=') {
                    part.push(' ');
                }
            }
            _ if depth > 0 => {}
            ';' => parts.push(String::new()),
            '=' => {
                part.truncate(part.trim_end().len());
                part.push('=');
            }
            c if c.is_whitespace() && part.ends_with('=') => {}
            c => part.push(c),
        }
    }
    (depth == 0 && !is_quoted).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_those_for_which_a_method_passed() {
        let read = |value: &str| {
            let AuthenticationResult { server, passed, has_failed, .. } = AuthenticationResult::read(value);
            (server, passed.join(" "), has_failed)
        };
        let result = |passed: &str, has_failed| ("mx.host.example".to_owned(), passed.to_owned(), has_failed);
        for (value, expected) in [
            ("mx.host.example; dmarc=pass header.from=line.example", result("line.example", false)),
            ("MX.Host.Example 1; dmarc = PASS (p=reject) header.from = Line.Example", result("line.example", false)),
            ("mx.host.example; dkim=pass header.i=@line.example header.b=x", result("line.example", false)),
            ("mx.host.example; spf=pass smtp.mailfrom=\"edi@line.example\"", result("line.example", false)),
            (
                "mx.host.example; dkim=pass header.d=a.example; dmarc=fail header.from=line.example",
                result("a.example", true),
            ),
            (
                "mx.host.example; dmarc=none header.from=line.example; spf=softfail smtp.mailfrom=line.example",
                result("", false),
            ),
            ("mx.host.example; spf=fail smtp.mailfrom=\"x; dmarc=pass header.from=line.example\"", result("", false)),
            (
                "mx.host.example; spf=fail (a \\) ; dmarc=pass header.from=line.example) smtp.mailfrom=x",
                result("", false),
            ),
            ("mx.host.example; none", result("", false)),
            ("mx.host.example; auth=pass smtp.auth=line.example; dmarc=pass", result("", false)),
        ] {
            assert_eq!(read(value), expected, "{value}");
        }
    }

    #[test]
    fn a_field_that_is_unreadable_or_has_a_property_twice_confirms_nothing() {
        let pass = "dmarc=pass header.from=line.example";
        for value in [
            "",
            "mx; dkim=pass header.d=line.example header.d=evil.example",
            "mx; spf=pass smtp.mailfrom=evil.example SMTP.MailFrom = line.example",
            "mx; dmarc=none header.from=evil.example; dmarc=pass header.from=line.example",
            "mx; dmarc=pass header.from=line.example of a sender",
            "mx; dmarc=pass header.from=\"line.example",
            "mx; dmarc=pass header.from=line.example (a comment",
            "mx; dmarc=pass ) header.from=line.example",
            &format!("mx; {}", "dkim=pass header.d=line.example;".repeat(1_000)),
            &format!(" ; {pass}"),
        ] {
            let result = AuthenticationResult::read(value);
            assert!(result.is_unreadable && !result.confirms("line.example"), "{value}");
        }
        for value in [
            // Two signatures, and the properties that servers write in addition.
            "mx; dkim=pass header.d=line.example header.s=a header.b=x; dkim=fail header.d=evil.example header.s=b",
            "mx 1; arc=none (no signatures found); dmarc=pass (p=none,d=none) header.from=line.example; x-vs=clean score=0",
            // A server that does not write its name.
            "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=line.example; dkim=none (not signed) header.d=none",
        ] {
            let result = AuthenticationResult::read(value);
            assert!(!result.is_unreadable && result.confirms("line.example"), "{value}");
        }
    }

    #[test]
    fn a_domain_is_confirmed_by_itself_and_by_its_parents() {
        let confirms = |passed: &str, domain| {
            AuthenticationResult::read(&format!("mx; dkim=pass header.d={passed}")).confirms(domain)
        };
        assert!(confirms("line.example", "line.example") && confirms("line.example", "edi.line.example"));
        for (passed, domain) in [
            ("edi.line.example", "line.example"),
            ("ine.example", "line.example"),
            ("example", "line.example"),
            ("", "line.example"),
        ] {
            assert!(!confirms(passed, domain), "{passed} {domain}");
        }
        for failed in ["fail header.from=", "fail(p=none)header.from=", "fail(p=none)reason=\"x\" header.from="] {
            let value = format!("mx; spf=pass smtp.mailfrom=line.example; dmarc={failed}line.example");
            assert!(!AuthenticationResult::read(&value).confirms("line.example"), "{value}");
        }
    }
}
