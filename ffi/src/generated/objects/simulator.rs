// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `simulator.rs`, or free them.

use super::{Simulator, SimulatorBody};
use crate::boundary::{Text, free, peek, value_or};

/// The start of its URLs, such as `http://127.0.0.1:41234`. A GET request to any path returns events of DCSA Track &
/// Trace; a POST request to a path that ends with `token` returns an access token.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_simulator_url(simulator: *const Simulator) -> Text {
    value_or(Text::NONE, || Some(peek::<SimulatorBody>(simulator)?.url.get()))
}

/// Closes its connections and frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_simulator_free(simulator: *mut Simulator) {
    free::<SimulatorBody>(simulator);
}
