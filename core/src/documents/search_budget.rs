//! `SearchBudget`: bounds the work of a search, because a hostile text can have labels that each lead to the same long text. Also remembers
//! whether a limit was reached.

use std::cell::Cell;

/// Number of bytes that a search examines at most, repeated ones included.
const MAX_BYTES: usize = 8_000_000;

/// What is left of the work of one search.
pub(super) struct SearchBudget {
    left: Cell<usize>,
    is_incomplete: Cell<bool>,
}

impl SearchBudget {
    pub fn new() -> Self {
        SearchBudget { left: Cell::new(MAX_BYTES), is_incomplete: Cell::new(false) }
    }

    /// Called before so many bytes are read. Returns `false` if they must not be: then the search is incomplete.
    pub fn spend(&self, bytes: usize) -> bool {
        let left = self.left.get().saturating_sub(bytes);
        self.left.set(left);
        if left == 0 {
            self.mark_incomplete();
        }
        left > 0
    }

    /// Called if a part of the text is not searched, or a value is left out, because of another limit.
    pub fn mark_incomplete(&self) {
        self.is_incomplete.set(true);
    }

    /// Whether a part of the text was not searched, or a value was left out.
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete.get()
    }
}

#[cfg(test)]
mod tests {
    use super::super::find::{Findings, MAX_NUMBERS, findings};
    use super::super::labels::Fields;
    use super::super::text::{Cell as TextCell, Text, TextBudget, TextPosition};
    use super::{MAX_BYTES, SearchBudget};

    const BUDGET: TextBudget = TextBudget { bytes: 4 << 20, cells: 1 << 20 };

    fn found(plain: &str) -> Findings {
        let text = Text::of(plain, BUDGET);
        assert!(!text.is_truncated);
        findings(&text)
    }

    /// A row of cells in one column, as a file can state.
    fn row(number: u32, cells: usize, content: &str) -> Vec<TextCell> {
        let place = TextPosition::Cell("".into(), number, 1);
        vec![TextCell { place, column: 1, text: content.to_owned() }; cells]
    }

    #[test]
    fn repeated_words_of_a_text_are_searched_in_bounded_time() {
        let size = 100_000;
        for (begin, word) in [
            ("Vessel: X", " VOY"),
            ("", "POL "),
            ("ETA ", "de "),
            ("ETA ", "中"),
            ("ETA ", "月"),
            ("LFD 1", "st "),
            ("B/L ", "a-"),
            ("B/L ", "1234567 "),
            ("Booking/BL ", "1234567/"),
            ("E", "."),
            ("", "ETA may "),
            ("", "MSKU"),
            ("", "/"),
        ] {
            let text = format!("{begin}{}x", word.repeat(size / word.len()));
            assert!(found(&text).bills_of_lading.len() <= MAX_NUMBERS, "{word}");
        }
    }

    #[test]
    fn headings_above_the_same_cells_are_searched_in_bounded_time_and_memory() {
        let numbers: String = (0..1_000).map(|number| format!("{} ", 1_000_000 + number)).collect();
        for (heading, below) in
            [("B/L", numbers.as_str()), ("LFD", "MSKU0308961"), ("ETA", "2026-12-24"), ("ETA", "TBA")]
        {
            let mut text = Text::default();
            assert!(text.add_cells(row(1, 5_000, heading), BUDGET));
            for number in 2..200 {
                let cells = [row(number, 2, below), row(number, 1, "MSKU0308961")].concat();
                assert!(text.add_cells(cells, BUDGET));
            }
            assert!(findings(&text).bills_of_lading.len() <= MAX_NUMBERS, "{heading}");
        }
        let found = found(&("LFD  ".repeat(200) + "MSKU0308961\n").repeat(500));
        assert!(found.is_incomplete);
    }

    #[test]
    fn headings_above_one_long_cell_read_it_a_bounded_number_of_times() {
        for words in ["déc ", "déc 1 "] {
            let (mut text, below) = (Text::default(), format!("1 may 2026 {}", words.repeat(8_000 / words.len())));
            assert!(text.add_cells(row(1, 990, "ETA"), BUDGET) && text.add_cells(row(2, 1, &below), BUDGET));
            let found = findings(&text);
            assert!(found.eta.is_some() && found.is_incomplete, "{words}");
        }
    }

    #[test]
    fn words_behind_labels_are_a_part_of_the_work() {
        let (words, budget) = ("\u{587}".repeat(46), SearchBudget::new());
        Fields::of(&Text::of(&format!("LFD: {words}"), BUDGET), &budget);
        let spent = MAX_BYTES - budget.left.get();
        assert!(spent > 5 * words.len(), "{spent}");
    }

    #[test]
    fn a_thousand_and_one_numbers_are_incomplete() {
        let numbers: String = (0..200_000).map(|number| format!("MAEU{number:09} ")).collect();
        let found = found(&numbers);
        assert_eq!((found.bills_of_lading.len(), found.is_incomplete), (MAX_NUMBERS, true));
    }
}
