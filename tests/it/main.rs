//! Tests of the whole library through its public face.

mod corpus;
mod wire;
