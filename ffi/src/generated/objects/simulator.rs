// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `simulator.rs` that read a value of one, or free it.

use super::{Simulator, SimulatorBody};
use crate::boundary::{Text, free, peek, value_or};

/// What its URLs begin with: `http://127.0.0.1:41234`. A GET of any path answers events of DCSA Track & Trace, a POST of a path
/// that ends with `token` an access token.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_simulator_url(simulator: *const Simulator) -> Text {
    value_or(Text::NONE, || Some(peek::<SimulatorBody>(simulator)?.url.get()))
}

/// Ends its connections and frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_simulator_free(simulator: *mut Simulator) {
    free::<SimulatorBody>(simulator);
}
