//! Header blocks: fields, their text, and what they say about a part's media type.

use mailparse::{ParsedContentType, parse_content_type};

use super::MailLimits;
use super::problem::{ProblemCode, Problems, excerpt};
use super::transfer;

/// Nobody writes a parameterised field this long, and reading one is not free.
const LONGEST_PARAMETERS: usize = 16 << 10;

/// The fields of one header block, in order: name and value as they are written.
pub(super) struct Fields<'a>(Vec<(&'a [u8], &'a [u8])>);

impl<'a> Fields<'a> {
    /// The fields of `block`. Lines that belong to no field are passed over.
    pub(super) fn read(block: &'a [u8]) -> Self {
        let mut fields: Vec<(&[u8], &[u8])> = Vec::new();
        // Where the value of the last field begins, unless a stray line has ended it.
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

    /// The text of every field called `name`, in order.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = String> {
        self.0.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name.as_bytes())).map(|(_, value)| unfold(value))
    }

    /// The text of the first field called `name`.
    pub(super) fn first(&self, name: &str) -> Option<String> {
        self.all(name).next()
    }
}

/// The name a line begins a field with, as it is written: up to the colon.
pub(super) fn field_name(line: &[u8]) -> Option<&[u8]> {
    let name = &line[..line.iter().position(|&byte| byte == b':')?];
    let written = name.trim_ascii_end();
    (!written.is_empty() && written.iter().all(u8::is_ascii_graphic)).then_some(name)
}

/// Whether a line goes on with the field before it.
pub(super) fn is_continuation(line: &[u8]) -> bool {
    matches!(line.first(), Some(b' ' | b'\t'))
}

/// Whether a line is the separator of a mailbox file, quoted or not.
pub(super) fn is_mailbox_separator(line: &[u8]) -> bool {
    line.strip_prefix(b">").unwrap_or(line).starts_with(b"From ")
}

fn unfold(value: &[u8]) -> String {
    let bytes = value.iter().copied().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    transfer::decode(bytes, None).text.trim().to_owned()
}

/// What a `Content-Type` field says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MediaType {
    /// `type/subtype` in lower case.
    pub essence: String,
    pub charset: Option<String>,
    pub name: Option<String>,
    pub boundary: Option<String>,
}

impl MediaType {
    /// A type without parameters.
    pub(super) fn plain(essence: &str) -> Self {
        MediaType { essence: essence.to_owned(), charset: None, name: None, boundary: None }
    }

    /// Reads the text of a `Content-Type` field.
    pub(super) fn read(text: &str, place: &str, limits: &MailLimits, problems: &mut Problems) -> Option<Self> {
        let ParsedContentType { mimetype, mut params, .. } = parse_content_type(bounded(text, place, limits, problems));
        // Old mailers put comments behind the type.
        let essence = mimetype.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
        if !is_essence(essence) {
            let detail = format!("\"{}\" is not a media type", excerpt(text));
            problems.add(ProblemCode::UnreadableContentType, place, detail);
            return None;
        }
        Some(MediaType {
            essence: essence.to_owned(),
            charset: params.remove("charset"),
            name: params.remove("name"),
            boundary: params.remove("boundary"),
        })
    }

    pub(super) fn is_multipart(&self) -> bool {
        self.essence.starts_with("multipart/")
    }
}

/// The beginning of a field's text that holds no more parameters than allowed, and none when they are far too long.
///
/// Putting continued parameters together takes time in proportion to the square of their number.
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

fn is_essence(text: &str) -> bool {
    let is_token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-%'*`{|}~".contains(&byte))
    };
    text.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media(text: &str) -> Option<MediaType> {
        MediaType::read(text, "Content-Type", &MailLimits::default(), &mut Problems::default())
    }

    #[test]
    fn folded_lines_belong_to_their_field_and_names_are_compared_without_case() {
        let fields = Fields::read(b"SUBJECT : one\r\n two\r\nTo:a@b.example\r\nsubject:again\r\n");
        assert_eq!(fields.all("Subject").collect::<Vec<_>>(), ["one two", "again"]);
        assert_eq!(fields.first("to").as_deref(), Some("a@b.example"));
        assert_eq!(fields.first("cc"), None);
    }

    #[test]
    fn a_media_type_is_lower_case_and_loses_comments() {
        let media = media("Text/HTML (for you); Charset=\"utf-8\"; name*0=a; name*1=b.html").unwrap();
        assert_eq!(media.essence, "text/html");
        assert_eq!((media.charset.as_deref(), media.name.as_deref()), (Some("utf-8"), Some("ab.html")));
    }

    #[test]
    fn what_is_no_media_type_is_refused() {
        for text in ["", "text", "text/", "/plain", "te xt/plain", "text/pl@in"] {
            assert_eq!(media(text), None, "{text}");
        }
    }
}
