//! The tests of the whole library, in one program.

mod transport;
