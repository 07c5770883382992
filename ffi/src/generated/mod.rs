//! Code that is generated from the description of the interface (`core/src/resources`). Do not edit it: the tests in
//! `tests/it/codegen.rs` write it.

pub mod code_names;
pub mod codes;
pub mod getters;
#[cfg(feature = "service")]
pub mod setting_names;
#[cfg(feature = "service")]
pub mod settings;
pub mod verbs;
