// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `server.rs`, or free them.

use super::{Server, ServerBody, ServerOptions, Settings};
use crate::boundary::{LockCell, Text, free, peek, value_or};

/// Frees the settings. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_free(options: *mut ServerOptions) {
    free::<LockCell<Settings>>(options);
}

/// The start of its URLs, such as `http://127.0.0.1:41234`. Append `/v2` for the base URL of a client.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_url(server: *const Server) -> Text {
    value_or(Text::NONE, || Some(peek::<ServerBody>(server)?.url.get()))
}

/// The address on which it listens, with its port.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_address(server: *const Server) -> Text {
    value_or(Text::NONE, || Some(peek::<ServerBody>(server)?.address.get()))
}

/// Stops the server and frees it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_free(server: *mut Server) {
    free::<ServerBody>(server);
}
