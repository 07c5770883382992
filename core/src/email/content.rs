//! Separates the parts of a message into body and attachments, and makes attachment names safe_name.

use mailparse::{DispositionType, parse_content_disposition};

use super::draft::{Attachment, MailLimits};
use super::header::{Fields, bounded};
use super::problem::{ProblemCode, Problems, excerpt};
use super::structure::Part;
use super::{container, encoded_words, flowed, transfer};
use crate::spelling::beginning;

/// Encoded bytes that are read for each byte of text. No transfer encoding needs more for ordinary text.
const ENCODED_BYTES: usize = 4;

pub(super) struct Piece<'a> {
    part: &'a Part<'a>,
    attached: bool,
    inline: bool,
    name: Option<String>,
    content_id: Option<String>,
    encoding: String,
}

/// The parts of a message.
///
/// The body is the first plain text that is not an attachment, otherwise the first HTML. Other versions of it (in the same
/// `multipart/alternative`) are no attachments, and only HTML is read of them. All other parts are attachments.
pub(super) struct Contents<'a> {
    pieces: Vec<Piece<'a>>,
    body: Option<usize>,
    alternative: Option<usize>,
}

impl<'a> Contents<'a> {
    pub(super) fn of(parts: &'a [Part<'a>], limits: &MailLimits, problems: &mut Problems) -> Self {
        let pieces: Vec<_> = parts.iter().map(|part| Piece::of(part, limits, problems)).collect();
        let alone = parts.len() == 1;
        let first = |essence| pieces.iter().position(|piece| piece.can_be_body(essence, alone));
        let body = first("text/plain").or_else(|| first("text/html"));
        let alternative = body.and_then(|index| pieces[index].part.alternative);
        Contents { pieces, body, alternative }
    }

    pub(super) fn attachments(&self, problems: &mut Problems) -> Vec<Attachment> {
        let mut attachments = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            if Some(index) != self.body && !piece.is_version_of(self.alternative) && !piece.is_blank_text() {
                attachments.push(piece.attachment(attachments.len() + 1, problems));
            }
        }
        attachments
    }

    /// The body, and its HTML: the body itself or another version of it.
    pub(super) fn texts(&self, limits: &MailLimits, problems: &mut Problems) -> (Option<String>, Option<String>) {
        let is_html = |piece: &Piece<'_>| piece.part.media.essence == "text/html";
        let Some(piece) = self.body.map(|index| &self.pieces[index]) else { return (None, None) };
        let body = piece.text(limits.text_bytes, problems);
        if is_html(piece) {
            return (Some(body.clone()), Some(body));
        }
        let html = self.pieces.iter().find(|piece| is_html(piece) && piece.is_version_of(self.alternative));
        // The problems of a version that is not the body are not reported.
        let html = html.map(|piece| piece.text(limits.text_bytes, &mut Problems::default()));
        (Some(body), html)
    }
}

impl<'a> Piece<'a> {
    pub(super) fn of(part: &'a Part<'a>, limits: &MailLimits, problems: &mut Problems) -> Self {
        let fields = Fields::read(part.header);
        let field = fields.first("Content-Disposition");
        let disposition =
            field.as_deref().map(|text| parse_content_disposition(bounded(text, &part.place(), limits, problems)));
        let kind = disposition.as_ref().map(|parsed| &parsed.disposition);
        let attached = kind.is_some_and(|kind| !matches!(kind, DispositionType::Inline));
        let content_id = fields.first("Content-ID").map(|id| id.trim_matches(['<', '>', ' ']).to_owned());
        let content_id = content_id.filter(|id| !id.is_empty());
        let inline = !attached && (kind.is_some() || content_id.is_some() || part.related);
        let name =
            disposition.and_then(|mut parsed| parsed.params.remove("filename")).or_else(|| part.media.name.clone());
        let encoding = fields.first("Content-Transfer-Encoding").unwrap_or_default();
        let encoding = encoding.split(|c: char| c.is_whitespace() || matches!(c, '(' | ';')).next().unwrap_or_default();
        Piece { part, attached, inline, name, content_id, encoding: encoding.to_ascii_lowercase() }
    }

    fn can_be_body(&self, essence: &str, alone: bool) -> bool {
        self.part.media.essence == essence && !self.attached && (self.name.is_none() || alone)
    }

    fn is_version_of(&self, alternative: Option<usize>) -> bool {
        let essence = &self.part.media.essence;
        let text = essence.starts_with("text/") && essence != "text/calendar";
        alternative.is_some() && self.part.alternative == alternative && text && !self.attached && self.name.is_none()
    }

    /// Mailers and mailing lists add blank texts between attachments.
    fn is_blank_text(&self) -> bool {
        let text = self.part.media.essence.starts_with("text/");
        text && !self.attached && self.name.is_none() && self.part.content.trim_ascii().is_empty()
    }

    /// Decodes at most `most` bytes of text. The rest is not decoded: it could be many times as large.
    fn text(&self, most: usize, problems: &mut Problems) -> String {
        let place = self.part.place();
        let label = self.part.media.charset.as_deref();
        let encoded = self.part.content;
        let read = &encoded[..encoded.len().min(most.saturating_mul(ENCODED_BYTES))];
        let cut = read.len() < encoded.len();
        let decoded = transfer::decode(self.bytes(read, problems), label);
        if decoded.unknown {
            let detail = format!("the charset \"{}\" is unknown", excerpt(label.unwrap_or_default()));
            problems.add(ProblemCode::UnknownCharset, &place, detail);
        }
        let mut text = plain_lines(decoded.text);
        if cut {
            text.truncate(text.trim_end_matches('\u{FFFD}').len());
        }
        let full_length = text.len();
        text.truncate(beginning(&text, most).len());
        if decoded.damaged && text.contains('\u{FFFD}') {
            problems.add(ProblemCode::DamagedText, &place, "some bytes are invalid in the charset of the text");
        }
        if cut || text.len() < full_length {
            problems.add(
                ProblemCode::TextTooLarge,
                &place,
                format!("the text is longer than the limit of {most} bytes"),
            );
        }
        text
    }

    pub(super) fn bytes(&self, content: &[u8], problems: &mut Problems) -> Vec<u8> {
        let decoded = self.decoded(content, problems);
        let media = &self.part.media;
        if media.is_flowed { flowed::join(&decoded, media.deletes_space) } else { decoded }
    }

    fn decoded(&self, content: &[u8], problems: &mut Problems) -> Vec<u8> {
        match self.encoding.as_str() {
            "base64" => {
                let (bytes, damaged) = transfer::base64(content);
                // A truncated text may end inside a group.
                if damaged && content.len() == self.part.content.len() {
                    problems.add(ProblemCode::DamagedBase64, &self.part.place(), "the base64 content is invalid");
                }
                bytes
            }
            "quoted-printable" => transfer::quoted_printable(content),
            "" | "7bit" | "8bit" | "binary" => content.to_vec(),
            other => {
                let detail = format!("the transfer encoding \"{}\" is unknown", excerpt(other));
                problems.add(ProblemCode::UnknownEncoding, &self.part.place(), detail);
                content.to_vec()
            }
        }
    }

    fn attachment(&self, number: usize, problems: &mut Problems) -> Attachment {
        let essence = &self.part.media.essence;
        let stated = self.name.as_deref().map(encoded_words::decode).filter(|name| !name.is_empty());
        let name = stated.as_deref().and_then(safe_name);
        if let Some(stated) = stated.filter(|stated| name.as_ref() != Some(stated)) {
            let detail = format!("the file name \"{}\" was changed", excerpt(&stated));
            problems.add(ProblemCode::UnsafeFileName, &self.part.place(), detail);
        }
        let name = name.unwrap_or_else(|| default_name(number, essence));
        if let Some(kind) = container::kind(essence, &name) {
            let detail = format!("\"{}\" is {kind}, and was not opened", excerpt(&name));
            problems.add(ProblemCode::UnopenedContainer, &self.part.place(), detail);
        }
        Attachment {
            name,
            content_type: essence.clone(),
            content: self.bytes(self.part.content, problems),
            inline: self.inline,
            content_id: self.content_id.clone(),
            is_nested: false,
        }
    }
}

/// Converts line ends to LF and removes NUL, which neither C nor databases allow in text. Works in place, because the text may be
/// large.
fn plain_lines(text: String) -> String {
    let mut bytes = text.into_bytes();
    if bytes.contains(&b'\n') {
        bytes.retain(|byte| !matches!(byte, b'\r' | b'\0'));
    } else {
        bytes.retain(|&byte| byte != b'\0');
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    // Only ASCII bytes were changed: it is still UTF-8.
    let mut text = String::from_utf8(bytes).unwrap_or_default();
    if text.starts_with('\u{FEFF}') {
        text.remove(0);
    }
    text
}

/// Maximum length of a file name, in bytes. File systems allow 255, so a counter can be added.
const MAX_NAME_LENGTH: usize = 200;

const LONGEST_EXTENSION: usize = 16;

/// The last component of a path, without invisible characters, characters that change the reading direction (`exe.fdp` shown as
/// `pdf.exe`), and characters that file systems reserve. `None` if nothing is left.
pub(crate) fn safe_name(stated: &str) -> Option<String> {
    let base = stated.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let visible: String = base.chars().filter(|&c| !is_hidden(c)).map(replace_reserved).collect();
    let name = visible.trim_start_matches([' ', '.']).trim().trim_end_matches([' ', '.']);
    if name.is_empty() {
        return None;
    }
    let name = shorten(name);
    Some(if is_device(&name) { format!("_{name}") } else { name })
}

pub(super) fn default_name(number: usize, essence: &str) -> String {
    let stem = if essence == "message/rfc822" { "message" } else { "attachment" };
    format!("{stem}-{number}.{}", extension(essence))
}

fn is_hidden(c: char) -> bool {
    let invisible = matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}');
    c.is_control() || invisible || matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

fn replace_reserved(c: char) -> char {
    match c {
        '<' | '>' | ':' | '"' | '|' | '?' | '*' => '_',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

fn shorten(name: &str) -> String {
    if name.len() <= MAX_NAME_LENGTH {
        return name.to_owned();
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension.is_empty() || extension.len() > LONGEST_EXTENSION {
        return beginning(name, MAX_NAME_LENGTH).to_owned();
    }
    let stem = beginning(name, MAX_NAME_LENGTH - extension.len() - 1);
    format!("{stem}.{extension}")
}

/// Whether the name is a device name of Windows, with any extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    match stem.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" => true,
        stem => {
            let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
            port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
        }
    }
}

fn extension(essence: &str) -> &'static str {
    match essence {
        "application/pdf" => "pdf",
        "application/zip" | "application/x-zip-compressed" => "zip",
        "application/json" => "json",
        "application/xml" | "text/xml" => "xml",
        "application/edifact" | "application/edi-x12" => "edi",
        "application/msword" => "doc",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => "docx",
        "application/vnd.ms-excel" => "xls",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => "xlsx",
        "application/rtf" | "text/rtf" => "rtf",
        "application/ms-tnef" => "dat",
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/gif" => "gif",
        "image/tiff" => "tiff",
        "message/rfc822" => "eml",
        "text/html" => "html",
        "text/csv" => "csv",
        "text/calendar" => "ics",
        _ if essence.starts_with("text/") || essence.starts_with("message/") => "txt",
        _ => "bin",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_component_of_a_path_is_kept() {
        for path in ["arrival.pdf", "/etc/arrival.pdf", "C:\\docs\\arrival.pdf", "../../arrival.pdf", "a/arrival.pdf/"]
        {
            assert_eq!(safe_name(path).as_deref(), Some("arrival.pdf"), "{path}");
        }
    }

    #[test]
    fn invisible_and_reserved_characters_are_removed_or_replaced() {
        assert_eq!(safe_name("in\u{202E}fdp\0.e\r\nxe").as_deref(), Some("infdp.exe"));
        assert_eq!(safe_name("a:b?.pdf. ").as_deref(), Some("a_b_.pdf"));
        assert_eq!(safe_name(".htaccess").as_deref(), Some("htaccess"));
        assert_eq!(safe_name("Nul.txt").as_deref(), Some("_Nul.txt"));
        assert_eq!(safe_name("到货通知.pdf").as_deref(), Some("到货通知.pdf"));
    }

    #[test]
    fn unusable_names_are_ignored() {
        for name in ["", "..", "/", "\u{202E}", " . ", "a/\0"] {
            assert_eq!(safe_name(name), None, "{name:?}");
        }
    }

    #[test]
    fn long_names_keep_their_extension() {
        let name = safe_name(&format!("{}.pdf", "ü".repeat(500))).unwrap();
        assert!(name.len() <= MAX_NAME_LENGTH && name.ends_with("ü.pdf"), "{name}");
        assert!(safe_name(&"x".repeat(500)).unwrap().len() <= MAX_NAME_LENGTH);
    }

    #[test]
    fn default_names_have_the_extension_of_the_type() {
        assert_eq!(default_name(3, "application/pdf"), "attachment-3.pdf");
        assert_eq!(default_name(1, "message/rfc822"), "message-1.eml");
        assert_eq!(default_name(2, "application/octet-stream"), "attachment-2.bin");
    }
}
