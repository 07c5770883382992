//! What is made from the description of the interface in the core (`core/src/resources`): nobody edits the files below, and
//! the tests in `tests/it/codegen.rs` write them. Those in `objects` are submodules of the modules whose objects they are about,
//! and come from the table in `tests/support/codegen/c_objects.rs`.

pub mod code_names;
pub mod codes;
pub mod getters;
#[cfg(feature = "service")]
pub mod setting_names;
#[cfg(feature = "service")]
pub mod settings;
pub mod verbs;
