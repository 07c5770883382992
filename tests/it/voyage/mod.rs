//! What movements mean on a route, and what is told of it: the shared corpus of voyages, in `tests/corpus/voyage`.

mod journeys;
mod judged;
mod line;
mod rows;
mod sequences;
