//! Numbers of the values that a C program branches on. [`generated::codes`](crate::generated::codes) lists them.
//!
//! Numbers are never reused: `tests/c/golden/constants.txt` has each of them. 0 means no value, and -1 a value that
//! this version does not know but whose text is available. Only the numbers of rate limit buckets start at 0, because
//! there is always a bucket.

use std::ffi::CStr;

use crate::boundary::{Text, value_or};
use crate::generated::codes::CODES;

/// There is no value.
pub const SHIPTRACK_CODE_NONE: i32 = 0;
/// A value that this version of the library does not know. The getter without `_code` returns its text.
pub const SHIPTRACK_CODE_OTHER: i32 = -1;

pub(crate) fn code_of_name(enumeration: &str, value: &str) -> i32 {
    if value.is_empty() {
        return SHIPTRACK_CODE_NONE;
    }
    let known = values_of(enumeration).iter().find(|(known, _)| known.to_bytes() == value.as_bytes());
    known.map_or(SHIPTRACK_CODE_OTHER, |(_, code)| *code)
}

fn values_of(enumeration: &str) -> &'static [(&'static CStr, i32)] {
    CODES.iter().find(|(name, _)| *name == enumeration).map_or(&[], |(_, values)| *values)
}

pub(crate) fn name_of(enumeration: &str, code: i32) -> Text {
    value_or(Text::NONE, || {
        let (name, _) = values_of(enumeration).iter().find(|(_, known)| *known == code)?;
        Some(Text::of_terminated(name.to_bytes_with_nul()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_distinct_numbers() {
        for (_, values) in CODES {
            let codes: std::collections::HashSet<i32> = values.iter().map(|(_, code)| *code).collect();
            assert!(codes.len() == values.len() && codes.iter().all(|code| *code >= 0));
        }
        assert_eq!(code_of_name("RequestStatus", "created"), 3);
        assert_eq!(code_of_name("RequestStatus", "beamed_up"), SHIPTRACK_CODE_OTHER);
        assert_eq!(code_of_name("StopReason", ""), SHIPTRACK_CODE_NONE);
    }
}
