//! What documents call what they tell, and where the value of such a label stands.

use super::text::{Cell, Text};

/// Lines below a heading in which its values are looked for, and headings for which they are.
const DEEPEST: usize = 200;
const MOST_HEADINGS: usize = 1_000;

/// How far columns may be apart that stand below one another.
const NEAR: u32 = 3;

/// Whether what stands somewhere is a value of the label's kind: what is made of it.
pub(super) type Reads<'r, T> = &'r dyn Fn(&str) -> Option<T>;

/// Everything that stands behind one of the `labels`, or below it where it heads a column, with the cell it was found in.
pub(super) fn values<'t, T>(text: &'t Text, labels: &[&str], read: Reads<'_, T>) -> Vec<(T, &'t Cell)> {
    let (mut found, mut headings) = (Vec::new(), 0);
    for (row, line) in text.lines.iter().enumerate() {
        for (at, cell) in line.0.iter().enumerate() {
            let Some(rest) = behind(&cell.text, labels) else { continue };
            if let Some(value) = read(rest) {
                found.push((value, cell));
                continue;
            }
            if !rest.is_empty() {
                continue;
            }
            let beside = line.0.get(at + 1).and_then(|next| Some((read(&next.text)?, next)));
            match beside {
                Some(beside) => found.push(beside),
                None if headings < MOST_HEADINGS => {
                    headings += 1;
                    below(text, row, cell, read, &mut found);
                }
                None => {}
            }
        }
    }
    found
}

/// What stands below a heading: as long as there is a value in each line.
fn below<'t, T>(text: &'t Text, row: usize, heading: &Cell, read: Reads<'_, T>, found: &mut Vec<(T, &'t Cell)>) {
    for line in text.lines.iter().skip(row + 1).take(DEEPEST) {
        // Columns of free text are seldom quite below one another. Cells stand from left to right.
        let from = line.0.partition_point(|cell| cell.column.saturating_add(NEAR) < heading.column);
        let near = line.0[from..].iter().take_while(|cell| cell.column <= heading.column.saturating_add(NEAR));
        let cell = near.clone().find(|cell| cell.column == heading.column).or_else(|| near.clone().find(is_free));
        let Some(value) = cell.and_then(|cell| Some((read(&cell.text)?, cell))) else { break };
        found.push(value);
    }
}

fn is_free(cell: &&Cell) -> bool {
    !matches!(cell.place, super::Place::Cell(..))
}

/// What stands behind a label, without what leads from one to the other; `None` where the cell has no label.
fn behind<'c>(cell: &'c str, labels: &[&str]) -> Option<&'c str> {
    let longest = labels.iter().filter_map(|label| {
        let rest = start_of(cell, label)?;
        Some((label.len(), rest))
    });
    let (_, rest) = longest.max_by_key(|(length, _)| *length)?;
    Some(rest.trim_start_matches([' ', ':', '#', '.', '-', '/', '=', '\t', '(', ')']))
}

/// The rest of a text that begins with these words, in whatever case, blanks and dots aside; the next must not belong to the word.
fn start_of<'c>(cell: &'c str, label: &str) -> Option<&'c str> {
    let is_filler = |c: char| c == '.' || c.is_whitespace();
    let mut wanted = label.chars().filter(|c| !is_filler(*c));
    let mut next = wanted.next();
    let mut end = None;
    for (at, c) in cell.char_indices() {
        let Some(letter) = next else { break };
        if is_filler(c) {
            continue;
        }
        if !c.eq_ignore_ascii_case(&letter) {
            return None;
        }
        end = Some(at + c.len_utf8());
        next = wanted.next();
    }
    let rest = &cell[end.filter(|_| next.is_none())?..];
    let goes_on = rest.starts_with(|c: char| c.is_ascii_alphabetic()) || rest.starts_with("'s");
    (!goes_on).then_some(rest)
}
