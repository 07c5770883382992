//! Validation rules of a custom field definition.

use regex_lite::Regex;
use serde_json::Value;

use super::decimal::Decimal;
use crate::error::{Error, Quoted, Result};
use crate::jsonapi::Members;
use crate::resources::CustomFieldDataType;

const LONGEST_PATTERN: usize = 200;

/// The names of the rules, with the data type for which a rule has an effect; `None` for all data types.
const KNOWN: [(&str, Option<CustomFieldDataType>); 6] = [
    ("required", None),
    ("pattern", Some(CustomFieldDataType::ShortText)),
    ("min_length", Some(CustomFieldDataType::ShortText)),
    ("max_length", Some(CustomFieldDataType::ShortText)),
    ("min", Some(CustomFieldDataType::Number)),
    ("max", Some(CustomFieldDataType::Number)),
];

#[derive(Debug, Default)]
pub(crate) struct Rules {
    required: bool,
    pattern: Option<Regex>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    min: Option<f64>,
    max: Option<f64>,
}

impl Rules {
    pub(crate) fn read(place: &str, validation: Option<&Members>) -> Result<Self> {
        let Some(members) = validation else { return Ok(Rules::default()) };
        let found = |name: &str| members.get(name).filter(|value| !value.is_null());
        let wrong = |name: &str, expected: &str| {
            Error::invalid(&format!("{place}/{name}"), format!("{name} must be {expected}"))
        };
        let length = |name: &str| match found(name).map(Value::as_u64) {
            Some(None) => Err(wrong(name, "a number of characters, at least 0")),
            length => Ok(length.flatten()),
        };
        let limit = |name: &str| match found(name).map(Decimal::of) {
            Some(None) => {
                Err(wrong(name, "a number with at most 12 digits before and 6 digits after the decimal point"))
            }
            limit => Ok(limit.flatten().map(|limit| limit.as_f64())),
        };
        let required = match found("required").map(Value::as_bool) {
            Some(None) => return Err(wrong("required", "true or false")),
            required => required.flatten().unwrap_or_default(),
        };
        let pattern = found("pattern").map(|value| {
            parse_pattern(value).ok_or_else(|| {
                wrong(
                    "pattern",
                    &format!("a regular expression with at most {LONGEST_PATTERN} characters and without look-around"),
                )
            })
        });
        Ok(Rules {
            required,
            pattern: pattern.transpose()?,
            min_length: length("min_length")?,
            max_length: length("max_length")?,
            min: limit("min")?,
            max: limit("max")?,
        })
    }

    pub(crate) fn without_effect<'m>(validation: &'m Members, data_type: &CustomFieldDataType) -> Vec<&'m str> {
        let has_effect = |name: &str| Rules::names_for(data_type).any(|rule| rule == name);
        validation.keys().map(String::as_str).filter(|name| !has_effect(name)).collect()
    }

    pub(crate) fn names_for(data_type: &CustomFieldDataType) -> impl Iterator<Item = &'static str> {
        KNOWN.iter().filter(move |(_, of)| of.as_ref().is_none_or(|of| of == data_type)).map(|(name, _)| *name)
    }

    pub(super) fn check_required(&self, place: &str, has_value: bool) -> Result<()> {
        if has_value || !self.required { Ok(()) } else { Err(Error::blank(place, "the field must have a value")) }
    }

    pub(super) fn check_text(&self, place: &str, text: &str) -> Result<()> {
        let length = text.chars().count() as u64;
        let message = match self {
            Rules { min_length: Some(least), .. } if length < *least => {
                format!("the value must have at least {least} characters")
            }
            Rules { max_length: Some(most), .. } if length > *most => {
                format!("the value must have at most {most} characters")
            }
            Rules { pattern: Some(pattern), .. } if !pattern.is_match(text) => {
                format!("{} does not match the pattern {}", Quoted(text), Quoted(pattern.as_str()))
            }
            _ => return Ok(()),
        };
        Err(Error::invalid(place, message))
    }

    pub(super) fn check_number(&self, place: &str, number: &Decimal) -> Result<()> {
        let float = number.as_f64();
        match self {
            Rules { min: Some(least), .. } if float < *least => {
                Err(Error::invalid(place, format!("the value must be at least {least}")))
            }
            Rules { max: Some(most), .. } if float > *most => {
                Err(Error::invalid(place, format!("the value must be at most {most}")))
            }
            _ => Ok(()),
        }
    }
}

fn parse_pattern(value: &Value) -> Option<Regex> {
    let text = value.as_str().filter(|text| text.chars().count() <= LONGEST_PATTERN)?;
    Regex::new(text).ok()
}
