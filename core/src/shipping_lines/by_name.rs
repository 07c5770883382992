//! Finds the line that a person names in place of its code.

use super::lines::{Line, all, by_container_prefix, by_scac, main_code};
use crate::error::{Error, Quoted, Result};
use crate::resources::ShippingLine;
use crate::spelling::fold;

/// Codes of SMDG's list of liners, former lines and brands, with the code of the line that answers for them today. Only the complete text is
/// compared: `Hamburg` alone is no carrier.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("American President Lines", "CMDU"),
    ("APL", "CMDU"),
    ("CMA", "CMDU"),
    ("COS", "COSU"),
    ("COSCO Container Lines", "COSU"),
    ("COSCO Shipping", "COSU"),
    ("CSAV", "HLCU"),
    ("EMC", "EGLV"),
    ("Evergreen Marine", "EGLV"),
    ("Hamburg Sued", "MAEU"),
    ("Hamburg Süd", "MAEU"),
    ("HLC", "HLCU"),
    ("K Line", "ONEY"),
    ("Kawasaki Kisen Kaisha", "ONEY"),
    ("Mitsui O.S.K. Lines", "ONEY"),
    ("MOL", "ONEY"),
    ("MSK", "MAEU"),
    ("MSC Mediterranean Shipping Company", "MSCU"),
    ("Nippon Yusen Kaisha", "ONEY"),
    ("NYK", "ONEY"),
    ("NYK Line", "ONEY"),
    ("OOL", "OOLU"),
    ("SUD", "MAEU"),
    ("UASC", "HLCU"),
    ("United Arab Shipping Company", "HLCU"),
    ("WHL", "WHLC"),
    ("Yang Ming Line", "YMLU"),
    ("YML", "YMLU"),
];

/// Words of legal forms at the end of a name. Those with a slash or periods are several words.
const LEGAL_FORMS: &[&str] = &[
    "A",
    "AG",
    "AS",
    "BV",
    "CO",
    "COMPANY",
    "CORP",
    "CORPORATION",
    "GMBH",
    "INC",
    "KG",
    "LIMITED",
    "LLC",
    "LTD",
    "NV",
    "PLC",
    "PTE",
    "PTY",
    "S",
    "SA",
    "SAS",
    "SE",
];

/// The least number of letters of a name.
const LEAST_NAME: usize = 3;
/// The most bytes of a name: a text is compared with the names of all lines, so a long one would take long.
const MOST_NAME: usize = 200;

/// Whether a text that is not a code may be the name of a line.
pub(crate) fn may_be_name(text: &str) -> bool {
    text.len() <= MOST_NAME && compared(text).chars().count() >= LEAST_NAME && !text.chars().any(char::is_numeric)
}

/// Whether a text in the form of a code is the name of a line of the table, such as `OOCL`, and not a code.
pub(crate) fn is_name_like_code(text: &str) -> bool {
    let is_code = by_scac(text).is_some() || by_container_prefix(text).is_some();
    let names = |line: &'static Line| [line.name, line.short_name].into_iter().chain(line.other_names.iter().copied());
    let is_other_name = || OTHER_NAMES.iter().any(|(name, _)| compared(name) == compared(text));
    !is_code && (is_other_name() || all().iter().flat_map(names).any(|name| begins_with_words(name, text)))
}

/// Finds the line that a person names, such as `Maersk`, `Hapag` or `MSC`: the line that answers today for a brand or a former line, such as
/// `APL`, otherwise the line with this name or short name, otherwise the only line with a name that begins with these words. Fails if no line
/// or several lines fit; `candidates` in the `meta` of the error lists the codes of similar names.
pub(crate) fn line_named<'l>(text: &str, lines: &'l [ShippingLine]) -> Result<&'l ShippingLine> {
    if text.len() > MOST_NAME {
        return Err(no_line(text, &[]));
    }
    let other = OTHER_NAMES.iter().find(|(name, _)| compared(name) == compared(text));
    if let Some(line) = other.and_then(|(_, scac)| lines.iter().find(|line| line.scac == *scac)) {
        return Ok(line);
    }
    let fitting = |fits: fn(&str, &str) -> bool| -> Vec<&ShippingLine> {
        let is_named = |line: &&ShippingLine| names_of(line).any(|name| fits(name, text));
        lines.iter().filter(is_named).collect()
    };
    let same = fitting(|name, text| compared(name) == compared(text));
    let found = if same.is_empty() { fitting(begins_with_words) } else { same };
    match found.as_slice() {
        [only] => return Ok(*only),
        [_, _, ..] => return Err(several_lines(text, &found)),
        [] => {}
    }
    match lines_in_parts(text, lines).as_slice() {
        [only] => Ok(*only),
        [one, other, ..] => Err(two_lines(text, one, other)),
        [] => Err(no_line(text, &fitting(is_similar))),
    }
}

/// The lines that the parts of a text name; none if a part names no line.
fn lines_in_parts<'l>(text: &str, lines: &'l [ShippingLine]) -> Vec<&'l ShippingLine> {
    const JOINTS: &[char] = &['/', ',', ';', '&', '+', '|', '\n', '\t'];
    let parts: Vec<&str> = text.split(JOINTS).map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() < 2 {
        return Vec::new();
    }
    let mut found: Vec<&ShippingLine> = Vec::new();
    for part in parts {
        let by_code = lines.iter().find(|line| line.scac == main_code(&part.to_ascii_uppercase()));
        let Some(line) = by_code.or_else(|| line_named(part, lines).ok()) else { return Vec::new() };
        if found.iter().all(|known| known.scac != line.scac) {
            found.push(line);
        }
    }
    found
}

/// The known code that a wrong code was probably meant to be: two neighbouring letters are exchanged or, unless only that counts, one
/// letter is another one.
pub(crate) fn nearest_code<'c>(code: &str, mut known: impl Iterator<Item = &'c str> + Clone) -> Option<&'c str> {
    let other_letter = |known: &&str| {
        known.len() == code.len() && known.bytes().zip(code.bytes()).filter(|(one, other)| one != other).count() == 1
    };
    known.clone().find(|known| has_exchanged_letters(code, known)).or_else(|| known.find(other_letter))
}

/// Whether two neighbouring letters of one code are exchanged in the other.
pub(crate) fn has_exchanged_letters(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let is_exchanged = |position: usize| {
        let mut exchanged = one.to_vec();
        exchanged.swap(position, position + 1);
        exchanged == other
    };
    one != other && (0..one.len().saturating_sub(1)).any(is_exchanged)
}

/// The names of a line, with those that only the table has.
pub(crate) fn names_of(line: &ShippingLine) -> impl Iterator<Item = &str> {
    let others = by_scac(&line.scac).map_or(&[][..], |line| line.other_names);
    [line.name.as_str(), line.short_name.as_str()].into_iter().chain(others.iter().copied())
}

fn begins_with_words(name: &str, text: &str) -> bool {
    words(name).starts_with(&words(text))
}

/// The words of a name, without case, accents and legal form.
fn words(name: &str) -> Vec<String> {
    let folded = fold(name);
    let mut words: Vec<String> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    while words.len() > 1 && words.last().is_some_and(|last| LEGAL_FORMS.contains(&last.as_str())) {
        words.pop();
    }
    words
}

/// Whether one of the names is the beginning of the other.
fn is_similar(name: &str, text: &str) -> bool {
    let (name, text) = (compared(name), compared(text));
    !name.is_empty() && (name.starts_with(&text) || text.starts_with(&name))
}

/// The letters and digits of a name, without case, accents and legal form.
fn compared(name: &str) -> String {
    words(name).concat()
}

fn no_line(text: &str, candidates: &[&ShippingLine]) -> Error {
    let cure = match candidates {
        [] => "a carrier code has four letters, such as MAEU".to_owned(),
        [only] => format!("did you mean {}?", with_name(only)),
        several => format!("did you mean one of {}?", list(several)),
    };
    let detail = format!("scac is neither a carrier code nor the name of a carrier: {}; {cure}", Quoted(text.trim()));
    refused(detail, candidates)
}

fn several_lines(text: &str, lines: &[&ShippingLine]) -> Error {
    let detail = format!(
        "scac is the name of several carriers: {} may be {}; use the code of one of them",
        Quoted(text.trim()),
        list(lines)
    );
    refused(detail, lines)
}

fn two_lines(text: &str, one: &ShippingLine, other: &ShippingLine) -> Error {
    let detail = format!(
        "scac names two carriers, {} and {}: {}; use one tracking request for each carrier",
        with_name(one),
        with_name(other),
        Quoted(text.trim())
    );
    refused(detail, &[one, other])
}

fn refused(detail: String, candidates: &[&ShippingLine]) -> Error {
    let codes: Vec<&str> = candidates.iter().map(|line| line.scac.as_str()).collect();
    Error::invalid("/data/attributes/scac", detail).with_candidates(&codes)
}

fn list(lines: &[&ShippingLine]) -> String {
    lines.iter().map(|line| with_name(line)).collect::<Vec<_>>().join(", ")
}

fn with_name(line: &ShippingLine) -> String {
    format!("{} ({})", line.scac, line.short_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<ShippingLine> {
        let names = [
            ("MAEU", "Maersk Line", "Maersk"),
            ("HLCU", "Hapag-Lloyd", "Hapag-Lloyd"),
            ("MSCU", "Mediterranean Shipping Company", "MSC"),
            ("SEAU", "Sealand Americas", "SeaLand Americas"),
            ("SEJJ", "SeaLand Europe", "SeaLand Europe"),
        ];
        let line = |(scac, name, short): (&str, &str, &str)| ShippingLine {
            scac: scac.to_owned(),
            name: name.to_owned(),
            short_name: short.to_owned(),
            ..Default::default()
        };
        names.into_iter().map(line).collect()
    }

    #[test]
    fn a_line_is_found_by_a_name_that_no_other_line_has() {
        let lines = lines();
        for (text, scac) in [
            ("Maersk", "MAEU"),
            (" maersk line ", "MAEU"),
            ("Hapag", "HLCU"),
            ("HAPAG LLOYD", "HLCU"),
            ("MSC", "MSCU"),
            ("Mediterranean", "MSCU"),
            ("sealand europe", "SEJJ"),
            ("Mærsk", "MAEU"),
            ("MSK", "MAEU"),
            ("Maersk Line A/S", "MAEU"),
            ("HAPAG LLOYD AG", "HLCU"),
            ("Hapag-Lloyd Aktiengesellschaft", ""),
            ("Mediterranean Shipping Co. S.A.", "MSCU"),
            ("Hamburg Süd", "MAEU"),
            ("HAMBURG SUD", "MAEU"),
            ("Hamburg", ""),
            ("UASC", "HLCU"),
            ("CSAV", "HLCU"),
            ("MSC / Mediterranean Shipping Company", "MSCU"),
        ] {
            if scac.is_empty() {
                assert!(line_named(text, &lines).is_err(), "{text}");
                continue;
            }
            assert_eq!(line_named(text, &lines).unwrap().scac, scac, "{text}");
            assert!(may_be_name(text), "{text}");
        }
    }

    #[test]
    fn an_ambiguous_or_unknown_name_is_rejected_with_candidates() {
        let lines = lines();
        for (text, candidates) in [
            ("Sealand", serde_json::json!(["SEAU", "SEJJ"])),
            ("Maersk Broker", serde_json::json!(["MAEU"])),
            ("MAE", serde_json::json!(["MAEU"])),
            ("Acme", serde_json::json!([])),
            ("MAEU/HLCU", serde_json::json!(["MAEU", "HLCU"])),
            ("Maersk, Hapag-Lloyd", serde_json::json!(["MAEU", "HLCU"])),
        ] {
            let refused = line_named(text, &lines).unwrap_err();
            assert_eq!(refused.pointer(), Some("/data/attributes/scac"));
            assert_eq!(refused.errors()[0].meta.as_ref().unwrap()["candidates"], candidates, "{text}");
            assert!(refused.to_string().contains(text), "{refused}");
        }
    }

    #[test]
    fn the_message_names_the_carriers() {
        for (text, words) in [
            ("Sealand", "the name of several carriers"),
            ("Maersk / MSC", "names two carriers, MAEU (Maersk) and MSCU (MSC)"),
            ("Maersk Broker", "did you mean MAEU (Maersk)?"),
        ] {
            let refused = line_named(text, &lines()).unwrap_err().to_string();
            assert!(refused.contains(words), "{refused}");
        }
    }

    #[test]
    fn the_nearest_code_has_exchanged_letters_or_one_other_letter() {
        let known = ["SEAU", "MAEU", "HLCU"];
        for (code, nearest) in
            [("MEAU", Some("MAEU")), ("HLCX", Some("HLCU")), ("QQQQ", None), ("MAE", None), ("", None)]
        {
            assert_eq!(nearest_code(code, known.into_iter()), nearest, "{code}");
        }
        assert!(has_exchanged_letters("MEAU", "MAEU") && !has_exchanged_letters("MAEU", "MAEU"));
    }

    #[test]
    fn short_texts_and_texts_with_digits_are_not_names() {
        for text in ["UP", "", "??", "M4EU", "MAEU1", &"é".repeat(101)] {
            assert!(!may_be_name(text), "{text}");
        }
    }
}
