//! Message identifiers: `Message-ID`, `In-Reply-To` and `References`.
//!
//! An identifier keeps its angle brackets, as the field has it: it can be put into a reply as it is.

use super::words;

/// What a field of identifiers holds.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identifiers {
    /// `<left@right>` each; without brackets only when the field has none at all.
    pub ids: Vec<String>,
    /// Whether there is text that belongs to no identifier.
    pub stray: bool,
    /// Whether there are more than were asked for.
    pub more: bool,
}

/// The first `most` identifiers in the text of a field.
pub(super) fn read(text: &str, most: usize) -> Identifiers {
    let text = words::decode(text);
    let mut found = Identifiers { ids: Vec::new(), stray: false, more: false };
    let mut rest = text.as_str();
    while let Some((before, (inside, after))) =
        rest.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)))
    {
        found.stray |= before.contains(|c: char| !c.is_whitespace() && c != ',');
        let inside: String = inside.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        if !inside.is_empty() {
            found.keep(format!("<{inside}>"), most);
        }
        rest = after;
    }
    if !rest.trim().is_empty() {
        found.stray = true;
    }
    if found.ids.is_empty() {
        for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
            found.keep(word.to_owned(), most);
        }
    }
    found
}

impl Identifiers {
    fn keep(&mut self, id: String, most: usize) {
        if self.ids.len() < most {
            self.ids.push(id);
        } else {
            self.more = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> (Vec<String>, bool) {
        let found = read(text, 10);
        (found.ids, found.stray)
    }

    fn owned(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|&id| id.to_owned()).collect()
    }

    #[test]
    fn identifiers_are_split_with_or_without_blanks() {
        assert_eq!(ids("<a@x> <b@x><c@x>\t<d @x>"), (owned(&["<a@x>", "<b@x>", "<c@x>", "<d@x>"]), false));
        assert_eq!(ids(""), (Vec::new(), false));
    }

    #[test]
    fn encoded_identifiers_are_undone_first() {
        assert_eq!(ids("=?utf-8?Q?=3Ca=40x=3E?= =?utf-8?Q?_=3Cb=40x=3E?="), (owned(&["<a@x>", "<b@x>"]), false));
    }

    #[test]
    fn text_around_identifiers_is_told_and_bare_words_stand_for_missing_brackets() {
        assert_eq!(ids("Your mail of Monday <a@x>"), (owned(&["<a@x>"]), true));
        assert_eq!(ids("a@x b@x"), (owned(&["a@x", "b@x"]), true));
        assert_eq!(ids("<a@x> <b"), (owned(&["<a@x>"]), true));
    }

    #[test]
    fn no_more_are_kept_than_asked_for() {
        let found = read(&"<a@x>".repeat(20), 10);
        assert_eq!((found.ids.len(), found.more), (10, true));
    }
}
