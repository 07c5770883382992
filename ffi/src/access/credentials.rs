//! Where the credentials come from that carriers are asked with.

#[path = "../generated/objects/access/credentials.rs"]
mod generated;

use std::ffi::{c_char, c_void};

use shiptrack::carrier_http::{CredentialRequest as CoreRequest, Credentials as CoreCredentials, Secret};

use crate::boundary::{
    Destroy, Error, Handle, Hook, LockCell, OwnedText, SHIPTRACK_OK, call, change, lend, object, optional_text,
    required_text, write_object,
};

/// Where credentials come from that carriers are asked with, and whose they are: one account's are never used for another. What
/// is added first is asked first. They are printed nowhere.
///
/// Ownership: yours; free it with shiptrack_credentials_free(). shiptrack_carrier_access_credentials() copies it.
/// Threads: any number may use it at a time.
pub struct Credentials(());

object!(Credentials, "shiptrack_credentials", 0x1d, LockCell<CoreCredentials>);

/// A credential that is wanted, and where a callback puts it.
///
/// Ownership and lifetime: borrowed for the call of the callback.
pub struct CredentialRequest(());

object!(CredentialRequest, "shiptrack_credential_request", 0x1e, CredentialRequestBody);

/// Texts laid out, and what the host gave.
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

/// Gives a credential: call shiptrack_credential_request_set_secret() and return SHIPTRACK_OK. SHIPTRACK_OK without that is for one you do
/// not have: what was added next is asked then. Any other number says that you could not tell, in the words that
/// shiptrack_credential_request_problem() was given; the look-up is refused then (SHIPTRACK_LOOK_UP_REFUSED), and nobody else asked.
///
/// It runs where look-ups do (see shiptrack_carrier_fn), several threads may run it at a time, and nothing is locked. It must
/// return: no longjmp() past it, no end of its thread, no exception.
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
    // SAFETY: the host gave this function for this pointer; what it is asked outlives the call.
    let status = unsafe { (hook.call)(hook.user_data.get(), handle.lend()) };
    let answer = std::mem::take(&mut *handle.answer.lock());
    match (status, answer.problem) {
        (SHIPTRACK_OK, None) => Ok(answer.secret),
        (_, Some(problem)) => Err(problem),
        (status, None) => Err(format!("the callback for credentials gave {status}")),
    }
}

/// Makes an empty list of places for credentials of the account that you call `account_name`; NULL is the one a service has from
/// the start, `default`.
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

/// Makes an empty list of places for credentials that every account of the service uses: each sees what they show.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_of_every_account(
    credentials: *mut *mut Credentials,
    error: *mut *mut Error,
) -> i32 {
    write_object(credentials, "credentials", error, || Ok(LockCell::new(CoreCredentials::of_every_account())))
}

/// Looks them up in the environment, when they are needed: `client_id` of MAEU is `SHIPTRACK_MAEU_CLIENT_ID`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_credentials_environment(credentials: *const Credentials, error: *mut *mut Error) -> i32 {
    change(credentials, error, |credentials: &mut CoreCredentials| {
        *credentials = credentials.clone().from_environment();
        Ok(())
    })
}

/// Takes them from a file, TOML or JSON, with a table for each carrier: `[MAEU]`, `client_id = "…"`. It is read now. A refusal does
/// not repeat what stands there; its pointer is `credentials`.
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

/// The same of the text of such a file.
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

/// Has `callback` give them, when they are needed. `destroy` is called with `user_data` when these credentials, everything they were
/// added to, and every service made with that are freed; it may be NULL. When the call fails, `user_data` stays yours.
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

/// Gives the credential. It is copied.
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

/// Says in words why you cannot tell, for people: they are told with the look-up.
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
