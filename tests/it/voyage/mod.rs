//! Tests of voyages: the milestones of movements, trips, and notifications. The cases are in `tests/corpus/voyage`.

mod complete_doubts;
mod days;
mod fact_lines;
mod hand_checked;
mod history;
mod journeys;
mod rows;
mod sequences;
