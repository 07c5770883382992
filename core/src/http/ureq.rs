//! The ureq adapter.
