//! Plain text.

use super::bounds::Limits;
use super::text::Text;

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Text {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    let mut text = Text::of(&String::from_utf8_lossy(looked_at), limits.room());
    text.is_cut |= bytes.len() > limits.text;
    text
}
