//! Reads the subject and the body of an email message. Attachments are not read: they are separate documents.

use super::file_format::{FileFormat, Limits, Problem};
use super::formats::{on_thread, plain};
use super::guard::Guard;
use super::text::{Text, TextPosition};
use crate::email::{self, Draft, MailLimits};

pub(super) fn read(guard: &Guard, bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let draft = email::read_text(bytes, &MailLimits::default());
    let mut text = Text::default();
    let has_room = text.add(&TextPosition::Subject, &draft.subject, limits.budget());
    let body = body(guard, &draft, limits)?;
    text.lines.extend(body.lines);
    text.is_truncated = body.is_truncated || !has_room;
    Ok(text)
}

/// The HTML, in which rows of tables stay rows; the plain text if there is no HTML, or it cannot be read.
fn body(guard: &Guard, draft: &Draft, limits: &Limits) -> Result<Text, Problem> {
    let plain_text = draft.body.as_deref().filter(|_| draft.body != draft.html);
    let html = draft.html.as_deref().map(|html| on_thread(guard, FileFormat::Html, html.as_bytes(), limits));
    match (html, plain_text) {
        (Some(Ok(text)), _) if !text.lines.is_empty() => Ok(text),
        (_, Some(text)) => Ok(plain(without_quotations(text).as_bytes(), limits)),
        (Some(text), None) => text,
        (None, None) => Ok(Text::default()),
    }
}

/// Removes the lines of earlier messages. Their numbers stay free, so that the positions of other lines do not change.
fn without_quotations(text: &str) -> String {
    let own = |line| if str::starts_with(line, '>') { "" } else { line };
    text.lines().map(own).collect::<Vec<_>>().join("\n")
}
