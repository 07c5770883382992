//! The maximum depth of nested values from outside.

#[cfg(feature = "embedded")]
use serde_json::Value;

#[cfg(feature = "embedded")]
use super::Members;

/// The maximum depth of nested objects and lists in values from outside that are stored and returned: facts, and data that was
/// extracted from documents.
///
/// JSON parsers have a maximum depth: `serde_json` 127 levels, others 64. Values are embedded in records and documents, which add levels.
pub const MAX_NESTING: usize = 48;

#[cfg(feature = "embedded")]
pub(crate) fn is_shallow(members: &Members) -> bool {
    members.values().all(|value| fits(value, MAX_NESTING - 1))
}

/// Whether `value` has at most `levels` levels of nesting. Does not look deeper.
#[cfg(feature = "embedded")]
pub(crate) fn fits(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(items) => levels > 0 && items.iter().all(|item| fits(item, levels - 1)),
        Value::Object(members) => levels > 0 && members.values().all(|member| fits(member, levels - 1)),
        _ => true,
    }
}

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn levels_of_lists_and_objects_are_counted() {
        let nested = |levels| {
            (0..levels).fold(json!(1), |inner, n| if n % 2 == 0 { json!([inner]) } else { json!({ "a": inner }) })
        };
        assert!(fits(&json!("x"), 0));
        assert!(fits(&nested(5), 5) && !fits(&nested(6), 5));
        let members = |levels| Members::from_iter([("a".to_owned(), nested(levels))]);
        assert!(is_shallow(&members(MAX_NESTING - 1)) && !is_shallow(&members(MAX_NESTING)));
    }
}
