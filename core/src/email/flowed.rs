//! Joins the lines of `format=flowed` text (RFC 3676).

/// Joins each line that ends in a blank with the next line of the same quotation. With `deletes_space`, the blank is not part of the text.
/// The result is never longer than the input.
pub(super) fn join(text: &[u8], deletes_space: bool) -> Vec<u8> {
    let mut joined = Vec::with_capacity(text.len());
    // Number of quote marks of the last line, if it goes on.
    let mut open: Option<usize> = None;
    let mut rest = text;
    while !rest.is_empty() {
        let (line, end_of_line, after) = next_line(rest);
        let quotes = line.iter().take_while(|&&byte| byte == b'>').count();
        let content = &line[quotes..];
        // A sender adds a blank in front of a line that begins with a blank, `>` or "From ".
        let unstuffed = content.strip_prefix(b" ").unwrap_or(content);
        let is_signature_mark = unstuffed == b"-- ";
        if open == Some(quotes) && !is_signature_mark {
            joined.extend_from_slice(unstuffed);
        } else {
            if open.is_some() {
                joined.push(b'\n');
            }
            joined.extend_from_slice(if quotes > 0 { line } else { unstuffed });
        }
        open = (unstuffed.ends_with(b" ") && !is_signature_mark && !end_of_line.is_empty()).then_some(quotes);
        match open {
            Some(_) if deletes_space => drop(joined.pop()),
            Some(_) => {}
            None => joined.extend_from_slice(end_of_line),
        }
        rest = after;
    }
    joined
}

/// The first line, its line break, and the rest of the text.
fn next_line(text: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let end = memchr::memchr(b'\n', text).map_or(text.len(), |index| index + 1);
    let (line, rest) = text.split_at(end);
    let content = line.strip_suffix(b"\n").unwrap_or(line);
    let content = content.strip_suffix(b"\r").unwrap_or(content);
    (content, &line[content.len()..], rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn joined(text: &str, deletes_space: bool) -> String {
        String::from_utf8(join(text.as_bytes(), deletes_space)).unwrap()
    }

    #[test]
    fn a_line_that_ends_in_a_blank_goes_on() {
        assert_eq!(
            joined("Free until 3 \r\nMay \r\n2026\r\nETA: open\r\n", false),
            "Free until 3 May 2026\r\nETA: open\r\n"
        );
        assert_eq!(joined("预计 \n到港\nB", true), "预计到港\nB", "the blank is only a mark");
        assert_eq!(joined("last line ", false), "last line ");
    }

    #[test]
    fn quotations_are_joined_separately_and_keep_their_marks() {
        assert_eq!(joined("> free \n> until\nnow", false), "> free until\nnow");
        assert_eq!(joined(">> a \n> b\n", false), ">> a \n> b\n", "another depth is another paragraph");
        assert_eq!(joined("a \n> b\n", false), "a \n> b\n");
    }

    #[test]
    fn added_blanks_are_removed_and_the_mark_of_a_signature_is_no_flowed_line() {
        assert_eq!(joined(" From here\n > no quote\n   two left", false), "From here\n> no quote\n  two left");
        assert_eq!(joined("Regards \n-- \nDesk", false), "Regards \n-- \nDesk");
    }

    proptest! {
        #[test]
        fn the_result_keeps_all_words_and_never_grows(text in "([a-c> -]|\r\n|\n){0,60}", deletes in any::<bool>()) {
            let result = joined(&text, deletes);
            prop_assert!(result.len() <= text.len());
            let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<String>();
            prop_assert_eq!(letters(&result), letters(&text));
        }
    }
}
