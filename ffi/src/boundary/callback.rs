//! What a host hands over to be given back to its callbacks.

use std::ffi::c_void;

use super::input::null;
use super::status::Failure;

/// Is called once, when the library needs the user data no more; NULL when nothing is to be done then: after the last object
/// that could still lead to the callback was freed, on the thread that freed it. For what is plugged into a service these are
/// the service, the settings it was made with, and every client, listing and server made from it; a closed service, and what
/// was closed with it, count as freed, listings do not. For what is plugged into a
/// client the settings, the client, and every client and listing made from it. The callback is not called after it.
///
/// It must return: no longjmp() past it, no end of its thread, no exception.
pub type Destroy = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// A host's pointer, and how it is let go of.
pub struct UserData {
    data: *mut c_void,
    destroy: Destroy,
}

// SAFETY: the library never looks behind the pointer. The header says at each callback on which threads it runs, and that
// the host's data must bear that.
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

pub struct Hook<F> {
    pub call: F,
    pub user_data: UserData,
}

impl<F> Hook<F> {
    /// Rejects NULL; then the data stay the host's.
    pub fn new(call: Option<F>, user_data: *mut c_void, destroy: Destroy) -> Result<Self, Failure> {
        let call = call.ok_or_else(|| null("callback"))?;
        Ok(Hook { call, user_data: UserData::new(user_data, destroy) })
    }
}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: the host gave this function for this pointer, and it is called once.
            unsafe { destroy(self.data) }
        }
    }
}
