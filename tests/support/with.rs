//! Values of types that cannot be written as a struct expression outside their crate.

/// The value after `change`.
pub fn with<T>(mut value: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut value);
    value
}
