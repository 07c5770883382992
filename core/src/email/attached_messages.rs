//! Splits attached messages (`message/rfc822`) into their parts: their attachments become attachments of the outer message.

use super::content::Contents;
use super::draft::{Attachment, MailLimits};
use super::problem::{ProblemCode, Problems};
use super::smime;
use super::structure::{self, Used};

/// Maximum nesting of attached messages that are split. Each level is stored once more.
const MAX_DEPTH: usize = 2;

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
        attachment.is_nested = depth > 1 || attachment.content_type.starts_with("message/") || is_message(&attachment);
        let inner = is_message(&attachment).then(|| open(&attachment, depth, used, limits, problems));
        found.push(attachment);
        add(inner.unwrap_or_default(), depth + 1, used, limits, problems, found);
    }
}

fn is_message(attachment: &Attachment) -> bool {
    let is_named = || attachment.name.to_ascii_lowercase().ends_with(".eml");
    attachment.content_type == "message/rfc822" || is_named()
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
