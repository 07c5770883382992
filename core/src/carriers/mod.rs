//! The carriers: who they are, and which of them a number belongs to.

pub mod detect;
pub mod lines;
