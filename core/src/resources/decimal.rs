//! Numbers that the API writes as decimal text.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

use super::Shape;
use super::attribute::Attribute;

/// A number that the service writes as decimal text (`"33.7361"`) or as a JSON number. It preserves the form and all digits.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Decimal(Form);

#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
enum Form {
    Text(Box<str>),
    Number(Number),
}

impl Decimal {
    /// Parses a decimal number; `None` if the text is not a finite number.
    pub fn parse(text: &str) -> Option<Self> {
        finite(text).map(|_| Decimal(Form::Text(text.into())))
    }

    /// The nearest `f64`.
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Form::Text(text) => finite(text).unwrap_or_default(),
            Form::Number(number) => number.as_f64().unwrap_or_default(),
        }
    }
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

impl From<Number> for Decimal {
    fn from(number: Number) -> Self {
        Decimal(Form::Number(number))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Text(text) => f.pad(text),
            Form::Number(number) => number.fmt(f),
        }
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let invalid = || serde::de::Error::custom("expected a number or a decimal text");
        match serde_json::Value::deserialize(input)? {
            serde_json::Value::String(text) => Decimal::parse(&text).ok_or_else(invalid),
            serde_json::Value::Number(number) => Ok(number.into()),
            _ => Err(invalid()),
        }
    }
}

impl Attribute for Decimal {
    const SHAPE: Shape = Shape::Decimal;

    fn read_text(text: &str) -> Option<Self> {
        Decimal::parse(text)
    }

    fn read_number(number: &Number) -> Option<Self> {
        Some(number.clone().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_preserves_its_form() {
        for (text, value) in
            [(r#""33.7361""#, 33.7361), (r#""-118.2640000""#, -118.264), (r#"" 7""#, 7.0), ("51.5", 51.5), ("-3", -3.0)]
        {
            let read: Decimal = serde_json::from_str(text).unwrap();
            assert_eq!(read.as_f64(), value, "{text}");
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
            assert_eq!(read.to_string(), text.trim_matches('"'));
        }
    }

    #[test]
    fn text_that_is_not_a_finite_number_is_rejected() {
        for text in [r#""""#, r#""north""#, r#""NaN""#, r#""inf""#, r#""1e999""#, "true", "null", "[]"] {
            assert!(serde_json::from_str::<Decimal>(text).is_err(), "{text}");
        }
    }
}
