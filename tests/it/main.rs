//! The tests of the whole library through its public face, in one program.

mod architecture;
mod corpus;
mod crash;
mod deliveries;
mod readme;
mod server;
mod service;
mod store;
mod transport;
mod wire;
