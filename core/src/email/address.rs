//! Parses address lists: `From`, `To` and `Cc`.

use super::encoded_words::{self, Words};

/// Longer than any display name. A longer encoded word is treated as text.
const LONGEST_WORD: usize = 512;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    /// `user@host` with the host in lower case. The local part may be case-sensitive.
    Address(String),
    Text(String),
}

pub(super) fn read(text: &str) -> impl Iterator<Item = Entry> + '_ {
    Entries { text, position: 0, words: Words::of(text) }.filter_map(read_entry)
}

fn read_entry(entry: &str) -> Option<Entry> {
    if let Some(address) = address(entry) {
        return Some(Entry::Address(address));
    }
    let shown: String = encoded_words::decode(entry).chars().filter(|c| !c.is_control()).collect();
    let shown = shown.trim();
    // Some mailers encode the whole entry, including the address.
    match address(shown) {
        _ if shown.is_empty() => None,
        Some(address) => Some(Entry::Address(address)),
        None => Some(Entry::Text(shown.to_owned())),
    }
}

struct Entries<'t> {
    text: &'t str,
    position: usize,
    words: Words<'t>,
}

impl<'t> Iterator for Entries<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.position >= self.text.len() {
            return None;
        }
        let mut lexer = Lexer::default();
        let (mut start, mut skip_to) = (self.position, self.position);
        for (offset, c) in self.text[self.position..].char_indices() {
            let index = self.position + offset;
            if index < skip_to {
                continue;
            }
            match c {
                '=' if lexer.is_plain() => skip_to = word_end(&mut self.words, index),
                ',' | ';' if lexer.separates() => {
                    self.position = index + 1;
                    return Some(&self.text[start..index]);
                }
                // A second bracket: the comma before it is missing, or was encoded with the name.
                '<' if lexer.is_plain() && lexer.closed => {
                    self.position = index;
                    return Some(&self.text[start..index]);
                }
                ':' if lexer.is_plain() => start = index + 1,
                _ => lexer.step(c),
            }
        }
        self.position = self.text.len();
        Some(&self.text[start..])
    }
}

/// The end of the encoded word at `index`. Returns `index` if no word begins there. Some mailers do not encode commas and quotes in words.
fn word_end(words: &mut Words<'_>, index: usize) -> usize {
    let is_word = |encoded: &str| encoded.len() <= LONGEST_WORD && !encoded.contains(char::is_whitespace);
    words.at(index).filter(|word| is_word(word.encoded)).map_or(index, |word| word.end)
}

#[derive(Default)]
struct Lexer {
    quoted: bool,
    escaped: bool,
    comment: usize,
    literal: bool,
    angle: bool,
    opening: bool,
    closed: bool,
    /// A source route (`<@a,@b:user@host>`).
    route: bool,
}

impl Lexer {
    fn step(&mut self, c: char) {
        match c {
            _ if self.escaped => self.escaped = false,
            '\\' if self.quoted || self.comment > 0 => self.escaped = true,
            '"' if self.comment == 0 => self.quoted = !self.quoted,
            _ if self.quoted => {}
            '(' => self.comment += 1,
            ')' => self.comment = self.comment.saturating_sub(1),
            _ if self.comment > 0 => {}
            '[' => self.literal = true,
            ']' => self.literal = false,
            '<' => (self.angle, self.opening, self.route) = (true, true, false),
            '>' if self.angle => (self.angle, self.closed) = (false, true),
            _ if self.opening && !c.is_whitespace() => (self.opening, self.route) = (false, c == '@'),
            _ => {}
        }
    }

    fn is_text(&self) -> bool {
        !self.quoted && self.comment == 0 && !self.literal
    }

    fn is_plain(&self) -> bool {
        self.is_text() && !self.angle
    }

    /// Whether a comma separates entries here. In a source route it does not. In another bracket it does: the closing bracket is missing.
    fn separates(&self) -> bool {
        self.is_text() && !(self.angle && self.route)
    }
}

fn address(entry: &str) -> Option<String> {
    let mut lexer = Lexer::default();
    let (mut words, mut word_until) = (Words::of(entry), 0);
    let (mut outside, mut inside) = (String::new(), None::<String>);
    for (index, c) in entry.char_indices() {
        if c == '=' && index >= word_until && lexer.is_plain() {
            word_until = word_end(&mut words, index);
        }
        if index < word_until {
            outside.push(c);
            continue;
        }
        let before = (lexer.comment > 0, lexer.angle);
        lexer.step(c);
        match (before, lexer.comment > 0) {
            ((true, _), _) | (_, true) => {}
            ((_, false), _) if lexer.angle => inside = Some(String::new()),
            ((_, true), _) if !lexer.angle => {}
            ((_, true), _) => inside.get_or_insert_default().push(c),
            _ => outside.push(c),
        }
    }
    let written = inside.as_deref().unwrap_or(&outside);
    let written = match written.trim_start().starts_with('@') {
        true => written.split_once(':')?.1,
        false => written,
    };
    normal_form(&without_blanks(written)?)
}

fn without_blanks(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut blank) = (false, false);
    for c in text.trim().chars() {
        if c.is_whitespace() && !quoted {
            blank = true;
            continue;
        }
        if blank && !matches!(c, '@' | '.') && !out.ends_with(['@', '.']) {
            return None;
        }
        blank = false;
        quoted ^= c == '"';
        out.push(c);
    }
    Some(out)
}

fn normal_form(written: &str) -> Option<String> {
    let (local, host) = written.rsplit_once('@')?;
    let host = host.to_lowercase();
    let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    if !is_dotted(literal.map_or(host.as_str(), |_| "literal")) || literal.is_some_and(|text| text.contains(['[', ']']))
    {
        return None;
    }
    let unquoted = local.strip_prefix('"').and_then(|local| local.strip_suffix('"'));
    match unquoted {
        Some(text) if is_dotted(text) => Some(format!("{text}@{host}")),
        Some(text) if is_quotable(text) => Some(format!("{local}@{host}")),
        None if is_dotted(local) => Some(format!("{local}@{host}")),
        _ => None,
    }
}

/// Whether the text needs no quotes. Dots at any position are allowed, because such addresses exist.
fn is_dotted(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control() || r#"()<>[]:;,@\""#.contains(c))
}

fn is_quotable(text: &str) -> bool {
    let mut escaped = false;
    for c in text.chars() {
        match c {
            _ if c.is_control() => return false,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return false,
            _ => {}
        }
    }
    !escaped && !text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(text: &str) -> Vec<String> {
        read(text)
            .map(|entry| match entry {
                Entry::Address(address) => address,
                Entry::Text(text) => panic!("{text} is not an address"),
            })
            .collect()
    }

    #[test]
    fn display_names_and_comments_are_removed() {
        for text in [
            "ops@port.example",
            "<ops@port.example>",
            "Operations <ops@port.example>",
            "\"Doe, John (ops)\" <ops@port.example>",
            "ops@port.example (Operations, night (and \\) day))",
            "=?utf-8?Q?M=C3=BCller?= <ops@PORT.example>",
            "=?utf-8?Q?Doe,_\"John?= <ops@port.example>",
            " ops @ port . example ",
            "(x)ops(y)@(z)port.example",
            "<@relay.example,@other.example:ops@port.example>",
            "\"ops\"@port.example",
            "=?utf-8?q?ops=40port.example?=",
        ] {
            assert_eq!(addresses(text), ["ops@port.example"], "{text}");
        }
    }

    #[test]
    fn groups_are_flattened_and_empty_entries_are_ignored() {
        assert_eq!(
            addresses("Team: a@x.example, \"B\" <b@x.example>;, c@x.example,, Empty:;"),
            ["a@x.example", "b@x.example", "c@x.example"]
        );
        assert_eq!(addresses("undisclosed-recipients:;"), [""; 0]);
        assert_eq!(addresses("a@x.example; b@x.example"), ["a@x.example", "b@x.example"]);
    }

    #[test]
    fn only_the_host_is_lower_case() {
        assert_eq!(addresses("Ops.Team@Port.Example"), ["Ops.Team@port.example"]);
        assert_eq!(addresses("\"o p\"@X.example, u@[IPv6:FE80::1]"), ["\"o p\"@x.example", "u@[ipv6:fe80::1]"]);
        assert_eq!(addresses("dürr@bücher.example"), ["dürr@bücher.example"]);
    }

    #[test]
    fn text_that_is_not_an_address_is_kept() {
        for text in ["root", "John Doe", "a b@c.example", "a@", "@b", "a@b@c", "<>", "\"a@b.example"] {
            assert_eq!(read(text).collect::<Vec<_>>(), [Entry::Text(text.to_owned())]);
        }
    }

    #[test]
    fn addresses_without_a_comma_between_them_are_split() {
        for text in ["A <a@x.example> B <b@x.example>", "A <a@x.example> =?utf-8?q?=2C_B?= <b@x.example>"] {
            assert_eq!(addresses(text), ["a@x.example", "b@x.example"], "{text}");
        }
    }

    #[test]
    fn an_invalid_entry_does_not_affect_its_neighbors() {
        assert_eq!(
            read("John Doe, a@x.example, <b@x.example, c@x.example").collect::<Vec<_>>(),
            [
                Entry::Text("John Doe".to_owned()),
                Entry::Address("a@x.example".to_owned()),
                Entry::Address("b@x.example".to_owned()),
                Entry::Address("c@x.example".to_owned()),
            ]
        );
    }
}
