//! Sources of the credentials for requests to carriers.

use std::ffi::{c_char, c_void};

use shiptrack::carrier_http::{CredentialRequest as CoreRequest, Credentials as CoreCredentials, Secret};

use crate::boundary::{
    Destroy, Error, Handle, Hook, LockCell, OwnedText, SHIPTRACK_OK, Text, call, change, free, lend, object,
    optional_text, peek, required_text, value_or, write_object,
};

/// Sources of the credentials for requests to carriers, and the account that they belong to: credentials of one account
/// are never used for another. Sources are tried in the order in which they were added. Credentials are never printed.
///
/// Ownership: yours; free it with shiptrack_credentials_free(). shiptrack_carrier_access_credentials() copies it.
/// Threads: any number of threads may use it at the same time.
pub struct Credentials(());

object!(Credentials, "shiptrack_credentials", 0x1d, LockCell<CoreCredentials>);

/// A credential that the library needs, and where a callback puts it.
///
/// Ownership and lifetime: borrowed; valid during the callback.
pub struct CredentialRequest(());

object!(CredentialRequest, "shiptrack_credential_request", 0x1e, CredentialRequestBody);

/// The texts that C reads, and the answer of the callback.
pub(crate) struct CredentialRequestBody {
    account_id: OwnedText,
    account_name: OwnedText,
    scac: OwnedText,
    name: OwnedText,
    answer: LockCell<SecretAnswer>,
}

#[derive(Default)]
struct SecretAnswer {
    secret: Option<Secret>,
    problem: Option<String>,
}

/// Supplies a credential: call shiptrack_credential_request_set_secret() and return SHIPTRACK_OK. If you do not have
/// the credential, return SHIPTRACK_OK without a secret; the next source is tried. Any other value reports a failure,
/// with the text of shiptrack_credential_request_problem(); the look-up then fails with SHIPTRACK_LOOK_UP_REFUSED, and
/// no other source is tried.
///
/// The function runs on the thread of the look-up (see shiptrack_carrier_fn), with nothing locked; several threads may
/// run it at the same time. It must return: no longjmp() past the library, no end of its thread, no exception.
pub type CredentialFn = Option<unsafe extern "C" fn(user_data: *mut c_void, request: *const CredentialRequest) -> i32>;

fn ask(
    hook: &Hook<unsafe extern "C" fn(*mut c_void, *const CredentialRequest) -> i32>,
    request: &CoreRequest<'_>,
) -> Result<Option<Secret>, String> {
    let handle = Handle::keep(CredentialRequestBody {
        account_id: OwnedText::new(request.account.to_string()),
        account_name: OwnedText::new(request.account_name),
        scac: OwnedText::new(request.scac),
        name: OwnedText::new(request.name),
        answer: LockCell::default(),
    });
    // SAFETY: the caller passed this function for this pointer; the request outlives the call.
    let status = unsafe { (hook.call)(hook.user_data.get(), handle.lend()) };
    let answer = std::mem::take(&mut *handle.answer.lock());
    match (status, answer.problem) {
        (SHIPTRACK_OK, None) => Ok(answer.secret),
        (_, Some(problem)) => Err(problem),
        (status, None) => Err(format!("the credential callback returned {status}")),
    }
}

/// Creates an empty list of sources for one account. `account_name` is the name that you gave the account; NULL means
/// `default`, the account that every service has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_of_account(
    account_name: *const c_char,
    credentials: *mut *mut Credentials,
    error: *mut *mut Error,
) -> i32 {
    write_object(credentials, "credentials", error, || {
        let name = optional_text(account_name, "account_name")?.unwrap_or("default");
        Ok(LockCell::new(CoreCredentials::of_account(name)))
    })
}

/// Creates an empty list of sources for all accounts of the service. Every account then sees the data that these
/// credentials give access to.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_of_every_account(
    credentials: *mut *mut Credentials,
    error: *mut *mut Error,
) -> i32 {
    write_object(credentials, "credentials", error, || Ok(LockCell::new(CoreCredentials::of_every_account())))
}

/// Adds the environment variables as a source, which are read when a credential is needed: `client_id` of MAEU is
/// `SHIPTRACK_MAEU_CLIENT_ID`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_environment(credentials: *const Credentials, error: *mut *mut Error) -> i32 {
    change(credentials, error, |credentials: &mut CoreCredentials| {
        *credentials = credentials.clone().from_environment();
        Ok(())
    })
}

/// Adds the file at `path` as a source: TOML or JSON with a table for each carrier (`[MAEU]`, `client_id = "…"`). It is
/// read now. An error does not contain text of the file; its pointer is `credentials`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_file(
    credentials: *const Credentials,
    path: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(credentials, error, |credentials: &mut CoreCredentials| {
        *credentials = credentials.clone().from_file(required_text(path, "path")?)?;
        Ok(())
    })
}

/// As shiptrack_credentials_file(), with the text of such a file.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_text(
    credentials: *const Credentials,
    text: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(credentials, error, |credentials: &mut CoreCredentials| {
        *credentials = credentials.clone().from_text(required_text(text, "text")?)?;
        Ok(())
    })
}

/// Adds a callback as a source, which is called when a credential is needed. `destroy` is called with `user_data` when
/// these credentials, everything they were added to, and every service created with that are freed; it may be NULL. If
/// this function fails, `user_data` stays yours.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_callback(
    credentials: *const Credentials,
    callback: CredentialFn,
    user_data: *mut c_void,
    destroy: Destroy,
    error: *mut *mut Error,
) -> i32 {
    change(credentials, error, |credentials: &mut CoreCredentials| {
        let hook = Hook::new(callback, user_data, destroy)?;
        *credentials = credentials.clone().from_function(move |request| ask(&hook, request));
        Ok(())
    })
}

/// Sets the credential. It is copied.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_set_secret(
    request: *const CredentialRequest,
    secret: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let secret = Secret::new(required_text(secret, "secret")?);
        lend::<CredentialRequestBody>(request)?.answer.lock().secret = Some(secret);
        Ok(())
    })
}

/// Sets a text for people that says why the callback failed. It appears in the report of the look-up.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credential_request_problem(
    request: *const CredentialRequest,
    text: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let problem = required_text(text, "text")?.to_owned();
        lend::<CredentialRequestBody>(request)?.answer.lock().problem = Some(problem);
        Ok(())
    })
}

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
