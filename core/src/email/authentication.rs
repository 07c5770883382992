//! Parses `Authentication-Results` (RFC 8601): what a mail server found out about the sender of a message.

use serde::{Deserialize, Serialize};

/// Maximum number of results of a message, and of domains in one result.
pub(super) const MAX_RESULTS: usize = 8;
const MAX_DOMAINS: usize = 16;
const MAX_BYTES: usize = 16 << 10;

/// The result that one mail server wrote into a message.
///
/// Everyone can write such a field. Only the topmost one of the own mail server is to be trusted, because servers add their fields at the
/// top.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuthenticationResult {
    /// The name of the server, in lower case.
    pub server: String,
    /// The domains for which DMARC, DKIM or SPF passed, in lower case.
    pub passed: Vec<String>,
    /// Whether DMARC failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_failed: bool,
}

impl AuthenticationResult {
    /// Parses the value of a field. A value that is too long has no domains.
    pub(super) fn read(value: &str) -> Self {
        if value.len() > MAX_BYTES {
            return AuthenticationResult::default();
        }
        let mut parts = parts(value).into_iter();
        let server = parts.next().unwrap_or_default();
        let server = server.split_whitespace().next().unwrap_or_default().to_lowercase();
        let mut result = AuthenticationResult { server, ..AuthenticationResult::default() };
        for part in parts {
            let properties: Vec<(&str, &str)> =
                part.split_whitespace().filter_map(|word| word.split_once('=')).collect();
            let Some((method, verdict)) = properties.first() else { continue };
            // A version may follow the method.
            let method = method.split('/').next().unwrap_or_default().to_ascii_lowercase();
            let names: &[&str] = match method.as_str() {
                "dmarc" => &["header.from"],
                "dkim" => &["header.d", "header.i"],
                "spf" => &["smtp.mailfrom"],
                _ => continue,
            };
            match verdict.to_ascii_lowercase().as_str() {
                "pass" => {
                    let named = |name: &&str| properties.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
                    let domain = names.iter().find_map(named).and_then(|(_, value)| value.rsplit('@').next());
                    result.passed.extend(domain.map(str::to_lowercase));
                }
                "fail" if method == "dmarc" => result.has_failed = true,
                _ => {}
            }
        }
        result.passed.truncate(MAX_DOMAINS);
        result
    }

    /// Whether the server confirmed that the message is from this domain: DMARC did not fail, and a method passed for the domain or a
    /// parent of it.
    pub fn confirms(&self, domain: &str) -> bool {
        let is_parent = |parent: &str| {
            parent.contains('.')
                && domain.strip_suffix(parent).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        !self.has_failed && self.passed.iter().any(|passed| is_parent(passed))
    }
}

/// Splits a value at its semicolons, without comments, quotes and the blanks around equals signs.
fn parts(value: &str) -> Vec<String> {
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
            ')' => depth = depth.saturating_sub(1),
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
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_those_for_which_a_method_passed() {
        let read = |value: &str| {
            let AuthenticationResult { server, passed, has_failed } = AuthenticationResult::read(value);
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
            ("", (String::new(), String::new(), false)),
        ] {
            assert_eq!(read(value), expected, "{value}");
        }
        assert_eq!(read(&"dkim=pass header.d=line.example;".repeat(1_000)).1, "", "the value is too long");
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
        let failed =
            AuthenticationResult::read("mx; spf=pass smtp.mailfrom=line.example; dmarc=fail header.from=line.example");
        assert!(!failed.confirms("line.example"));
    }
}
