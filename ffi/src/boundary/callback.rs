//! What a host hands over to be given back to its callbacks.

use std::ffi::c_void;

/// Is called once, when the library needs the user data no more; NULL when nothing is to be done then. It may run on any
/// thread that frees the last object that uses the data.
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
    /// Takes the data over.
    pub fn new(data: *mut c_void, destroy: Destroy) -> Self {
        UserData { data, destroy }
    }

    /// The pointer as the host gave it.
    pub fn get(&self) -> *mut c_void {
        self.data
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
