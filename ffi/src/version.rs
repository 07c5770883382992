//! The version, for the preprocessor and at run time.

use std::ffi::c_char;

/// Version of this header, first number.
pub const SHIPTRACK_VERSION_MAJOR: i32 = 0;
/// Version of this header, second number.
pub const SHIPTRACK_VERSION_MINOR: i32 = 1;
/// Version of this header, third number.
pub const SHIPTRACK_VERSION_PATCH: i32 = 0;

/// Version of the library that is loaded, such as `"1.2.3"`. The text is static.
///
/// Compare it with the SHIPTRACK_VERSION_… macros to check that the header and the library have the same version.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_version() -> *const c_char {
    const TEXT: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    TEXT.as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_macros_match_the_crate() {
        let macros = format!("{SHIPTRACK_VERSION_MAJOR}.{SHIPTRACK_VERSION_MINOR}.{SHIPTRACK_VERSION_PATCH}");
        assert_eq!(macros, env!("CARGO_PKG_VERSION"));
    }
}
