// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `access/credentials.rs` that read a value of one, or free it.

use super::{CoreCredentials, CredentialRequest, CredentialRequestBody, Credentials};
use crate::boundary::{LockCell, Text, free, peek, value_or};

/// Frees them. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_free(credentials: *mut Credentials) {
    free::<LockCell<CoreCredentials>>(credentials);
}

/// The id of the account that asks the carrier.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_account_id(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.account_id.get()))
}

/// What you called that account; `default` for the one a service has from the start.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_account_name(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.account_name.get()))
}

/// The carrier's code, as its profile has it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_scac(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.scac.get()))
}

/// The name of the credential: `client_id`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_name(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.name.get()))
}
