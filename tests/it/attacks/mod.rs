//! Attacks on the service: hostile input and a world that breaks. Each is small in every run and long when
//! `SHIPTRACK_DEEP` is set, and prints its figures.

mod connections;
mod hostile_mail;
mod names;
