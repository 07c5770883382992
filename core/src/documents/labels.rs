//! Labels of documents in several languages, and where they are in a text.
//!
//! Labels are compared without case, accents, blanks, dots and hyphens: `last_free_day`, `E.T.A.` and `VOYAGE  NO` are found. A label
//! can be in the middle of a cell if a colon, or the date that it is about, follows.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::dates;
pub(super) use super::label_table::Label;
use super::label_table::{
    COMBINED, DEMURRAGE, DETENTION, DISCHARGE, HOUSE, HOUSE_BILLS, LANGUAGES, MASTER, NEW, OLD, OTHER_FREE_TIMES,
    OTHER_PLACES, QUALIFIERS, SUFFIXES,
};
use super::search_budget::SearchBudget;
use super::text::{Cell, Text};
use crate::spelling::fold;

/// How a value relates to others of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// It replaces others, or is about the port of discharge.
    Explicit,
    Plain,
    /// It is about a place that may be another one.
    OfPlace,
}

/// Maximum number of labels of a text that are used.
const MAX_FIELDS: usize = 50_000;

/// Maximum number of labels of one cell.
const MAX_FIELDS_OF_CELL: usize = 500;

/// Number of lines below a heading such as `Detention` that are about it.
const MAX_SECTION_LINES: usize = 10;

/// Maximum size of the words between a date and the next label that qualify it, in bytes.
const MAX_WORDS_BEFORE: usize = 40;

/// In so many lists the words next to a label are searched.
const WORD_LISTS: usize = 7;

/// A label in a text, with the text that belongs to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'t> {
    pub label: Label,
    pub rank: Rank,
    /// The positions of its line, and of its cell in the line.
    pub line: usize,
    pub position: usize,
    pub cell: &'t Cell,
    /// The text behind the label, to the next label or the end of the cell.
    pub text: &'t str,
    /// Whether the cell ends behind the label, so that the value is in another cell.
    pub is_heading: bool,
    /// Whether a colon or another mark is behind the label.
    pub is_marked: bool,
}

/// The labels of a text, in the order of lines and cells.
pub(super) struct Fields<'t>(Vec<Field<'t>>);

impl<'t> Fields<'t> {
    pub fn of(text: &'t Text, budget: &SearchBudget) -> Self {
        let mut fields = Vec::new();
        let (mut section, mut section_end) = (Label::FreeDay, 0);
        for (line, cells) in text.lines.iter().enumerate() {
            if let [cell] = &cells.0[..]
                && let Some(label) = section_label(&cell.text)
            {
                section = label;
                section_end = line + MAX_SECTION_LINES;
            }
            for (position, cell) in cells.0.iter().enumerate() {
                if fields.len() >= MAX_FIELDS {
                    budget.mark_incomplete();
                    return Fields(fields);
                }
                let begin = fields.len();
                in_cell(cell, line, position, budget, &mut fields);
                for field in &mut fields[begin..] {
                    if field.label == Label::FreeDay && line <= section_end {
                        field.label = section;
                    }
                }
            }
        }
        Fields(fields)
    }

    pub fn with(&self, label: Label) -> impl Iterator<Item = &Field<'t>> {
        self.0.iter().filter(move |field| field.label == label)
    }

    pub fn of_line(&self, line: usize) -> &[Field<'t>] {
        let begin = self.0.partition_point(|field| field.line < line);
        let end = self.0.partition_point(|field| field.line <= line);
        &self.0[begin..end]
    }

    /// Whether a line has labels, and is not only a row of a table in which the name of a label is a value.
    pub fn is_label_line(&self, line: usize) -> bool {
        let fields = self.of_line(line);
        fields.len() > 1 || fields.iter().any(|field| field.label != Label::Other || field.is_marked)
    }

    /// Whether a cell has a label.
    pub fn is_in(&self, line: usize, position: usize) -> bool {
        self.0.binary_search_by_key(&(line, position), |field| (field.line, field.position)).is_ok()
    }
}

static SUFFIX_LETTERS: LazyLock<Vec<Vec<char>>> =
    LazyLock::new(|| SUFFIXES.iter().map(|suffix| suffix.chars().collect()).collect());

type Index = HashMap<char, Vec<(Vec<char>, Label)>>;

/// The labels by their first character, the longest first.
static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::new();
    let mut add = |written: &str, label: Label| {
        let letters: Vec<char> = fold(written).chars().filter(|letter| !is_filler(*letter)).collect();
        if let Some(first) = letters.first() {
            index.entry(*first).or_default().push((letters, label));
        }
    };
    for language in LANGUAGES {
        for (label, written) in language.labels {
            written.iter().for_each(|written| add(written, *label));
        }
        for (label, written) in language.dangers {
            written.iter().for_each(|written| add(written, *label));
        }
        language.others.iter().for_each(|written| add(written, Label::Other));
    }
    HOUSE_BILLS.iter().for_each(|written| add(written, Label::HouseBill));
    for labels in index.values_mut() {
        // The sort is stable: of two equal labels the first one counts.
        labels.sort_by_key(|(letters, _)| std::cmp::Reverse(letters.len()));
    }
    index
});

fn is_filler(letter: char) -> bool {
    matches!(letter, '.' | '-' | '_' | '/') || letter.is_whitespace()
}

/// Whether the script of the letter has no spaces between words.
fn is_unspaced(letter: char) -> bool {
    letter >= '\u{2e80}'
}

/// The folded text of a cell. An index is a position in it, in bytes.
struct Letters<'c> {
    text: &'c str,
    folded: String,
    /// The position in the text of each byte of the folded text; empty if folding kept the positions.
    positions: Vec<u32>,
}

impl<'c> Letters<'c> {
    fn of(text: &'c str) -> Self {
        if text.is_ascii() {
            return Letters { text, folded: fold(text), positions: Vec::new() };
        }
        let (mut folded, mut positions) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
        for (position, letter) in text.char_indices() {
            match letter {
                '\u{2019}' => folded.push('\''),
                _ if letter.is_ascii() => folded.push(letter.to_ascii_uppercase()),
                _ => folded += &fold(letter.encode_utf8(&mut [0; 4])),
            }
            positions.resize(folded.len(), u32::try_from(position).unwrap_or(u32::MAX));
        }
        Letters { text, folded, positions }
    }

    fn letter(&self, index: usize) -> Option<char> {
        self.folded[index..].chars().next()
    }

    fn letter_before(&self, index: usize) -> Option<char> {
        self.folded[..index].chars().next_back()
    }

    /// The position in the text; its length behind the last letter.
    fn position(&self, index: usize) -> usize {
        match self.positions.get(index) {
            Some(position) => *position as usize,
            None if index < self.folded.len() => index,
            None => self.text.len(),
        }
    }

    fn is_word_start(&self, index: usize) -> bool {
        let Some(letter) = self.letter(index) else { return false };
        if is_unspaced(letter) {
            return true;
        }
        let before = self.letter_before(index);
        letter.is_alphanumeric() && before.is_none_or(|before| !before.is_alphanumeric() || is_unspaced(before))
    }

    /// The index behind the word, if it is here. Fillers in the text do not matter.
    fn behind(&self, from: usize, word: &[char]) -> Option<usize> {
        let mut index = from;
        for (position, wanted) in word.iter().enumerate() {
            if position > 0 {
                index = self.behind_fillers(index);
            }
            if self.letter(index)? != *wanted {
                return None;
            }
            index += wanted.len_utf8();
        }
        Some(index)
    }

    fn behind_fillers(&self, index: usize) -> usize {
        self.folded.len() - self.folded[index..].trim_start_matches(is_filler).len()
    }

    fn is_word_end(&self, index: usize) -> bool {
        let Some(next) = self.letter(index) else { return true };
        if self.letter_before(index).is_some_and(is_unspaced) || is_unspaced(next) {
            return true;
        }
        !(next.is_alphabetic() || next == '\'' && self.letter(index + 1) == Some('S'))
    }

    /// The longest label that begins here, and the index behind it and its suffixes.
    fn label_at(&self, index: usize) -> Option<(Label, usize)> {
        let labels = INDEX.get(&self.letter(index)?)?;
        let found = labels.iter().find_map(|(letters, label)| {
            let end = self.behind(index, letters)?;
            self.is_word_end(end).then_some((*label, end))
        });
        let (label, mut end) = found?;
        while let Some(next) = self.suffix_at(end) {
            end = next;
        }
        Some((label, end))
    }

    fn suffix_at(&self, from: usize) -> Option<usize> {
        let index = self.behind_fillers(from);
        SUFFIX_LETTERS.iter().find_map(|suffix| {
            let end = self.behind(index, suffix)?;
            let is_number = |end: usize| self.letter(end).is_some_and(|next| next.is_ascii_digit());
            (self.is_word_end(end) && !is_number(end)).then_some(end)
        })
    }
}

/// The label of last free days below a heading that is alone in its line, such as `Detention`. `None` if the text is not such a heading.
fn section_label(text: &str) -> Option<Label> {
    const OTHER_WORDS: &[&str] = &["FREE", "TIME", "DAYS", "CHARGES", "IMPORT", "CONTAINER", "PER", "DIEM", "AND"];
    if text.len() > MAX_WORDS_BEFORE {
        return None;
    }
    let folded = fold(text);
    let mut words = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    if !words.all(|word| [OTHER_WORDS, DETENTION, DEMURRAGE].iter().any(|words| words.contains(&word))) {
        return None;
    }
    match (has_word(&folded, DETENTION), has_word(&folded, DEMURRAGE)) {
        (true, true) => Some(Label::CombinedFreeDay),
        (true, false) => Some(Label::DetentionFreeDay),
        (false, true) => Some(Label::FreeDay),
        (false, false) => None,
    }
}

/// A label in the folded text of a cell: where it begins, and where its text begins.
struct Found {
    label: Label,
    begin: usize,
    end: usize,
}

/// The labels of a cell; empty if the budget is spent.
fn labels_in(letters: &Letters<'_>, budget: &SearchBudget) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    if !budget.spend(letters.text.len()) {
        return found;
    }
    // The last name of a label and the index behind it, also if it is not used as one.
    let mut last_name: Option<(Label, usize)> = None;
    let mut index = 0;
    while let Some(letter) = letters.letter(index) {
        let label = if letters.is_word_start(index) { letters.label_at(index) } else { None };
        let Some((label, end)) = label else {
            index += letter.len_utf8();
            continue;
        };
        // The text before and behind the label is examined.
        if found.len() == MAX_FIELDS_OF_CELL || !budget.spend(letters.text.len()) {
            budget.mark_incomplete();
            break;
        }
        let before = &letters.folded[found.last().map_or(0, |last| last.end)..index];
        let is_qualifier = found.last().is_some_and(|last| {
            last.label.is_date() && matches!(label, Label::PortOfDischarge | Label::Other) && are_qualifiers(before)
        });
        if (!is_qualifier || before.contains([':', '='])) && is_label(label, before, letters, end) {
            let is_joined = last_name.is_some_and(|(last, end)| is_joined(last, &letters.folded[end..index], label));
            found.push(Found { label: if is_joined { Label::Other } else { label }, begin: index, end });
        }
        last_name = Some((label, end));
        index = end;
    }
    found
}

/// Whether a label and the name of one before it share a text in which both have values: `HBL/MBL: SHA2512001 / 223344556`.
fn is_joined(last: Label, between: &str, label: Label) -> bool {
    let is_other_kind = match last {
        Label::Other => label != Label::FreeDay,
        last => last != label && last.is_date() == label.is_date(),
    };
    is_other_kind && matches!(between.trim(), "/" | "&" | "+")
}

/// The words between the date of the label before and the next label; empty if there is no date, or much text.
fn words_behind_date(text: &str) -> &str {
    let end = dates::dates_in(text).last().map(|(date, length)| text.len() - date.len() + length);
    end.and_then(|end| text.get(end..)).filter(|words| words.len() <= MAX_WORDS_BEFORE).unwrap_or_default()
}

fn in_cell<'t>(cell: &'t Cell, line: usize, position: usize, budget: &SearchBudget, fields: &mut Vec<Field<'t>>) {
    let text = cell.text.as_str();
    let letters = Letters::of(text);
    let folded = letters.folded.as_str();
    let found = labels_in(&letters, budget);
    for (number, Found { label, begin, end }) in found.iter().enumerate() {
        let next = found.get(number + 1).map(|next| next.begin);
        let own_begin = letters.position(*end);
        let own_end = next.map_or(text.len(), |next| letters.position(next));
        let own = text[own_begin..own_end].trim_start_matches(MARKS).trim_end();
        // The words before a label, and a label before it that has no text, can change what it is.
        let last = number.checked_sub(1).and_then(|last| found.get(last));
        let words = match last {
            Some(last) if label.is_date() => {
                fold(words_behind_date(&text[letters.position(last.end)..letters.position(*begin)]))
            }
            _ => String::new(),
        };
        let before = match last {
            None => &folded[..*begin],
            Some(last) if are_qualifiers(&folded[last.end..*begin]) => &folded[last.begin..*begin],
            Some(_) => &words,
        };
        let behind = &folded[*end..];
        // A dash is an empty value.
        let has_dash = behind.trim_start_matches([' ', ':', '=']).starts_with('-');
        let is_heading = next.is_none() && !has_dash && are_qualifiers(behind);
        let Some((label, rank)) = qualified(*label, before, own, budget) else { return };
        let is_marked = has_mark(behind);
        fields.push(Field { label, rank, line, position, cell, text: own, is_heading, is_marked });
    }
}

const MARKS: [char; 13] = [' ', ':', '#', '.', '-', '/', '=', '\t', '(', ')', '&', '+', ','];

/// Whether all words of a folded text can be next to a label without a value between them. True for an empty text.
fn are_qualifiers(folded: &str) -> bool {
    let mut words = folded.split(|c: char| c.is_whitespace() || MARKS.contains(&c)).filter(|word| !word.is_empty());
    words.all(|word| QUALIFIERS.iter().any(|words| words.contains(&word)))
}

/// Whether a label is one: a colon, its date or the end of the cell follows. A label that is read can also be without them, if only words that
/// qualify it precede it. `end` is the index behind the label, and `before` the folded text before it.
fn is_label(label: Label, before: &str, letters: &Letters<'_>, end: usize) -> bool {
    let behind = &letters.folded[end..];
    let has_date = || dates::behind_words(letters.text[letters.position(end)..].trim_start()).is_some();
    if has_mark(behind) || label.is_date() && has_date() {
        return true;
    }
    let is_beginning = are_qualifiers(before) && !before.contains([':', '=']);
    is_beginning && (label != Label::Other || are_qualifiers(behind))
}

fn has_mark(behind: &str) -> bool {
    behind.trim_start().starts_with([':', '=', '#'])
}

/// What a label is with the folded text before it, and with its text. `None` if the budget is spent.
fn qualified(label: Label, before: &str, text: &str, budget: &SearchBudget) -> Option<(Label, Rank)> {
    if label == Label::Other {
        return Some((label, Rank::Plain));
    }
    let gap = if label.is_date() { fold(dates::words_before_date(text)) } else { String::new() };
    let gap = gap.as_str();
    if !budget.spend(WORD_LISTS * (before.len() + gap.len())) {
        return None;
    }
    let has_before = |words: &[&str]| has_word(before, words);
    let has = |words: &[&str]| has_before(words) || has_word(gap, words);
    // "New" is also a part of names of places.
    let is_new = [before, gap].into_iter().any(|words| has_word(words, NEW) && are_qualifiers(words));
    let label = match label {
        Label::Bill if has_before(HOUSE) => Label::HouseBill,
        Label::Bill if has_before(MASTER) => Label::MasterBill,
        label if label.is_date() && has(OLD) => Label::Other,
        Label::FreeDay if has(COMBINED) || has(DETENTION) && has(DEMURRAGE) => Label::CombinedFreeDay,
        Label::FreeDay if has(DETENTION) => Label::DetentionFreeDay,
        Label::FreeDay if has(OTHER_FREE_TIMES) => Label::Other,
        Label::Arrival if has(DISCHARGE) => return Some((label, Rank::Explicit)),
        Label::Arrival if has(OTHER_PLACES) => Label::Other,
        label => label,
    };
    let rank = match label {
        _ if label.is_date() && is_new => Rank::Explicit,
        Label::Arrival if dates::is_place(gap) => Rank::OfPlace,
        _ => Rank::Plain,
    };
    Some((label, rank))
}

/// Whether a cell of a table says that the last free day of its row is another one than that of the full container at the port.
pub(super) fn names_other_free_time(text: &str) -> bool {
    const WORDS: &[&str] = &["DETENTION", "DET", "PER DIEM", "PERDIEM", "RAMP", "CFS"];
    if text.len() > MAX_WORDS_BEFORE {
        return false;
    }
    let folded = fold(text);
    has_word(&folded, WORDS) && !has_word(&folded, DEMURRAGE)
}

/// Whether a folded text has one of the words.
fn has_word(folded: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        folded.match_indices(word).any(|(begin, _)| {
            let (before, behind) = (folded[..begin].chars().next_back(), folded[begin + word.len()..].chars().next());
            let is_edge =
                |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() || is_unspaced(letter));
            word.chars().all(is_unspaced) || is_edge(before) && is_edge(behind)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::text::TextPosition;
    use super::*;

    fn found(text: &str) -> Vec<(Label, String)> {
        let cell = Cell { place: TextPosition::Line(1), column: 0, text: text.to_owned() };
        let mut fields = Vec::new();
        in_cell(&cell, 0, 0, &SearchBudget::new(), &mut fields);
        fields.iter().map(|field| (field.label, field.text.to_owned())).collect()
    }

    #[test]
    fn a_language_has_at_most_forty_labels() {
        for language in LANGUAGES {
            let counted: usize = language.labels.iter().map(|(_, written)| written.len()).sum();
            assert!(counted <= 40, "{} has {counted}", language.name);
        }
    }

    #[test]
    fn each_label_is_found_in_any_case_without_accents_and_as_one_word_of_a_file() {
        for language in LANGUAGES {
            for (label, written) in language.labels.iter().chain(language.dangers) {
                for written in *written {
                    let spellings =
                        [(*written).to_owned(), written.to_lowercase(), fold(written), written.replace(' ', "_")];
                    for spelling in spellings {
                        assert_eq!(
                            found(&format!("{spelling}: x")),
                            [(*label, "x".to_owned())],
                            "{} {spelling}",
                            language.name
                        );
                        assert_eq!(found(&spelling), [(*label, String::new())], "{} {spelling}", language.name);
                    }
                }
            }
            for written in language.others {
                let labels = found(&format!("{written}: 26-JAN-2026"));
                assert!(labels.iter().all(|(label, _)| matches!(label, Label::Other | Label::HouseBill)), "{labels:?}");
                assert_eq!(labels.len(), 1, "{written}: {labels:?}");
            }
        }
    }

    #[test]
    fn a_cell_without_other_letters_is_folded_to_its_size() {
        let letters = Letters::of("Last Free Day");
        assert_eq!((letters.folded.as_str(), letters.positions.len()), ("LAST FREE DAY", 0));
        let letters = Letters::of("Löschhafen: ﬃ");
        assert_eq!((letters.folded.as_str(), letters.position(11)), ("LOSCHHAFEN: FFI", 12));
    }

    #[test]
    fn words_next_to_a_label_change_what_it_is() {
        for (text, label) in [
            ("ETA: 26-JAN-2026", Label::Arrival),
            ("Previous ETA: 26-JAN-2026", Label::Other),
            ("ETA (old): 26-JAN-2026", Label::Other),
            ("ETA Busan (T/S): 26-JAN-2026", Label::Other),
            ("ETA place of delivery: 26-JAN-2026", Label::Other),
            ("Rail ETA: 26-JAN-2026", Label::Other),
            ("LFD: 26-JAN-2026", Label::FreeDay),
            ("LFD demurrage: 26-JAN-2026", Label::FreeDay),
            ("LFD (detention): 26-JAN-2026", Label::DetentionFreeDay),
            ("Last free day for empty return: 26-JAN-2026", Label::DetentionFreeDay),
            ("LFD demurrage/detention: 26-JAN-2026", Label::CombinedFreeDay),
            ("Merged LFD: 26-JAN-2026", Label::CombinedFreeDay),
            ("Forwarder's B/L: AB1234567", Label::HouseBill),
        ] {
            let labels = found(text);
            assert_eq!(labels.first().map(|(label, _)| *label), Some(label), "{text}: {labels:?}");
        }
    }

    #[test]
    fn several_labels_in_a_line_have_their_own_text() {
        assert_eq!(
            found("POD : BUSAN ETA : 2026/01/20"),
            [(Label::PortOfDischarge, "BUSAN".to_owned()), (Label::Arrival, "2026/01/20".to_owned())]
        );
        assert_eq!(
            found("Free time: 5 days, demurrage from 28-Jan-2026"),
            [(Label::Other, "5 days,".to_owned()), (Label::FirstCostDay, "28-Jan-2026".to_owned())]
        );
        assert_eq!(found("We know that the ETA may change"), []);
    }
}
