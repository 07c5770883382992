//! Pages of HTML, of which nothing is fetched and nothing run.

use super::bounds::{Limits, Problem};
use super::text::Text;

/// Tags that may stand open within one another. The library is recursive, and so is what it makes.
const DEEPEST: usize = 1_000;

/// Wider than any line: rows of tables stay rows.
const WIDTH: usize = 400;

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    if depth(looked_at) > DEEPEST {
        return Err(Problem::Damaged("HTML", format!("its tags are nested deeper than {DEEPEST}")));
    }
    let config = html2text::config::plain_no_decorate().no_table_borders().allow_width_overflow();
    let written = config.string_from_read(looked_at, WIDTH);
    let written = written.map_err(|problem| Problem::Damaged("HTML", problem.to_string()))?;
    let mut text = Text::of(&written, limits.room());
    text.is_cut |= bytes.len() > limits.text;
    Ok(text)
}

/// How many tags are open at most, as far as that can be told without reading them: too many rather than too few.
fn depth(bytes: &[u8]) -> usize {
    const EMPTY: [&[u8]; 9] = [b"br", b"hr", b"img", b"input", b"meta", b"link", b"col", b"wbr", b"area"];
    let (mut open, mut most) = (0_usize, 0);
    for at in memchr::memchr_iter(b'<', bytes) {
        let rest = &bytes[at + 1..];
        match rest.first() {
            Some(b'/') => open = open.saturating_sub(1),
            Some(letter) if letter.is_ascii_alphabetic() => {
                let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                let name = rest[..length].to_ascii_lowercase();
                if !EMPTY.contains(&&*name) {
                    open += 1;
                    most = most.max(open);
                }
            }
            _ => {}
        }
    }
    most
}
