//! Detects the type of a document by its title.

use super::text::{Text, TextPosition};
use crate::spelling::fold;

/// Number of lines that are searched for a title.
const TITLE_LINES: usize = 60;

/// The type of arrival notices.
pub const ARRIVAL_NOTICE: &str = "arrival_notice";

/// Titles without accents.
const TITLES: &[(&str, &[&str])] = &[
    (
        ARRIVAL_NOTICE,
        &[
            "ARRIVAL NOTICE",
            "NOTICE OF ARRIVAL",
            "ARRIVAL NOTIFICATION",
            "ANKUNFTSAVIS",
            "ANKUNFTSANZEIGE",
            "ANKUNFTSBENACHRICHTIGUNG",
            "AVIS D'ARRIVEE",
            "AVISO DE LLEGADA",
            "AVISO DE ARRIBO",
            "NOTIFICACION DE LLEGADA",
            "到货通知",
            "到港通知",
            "到貨通知",
        ],
    ),
    ("delivery_order", &["DELIVERY ORDER", "PICKUP ORDER", "PICK UP ORDER", "FREIGHT RELEASE"]),
    ("booking_confirmation", &["BOOKING CONFIRMATION", "BOOKING ACKNOWLEDGEMENT", "BOOKING ACKNOWLEDGMENT"]),
    ("shipping_instructions", &["SHIPPING INSTRUCTION", "SHIPPER'S LETTER OF INSTRUCTION"]),
    ("packing_list", &["PACKING LIST", "PACKING SLIP"]),
    ("certificate_of_origin", &["CERTIFICATE OF ORIGIN"]),
    ("customs_declaration", &["CUSTOMS DECLARATION", "ENTRY SUMMARY", "CUSTOMS ENTRY"]),
    ("freight_invoice", &["FREIGHT INVOICE", "FREIGHT BILL"]),
    ("commercial_invoice", &["COMMERCIAL INVOICE", "PROFORMA INVOICE", "PRO FORMA INVOICE"]),
    (BILL_OF_LADING, &["BILL OF LADING", "SEA WAYBILL", "SEAWAYBILL"]),
];

const BILL_OF_LADING: &str = "bill_of_lading";

/// Words that can be in a title.
const IN_TITLES: &[&str] =
    &["AND", "REVISED", "UPDATED", "ORIGINAL", "COPY", "OCEAN", "IMPORT", "PRELIMINARY", "FINAL", "NO", "书"];

/// How surely a cell is the title of the document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    /// Only titles are in its line.
    Alone,
    /// Other cells are in its line, or it can be a label.
    Cell,
    Mention,
}

/// The type of a document and the reason: the first known title in its first lines. The file name only counts if the document has
/// no text, because senders choose it freely.
pub fn detect_document_type(text: Option<&Text>, file_name: &str) -> Option<(&'static str, String)> {
    let lines = text.iter().flat_map(|text| text.lines.iter().take(TITLE_LINES));
    let mut best: Option<(Certainty, &'static str, &'static str, &TextPosition)> = None;
    for (line, cell) in lines.flat_map(|line| line.0.iter().map(move |cell| (line, cell))) {
        let folded = folded(&cell.text);
        let Some((kind, title)) = first_title(&folded) else { continue };
        let is_alone = line.0.len() == 1 && kind != BILL_OF_LADING;
        let certainty = if !is_title(&folded) {
            Certainty::Mention
        } else if is_alone {
            Certainty::Alone
        } else {
            Certainty::Cell
        };
        if best.is_none_or(|(known, ..)| certainty < known) {
            best = Some((certainty, kind, title, &cell.place));
        }
    }
    if let Some((_, kind, title, place)) = best {
        return Some((kind, format!("“{title}” is on {place}")));
    }
    if text.is_some_and(|text| !text.lines.is_empty()) {
        return None;
    }
    let name = folded(file_name).replace(['-', '_', '.'], " ");
    let (kind, title) = first_title(&name)?;
    Some((kind, format!("“{title}” is in the file name")))
}

/// Whether the text may be an arrival notice: it has the title of one, or mentions an arrival.
pub fn mentions_arrival_notice(text: &str) -> bool {
    let folded = folded(text);
    let (_, titles) = TITLES[0];
    folded.contains("ARRIV") || titles.iter().any(|title| folded.contains(title))
}

fn folded(text: &str) -> String {
    fold(text).replace('\u{2019}', "'")
}

/// The title that comes first in a text.
fn first_title(folded: &str) -> Option<(&'static str, &'static str)> {
    let titles = TITLES.iter().flat_map(|(kind, titles)| titles.iter().map(move |title| (*kind, *title)));
    let found = titles.filter_map(|(kind, title)| Some((folded.find(title)?, kind, title)));
    found.min_by_key(|(position, ..)| *position).map(|(_, kind, title)| (kind, title))
}

/// Whether a text consists of titles, words of titles and numbers.
fn is_title(folded: &str) -> bool {
    let titles = TITLES.iter().flat_map(|(_, titles)| *titles);
    let rest = titles.fold(folded.to_owned(), |rest, title| rest.replace(title, " "));
    let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| word.len() <= 2 || IN_TITLES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::super::text::TextBudget;
    use super::*;

    fn kind(lines: &str, name: &str) -> Option<(&'static str, String)> {
        let mut text = Text::default();
        for (number, line) in (1..).zip(lines.lines()) {
            text.add(&TextPosition::Page(1, number), line, TextBudget { bytes: 1 << 20, cells: 10_000 });
        }
        detect_document_type(Some(&text), name)
    }

    #[test]
    fn a_title_alone_on_its_line_has_precedence_over_a_mention() {
        let detected = kind("Bill of Lading No: 1\n*** ARRIVAL NOTICE ***", "x.pdf");
        assert_eq!(detected, Some(("arrival_notice", "“ARRIVAL NOTICE” is on page 1, line 2".to_owned())));
        assert_eq!(kind("as per bill of lading 123", "").unwrap().0, "bill_of_lading");
    }

    #[test]
    fn the_first_title_decides_before_headings_do() {
        for lines in [
            "ARRIVAL NOTICE / FREIGHT INVOICE\nBill of Lading\nMAEU123456789",
            "REVISED ARRIVAL NOTICE\nBill of Lading    Delivery Order",
            "ACME LINE    ARRIVAL NOTICE\nBill of Lading\nMAEU123456789",
            "Arrival Notice and Freight Bill No. 4\nFreight Invoice",
            "Avis d\u{2019}arrivée\nBill of Lading",
            "Aviso de llegada",
            "Ankunftsavis",
            "到货通知书",
        ] {
            assert_eq!(kind(lines, "").map(|(kind, _)| kind), Some("arrival_notice"), "{lines}");
        }
        assert_eq!(kind("FREIGHT INVOICE\nas in the arrival notice", "").unwrap().0, "freight_invoice");
        assert_eq!(kind("BILL OF LADING\nShipper", "").unwrap().0, "bill_of_lading");
    }

    #[test]
    fn the_file_name_only_counts_without_text() {
        assert_eq!(kind("", "delivery-order_17.pdf").unwrap().0, "delivery_order");
        assert_eq!(kind("hello", "delivery-order_17.pdf"), None);
        assert_eq!(kind("", "scan.pdf"), None);
    }
}
