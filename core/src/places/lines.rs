//! Looking things up in a text of sorted lines.

use std::borrow::Cow;
use std::cmp::Ordering;

/// The code as the tables have it: capitals, nothing around it.
pub(super) fn capitals(code: &str) -> Cow<'_, str> {
    let code = code.trim();
    match code.bytes().any(|byte| byte.is_ascii_lowercase()) {
        true => code.to_ascii_uppercase().into(),
        false => code.into(),
    }
}

/// What a line is found by: its first column.
pub(super) fn key_of(line: &str) -> &str {
    line.split(',').next().unwrap_or_default()
}

/// The table from the first line with this key on; nothing where no line has it.
pub(super) fn lines_from(table: &'static str, key: &str) -> &'static str {
    let (mut from, mut to, mut found) = (0, table.len(), table.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let bytes = table.as_bytes();
        let begin = bytes[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end = bytes[middle..].iter().position(|byte| *byte == b'\n').map_or(table.len(), |at| middle + at + 1);
        match key_of(table[begin..end].trim_end()).cmp(key) {
            Ordering::Less => from = end,
            order => {
                found = if order == Ordering::Equal { begin } else { found };
                to = begin;
            }
        }
    }
    &table[found..]
}

/// The second column of the line with exactly this key.
pub(super) fn value_of(table: &'static str, key: &str) -> Option<&'static str> {
    let (found, value) = lines_from(table, key).lines().next()?.split_once(',')?;
    (found == key).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "a,1\nb,2\nb,3\nbb,4\nc,5\n";

    #[test]
    fn lines_are_found_by_what_they_begin_with() {
        for (key, rest) in [("a", TABLE), ("b", &TABLE[4..]), ("bb", &TABLE[12..]), ("c", &TABLE[17..])] {
            assert_eq!(lines_from(TABLE, key), rest, "{key}");
        }
        for key in ["", "A", "aa", "ba", "d"] {
            assert_eq!(lines_from(TABLE, key), "", "{key}");
        }
        assert_eq!(lines_from("", "a"), "");
    }

    #[test]
    fn codes_are_read_in_any_spelling() {
        assert_eq!((capitals(" uslax "), capitals("USLAX"), capitals("")), ("USLAX".into(), "USLAX".into(), "".into()));
    }
}
