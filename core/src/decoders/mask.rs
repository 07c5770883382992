//! Replaces secrets in text by `***`.

pub(crate) const HIDDEN: &str = "***";

/// Minimum length of the secrets that [`long_enough`] keeps. Shorter ones would match ordinary words.
const MIN_SECRET_LENGTH: usize = 4;

/// Masks the secrets, including their JSON-escaped spellings.
pub(crate) fn hide(text: &str, secrets: &[&str]) -> String {
    String::from_utf8_lossy(&hide_bytes(text.as_bytes(), secrets)).into_owned()
}

pub(crate) fn hide_bytes(bytes: &[u8], secrets: &[&str]) -> Vec<u8> {
    let mut spellings: Vec<String> = secrets.iter().flat_map(|secret| spellings_of(secret)).collect();
    // Longest first: if a secret contains another one, masking the shorter one first would show the rest of the longer one.
    spellings.sort_unstable_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    spellings.dedup();
    let spellings = spellings.iter().filter(|secret| !secret.is_empty());
    spellings.fold(bytes.to_vec(), |masked, secret| replace_all(&masked, secret.as_bytes()))
}

pub(crate) fn long_enough<'s>(secrets: &[&'s str]) -> Vec<&'s str> {
    secrets.iter().copied().filter(|secret| secret.len() >= MIN_SECRET_LENGTH).collect()
}

fn spellings_of(secret: &str) -> [String; 5] {
    let quoted = serde_json::to_string(secret).unwrap_or_default();
    let quoted = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned();
    let plus = |code: &str| quoted.replace('+', code);
    [secret.to_owned(), quoted.replace('/', "\\/"), plus("\\u002B"), plus("\\u002b"), quoted]
}

fn replace_all(bytes: &[u8], secret: &[u8]) -> Vec<u8> {
    let (mut masked, mut rest) = (Vec::with_capacity(bytes.len()), 0);
    for at in memchr::memmem::find_iter(bytes, secret) {
        masked.extend_from_slice(&bytes[rest..at]);
        masked.extend_from_slice(HIDDEN.as_bytes());
        rest = at + secret.len();
    }
    masked.extend_from_slice(&bytes[rest..]);
    masked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escaped_secrets_are_masked() {
        let text = r#"{"a":"s3/c+r"","b":"s3\/c+r\"","c":"s3/c\u002Br\"","d":"1"} s3/c+r""#;
        assert_eq!(hide(text, &["s3/c+r\"", ""]), r#"{"a":"***","b":"***","c":"***","d":"1"} ***"#);
        assert_eq!(hide_bytes(b"\xffs3cr3t\xfe", &["s3cr3t"]), b"\xff***\xfe");
    }

    #[test]
    fn a_secret_that_contains_another_secret_is_masked_completely() {
        for secrets in [["acme", "acme-2026-s3cr3t"], ["acme-2026-s3cr3t", "acme"]] {
            assert_eq!(hide("key acme-2026-s3cr3t of acme", &secrets), "key *** of ***");
        }
    }

    #[test]
    fn short_secrets_are_not_masked() {
        assert_eq!(long_enough(&["id", "s3cr3t", ""]), ["s3cr3t"]);
    }
}
