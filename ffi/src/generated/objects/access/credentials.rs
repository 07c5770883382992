// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `access/credentials.rs` that read a value of one, or free it.

use super::{CoreCredentials, Credentials, WantedBody, WantedCredential};
use crate::boundary::{Locked, Text, free, peek, value};

/// Frees them. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_free(credentials: *mut Credentials) {
    free::<Locked<CoreCredentials>>(credentials);
}

/// The id of the account that asks the carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_wanted_credential_account_id(wanted: *const WantedCredential) -> Text {
    value(Text::NONE, || Some(peek::<WantedBody>(wanted)?.account_id.get()))
}

/// What you called that account; `default` for the one a service has from the start.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_wanted_credential_account_name(wanted: *const WantedCredential) -> Text {
    value(Text::NONE, || Some(peek::<WantedBody>(wanted)?.account_name.get()))
}

/// The carrier's code, as its profile has it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_wanted_credential_scac(wanted: *const WantedCredential) -> Text {
    value(Text::NONE, || Some(peek::<WantedBody>(wanted)?.scac.get()))
}

/// The name of the credential: `client_id`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_wanted_credential_name(wanted: *const WantedCredential) -> Text {
    value(Text::NONE, || Some(peek::<WantedBody>(wanted)?.name.get()))
}
