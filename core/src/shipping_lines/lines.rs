//! The table of ocean carriers.
//!
//! The table is compiled from public documents. The kinds of numbers that a line supports are those of its documented interface. An
//! installed carrier may support others.

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

/// Returns the line with this owner prefix of containers (four letters, in upper or lower case).
pub fn by_container_prefix(prefix: &str) -> Option<&'static Line> {
    LINES.iter().find(|line| line.container_prefixes.iter().any(|owned| owned.eq_ignore_ascii_case(prefix)))
}

/// Whether containers with this owner prefix belong to a lessor. Any line may carry them.
pub fn is_lessor_prefix(prefix: &str) -> bool {
    LESSOR_PREFIXES.iter().any(|owned| owned.eq_ignore_ascii_case(prefix))
}

const fn line(
    scac: &'static str,
    name: &'static str,
    short_name: &'static str,
    alternative_scacs: &'static [&'static str],
    container_prefixes: &'static [&'static str],
) -> Line {
    Line {
        scac,
        name,
        short_name,
        alternative_scacs,
        bill_of_lading: true,
        booking_number: true,
        container: true,
        container_prefixes,
    }
}

impl Line {
    const fn without_containers(mut self) -> Line {
        self.container = false;
        self
    }
}

const LINES: &[Line] = &[
    line(
        "MAEU",
        "Maersk Line",
        "Maersk",
        &["SUDU", "SAFM", "SEAU", "SEJJ"],
        &["MAEU", "MSKU", "MRKU", "MRSU", "MHHU", "MNBU", "MWCU", "PONU", "SEAU", "SUDU", "APMU"],
    ),
    line("MSCU", "Mediterranean Shipping Company", "MSC", &["MEDU"], &["MSCU", "MEDU", "MSDU", "MSMU", "MSNU"]),
    line(
        "CMDU",
        "CMA CGM",
        "CMA CGM",
        &[],
        &["CMAU", "CGMU", "APLU", "APHU", "APRU", "APZU", "ANNU", "ECMU", "CNCU", "AMCU"],
    ),
    line("APLU", "American President Lines", "APL", &[], &[]),
    line("ANNU", "ANL Container Line", "ANL", &["ANLC"], &[]),
    line("CNCX", "Cheng Lie Navigation", "CNC", &[], &[]),
    line(
        "HLCU",
        "Hapag-Lloyd",
        "Hapag-Lloyd",
        &[],
        &["HLXU", "HLCU", "HLBU", "UACU", "CPSU", "CASU", "CSQU", "CSVU", "AZLU"],
    ),
    line("ONEY", "Ocean Network Express", "ONE", &[], &["ONEU", "NYKU", "MOAU", "MOLU", "KKFU", "KKLU", "AKLU"]),
    line("COSU", "COSCO Shipping Lines", "COSCO", &[], &["COSU", "CBHU", "CCLU", "CSLU", "CSNU"]),
    line("OOLU", "Orient Overseas Container Line", "OOCL", &[], &["OOLU", "OOCU"]),
    line("EGLV", "Evergreen Line", "Evergreen", &["EISU"], &["EISU", "EGHU", "EMCU", "EGSU", "EITU", "HMCU", "IMTU"]),
    line("HDMU", "HMM", "HMM", &[], &["HDMU", "HMMU"]),
    line("ZIMU", "ZIM Integrated Shipping Services", "ZIM", &[], &["ZIMU", "ZCSU", "ZCLU", "JXLU"]),
    line("YMLU", "Yang Ming Marine Transport", "Yang Ming", &[], &["YMLU", "YMMU"]).without_containers(),
    line("WHLC", "Wan Hai Lines", "Wan Hai", &[], &["WHLU", "WHSU"]).without_containers(),
    line("PABV", "Pacific International Lines", "PIL", &["PCIU"], &["PCIU"]).without_containers(),
    line("SMLM", "SM Line", "SM Line", &[], &[]).without_containers(),
    line("MATS", "Matson Navigation Company", "Matson", &[], &[]).without_containers(),
    line("ACLU", "Atlantic Container Line", "ACL", &[], &[]).without_containers(),
    line(Scac::SANDBOX, "Sandbox Line", "Sandbox", &[], &[]),
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
        for (code, scac) in [("maeu", "MAEU"), ("SUDU", "MAEU"), ("safm", "MAEU"), ("PCIU", "PABV"), ("test", "TEST")] {
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
