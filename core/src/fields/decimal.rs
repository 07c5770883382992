//! Decimal numbers of custom fields: at most 12 digits before and 6 digits after the decimal point.

use serde_json::{Number, Value};

const MAX_WHOLE_DIGITS: usize = 12;
const MAX_FRACTION_DIGITS: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    is_negative: bool,
    whole: String,
    fraction: String,
}

impl Decimal {
    pub(super) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => Decimal::parse(&plain(number)),
            Value::String(text) => Decimal::parse(text),
            _ => None,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let whole = Some(whole.trim_start_matches('0')).filter(|whole| !whole.is_empty()).unwrap_or("0");
        let fraction = fraction.trim_end_matches('0');
        let fits = whole.len() <= MAX_WHOLE_DIGITS && fraction.len() <= MAX_FRACTION_DIGITS;
        fits.then(|| Decimal { is_negative, whole: whole.to_owned(), fraction: fraction.to_owned() })
    }

    pub(super) fn as_f64(&self) -> f64 {
        self.format(0, false).parse().unwrap_or_default()
    }

    pub(super) fn format(&self, places: usize, with_commas: bool) -> String {
        let sign = if self.is_negative && (self.whole != "0" || !self.fraction.is_empty()) { "-" } else { "" };
        let whole = if with_commas { in_thousands(&self.whole) } else { self.whole.clone() };
        match self.fraction.len().max(places) {
            0 => format!("{sign}{whole}"),
            places => format!("{sign}{whole}.{:0<places$}", self.fraction),
        }
    }
}

fn plain(number: &Number) -> String {
    match number.as_f64().filter(|_| number.is_f64()) {
        Some(float) => format!("{float}"),
        None => number.to_string(),
    }
}

fn in_thousands(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
