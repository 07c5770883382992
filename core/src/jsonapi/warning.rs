//! Warnings of the service about a request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Members;
use crate::error::ErrorSource;

/// A warning about a part of a request that was ignored or has no effect: an entry of `meta.warnings` of the response.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Warning {
    /// The code of the warning: `unknown`, the name is unknown; `ignored`, it has no effect in this request; `no_match`, no resource can
    /// have this value; `kept`, it is stored but has no effect; `container_number`, a number that is tracked as a bill of lading or a booking may be
    /// that of a container; `more`, further warnings were left out.
    #[serde(default)]
    pub code: String,
    /// The message for people.
    #[serde(default)]
    pub detail: String,
    /// The part of the request that the warning is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<ErrorSource>,
}

impl Warning {
    pub(crate) const MEMBER: &str = "warnings";

    /// `field` is a JSON pointer if it starts with `/`, otherwise the name of a parameter.
    #[cfg(feature = "embedded")]
    pub(crate) fn new(code: &str, field: &str, detail: impl Into<String>) -> Self {
        Warning { code: code.to_owned(), detail: detail.into(), source: Some(ErrorSource::naming(field)) }
    }

    /// The JSON pointer or the parameter that the warning is about.
    pub fn field(&self) -> Option<&str> {
        self.source.as_ref()?.field()
    }

    pub(super) fn all_of(meta: Option<&Members>) -> Vec<Warning> {
        let warnings = meta.and_then(|meta| meta.get(Self::MEMBER)).and_then(Value::as_array);
        warnings.into_iter().flatten().filter_map(|warning| Warning::deserialize(warning).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn warnings_are_read_from_meta_and_invalid_entries_are_ignored() {
        let read = |meta: Value| Warning::all_of(meta.as_object());
        let warnings = read(json!({ "warnings": [
            { "code": "unknown", "detail": "no such thing", "source": { "parameter": "colour" } }, 7, {}, { "code": 7 },
        ] }));
        assert_eq!(warnings.len(), 2);
        assert_eq!((warnings[0].code.as_str(), warnings[0].field()), ("unknown", Some("colour")));
        assert_eq!(warnings[1], Warning::default());
        for unexpected in [json!({}), json!({ "warnings": null }), json!({ "warnings": "x" }), json!(null)] {
            assert_eq!(read(unexpected), []);
        }
    }
}
