//! Tests with complete messages.

mod containers;
mod hostile;
mod limits;
mod messages;

use super::{Draft, MailLimits, ProblemCode, read};

fn draft(message: &str) -> Draft {
    read(message.as_bytes(), &MailLimits::default())
}

fn codes(draft: &Draft) -> Vec<ProblemCode> {
    draft.problems.iter().map(|problem| problem.code).collect()
}
