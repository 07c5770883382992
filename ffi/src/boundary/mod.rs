//! Where C and Rust meet. Only this module dereferences pointers from the caller.

mod callback;
mod closable;
mod error;
mod error_members;
mod guard;
mod handle;
mod input;
mod lock_cell;
mod optional_output;
mod output;
mod panic;
mod status;
mod text;

pub use callback::Destroy;
pub(crate) use callback::{Hook, UserData};
pub(crate) use closable::{Closable, ProcessBound};
pub use error::*;
pub(crate) use guard::call;
pub(crate) use handle::object;
#[cfg(feature = "service")]
pub(crate) use handle::registry;
pub(crate) use handle::{Handle, Object, OwnedObject, free, lend, peek};
pub(crate) use input::{bytes, count, invalid_json, length_of, null, optional_text, required_text, texts};
#[cfg(feature = "service")]
pub(crate) use input::{numbers, pointers, text_of_bytes};
pub(crate) use lock_cell::{LockCell, change, copied, make};
pub(crate) use optional_output::{write_optional, write_optional_object};
pub(crate) use output::{write, write_object};
pub(crate) use panic::value_or;
pub use status::*;
pub(crate) use text::OwnedText;
pub use text::Text;
