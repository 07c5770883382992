//! The table of ocean carriers.
//!
//! Codes, names and supported kinds of numbers are those that the hosted service lists, so that a program that changes services finds the
//! same carriers. An installed carrier may support other kinds. The container prefixes are compiled from public documents.

use crate::numbers::{NumberKind, Scac};

/// An ocean carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Its code, four letters.
    pub scac: &'static str,
    /// Its full name.
    pub name: &'static str,
    /// Its short name.
    pub short_name: &'static str,
    /// Further names of this line.
    pub other_names: &'static [&'static str],
    /// Further codes of this line: brands that it absorbed, and other codes that it uses.
    pub alternative_scacs: &'static [&'static str],
    /// Whether it supports look-ups of a bill of lading.
    pub bill_of_lading: bool,
    /// Whether it supports look-ups of a booking number.
    pub booking_number: bool,
    /// Whether it supports look-ups of a container.
    pub container: bool,
    /// The owner prefixes of its containers. Lines exchange containers, so a prefix is only a hint.
    pub container_prefixes: &'static [&'static str],
}

impl Line {
    /// Whether the line supports numbers of this kind.
    pub fn supports(&self, kind: NumberKind) -> bool {
        match kind {
            NumberKind::Container => self.container,
            NumberKind::BillOfLading => self.bill_of_lading,
            NumberKind::BookingNumber => self.booking_number,
        }
    }

    /// Whether this is the sandbox line, which has no ships.
    pub fn is_sandbox(&self) -> bool {
        self.scac == Scac::SANDBOX
    }
}

/// Returns all lines, the sandbox line last.
pub fn all() -> &'static [Line] {
    LINES
}

/// Returns the line with this SCAC or alternative SCAC, in upper or lower case.
pub fn by_scac(scac: &str) -> Option<&'static Line> {
    let is = |code: &&'static str| code.eq_ignore_ascii_case(scac);
    let by_code = LINES.iter().find(|line| is(&line.scac));
    by_code.or_else(|| LINES.iter().find(|line| line.alternative_scacs.iter().any(is)))
}

/// The main code of the line with this SCAC or alternative SCAC; the text itself if it is not in the table.
pub(crate) fn main_code(scac: &str) -> &str {
    by_scac(scac).map_or(scac, |line| line.scac)
}

/// Returns the line with this owner prefix of containers (four letters, in upper or lower case).
pub fn by_container_prefix(prefix: &str) -> Option<&'static Line> {
    LINES.iter().find(|line| line.container_prefixes.iter().any(|owned| owned.eq_ignore_ascii_case(prefix)))
}

/// Whether containers with this owner prefix belong to a lessor. Any line may carry them.
pub fn is_lessor_prefix(prefix: &str) -> bool {
    LESSOR_PREFIXES.iter().any(|owned| owned.eq_ignore_ascii_case(prefix))
}

const fn line(scac: &'static str, name: &'static str, short_name: &'static str) -> Line {
    Line {
        scac,
        name,
        short_name,
        other_names: &[],
        alternative_scacs: &[],
        bill_of_lading: true,
        booking_number: true,
        container: true,
        container_prefixes: &[],
    }
}

impl Line {
    const fn codes(self, alternative_scacs: &'static [&'static str]) -> Line {
        Line { alternative_scacs, ..self }
    }

    const fn names(self, other_names: &'static [&'static str]) -> Line {
        Line { other_names, ..self }
    }

    const fn prefixes(self, container_prefixes: &'static [&'static str]) -> Line {
        Line { container_prefixes, ..self }
    }

    const fn without_bills(self) -> Line {
        Line { bill_of_lading: false, ..self }
    }

    const fn without_bookings(self) -> Line {
        Line { booking_number: false, ..self }
    }

    const fn without_containers(self) -> Line {
        Line { container: false, ..self }
    }
}

const LINES: &[Line] = &[
    line("MAEU", "Maersk", "Maersk")
        .names(&["Maersk Line"])
        .codes(&["SUDU"])
        .prefixes(&["MAEU", "MSKU", "MRKU", "MRSU", "MHHU", "MNBU", "MWCU", "PONU", "SEAU", "SUDU", "APMU"]),
    line("MSCU", "Mediterranean Shipping Company", "MSC")
        .codes(&["MEDU"])
        .prefixes(&["MSCU", "MEDU", "MSDU", "MSMU", "MSNU"]),
    line("CMDU", "CMA CGM", "CMA CGM")
        .prefixes(&["CMAU", "CGMU", "APLU", "APHU", "APRU", "APZU", "ANNU", "ECMU", "CNCU", "AMCU"]),
    line("APLU", "American President Lines", "APL"),
    line("ANNU", "Australia National Line", "ANL").names(&["ANL Container Line"]).codes(&["ANLC"]),
    line("CNCX", "Cheng Lie Navigation", "CNC"),
    line("HLCU", "Hapag-Lloyd", "Hapag-Lloyd")
        .prefixes(&["HLXU", "HLCU", "HLBU", "UACU", "CPSU", "CASU", "CSQU", "CSVU", "AZLU"]),
    line("ONEY", "Ocean Network Express", "ONE").prefixes(&["ONEU", "NYKU", "MOAU", "MOLU", "KKFU", "KKLU", "AKLU"]),
    line("COSU", "COSCO", "COSCO").names(&["COSCO Shipping Lines"]).prefixes(&["COSU", "CBHU", "CCLU", "CSLU", "CSNU"]),
    line("OOLU", "Orient Overseas Container Line", "OOCL").prefixes(&["OOLU", "OOCU"]),
    line("EGLV", "Evergreen", "Evergreen")
        .names(&["Evergreen Line"])
        .codes(&["EISU"])
        .prefixes(&["EISU", "EGHU", "EMCU", "EGSU", "EITU", "HMCU", "IMTU"]),
    line("HDMU", "Hyundai Merchant Marine", "Hyundai").names(&["HMM"]).prefixes(&["HDMU", "HMMU"]),
    line("ZIMU", "Zim American Integrated Shipping Services", "Zim Line")
        .names(&["ZIM Integrated Shipping Services", "ZIM"])
        .prefixes(&["ZIMU", "ZCSU", "ZCLU", "JXLU"]),
    line("YMLU", "Yangming Marine Transport", "Yangming")
        .names(&["Yang Ming Marine Transport", "Yang Ming"])
        .codes(&["YMPR", "YMSG", "YMJA"])
        .prefixes(&["YMLU", "YMMU"]),
    line("WHLC", "Wan Hai Lines", "Wan Hai Lines").names(&["Wan Hai"]).prefixes(&["WHLU", "WHSU"]),
    line("PCIU", "Pacific International Lines", "PIL").codes(&["PABV"]).prefixes(&["PCIU"]),
    line("SMLM", "SM Line", "SM Line"),
    line("MATS", "Matson Navigation Company", "Matson").without_containers(),
    line("ACLU", "Atlantic Container Line", "ACL").prefixes(&["ACLU"]),
    line("ARKU", "Arkas Container Transport", "Arkas").prefixes(&["ARKU"]),
    line("CHVW", "Swire Shipping", "CHVW").codes(&["QWJA", "PLLU"]).without_containers(),
    line("CLAM", "Crowley", "Crowley").codes(&["CWLQ"]).without_containers(),
    line("CULU", "China United Lines", "CULines").prefixes(&["CULU"]),
    line("GOSU", "Gold Star Line", "GSL").prefixes(&["GOSU"]).without_containers(),
    line("HDUJ", "HEDE Shipping", "HEDE"),
    line("IILU", "Independent Container Line", "ICL").prefixes(&["IILU"]).without_containers(),
    line("SMLU", "Seaboard Marine", "Seaboard Marine").prefixes(&["SMLU"]),
    line("SQQY", "SeaLead", "SeaLead").codes(&["SJHH"]),
    line("SSBF", "Swire", "Swire").codes(&["WWSU"]).without_containers(),
    line("SSPH", "Seth Shipping", "Seth").without_containers(),
    line("TJFH", "Transfar", "Transfar").without_containers(),
    line("TRBR", "Trailer Bridge", "Trailer Bridge").codes(&["TBIE", "PYRR"]).without_bills().without_containers(),
    line("TRKU", "Turkon Line", "Turkon").prefixes(&["TRKU"]),
    line("TXZJ", "T.S. Lines", "TS Lines"),
    line("WDSB", "World Direct Shipping", "WDS").without_bills().without_bookings().without_containers(),
    // Brands of Maersk: its profile answers for them. They come last, so that Maersk is asked first about a number without a carrier.
    line("SAFM", "Safmarine Container Line", "Safmarine Container Line").without_containers(),
    line("SEAU", "Sealand Americas", "SeaLand Americas").codes(&["SEAL"]),
    line("SEJJ", "SeaLand Europe", "SeaLand Europe"),
    line(Scac::SANDBOX, "Sandbox Line", "Sandbox").without_containers(),
];

const LESSOR_PREFIXES: &[&str] = &[
    "TCLU", "TRHU", "TTNU", "TRIU", "TGHU", "TEMU", "CLHU", "AMFU", "CAIU", "CAXU", "SEGU", "CRXU", "CXDU", "BMOU",
    "BEAU", "DFSU", "FCIU", "TCKU", "GESU", "GMCU",
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::numbers::NumberShape;

    #[test]
    fn line_is_found_by_code_and_alternative_code_in_any_case() {
        for (code, scac) in [("maeu", "MAEU"), ("SUDU", "MAEU"), ("safm", "SAFM"), ("PABV", "PCIU"), ("test", "TEST")] {
            assert_eq!(by_scac(code).map(|line| line.scac), Some(scac));
        }
        for code in ["", "XXXX", "MAEUX", "ÅÅ"] {
            assert_eq!(by_scac(code), None);
        }
    }

    #[test]
    fn codes_are_unique() {
        let mut seen = HashSet::new();
        for code in all().iter().flat_map(|line| line.alternative_scacs.iter().chain([&line.scac])) {
            assert!(Scac::for_request(code).is_ok_and(|scac| scac.as_str() == *code), "{code}");
            assert!(seen.insert(code), "{code} twice");
        }
    }

    #[test]
    fn owner_prefix_belongs_to_one_line_or_lessor() {
        let mut seen = HashSet::new();
        for prefix in all().iter().flat_map(|line| line.container_prefixes).chain(LESSOR_PREFIXES) {
            assert!(prefix.len() == 4 && prefix.ends_with('U'), "{prefix}");
            assert!(seen.insert(prefix), "{prefix} twice");
        }
        assert_eq!(by_container_prefix("tclu"), None);
        assert!(is_lessor_prefix("tclu") && !is_lessor_prefix("MSKU"));
    }

    #[test]
    fn line_of_each_number_shape_supports_its_kind() {
        for shape in NumberShape::all() {
            let line = all().iter().find(|line| line.scac == shape.scac).unwrap();
            assert!(line.supports(shape.kind));
        }
    }
}
