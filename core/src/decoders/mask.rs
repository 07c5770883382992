//! Masks secrets in text that is shown.

pub(crate) const HIDDEN: &str = "***";

/// Shorter secrets are not searched for: they could match anywhere.
const SHORTEST: usize = 4;

/// Also finds forms that JSON escapes.
pub(crate) fn hide(text: &str, secrets: &[&str]) -> String {
    String::from_utf8_lossy(&hide_bytes(text.as_bytes(), secrets)).into_owned()
}

pub(crate) fn hide_bytes(bytes: &[u8], secrets: &[&str]) -> Vec<u8> {
    let mut written: Vec<String> = secrets.iter().flat_map(|secret| forms(secret)).collect();
    // Longest first: a secret may contain another one, and its rest would be shown.
    written.sort_unstable_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    written.dedup();
    let written = written.iter().filter(|secret| !secret.is_empty());
    written.fold(bytes.to_vec(), |known, secret| replaced(&known, secret.as_bytes()))
}

pub(crate) fn long_enough<'s>(secrets: &[&'s str]) -> Vec<&'s str> {
    secrets.iter().copied().filter(|secret| secret.len() >= SHORTEST).collect()
}

fn forms(secret: &str) -> [String; 5] {
    let quoted = serde_json::to_string(secret).unwrap_or_default();
    let quoted = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned();
    let plus = |code: &str| quoted.replace('+', code);
    [secret.to_owned(), quoted.replace('/', "\\/"), plus("\\u002B"), plus("\\u002b"), quoted]
}

fn replaced(bytes: &[u8], secret: &[u8]) -> Vec<u8> {
    let (mut made, mut rest) = (Vec::with_capacity(bytes.len()), 0);
    for at in memchr::memmem::find_iter(bytes, secret) {
        made.extend_from_slice(&bytes[rest..at]);
        made.extend_from_slice(HIDDEN.as_bytes());
        rest = at + secret.len();
    }
    made.extend_from_slice(&bytes[rest..]);
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_hidden_however_json_writes_it() {
        let told = r#"{"a":"s3/c+r"","b":"s3\/c+r\"","c":"s3/c\u002Br\"","d":"1"} s3/c+r""#;
        assert_eq!(hide(told, &["s3/c+r\"", ""]), r#"{"a":"***","b":"***","c":"***","d":"1"} ***"#);
        assert_eq!(hide_bytes(b"\xffs3cr3t\xfe", &["s3cr3t"]), b"\xff***\xfe");
    }

    #[test]
    fn of_two_secrets_of_which_one_has_the_other_in_it_nothing_is_left() {
        for secrets in [["acme", "acme-2026-s3cr3t"], ["acme-2026-s3cr3t", "acme"]] {
            assert_eq!(hide("key acme-2026-s3cr3t of acme", &secrets), "key *** of ***");
        }
    }

    #[test]
    fn a_short_one_is_not_looked_for_in_what_a_carrier_says() {
        assert_eq!(long_enough(&["id", "s3cr3t", ""]), ["s3cr3t"]);
    }
}
