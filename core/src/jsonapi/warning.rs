//! What a service took notice of without doing it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Members;
use crate::error::ErrorSource;

/// Something in a request that was passed over, or is kept without effect: an entry of `meta.warnings` of the answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Warning {
    /// Machine code: `unknown`, nobody knows it; `ignored`, it has no effect here; `no_match`, no resource can have that
    /// value; `kept`, it is kept, and has no effect; `more`, what further warnings there would have been.
    #[serde(default)]
    pub code: String,
    /// What became of it, for a person.
    #[serde(default)]
    pub detail: String,
    /// Where it stands in the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<ErrorSource>,
}

impl Warning {
    pub(crate) const MEMBER: &str = "warnings";

    /// `field` is a JSON pointer if it starts with `/`, else the name of a parameter.
    #[cfg(feature = "embedded")]
    pub(crate) fn new(code: &str, field: &str, detail: impl Into<String>) -> Self {
        Warning { code: code.to_owned(), detail: detail.into(), source: Some(ErrorSource::naming(field)) }
    }

    /// The pointer or the parameter it is about.
    pub fn field(&self) -> Option<&str> {
        self.source.as_ref()?.field()
    }

    pub(super) fn all_of(meta: Option<&Members>) -> Vec<Warning> {
        let told = meta.and_then(|meta| meta.get(Self::MEMBER)).and_then(Value::as_array);
        told.into_iter().flatten().filter_map(|told| Warning::deserialize(told).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn warnings_are_read_out_of_meta_and_what_is_none_is_passed_over() {
        let read = |meta: Value| Warning::all_of(meta.as_object());
        let told = read(json!({ "warnings": [
            { "code": "unknown", "detail": "no such thing", "source": { "parameter": "colour" } }, 7, {}, { "code": 7 },
        ] }));
        assert_eq!(told.len(), 2);
        assert_eq!((told[0].code.as_str(), told[0].field()), ("unknown", Some("colour")));
        assert_eq!(told[1], Warning::default());
        for odd in [json!({}), json!({ "warnings": null }), json!({ "warnings": "x" }), json!(null)] {
            assert_eq!(read(odd), []);
        }
    }
}
