//! Durations in sentences for people.

use std::fmt;
use std::time::Duration;

/// A duration rounded up to what a person wants to know: `250 ms`, `4 s`, `2 min 5 s`, `1 h 30 min`.
pub(crate) struct Readable(pub Duration);

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.0.as_nanos().div_ceil(1_000_000);
        if thousandths < 1_000 {
            return write!(f, "{thousandths} ms");
        }
        let seconds = thousandths.div_ceil(1_000);
        let minutes = seconds.div_ceil(60);
        let (first, second) = match seconds {
            0..120 => ((seconds, "s"), (0, "")),
            120..3_600 => ((seconds / 60, "min"), (seconds % 60, "s")),
            _ => ((minutes / 60, "h"), (minutes % 60, "min")),
        };
        write!(f, "{} {}", first.0, first.1)?;
        if second.0 > 0 { write!(f, " {} {}", second.0, second.1) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_told_in_two_units_at_most_and_never_too_short() {
        for (nanos, told) in [
            (0, "0 ms"),
            (1, "1 ms"),
            (999_000_001, "1 s"),
            (3_982_123_456, "4 s"),
            (119_000_000_000, "119 s"),
            (125_400_000_000, "2 min 6 s"),
            (300_000_000_000, "5 min"),
            (3_600_000_000_000, "1 h"),
            (5_400_000_000_001, "1 h 31 min"),
            (86_400_000_000_000, "24 h"),
        ] {
            assert_eq!(Readable(Duration::from_nanos(nanos)).to_string(), told);
        }
    }
}
