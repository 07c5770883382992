//! Parses header blocks: fields, media types, dates and message identifiers.

use chrono::{DateTime, FixedOffset, Month, NaiveDate, NaiveTime, Timelike};
use mailparse::{ParsedContentType, parse_content_type};

use super::draft::MailLimits;
use super::problem::{ProblemCode, Problems, excerpt};
use super::{encoded_words, transfer};

/// Ordinary fields are shorter. Parsing a long one is expensive.
const LONGEST_PARAMETERS: usize = 16 << 10;

pub(super) struct Fields<'a>(Vec<(&'a [u8], &'a [u8])>);

impl<'a> Fields<'a> {
    pub(super) fn read(block: &'a [u8]) -> Self {
        let mut fields: Vec<(&[u8], &[u8])> = Vec::new();
        // Where the value of the last field begins. `None` if another line ended the field.
        let (mut open, mut at) = (None, 0);
        for line in block.split_inclusive(|&byte| byte == b'\n') {
            let end = at + line.len();
            if let Some(name) = field_name(line) {
                let value = at + name.len() + 1;
                open = Some(value);
                fields.push((name.trim_ascii_end(), &block[value..end]));
            } else if let (true, Some(value), Some(field)) = (is_continuation(line), open, fields.last_mut()) {
                field.1 = &block[value..end];
            } else {
                open = None;
            }
            at = end;
        }
        Fields(fields)
    }

    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = String> {
        self.matching(move |key| key.eq_ignore_ascii_case(name.as_bytes()))
    }

    pub(super) fn matching(&self, is_wanted: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = String> {
        self.0.iter().filter(move |(name, _)| is_wanted(name)).map(|(_, value)| unfold(value))
    }

    pub(super) fn first(&self, name: &str) -> Option<String> {
        self.all(name).next()
    }
}

pub(super) fn field_name(line: &[u8]) -> Option<&[u8]> {
    let name = &line[..line.iter().position(|&byte| byte == b':')?];
    let trimmed = name.trim_ascii_end();
    (!trimmed.is_empty() && trimmed.iter().all(u8::is_ascii_graphic)).then_some(name)
}

pub(super) fn is_continuation(line: &[u8]) -> bool {
    matches!(line.first(), Some(b' ' | b'\t'))
}

pub(super) fn is_mailbox_separator(line: &[u8]) -> bool {
    line.strip_prefix(b">").unwrap_or(line).starts_with(b"From ")
}

fn unfold(value: &[u8]) -> String {
    let bytes = value.iter().copied().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    transfer::decode(bytes, None).text.trim().to_owned()
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MediaType {
    /// `type/subtype` in lower case.
    pub essence: String,
    pub charset: Option<String>,
    pub name: Option<String>,
    pub boundary: Option<String>,
    /// Whether lines that end in a blank go on (`format=flowed`).
    pub is_flowed: bool,
    /// Whether that blank is not part of the text (`delsp=yes`).
    pub deletes_space: bool,
}

impl MediaType {
    pub(super) fn plain(essence: &str) -> Self {
        MediaType {
            essence: essence.to_owned(),
            charset: None,
            name: None,
            boundary: None,
            is_flowed: false,
            deletes_space: false,
        }
    }

    pub(super) fn read(text: &str, place: &str, limits: &MailLimits, problems: &mut Problems) -> Option<Self> {
        let ParsedContentType { mimetype, mut params, .. } = parse_content_type(bounded(text, place, limits, problems));
        let essence = essence(&mimetype);
        if !is_essence(&essence) {
            let detail = format!("\"{}\" is not a media type", excerpt(text));
            problems.add(ProblemCode::UnreadableContentType, place, detail);
            return None;
        }
        let is =
            |parameter: Option<&String>, value| parameter.is_some_and(|text| text.trim().eq_ignore_ascii_case(value));
        Some(MediaType {
            is_flowed: essence == "text/plain" && is(params.get("format"), "flowed"),
            deletes_space: is(params.get("delsp"), "yes"),
            essence,
            charset: params.remove("charset"),
            name: params.remove("name"),
            boundary: params.remove("boundary"),
        })
    }
}

/// The field without parameters beyond the limit.
pub(super) fn bounded<'t>(text: &'t str, place: &str, limits: &MailLimits, problems: &mut Problems) -> &'t str {
    let most = if text.len() > LONGEST_PARAMETERS { 0 } else { limits.parameters };
    match text.match_indices(';').nth(most).map(|(index, _)| index) {
        Some(end) => {
            let detail = format!("there are more than {} parameters, or they are very long", limits.parameters);
            problems.add(ProblemCode::TooManyParameters, place, detail);
            &text[..end]
        }
        None => text,
    }
}

/// A media type without its parameters: `type/subtype` without the comments and blanks that RFC 2045 permits. An old name of attached
/// messages becomes the usual one.
pub(super) fn essence(written: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::new();
    for letter in written.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let (kind, subtype) = plain.split_once('/').unwrap_or((&plain, ""));
    // Old mailers write further words behind the type.
    let subtype = subtype.split_whitespace().next().unwrap_or_default();
    let essence = format!("{}/{subtype}", kind.trim());
    if essence == "text/rfc822" { "message/rfc822".to_owned() } else { essence }
}

fn is_essence(text: &str) -> bool {
    let is_token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-%'*`{|}~".contains(&byte))
    };
    text.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identifiers {
    pub ids: Vec<String>,
    /// Whether the field has other text.
    pub stray: bool,
    /// Whether identifiers beyond the limit were ignored.
    pub more: bool,
}

pub(super) fn identifiers(text: &str, most: usize) -> Identifiers {
    let text = encoded_words::decode(text);
    let mut found = Identifiers { ids: Vec::new(), stray: false, more: false };
    let mut rest = text.as_str();
    while let Some((before, (inside, after))) =
        rest.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)))
    {
        found.stray |= before.contains(|c: char| !c.is_whitespace() && c != ',');
        let inside: String = inside.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        if !inside.is_empty() {
            found.add(format!("<{inside}>"), most);
        }
        rest = after;
    }
    if !rest.trim().is_empty() {
        found.stray = true;
    }
    if found.ids.is_empty() {
        for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
            found.add(word.to_owned(), most);
        }
    }
    found
}

impl Identifiers {
    fn add(&mut self, id: String, most: usize) {
        if self.ids.len() < most {
            self.ids.push(id);
        } else {
            self.more = true;
        }
    }
}

/// Maximum length of the date field. Ordinary dates, even with a comment, are shorter.
const MAX_DATE_LENGTH: usize = 256;

/// Bytes of a numeric offset: `+02:00`.
const LONGEST_OFFSET: usize = 6;

/// Parses a date. The day of the week is ignored, because it is often wrong. A date without an offset is invalid: a guess could be
/// wrong by a day.
pub(super) fn date(text: &str) -> Option<DateTime<FixedOffset>> {
    if text.len() > MAX_DATE_LENGTH {
        return None;
    }
    let text = without_comments(text);
    let text = text.trim();
    if let Ok(date) = DateTime::parse_from_rfc3339(text) {
        return Some(date);
    }
    let text = text.split_once(',').map_or(text, |(_, rest)| rest);
    let mut words = text.split_ascii_whitespace().peekable();
    words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let day = words.next()?.parse().ok()?;
    let month = month(words.next()?)?;
    let date = NaiveDate::from_ymd_opt(year(words.next()?)?, month, day)?;
    let time = time(words.next()?)?;
    let offset = offset(words.next()?)?;
    date.and_time(time).and_local_timezone(offset).single()
}

/// Removes comments. Works without recursion, however deep they are nested.
pub(super) fn without_comments(text: &str) -> String {
    let (mut depth, mut escaped) = (0_usize, false);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if depth > 0 => escaped = true,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// The month by its first three letters: mailers write `Sep`, `Sept` and `September`.
fn month(word: &str) -> Option<u32> {
    Some(word.get(..3)?.parse::<Month>().ok()?.number_from_month())
}

/// Parses a year. Two and three digits are completed as in RFC 5322.
fn year(word: &str) -> Option<i32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let year: i32 = word.parse().ok().filter(|_| digits)?;
    match (word.len(), year) {
        (2, 0..=49) => Some(year + 2000),
        (2 | 3, _) => Some(year + 1900),
        (4, 1900..) => Some(year),
        _ => None,
    }
}

/// Parses a time. A leap second becomes the second before it.
fn time(word: &str) -> Option<NaiveTime> {
    ["%H:%M:%S", "%H:%M"].iter().find_map(|form| NaiveTime::parse_from_str(word, form).ok())?.with_nanosecond(0)
}

fn offset(word: &str) -> Option<FixedOffset> {
    let hours = match word.to_ascii_uppercase().as_str() {
        "GMT" | "UT" | "UTC" | "Z" => 0,
        "EDT" => -4,
        "EST" | "CDT" => -5,
        "CST" | "MDT" => -6,
        "MST" | "PDT" => -7,
        "PST" => -8,
        // chrono ignores what follows the offset, so longer words are rejected here.
        _ => return word.parse().ok().filter(|_| word.len() <= LONGEST_OFFSET),
    };
    FixedOffset::east_opt(hours * 3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media(text: &str) -> Option<MediaType> {
        MediaType::read(text, "Content-Type", &MailLimits::default(), &mut Problems::default())
    }

    #[test]
    fn folded_lines_are_joined_and_names_are_case_insensitive() {
        let fields = Fields::read(b"SUBJECT : one\r\n two\r\nTo:a@b.example\r\nsubject:again\r\n");
        assert_eq!(fields.all("Subject").collect::<Vec<_>>(), ["one two", "again"]);
        assert_eq!(fields.first("to").as_deref(), Some("a@b.example"));
        assert_eq!(fields.first("cc"), None);
    }

    #[test]
    fn a_media_type_is_put_into_lower_case_without_comments() {
        let media = media("Text/HTML (for you); Charset=\"utf-8\"; name*0=a; name*1=b.html").unwrap();
        assert_eq!(media.essence, "text/html");
        assert_eq!((media.charset.as_deref(), media.name.as_deref()), (Some("utf-8"), Some("ab.html")));
    }

    #[test]
    fn an_invalid_media_type_is_rejected() {
        for text in ["", "text", "text/", "/plain", "te xt/plain", "text/pl@in"] {
            assert_eq!(media(text), None, "{text}");
        }
    }

    fn ids(text: &str) -> (Vec<String>, bool) {
        let found = identifiers(text, 10);
        (found.ids, found.stray)
    }

    fn owned(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|&id| id.to_owned()).collect()
    }

    #[test]
    fn identifiers_are_split_with_or_without_blanks() {
        assert_eq!(ids("<a@x> <b@x><c@x>\t<d @x>"), (owned(&["<a@x>", "<b@x>", "<c@x>", "<d@x>"]), false));
        assert_eq!(ids(""), (Vec::new(), false));
    }

    #[test]
    fn encoded_identifiers_are_decoded() {
        assert_eq!(ids("=?utf-8?Q?=3Ca=40x=3E?= =?utf-8?Q?_=3Cb=40x=3E?="), (owned(&["<a@x>", "<b@x>"]), false));
    }

    #[test]
    fn text_around_identifiers_is_reported_and_words_without_brackets_are_identifiers() {
        assert_eq!(ids("Your mail of Monday <a@x>"), (owned(&["<a@x>"]), true));
        assert_eq!(ids("a@x b@x"), (owned(&["a@x", "b@x"]), true));
        assert_eq!(ids("<a@x> <b"), (owned(&["<a@x>"]), true));
    }

    #[test]
    fn identifiers_beyond_the_limit_are_ignored() {
        let found = identifiers(&"<a@x>".repeat(20), 10);
        assert_eq!((found.ids.len(), found.more), (10, true));
    }

    fn rfc3339(text: &str) -> Option<String> {
        date(text).map(|date| date.to_rfc3339())
    }

    #[test]
    fn dates_keep_their_offset() {
        for (text, date) in [
            ("Tue, 22 Jul 2025 09:05:07 +0200", "2025-07-22T09:05:07+02:00"),
            ("22 Jul 2025 09:05 -0330 (Newfoundland (\\) standard) time)", "2025-07-22T09:05:00-03:30"),
            ("Mon, 22 July 25 9:05:07 GMT", "2025-07-22T09:05:07+00:00"),
            ("Fri,1 jan 99 00:00:60 EST", "1999-01-01T00:00:59-05:00"),
            ("Tue 22 Jul 2025 09:05:07 +02:00", "2025-07-22T09:05:07+02:00"),
            ("2025-07-22T09:05:07Z", "2025-07-22T09:05:07+00:00"),
            ("Thu, 01 Jan 1970 00:00:00 -0000", "1970-01-01T00:00:00+00:00"),
        ] {
            assert_eq!(rfc3339(text).as_deref(), Some(date), "{text}");
        }
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in [
            "",
            "yesterday",
            "Tue, 22 Jul 2025 09:05:07",
            "Tue, 31 Feb 2025 09:05:07 +0000",
            "Tue, 22 Jul 2025 25:05:07 +0000",
            "Tue, 22 Jul 12025 09:05:07 +0000",
            "Tue, 22 Jul 2025 09:05:07 +9999",
            "Tue, 22 Ju 2025 09:05:07 +0000",
            "Tue, 22 Jul 2025 09:05:07 +02é",
        ] {
            assert_eq!(rfc3339(text), None, "{text}");
        }
        assert_eq!(rfc3339(&"(".repeat(1_000_000)), None);
    }
}
