//! Attacks on the service: hostile input, and failures of disk, network and carriers. The tests are short by default, long if
//! `SHIPTRACK_TEST_DEPTH` is `deep`, and print figures.

#[cfg(unix)]
mod bombs;
mod carrier_answers;
mod connections;
#[cfg(target_os = "linux")]
mod damaged_files;
mod deep_facts;
#[cfg(target_os = "linux")]
mod descriptors;
mod edi;
mod edi_floods;
#[cfg(target_os = "linux")]
pub mod faulty_disk;
#[cfg(target_os = "linux")]
mod full_disk;
mod host_names;
mod hostile_documents;
mod hostile_mail;
mod ingested_edi;
#[cfg(target_os = "linux")]
mod io_errors;
mod large_listings;
#[cfg(target_os = "linux")]
mod many_readers;
mod mutated_documents;
mod push;
#[cfg(unix)]
mod reader_process;
mod receivers;
mod recorded_floods;
#[cfg(unix)]
mod replaced_files;
