//! Who may implement the parts of a transaction: this crate, and nobody else.

/// Names nothing and does nothing: it cannot be named outside of this crate.
pub trait Sealed {}
