//! Where C and Rust meet: the only place that follows a pointer from outside.

mod callback;
mod error;
mod guard;
mod handle;
mod input;
mod live;
mod locked;
mod output;
mod panic;
mod place;
mod status;
mod text;

pub use callback::Destroy;
pub(crate) use callback::{Hook, UserData};
pub use error::*;
pub(crate) use guard::call;
pub(crate) use handle::object;
#[cfg(feature = "service")]
pub(crate) use handle::registry;
pub(crate) use handle::{Handle, Kept as KeptObject, Object, free, lend, peek};
pub(crate) use input::{bytes, count, length_of, no_json, null, optional_text, required_text, texts};
#[cfg(feature = "service")]
pub(crate) use input::{numbers, pointers, text_of_bytes};
pub(crate) use live::{Live, OfProcess};
pub(crate) use locked::{Locked, change, copied, make};
pub(crate) use output::{give, write};
pub(crate) use panic::value;
pub(crate) use place::{give_optional, write_optional};
pub use status::*;
pub(crate) use text::Kept;
pub use text::Text;
