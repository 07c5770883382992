//! Attacks on the service: hostile input and a world that breaks. Each is small in every run and long when
//! `SHIPTRACK_TEST_DEPTH` is `deep`, and prints its figures.

mod carrier_answers;
mod connections;
#[cfg(target_os = "linux")]
mod damaged_files;
mod deep_facts;
#[cfg(target_os = "linux")]
mod descriptors;
mod edi;
#[cfg(target_os = "linux")]
mod full_disk;
mod hostile_documents;
mod hostile_mail;
mod ingested_edi;
#[cfg(target_os = "linux")]
mod io_errors;
mod large_listings;
mod names;
#[cfg(target_os = "linux")]
pub mod puppets;
mod push;
mod receivers;
mod recorded_floods;
#[cfg(unix)]
mod replaced_files;
