//! Normalizes text, compares names without case and diacritical marks, and finds the name that was probably meant.

use std::borrow::Cow;
use std::mem;
use std::sync::LazyLock;

/// The text with plain characters: each Unicode blank is a space, dashes and the minus sign are `-`, and wide forms of ASCII characters are
/// ASCII. Soft hyphens, byte order marks and invisible marks are removed. Tabs and line breaks stay.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(plain_character).collect())
}

/// `None` if the character is invisible.
fn plain_character(letter: char) -> Option<char> {
    match letter {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0),
        letter if !letter.is_ascii() && letter.is_whitespace() => Some(' '),
        letter => Some(letter),
    }
}

/// Folds a name: "Müller" and "MULLER" become equal.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_uppercase();
    }
    let mut plain = String::with_capacity(text.len());
    let letters = text.chars().filter_map(plain_character).flat_map(char::to_uppercase);
    for letter in letters.filter(|letter| !is_mark(*letter)) {
        match base(letter) {
            Some(base) => plain += base,
            None => plain.push(letter),
        }
    }
    plain
}

/// The beginning of the text with at most so many bytes, cut at a character boundary.
pub(crate) fn beginning(text: &str, most: usize) -> &str {
    (0..=most.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// The name that differs least from the beginning of `text`, without regard to case; the first of several. `None` if there are no names.
pub(crate) fn nearest<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let text = fold(beginning(text, 100));
    names.min_by_key(|name| differences(&text, &fold(name)))
}

/// How many characters must be inserted, removed or replaced to make one text the other (the Levenshtein distance).
fn differences(one: &str, other: &str) -> usize {
    let mut counts: Vec<usize> = (0..=other.chars().count()).collect();
    for (row, a) in one.chars().enumerate() {
        let mut diagonal = mem::replace(&mut counts[0], row + 1);
        for (column, b) in other.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = counts[column + 1];
            counts[column + 1] = replaced.min(diagonal + 1).min(counts[column] + 1);
        }
    }
    counts.last().copied().unwrap_or_default()
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

fn base(letter: char) -> Option<&'static str> {
    if letter.is_ascii() {
        return None;
    }
    let position = BASES.binary_search_by_key(&letter, |(marked, _)| *marked).ok()?;
    Some(BASES[position].1)
}

/// The letters of [`MARKED`] with their bases, sorted: documents of strangers may consist of letters that are not in it.
static BASES: LazyLock<Vec<(char, &str)>> = LazyLock::new(|| {
    let mut bases: Vec<_> =
        MARKED.iter().flat_map(|(base, marked)| marked.chars().map(|letter| (letter, *base))).collect();
    bases.sort_unstable();
    bases
});

/// Latin, Cyrillic and modern Greek capitals with marks, decomposed as by NFKD, and letters with a conventional
/// spelling such as `AE`.
#[rustfmt::skip]
const MARKED: &[(&str, &str)] = &[
    ("A", "ÀÁÂÃÄÅ\u{212b}ĀĂĄǍǞǠǺȀȂȦḀẠẢẤẦẨẪẬẮẰẲẴẶ"),
    ("B", "ḂḄḆ"),
    ("C", "ÇĆĈĊČḈ"),
    ("D", "ÐĎĐḊḌḎḐḒ"),
    ("E", "ÈÉÊËĒĔĖĘĚȄȆȨḔḖḘḚḜẸẺẼẾỀỂỄỆ"),
    ("F", "Ḟ"),
    ("G", "ĜĞĠĢǦǴḠ"),
    ("H", "ĤĦȞḢḤḦḨḪ"),
    ("I", "ÌÍÎÏĨĪĬĮİƗǏȈȊḬḮỈỊ"),
    ("J", "Ĵ"),
    ("K", "\u{212a}ĶĸǨḰḲḴ"),
    ("L", "ĹĻĽĿŁḶḸḺḼ"),
    ("M", "ḾṀṂ"),
    ("N", "ÑŃŅŇŊǸṄṆṈṊ"),
    ("O", "ÒÓÔÕÖØŌŎŐƠǑǪǬǾȌȎȪȬȮȰṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢ"),
    ("P", "ṔṖ"),
    ("R", "ŔŖŘȐȒṘṚṜṞ"),
    ("S", "ŚŜŞŠȘṠṢṤṦṨ"),
    ("T", "ŢŤŦȚṪṬṮṰ"),
    ("U", "ÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛȔȖṲṴṶṸṺỤỦỨỪỬỮỰ"),
    ("V", "ṼṾ"),
    ("W", "ŴẀẂẄẆẈ"),
    ("X", "ẊẌ"),
    ("Y", "ÝŶŸȲẎỲỴỶỸ"),
    ("Z", "ŹŻŽẐẒẔ"),
    ("Ʒ", "Ǯ"),
    ("Α", "Ά"),
    ("Ε", "Έ"),
    ("Η", "Ή"),
    ("Θ", "ϴ"),
    ("Ι", "ΊΪ"),
    ("Ο", "Ό"),
    ("Σ", "Ϲ"),
    ("Υ", "ΎΫϒϓϔ"),
    ("Ω", "Ώ\u{2126}"),
    ("І", "Ї"),
    ("А", "ӐӒ"),
    ("Г", "Ѓ"),
    ("Е", "ЀЁӖ"),
    ("Ж", "ӁӜ"),
    ("З", "Ӟ"),
    ("И", "ЍЙӢӤ"),
    ("К", "Ќ"),
    ("О", "Ӧ"),
    ("У", "ЎӮӰӲ"),
    ("Ч", "Ӵ"),
    ("Ы", "Ӹ"),
    ("Э", "Ӭ"),
    ("Ѵ", "Ѷ"),
    ("Ә", "Ӛ"),
    ("Ө", "Ӫ"),
    ("AE", "ÆǢǼ"),
    ("DZ", "ǄǱ"),
    ("IJ", "Ĳ"),
    ("LJ", "Ǉ"),
    ("NJ", "Ǌ"),
    ("OE", "Œ"),
    ("SS", "ẞ"),
    ("TH", "Þ"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_dashes_and_wide_characters_become_plain_and_invisible_marks_are_removed() {
        for blank in ['\u{a0}', '\u{1680}', '\u{2000}', '\u{2009}', '\u{202f}', '\u{205f}', '\u{3000}', '\u{2028}'] {
            assert_eq!(plain(&format!("7{blank}May")), "7 May", "{blank:?}");
        }
        for dash in ['\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}', '\u{ff0d}'] {
            assert_eq!(plain(&format!("7{dash}May")), "7-May", "{dash:?}");
        }
        for mark in ['\u{ad}', '\u{200b}', '\u{200e}', '\u{202a}', '\u{202e}', '\u{2060}', '\u{feff}'] {
            assert_eq!(plain(&format!("7{mark}May")), "7May", "{mark:?}");
        }
        assert_eq!(plain("提单号：１２\t3\r\né"), "提单号:12\t3\r\né");
    }

    #[test]
    fn names_are_equal_without_regard_to_case_and_marks() {
        for (spellings, name) in [
            (["Müller", "müller", "MÜLLER", "muller", "Mu\u{308}ller"], "MULLER"),
            (["Göteborg", "göteborg", "GÖTEBORG", "Goteborg", "go\u{308}teborg"], "GOTEBORG"),
            (["Łódź Gdańsk", "łódź gdańsk", "ŁÓDŹ GDAŃSK", "lodz gdansk", "Łódz\u{301} Gdansk"], "LODZ GDANSK"),
            (["Straße", "STRAẞE", "strasse", "STRASSE", "straße"], "STRASSE"),
            (["Ærø Ålesund", "ærø ålesund", "ÆRØ ÅLESUND", "aero alesund", "Ærø A\u{30a}lesund"], "AERO ALESUND"),
            (["İzmir", "izmir", "IZMIR", "Izmir", "I\u{307}zmir"], "IZMIR"),
            (["Đà Nẵng", "đà nẵng", "ĐÀ NẴNG", "da nang", "Đa\u{300} Nẵng"], "DA NANG"),
            (["Пирей Ёлка", "пирей ёлка", "ПИРЕЙ ЁЛКА", "пиреи елка", "ПИРЕИ ЕЛКА"], "ПИРЕИ ЕЛКА"),
            (["Πειραιάς", "πειραιάς", "ΠΕΙΡΑΙΆΣ", "πειραιας", "ΠΕΙΡΑΙΑΣ"], "ΠΕΙΡΑΙΑΣ"),
            (["ＡＢＣ\u{3000}1", "ａｂｃ\u{3000}1", "abc 1", "ABC 1", "ABC\u{a0}1"], "ABC 1"),
            (["上海", "上海", "上海", "上海", "上海"], "上海"),
        ] {
            for spelled in spellings {
                assert_eq!(fold(spelled), name, "{spelled}");
                assert_eq!(fold(&fold(spelled)), name, "{spelled} twice");
            }
        }
    }

    #[test]
    fn every_marked_letter_is_an_upper_case_letter_and_occurs_once() {
        let marked: Vec<char> = MARKED.iter().flat_map(|(_, marked)| marked.chars()).collect();
        for letter in &marked {
            assert_eq!(letter.to_uppercase().collect::<String>(), letter.to_string());
            assert_eq!(marked.iter().filter(|other| *other == letter).count(), 1, "{letter}");
        }
        for (base, _) in MARKED {
            assert_eq!(fold(base), *base);
        }
    }
}
