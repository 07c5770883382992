//! What is made from the description of the interface in the core (`core/src/resources`): nobody edits the files below, and
//! the tests in `tests/it/faces.rs` write them.

#[rustfmt::skip]
pub mod codes;
#[rustfmt::skip]
pub mod getters;
#[rustfmt::skip]
pub mod verbs;
