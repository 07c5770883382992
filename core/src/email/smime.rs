//! Opens opaque S/MIME parts: the signed content takes the place of the part. Signatures are not checked.

use super::cms::{self, Content};
use super::content::Piece;
use super::draft::MailLimits;
use super::problem::{ProblemCode, Problems};
use super::structure::{self, Part, Structure, Used};

/// Maximum number of signatures around each other that are opened.
const MAX_DEPTH: usize = 4;

/// Whether a part of this type is a CMS message. A separate signature has another type.
pub(super) fn is_cms(essence: &str) -> bool {
    matches!(essence, "application/pkcs7-mime" | "application/x-pkcs7-mime")
}

/// The signed contents of a message, each with the index of its part. A part that cannot be opened stays, and a problem says why.
pub(super) fn signed_contents(
    parts: &[Part<'_>],
    limits: &MailLimits,
    problems: &mut Problems,
) -> Vec<(usize, Vec<u8>)> {
    let parts = parts.iter().enumerate().filter(|(_, part)| is_cms(&part.media.essence));
    let mut contents = Vec::new();
    for (index, part) in parts {
        match open(part, limits, problems) {
            Ok(Some(content)) => contents.push((index, content)),
            Ok(None) => {}
            Err(why) => problems.add(ProblemCode::UnopenedContainer, &part.place(), why),
        }
    }
    contents
}

/// The message with the parts of the signed contents in place of the signed parts. Only their `Content-…` fields count.
pub(super) fn insert<'a>(
    mut message: Structure<'a>,
    contents: &'a [(usize, Vec<u8>)],
    used: &mut Used,
    limits: &MailLimits,
    problems: &mut Problems,
) -> Structure<'a> {
    for (index, content) in contents.iter().rev() {
        let inner = structure::scan_entity(content, used, limits, problems);
        for part in inner.parts.iter().filter(|part| is_cms(&part.media.essence)) {
            let why = "the S/MIME content inside other S/MIME content was not opened";
            problems.add(ProblemCode::UnopenedContainer, &part.place(), why);
        }
        message.parts.splice(index..=index, inner.parts);
        message.is_report |= inner.is_report;
    }
    message
}

/// Returns the signed content, `None` for a message without content, or why it cannot be read.
fn open(part: &Part<'_>, limits: &MailLimits, problems: &mut Problems) -> Result<Option<Vec<u8>>, &'static str> {
    let mut message = Piece::of(part, limits, problems).bytes(part.content, problems);
    for _ in 0..MAX_DEPTH {
        let content = match cms::read(&message) {
            Some(Content::Signed(content)) => content,
            Some(Content::Detached) => return Ok(None),
            Some(Content::Encrypted) => return Err("the content is encrypted, and was not opened"),
            Some(Content::Compressed) => return Err("the content is compressed, and was not opened"),
            None => return Err("the S/MIME content is damaged or in an unsupported encoding, and was not opened"),
        };
        match signed_again(&content, limits) {
            Some(inner) => message = inner,
            None => return Ok(Some(content)),
        }
    }
    Err("there are too many signatures around each other, and the content was not opened")
}

/// The CMS message of a content that only consists of one.
fn signed_again(content: &[u8], limits: &MailLimits) -> Option<Vec<u8>> {
    let unreported = &mut Problems::default();
    let inner = structure::scan_entity(content, &mut Used::default(), limits, unreported);
    let [part] = inner.parts.as_slice() else { return None };
    is_cms(&part.media.essence).then(|| Piece::of(part, limits, unreported).bytes(part.content, unreported))
}
