// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `access/credentials.rs`, or free them.

use super::{CoreCredentials, CredentialRequest, CredentialRequestBody, Credentials};
use crate::boundary::{LockCell, Text, free, peek, value_or};

/// Frees the credentials. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_free(credentials: *mut Credentials) {
    free::<LockCell<CoreCredentials>>(credentials);
}

/// The id of the account that looks up a number.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_account_id(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.account_id.get()))
}

/// The name that you gave that account; `default` for the account that every service has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_account_name(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.account_name.get()))
}

/// The code of the carrier, as in its profile.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_scac(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.scac.get()))
}

/// The name of the credential, such as `client_id`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_name(request: *const CredentialRequest) -> Text {
    value_or(Text::NONE, || Some(peek::<CredentialRequestBody>(request)?.name.get()))
}
