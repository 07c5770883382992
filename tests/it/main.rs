//! The tests of the whole library through its public face, in one program.

mod architecture;
mod attacks;
mod benches;
mod calls;
mod client;
mod conformance;
mod corpus;
mod corpus_api;
mod corpus_values;
mod crash;
mod deliveries;
mod edi;
mod faces;
mod parity;
mod places;
mod public_api;
mod readme;
mod samples;
mod server;
mod service;
mod store;
mod stories;
mod transport;
mod upgrade;
mod voyage;
mod wire;
