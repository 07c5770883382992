//! Builds values of `#[non_exhaustive]` types, which have no struct expressions outside their crate.

/// Returns the value after `change`.
pub fn with<T>(mut value: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut value);
    value
}
