//! User data of callbacks, and how it is released.

use std::ffi::c_void;

use super::input::null;
use super::status::Failure;

/// Releases the `user_data` of a callback. The library calls it once, after the last object that could still call the
/// callback was freed, on the thread that freed that object. The callback is not called after it. Pass NULL if there is
/// nothing to release.
///
/// For a callback of a service, these objects are the service, the options it was opened with, and every client,
/// listing and server made from it; a closed service, and what was closed with it, count as freed, but listings do not.
/// For a callback of a client, they are the options, the client, and every client and listing made from it.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type Destroy = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// A pointer of the host program, and the function that releases it.
pub struct UserData {
    data: *mut c_void,
    destroy: Destroy,
}

// SAFETY: the library never dereferences the pointer. The header says on which threads each callback runs; the user data must
// permit that.
unsafe impl Send for UserData {}
// SAFETY: as above.
unsafe impl Sync for UserData {}

impl UserData {
    pub fn new(data: *mut c_void, destroy: Destroy) -> Self {
        UserData { data, destroy }
    }

    pub fn get(&self) -> *mut c_void {
        self.data
    }
}

/// A callback with its user data.
pub struct Hook<F> {
    pub call: F,
    pub user_data: UserData,
}

impl<F> Hook<F> {
    /// Rejects NULL as `call`. The user data then stays with the caller.
    pub fn new(call: Option<F>, user_data: *mut c_void, destroy: Destroy) -> Result<Self, Failure> {
        let call = call.ok_or_else(|| null("callback"))?;
        Ok(Hook { call, user_data: UserData::new(user_data, destroy) })
    }
}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: the caller passed this function for this pointer, and it is called once.
            unsafe { destroy(self.data) }
        }
    }
}
