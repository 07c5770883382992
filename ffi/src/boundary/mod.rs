//! Where C and Rust meet: the only place that follows a pointer from outside.

mod callback;
mod error;
mod guard;
mod handle;
mod input;
mod live;
mod locked;
mod output;
mod status;
mod text;

pub use callback::{Destroy, Hook, UserData};
pub use error::*;
pub use guard::{call, value};
pub(crate) use handle::object;
#[cfg(feature = "service")]
pub(crate) use handle::registry;
pub use handle::{Handle, Kept as KeptObject, Object, free, lend, peek, take};
pub use input::{
    bytes, count, length_of, no_json, null, numbers, optional_text, pointers, required_text, text_of_bytes, texts,
};
pub use live::{Live, OfProcess};
pub use locked::{Locked, change, copied, make};
pub use output::{give, give_optional, write, write_optional};
pub use status::*;
pub use text::{Kept, Text};
