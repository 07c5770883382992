//! What movements mean on a route: the shared corpus of voyages, in `tests/corpus/voyage`.

mod line;
mod rows;
