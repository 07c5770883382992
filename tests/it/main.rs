//! What the library promises, checked from outside.

mod store;
