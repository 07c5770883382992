//! Code that is generated from the description of the interface (`core/src/resources`). Do not edit it: the tests in
//! `tests/it/codegen.rs` write it. The files in `objects` come from the table in `tests/support/codegen/c_objects.rs`; each is a
//! child module of the module that defines its object.

pub mod code_names;
pub mod codes;
pub mod getters;
#[cfg(feature = "service")]
pub mod setting_names;
#[cfg(feature = "service")]
pub mod settings;
pub mod verbs;
