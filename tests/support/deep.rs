//! How long a test runs: in every run, and in a deep one (`SHIPTRACK_DEEP=1`).

/// `usual` in every run, `deep` in a deep one.
pub fn depth<T>(usual: T, deep: T) -> T {
    if std::env::var_os("SHIPTRACK_DEEP").is_some() { deep } else { usual }
}
