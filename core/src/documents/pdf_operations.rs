//! Measures the content of pages and forms of PDFs before it is interpreted: the interpreter keeps nested states, the glyphs of an operation
//! and the content of nested forms in memory.

use hayro_interpret::hayro_syntax::content::TypedIter;
use hayro_interpret::hayro_syntax::content::ops::TypedInstruction;
use hayro_interpret::hayro_syntax::object::{Object, String as PdfString};

use super::file_format::Problem;
use super::guard::Stop;

/// Maximum size of the content of a page or form, in bytes. Pages of text have far less; drawings may have more, and are not read. Forms can
/// be nested fifty deep.
const MAX_CONTENT: usize = 4 << 20;

/// Maximum number of saved graphics states in one content. The standard recommends at most 28.
const MAX_SAVED_STATES: usize = 1_000;

/// Maximum size of the text of one operation, in bytes.
const MAX_TEXT: usize = 400_000;

pub(super) fn check(content: &[u8], stop: &Stop) -> Result<(), Problem> {
    if content.len() > MAX_CONTENT {
        return Err(exceeds("bytes of content", MAX_CONTENT));
    }
    let (mut operations, mut saved) = (TypedIter::new(content), 0_usize);
    while let Some(operation) = operations.next() {
        stop.check()?;
        match operation {
            TypedInstruction::SaveState(_) => saved += 1,
            TypedInstruction::RestoreState(_) => saved = saved.saturating_sub(1),
            TypedInstruction::ShowText(text) => check_text(text.0.as_bytes().len())?,
            TypedInstruction::NextLineAndShowText(text) => check_text(text.0.as_bytes().len())?,
            TypedInstruction::ShowTextWithParameters(text) => check_text(text.2.as_bytes().len())?,
            TypedInstruction::ShowTexts(texts) => {
                let length =
                    |item: Object<'_>| item.into_string().map_or(0, |text: PdfString<'_>| text.as_bytes().len());
                check_text(texts.0.iter::<Object<'_>>().map(length).sum())?;
            }
            _ => {}
        }
        if saved > MAX_SAVED_STATES {
            return Err(exceeds("nested graphics states", MAX_SAVED_STATES));
        }
    }
    Ok(())
}

fn check_text(length: usize) -> Result<(), Problem> {
    if length > MAX_TEXT { Err(exceeds("bytes of text in one operation", MAX_TEXT)) } else { Ok(()) }
}

fn exceeds(what: &str, most: usize) -> Problem {
    Problem::Damaged("PDF", format!("a page or form has more than {most} {what}"))
}
