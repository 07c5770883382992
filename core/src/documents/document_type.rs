//! Detects the type of a document by its title.

use super::text::{Text, TextPosition};

/// Number of lines that are searched for a title.
const TITLE_LINES: usize = 60;

/// The type of arrival notices.
pub const ARRIVAL_NOTICE: &str = "arrival_notice";

const TITLES: &[(&str, &[&str])] = &[
    (
        ARRIVAL_NOTICE,
        &["ARRIVAL NOTICE", "NOTICE OF ARRIVAL", "ARRIVAL NOTIFICATION", "AVIS D'ARRIVEE", "AVIS D'ARRIVÉE"],
    ),
    ("delivery_order", &["DELIVERY ORDER", "PICKUP ORDER", "PICK UP ORDER", "FREIGHT RELEASE"]),
    ("booking_confirmation", &["BOOKING CONFIRMATION", "BOOKING ACKNOWLEDGEMENT", "BOOKING ACKNOWLEDGMENT"]),
    ("shipping_instructions", &["SHIPPING INSTRUCTION", "SHIPPER'S LETTER OF INSTRUCTION"]),
    ("packing_list", &["PACKING LIST", "PACKING SLIP"]),
    ("certificate_of_origin", &["CERTIFICATE OF ORIGIN"]),
    ("customs_declaration", &["CUSTOMS DECLARATION", "ENTRY SUMMARY", "CUSTOMS ENTRY"]),
    ("freight_invoice", &["FREIGHT INVOICE", "FREIGHT BILL"]),
    ("commercial_invoice", &["COMMERCIAL INVOICE", "PROFORMA INVOICE", "PRO FORMA INVOICE"]),
    ("bill_of_lading", &["BILL OF LADING", "SEA WAYBILL", "SEAWAYBILL"]),
];

/// The type of a document and the reason: the first known title in its first lines. The file name only counts if the document has
/// no text, because senders choose it freely.
pub fn detect_document_type(text: Option<&Text>, file_name: &str) -> Option<(&'static str, String)> {
    let lines = text.iter().flat_map(|text| text.lines.iter().take(TITLE_LINES)).flat_map(|line| &line.0);
    let mut best: Option<(u8, &'static str, &'static str, &TextPosition)> = None;
    for cell in lines {
        let upper = cell.text.to_uppercase();
        for (kind, titles) in TITLES {
            let Some(title) = titles.iter().find(|title| upper.contains(**title)) else { continue };
            // A title alone on its line has precedence over a mention such as "Bill of Lading No: …".
            let weight =
                if upper.trim_matches(|c: char| !c.is_alphanumeric()).len() <= title.len() + 2 { 0 } else { 1 };
            if best.is_none_or(|(known, ..)| weight < known) {
                best = Some((weight, kind, title, &cell.place));
            }
        }
    }
    if let Some((_, kind, title, place)) = best {
        return Some((kind, format!("“{title}” is on {place}")));
    }
    if text.is_some_and(|text| !text.lines.is_empty()) {
        return None;
    }
    let name = file_name.to_uppercase().replace(['-', '_', '.'], " ");
    TITLES.iter().find_map(|(kind, titles)| {
        let title = titles.iter().find(|title| name.contains(**title))?;
        Some((*kind, format!("“{title}” is in the file name")))
    })
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
    fn the_file_name_only_counts_without_text() {
        assert_eq!(kind("", "delivery-order_17.pdf").unwrap().0, "delivery_order");
        assert_eq!(kind("hello", "delivery-order_17.pdf"), None);
        assert_eq!(kind("", "scan.pdf"), None);
    }
}
