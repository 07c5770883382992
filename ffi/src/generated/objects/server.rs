// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `server.rs` that read a value of one, or free it.

use super::{Server, ServerBody, ServerOptions, Settings};
use crate::boundary::{LockCell, Text, free, peek, value_or};

/// Frees the settings. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_free(options: *mut ServerOptions) {
    free::<LockCell<Settings>>(options);
}

/// What its links start with: `http://127.0.0.1:41234`. The interface is below `/v2` of it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_url(server: *const Server) -> Text {
    value_or(Text::NONE, || Some(peek::<ServerBody>(server)?.url.get()))
}

/// The address it listens on, with the port it was given.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_address(server: *const Server) -> Text {
    value_or(Text::NONE, || Some(peek::<ServerBody>(server)?.address.get()))
}

/// Stops the server and frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_free(server: *mut Server) {
    free::<ServerBody>(server);
}
