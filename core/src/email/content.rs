//! The parts of a message sorted into the body and the attachments.

use mailparse::{DispositionType, parse_content_disposition};

use super::Attachment;
use super::MailLimits;
use super::header::{Fields, bounded};
use super::problem::{ProblemCode, Problems, excerpt};
use super::structure::Part;
use super::{file_name, transfer, words};

/// A text in so many bytes for each of its own is read: more than any transfer encoding of an honest text takes.
const WRITTEN_BYTES: usize = 4;

/// A part with what its header says about showing it.
struct Piece<'a> {
    part: &'a Part<'a>,
    attached: bool,
    inline: bool,
    name: Option<String>,
    content_id: Option<String>,
    encoding: String,
}

/// The body and the attachments among `parts`.
///
/// The body is the first plain text that is not an attachment, else the first HTML. Other versions of it (in the same
/// `multipart/alternative`) say the same again and are left out; everything else is an attachment.
pub(super) fn sort(
    parts: &[Part<'_>],
    limits: &MailLimits,
    problems: &mut Problems,
) -> (Option<String>, Vec<Attachment>) {
    let pieces: Vec<_> = parts.iter().map(|part| Piece::of(part, limits, problems)).collect();
    let alone = parts.len() == 1;
    let first = |essence| pieces.iter().position(|piece| piece.can_be_body(essence, alone));
    let body = first("text/plain").or_else(|| first("text/html"));
    let alternative = body.and_then(|index| pieces[index].part.alternative);
    let mut attachments = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        if Some(index) != body && !piece.is_version_of(alternative) && !piece.is_nothing() {
            attachments.push(piece.attachment(attachments.len() + 1, problems));
        }
    }
    (body.map(|index| pieces[index].text(limits.text_bytes, problems)), attachments)
}

impl<'a> Piece<'a> {
    fn of(part: &'a Part<'a>, limits: &MailLimits, problems: &mut Problems) -> Self {
        let fields = Fields::read(part.header);
        let said = fields.first("Content-Disposition");
        let disposition =
            said.as_deref().map(|text| parse_content_disposition(bounded(text, &part.place(), limits, problems)));
        let kind = disposition.as_ref().map(|said| &said.disposition);
        let attached = kind.is_some_and(|kind| !matches!(kind, DispositionType::Inline));
        let content_id = fields.first("Content-ID").map(|id| id.trim_matches(['<', '>', ' ']).to_owned());
        let content_id = content_id.filter(|id| !id.is_empty());
        let inline = !attached && (kind.is_some() || content_id.is_some() || part.related);
        let name = disposition.and_then(|mut said| said.params.remove("filename")).or_else(|| part.media.name.clone());
        let encoding = fields.first("Content-Transfer-Encoding").unwrap_or_default();
        let encoding = encoding.split(|c: char| c.is_whitespace() || matches!(c, '(' | ';')).next().unwrap_or_default();
        Piece { part, attached, inline, name, content_id, encoding: encoding.to_ascii_lowercase() }
    }

    /// A text with a file name is a document, unless it is all there is.
    fn can_be_body(&self, essence: &str, alone: bool) -> bool {
        self.part.media.essence == essence && !self.attached && (self.name.is_none() || alone)
    }

    /// Whether this is the body again in another form. An invitation beside it is not: it says more.
    fn is_version_of(&self, alternative: Option<usize>) -> bool {
        let essence = &self.part.media.essence;
        let text = essence.starts_with("text/") && essence != "text/calendar";
        alternative.is_some() && self.part.alternative == alternative && text && !self.attached && self.name.is_none()
    }

    /// Mailers and mailing lists leave blank texts between attachments.
    fn is_nothing(&self) -> bool {
        let text = self.part.media.essence.starts_with("text/");
        text && !self.attached && self.name.is_none() && self.part.content.trim_ascii().is_empty()
    }

    /// The text, `most` bytes of it. What will not be kept is not decoded either: it could be many times as large.
    fn text(&self, most: usize, problems: &mut Problems) -> String {
        let place = self.part.place();
        let label = self.part.media.charset.as_deref();
        let written = self.part.content;
        let read = &written[..written.len().min(most.saturating_mul(WRITTEN_BYTES))];
        let cut = read.len() < written.len();
        let decoded = transfer::decode(self.bytes(read, problems), label);
        if decoded.unknown {
            let detail = format!("the charset \"{}\" is not known", excerpt(label.unwrap_or_default()));
            problems.add(ProblemCode::UnknownCharset, &place, detail);
        }
        let mut text = plain_lines(decoded.text);
        if cut {
            // The last character may be half of one.
            text.truncate(text.trim_end_matches('\u{FFFD}').len());
        }
        let whole = text.len();
        text.truncate(file_name::beginning(&text, most).len());
        if decoded.damaged && text.contains('\u{FFFD}') {
            problems.add(ProblemCode::DamagedText, &place, "some bytes mean nothing in its charset");
        }
        if cut || text.len() < whole {
            problems.add(
                ProblemCode::TextTooLarge,
                &place,
                format!("its text is longer than the {most} bytes allowed"),
            );
        }
        text
    }

    /// `content` of this piece with its transfer encoding undone.
    fn bytes(&self, content: &[u8], problems: &mut Problems) -> Vec<u8> {
        match self.encoding.as_str() {
            "base64" => {
                let (bytes, damaged) = transfer::base64(content);
                // One that is read in part may end within a group.
                if damaged && content.len() == self.part.content.len() {
                    problems.add(ProblemCode::DamagedBase64, &self.part.place(), "the base64 content is damaged");
                }
                bytes
            }
            "quoted-printable" => transfer::quoted_printable(content),
            "" | "7bit" | "8bit" | "binary" => content.to_vec(),
            other => {
                let detail = format!("the transfer encoding \"{}\" is not known", excerpt(other));
                problems.add(ProblemCode::UnknownEncoding, &self.part.place(), detail);
                content.to_vec()
            }
        }
    }

    /// This piece as the `number`th attachment.
    fn attachment(&self, number: usize, problems: &mut Problems) -> Attachment {
        let essence = &self.part.media.essence;
        let given = self.name.as_deref().map(words::decode).filter(|name| !name.is_empty());
        let name = given.as_deref().and_then(file_name::safe);
        if let Some(given) = given.filter(|given| name.as_ref() != Some(given)) {
            let detail = format!("the name \"{}\" was not used as it is", excerpt(&given));
            problems.add(ProblemCode::UnsafeFileName, &self.part.place(), detail);
        }
        Attachment {
            name: name.unwrap_or_else(|| file_name::invented(number, essence)),
            content_type: essence.clone(),
            content: self.bytes(self.part.content, problems),
            inline: self.inline,
            content_id: self.content_id.clone(),
        }
    }
}

/// `text` with lines that end in a line feed only, and without NUL, which neither C nor a database can hold in text.
///
/// It works in place: the text may be large.
fn plain_lines(text: String) -> String {
    let mut bytes = text.into_bytes();
    if bytes.contains(&b'\n') {
        bytes.retain(|byte| !matches!(byte, b'\r' | b'\0'));
    } else {
        bytes.retain(|&byte| byte != b'\0');
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    // Single ASCII bytes were touched: it is still UTF-8.
    let mut text = String::from_utf8(bytes).unwrap_or_default();
    if text.starts_with('\u{FEFF}') {
        text.remove(0);
    }
    text
}
