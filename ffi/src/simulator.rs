//! A carrier that is simulated: for tests of programs that track shipments.

#[path = "generated/objects/simulator.rs"]
mod generated;

use std::ffi::c_char;
use std::sync::Arc;

use shiptrack::clock::{CancelToken, Clock as CoreClock};
use shiptrack::simulator::{Loopback, SimulatedCarrier, Simulation};

use crate::boundary::{
    Closable, Error, Failure, OwnedText, call, lend, object, required_text, write_object, write_optional,
};
use crate::buffer::{self, Buffer};
use crate::clock::{Clock, clock_of};

/// A simulated carrier with journeys of its own, behind HTTP on 127.0.0.1: for tests. It runs threads of its own, which block all
/// signals.
///
/// Ownership: yours; free it with shiptrack_simulator_free(), which ends its connections. A service that was opened with it
/// goes on asking it.
/// Threads: any number may use it at a time. After a fork() the child must do no more than free it.
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

/// Opens a simulated carrier. `description` is the name of a scenario (`"direct"`, `"transshipment"`, `"moving_eta"` …), or a
/// JSON object with a `scenario` and what else is to be otherwise: the `form` of answers, keys and tokens, a quota, and the
/// `faults` that are to occur; share/doc/shiptrack/simulator.md describes both. Its time is that of `clock`, or with NULL that of the
/// machine, and its journeys are where they are first asked about.
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

/// Its journeys, as a JSON list: `scenario`, `booking`, `bill_of_lading`, `containers`, when each `begins`, is `tracked_at` and
/// `ends`, and in `expected` the `voyage` in the end, the `notices` on the way, each once, and the `stop_reason`.
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

/// Sends those that have an event subscription what is news since they were last sent something: to this machine alone. `taken`
/// gets how many took it; it may be NULL. Whoever does not answer with 2xx is sent it again the next time.
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
