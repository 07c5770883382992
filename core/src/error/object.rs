//! The error object of JSON:API. Reading accepts invalid members; writing produces valid ones.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// An error object: an item of the `errors` array of a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ErrorObject {
    /// Short name of the problem, which is the same for all occurrences.
    #[serde(deserialize_with = "text")]
    pub title: Option<String>,
    /// Description of this occurrence, for people.
    #[serde(deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Location of the problem in the request.
    #[serde(deserialize_with = "source", skip_serializing_if = "Option::is_none")]
    pub source: Option<ErrorSource>,
    /// Code of the problem, for programs.
    #[serde(deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// HTTP status, as text.
    #[serde(deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Additional information.
    #[serde(deserialize_with = "object", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

/// The location of a problem in a request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ErrorSource {
    /// JSON pointer to the invalid member.
    #[serde(deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Name of the invalid query parameter or setting.
    #[serde(deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
}

impl ErrorObject {
    /// An error object with this title.
    pub fn new(title: impl Into<String>) -> Self {
        ErrorObject { title: Some(title.into()), ..Default::default() }
    }

    /// The same object with a description for people.
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// The same object with a code.
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// The same object with the location of the problem.
    pub fn with_source(mut self, source: ErrorSource) -> Self {
        self.source = Some(source);
        self
    }

    /// The same object with the HTTP status.
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status.to_string());
        self
    }
}

impl ErrorSource {
    /// A JSON pointer if `field` starts with `/` or is empty (the whole document), otherwise a parameter.
    pub fn naming(field: &str) -> Self {
        if field.is_empty() || field.starts_with('/') {
            ErrorSource { pointer: Some(field.to_owned()), parameter: None }
        } else {
            ErrorSource { pointer: None, parameter: Some(field.to_owned()) }
        }
    }

    /// The JSON pointer or, if it is missing, the parameter.
    pub fn field(&self) -> Option<&str> {
        self.pointer.as_deref().or(self.parameter.as_deref())
    }
}

fn text<'de, D: Deserializer<'de>>(input: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(input)? {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    })
}

fn source<'de, D: Deserializer<'de>>(input: D) -> Result<Option<ErrorSource>, D::Error> {
    Ok(match Value::deserialize(input)? {
        value @ Value::Object(_) => ErrorSource::deserialize(value).ok(),
        _ => None,
    })
}

fn object<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Map<String, Value>>, D::Error> {
    Ok(match Value::deserialize(input)? {
        Value::Object(members) => Some(members),
        _ => None,
    })
}
