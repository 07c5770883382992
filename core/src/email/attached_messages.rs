//! Splits attached messages (`message/rfc822`) into their parts: their attachments become attachments of the outer message.

use super::content::Contents;
use super::draft::{Attachment, MailLimits};
use super::header;
use super::problem::{ProblemCode, Problems};
use super::smime;
use super::structure::{self, Used};

/// Maximum nesting of attached messages that are split. Each level is stored once more.
const MAX_DEPTH: usize = 2;

/// Fields that programs write into each message that is sent.
const SENT: [&str; 5] = ["Received", "Return-Path", "Message-ID", "MIME-Version", "Delivered-To"];

/// Number of lines of a file in which these fields are searched.
const MAX_HEADER_LINES: usize = 200;

/// Adds the attachments of attached messages, each after its message. The limits apply to all parts together.
pub(super) fn open_all(
    attachments: Vec<Attachment>,
    used: &mut Used,
    limits: &MailLimits,
    problems: &mut Problems,
) -> Vec<Attachment> {
    let mut found = Vec::with_capacity(attachments.len());
    add(attachments, 1, used, limits, problems, &mut found);
    found
}

fn add(
    attachments: Vec<Attachment>,
    depth: usize,
    used: &mut Used,
    limits: &MailLimits,
    problems: &mut Problems,
    found: &mut Vec<Attachment>,
) {
    for mut attachment in attachments {
        attachment.is_nested = depth > 1
            || attachment.content_type.starts_with("message/")
            || is_message(&attachment)
            || begins_with_header(&attachment.content);
        let inner = is_message(&attachment).then(|| open(&attachment, depth, used, limits, problems));
        found.push(attachment);
        add(inner.unwrap_or_default(), depth + 1, used, limits, problems, found);
    }
}

fn is_message(attachment: &Attachment) -> bool {
    let is_named = || attachment.name.to_ascii_lowercase().ends_with(".eml");
    attachment.content_type == "message/rfc822" || is_named()
}

/// Whether a file begins with the header of a message that was sent: a mail server may return a message as a file.
fn begins_with_header(content: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let name = |line| header::field_name(line).map(<[u8]>::trim_ascii_end).filter(|name| name.iter().all(is_letter));
    let lines = content.split_inclusive(|byte| *byte == b'\n').take(MAX_HEADER_LINES);
    let header = lines.take_while(|line| name(line).is_some() || header::is_continuation(line));
    header.filter_map(name).any(|name| SENT.iter().any(|sent| name.eq_ignore_ascii_case(sent.as_bytes())))
}

/// The attachments of an attached message. One problem reports that it was not split completely.
fn open(
    message: &Attachment,
    depth: usize,
    used: &mut Used,
    limits: &MailLimits,
    problems: &mut Problems,
) -> Vec<Attachment> {
    if depth > MAX_DEPTH {
        let detail = format!("messages are nested deeper than {MAX_DEPTH} levels");
        problems.add(ProblemCode::UnreadAttachedMessage, &message.name, detail);
        return Vec::new();
    }
    let mut own_problems = Problems::default();
    let structure = structure::scan(&message.content, used, limits, &mut own_problems);
    let signed = smime::signed_contents(&structure.parts, limits, &mut own_problems);
    let structure = smime::insert(structure, &signed, used, limits, &mut own_problems);
    let attachments = Contents::of(&structure.parts, limits, &mut own_problems).attachments(&mut own_problems);
    if let Some(problem) = own_problems.quarantining() {
        problems.add(ProblemCode::UnreadAttachedMessage, &message.name, problem.detail.clone());
    }
    for problem in own_problems.unopened_containers() {
        problems.add(problem.code, &message.name, problem.detail.clone());
    }
    attachments
}
