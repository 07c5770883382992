//! How much work a test does: little in a default run, more under `tests/run --full`, most under `tests/run --deep`.

/// Returns the value for the depth of this run: `SHIPTRACK_TEST_DEPTH` is `full`, `deep` or not set.
pub fn depth<T>(default: T, full: T, deep: T) -> T {
    match std::env::var("SHIPTRACK_TEST_DEPTH").as_deref() {
        Err(_) => default,
        Ok("full") => full,
        Ok("deep") => deep,
        Ok(other) => panic!("SHIPTRACK_TEST_DEPTH is `{other}`: use `full` or `deep`, or leave it out"),
    }
}
