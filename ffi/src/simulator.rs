//! A simulated carrier, for tests of programs that track shipments.

use std::ffi::c_char;
use std::sync::Arc;

use shiptrack::clock::{CancelToken, Clock as CoreClock};
use shiptrack::simulator::{Loopback, SimulatedCarrier, Simulation};

use crate::boundary::{
    Closable, Error, Failure, OwnedText, Text, call, free, lend, object, peek, required_text, value_or, write_object,
    write_optional,
};
use crate::buffer::{self, Buffer};
use crate::clock::{Clock, clock_of};

/// A simulated carrier with simulated shipments, behind HTTP on 127.0.0.1: for tests. Its threads block the signals that
/// are sent to a process.
///
/// Ownership: yours; free it with shiptrack_simulator_free(), which closes its connections. A service that was opened
/// with it continues to use it.
/// Threads: any number of threads may use it at the same time. After a fork() the child may only free it.
pub struct Simulator(());

object!(Simulator, "shiptrack_simulator", 0x1c, SimulatorBody);

pub(crate) struct SimulatorBody {
    live: Arc<Closable<Arc<Loopback>>>,
    simulation: Simulation,
    url: OwnedText,
}

impl SimulatorBody {
    pub(crate) fn carrier(&self) -> Result<SimulatedCarrier, Failure> {
        self.live.get()?;
        Ok(self.simulation.carrier.clone())
    }
}

/// Starts a simulated carrier. `description` is the name of a scenario (`"direct"`, `"transshipment"`, `"moving_eta"`,
/// …), or a JSON object with a `scenario` and other settings: the `form` of answers, keys and tokens, a quota, and the
/// `faults` to inject; share/doc/shiptrack/simulator.md describes both. `clock` is its clock, or NULL for the clock of
/// the machine. Unless `description` says when the shipments begin, they are at the point of their scenario at which a
/// program first looks them up.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_simulator_open(
    description: *const c_char,
    clock: *const Clock,
    simulator: *mut *mut Simulator,
    error: *mut *mut Error,
) -> i32 {
    write_object(simulator, "simulator", error, || {
        let description = required_text(description, "description")?;
        let clock = if clock.is_null() { None } else { Some(Arc::new(clock_of(clock)?) as Arc<dyn CoreClock>) };
        let simulation = Simulation::of(description, clock)?;
        let loopback = Loopback::start(simulation.carrier.clone())?;
        let url = OwnedText::new(loopback.url());
        let live = Closable::new(CancelToken::new(), Arc::new(loopback));
        Ok(SimulatorBody { live, simulation, url })
    })
}

/// Writes the simulated shipments as a JSON array to `journeys_json`: `scenario`, `booking`, `bill_of_lading`,
/// `containers`, the times at which each `begins`, is `tracked_at` and `ends`, and in `expected` the final `voyage`,
/// the `notices` on the way, each once, and the `stop_reason`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_simulator_journeys(
    simulator: *const Simulator,
    journeys_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(journeys_json, "journeys_json", error, || {
        let body = lend::<SimulatorBody>(simulator)?;
        body.live.get()?;
        Ok(body.simulation.journeys_json())
    })
}

/// Sends the events since the last call to every receiver with an event subscription, on this machine only. `taken`
/// receives the number of callbacks that were accepted with a 2xx status, and may be NULL. The others are sent again by
/// the next call.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_simulator_call_back(
    simulator: *const Simulator,
    taken: *mut usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        write_optional(taken, lend::<SimulatorBody>(simulator)?.live.get()?.call_back());
        Ok(())
    })
}

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
