//! Decodes encoded words (RFC 2047) in header fields.

use super::transfer;

/// An encoded word: `=?charset?encoding?text?=`.
pub(super) struct Word<'t> {
    charset: &'t str,
    base64: bool,
    pub encoded: &'t str,
    pub end: usize,
}

/// Finds encoded words from left to right. Remembers the next end marker, so that a text with many beginnings and no end is not
/// searched from each of them.
pub(super) struct Words<'t> {
    text: &'t str,
    closing: usize,
}

impl<'t> Words<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Words { text, closing: 0 }
    }

    pub(super) fn at(&mut self, start: usize) -> Option<Word<'t>> {
        let rest = self.text.get(start..)?.strip_prefix("=?")?;
        let length = rest.bytes().take(60).position(|byte| byte == b'?')?;
        let (charset, rest) = (&rest[..length], &rest[length..]);
        let base64 = match rest.as_bytes() {
            [b'?', b'B' | b'b', b'?', ..] => true,
            [b'?', b'Q' | b'q', b'?', ..] => false,
            _ => return None,
        };
        // A language may follow the charset (RFC 2231).
        let charset = charset.split('*').next().filter(|label| transfer::is_known(label))?;
        let from = start + 2 + length + 3;
        let closing = self.closing_from(from)?;
        Some(Word { charset, base64, encoded: &self.text[from..closing], end: closing + 2 })
    }

    fn closing_from(&mut self, from: usize) -> Option<usize> {
        if self.closing < from {
            self.closing = self.text[from..].find("?=").map_or(usize::MAX, |index| from + index);
        }
        (self.closing != usize::MAX).then_some(self.closing)
    }
}

impl Word<'_> {
    fn bytes(&self) -> Vec<u8> {
        match self.base64 {
            true => transfer::base64(self.encoded.as_bytes()).0,
            false => transfer::q_word(self.encoded.as_bytes()),
        }
    }
}

/// Decodes the encoded words of a text. Invalid ones are unchanged. Adjacent words in one charset are joined before decoding, because
/// some mailers split characters.
pub(super) fn decode(text: &str) -> String {
    let mut out = String::new();
    let mut words = Words::of(text);
    let mut pending: Option<(&str, Vec<u8>)> = None;
    let (mut plain, mut search) = (0, 0);
    while let Some(start) = text[search..].find("=?").map(|index| search + index) {
        let Some(word) = words.at(start) else {
            search = start + 2;
            continue;
        };
        let gap = &text[plain..start];
        match &mut pending {
            // Blanks between two encoded words only separate them.
            Some((charset, bytes)) if gap.trim().is_empty() && charset.eq_ignore_ascii_case(word.charset) => {
                bytes.extend(word.bytes());
            }
            _ => {
                let between = if pending.is_some() && gap.trim().is_empty() { "" } else { gap };
                flush(&mut pending, &mut out);
                out.push_str(between);
                pending = Some((word.charset, word.bytes()));
            }
        }
        (plain, search) = (word.end, word.end);
    }
    flush(&mut pending, &mut out);
    out.push_str(&text[plain..]);
    out
}

fn flush(pending: &mut Option<(&str, Vec<u8>)>, out: &mut String) {
    if let Some((charset, bytes)) = pending.take() {
        let text = transfer::decode(bytes, Some(charset)).text;
        if out.is_empty() {
            *out = text;
        } else {
            out.push_str(&text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_decoded_and_blanks_between_them_removed() {
        assert_eq!(decode("Re: =?iso-8859-1?Q?Z=FCrich?= now"), "Re: Zürich now");
        assert_eq!(decode("=?utf-8?B?SGFs?= \t =?utf-8?Q?lo?="), "Hallo");
        assert_eq!(decode("=?utf-8?q?a?= =?iso-8859-1?q?b?= c"), "ab c");
        assert_eq!(decode("=?utf-8*de?Q?=C3=BC_x?="), "ü x");
    }

    #[test]
    fn a_character_that_is_split_across_two_words_is_decoded() {
        assert_eq!(decode("=?UTF-8?B?5Lg=?= =?utf-8?B?ig==?="), "上");
        assert_eq!(decode("=?utf-8?Q?=E4=B8?= =?utf-8?Q?=8A?="), "上");
    }

    #[test]
    fn invalid_encoded_words_are_unchanged() {
        for text in ["=?", "=?utf-8?x?a?=", "=?nonsense?q?a?=", "=?utf-8?q?a", "a?=b", "=?=?=?", "=?utf-8?q?"] {
            assert_eq!(decode(text), text);
        }
    }

    #[test]
    fn unencoded_letters_in_and_next_to_words_are_kept() {
        assert_eq!(decode("ü=?utf-8?q?ü=C3=BC?=ü"), "üüüü");
    }
}
