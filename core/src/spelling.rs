//! Compares names without case and diacritical marks, and finds the name that was probably meant.

use std::mem;

/// Folds a name: "Müller" and "MULLER" become equal.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_uppercase();
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_uppercase).filter(|letter| !is_mark(*letter)) {
        match base(letter) {
            Some(base) => plain += base,
            None => plain.push(narrow(letter)),
        }
    }
    plain
}

/// The name that differs least from `text`, without regard to case; the first of several. `None` if there are no names.
pub(crate) fn nearest<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let text = fold(text);
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

fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(letter) - 0xfee0).map_or(letter, |letter| letter.to_ascii_uppercase())
        }
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        letter => letter,
    }
}

fn base(letter: char) -> Option<&'static str> {
    if letter.is_ascii() {
        return None;
    }
    MARKED.iter().find(|(_, marked)| marked.contains(letter)).map(|(base, _)| *base)
}

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
