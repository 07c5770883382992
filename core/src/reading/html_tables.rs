//! How large the tables of a page are, told without what lays them out: rather too large than too small.
//!
//! What lays a table out keeps a width of each column with each of its rows, and a cell for each row that another one reaches
//! into. Both may be far more than the page is long.

/// The tables that are open, and how large all of the page are.
#[derive(Default)]
pub(super) struct Tables {
    open: Vec<Table>,
    /// Rows by columns of each, together.
    pub size: usize,
}

impl Tables {
    /// A table begins. Where that is not sure, it may be more of the one around it.
    pub(super) fn begin(&mut self, is_sure: bool) {
        let widest = self.open.last().filter(|_| !is_sure).map_or(0, Table::columns);
        self.open.push(Table { widest, ..Table::default() });
    }

    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    pub(super) fn begin_row(&mut self, is_sure: bool) {
        self.change(|table| table.begin_row(is_sure));
    }

    /// The row ends; where that is not sure, there may be one more.
    pub(super) fn end_row(&mut self, is_sure: bool) {
        self.change(|table| {
            table.rows += usize::from(!is_sure);
            table.is_in_row &= !is_sure;
        });
    }

    /// A cell with this tag; `None` where nobody can tell what belongs to it.
    pub(super) fn cell(&mut self, tag: Option<&[u8]>) {
        self.change(|table| {
            // A cell outside of a row begins one.
            if !table.is_in_row {
                table.begin_row(true);
            }
            let [down, across] =
                [&b"rowspan"[..], b"colspan"].map(|name| tag.map_or(usize::MAX, |tag| span(tag, name)));
            table.cells += 1;
            table.is_apart |= across != 1;
            if down > 1 {
                table.reaching.push((down, across != 1));
            }
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut Table)) {
        let Some(table) = self.open.last_mut() else { return };
        change(table);
        let size = (table.rows.max(1) + table.reaching.len()).saturating_mul(table.columns());
        self.size = self.size.saturating_add(size.saturating_sub(table.size));
        table.size = table.size.max(size);
    }
}

#[derive(Default)]
struct Table {
    rows: usize,
    is_in_row: bool,
    /// Cells of the present row.
    cells: usize,
    /// Cells of the widest row before.
    widest: usize,
    /// Whether a cell of the present row is wider than a column, so that all of them may stand where no other row has one.
    is_apart: bool,
    /// Cells of such rows before.
    apart: usize,
    /// Cells that reach into rows below: into how many, and whether they are wider than a column.
    reaching: Vec<(usize, bool)>,
    size: usize,
}

impl Table {
    fn begin_row(&mut self, is_sure: bool) {
        self.rows += 1;
        self.is_in_row = true;
        if !is_sure {
            return;
        }
        self.widest = self.widest.max(self.width());
        self.apart += if self.is_apart { self.width() } else { 0 };
        self.reaching.retain_mut(|(left, _)| {
            *left -= 1;
            *left > 0
        });
        self.is_apart = self.reaching.iter().any(|(_, is_wide)| *is_wide);
        self.cells = 0;
    }

    fn width(&self) -> usize {
        self.cells + self.reaching.len()
    }

    fn columns(&self) -> usize {
        self.widest.max(self.width()) + self.apart + if self.is_apart { self.width() } else { 0 }
    }
}

/// Over how many columns or rows a cell reaches; one that is not plainly written may reach over any number.
fn span(tag: &[u8], name: &[u8]) -> usize {
    let is_there = |at: &usize| tag[*at..].get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name));
    let mut places = (0..tag.len()).filter(is_there);
    match (places.next(), places.next()) {
        (None, _) => 1,
        (Some(at), None) => plain(&tag[at + name.len()..]).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

/// The number that an attribute has: digits, quoted or not.
fn plain(rest: &[u8]) -> Option<usize> {
    let value = rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_end = |byte: &u8| matches!(byte, b'"' | b'\'' | b'>' | b'/') || byte.is_ascii_whitespace();
    let number = std::str::from_utf8(&value[..digits]).ok()?.parse().ok()?;
    value.get(digits).is_none_or(is_end).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of these cells.
    fn size(rows: &[&[&str]]) -> usize {
        let mut tables = Tables::default();
        tables.begin(true);
        for row in rows {
            tables.begin_row(true);
            row.iter().for_each(|cell| tables.cell(Some(cell.as_bytes())));
            tables.end_row(true);
        }
        tables.end();
        tables.size
    }

    #[test]
    fn a_table_is_as_large_as_its_rows_and_its_widest_row_make_it() {
        assert_eq!(size(&[&["td"; 5], &["td"; 3], &["td"; 3]]), 15);
        assert_eq!(size(&[&["td colspan=1 rowspan='1'"; 5][..]; 2]), 10);
    }

    #[test]
    fn a_cell_that_reaches_over_others_makes_it_larger_as_far_as_it_reaches() {
        let plain: [&[&str]; 4] = [&["td"; 2]; 4];
        let with = |first: &'static [&'static str]| size(&[&[first][..], &plain].concat());
        assert_eq!(with(&["td", "td"]), 10);
        assert_eq!(with(&["td rowspan=\"2\"", "td"]), 15, "three columns");
        assert_eq!(with(&["td colspan=9", "td"]), 20, "both may stand where nothing else does");
        assert_eq!(with(&["td ROWSPAN = '9999999'", "td"]), 18, "three columns, and a row more below");
        for odd in [
            "td rowspan",
            "td rowspan=&#50;",
            "td rowspan=1 rowspan=9",
            "td rowspan=99999999999999999999999",
            "td rowspan=2x",
        ] {
            assert_eq!(span(odd.as_bytes(), b"rowspan"), usize::MAX, "{odd}");
        }
    }

    #[test]
    fn what_may_be_no_end_of_a_row_makes_nothing_smaller() {
        let mut tables = Tables::default();
        tables.begin(true);
        for _ in 0..100 {
            tables.cell(None);
            tables.end_row(false);
        }
        assert!(tables.size >= 100 * 100);
    }
}
